import Advice
import Ledger
import Testing

/// What is paid for long is held against what a usual month leaves. As in the other rows: $1,000 in the account on
/// 10 March 2026, of which $100 is the reserve, and pay of $2,000 every second Friday from 20 March on.
extension VerdictTests {
    static let commitments: [Row] = [
        Row("an eighth of what a month leaves may go on", "buy") {
            $0.pace = SavingPace(perMonth: 200_00, income: 2000_00)
            $0.pay(nil, of: 25)
        },
        Row("a cent more", "skip running") {
            $0.pace = SavingPace(perMonth: 200_00, income: 2000_00)
            $0.pay(nil, of: 25.01)
        },
        Row("four payments that come to what a month leaves: four times $50 of $200", "buy") {
            $0.pace = SavingPace(perMonth: 200_00, income: 2000_00)
            $0.pay(4, of: 50)
        },
        Row("four times a cent more is more than a month leaves", "wait 2026-03-11 burden") {
            $0.pace = SavingPace(perMonth: 200_00, income: 2000_00)
            $0.pay(4, of: 50.01)
        },
        // 1,200 of which 200 can go at once: 1,000 · 30.44 / 200 = 152.2 days.
        Row("payments do not make it cheaper", "wait 2026-08-10 burden running") {
            $0.pace = SavingPace(perMonth: 200_00, income: 2000_00)
            $0.pay(24, of: 50)
        },
        Row("no full month is known", "skip running") { $0.pay(60, of: 600) },
        Row("no full month is known, and the account pays all of it: 900 of 900", "buy") {
            $0.pay(3, of: 300, every: .days(31))
        },
        Row("$1,500 a month that goes on", "skip overdrawn running") {
            $0.pace = SavingPace(perMonth: 700_00, income: 4000_00)
            $0.pay(nil, of: 1500)
        },
        Row("a third of a hundredth of the income is no matter", "buy") {
            $0.pace = SavingPace(perMonth: -50_00, income: 4000_00)
            $0.pay(nil, of: 13.33)
        },
        Row("a cent more is", "skip running") {
            $0.pace = SavingPace(perMonth: -50_00, income: 4000_00)
            $0.pay(nil, of: 13.34)
        },
        // 300 a week are 300 · 30.44 / 7 = 1304.57 a month.
        Row("weekly payments by the month: an eighth of $10,436.53", "buy") {
            $0.balance = 5000
            $0.pace = SavingPace(perMonth: 10_436_53, income: 11_000_00)
            $0.pay(nil, of: 300, every: .days(7))
        },
        Row("weekly payments by the month, a little less is left", "skip running") {
            $0.balance = 5000
            $0.pace = SavingPace(perMonth: 10_436_51, income: 11_000_00)
            $0.pay(nil, of: 300, every: .days(7))
        },
        Row("what one needs is not asked whether it can be carried", "buy") {
            $0.isEssential = true
            $0.pace = SavingPace(perMonth: 300_00, income: 4000_00)
            $0.pay(48, of: 400)
        },
        // 1000 + 2 · 2000 − 4800 = 200 on 8 April; with 10 March and 10 April −1. With one of them 99.50 stays until the
        // pay of 12 April.
        Row("a payment after the next pay, within 60 days", "wait 2026-04-12 overdrawnLater") {
            $0.pace = SavingPace(perMonth: 500_00, income: 4000_00)
            $0.bills = [("2026-04-08", 4800)]
            $0.payDays = ["2026-03-20", "2026-04-03", "2026-04-12"]
            $0.pay(2, of: 100.5)
        },
        Row("no full month is known: the account pays twelve months, 12 · 75 = 900", "buy") {
            $0.pay(nil, of: 75)
        },
        Row("no full month is known, and a cent a month more", "wait 2026-03-20 running") {
            $0.pay(nil, of: 75.01)
        },
        Row("no balance: an eighth of a month counts", "buy") {
            $0.knowsBalance = false
            $0.pace = SavingPace(perMonth: 100_00, income: 1000_00)
            $0.pay(24, of: 12.5)
        },
        Row("no balance, and a cent more", "skip running") {
            $0.knowsBalance = false
            $0.pace = SavingPace(perMonth: 100_00, income: 1000_00)
            $0.pay(24, of: 12.51)
        },
        Row("no balance: the first payment counts whole", "skip beyondSaving running") {
            $0.knowsBalance = false
            $0.pace = SavingPace(perMonth: 100_00, income: 1000_00)
            $0.pay(24, of: 100.01)
        },
        Row("a yearly fee counts whole against the month's limit: $99 of $60", "skip largeFraction") {
            $0.pace = SavingPace(perMonth: 700_00, income: 4000_00)
            $0.limit = 60
            $0.pay(nil, of: 99, every: .months(12))
        },
    ]

