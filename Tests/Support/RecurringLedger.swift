import Ledger
import Retrieval

/// A household's rows of two years with the streams that are in them.
public struct RecurringLedger {
    /// What a detector has to find.
    public struct Truth: Hashable, Sendable {
        public let merchant: String
        public let cadence: Cadence
        /// Of the last charge, negative = money out.
        public let amount: Int64
    }

    public static let asOf = CivilDate(year: 2026, month: 10, day: 31)!
    public static let start = CivilDate(year: 2024, month: 11, day: 1)!

    public private(set) var rows: [RecurringRow] = []
    public private(set) var truth: Set<Truth> = []
    private var dice: SeededGenerator

    public init(seed: UInt64) {
        dice = SeededGenerator(seed: seed)
        addSubscriptions()
        addBills()
        addPay()
        addTraps()
        addVisits()
    }

    private mutating func add(
        _ date: CivilDate, _ merchant: String, _ category: String, _ amount: Int64, kind: TransactionKind = .expense
    ) {
        guard date >= RecurringLedger.start, date <= RecurringLedger.asOf else { return }
        rows.append(
            RecurringRow(
                id: Int64(rows.count + 1), date: date, merchant: merchant, account: "Checking", category: category,
                amount: Money(amount, .usd), kind: kind))
    }

    private mutating func expect(_ merchant: String, _ cadence: Cadence, amount: Int64) {
        truth.insert(Truth(merchant: merchant, cadence: cadence, amount: amount))
    }

    // MARK: Days

    private static func day(_ day: Int, monthsAfterStart months: Int) -> CivilDate {
        let first = start.adding(months: months)
        return first.adding(days: min(day, first.endOfMonth.day) - 1)
    }

    private static func onWorkday(_ date: CivilDate, later: Bool) -> CivilDate {
        var date = date
        while date.weekday > 5 { date = date.adding(days: later ? 1 : -1) }
        return date
    }

    // MARK: Streams

    private mutating func addSubscriptions() {
        let categories = ["streaming", "music", "software", "fitness", "games", "other"]
        for number in 1...6 {
            let merchant = "Service \(number)"
            var price = Int64(dice.roll(3...60)) * 100 - 1
            let day = dice.roll(1...31)
            let isShifted = dice.chance(40)
            let rise = dice.chance(40) ? dice.roll(4...20) : 99
            let skipped = dice.chance(25) ? dice.roll(5...18) : 99
            let moved = dice.chance(20) ? dice.roll(6...16) : 99
            let last = dice.chance(20) ? dice.roll(8...20) : 23
            let first = dice.chance(20) ? dice.roll(15...20) : 0
            guard last - first >= 4 else { continue }
            let category = categories[dice.roll(0...5)]
            var charged: Int64 = 0
            for month in first...last where month != skipped {
                if month == rise { price = price * Int64(dice.roll(105...122)) / 100 }
                let date = RecurringLedger.day(month >= moved ? (day + 12) % 28 + 1 : day, monthsAfterStart: month)
                let shifted = isShifted ? RecurringLedger.onWorkday(date, later: true) : date
                guard shifted <= RecurringLedger.asOf else { continue }
                add(shifted, merchant, category, -price)
                charged = -price
            }
            expect(merchant, .monthly, amount: charged)
        }
        addLongCadences()
        addSharedMerchants()
    }

    private mutating func addLongCadences() {
        for (name, step, cadence) in [
            ("Annual", 12, Cadence.yearly), ("Termly", 3, .quarterly), ("Insurer", 6, .halfYearly),
        ] {
            var price = Int64(dice.roll(30...400)) * 100
            let day = dice.roll(1...28)
            let category = cadence == .halfYearly ? "insurance" : cadence == .yearly ? "software" : "storage"
            var charged: Int64 = 0
            for month in stride(from: dice.roll(0...(step - 1)), through: 23, by: step) {
                if dice.chance(40) { price = price * Int64(dice.roll(101...110)) / 100 }
                let date = RecurringLedger.day(day, monthsAfterStart: month).adding(days: dice.roll(0...1))
                add(date, name, category, -price)
                if date <= RecurringLedger.asOf { charged = -price }
            }
            expect(name, cadence, amount: charged)
        }
    }

