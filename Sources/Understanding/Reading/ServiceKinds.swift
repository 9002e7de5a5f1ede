import Ledger
import Resources

/// Words for a kind of service that mean the merchants of it that the household has: `delivery` is DoorDash here.
struct ServiceKinds: Sendable {
    static let builtIn = ServiceKinds(Resource.named("rag-index/synonyms/services.tsv"))

    private let kinds: [(words: [[String]], merchants: [String])]

    private init(_ table: Resource) {
        kinds = table.tableRows.map { row in
            (
                row[0].split(separator: "|").map { $0.split(separator: " ").map(String.init) },
                row[1].split(separator: "|").map { NameKey.key(of: String($0)) }
            )
        }
    }

    func matches(in keys: [String], _ catalog: any NameCatalog) -> [NameMatch] {
        var found: [NameMatch] = []
        for (words, merchants) in kinds {
            for start in keys.indices {
                for phrase in words where keys[start...].starts(with: phrase) {
                    let names = merchants.flatMap { catalog.merchants(key: $0) }
                    guard !names.isEmpty else { continue }
                    found.append(NameMatch(kind: .merchant(names), tokens: start..<start + phrase.count))
                }
            }
        }
        return found
    }
}
