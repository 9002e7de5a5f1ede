import Ledger
import Store
import Terminal

/// What Tab offers in a conversation: commands and what may follow them, and the names that the index knows.
struct CompletionWords {
    private let index: HouseholdIndex
    private let categories: [String]
    private let accounts: [String]
    /// `October 2026` and `2026-10`, the newest first.
    private let months: [(label: String, iso: String)]

    /// Months that are offered at most.
    private static let mostMonths = 24
    /// Merchants are looked up as they are needed: there may be tens of thousands.
    private static let mostMerchants = 50

    init(_ index: HouseholdIndex) throws {
        self.index = index
        categories = index.taxonomy.categories.map { $0.name.lowercased() }
        accounts = try index.accounts.map(\.name)
        months = try Self.months(index.coverage)
    }

    private static func months(_ coverage: Period?) -> [(label: String, iso: String)] {
        guard let coverage else { return [] }
        return (0..<mostMonths).map { Period.month(of: coverage.end.startOfMonth.adding(months: -$0)) }
            .filter { $0.end >= coverage.start }.map { ($0.label, String($0.start.iso.prefix(7))) }
    }

    func offer(_ line: String) -> LineCompletion.Offer {
        guard line.hasPrefix("/") else { return .words(inQuestion(line).map(SafeText.line)) }
        guard let space = line.firstIndex(of: " ") else { return .words(SlashCommand.names) }
        let command = SlashCommand.named(line[..<space].dropFirst().lowercased())
        if command == .export { return .files }
        return .words(arguments(of: command, line).map(SafeText.line))
    }

    /// What may follow a command.
    private func arguments(of command: SlashCommand?, _ line: String) -> [String] {
        if line.split(separator: " ").last?.hasPrefix("--") == true, line.last != " " { return options(of: command) }
        switch command {
        case .help: return SlashCommand.allCases.map(\.rawValue) + SlashCommand.Topic.allCases.map(\.name)
        case .summary, .unusual: return months.map(\.iso) + (line.last == " " ? [] : months.map(\.label))
        case .budget: return RulesCommand.Action.allCases.map(\.rawValue) + categories
        case .goal: return ["set", "remove"]
        case .model: return ["off"]
        case .resume: return ((try? index.conversations()) ?? []).map { String($0.id) }
        case .search, .assess, .privacy: return inQuestion(line)
        default: return []
        }
    }

    private func options(of command: SlashCommand?) -> [String] {
        guard let name = command?.entry.command?.rawValue, let spec = Command.set.command(named: name) else {
            return []
        }
        return spec.options.map { "--" + $0.name }
    }

    private func inQuestion(_ line: String) -> [String] {
        let words = line.split(separator: " ")
        guard let last = words.last else { return SlashCommand.names }
        if last.first?.isNumber == true, line.last != " " { return months.map(\.iso) }
        var found = categories + accounts
        // Before anything is typed everything would be too much.
        if line.last != " " {
            let names = months.prefix(12).compactMap { $0.label.split(separator: " ").first.map(String.init) }
            found += months.map(\.label) + names
        }
        for count in 1...min(4, words.count) {
            let key = NameKey.key(of: words.suffix(count).joined(separator: " "))
            // One letter of the Latin alphabet begins too many; one of Chinese says more.
            guard key.utf8.count > 1 else { continue }
            found += (try? index.merchantNames(keyPrefix: key, limit: Self.mostMerchants)) ?? []
        }
        return found
    }
}
