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

    /// The answers matter more than that they are kept.
    ///
    /// - Parameter number: the turn whose place the answer takes; it and those after it are dropped.
    /// - Returns: why the conversation is not kept any more, the first time that it cannot be.
    mutating func keep(_ answer: Answer, inPlaceOf number: Int?) -> String? {
        guard isOn else { return nil }
        do {
            id = try index.keep(answer.record, inConversation: id, inPlaceOf: number, now: Session.now)
            return nil
        } catch {
            isOn = false
            return "this conversation is no longer being saved: \(Failure(error).message)"
        }
    }

    mutating func begin() { id = nil }
    mutating func goOn(with id: Int64) { self.id = id }
}
