import Glibc
import Ledger
import Resources

/// What lines of other people tell of the shape of a request, learned by `rag-index/readings/train.py`.
///
/// It is a second opinion beside the grammar: how likely each reading is that the grammar finds, and what it would read itself.
struct ShapeModel: Sendable {
    static let builtIn = ShapeModel(LinearModel(Resource.named("rag-index/readings/shapes.bin")))

    private let model: LinearModel
    private let ofAspect: [RequestShape.Aspect: [(column: Int, label: String)]]
    private let ofRole: [(column: Int, role: SpanRole)]

    /// A label of its own for each aspect and role: `measure=count`, `role=subject`.
    init(_ model: LinearModel) {
        self.model = model
        var ofAspect: [RequestShape.Aspect: [(Int, String)]] = [:]
        var ofRole: [(Int, SpanRole)] = []
        for (column, label) in model.labels.enumerated() {
            let parts = label.split(separator: "=", maxSplits: 1).map(String.init)
            if let aspect = RequestShape.Aspect(rawValue: parts[0]) {
                ofAspect[aspect, default: []].append((column, parts[1]))
            } else if parts[0] == "role", let role = SpanRole(rawValue: parts[1]) {
                ofRole.append((column, role))
            }
        }
        (self.ofAspect, self.ofRole) = (ofAspect, ofRole)
    }

    fileprivate func knows(_ aspect: RequestShape.Aspect, _ label: String) -> Bool {
        ofAspect[aspect]?.contains { $0.label == label } ?? false
    }

    /// What it makes of a line.
    func opinion(on line: LineFeatures) -> ShapeOpinion {
        var sums = [Int](repeating: 0, count: model.labels.count)
        model.add(line.ofLine, to: &sums)
        let roles = line.spans.indices.map { number in
            var sums = [Int](repeating: 0, count: model.labels.count)
            model.add(line.ofSpan(number), to: &sums)
            return Dictionary(uniqueKeysWithValues: zip(ofRole.map(\.role), shares(ofRole.map(\.column), sums)))
        }
        return ShapeOpinion(spans: line.spans, roles: roles, model: self, sums: sums)
    }

    /// How likely the labels of an aspect are, where those of the aspects before it are decided.
    fileprivate func chances(
        _ aspect: RequestShape.Aspect, _ sums: [Int], after decided: [String]
    ) -> [(label: String, chance: Double)] {
        let columns = ofAspect[aspect] ?? []
        var sums = sums
        model.add(decided.map(LineFeatures.features(ofDecided:)), to: &sums)
        return Array(zip(columns.map(\.label), shares(columns.map(\.column), sums)).map { ($0, $1) })
    }

    /// The odds of labels that shut one another out, as shares of one.
    private func shares(_ columns: [Int], _ sums: [Int]) -> [Double] {
        let each = columns.map { 1 / (1 + exp(-Double(sums[$0]) * model.scale)) }
        let sum = each.reduce(0, +)
        return each.map { $0 / max(sum, 1e-9) }
    }
}

/// What the shape model makes of one line.
struct ShapeOpinion: Sendable {
    let spans: [NamedSpan]
    let roles: [[SpanRole: Double]]
    fileprivate let model: ShapeModel
    fileprivate let sums: [Int]

    /// No label is impossible.
    private static let least = 0.002
    /// How many shapes are gone on with, and how many labels of each aspect are tried.
    private static let (width, tried) = (6, 3)

    fileprivate init(spans: [NamedSpan], roles: [[SpanRole: Double]], model: ShapeModel, sums: [Int]) {
        (self.spans, self.roles, self.model, self.sums) = (spans, roles, model, sums)
    }

    /// What speaks for a label that the grammar's reading has as well.
    private static let agreement = 0.5

    /// The likeliest shape: its labels, and the logarithm of how likely they and the likeliest roles are.
    ///
    /// - Parameter guess: the grammar's best reading.
    func likeliest(beside guess: Request?) -> (labels: [RequestShape.Aspect: String], likelihood: Double) {
        let own = guess.map { RequestShape($0).labels } ?? [:]
        var beam: [(labels: [(RequestShape.Aspect, String)], value: Double, likelihood: Double)] = [([], 0, 0)]
        for aspect in RequestShape.Aspect.allCases {
            var next: [(labels: [(RequestShape.Aspect, String)], value: Double, likelihood: Double)] = []
            for shape in beam {
                if let kind = shape.labels.first, kind.1 != "ask" {
                    next.append(shape)
                    continue
                }
                let chances = model.chances(aspect, sums, after: ShapeOpinion.decided(shape.labels))
                for (label, chance) in chances.sorted(by: { ($1.chance, $0.label) < ($0.chance, $1.label) }).prefix(
                    Self.tried)
                {
                    next.append(
                        (
                            shape.labels + [(aspect, label)],
                            shape.value + log(max(chance, Self.least)) + (own[aspect] == label ? Self.agreement : 0),
                            shape.likelihood + log(max(chance, Self.least))
                        ))
                }
            }
            beam = Array(next.sorted { $0.value > $1.value }.prefix(Self.width))
        }
        let ofRoles = spans.indices.reduce(0) { sum, span in
            sum + log(max(roles[span][likeliestRole(span, beside: guess)] ?? 0, Self.least))
        }
        return (Dictionary(uniqueKeysWithValues: beam[0].labels), beam[0].likelihood + ofRoles)
    }

