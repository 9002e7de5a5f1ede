import Ledger
import Retrieval
import Store
import Understanding

/// A line that tells of a transaction that no bank has: `cash: lunch 12 with Ana yesterday`, `I paid 20 cash for parking`,
/// `log an expense of $40 for a haircut`.
struct EntryForm {
    /// What it was, with amount and day.
    let rest: String
    let isIncome: Bool

    fileprivate static let table = PhraseLists("rag-index/intents/entry-talk.tsv")

    private static func says(_ row: String, _ word: String) -> Bool { table.words(row).contains(word) }

    /// `cash: lunch`: everything but what it came to.
    static func lacksAmount(_ line: String) -> Bool {
        guard let colon = line.firstIndex(of: ":"), !line.contains(where: \.isNumber) else { return false }
        return says("head", line[..<colon].lowercased().plainSpaces) && line[colon...].contains(where: \.isLetter)
    }

    /// `cash 8.50 coffee this morning`, `lunch 12 cash yesterday`: what was paid for, what it came to, and that it was cash.
    private static func isTold(_ words: [String], _ plain: [String]) -> Bool {
        guard words.count <= 10, table.words("otherwise").isDisjoint(with: plain),
            let cash = plain.firstIndex(of: "cash"),
            plain.contains(where: { $0.count > 2 && !says("unit", $0) }),
            words.contains(where: { $0.contains(where: \.isNumber) && !($0.count == 4 && $0.hasPrefix("20")) })
        else { return false }
        if cash == 0 { return true }
        let before = plain[..<cash].last { !says("tie", $0) }
        return before?.isEmpty == true && !plain[0].isEmpty
    }

    init?(_ line: String) {
        guard !line.contains("?"), line.contains(where: \.isNumber) else { return nil }
        if let colon = line.firstIndex(of: ":"), EntryForm.says("head", line[..<colon].lowercased().plainSpaces) {
            self.init(rest: String(line[line.index(after: colon)...]))
            return
        }
        let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        let plain = words.map { $0.lowercased().filter(\.isLetter) }
        guard words.count > 2, words.count <= 25 else { return nil }
        // `log a cash expense of $40 for a haircut`
        if EntryForm.says("verb", plain[0]),
            let thing = plain.prefix(5).lastIndex(where: { EntryForm.says("thing", $0) })
        {
            let behind = words[(thing + 1)...].joined(separator: " ")
            // `add 12 dollars cash for lunch`
            let rest = behind.contains(where: \.isNumber) ? behind : words[1...].joined(separator: " ")
            self.init(rest: rest, isIncome: EntryForm.says("income", plain[thing]))
            return
        }
        if EntryForm.isTold(words, plain) {
            self.init(rest: line)
            return
        }
        // `I paid 20 cash for parking`
        let start = EntryForm.says("speaker", plain[0]) ? 1 : 0
        guard EntryForm.says("paying", plain[start]), plain.contains("cash") else { return nil }
        self.init(
            rest: words[(start + 1)...].joined(separator: " "), isIncome: EntryForm.says("earning", plain[start]))
    }

    private init(rest: String, isIncome: Bool = false) {
        self.rest = rest
        let first = rest.split(whereSeparator: \.isWhitespace).first.map { $0.lowercased() } ?? ""
        self.isIncome = isIncome || EntryForm.says("earning", first)
    }
}

extension Coach {
    /// The account of what is told without one.
    private static let cashAccount = "Cash"

    mutating func entryTalk(_ line: String) throws -> Answer? {
        if EntryForm.lacksAmount(line) {
            return everyday(line, "How much was it? Say it with the amount: “cash: lunch 12 yesterday”.")
        }
        guard let form = EntryForm(line) else { return nil }
        let times = LineTimes(form.rest, context)
        let amounts = SpokenLine(times.otherWords.joined(separator: " ")).amounts(home: currency)
        guard let amount = amounts.first, amount.minorUnits > 0 else { return nil }
        guard amounts.count == 1 else {
            // The number of a day that no calendar has is left as an amount.
            if let day = SpokenLine(form.rest).impossibleDay {
                return everyday(line, "There is no \(day). Which day do you mean?")
            }
            return everyday(line, "That has more than one amount. Tell me one at a time: “cash: lunch 12 yesterday”.")
        }
        let day = times.periods.first ?? Period(asOf, asOf)
        guard day.start == day.end, day.end <= asOf else {
            return everyday(line, "Which day was it? Say one that's over: “cash: lunch 12 yesterday”.")
        }
        let words = EntryWords(form.rest, kept: times.otherWords)
        let row = TypedRow(
            account: try index.account(named: Coach.cashAccount)?.name ?? Coach.cashAccount, day: day.start,
            amount: form.isIncome ? amount : -amount, merchant: words.name ?? (form.isIncome ? "Cash in" : "Cash"),
            category: category(of: form), words: form.rest.plainSpaces)
        talk.everyday.entry = row
        let double = try form.isIncome ? "" : countedTwice(row)
        return everyday(line, "I'd add to \(row.account): \(said(row)). Shall I? Say “yes” or “no”.\(double)")
    }

