import Importing
import Ledger
import Store
import TestSupport

/// Bank files of one household in which it is known what is doubtful, and what was really spent.
struct ReviewLedger {
    struct File {
        let name: String
        let account: String
        let type: AccountType
        var text: String
    }

    /// The files in the order of their import.
    private(set) var files: [File] = []
    /// Amounts in cents of what stands in two files under other texts or days.
    private(set) var duplicates: Set<Int64> = []
    /// Amounts of pending rows that were posted with another amount, and of those that never were.
    private(set) var settled: Set<Int64> = []
    private(set) var neverCharged: Set<Int64> = []
    /// How many transfers can go to several accounts.
    private(set) var transfers = 0
    /// What was spent in truth, in cents.
    private(set) var spent: Int64 = 0

    static let asOf = CivilDate(year: 2026, month: 10, day: 31)!
    private static let start = CivilDate(year: 2026, month: 3, day: 1)!

    private var random: SeededGenerator
    private var older = "Date,Description,Amount\n"
    private var newer = "Date,Description,Amount\n"
    private var card = "Transaction Date,Post Date,Description,Category,Type,Amount,Memo\n"
    private var laterCard = "Transaction Date,Post Date,Description,Category,Type,Amount,Memo\n"
    /// Every payment has another amount, so that an amount names it.
    private var nextAmount: Int64 = 1001

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        addPayments()
        addHabit()
        addPending()
        var savings = "Date,Description,Amount\n"
        var reserve = savings
        for month in 0..<4 {
            // Two transfers out of a day, one into each account: nothing tells which is which.
            let amount = 20_000 + Int64(month) * 500
            let day = ReviewLedger.start.adding(months: month)
            for number in 1...2 { older += line(day, "ONLINE TRANSFER REF \(number)", -amount) }
            savings += line(day, "TRANSFER FROM CHECKING", amount)
            reserve += line(day, "TRANSFER FROM CHECKING INTO RESERVE", amount)
            transfers += 1
        }
        files = [
            File(name: "older.csv", account: "Checking", type: .checking, text: older),
            File(name: "savings.csv", account: "Savings", type: .savings, text: savings),
            File(name: "reserve.csv", account: "Reserve", type: .savings, text: reserve),
            File(name: "newer.csv", account: "Checking", type: .checking, text: newer),
            File(name: "card.csv", account: "Card", type: .creditCard, text: card),
            File(name: "card-later.csv", account: "Card", type: .creditCard, text: laterCard),
        ]
    }

    private func line(_ day: CivilDate, _ text: String, _ cents: Int64) -> String {
        "\(day.iso),\(text),\(Money(cents, .usd).plainText)\n"
    }

    private mutating func amount() -> Int64 {
        nextAmount += Int64(random.roll(3...90))
        return nextAmount
    }

    /// Half a year in the older file; the newer one begins in its middle and writes some rows in another way.
    private mutating func addPayments() {
        let shops = ["KROGER", "TRADER JOE'S", "TARGET", "CHIPOTLE", "WALGREENS", "SHELL OIL", "REI"]
        for number in 0..<120 {
            let cents = amount()
            let day = ReviewLedger.start.adding(days: number * 3 / 2)
            let shop = shops[random.roll(0...6)]
            let text = "\(shop) #\(random.roll(100...999)) DAYTON OH"
            spent += cents
            older += line(day, text, -cents)
            guard number >= 60, number < 112 else { continue }
            if random.chance(20) {
                duplicates.insert(cents)
                newer += line(day.adding(days: random.roll(0...2)), "POS PURCHASE \(shop) CARD 99", -cents)
            } else {
                newer += line(day, text, -cents)
            }
        }
    }

    /// The same price on neighbouring days, on both sides of where the older file ends.
    private mutating func addHabit() {
        let end = ReviewLedger.start.adding(days: 179)
        for number in -6...6 {
            let text = line(end.adding(days: number), "STARBUCKS STORE 4411 DAYTON OH", -575)
            if number <= 0 { older += text }
            newer += text
            spent += 575
        }
    }

    private mutating func addPending() {
        for number in 0..<12 {
            let cents = amount()
            let day = ReviewLedger.start.adding(days: 14 + number * 13)
            let date = { (day: CivilDate) in day.iso }
            let text = "OLIVE GARDEN \(number) DAYTON OH"
            func row(_ cents: Int64, _ posted: CivilDate?) -> String {
                let type = posted == nil ? "Pending" : "Sale"
                return "\(date(day)),\(posted.map(date) ?? ""),\(text),,\(type),\(Money(-cents, .usd).plainText),\n"
            }
            card += row(cents, nil)
            switch number % 3 {
            case 0:
                // Posted as it was.
                laterCard += row(cents, day.adding(days: 2))
                spent += cents
            case 1:
                let whole = cents * Int64(random.roll(110...125)) / 100
                laterCard += row(whole, day.adding(days: random.roll(1...4)))
                settled.insert(cents)
                spent += whole
            default: neverCharged.insert(cents)
            }
        }
    }

    // MARK: In an index

    func bring(into index: HouseholdIndex) throws {
        for file in files { try bring(file, into: index) }
    }

    func bring(_ file: File, into index: HouseholdIndex) throws {
        var request = IngestRequest()
        request.account = file.account
        request.options.accountType = file.type
        _ = try Ingest(index, today: ReviewLedger.asOf).importBytes(
            StatementBytes(Array(file.text.utf8), path: file.name), request)
    }
}
