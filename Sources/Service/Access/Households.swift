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

    init(_ index: HouseholdIndex, _ settings: PurchaseSettings) { (self.index, self.settings) = (index, settings) }

    /// A conversation that nothing was said in.
    func coach(_ today: CivilDate) throws -> Coach {
        if let fresh, fresh.day == today { return fresh }
        var coach = try Coach(index, asOf: today)
        coach.purchaseSettings = settings
        fresh = coach
        return coach
    }
}

/// The indexes of all people, one file each, opened on demand. Requests of one person run beside each other over
/// connections of their own; those that nobody uses stay open, the latest ones first.
public final class Households: Sendable {
    /// How a person's index is opened; nil where there is none.
    public typealias Open = @Sendable (_ person: String) throws -> (index: HouseholdIndex, settings: PurchaseSettings)?

    private let open: Open
    private let mostIdle: Int
    private let idle = Mutex<[(person: String, seat: Seat)]>([])

    public init(mostIdle: Int = 32, open: @escaping Open) { (self.mostIdle, self.open) = (mostIdle, open) }

    func with<T>(_ person: String, _ body: (Seat) throws -> T) throws -> T {
        guard TokenBook.isName(person) else { throw HTTPFault(.forbidden, "this token is of nobody") }
        let seat = try take(person)
        let result = Result { try body(seat) }
        giveBack(person, seat)
        return try result.get()
    }

    private func take(_ person: String) throws -> Seat {
        let known = idle.withLock { seats -> Seat? in
            seats.lastIndex { $0.person == person }.map { seats.remove(at: $0).seat }
        }
        if let known { return known }
        guard let opened = try open(person) else { throw HTTPFault.noData }
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
