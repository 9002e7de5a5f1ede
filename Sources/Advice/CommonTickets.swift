import Ledger
import Resources

/// What one purchase of a kind commonly comes to, from `rag-index/advice/tickets.tsv` and `currencies.tsv`.
enum CommonTickets {
    /// - Returns: minor units; nil for a currency whose prices are not known.
    static func ticket(_ category: String?, _ currency: Currency, in taxonomy: Taxonomy) -> Int64? {
        guard let units = value(of: currency.code, in: "currencies.tsv"), let dollars = dollars(category, taxonomy)
        else { return nil }
        return Int64((dollars * units * Double(currency.minorPerMajor)).rounded())
    }

    /// Of a Guardian name and of what has no category: what has no kind of its own comes to.
    private static func dollars(_ category: String?, _ taxonomy: Taxonomy) -> Double? {
        let ids = [category, category.flatMap { taxonomy[$0]?.parent }, Taxonomy.fallback].compactMap { $0 }
        return ids.lazy.compactMap { value(of: $0, in: "tickets.tsv") }.first
    }

    private static func value(of key: String, in file: String) -> Double? {
        Resource.named("rag-index/advice/\(file)").tableRows.first { $0[0] == key }.flatMap { Double($0[1]) }
    }
}
