import Advice
import Coaching
import Ledger
import Store
import Synchronization

/// An open index with a conversation at its beginning, used by one request at a time.
final class Seat: @unchecked Sendable {
    let index: HouseholdIndex
    let settings: PurchaseSettings
    private var fresh: Coach?
    private var known = Known()

    /// Answers that were given while the index and the day were as they are.
    private struct Known {
        var state: [Int64] = []
        var answers: [String: [UInt8]] = [:]
        var bytes = 0
    }

    /// In bytes, of one open index.
    private static let mostKnown = 1 << 20

    init(_ index: HouseholdIndex, _ settings: PurchaseSettings) { (self.index, self.settings) = (index, settings) }

    /// A conversation that nothing was said in.
    func coach(_ today: CivilDate) throws -> Coach {
        if let fresh, fresh.day == today { return fresh }
        var coach = try Coach(index, asOf: today)
        coach.purchaseSettings = settings
        fresh = coach
        return coach
    }

    /// The bytes of an answer: those given before where nothing was written since, in which case it would be the same.
    /// Programs ask the same again and again.
    ///
    /// - Parameter question: tells it from all others.
    func answer(_ question: String, on today: CivilDate, _ compute: () throws -> [UInt8]) throws -> [UInt8] {
        func state() throws -> [Int64] {
            [Int64(today.dayNumber), try index.dataVersion, Int64(index.ownChanges)]
        }
        let before = try state()
        if known.state != before { known = Known(state: before) }
        if let answer = known.answers[question] { return answer }
        let answer = try compute()
        // What changed something is to be done again.
        guard try state() == before, answer.count < Seat.mostKnown / 8 else { return answer }
        if known.bytes + answer.count > Seat.mostKnown { known = Known(state: before) }
        known.answers[question] = answer
        known.bytes += answer.count + question.utf8.count
        return answer
    }
}

/// The indexes of all people, one file each, opened on demand. Requests of one person run beside each other over
/// connections of their own; those that nobody uses stay open, the latest ones first.
public final class Households: Sendable {
    /// How a person's index is opened; nil where there is none and none is to be made.
    public typealias Open =
        @Sendable (_ person: String, _ makes: Bool) throws -> (
            index: HouseholdIndex, settings: PurchaseSettings
        )?

    private let open: Open
    /// All who have an index.
    let people: @Sendable () -> [String]
    private let mostIdle: Int
    private let idle = Mutex<[(person: String, seat: Seat)]>([])

    public init(
        mostIdle: Int = 32, people: @escaping @Sendable () -> [String] = { [TokenBook.owner] }, open: @escaping Open
    ) {
        (self.mostIdle, self.people, self.open) = (mostIdle, people, open)
    }

    /// - Parameter makes: whether an index is made where there is none.
    /// - Throws: `HTTPFault.noData` where there is none.
    func with<T>(_ person: String, makes: Bool = false, _ body: (Seat) throws -> T) throws -> T {
        guard TokenBook.isName(person) else { throw HTTPFault(.forbidden, "this token is of nobody") }
        let seat = try take(person, makes)
        let result = Result { try body(seat) }
        giveBack(person, seat)
        return try result.get()
    }

    private func take(_ person: String, _ makes: Bool) throws -> Seat {
        let known = idle.withLock { seats -> Seat? in
            seats.lastIndex { $0.person == person }.map { seats.remove(at: $0).seat }
        }
        if let known { return known }
        guard let opened = try open(person, makes) else { throw HTTPFault.noData }
        return Seat(opened.index, opened.settings)
    }

    private func giveBack(_ person: String, _ seat: Seat) {
        // What is closed is closed outside of the lock.
        _ = idle.withLock { seats -> Seat? in
            seats.append((person, seat))
            return seats.count > mostIdle ? seats.removeFirst().seat : nil
        }
    }
}
