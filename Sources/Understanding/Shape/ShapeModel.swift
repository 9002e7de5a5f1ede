import Glibc
import Ledger
import Resources

/// What lines of other people tell of the shape of a request, learned by `rag-index/readings/train.py`.
///
/// It is a second opinion beside the grammar: how likely each reading is that the grammar finds, and what it would read itself.
struct ShapeModel: Sendable {
    static let builtIn = ShapeModel(LinearModel(Resource.named("rag-index/readings/shapes.bin")))

    /// A label of an aspect: where its weights are, and the feature that it is once it is decided.
    fileprivate struct Label: Sendable {
        let column: Int
        let text: String
        let decided: UInt32
    }

    private let model: LinearModel
    /// The labels of each aspect, by name.
    private let ofAspect: [RequestShape.Aspect: [Label]]
    private let ofRole: [(column: Int, role: SpanRole)]

    /// A label of its own for each aspect and role: `measure=count`, `role=subject`.
    init(_ model: LinearModel) {
        self.model = model
        var ofAspect: [RequestShape.Aspect: [Label]] = [:]
        var ofRole: [(Int, SpanRole)] = []
        for (column, label) in model.labels.enumerated() {
            let parts = label.split(separator: "=", maxSplits: 1).map(String.init)
            if let aspect = RequestShape.Aspect(rawValue: parts[0]) {
                ofAspect[aspect, default: []].append(
                    Label(column: column, text: parts[1], decided: LineFeatures.features(ofDecided: label)))
            } else if parts[0] == "role", let role = SpanRole(rawValue: parts[1]) {
                ofRole.append((column, role))
            }
        }
        for aspect in ofAspect.keys { ofAspect[aspect]?.sort { $0.text < $1.text } }
        (self.ofAspect, self.ofRole) = (ofAspect, ofRole)
    }

