import Resources

/// What card networks' codes for lines of business mean: `rag-index/taxonomy/merchant-codes.tsv`.
public enum MerchantCodes {
    private static let categories: [Int: String] = {
        var out: [Int: String] = [:]
        for row in Resource.named("rag-index/taxonomy/merchant-codes.tsv").tableRows where row.count > 1 {
            for part in row[1].split(separator: " ") {
                let ends = part.split(separator: "-").compactMap { Int($0) }
                guard let first = ends.first, let last = ends.last, first <= last else { continue }
                for code in first...last { out[code] = row[0] }
            }
        }
        return out
    }()

    /// - Parameter code: four digits (ISO 18245).
    /// - Returns: a category id of the taxonomy; nil where the code says nothing of what was bought.
    static func category(_ code: String) -> String? {
        guard code.utf8.count == 4, code.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(code).flatMap(category)
    }

    /// - Parameter code: as a number, so that 780 is “0780”.
    public static func category(_ code: Int) -> String? { categories[code] }
}