    /// What decided labels show: each, and measure with grouping.
    private static func decided(_ labels: [(RequestShape.Aspect, String)]) -> [String] {
        var found = labels.map { "\($0.0.rawValue)=\($0.1)" }
        if labels.count > 3 { found.append("\(found[1]) \(found[3])") }
        return found
    }

    /// What a span is likeliest for. What the grammar's reading has a use for is never passed over.
    func likeliestRole(_ span: Int, beside guess: Request?) -> SpanRole {
        let own = guess.map { spans[span].role(in: $0) }
        // Words that leave out, and such as say what happened when, are plain.
        if own == .excluded || own == .event { return own ?? .none }
        let weighed = roles[span].filter { $0.key != .none || own == nil || own == SpanRole.none }.map { role, chance in
            (role, log(max(chance, Self.least)) + (role == own ? Self.agreement : 0))
        }
        return weighed.max { ($0.1, $1.0.rawValue) < ($1.1, $0.0.rawValue) }?.0 ?? .none
    }

    /// Whether the model ever learned a label.
    func knows(_ aspect: RequestShape.Aspect, _ label: String) -> Bool { model.knows(aspect, label) }

    /// How likely the line is a question about rows, from 0 to 1.
    var isAsk: Double { model.chances(.kind, sums, after: []).first { $0.label == "ask" }?.chance ?? 0 }

    /// The logarithm of how likely a request is.
    func likelihood(of request: Request) -> Double { parts(of: request).reduce(0) { $0 + $1.value } }

    /// A request's labels and roles that are not sure, each with its probability, for `--explain`.
    func described(_ request: Request) -> [String] {
        parts(of: request).compactMap { part in
            let percent = Int((exp(part.value) * 100).rounded())
            return percent > 90 ? nil : "\(part.name): \(percent)%"
        }
    }

    /// What each of a request's labels and roles has in it.
    func parts(of request: Request) -> [(name: String, value: Double)] {
        let shape = RequestShape(request)
        var found: [(String, Double)] = []
        var decided: [(RequestShape.Aspect, String)] = []
        for aspect in RequestShape.Aspect.allCases {
            guard let label = shape.labels[aspect] else { continue }
            let chances = model.chances(aspect, sums, after: ShapeOpinion.decided(decided))
            let chance = chances.first { $0.label == label }?.chance ?? 0
            found.append(("\(aspect)=\(label)", log(max(chance, Self.least))))
            decided.append((aspect, label))
        }
        for (span, chances) in zip(spans, roles) {
            let role = span.role(in: request)
            found.append(("\(span.placeholder)=\(role)", log(max(chances[role] ?? 0, Self.least))))
        }
        return found
    }
}

/// A line whose request is known, as the shape model learns from it.
public struct ShapeLesson: Sendable {
    /// What is right, `measure=count` and so on, of the line; and of each of its spans.
    public let line: (labels: [String], features: [UInt32])
    public let spans: [(label: String, features: [UInt32])]
    /// The requests that the grammar reads, best first, and the labels of the line and its spans as the first has them.
    public let readings: [Request]
    public let guess: [String]
    public let unread: Int
    public let isPlain: Bool
}

extension LineReader {
    /// What is to be learned from a line whose request is known.
    public func lesson(_ line: String, meaning request: Request) -> ShapeLesson? {
        let (guesses, read, readings) = grammatical(line)
        guard let best = readings.first else { return nil }
        let features = LineFeatures(read, best, guesses: guesses, context)
        let shape = RequestShape(request)
        let labels = RequestShape.Aspect.allCases.compactMap { aspect in
            shape.labels[aspect].map { "\(aspect.rawValue)=\($0)" }
        }
        return ShapeLesson(
            line: (labels, features.ofLine),
            spans: features.spans.indices.map { number in
                ("role=" + features.spans[number].role(in: request).rawValue, features.ofSpan(number))
            }, readings: guesses.map(\.request),
            guess: guesses.first.map { guess in
                let shape = RequestShape(guess.request)
                return RequestShape.Aspect.allCases.compactMap { aspect in
                    shape.labels[aspect].map { "\(aspect.rawValue)=\($0)" }
                } + features.spans.map { "role=" + $0.role(in: guess.request).rawValue }
            } ?? [], unread: guesses.first?.unread.count ?? 9, isPlain: guesses.first?.isPlain ?? false)
    }
}
