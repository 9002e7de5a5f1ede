import Advice
import Coaching
import Importing
import Ledger
import Retrieval
import Store
import TestSupport
import Testing

/// What is promised to change a verdict does, and the same is said in a conversation and by the command.
@Suite struct PurchasePromiseTests {
    /// A household of a seed: pay, rent, everyday purchases, a card, savings, limits.
    private static func ledger(_ seed: UInt64) throws -> WrittenLedger {
        var random = SeededGenerator(seed: seed)
        let ledger = try WrittenLedger(asOf: "2026-10-\(Int.random(in: 10...31, using: &random))")
        let start = ledger.asOf.adding(days: -200)
        var rows: [(day: CivilDate, text: String)] = []
        var card: [(day: CivilDate, text: String)] = []
        let shops = ["STEAMGAMES.COM", "TRADER JOE S #12", "STARBUCKS STORE", "TARGET 00012", "SHELL OIL 5512"]
        let pay = Int.random(in: 900...2500, using: &random)
        for number in 0...200 {
            let day = start.adding(days: number)
            if number % 14 == 3 { rows.append((day, "ACME TOOLS PAYROLL DIRECT DEP,\(pay).00")) }
            if day.day == 2 { rows.append((day, "LANDLORD RENT,-\(pay * 7 / 10).00")) }
            if day.day == 14 { rows.append((day, "CARDMEMBER SERV WEB PYMT,-80.00")) }
            if day.day == 14 { card.append((day, "PAYMENT THANK YOU,80.00")) }
            for shop in shops where Int.random(in: 0..<6, using: &random) == 0 {
                let text = "\(shop),-\(Int.random(in: 3...60, using: &random)).00"
                if Int.random(in: 0..<4, using: &random) == 0 {
                    card.append((day, text))
                } else {
                    rows.append((day, text))
                }
            }
        }
        try ledger.bring("Checking", .checking, rows.map { "\($0.day.iso),\($0.text)" })
        try ledger.bring("Card", .creditCard, card.map { "\($0.day.iso),\($0.text)" })
        let end = ledger.asOf.iso
        try ledger.tell("Checking", Int64.random(in: -5000...300_000, using: &random), on: end)
        try ledger.tell("Savings", Int64.random(in: 0...500_000, using: &random), on: end, .savings)
        let book = RuleBook(ledger.index)
        for (name, most) in [("fun", 300 as Int64), ("games", 150), ("groceries", 500)] {
            if let category = book.category(name), Bool.random(using: &random) {
                let limit = Money(Int64.random(in: 20...most, using: &random) * 100, .usd)
                try book.set(category, limit: limit, on: ledger.asOf)
            }
        }
        return ledger
    }

    private static let merchants = ["Steam Games", "Trader Joe's", "Target", "Starbucks", "Corner Bakery", "IKEA"]

    private func assess(_ ledger: WrittenLedger, _ purchase: Purchase) throws -> PurchaseAdvice {
        let desk = PurchaseDesk(ledger.index, asOf: ledger.asOf)
        return try desk.assess(desk.completed(purchase))
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>) func whatIsPromisedHolds(_ seed: UInt64) throws {
        let ledger = try Self.ledger(seed)
        for (place, merchant) in Self.merchants.enumerated() {
            for cents: Int64 in [400, 3500, 9000, 24_000, 110_000] {
                var purchase = Purchase(amount: Money(cents, .usd), merchant: merchant, day: ledger.asOf)
                if place % 3 == 1 { purchase.account = "Card" }
                let advice = try assess(ledger, purchase)
                #expect(!advice.rules.shouldBlock || advice.verdict.outcome != .buy)
                try check(advice, purchase, ledger)
            }
        }
    }

