import Coaching
import Ledger
import Store

/// Keeps the turns of a conversation in the index, where it is to be kept.
struct ConversationKeeper {
    private let index: HouseholdIndex
    private var isOn: Bool
    /// nil before the first turn is kept.
    private(set) var id: Int64?

    init(_ index: HouseholdIndex, isOn: Bool) {
        self.index = index
        self.isOn = isOn && !index.database.isReadOnly
    }

    /// - Returns: why the conversation is not kept any more, the first time that it cannot be.
    mutating func keep(_ answer: Answer) -> String? {
        attempt { [index] id in try index.keep(answer.record, inConversation: id, now: Session.now) }
    }

    /// Drops the turns from this number on.
    mutating func drop(from number: Int) -> String? {
        attempt { [index] id in
            guard let id else { return nil }
            try index.dropTurns(ofConversation: id, from: number)
            return id
        }
    }

    /// The answers matter more than that they are kept.
    ///
    /// - Parameter body: takes and gives the number of the conversation.
    private mutating func attempt(_ body: (Int64?) throws -> Int64?) -> String? {
        guard isOn else { return nil }
        do {
            id = try body(id)
            return nil
        } catch {
            isOn = false
            return "this conversation is not kept any more: \(Failure(error).message)"
        }
    }

    mutating func begin() { id = nil }
    mutating func goOn(with id: Int64) { self.id = id }
}