    /// A yes or no to what was to be added, and an undo right after it.
    mutating func entryGoesOn(_ line: String, _ before: EverydayMemory) throws -> Answer? {
        let asksToUndo = EntryForm.table.words("undo").contains(SpokenLine(line).words.joined(separator: " "))
        // What only waits for a yes is taken back first.
        if asksToUndo, before.entry != nil { return everyday(line, Coach.notAdded) }
        // What was changed last goes first: an entry only where no correction came after it. The first line of a conversation is
        // about whichever was last, as it is with corrections.
        if asksToUndo, let number = try index.importToUndo,
            try before.added.last == number || talk.lines == 1 && index.isTyped(number)
        {
            if before.added.last == number { talk.everyday.added.removeLast() }
            guard try index.removeImport(number) != nil else { return nil }
            try renewNames()
            return everyday(line, "Undone: it's gone again.")
        }
        guard let row = before.entry else { return nil }
        switch YesOrNo(line) {
        case .yes?:
            talk.everyday.added.append(try index.add(row, today: asOf))
            try renewNames()
            return everyday(line, "Added: \(said(row)).\(canTakeBack ? " “undo” takes it back." : "")")
        case .no?: return everyday(line, Coach.notAdded)
        case nil: return nil
        }
    }

    private static let notAdded = "Okay, I didn't add it."

    /// Whether something told waits for a yes, so that an undo is about it.
    public var hasPreview: Bool { talk.everyday.entry != nil }

    mutating func renewNames() throws { context.names = try Coach.names(index) }

    /// `Lunch with Ana, $12.00, restaurants, on October 30`.
    private func said(_ row: TypedRow) -> String {
        "\(row.merchant), \(row.amount.magnitude.text)\(row.amount.minorUnits > 0 ? " in" : ""), "
            + "\(phrases.category(row.category)), on \(row.day.text(near: asOf))"
    }

    private func category(of form: EntryForm) -> String {
        guard !form.isIncome else { return "income" }
        for named in reader.named(in: form.rest) {
            switch named.what {
            case .categories(let ids):
                if let id = ids.first(where: { index.taxonomy[$0]?.flow == .out && $0 != "cash" }) { return id }
            case .merchants(let names):
                let own = names.flatMap { context.names.categories(merchant: $0) }.sorted()
                if let id = own.first(where: { index.taxonomy[$0]?.flow == .out }) { return id }
            default: continue
            }
        }
        return Taxonomy.fallback
    }

    /// Withdrawals count as spending when they are made, so that what is paid of them must not count as well.
    private func countedTwice(_ row: TypedRow) throws -> String {
        let days = Period(row.day.adding(days: -30), row.day)
        let withdrawn = try rows(Selection(.purchases, .category("cash"), .periods([days])), limit: 1)
        guard let last = withdrawn.first else { return "" }
        return
            " Your \(last.amount.magnitude.text) withdrawal on \(last.date.text(near: asOf)) counts as spending too. "
            + "To count the cash only once, say “that withdrawal was a transfer”."
    }
}

/// The words of an entry that say what it was.
private struct EntryWords {
    let name: String?

    /// - Parameter kept: the words that are no time, in small letters.
    init(_ text: String, kept: [String]) {
        var left = kept
        var words: [String] = []
        for word in text.split(whereSeparator: \.isWhitespace).map(String.init) {
            let bare = word.trimmingSigns
            guard let place = left.firstIndex(of: SpokenText.words(of: bare).joined()), !bare.isEmpty else { continue }
            left.remove(at: place)
            if !bare.contains(where: \.isNumber) { words.append(bare) }
        }
        while let first = words.first, EntryForm.table.words("small").contains(first.lowercased()) {
            words.removeFirst()
        }
        while let last = words.last, EntryForm.table.words("small").contains(last.lowercased()) { words.removeLast() }
        let text = words.prefix(8).joined(separator: " ")
        name = text.isEmpty ? nil : text.prefix(1).uppercased() + text.dropFirst()
    }
}

extension StringProtocol {
    /// With single spaces between words and none around them.
    var plainSpaces: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    /// Without signs at either end.
    fileprivate var trimmingSigns: String {
        let isSign: (Character) -> Bool = { !$0.isLetter && !$0.isNumber }
        return String(String(self.drop(while: isSign)).reversed().drop(while: isSign).reversed())
    }
}
