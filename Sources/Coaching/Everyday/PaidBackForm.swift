import Ledger
import Store
import Understanding

/// An expense with money that came in for it.
struct Payback: Sendable, Equatable {
    let expense: Transaction
    let back: Transaction

    /// What it is called where an answer to it is kept.
    var key: ReviewAnswerKey { ReviewAnswerKey(kind: .payback, first: expense.id, second: back.id) }
}

/// `the $84 dinner: Ana paid me back 42`, `Ana sent me her half of Luigi's`, `any reimbursements?`
struct PaidBackForm {
    /// Whether what may have come back is to be found.
    var isSearch = false
    /// What the expense was; nil where it was not said.
    var cost: Money?
    /// What came back; nil where it was not said.
    var back: Money?
    /// Whether a half was paid.
    var isHalf = false
    /// Who paid it back.
    var person: String?
    /// The words for the expense.
    var about = ""
    /// Whether they name a shop.
    var isNamed = false
    /// Whether money was given or sent, and nothing says that it came back.
    let isGiven: Bool

    private static let table = PhraseLists("rag-index/intents/paid-back.tsv")

    init?(_ line: String) {
        let words = SpokenText.words(of: line)
        let text = words.joined(separator: " ")
        // With days or a name it is a question about rows.
        if PaidBackForm.table.words("search").contains(text) || PaidBackQuestion.isOfAnybody(line) {
            (isSearch, isGiven) = (true, false)
            return
        }
        guard !PaidBackForm.table.words("asking").contains(words.first ?? ""), !line.hasSuffix("?"), words.count <= 25,
            !words.contains("if"), let act = PayingBack(words)
        else { return nil }
        isHalf = words.contains("half")
        isGiven = act.isGiven
        self.act = act.verb
        let before = act.verb > 0 ? words[act.verb - 1] : nil
        person = before.flatMap { word in
            PaidBackForm.table.words("nobody").contains(word) || word.contains(where: \.isNumber) ? nil : word
        }
        about = words.enumerated().filter { place, word in
            !act.words.contains(place) && !(person != nil && place == act.verb - 1) && word != "half"
        }.map(\.element).joined(separator: " ")
    }

    /// The place of the word that tells of it.
    private var act = 0

    /// Tells apart what it cost and what came back: `the $84 dinner: Ana paid me back 42`, `paid me back 42 for the $84 dinner`.
    mutating func read(_ line: String, home: Currency, _ context: UnderstandingContext) {
        let words = LineTimes(line, context).otherWords
        let spoken = SpokenLine(words.joined(separator: " "))
        let amounts = spoken.amounts(home: home).filter { $0.minorUnits > 0 }
        guard let first = amounts.first else { return }
        let verb = SpokenText.words(of: line)[act]
        let place = words.firstIndex { $0.contains(where: \.isNumber) } ?? 0
        let isBefore = words.firstIndex(of: verb).map { place < $0 } ?? false
        if amounts.count > 1 {
            (cost, back) = isBefore ? (first, amounts[1]) : (amounts[1], first)
        } else {
            // `for the 84 dinner` says what it cost, `paid me back 42` what came back.
            let lead = words[..<place].last { $0 != "$" } ?? ""
            if isBefore || ["the", "that", "my", "our", "of"].contains(lead) { cost = first } else { back = first }
        }
    }

    /// The rows whose amount may be the one that was said.
    static func amounts(_ said: Money?) -> [RowFilter] {
        guard let said else { return [] }
        let major = said.currency.minorPerMajor
        let isWhole = said.minorUnits % major == 0
        return [.amount(said.minorUnits, said.minorUnits + (isWhole ? major - 1 : 0))]
    }

    /// Whether an amount is the one that was said; without cents it stands for all of its cents.
    static func isSaid(_ said: Money?, _ units: Int64) -> Bool {
        guard let said else { return true }
        let major = said.currency.minorPerMajor
        return said.minorUnits % major == 0
            ? units >= said.minorUnits && units < said.minorUnits + major : units == said.minorUnits
    }
}