    /// $1,000 kept a month, so that $100 take 3.04 days; $5,000 by 20 August, which is in 163 days, take 152.2.
    static let goals: [Row] = [
        // 5,300 · 30.44 / 1,000 = 161.3, begun 162.
        Row("in time all the same", "buy") {
            $0.saves()
            $0.price = 300
        },
        // 5,350 · 30.44 / 1,000 = 162.9, begun 163; a dollar more begins day 164 only at 5,354.8.
        Row("in time on the day", "buy") {
            $0.saves()
            $0.price = 350
        },
        Row("a day too late: 5,355 · 30.44 / 1,000 = 163.0, begun 164", "wait 2026-08-21 missesGoal") {
            $0.saves()
            $0.price = 355
        },
        // A week leaves 1,000 · 7 / 30.44 = 229.96.
        Row("late already, and as much as a week leaves: 5,230 take 159.2 days", "wait 2026-08-17 missesGoal") {
            $0.saves(by: "2026-08-09")
            $0.price = 230
        },
        Row("late already, and less than a week leaves", "buy") {
            $0.saves(by: "2026-08-09")
            $0.price = 229
        },
        Row("never reached, and no more than a hundredth of the income", "buy") {
            $0.saves(perMonth: -10, income: 2000)
            $0.price = 20
        },
        Row("never reached, and a cent more", "skip missesGoal") {
            $0.saves(perMonth: -10, income: 2000)
            $0.price = 20.01
        },
        Row("what one needs is bought", "buy") {
            $0.saves()
            $0.isEssential = true
            $0.price = 800
        },
        Row("bought after its day it takes nothing from it", "wait 2026-03-21 missesGoal") {
            $0.saves(by: "2026-03-20", target: 100)
            $0.price = 500
        },
        // Payments up to 20 August: on 10 March to 10 August six, $360 in all: 5,360 · 30.44 / 1,000 = 163.2.
        // From 21 March on the sixth comes after it.
        Row("six payments until its day", "wait 2026-03-21 missesGoal") {
            $0.saves()
            $0.pay(12, of: 60)
        },
        Row("six payments until its day, $348 in all", "buy") {
            $0.saves()
            $0.pay(12, of: 58)
        },
    ]
}

extension Situation {
    /// Paid in payments of so many dollars.
    mutating func pay(_ count: Int?, of dollars: Double, every: Instalments.Interval = .months(1)) {
        let plan = Instalments(cents: Int64((dollars * 100).rounded()), count: count, every: every)
        price = Double(plan.wholeCost) / 100
        instalments = plan
    }

    /// A goal of whole dollars, of which nothing is saved yet.
    mutating func saves(
        perMonth: Int64 = 1000, income: Int64 = 4000, by day: String = "2026-08-20", target: Int64 = 5000
    ) {
        let pace = SavingPace(perMonth: perMonth * 100, income: income * 100)
        self.pace = pace
        let goal = SavingGoal(
            name: "Car", target: Money(target * 100, .usd), by: date(day), since: date(asOf))
        goals = GoalProgress.progress([goal], pace: pace, asOf: date(asOf)) { _ in 0 }
    }
}
