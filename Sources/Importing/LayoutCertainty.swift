/// How sure it is what a file means, part by part, and why.
public struct LayoutCertainty: Sendable, Equatable {
    /// What is found out by itself.
    public enum Part: String, Sendable, CaseIterable {
        case dates, amounts, signs, accounts
    }

    public enum Degree: Int, Sendable, Comparable {
        /// Taken for granted: another reading of the file is possible.
        case assumed
        /// Something in the file speaks for it, and nothing against it.
        case likely
        /// The file has no other reading, or the person said it.
        case certain

        public static func < (a: Degree, b: Degree) -> Bool { a.rawValue < b.rawValue }

        /// 0...1. Names for the three degrees, not measured shares of files.
        public var confidence: Double {
            switch self {
            case .assumed: 0.75
            case .likely: 0.9
            case .certain: 0.99
            }
        }
    }

    /// One part, with the evidence for it: "9 of 12 dates can be read one way only".
    public struct Finding: Sendable, Equatable {
        public let part: Part
        public let degree: Degree
        public let reason: String
        /// Whether the running balance is what shows it.
        let isOfBalance: Bool

        public init(_ part: Part, _ degree: Degree, _ reason: String, isOfBalance: Bool = false) {
            (self.part, self.degree, self.reason, self.isOfBalance) = (part, degree, reason, isOfBalance)
        }
    }

    /// At most one of each part, in the order of the parts.
    public private(set) var findings: [Finding]

    public init(_ findings: [Finding] = []) { self.findings = findings }

    /// A format that leaves nothing open.
    static func ofFormat(_ name: String) -> LayoutCertainty {
        LayoutCertainty([.dates, .amounts, .signs].map { Finding($0, .certain, "\(name) writes them one way only") })
    }

    public subscript(part: Part) -> Finding? { findings.first { $0.part == part } }

    /// Puts a finding in place of what was known of its part.
    mutating func note(_ finding: Finding) {
        findings.removeAll { $0.part == finding.part }
        findings.append(finding)
        let order = Part.allCases
        findings.sort { (order.firstIndex(of: $0.part) ?? 0) < (order.firstIndex(of: $1.part) ?? 0) }
    }

    /// That of the least certain part, 0...1.
    public var confidence: Double { (findings.map(\.degree).min() ?? .certain).confidence }

    /// What a person is told where some part was only assumed; nil where it wasn't.
    public var sentence: String? {
        let assumed = findings.filter { $0.degree == .assumed }.map(\.part.rawValue)
        guard let last = assumed.last else { return nil }
        let names = assumed.count == 1 ? last : assumed.dropLast().joined(separator: ", ") + " and " + last
        let percent = Int((Degree.assumed.confidence * 100).rounded())
        return
            "Its \(names) are likely, not certain (confidence \(percent)%): compare a row or two with your bank's list."
    }
}
