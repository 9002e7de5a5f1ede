import Advice
import Ledger
import Testing

@Suite struct GoalTests {
    /// $1,000.00 kept a month, which has 30.44 days.
    private let pace = SavingPace(perMonth: 100_000)
    private let today = date("2026-03-10")

    private func goal(_ name: String, _ dollars: Int64, by day: String) -> SavingGoal {
        SavingGoal(name: name, target: Money(dollars * 100, .usd), by: date(day), since: date("2026-01-01"))
    }

    @Test func pacesAndDays() {
        #expect(pace.days(toSave: 100_000) == 31, "30.44 days, begun ones count")
        #expect(pace.days(toSave: 300_000) == 92, "91.32 days")
        #expect(pace.days(toSave: 0) == 0)
        #expect(SavingPace(perMonth: 0).days(toSave: 1) == nil)
        #expect(SavingPace(perMonth: -500).days(toSave: 1) == nil)
        #expect(SavingPace(perMonth: 1).days(toSave: 100_000_000) == nil, "not within a hundred years")
    }

    @Test func goalsShareWhatIsSavedTheEarliestFirst() {
        let goals = [goal("Car", 5000, by: "2027-01-01"), goal("Trip", 1500, by: "2026-06-01")]
        let progress = GoalProgress.progress(goals, pace: pace, asOf: today) { _ in 200_000 }
        #expect(progress.map(\.goal.name) == ["Trip", "Car"])
        #expect(progress.map(\.saved) == [150_000, 50_000], "2,000 saved: 1,500 for the trip, the rest for the car")
        #expect(progress.map(\.isReached) == [true, false])
        #expect(progress[1].reachedOn == today.adding(days: 137), "4,500 at 1,000 a month: 136.98 days")
        #expect(progress[1].isOnTrack)
        #expect(progress[1].neededPerMonth == 46_121, "4,500 in 297 days: 4500 · 30.44 / 297 = 461.21")
        #expect(progress[1].neededWithEarlierPerMonth == 46_121, "nothing is left to save for the trip")
    }

    /// $1,000 by 1 June, in 83 days, and $3,000 by 1 January, in 297 days.
    @Test func eachOfTwoGoalsHasItsOwnFigures() {
        let goals = [goal("Car", 3000, by: "2027-01-01"), goal("Trip", 1000, by: "2026-06-01")]
        let progress = GoalProgress.progress(goals, pace: pace, asOf: today) { _ in 0 }
        #expect(progress.map(\.remaining) == [100_000, 300_000])
        #expect(progress.map(\.neededPerMonth) == [36_675, 30_747], "1000 · 30.44 / 83 and 3000 · 30.44 / 297")
        #expect(progress.map(\.neededWithEarlierPerMonth) == [36_675, 40_997], "4000 · 30.44 / 297")
        #expect(
            progress.map(\.reachedOn) == [today.adding(days: 31), today.adding(days: 122)], "30.44 and 121.76 days")
        // 500 more: 45.66 and 136.98 days.
        #expect(progress.map { $0.delay(by: buying(50_000)) } == [15, 15])
    }

    private func buying(_ cents: Int64, _ plan: Instalments? = nil, on day: String = "2026-03-10") -> Purchase {
        Purchase(amount: Money(cents, .usd), instalments: plan, day: date(day))
    }

    /// $500 a month of the $1,000: 10 payments in the first 300 days, and so on until the goal is reached.
    @Test func aPlanMovesAGoalByWhatIsPaidUntilThen() {
        let progress = GoalProgress.progress([goal("Car", 5000, by: "2027-01-01")], pace: pace, asOf: today) { _ in 0 }[
            0]
        let short = Instalments(cents: 50_000, count: 4, every: .months(1))
        #expect(progress.delay(by: buying(200_000, short)) == 61, "7,000 take 213.08 days, begun 214, instead of 153")
        let endless = Instalments(cents: 100_000, count: nil, every: .months(1))
        #expect(progress.delay(by: buying(1_200_000, endless)) == nil, "all that is kept is paid")
        #expect(progress.reachedOn(with: buying(1), costing: 1, on: date("2027-12-31")) == progress.reachedOn)
    }

    @Test func aPurchaseMovesAGoal() {
        let progress = GoalProgress.progress([goal("Car", 5000, by: "2026-08-01")], pace: pace, asOf: today) { _ in 0 }
        #expect(progress[0].delay(by: buying(100_000)) == 30, "from 152.2 days, begun 153, to 182.64, begun 183")
        #expect(progress[0].delay(by: buying(0)) == 0)
        #expect(!progress[0].isOnTrack, "153 days are up to 10 August")
        let reached = GoalProgress.progress([goal("Car", 5000, by: "2026-08-01")], pace: pace, asOf: today) { _ in
            900_000
        }
        #expect(reached[0].delay(by: buying(100_000)) == nil)
        #expect(reached[0].saved == 500_000, "no more than the goal")
    }

    @Test func savingLessThanNothingIsNothing() {
        let progress = GoalProgress.progress([goal("Car", 5000, by: "2026-08-01")], pace: nil, asOf: today) { _ in -100
        }
        #expect(progress[0].saved == 0)
        #expect(progress[0].reachedOn == nil)
    }

    @Test func instalmentsOfEveryKind() {
        let monthly = Instalments(cents: 8000, count: 24, every: .months(1))
        #expect(monthly.wholeCost == 192_000)
        let days = monthly.days(from: date("2026-01-31"), through: date("2026-04-30"))
        #expect(days.map(\.iso) == ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"])
        #expect(Instalments(cents: 1500, count: nil, every: .months(1)).wholeCost == 18_000, "twelve months")
        #expect(Instalments(cents: 1000, count: nil, every: .days(7)).wholeCost == 52_000, "days 0 to 364")
        #expect(Instalments(cents: 9900, count: nil, every: .months(12)).wholeCost == 9900)
        #expect(Instalments(cents: 9900, count: nil, every: .months(12)).monthlyCost == 825)
        #expect(Instalments(cents: 7000, count: 52, every: .days(7)).monthlyCost == 30_440, "70 · 30.44 / 7")
        #expect(monthly.lastDay(from: date("2026-01-31")) == date("2027-12-31"))
        #expect(
            Instalments(cents: 1, count: nil, every: .months(1)).days(
                from: date("2028-02-29"), through: date("2028-05-01")
            )
            .map(\.iso) == ["2028-02-29", "2028-03-29", "2028-04-29"])
    }
}
