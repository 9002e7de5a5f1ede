import Ledger

/// Which way money goes at the merchants that everybody knows: in at an employer's, out at a grocer's.
struct MerchantFlows {
    private var reader = TextReader(taxonomy: .builtIn)

    mutating func flow(of text: String) -> CSVFlow {
        let reading = reader.reading(of: text)
        let category = reading.knownCategory ?? (reading.hasClearWords ? reading.wordCategory : nil)
        switch category.flatMap({ Taxonomy.builtIn[$0]?.flow }) {
        case .out: return .out
        case .in: return .in
        default: return .none
        }
    }
}