    private func check(_ advice: PurchaseAdvice, _ purchase: Purchase, _ ledger: WrittenLedger) throws {
        func outcome(_ change: (inout Purchase) -> Void) throws -> PurchaseVerdict {
            var other = purchase
            change(&other)
            return try assess(ledger, other).verdict.outcome
        }
        if let cost = advice.verdict.passingCost {
            #expect(try outcome { $0.amount.minorUnits = cost } == .buy, "\(purchase)")
            if cost + 100 < purchase.amount.minorUnits {
                #expect(try outcome { $0.amount.minorUnits = cost + 100 } != .buy, "\(purchase)")
            }
        }
        if let day = advice.verdict.waitUntil, advice.verdict.isSavedFor {
            var then = purchase
            then.day = day
            #expect(
                try !assess(ledger, then).verdict.obstacles.contains { $0.role.isAboutBurden }, "\(purchase) \(day)")
        } else if let day = advice.verdict.waitUntil {
            #expect(try outcome { $0.day = day } == .buy, "\(purchase) \(day)")
            var then = purchase
            then.day = day
            let promise = VerdictWords(advice, taxonomy: ledger.index.taxonomy).conditions.map(\.sentence).joined()
            let kept = VerdictWords(try assess(ledger, then), taxonomy: ledger.index.taxonomy).reply
            #expect(!promise.contains("your money will last") || !kept.contains("short already"), "\(purchase) \(day)")
            let last = ledger.asOf.adding(days: Verdict.longestWait)
            #expect(try outcome { $0.day = advice.verdict.waitThrough ?? last } == .buy, "\(purchase)")
        }
        for case .account(let name, _) in advice.alternatives {
            #expect(try outcome { $0.account = name } == .buy, "\(purchase) \(name)")
        }
        for case .limit(let cents, let id) in advice.alternatives {
            let book = RuleBook(ledger.index)
            let category = try #require(book.category(id))
            let before = try book.set(category, limit: Money(cents, .usd), on: ledger.asOf)
            #expect(try outcome { _ in } == .buy, "\(purchase) \(id) \(cents)")
            if let before { _ = try book.set(category, limit: before, on: ledger.asOf) }
        }
    }

    private static let shops = [
        "Steam Games", "Trader Joe's", "Target", "Starbucks", "Shell", "Corner Bakery", "IKEA", "Netflix", "Delta",
        "CVS",
        "Landlord", "Zzyzx",
    ]

    /// A larger amount never gets a better verdict nor a lower score, and more in the account never a worse verdict, at
    /// twelve shops, on one of three days each.
    @Test(arguments: 11...13 as ClosedRange<UInt64>) func amountsAndBalances(_ seed: UInt64) throws {
        let ledger = try Self.ledger(seed)
        let dollars: [Int64] = [3, 60, 420, 5200]
        var ranks: [[Int]] = []
        for balance: Int64 in [40_000, 400_000] {
            try ledger.tell("Checking", balance, on: ledger.asOf.iso)
            var found: [Int] = []
            for (place, shop) in Self.shops.enumerated() {
                let day = ledger.asOf.adding(days: [0, 6, 19][place % 3])
                let advices = try dollars.map {
                    try assess(ledger, Purchase(amount: Money($0 * 100, .usd), merchant: shop, day: day))
                }
                let own = advices.map { Self.rank($0.verdict) }
                #expect(own == own.sorted(), "\(shop) \(day) \(own)")
                let scores = advices.map(\.score.probability)
                #expect(scores == scores.sorted(), "\(shop) \(day)")
                found += own
            }
            ranks.append(found)
        }
        for (poor, rich) in zip(ranks, ranks.dropFirst()) {
            #expect(zip(poor, rich).allSatisfy { $0 >= $1 })
        }
    }

    /// Better is earlier.
    private static func rank(_ verdict: Verdict) -> Int {
        switch verdict.outcome {
        case .buy: -1
        case .wait: Int(verdict.waitUntil?.dayNumber ?? .max)
        case .skip: .max
        }
    }

    @Test(arguments: [2, 5] as [UInt64]) func theSameInConversation(_ seed: UInt64) throws {
        let ledger = try Self.ledger(seed)
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        for merchant in Self.merchants {
            for dollars: Int64 in [4, 35, 90, 240, 1100] {
                coach.startAfresh()
                let asked = try #require(try coach.answer("should I spend $\(dollars) at \(merchant)?").advice)
                let told = try assess(
                    ledger, Purchase(amount: Money(dollars * 100, .usd), merchant: merchant, day: ledger.asOf))
                #expect(
                    asked.verdict == told.verdict && asked.purchase.category == told.purchase.category, "\(merchant)")
            }
        }
    }

    /// Where nothing was bought yet the name says what is sold.
    @Test(
        arguments: [
            ("Steam Games", "games"), ("Corner Bakery", "restaurants"), ("Netflix", "streaming"), ("Zzyzx", nil),
        ] as [(String, String?)])
    func categoriesOfMerchants(_ merchant: String, _ category: String?) throws {
        let ledger = try WrittenLedger(asOf: "2026-10-10")
        try ledger.bring("Checking", .checking, ["2026-10-01,LANDLORD RENT,-900.00"])
        let desk = PurchaseDesk(ledger.index, asOf: ledger.asOf)
        let purchase = try desk.completed(Purchase(amount: Money(100, .usd), merchant: merchant, day: ledger.asOf))
        #expect(purchase.category == category)
    }
}
