import Advice
import Glibc
import Ledger
import Retrieval
import TestSupport
import Testing

/// What holds for every situation.
@Suite struct VerdictPropertyTests {
    private static func situation(_ random: inout SeededGenerator) -> Situation {
        var situation = Situation()
        situation.balance = Int64.random(in: -200...3000, using: &random)
        situation.asOf = date("2026-01-01").adding(days: Int.random(in: 0...400, using: &random)).iso
        let today = date(situation.asOf)
        let first = Int.random(in: 1...14, using: &random)
        situation.payDays = Bool.random(using: &random) ? (0..<8).map { today.adding(days: first + 14 * $0).iso } : []
        situation.pay = Int64.random(in: 300...2500, using: &random)
        situation.bills = (0..<Int.random(in: 0...6, using: &random)).map { _ in
            (
                today.adding(days: Int.random(in: 1...90, using: &random)).iso,
                Int64.random(in: 20...1500, using: &random)
            )
        }
        situation.everyday = Int64.random(in: 0...60, using: &random)
        situation.price = Double(Int.random(in: 1...3000, using: &random))
        if Bool.random(using: &random) { situation.limit = Int64.random(in: 50...2000, using: &random) }
        situation.spent = Int64.random(in: -50...1500, using: &random)
        situation.isEssential = Int.random(in: 0..<4, using: &random) == 0
        if Int.random(in: 0..<4, using: &random) == 0 {
            let start = Int.random(in: 1...20, using: &random)
            situation.card = CardTerms(
                account: "Card",
                payments: (0..<Int.random(in: 0...7, using: &random)).map { number in
                    let paid = today.adding(days: start + 30 * number)
                    return .init(paidOn: paid, closesOn: paid.adding(days: -12))
                })
        }
        situation.knowsBalance = Int.random(in: 0..<5, using: &random) > 0
        if Bool.random(using: &random) {
            situation.pace = SavingPace(
                perMonth: Int64.random(in: -20_000...150_000, using: &random),
                income: Int64.random(in: 1...500_000, using: &random))
        }
        situation.savings = Int64.random(in: 0...20_000, using: &random)
        if Int.random(in: 0..<3, using: &random) == 0 { situation.owed = Int64.random(in: 1...4000, using: &random) }
        if Int.random(in: 0..<4, using: &random) == 0 {
            situation.recently = Int64.random(in: 1...1500, using: &random)
        }
        situation.stillWorks = Int.random(in: 0..<4, using: &random) == 0
        situation.isGift = Int.random(in: 0..<5, using: &random) == 0
        situation.earns = Int.random(in: 0..<8, using: &random) == 0
        if Int.random(in: 0..<8, using: &random) == 0 {
            situation.doubt = Bool.random(using: &random) ? .unused : .poorDeal
        }
        if Int.random(in: 0..<4, using: &random) == 0 {
            situation.customary = Int64.random(in: 1...800, using: &random)
        }
        if Int.random(in: 0..<4, using: &random) == 0 {
            situation.atLeast = Int64.random(in: 1...40_000, using: &random)
        }
        if Int.random(in: 0..<6, using: &random) == 0 {
            situation.canWaitUntil = today.adding(days: Int.random(in: 1...90, using: &random)).iso
        }
        if Bool.random(using: &random) {
            let goal = SavingGoal(
                name: "Goal", target: Money(Int64.random(in: 1...900_000, using: &random), .usd),
                by: today.adding(days: Int.random(in: -30...700, using: &random)), since: today)
            situation.goals = GoalProgress.progress([goal], pace: situation.pace, asOf: today) { _ in 0 }
        }
        if Int.random(in: 0..<3, using: &random) == 0 {
            let every: Instalments.Interval =
                Bool.random(using: &random) ? .days(Int.random(in: 1...31, using: &random)) : .months(1)
            let count = Int.random(in: 0..<5, using: &random) == 0 ? nil : Int.random(in: 2...72, using: &random)
            situation.pay(count, of: Double(Int.random(in: 1...600, using: &random)), every: every)
        }
        return situation
    }

    /// A score that grows with the cost, as the real one does.
    private static func verdict(_ situation: Situation, slope: Double) -> Verdict {
        Verdict(situation.situation { Double($0) / (Double($0) + slope) })
    }

    /// Better is earlier: to buy, to wait for fewer days, to skip.
    private static func rank(_ verdict: Verdict) -> Int {
        switch verdict.outcome {
        case .buy: -1
        case .wait: Int(verdict.waitUntil?.dayNumber ?? .max)
        case .skip: .max
        }
    }