    /// Two lines of one phone company, and an app store with two subscriptions among single purchases.
    private mutating func addSharedMerchants() {
        let first = Int64(dice.roll(35...60)) * 100
        let second = first * Int64(dice.roll(112...180)) / 100
        let day = dice.roll(1...12)
        let distance = dice.chance(50) ? 0 : dice.roll(1...15)
        for month in 0...23 {
            add(RecurringLedger.day(day, monthsAfterStart: month), "Two Lines", "phone", -first)
            add(RecurringLedger.day(day + distance, monthsAfterStart: month), "Two Lines", "phone", -second)
        }
        expect("Two Lines", .monthly, amount: -first)
        expect("Two Lines", .monthly, amount: -second)
        for month in 0...23 {
            add(RecurringLedger.day(15, monthsAfterStart: month), "App Store", "software", -299)
            add(RecurringLedger.day(22, monthsAfterStart: month), "App Store", "software", -1099)
            if dice.chance(50) {
                let date = RecurringLedger.day(dice.roll(1...28), monthsAfterStart: month)
                add(date, "App Store", "software", -Int64(dice.roll(1...29)) * 100 + 1)
            }
        }
        expect("App Store", .monthly, amount: -299)
        expect("App Store", .monthly, amount: -1099)
    }

    private mutating func addBills() {
        var rent = Int64(dice.roll(900...3000)) * 100
        var power: Int64 = 0
        let rise = dice.roll(6...18)
        let powerDay = dice.roll(3...24)
        let water = Int64(dice.roll(40...90)) * 100
        var waterCharge: Int64 = 0
        for month in 0...23 {
            if month == rise { rent = rent * 104 / 100 }
            add(RecurringLedger.day(1, monthsAfterStart: month), "Landlord", "rent", -rent)
            let season: [Int64] = [90, 110, 140, 150, 130, 100, 80, 90, 120, 150, 140, 110]
            power = Int64(dice.roll(60...75)) * season[month % 12]
            let date = RecurringLedger.day(powerDay, monthsAfterStart: month).adding(days: dice.roll(-1...2))
            add(RecurringLedger.onWorkday(date, later: true), "Power", "electricity", -power)
            add(
                RecurringLedger.onWorkday(RecurringLedger.day(20, monthsAfterStart: month), later: true), "Car Loan",
                "car_payment", -31_250)
            if month % 2 == 0 {
                waterCharge = water + Int64(dice.roll(-900...900))
                add(RecurringLedger.day(17, monthsAfterStart: month), "Water", "water", -waterCharge)
            }
        }
        expect("Landlord", .monthly, amount: -rent)
        expect("Power", .monthly, amount: -power)
        expect("Car Loan", .monthly, amount: -31_250)
        expect("Water", .bimonthly, amount: -waterCharge)
        if dice.chance(50) {
            let price = -Int64(dice.roll(50...120)) * 100
            weekly(every: 7, "Cleaner", "people", price, kind: .expense)
            expect("Cleaner", .weekly, amount: price)
        }
    }

    private mutating func weekly(
        every step: Int, _ merchant: String, _ category: String, _ amount: Int64, kind: TransactionKind
    ) {
        var date = RecurringLedger.start.adding(days: dice.roll(0...6))
        while date <= RecurringLedger.asOf {
            add(date, merchant, category, amount, kind: kind)
            date = date.adding(days: step)
        }
    }

    private mutating func addPay() {
        let pay = Int64(dice.roll(150_000...350_000))
        if dice.chance(50) {
            weekly(every: 14, "Employer A", "salary", pay, kind: .income)
            expect("Employer A", .biweekly, amount: pay)
        } else {
            let days = dice.chance(50) ? (15, 31) : (dice.chance(50) ? (1, 16) : (5, 20))
            for month in 0...23 {
                for day in [days.0, days.1] {
                    let date = RecurringLedger.onWorkday(
                        RecurringLedger.day(day, monthsAfterStart: month), later: false)
                    add(date, "Employer A", "salary", pay, kind: .income)
                }
            }
            expect("Employer A", .semimonthly, amount: pay)
        }
        // Paid by the hour.
        var date = RecurringLedger.start.adding(days: 5)
        var last: Int64 = 0
        while date <= RecurringLedger.asOf {
            last = Int64(dice.roll(60_000...85_000))
            add(date, "Employer B", "salary", last, kind: .income)
            date = date.adding(days: 14)
        }
        expect("Employer B", .biweekly, amount: last)
    }

