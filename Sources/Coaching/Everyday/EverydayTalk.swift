import Ledger
import Retrieval
import Store
import Understanding

/// What everyday lines about one's own records leave for the next one.
struct EverydayMemory: Sendable {
    /// A transaction that was told and waits for a yes.
    var entry: TypedRow?
    /// The imports of the transactions that were added in this conversation.
    var added: [Int64] = []
    /// Expenses with the money that may have come back for them, of which one is to be chosen.
    var paybacks: [Payback] = []
    /// A tag that is called like what was asked for.
    var otherTag: String?

    /// What an offer waits for; nil where there is none.
    var expected: String? {
        if entry != nil { return "Nothing is added yet: say “yes” or “no”." }
        guard paybacks.count != 1 else { return "Nothing is changed yet: say “yes” or “no”." }
        return paybacks.isEmpty ? nil : "Nothing is changed yet: say a number from 1 to \(paybacks.count), or “none”."
    }
}

/// Lines that tell or mark transactions instead of asking about them; they come before all reading of questions.
extension Coach {
    mutating func everydayTalk(_ line: String) throws -> Answer? {
        let before = talk.everyday
        talk.everyday = EverydayMemory(added: before.added)
        if let answer = try taggedTripTalk(line) { return answer }
        if let answer = try dayTalk(line) ?? syncTalk(line) ?? holdingsTalk(line) ?? tripTalk(line) ?? nearTalk(line) {
            return answer
        }
        if let answer = try entryGoesOn(line, before) ?? paybackGoesOn(line, before) { return answer }
        if let answer = try entryTalk(line) ?? fairPriceTalk(line) ?? paidBackTalk(line) ?? unknownPayer(line) {
            return answer
        }
        return try tagTalk(line)
    }

    /// Whether answering a line could write, so that it is not answered again when a conversation is taken up.
    static func tellsOrMarks(_ line: String) -> Bool {
        EntryForm(line) != nil || PaidBackForm(line) != nil || TagOrder(line) != nil || GeofenceOrder(line) != nil
            || GeofenceOrder.mayChangeOne(line)
    }

    func everyday(_ line: String, _ reply: String, intent: Intent = .edit) -> Answer {
        plain(line, Understood(intent: intent, confidence: 1, query: Query()), reply)
    }

    /// The rows of a selection, newest first.
    func rows(_ selection: Selection, limit: Int) throws -> [Transaction] {
        let ask = Ask(selection, view: .rows, order: .newest, limit: limit)
        return try AskEvaluator(index, asOf: asOf).evaluate(ask, tellsMore: false).evidence.transactions
    }

    var undoHint: String { canTakeBack ? " `coach undo` takes it back." : "" }
}

/// What is said to an offer.
public enum YesOrNo {
    case yes, no

    private static let table = PhraseLists("rag-index/intents/entry-talk.tsv")

    public init?(_ line: String) {
        let words = SpokenLine(line).words
        if PurchaseRemark.agrees(words) || YesOrNo.table.words("yes").contains(words.first ?? ""),
            words.count <= 3
        {
            self = .yes
        } else if let first = words.first, YesOrNo.table.words("no").contains(first), words.count <= 3 {
            self = .no
        } else {
            return nil
        }
    }
}
