import Advice
import Ledger
import Retrieval
import Understanding

/// All that a conversation is about, as one value: a line that goes on is read against it, and a conversation that is
/// taken up again is given it back.
struct ConversationMemory: Sendable {
    var state = ConversationState()
    /// The last answer that rests on data, for "why?".
    var last: Answer?
    /// The number of the purchase assessed last, for what the user says of it.
    var lastDecision: Int64?
    /// The wishes that the user was asked about, and didn't answer yet.
    var askedWishes = AskedWishes()
    /// Whether it was said that it isn't known where “here” is.
    var saidUnknownHere = false
    /// What the user chose to wait with in this conversation.
    var waitsFor: Purchase?
    /// Which saving goal is spoken of.
    var goals = GoalTalk()
    /// What lines that tell or mark transactions wait for.
    var everyday = EverydayMemory()
    /// A correction that waits to be told which row it is about.
    var pendingEdit: PendingEdit?
    /// The correction of the line before.
    var lastEdit: LastEdit?
    /// What was last asked about unusual rows.
    var lastUnusual: UnusualQuestion?
    /// The questions about rows that were answered, for lines that go on from them.
    var asked: LineReader.Earlier?
    /// Whether the last answer was none about rows.
    var isElsewhere = false
    /// What that answer was of.
    var topic: RowFilter?
    /// How many lines were answered, and the last change of the index before the first of them.
    var lines = 0
    var correctionBefore: Int64?
    /// The category of the limit that was spoken of last.
    var lastLimit: String?
    /// The last line, where it was not understood: what goes on from it is about nothing that is known.
    var missed: String?
    /// The readings that a question back offers.
    var offered: [Answer.Choice] = []
    /// The other reading that the last answer offered.
    var other: Request?
    /// The payee that the last answer took for the landlord, or the bank of a mortgage.
    var home: HomeOffer?
    /// Whether the user said no to that.
    var deniesHome = false

    /// Whether it was said that transfers without another side are not counted.
    var hasToldTransfers = false

    /// How likely the last line was misread, from 0 to 1.
    var misreading = 0.0

    /// Whether nothing was said yet that a word could point at.
    var isNew: Bool {
        asked == nil && last == nil && topic == nil && offered.isEmpty && pendingEdit == nil && missed == nil
    }
}

extension ConversationMemory: CustomStringConvertible {
    /// What a line that goes on would go on from, one thing a line.
    var description: String {
        let words = RequestWords(.builtIn)
        var lines: [String] = []
        if let asked {
            lines += ([asked.last] + asked.past).enumerated().map { place, ask in
                (place == 0 ? "asked: " : "before: ") + words.text(.ask(ask))
            }
            if let shown = asked.shown, !shown.keys.isEmpty {
                lines.append("shown: " + shown.keys.joined(separator: ", "))
            }
            if let shown = asked.shown, !shown.rows.isEmpty { lines.append("rows shown: \(shown.rows.count)") }
        }
        if isElsewhere {
            lines.append("elsewhere" + (topic.map { ": " + words.text(.ask(Ask(Selection(.any, $0)))) } ?? ""))
        }
        if let lastLimit { lines.append("limit: \(lastLimit)") }
        if let lastDecision { lines.append("decision: \(lastDecision)") }
        if pendingEdit != nil { lines.append("waits for: which row") }
        if let home { lines.append("is it the \(home.category): \(home.home.merchant)") }
        if let other { lines.append("or: " + words.text(other)) }
        if !offered.isEmpty { lines.append("waits for: " + offered.map(\.reading).joined(separator: " | ")) }
        return lines.joined(separator: "\n")
    }
}

extension Coach {
    /// What the conversation is about, in words.
    public var conversation: String { talk.description }
}
