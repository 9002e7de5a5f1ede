import Importing
import Ledger
import TestSupport
import Testing

@testable import Feeds

@Suite("Where a SimpleFIN connection goes on")
struct SimpleFINCursorTests {
    private let today = day("2026-10-31")
    private var newest: CivilDate { today.adding(days: 1 - SimpleFINCursor.longest) }

    /// What a reply tells of accounts, those with a problem among them.
    private func note(
        _ cursor: inout SimpleFINCursor, _ accounts: [String], troubled: [String] = [], on today: CivilDate,
        since: CivilDate? = nil
    ) throws -> CivilDate {
        var reader = SimpleFINReader(today: today)
        let list = accounts.map { #"{"id": "\#($0)", "conn_id": "B", "name": "\#($0)", "currency": "USD"}"# }
        try reader.read(try JSON.parse(#"{"accounts": [\#(list.joined(separator: ","))]}"#), isCurrent: true)
        let problems = troubled.map { FeedProblem(.relink, code: "con.auth", message: "", accounts: ["B/\($0)"]) }
        let first = SimpleFINCursor.start(today: today)
        cursor.note(reader, problems, today: today, from: first, since: since)
        // What is kept is all that counts.
        cursor = SimpleFINCursor(cursor.text)
        return first
    }

    /// The pieces up to the end, so many of which hold rows.
    private func walk(_ cursor: inout SimpleFINCursor, rows: Int, on today: CivilDate) -> [Range<Int32>] {
        var pieces: [Range<Int32>] = []
        while !cursor.isComplete, pieces.count < 500 {
            let piece = cursor.piece(today: today)
            pieces.append(piece)
            cursor.noteHistory(
                from: CivilDate(dayNumber: piece.lowerBound), isEmpty: pieces.count > rows, today: today)
            cursor = SimpleFINCursor(cursor.text)
        }
        return pieces
    }

    private func connected(_ accounts: [String] = ["a", "b"]) throws -> SimpleFINCursor {
        var cursor = SimpleFINCursor(nil)
        #expect(try note(&cursor, accounts, on: today) == newest)
        let pieces = walk(&cursor, rows: 5, on: today)
        #expect(pieces.count == 5 + SimpleFINCursor.emptyEnough)
        #expect(pieces.allSatisfy { (1...SimpleFINCursor.longest).contains($0.count) })
        #expect(pieces.first?.upperBound == newest.dayNumber)
        for (one, next) in zip(pieces, pieces.dropFirst()) { #expect(one.lowerBound == next.upperBound) }
        return cursor
    }

    @Test("After the history, each day is one request, and every two weeks the days of half a year are read again")
    func daily() throws {
        var cursor = try connected()
        for days in 1...100 {
            let day = today.adding(days: days)
            #expect(try note(&cursor, ["a", "b"], on: day) == SimpleFINCursor.start(today: day))
            #expect(cursor.isComplete == (days % 14 != 0))
            guard !cursor.isComplete else { continue }
            // What was told before is missing nowhere while it is read again.
            #expect(cursor.isAgain)
            let pieces = walk(&cursor, rows: .max, on: day)
            #expect(pieces.count == 3)
            #expect(pieces.last?.lowerBound == day.adding(days: -SimpleFINCursor.reviewed).dayNumber)
        }
    }

    @Test(
        "What is asked for again, or was never asked for, comes without gaps and once", arguments: [1, 46, 300, 2_000])
    func owed(_ days: Int) throws {
        for isSince in [true, false] {
            var cursor = try connected()
            let since = today.adding(days: 1 - days)
            let later = isSince ? today : today.adding(days: days)
            let first = try note(&cursor, ["a", "b"], on: later, since: isSince ? since : nil)
            let known = today.adding(days: -SimpleFIN.overlap)
            let isReviewed = !isSince && days >= 14
            let owed = isSince ? since : isReviewed ? min(known, later.adding(days: -SimpleFINCursor.reviewed)) : known
            if !cursor.isComplete { #expect(cursor.isAgain == (isSince || known >= first)) }
            let pieces = walk(&cursor, rows: .max, on: later)
            #expect(min(first.dayNumber, pieces.last?.lowerBound ?? first.dayNumber) == min(first, owed).dayNumber)
            #expect(first.dayNumber - min(first, owed).dayNumber == pieces.reduce(0) { $0 + $1.count })
            #expect(cursor.isComplete && cursor.until == nil)
        }
    }

    @Test("A bank that cannot be read for long costs no request until it can")
    func troubled() throws {
        var cursor = try connected()
        for days in stride(from: 1, through: 400, by: 1) {
            let day = today.adding(days: days)
            _ = try note(&cursor, ["a", "b"], troubled: ["b"], on: day)
            #expect(walk(&cursor, rows: .max, on: day).count == (days % 14 == 0 ? 3 : 0))
        }
        let day = today.adding(days: 401)
        _ = try note(&cursor, ["a", "b"], on: day)
        let pieces = walk(&cursor, rows: .max, on: day)
        #expect(pieces.last?.lowerBound == today.adding(days: -SimpleFIN.overlap).dayNumber)
        #expect(pieces.count == 9)
    }

    @Test("A day far back ends where there is nothing any more")
    func farBack() throws {
        var cursor = try connected()
        _ = try note(&cursor, ["a", "b"], on: today, since: day("1970-01-01"))
        #expect(walk(&cursor, rows: 5, on: today).count == 5 + SimpleFINCursor.emptyEnough)
    }

    @Test("Rows of more than a year ago come although nothing came since", arguments: [180, 300, 366, 400])
    func silent(_ days: Int) throws {
        var cursor = SimpleFINCursor(nil)
        _ = try note(&cursor, ["a"], on: today)
        let row = today.adding(days: -days).dayNumber
        while !cursor.isComplete, !cursor.piece(today: today).contains(row) {
            cursor.noteHistory(
                from: CivilDate(dayNumber: cursor.piece(today: today).lowerBound), isEmpty: true, today: today)
        }
        #expect(!cursor.isComplete)
    }

    @Test("What a bank that stood still did not tell comes once it goes on", arguments: [3, 46, 200])
    func stoodStill(_ days: Int) throws {
        func answer(_ cursor: inout SimpleFINCursor, on day: CivilDate, balance: CivilDate) throws -> [FeedProblem] {
            var reader = SimpleFINReader(today: day, told: cursor.told)
            let moment = Int64(balance.dayNumber) * 86_400 + 43_200
            try reader.read(
                try JSON.parse(
                    """
                    {"connections": [{"conn_id": "B", "org_name": "Cascade"}], "accounts": [{"id": "a", "conn_id": "B", "name": "A",
                    "currency": "USD", "balance": "1.00", "balance-date": \(moment)}]}
                    """), isCurrent: true)
            var pull = Pull()
            let first = SimpleFINCursor.start(today: day)
            reader.finish(&pull, listed: Period(first, day), isHistory: false)
            cursor.note(reader, pull.problems, today: day, from: first, since: nil)
            cursor = SimpleFINCursor(cursor.text)
            return pull.problems
        }
        var cursor = SimpleFINCursor(nil)
        #expect(try answer(&cursor, on: today, balance: today).isEmpty)
        _ = walk(&cursor, rows: 5, on: today)
        for passed in 1...days {
            let problems = try answer(&cursor, on: today.adding(days: passed), balance: today)
            #expect(problems.map(\.health) == (passed > 14 ? [.attention] : []))
            #expect(problems.allSatisfy { $0.message.contains("Cascade") && $0.message.contains("October 31") })
            _ = walk(&cursor, rows: .max, on: today.adding(days: passed))
        }
        let back = today.adding(days: days + 1)
        #expect(try answer(&cursor, on: back, balance: back).isEmpty)
        let last = walk(&cursor, rows: .max, on: back).last?.lowerBound ?? SimpleFINCursor.start(today: back).dayNumber
        #expect(last <= today.adding(days: -SimpleFIN.overlap).dayNumber)
        // From then on nothing is owed.
        let next = back.adding(days: 1)
        _ = try answer(&cursor, on: next, balance: next)
        #expect(cursor.isComplete)
    }

    @Test("Rows that cannot be read are counted and told")
    func unreadable() throws {
        var reader = SimpleFINReader(today: today)
        let rows =
            [#""id": "1", "amount": "1e3""#, #""id": "2", "amount": "NaN""#, #""id": "", "amount": "1.00""#]
            .map { "{\($0), \"posted\": 1793000000}" } + [#"{"id": "4", "amount": "1.00", "posted": 1793000000}"#]
        try reader.read(
            try JSON.parse(
                """
                {"accounts": [{"id": "a", "conn_id": "B", "name": "A", "currency": "USD",
                 "transactions": [\(rows.joined(separator: ","))]}]}
                """), isCurrent: true)
        var pull = Pull()
        reader.finish(&pull, listed: Period(day("2026-10-01"), day("2026-10-31")), isHistory: true)
        #expect(pull.update.added.count == 1)
        #expect(pull.problems.map(\.message) == ["3 transactions are left out: no readable day, amount, or id"])
    }
}
