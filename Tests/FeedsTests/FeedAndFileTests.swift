import Importing
import Ledger
import Store
import Testing

@testable import Feeds

@Suite("Files and a connection of one account")
struct FeedAndFileTests {
    private func note(_ household: Household, _ cents: Int64, _ text: String = "for Ana") throws {
        let ids = try household.index.database.rows("SELECT id FROM txn WHERE amount = ?", [.int(cents)]) { $0.int(0) }
        _ = try household.index.correct(ids, Correction(notes: text), always: false)
    }

    private func update(_ added: [FeedUpdate.Row], removed: [String] = []) -> FeedUpdate {
        var update = FeedUpdate()
        update.accounts = [checking()]
        update.added = added
        update.removed = removed
        return update
    }

    @Test("A posted row that comes anew under another id keeps what the user said of it")
    func reissued() throws {
        let household = try Household()
        try household.apply(update([row("t1", "2026-10-20", -1_250)]))
        try note(household, -1_250)
        let report = try household.apply(update([row("t2", "2026-10-20", -1_250)], removed: ["t1"]))
        #expect((report.added, report.gone) == (0, 0))
        #expect(try household.rows().map { $0.hasSuffix("for Ana") } == [true])
        // The new id is the row's from now on.
        #expect(try household.apply(update([], removed: ["t1"])).gone == 0)
    }

    @Test("A wallet's file with some of the account's payments is none of it when the bank is seen first")
    func wallet() throws {
        let household = try Household()
        let days = (1...20).map { day("2026-10-01").adding(days: $0) }
        var file = "Date,Description,Amount\n"
        // Three payments are both's: the bank tells what the wallet took from it.
        for (number, day) in days.enumerated() {
            let cents = number % 7 == 0 ? 1_000 + number : 300 + number
            file += "\(day.iso),TAXI \(number),-\(Money(Int64(cents), .usd).plainText)\n"
        }
        try household.importCSV(file, account: "Wallet")
        let told = days.enumerated().map { number, day in
            row("t\(number)", day.iso, -Int64(number % 7 == 0 ? 1_000 + number : 5_000 + number), "SHOP \(number)")
        }
        try household.apply(update(told))
        #expect(try household.index.accounts.map(\.name) == ["Wallet", "Checking A"])
        #expect(try household.rows().count == 40)
        // The bank's own statement is its account at first sight.
        let other = try Household()
        let statement = told.map {
            "\($0.record.date.iso),POS \($0.id),\(Money($0.record.minorUnits, .usd).plainText)\n"
        }
        try other.importCSV("Date,Description,Amount\n" + statement.joined(), account: "Everyday")
        #expect(try other.apply(update(told)).added == 0)
        #expect(try other.index.accounts.map(\.name) == ["Everyday"])
    }

