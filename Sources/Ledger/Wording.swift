/// Chooses among ways to say the same thing, so that a conversation does not sound like a form. The same evidence always
/// gets the same words.
public struct Wording: Hashable, Sendable {
    private let seed: UInt64

    /// - Parameter evidence: what tells one finding from another: a name, an amount, a day.
    public init(_ evidence: String...) {
        // FNV-1a: Swift's own hashes differ from one run to the next.
        seed = evidence.joined(separator: "\u{0}").utf8.reduce(14_695_981_039_346_656_037) { hash, byte in
            (hash ^ UInt64(byte)) &* 1_099_511_628_211
        }
    }

    public func pick(_ ways: String...) -> String { pick(ways) }

    /// - Precondition: at least one way.
    public func pick<Way>(_ ways: [Way]) -> Way { ways[Int((seed >> 32) % UInt64(ways.count))] }
}

extension String {
    /// As a sentence that another one may follow: with a period, unless it ends with a sign of its own, in quotes or not.
    public var ended: String {
        let last = last == "”" ? dropLast().last : last
        return last.map { ".?!".contains($0) } ?? true ? self : self + "."
    }
}