    @Test func aLargerAmountNeverGetsABetterVerdict() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<400 {
            let cheap = Self.situation(&random)
            var dear = cheap
            let more = Double(Int.random(in: 1...800, using: &random))
            if let plan = cheap.instalments {
                dear.pay(plan.count, of: Double(plan.cents) / 100 + more, every: plan.every)
            } else {
                dear.price += more
            }
            #expect(
                Self.rank(Self.verdict(cheap, slope: 150_000)) <= Self.rank(Self.verdict(dear, slope: 150_000)),
                "\(cheap)")
        }
    }

    @Test func morePaymentsNeverGetABetterVerdict() {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<400 {
            var short = Self.situation(&random)
            let every: Instalments.Interval = Bool.random(using: &random) ? .months(1) : .days(14)
            let (count, dollars) = (
                Int.random(in: 2...60, using: &random), Double(Int.random(in: 1...500, using: &random))
            )
            short.pay(count, of: dollars, every: every)
            var long = short
            long.pay(count + Int.random(in: 1...40, using: &random), of: dollars, every: every)
            var single = short
            (single.instalments, single.price) = (nil, dollars)
            let ranks = [single, short, long].map { Self.rank(Self.verdict($0, slope: 150_000)) }
            #expect(ranks == ranks.sorted(), "\(short)")
            // What goes on is never better than the payment alone, be it weekly or yearly.
            var endless = short
            let steps: [Instalments.Interval] = [.days(7), .months(1), .months(3), .months(12)]
            endless.pay(nil, of: dollars, every: steps.randomElement(using: &random) ?? every)
            #expect(ranks[0] <= Self.rank(Self.verdict(endless, slope: 150_000)), "\(endless)")
        }
    }

    @Test func moreMoneyNeverGetsAWorseVerdict() {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<400 {
            let poor = Self.situation(&random)
            var rich = poor
            switch Int.random(in: 0..<12, using: &random) {
            case 11: rich.atLeast += Int64.random(in: 1...20_000, using: &random)
            case 10: rich.customary += Int64.random(in: 1...1000, using: &random)
            case 9: rich.recently /= 2
            case 6: rich.savings += Int64.random(in: 1...5000, using: &random)
            case 7: rich.owed = rich.owed.map { $0 / 2 }
            case 8:
                // A bill that comes later.
                guard !rich.bills.isEmpty else { continue }
                let days = Int.random(in: 1...40, using: &random)
                rich.bills[0].day = date(rich.bills[0].day).adding(days: days).iso
            case 4: rich.pace?.perMonth += Int64.random(in: 1...100_000, using: &random)
            case 5: rich.pace?.income += Int64.random(in: 1...100_000, using: &random)
            case 0: rich.balance += Int64.random(in: 1...500, using: &random)
            case 1: rich.pay += Int64.random(in: 1...500, using: &random)
            case 2: rich.everyday = max(0, rich.everyday - Int64.random(in: 1...20, using: &random))
            default: if let limit = rich.limit { rich.limit = limit + Int64.random(in: 1...500, using: &random) }
            }
            rich.goals = GoalProgress.progress(poor.goals.map(\.goal), pace: rich.pace, asOf: date(poor.asOf)) { _ in 0
            }
            #expect(
                Self.rank(Self.verdict(rich, slope: 150_000)) <= Self.rank(Self.verdict(poor, slope: 150_000)),
                "\(poor)")
        }
    }

    /// Pay that comes sooner, today at the soonest, or that comes besides.
    @Test func beingPaidNeverGetsAWorseVerdict() {
        var random = SeededGenerator(seed: 6)
        for _ in 0..<400 {
            let late = Self.situation(&random)
            var early = late
            let today = date(late.asOf)
            if late.payDays.isEmpty || Bool.random(using: &random) {
                early.payDays.append(today.adding(days: Int.random(in: 1...80, using: &random)).iso)
                early.payDays.sort()
            } else if Bool.random(using: &random) {
                // The next one is there today: in the balance, and no longer to come.
                early.payDays[0] = late.asOf
                early.balance += early.pay
                early.payDays.removeFirst()
            } else {
                let place = Int.random(in: 0..<late.payDays.count, using: &random)
                let earliest = place == 0 ? today.adding(days: 1) : date(late.payDays[place - 1])
                early.payDays[place] = earliest.iso
            }
            #expect(
                Self.rank(Self.verdict(early, slope: 150_000)) <= Self.rank(Self.verdict(late, slope: 150_000)),
                "\(late)")
        }
    }

    /// As the price grows the verdict goes from yes to waiting and to no, once each, and never back.
    @Test func oneThresholdForEachChange() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<60 {
            var situation = Self.situation(&random)
            (situation.instalments, situation.isEssential) = (nil, false)
            var before = PurchaseVerdict.buy
            for step in 0..<60 {
                situation.price = (exp2(Double(step) / 4)).rounded()
                let outcome = Self.verdict(situation, slope: 150_000).outcome
                #expect(outcome >= before, "\(situation)")
                before = outcome
            }
        }
    }

    /// To wait until payday, or for any days before the one that is named, names no later day: the same one, or a nearer
    /// one that can be foreseen from there.
    @Test func askingAboutALaterDayNamesNoLaterDay() {
        var random = SeededGenerator(seed: 8)
        var asked = 0
        for _ in 0..<800 {
            let now = Self.situation(&random)
            let verdict = Self.verdict(now, slope: 150_000)
            guard let until = verdict.waitUntil else { continue }
            var later = now
            let days = until.days(since: date(now.asOf))
            later.day = date(now.asOf).adding(days: Int.random(in: 1...days, using: &random)).iso
            // What was spent of a limit is that of the month of the day.
            if date(later.day ?? now.asOf).monthNumber != date(now.asOf).monthNumber { later.spent = 0 }
            let then = Self.verdict(later, slope: 150_000)
            // What is saved at the usual pace is an estimate, which a day that is foreseen may belie.
            let isBelied = verdict.isSavedFor && then.outcome == .wait && !then.isSavedFor && later.day != until.iso
            asked += 1
            if isBelied { continue }
            if later.day == until.iso { #expect(then.outcome == .buy, "\(now)") }
            #expect(then.outcome == .buy || then.waitUntil.map { $0 <= until } ?? false, "\(later.day ?? "") \(now)")
            if !verdict.isSavedFor, then.outcome == .wait { #expect(then.waitUntil == until, "\(now)") }
        }
        #expect(asked > 50)
    }

    /// What the words say beside the price only ever speaks for waiting or against it.
    @Test func whatIsSaidAgainstItNeverGetsABetterVerdict() {
        var random = SeededGenerator(seed: 9)
        for _ in 0..<300 {
            var plain = Self.situation(&random)
            plain.doubt = nil
            var doubted = plain
            doubted.doubt = Bool.random(using: &random) ? .unused : .poorDeal
            var asked = plain
            asked.asked = .toReturn
            let before = Self.rank(Self.verdict(plain, slope: 150_000))
            #expect(before <= Self.rank(Self.verdict(doubted, slope: 150_000)), "\(plain)")
            #expect(before <= Self.rank(Self.verdict(asked, slope: 150_000)), "\(plain)")
            var given = plain
            (given.isGift, plain.isGift, given.earns, plain.earns) = (true, false, false, false)
            #expect(
                Self.rank(Self.verdict(given, slope: 150_000)) <= Self.rank(Self.verdict(plain, slope: 150_000)),
                "\(plain)")
        }
    }

    @Test func theOrderOfBillsDoesNotMatter() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<100 {
            let situation = Self.situation(&random)
            var shuffled = situation
            shuffled.bills.shuffle(using: &random)
            #expect(Self.verdict(situation, slope: 150_000) == Self.verdict(shuffled, slope: 150_000))
        }
    }

    /// On the day that is named it is to be bought, and on no day before; the amount that is named passes, and one unit
    /// more does not.
    @Test func whatIsPromisedHolds() {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<200 {
            let situation = Self.situation(&random)
            let full = situation.situation { Double($0) / (Double($0) + 150_000) }
            let verdict = Verdict(full)
            #expect((verdict.outcome == .wait) == (verdict.waitUntil != nil), "a wait has its day")
            let cost = situation.purchase.amount.minorUnits
            // What is needed on a day is bought on it.
            let isNeeded = situation.isEssential && verdict.waitUntil?.iso == situation.canWaitUntil
            if let day = verdict.waitUntil, verdict.isSavedFor, !isNeeded {
                // Too far to foresee each day; what is saved at the usual pace is what is promised: for all that stands
                // against it by then, and no day before that.
                let last = situation.purchase.day.adding(days: Verdict.longestWait)
                let days = full.obstacles(costing: cost, on: last).map { ground in
                    full.daySaved(costing: cost, on: last, for: ground.role)
                }
                #expect(days.allSatisfy { $0 != nil } && days.compactMap { $0 }.max() == day && day > last)
                #expect(
                    !full.obstacles(costing: cost, on: day).contains {
                        $0.role == .burden || $0.role == .avoidable || $0.role == .missesGoal
                    })
            } else if let day = verdict.waitUntil, !verdict.isSavedFor {
                #expect(full.obstacles(costing: cost, on: day).isEmpty)
                #expect(!full.obstacles(costing: cost, on: day.adding(days: -1)).isEmpty)
                let last = max(day, situation.purchase.day.adding(days: Verdict.longestWait))
                let through = verdict.waitThrough ?? last
                for number in 0...through.days(since: day) {
                    #expect(full.obstacles(costing: cost, on: day.adding(days: number)).isEmpty)
                }
                if through < last { #expect(!full.obstacles(costing: cost, on: through.adding(days: 1)).isEmpty) }
            }
            if let passing = verdict.passingCost {
                let unit = situation.instalments.map { cost / $0.cents * 100 } ?? 100
                #expect(passing < cost && (passing % unit == 0 || passing == situation.pace?.perMonth))
                #expect(full.obstacles(costing: passing, on: situation.purchase.day).isEmpty)
                #expect(!full.obstacles(costing: min(cost, passing + unit), on: situation.purchase.day).isEmpty)
            }
        }
    }
}
