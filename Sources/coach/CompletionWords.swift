import Ledger
import Store
import Terminal

/// What Tab offers in a conversation: commands, and the names that the index knows.
struct CompletionWords {
    private let index: HouseholdIndex
    private let commands: [String]
    private let names: [String]

    /// - Parameter commands: with their slash.
    init(_ index: HouseholdIndex, commands: [String], asOf: CivilDate) throws {
        self.index = index
        self.commands = commands
        let months = (0..<24).map { Period.month(of: asOf.startOfMonth.adding(months: -$0)).label }
        names =
            index.taxonomy.categories.map { $0.name.lowercased() } + (try index.accounts).map(\.name) + months
            + months.prefix(12).compactMap { $0.split(separator: " ").first.map(String.init) }
    }

    /// Merchants are looked up as they are needed: there may be tens of thousands.
    private static let most = 50

    func candidates(_ line: String) -> [String] {
        if line.hasPrefix("/") { return line.contains(" ") ? names : commands }
        let words = line.split(separator: " ")
        guard !words.isEmpty else { return commands }
        var found = names
        for count in 1...min(4, words.count) {
            let key = NameKey.key(of: words.suffix(count).joined(separator: " "))
            guard key.count > 1 else { continue }
            found += (try? index.merchantNames(keyPrefix: key, limit: Self.most)) ?? []
        }
        return found.map(SafeText.line)
    }
}
