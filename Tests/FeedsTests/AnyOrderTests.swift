import Importing
import Ledger
import Store
import TestSupport
import Testing

@testable import Feeds

/// Purchases of one account over a year, as its bank tells of them and as its statements do.
private struct Account {
    struct Purchase {
        let number: Int
        let made: CivilDate
        let posted: CivilDate
        let cents: Int64
        let shop: Int
    }

    let purchases: [Purchase]

    init(_ random: inout SeededGenerator) {
        var purchases: [Purchase] = []
        for day in 0..<400 {
            for _ in 0..<random.roll(0...2) {
                // The same coffee on many days, and amounts of their own.
                let isCoffee = random.chance(40)
                let made = Self.first.adding(days: day)
                purchases.append(
                    Purchase(
                        number: purchases.count, made: made, posted: made.adding(days: random.roll(0...3)),
                        cents: isCoffee ? -525 : -Int64(random.roll(300...9_000)),
                        shop: isCoffee ? 0 : random.roll(1...5)))
            }
        }
        self.purchases = purchases
    }

    static let first = day("2025-09-20")

    func told(_ period: Range<Int>) -> FeedUpdate {
        var update = FeedUpdate()
        update.accounts = [checking()]
        update.added = among(period).reversed().map {
            row(
                "t\($0.number)", $0.made.iso, $0.cents, "SHOP \($0.shop)",
                posted: $0.posted == $0.made ? nil : $0.posted.iso)
        }
        return update
    }

    func statement(_ period: Range<Int>, _ dates: StatementDates) -> String {
        let lines = among(period).map { purchase in
            let amount = "-\(-purchase.cents / 100).\(-purchase.cents % 100 < 10 ? "0" : "")\(-purchase.cents % 100)"
            return dates.cells(made: purchase.made, posted: purchase.posted)
                + ",POS DEBIT SHOP NO \(purchase.shop),\(amount)\n"
        }
        return dates.columns + ",Description,Amount\n" + lines.joined()
    }

    func among(_ period: Range<Int>) -> [Purchase] {
        purchases.filter { period.contains($0.posted.days(since: Self.first)) }
    }
}

@Suite("Statements and a bank's answers of one account, in any order")
struct AnyOrderTests {
    private enum Step {
        case told(Range<Int>)
        case statement(Range<Int>, String)
    }

    private func run(_ steps: [Step], _ account: Account, _ dates: StatementDates) throws -> Household {
        let household = try Household()
        for step in steps {
            switch step {
            case .told(let period): try household.apply(account.told(period))
            case .statement(let period, let name):
                try household.importCSV(account.statement(period, dates), account: nil, named: name)
            }
            #expect(try household.index.firstTotalFault() == nil)
        }
        return household
    }

    private func state(_ household: Household) throws -> [String] {
        try household.index.database.rows(
            "SELECT day, coalesce(posted_day, day), amount FROM txn"
        ) { "\($0.day(0).iso) \($0.day(1).iso) \($0.int(2))" }.sorted()
    }

