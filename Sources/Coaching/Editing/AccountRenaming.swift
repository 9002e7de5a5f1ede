import Ledger
import Store
import Understanding

/// `rename My Account to Checking`: an account by its name, and its new one.
struct RenameOrder {
    /// What is renamed, as the line has it.
    let old: String
    let new: String
    /// Whether it can order nothing else.
    let isPlain: Bool

    private static let table = PhraseLists("rag-index/intents/rename-talk.tsv")

    /// - Returns: nil for every line that doesn't order a renaming and say both names.
    init?(_ line: String) {
        let words = line.split(separator: " ").map(String.init)
        var rest = words[...].drop { RenameOrder.has("lead", $0) }
        let length = (1...4).reversed().first { RenameOrder.has("verb", rest.prefix($0)) }
        isPlain = length != nil
        guard let length = length ?? rest.first.flatMap({ RenameOrder.has("calls", $0) ? 1 : nil }) else { return nil }
        rest = rest.dropFirst(length)
        guard let link = rest.indices.dropFirst().last(where: { RenameOrder.has("link", rest[$0]) }),
            link + 1 < rest.endIndex
        else { return nil }
        old = rest[..<link].joined(separator: " ").withoutQuotes
        new = rest[(link + 1)...].joined(separator: " ").withoutQuotes
        guard !old.isEmpty, !new.isEmpty else { return nil }
    }

    private static func has(_ list: String, _ words: some Collection<String>) -> Bool {
        table.words(list).contains(words.joined(separator: " ").lowercased())
    }

    private static func has(_ list: String, _ word: String) -> Bool { table.words(list).contains(word.lowercased()) }

    /// The account that is meant: by its whole name, with or without `my` before it and `account` behind.
    func account(of names: [String]) -> String? {
        let all = old.split(separator: " ").map(String.init)
        let own = all[...].drop { RenameOrder.has("lead", $0) }
        let bare = own.last.map { RenameOrder.has("kind", $0) } ?? false ? own.dropLast() : own
        let forms = [all[...], own, bare].map { $0.joined(separator: " ").lowercased() }
        return names.first { forms.contains($0.lowercased()) }
    }

    /// Whether words stand for what was spoken of, and name nothing themselves.
    var pointsBack: Bool {
        SpokenText.words(of: old).allSatisfy { RenameOrder.has("pointing", $0) || RenameOrder.has("lead", $0) }
    }
}

extension Coach {
    /// Renames an account that a line names; nil for every other line.
    func accountRenaming(_ line: String) throws -> Answer? {
        guard let order = RenameOrder(line) else { return nil }
        guard let old = order.account(of: try index.accounts.map(\.name)) else {
            guard order.isPlain, !order.pointsBack, reader.named(in: order.old).isEmpty,
                !order.old.contains(where: \.isNumber)
            else { return nil }
            return everyday(
                line, "I don't know “\(order.old)”. Name a shop or an account as your transactions have it.")
        }
        let other = try index.accounts.first { $0.name.lowercased() == order.new.lowercased() && $0.name != old }
        guard other == nil else {
            return everyday(
                line,
                "You already have an account called \(order.new). To put both into one, type “/accounts --rename \"\(old)\" "
                    + "\"\(order.new)\"”.")
        }
        do {
            let done = try index.renameAccount(old, to: order.new)
            return everyday(line, "Done: \(old) is now called \(done.account.name).\(undoHint)")
        } catch let error as AccountError {
            return everyday(line, error.message.capitalizedFirst + ".")
        }
    }
}

extension String {
    /// Without the quotes around it and the mark that ends a sentence.
    fileprivate var withoutQuotes: String {
        var text = self[...]
        while let last = text.last, "?!.”\"'".contains(last) { text.removeLast() }
        while let first = text.first, "“\"'".contains(first) { text.removeFirst() }
        return String(text)
    }
}
