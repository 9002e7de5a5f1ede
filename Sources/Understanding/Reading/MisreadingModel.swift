import Glibc
import Resources

/// How likely a line was misread, learned by `rag-index/readings/misread.py` from lines whose answers are known to be right
/// or wrong: a logistic regression over the traits of its reading.
public struct MisreadingModel: Sendable {
    public static let builtIn = MisreadingModel(Resource.named("rag-index/readings/misread.tsv").tableRows)

    private let weights: [String: Double]
    private static let bias = "bias"

    init(_ rows: [[String]]) {
        weights = Dictionary(uniqueKeysWithValues: rows.map { ($0[0], Double($0[1]) ?? 0) })
    }

    /// - Returns: from 0 to 1.
    public func chance(_ traits: some Sequence<String>) -> Double {
        let odds = Set(traits).reduce(weights[Self.bias] ?? 0) { $0 + (weights[$1] ?? 0) }
        return 1 / (1 + exp(-odds))
    }
}