    /// Streams that come a little off their days or prices.
    private mutating func addTraps() {
        let charge = Int64(dice.roll(4000...12_000))
        var metered: Int64 = 0
        for month in 0...23 {
            let isSummer = (7...9).contains(month % 12)
            add(
                RecurringLedger.day(12, monthsAfterStart: month).adding(days: dice.roll(-2...3)), "Jittery", "other",
                -1299)
            metered = charge * Int64(dice.roll(80...120)) / 100
            add(
                RecurringLedger.day(9, monthsAfterStart: month).adding(days: dice.roll(-1...1)), "Metered", "other",
                -metered)
            let end = RecurringLedger.day(31, monthsAfterStart: month)
            add(RecurringLedger.onWorkday(end, later: false), "Office", "salary", 310_000, kind: .income)
            add(RecurringLedger.day(3, monthsAfterStart: month), "Promo", "streaming", month < 4 ? -999 : -1999)
            add(RecurringLedger.day(18, monthsAfterStart: month), "Gym", "fitness", -2499)
            if month % 12 == 2 { add(RecurringLedger.day(1, monthsAfterStart: month), "Gym", "fitness", -4900) }
            if !isSummer { add(RecurringLedger.day(5, monthsAfterStart: month), "School", "education", -28_000) }
            if month != 9, month != 10 {
                add(RecurringLedger.day(7, monthsAfterStart: month), "Cover", "insurance", -6150)
            }
        }
        expect("Jittery", .monthly, amount: -1299)
        expect("Metered", .monthly, amount: -metered)
        expect("Office", .monthly, amount: 310_000)
        expect("Promo", .monthly, amount: -1999)
        expect("Gym", .monthly, amount: -2499)
        expect("School", .monthly, amount: -28_000)
        expect("Cover", .monthly, amount: -6150)
        // Fridays, a holiday's pay a day earlier.
        for number in 0...51 {
            let date = RecurringLedger.start.adding(days: number * 14)
            add(number % 17 == 4 ? date.adding(days: -1) : date, "Works", "salary", 180_000, kind: .income)
        }
        expect("Works", .biweekly, amount: 180_000)
    }

    // MARK: What is no stream

    private mutating func addVisits() {
        visits("Supermarket", "groceries", every: 6...8, price: 4000...16_000)
        visits("Corner Shop", "groceries", every: 3...11, price: 800...6000)
        visits("Fuel Stop", "fuel", every: 7...10, price: 3600...4400)
        visits("Warehouse Club", "groceries", every: 27...34, price: 12_000...30_000)
        visits("Pharmacy", "pharmacy", every: 20...45, price: 500...6000)
        visits("Bistro", "restaurants", every: 5...40, price: 2500...9000)
        visits("Online Shop", "online_shopping", every: 1...9, price: 500...12_000)
        visits("Barber", "hair_beauty", every: 24...45, price: 3000...3000)
        visits("Market", "groceries", every: 7...7, price: 4500...6500)
        visits("Lunch", "restaurants", every: 7...7, price: 1150...1150)
        visits("Garage", "parking", every: 2...9, price: 1200...1200)
        visits("Cash Machine", "cash", every: 27...33, price: 6000...6000)
        visits("Friend", "people", every: 12...60, price: 1000...9000)
        let menu: [Int64] = [-425, -575, -575, -650, -795]
        var date = RecurringLedger.start
        while date <= RecurringLedger.asOf {
            if date.weekday == 5 || dice.chance(20) { add(date, "Cafe", "coffee", menu[dice.roll(0...4)]) }
            date = date.adding(days: 1)
        }
        for number in 1...30 {
            for _ in 1...dice.roll(1...3) {
                let date = RecurringLedger.start.adding(days: dice.roll(0...729))
                add(date, "Shop \(number)", "department_stores", -Int64(dice.roll(800...15_000)))
            }
        }
        for month in 0...23 {
            add(
                RecurringLedger.day(25, monthsAfterStart: month), "Card Payment", "card_payment", -90_000,
                kind: .transfer)
        }
    }

    private mutating func visits(
        _ merchant: String, _ category: String, every days: ClosedRange<Int>, price: ClosedRange<Int>
    ) {
        var date = RecurringLedger.start.adding(days: dice.roll(0...5))
        while date <= RecurringLedger.asOf {
            add(date, merchant, category, -Int64(dice.roll(price)))
            date = date.adding(days: dice.roll(days))
        }
    }
}