    fileprivate func knows(_ aspect: RequestShape.Aspect, _ label: String) -> Bool {
        ofAspect[aspect]?.contains { $0.text == label } ?? false
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

    /// How likely the labels of an aspect are, by name, after those that are decided.
    fileprivate func chances(_ aspect: RequestShape.Aspect, after decided: Decided) -> [(label: Label, chance: Double)]
    {
        let labels = ofAspect[aspect] ?? []
        return Array(zip(labels, shares(labels.map(\.column), decided.sums)).map { ($0, $1) })
    }

    /// How likely one label of an aspect is.
    fileprivate func chance(_ aspect: RequestShape.Aspect, _ label: String, after decided: Decided) -> Double {
        chances(aspect, after: decided).first { $0.label.text == label }?.chance ?? 0
    }

    /// Labels that are decided, and what speaks for all others in their light.
    fileprivate struct Decided {
        private(set) var labels: [(aspect: RequestShape.Aspect, text: String)] = []
        private(set) var sums: [Int]

        init(_ sums: [Int]) { self.sums = sums }

        /// Decides one more label. Together with measure and grouping it is a feature of its own.
        mutating func decide(_ aspect: RequestShape.Aspect, _ label: String, _ model: ShapeModel) {
            labels.append((aspect, label))
            let known = model.ofAspect[aspect]?.first { $0.text == label }?.decided
            let feature = known ?? LineFeatures.features(ofDecided: "\(aspect.rawValue)=\(label)")
            guard labels.count == 4 else { return model.model.add(CollectionOfOne(feature), to: &sums) }
            let pair = [labels[1], labels[3]].map { "\($0.aspect.rawValue)=\($0.text)" }.joined(separator: " ")
            model.model.add([feature, LineFeatures.features(ofDecided: pair)], to: &sums)
        }
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
        var beam = [Shape(decided: ShapeModel.Decided(sums))]
        for aspect in RequestShape.Aspect.allCases {
            var next: [(shape: Int, label: String?, value: Double, likelihood: Double)] = []
            for (number, shape) in beam.enumerated() {
                if let kind = shape.decided.labels.first, kind.text != "ask" {
                    next.append((number, nil, shape.value, shape.likelihood))
                    continue
                }
                let chances = model.chances(aspect, after: shape.decided)
                // Of two that are as likely the first by name.
                for (label, chance) in chances.sorted(by: { $0.chance > $1.chance }).prefix(Self.tried) {
                    let odds = log(max(chance, Self.least))
                    let agrees = own[aspect] == label.text
                    next.append(
                        (
                            number, label.text, shape.value + odds + (agrees ? Self.agreement : 0),
                            shape.likelihood + odds
                        ))
                }
            }
            beam = next.sorted { $0.value > $1.value }.prefix(Self.width).map { step in
                var shape = beam[step.shape]
                if let label = step.label { shape.decided.decide(aspect, label, model) }
                (shape.value, shape.likelihood) = (step.value, step.likelihood)
                return shape
            }
        }
        let ofRoles = spans.indices.reduce(0) { sum, span in
            sum + log(max(roles[span][likeliestRole(span, beside: guess)] ?? 0, Self.least))
        }
        let labels = beam[0].decided.labels.map { ($0.aspect, $0.text) }
        return (Dictionary(uniqueKeysWithValues: labels), beam[0].likelihood + ofRoles)
    }

    /// Labels that are gone on with.
    private struct Shape {
        var decided: ShapeModel.Decided
        /// Its likelihood with what speaks for labels that the grammar's reading has as well.
        var value = 0.0
        var likelihood = 0.0
    }

    /// How likely a word for a category must be nothing that is asked about, for it to be passed over where the grammar's
    /// reading has a use for it: `the kids love the place, how often …`.
    private static let sureAside = 0.85

    /// What a span is likeliest for.
    func likeliestRole(_ span: Int, beside guess: Request?) -> SpanRole {
        let own = guess.map { spans[span].role(in: $0) }
        // Words that leave out, and such as say what happened when, are plain.
        if own == .excluded || own == .event { return own ?? .none }
        let isAside = spans[span].placeholder == "@category" && (roles[span][.none] ?? 0) > Self.sureAside
        let mayBeNothing = own == nil || own == SpanRole.none || isAside
        let weighed = roles[span].filter { $0.key != .none || mayBeNothing }.map { role, chance in
            (role, log(max(chance, Self.least)) + (role == own ? Self.agreement : 0))
        }
        return weighed.max { ($0.1, $1.0.rawValue) < ($1.1, $0.0.rawValue) }?.0 ?? .none
    }

    /// Whether the model ever learned a label.
    func knows(_ aspect: RequestShape.Aspect, _ label: String) -> Bool { model.knows(aspect, label) }

    /// How likely the line is a question about rows, from 0 to 1.
    var isAsk: Double { model.chance(.kind, "ask", after: ShapeModel.Decided(sums)) }

    /// The logarithm of how likely a request is.
    func likelihood(of request: Request) -> Double {
        var sum = 0.0
        eachPart(of: request) { _, chance in sum += log(max(chance, Self.least)) }
        return sum
    }

    /// A request's labels and roles that are not sure, each with its probability, for `--explain`.
    func described(_ request: Request) -> [String] {
        var found: [String] = []
        eachPart(of: request) { part, chance in
            let percent = Int((max(chance, Self.least) * 100).rounded())
            guard percent <= 90 else { return }
            switch part {
            case .label(let aspect, let label): found.append("\(aspect.rawValue)=\(label): \(percent)%")
            case .role(let span, let role): found.append("\(spans[span].placeholder)=\(role.rawValue): \(percent)%")
            }
        }
        return found
    }

    private enum Part {
        case label(RequestShape.Aspect, String)
        case role(Int, SpanRole)
    }

    /// Gives each of a request's labels, after those before it, and roles with how likely it is.
    private func eachPart(of request: Request, _ take: (Part, Double) -> Void) {
        let shape = RequestShape(request)
        var decided = ShapeModel.Decided(sums)
        for aspect in RequestShape.Aspect.allCases {
            guard let label = shape.labels[aspect] else { continue }
            take(.label(aspect, label), model.chance(aspect, label, after: decided))
            decided.decide(aspect, label, model)
        }
        for (number, span) in spans.enumerated() {
            let role = span.role(in: request)
            take(.role(number, role), roles[number][role] ?? 0)
        }
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