    @Test("Each row is there once, with the same days", arguments: 1...8, StatementDates.allCases)
    private func once(_ seed: Int, _ dates: StatementDates) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let account = Account(&random)
        // The bank begins with what is newest; statements of years overlap, and end where it has not told anything yet.
        let told = [370..<410, 250..<370, 120..<250].map { Step.told($0) }
        var files = [Step.statement(0..<200, "january"), .statement(150..<330, "june"), .statement(290..<400, "today")]
        let expected = account.among(0..<410).map { purchase in
            let isTold = purchase.posted.days(since: Account.first) >= 120
            let (made, posted) = (purchase.made.iso, purchase.posted.iso)
            let days = isTold || dates == .both ? [made, posted] : dates == .made ? [made, made] : [posted, posted]
            return "\(days[0]) \(days[1]) \(purchase.cents)"
        }.sorted()
        for _ in 0..<2 {
            var steps: [Step] = []
            var (answers, statements) = (told, files)
            while !answers.isEmpty || !statements.isEmpty {
                if statements.isEmpty || !answers.isEmpty && random.chance(50) {
                    steps.append(answers.removeFirst())
                } else {
                    steps.append(statements.removeFirst())
                }
            }
            let household = try run(steps, account, dates)
            #expect(try household.index.accounts.count == 1)
            let state = try state(household)
            // Which coffee is which may be open where answers and statements begin and end.
            func isCoffee(_ row: String) -> Bool { row.hasSuffix(" -525") }
            #expect(state.filter { !isCoffee($0) } == expected.filter { !isCoffee($0) })
            #expect(abs(state.count(where: isCoffee) - expected.count(where: isCoffee)) <= 1)
            files.shuffle(using: &random)
            // Once more, nothing is new.
            for case .statement(let period, let name) in files {
                #expect(
                    try household.importCSV(account.statement(period, dates), account: nil, named: name) == 0)
            }
            for case .told(let period) in told { #expect(try household.apply(account.told(period)).added == 0) }
            #expect(try self.state(household) == state)
        }
    }

    /// Dinners with amounts of their own; the file has the days of their posting.
    private static let dinners = (1...6).map { number in
        (made: day("2026-10-01").adding(days: 3 * number), cents: Int64(-1_000 - 111 * number))
    }

    private var answer: FeedUpdate {
        var update = FeedUpdate()
        update.accounts = [checking()]
        update.added = Self.dinners.map {
            row("t\($0.cents)", $0.made.iso, $0.cents, "NOODLE HOUSE", posted: $0.made.adding(days: 2).iso)
        }
        return update
    }

    private let file =
        "Date,Description,Amount\n"
        + dinners.map { "\($0.made.adding(days: 2).iso),POS NOODLES,\(Money($0.cents, .usd).plainText)\n" }.joined()

    @Test(
        "Accounts that are joined by name have each row once, whichever day each source told", arguments: [true, false])
    func renamed(_ isFileKept: Bool) throws {
        let household = try Household()
        // Too few at first for anybody to see that they are one.
        var first = answer
        first.added = Array(first.added.prefix(2))
        try household.apply(first)
        try household.importCSV(String(file.prefix { $0 != "\n" }) + "\n" + rowsOfFile(2), account: "Everyday")
        #expect(try household.index.accounts.count == 2)
        let names = isFileKept ? ("Checking A", "Everyday") : ("Everyday", "Checking A")
        #expect(try household.index.renameAccount(names.0, to: names.1).dropped == 2)
        #expect(try household.rows().map { $0.prefix(10) } == ["2026-10-04", "2026-10-07"])
        #expect(try household.apply(answer).added == 4)
        #expect(try household.index.firstTotalFault() == nil)
    }

    private func rowsOfFile(_ count: Int) -> String {
        file.split(separator: "\n").dropFirst().prefix(count).joined(separator: "\n") + "\n"
    }

    @Test("A file's rows stay when the bank goes with its rows, whichever came first", arguments: [true, false])
    func disconnected(_ isFileFirst: Bool) throws {
        let household = try Household()
        if isFileFirst { try household.importCSV(file) }
        try household.apply(answer)
        if !isFileFirst { #expect(try household.importCSV(file) == 0) }
        let told = try household.rows()
        #expect(told.count == 6)
        #expect(told.first?.prefix(10) == "2026-10-04")
        _ = try household.index.removeConnection(household.connection.id, deletingRows: true)
        #expect(try household.rows().count == 6)
        #expect(try household.importCSV(file) == 0)
        #expect(try household.index.firstTotalFault() == nil)
    }

    @Test("Taking the file back leaves the bank's rows as the bank tells them")
    func takenBack() throws {
        let household = try Household()
        try household.apply(answer)
        let before = try household.rows()
        try household.importCSV(file)
        let number = try #require(try household.index.imports().first?.number)
        #expect(try household.index.removeImport(number)?.removed == 0)
        #expect(try household.rows() == before)
        #expect(try household.apply(answer).known == 6)
    }
}