    @Test("A file's row takes the bank's category, unless the user or a rule of theirs decided", arguments: 0...3)
    func bankCategory(_ decided: Int) throws {
        let household = try Household()
        try household.importCSV(
            "Date,Description,Amount\n2026-10-20,ZORBLATT 17,-12.50\n2026-10-21,ZORBLATT 17,-3.00\n")
        let ids = try household.index.database.rows("SELECT id FROM txn ORDER BY day") { $0.int(0) }
        switch decided {
        case 1: _ = try household.index.correct([ids[0]], Correction(category: "gifts"), always: false)
        case 2: _ = try household.index.correct([ids[0]], Correction(category: "gifts"), always: true)
        case 3: _ = try household.index.correct([ids[0]], Correction(notes: "for Ana"), always: false)
        default: break
        }
        func told(_ id: String, _ date: String, _ cents: Int64) -> FeedUpdate.Row {
            var told = row(id, date, cents, "ZORBLATT SEVENTEEN")
            told.record.bankCategory = "FOOD_AND_DRINK_GROCERIES"
            return told
        }
        let imported = try ids.map { try #require(try household.index.transaction(id: $0)).category }
        let rows = [told("t1", "2026-10-20", -1_250), told("t2", "2026-10-21", -300)]
        let report = try household.apply(update(rows))
        let before = [["?", "?"], ["gifts", "?"], ["gifts", "gifts"], ["", "?"]][decided]
        let found = try ids.map { try #require(try household.index.transaction(id: $0)).category }
        for (category, expected) in zip(found, before) where !expected.isEmpty {
            #expect(category == (expected == "?" ? "groceries" : expected))
        }
        // What the user named by hand is theirs, whatever they changed of it.
        if decided == 3 { #expect(found[0] != "groceries") }
        #expect((report.added, report.updated) == (0, [2, 1, 0, 1][decided]))
        #expect(try household.apply(update(rows)).updated == 0)
        #expect(try household.spending() == (1_550, 1_550))
        #expect(try household.index.firstTotalFault() == nil)
        // Without the connection the rows are the file's again.
        _ = try household.index.removeConnection(household.connection.id, deletingRows: true)
        #expect(try ids.map { try #require(try household.index.transaction(id: $0)).category } == imported)
        #expect(try household.spending() == (1_550, 1_550))
    }

    @Test("A row of another merchant is none that went, though the amount is the same")
    func otherMerchant() throws {
        let household = try Household()
        try household.apply(update([row("t1", "2026-10-20", -1_250)]))
        let report = try household.apply(update([row("t2", "2026-10-20", -1_250, "HARDWARE")], removed: ["t1"]))
        #expect((report.added, report.gone) == (1, 1))
        #expect(try household.rows().map { $0.contains("Hardware") } == [true])
    }

    @Test("A hold that a file posted is the row that the connection posts")
    func postedByFile() throws {
        let household = try Household()
        try household.apply(update([row("p1", "2026-10-28", -1_250, isPending: true)]))
        try note(household, -1_250)
        try household.importCSV("Date,Description,Amount\n2026-10-30,CORNER DELI #7,-12.50\n")
        #expect(try household.rows().map { $0.contains("pending") } == [false])
        let report = try household.apply(
            update([row("t9", "2026-10-28", -1_250, posted: "2026-10-30", was: "p1")], removed: ["p1"]))
        #expect((report.added, report.gone) == (0, 0))
        #expect(try household.rows().map { $0.hasSuffix("for Ana") } == [true])
        // The row is the file's, and stays what the file says.
        #expect(try household.apply(update([row("t9", "2026-10-28", -1_250, posted: "2026-10-30")])).updated == 0)
    }

    @Test("A hold that a file posted under another text is the row that the bank lists")
    func postedByFileListed() throws {
        let household = try Household()
        try household.list([row("p1", "2026-10-28", -1_250, isPending: true)])
        try household.importCSV("Date,Description,Amount\n2026-10-28,CORNER DELI #7 PORTLAND OR,-12.50\n")
        #expect(try household.rows().map { $0.contains("pending") } == [false])
        let report = try household.list([row("t9", "2026-10-28", -1_250, posted: "2026-10-30")])
        #expect((report.added, report.gone) == (0, 0))
        #expect(try household.rows().count == 1)
    }

    @Test("A file that comes after a connection brings nothing twice, however it words its rows")
    func fileAfter() throws {
        let household = try Household()
        try household.list([
            row("1", "2026-10-02", -1_250, posted: "2026-10-03"), row("2", "2026-10-05", -525, "BLUE HERON COFFEE"),
            row("3", "2026-10-05", -525, "BLUE HERON COFFEE"),
        ])
        let csv = """
            Date,Description,Amount
            2026-09-20,BEFORE THE BANK,-3.00
            2026-10-03,POS DEBIT 4471 CORNER DELI,-12.50
            2026-10-05,SQ *HERON,-5.25
            2026-10-05,SQ *HERON,-5.25
            2026-10-05,SQ *HERON,-5.25

            """
        #expect(try household.importCSV(csv) == 2)
        #expect(try household.importCSV(csv) == 0)
        #expect(try household.spending().rows == 300 + 1_250 + 3 * 525)
        // Neither does the connection afterwards.
        let report = try household.list([row("1", "2026-10-02", -1_250, posted: "2026-10-03")])
        #expect((report.added, report.updated) == (0, 0))
    }

    @Test("The same coffee on days in a row is paired as often as it can be", arguments: [true, false], [true, false])
    func crossing(_ isFileFirst: Bool, _ isPostingDay: Bool) throws {
        let days = (1...6).map { day("2026-10-01").adding(days: $0) }
        for order in [days, days.reversed()] {
            let household = try Household()
            let lines = days.reversed().map {
                "\((isPostingDay ? $0.adding(days: 2) : $0).iso),SQ *BLUE HERON,-5.25\n"
            }
            let csv = "Date,Description,Amount\n" + lines.joined()
            if isFileFirst { try household.importCSV(csv) }
            try household.list(
                order.map { row("t\($0.iso)", $0.iso, -525, "BLUE HERON", posted: $0.adding(days: 2).iso) })
            if !isFileFirst { try household.importCSV(csv) }
            #expect(try household.rows().count == 6)
        }
    }

    @Test(
        "The same coffee every day, told in pieces from new to old, and in a file that is longer",
        arguments: [true, false], [true, false])
    func piecesOfCoffee(_ isFileFirst: Bool, _ isPostingDay: Bool) throws {
        let household = try Household()
        let days = (0..<60).map { day("2026-08-20").adding(days: $0) }
        let lines = days.map { "\((isPostingDay ? $0.adding(days: 2) : $0).iso),BLUE HERON,-5.25\n" }
        let csv = "Date,Description,Amount\n" + lines.joined()
        if isFileFirst { try household.importCSV(csv) }
        // What the connection knows begins later and ends earlier than the file.
        for piece in stride(from: 50, to: 10, by: -10) {
            var update = FeedUpdate()
            update.accounts = [checking()]
            update.added = days[(piece - 10)..<piece].reversed().map {
                row("t\($0.iso)", $0.iso, -525, "BLUE HERON", posted: $0.adding(days: 2).iso)
            }
            try household.apply(update)
        }
        if !isFileFirst { try household.importCSV(csv) }
        #expect(try household.rows().count == 60)
        #expect(try household.importCSV(csv) == 0)
        #expect(try household.importCSV(csv, named: "again") == 0)
    }

    @Test("Rows of files stay when the connection says that they are gone; what was said of others stays too")
    func goneRows() throws {
        let household = try Household()
        try household.importCSV("Date,Description,Amount\n2026-10-03,CORNER DELI #7,-12.50\n2026-10-04,X,-1.00\n")
        try household.apply(
            update([
                row("1", "2026-10-03", -1_250), row("2", "2026-10-08", -700, "LIBRARY"),
                row("3", "2026-10-09", -900, "HARDWARE"),
            ]))
        try note(household, -700)
        let report = try household.apply(update([], removed: ["1", "2", "3"]))
        #expect(report.gone == 2)
        #expect(report.notes.contains { $0.contains("1 transaction") && $0.contains("doesn't count") })
        let rows = try household.rows()
        #expect(rows.count == 3 && !rows.contains { $0.contains("Hardware") })
        #expect(rows.contains { $0.contains("-7.00") && $0.contains("excluded") && $0.hasSuffix("for Ana") })
        #expect(try household.spending().totals == 1_350)
    }

    @Test(
        "Rows whose days moved into one another's place are the file's again when the connection goes", arguments: 1...3
    )
    func movedDays(_ syncs: Int) throws {
        let household = try Household()
        let days = (0..<12).map { day("2026-10-01").adding(days: $0) }
        let csv = "Date,Description,Amount\n" + days.map { "\($0.iso),BLUE HERON,-5.25\n" }.joined()
        func all() throws -> [String] {
            try household.index.database.rows("SELECT day, posted_day, occurrence FROM txn ORDER BY day") {
                "\($0.int(0)) \($0.optionalInt(1) ?? -1) \($0.int(2))"
            }
        }
        try household.importCSV(csv)
        let before = try all()
        for piece in 0..<syncs {
            let part = days.enumerated().filter { $0.offset % syncs == piece }.map(\.element)
            try household.apply(
                update(part.map { row("t\($0.iso)", $0.adding(days: -1).iso, -525, "HERON", posted: $0.iso) }))
        }
        #expect(try all() != before)
        _ = try household.index.removeConnection(household.connection.id, deletingRows: true)
        #expect(try all() == before)
        #expect(try household.importCSV(csv) == 0)
        #expect(try household.index.firstTotalFault() == nil)
    }

    @Test("Rows of a connection that a file has too are counted as the file's, and stay as it has them")
    func recognized() throws {
        let household = try Household()
        let days = (0..<20).map { day("2026-10-01").adding(days: $0) }
        try household.apply(
            update(days.map { row("t\($0.iso)", $0.iso, -525, "HERON", posted: $0.adding(days: 1).iso) }))
        let lines = days.map { "\($0.adding(days: 1).iso),SQ *BLUE HERON,-5.25\n" }
        try household.importCSV("Date,Description,Amount\n" + lines.joined())
        #expect(try household.index.imports().map(\.kept) == [20])
        #expect(try household.index.removeConnection(household.connection.id, deletingRows: true) == 0)
        let left = try household.index.database.rows(
            "SELECT t.day, d.description FROM txn t JOIN document d ON d.id = t.document_id WHERE t.posted_day IS NULL ORDER BY 1"
        ) { "\($0.day(0).iso),\($0.text(1)),-5.25\n" }
        #expect(left == lines)
        #expect(try household.index.imports().map(\.kept) == [20])
        #expect(try household.index.firstTotalFault() == nil)
    }

    @Test(
        "What a file says goes over to an equal row that was a hold, to one whose own word goes on, and from one whose amount changed"
    )
    func wordsGoOver() throws {
        let household = try Household()
        try household.apply(
            update([
                row("a", "2026-10-05", -525), row("h", "2026-10-07", -525, isPending: true),
                row("c", "2026-10-12", -525),
            ])
        )
        try household.apply(update([row("b", "2026-10-07", -525, was: "h")], removed: ["h"]))
        let lines = ["2026-10-05,POS 17,-5.25\n", "2026-10-07,POS 18,-5.25\n"]
        try household.importCSV("Date,Description,Amount\n" + lines.joined())
        // Of three coffees the file has two; the one that it seemed to have becomes another amount and goes.
        var changed = update([])
        changed.modified = [row("a", "2026-10-05", -532)]
        try household.apply(changed)
        try household.apply(update([], removed: ["a"]))
        #expect(try household.spending() == (1_050, 1_050))
        _ = try household.index.removeConnection(household.connection.id, deletingRows: true)
        #expect(try household.rows().map { $0.prefix(10) } == ["2026-10-05", "2026-10-07"])
        #expect(try household.importCSV("Date,Description,Amount\n" + lines.joined()) == 0)
        #expect(try household.index.firstTotalFault() == nil)
    }

    @Test("What the user said of a row that a file has too stays with it when the connection goes")
    func ownWords() throws {
        let household = try Household()
        try household.apply(update([row("a", "2026-10-05", -525), row("b", "2026-10-25", -900)]))
        try household.importCSV("Date,Description,Amount\n2026-10-05,POS 17,-5.25\n")
        let ids = try household.index.database.rows("SELECT id FROM txn WHERE amount = -525") { $0.int(0) }
        _ = try household.index.correct(ids, Correction(category: "gifts", notes: "with Ana"), always: false)
        #expect(try household.index.removeConnection(household.connection.id, deletingRows: true) == 1)
        let left = try #require(try household.rows().first)
        #expect(left.contains("gifts") && left.contains("with Ana"))
    }

    @Test("The only row that a file may mean stays when the bank takes all of them back")
    func onlyOneLeft() throws {
        let household = try Household()
        try household.apply(update([row("a", "2026-10-05", -525), row("b", "2026-10-07", -525)]))
        try household.importCSV("Date,Description,Amount\n2026-10-05,POS 17,-5.25\n")
        #expect(try household.apply(update([], removed: ["a"])).gone == 1)
        try household.apply(update([], removed: ["b"]))
        #expect(try household.spending() == (525, 525))
        _ = try household.index.removeConnection(household.connection.id, deletingRows: true)
        #expect(try household.rows().map { $0.prefix(10) } == ["2026-10-05"])
    }

    @Test("Taking a file back leaves the rows that the connection tells too")
    func fileTakenBack() throws {
        let household = try Household()
        try household.importCSV("Date,Description,Amount\n2026-10-03,CORNER DELI #7,-12.50\n2026-09-04,X,-1.00\n")
        try household.list([row("1", "2026-10-03", -1_250)])
        #expect(try household.index.removeImport(1)?.removed == 1)
        #expect(try household.rows().map { $0.prefix(10) } == ["2026-10-03"])
        #expect(try household.list([row("1", "2026-10-03", -1_250)]).known == 1)
        #expect(try household.index.firstTotalFault() == nil)
    }

    @Test("Posted on another day: the row holds the day that the bank says last")
    func postedDay() throws {
        let household = try Household()
        try household.apply(update([row("1", "2026-10-05", -1_250, posted: "2026-10-07")]))
        var change = update([])
        change.modified = [row("1", "2026-10-09", -1_250)]
        #expect(try household.apply(change).updated == 1)
        #expect(
            try household.index.database.first("SELECT day, coalesce(posted_day, day) FROM txn") {
                "\($0.day(0).iso) \($0.day(1).iso)"
            } == "2026-10-09 2026-10-09")
    }

    @Test("A balance that no account holds is told, and everything else is kept")
    func absurdBalance() throws {
        let household = try Household()
        var absurd = update([row("1", "2026-10-05", -1_250)])
        absurd.accounts = [checking(balance: 81_234_567_890_123_440), checking("B", balance: 700)]
        let report = try household.apply(absurd)
        #expect(report.added == 1)
        #expect(report.notes.contains { $0.contains("Checking A") && $0.contains("balance") })
        #expect(try household.rows().count == 1)
    }
}
