import Advice
import Coaching
import Ledger
import Store
import Synchronization

/// An open index with a conversation at its beginning, used by one request at a time.
final class Seat: @unchecked Sendable {
    let index: HouseholdIndex
    private(set) var settings: PurchaseSettings
    /// Whether what is written stays: false for somebody who has no file yet, and is shown an empty index.
    let isKept: Bool
    private let known: AnswerCache
    private var fresh: Coach?
    /// The day and the version of the index when this seat last looked.
    private var state: [Int64]?

    init(_ index: HouseholdIndex, _ settings: PurchaseSettings, _ known: AnswerCache, isKept: Bool = true) {
        (self.index, self.settings, self.known, self.isKept) = (index, settings, known, isKept)
    }

    /// Positions count from then on as the service keeps them.
    func count(_ whereabouts: Whereabouts) { settings.whereabouts = whereabouts }

    /// A conversation that nothing was said in.
    func coach(_ today: CivilDate) throws -> Coach {
        var coach = try fresh.flatMap { $0.day == today ? $0 : nil } ?? Coach(index, asOf: today)
        coach.purchaseSettings = settings
        fresh = coach
        return coach
    }

    /// Reads what a first question needs. Nothing is written.
    func warmUp(_ today: CivilDate) throws {
        guard try !index.isEmpty else { return Coach.warmUp() }
        _ = try index.database.withoutWriting {
            try answer("", on: today) {
                var coach = try coach(today)
                return Array(try coach.answer("how much did I spend on groceries last month?").json.text.utf8)
            }
        }
    }

    /// The bytes of an answer: those given before where nothing was written since, in which case it would be the same.
    /// Programs ask the same again and again, over whichever connection to the file.
    ///
    /// - Parameter question: tells it from all others.
    func answer(_ question: String, on today: CivilDate, _ compute: () throws -> [UInt8]) throws -> [UInt8] {
        func newState() throws -> [Int64] {
            [Int64(today.dayNumber), try index.dataVersion, Int64(index.ownChanges)]
        }
        let before = try newState()
        // A seat that is new can't tell what was written before it.
        if state != before { known.forget() }
        state = before
        // Around midnight some requests are still of yesterday, and a position is over without anybody writing.
        let fix = try settings.whereabouts?.fix(in: index)
        let question = "\(today.iso) \(fix.map { String($0.time) } ?? "-") \(question)"
        let (answer, generation) = known.find(question)
        if let answer { return answer }
        let made = try compute()
        // What changed something is to be done again.
        if try newState() == before { known.keep(made, for: question, of: generation) }
        return made
    }
}

/// Answers that were given while an index and the day were as they are, shared by all connections to its file.
///
/// Each seat forgets them when it sees that something was written since it last looked. What another one computed from what
/// was there before is not kept then: it is of an earlier generation.
final class AnswerCache: Sendable {
    private struct Contents {
        var generation = 0
        var answers: [String: [UInt8]] = [:]
        var bytes = 0
    }

    /// In bytes, of one person.
    private static let most = 1 << 20

    private let contents = Mutex(Contents())

    func forget() { contents.withLock { $0 = Contents(generation: $0.generation + 1) } }

    func find(_ question: String) -> (answer: [UInt8]?, generation: Int) {
        contents.withLock { ($0.answers[question], $0.generation) }
    }

    func keep(_ answer: [UInt8], for question: String, of generation: Int) {
        let bytes = answer.count + question.utf8.count
        guard bytes < AnswerCache.most / 8 else { return }
        contents.withLock { contents in
            guard contents.generation == generation, contents.answers[question] == nil else { return }
            if contents.bytes + bytes > AnswerCache.most { contents = Contents(generation: generation) }
            contents.answers[question] = answer
            contents.bytes += bytes
        }
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

    /// What stays open between requests.
    private struct Idle {
        var seats: [(person: String, seat: Seat)] = []
        /// Of those who have a seat, idle or not.
        var answers: [String: (known: AnswerCache, seats: Int)] = [:]
    }

    private let open: Open
    /// All who have an index.
    let people: @Sendable () -> [String]
    private let mostIdle: Int
    private let idle = Mutex(Idle())

    public init(
        mostIdle: Int = 32, people: @escaping @Sendable () -> [String] = { [TokenBook.owner] }, open: @escaping Open
    ) {
        (self.mostIdle, self.people, self.open) = (mostIdle, people, open)
    }

    /// - Parameter makes: whether an index is made where there is none; else there is an empty one for the time being.
    func with<T>(_ person: String, makes: Bool = false, _ body: (Seat) throws -> T) throws -> T {
        guard TokenBook.isName(person) else { throw HTTPFault(.forbidden, "this token is of nobody") }
        let seat = try take(person, makes)
        let result = Result { try body(seat) }
        giveBack(person, seat)
        return try result.get()
    }

    /// Opens an index for work that nobody waits for: no seat of somebody who asks is given up for it.
    ///
    /// - Returns: nil where there is none.
    func aside<T>(_ person: String, _ body: (HouseholdIndex) throws -> T) throws -> T? {
        try open(person, false).map { try body($0.index) }
    }

    /// Opens the owner's index as often as it is asked at the same time, and has everything read that a first question needs.
    func warmUp(_ today: CivilDate, seats: Int) {
        guard let first = try? take(TokenBook.owner, false) else { return }
        var open = [first]
        // None is asked while another one is opened: what a new one finds is not what others keep (`Seat.answer`).
        if first.isKept { open += (1..<max(seats, 1)).compactMap { _ in try? take(TokenBook.owner, false) } }
        Background.each(open) { seat in try? seat.warmUp(today) }
        for seat in open { giveBack(TokenBook.owner, seat) }
    }

    private func take(_ person: String, _ makes: Bool) throws -> Seat {
        let idleSeat = idle.withLock { idle -> Seat? in
            idle.seats.lastIndex { $0.person == person }.map { idle.seats.remove(at: $0).seat }
        }
        if let idleSeat { return idleSeat }
        guard let opened = try open(person, makes) else {
            return Seat(try HouseholdIndex(path: ":memory:"), PurchaseSettings(), AnswerCache(), isKept: false)
        }
        let known = idle.withLock { idle -> AnswerCache in
            let entry = idle.answers[person] ?? (AnswerCache(), 0)
            idle.answers[person] = (entry.known, entry.seats + 1)
            return entry.known
        }
        return Seat(opened.index, opened.settings, known)
    }

    private func giveBack(_ person: String, _ seat: Seat) {
        // What others of the person's requests find is the file, once there is one.
        guard seat.isKept else { return }
        // What is closed is closed outside of the lock.
        _ = idle.withLock { idle -> Seat? in
            idle.seats.append((person, seat))
            guard idle.seats.count > mostIdle else { return nil }
            let (gone, seat) = idle.seats.removeFirst()
            if let entry = idle.answers[gone] {
                idle.answers[gone] = entry.seats > 1 ? (entry.known, entry.seats - 1) : nil
            }
            return seat
        }
    }
}
