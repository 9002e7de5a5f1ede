import Advice
import Ledger
import Testing

@Suite struct GoalTests {
    /// $6,000.00 kept in six months: $1,000.00 a month, and 30.44 days for each of them.
    private let pace = SavingPace(net: 600_000, months: 6)
    private let today = date("2026-03-10")

    private func goal(_ name: String, _ dollars: Int64, by day: String) -> SavingGoal {
        SavingGoal(name: name, target: Money(dollars * 100, .usd), by: date(day), since: date("2026-01-01"))
    }

    @Test func pacesAndDays() {
        #expect(pace.perMonth == 100_000)
        #expect(pace.days(toSave: 100_000) == 31, "30.44 days, begun ones count")
        #expect(pace.days(toSave: 300_000) == 92, "91.32 days")
        #expect(pace.days(toSave: 0) == 0)
        #expect(SavingPace(net: 0, months: 6).days(toSave: 1) == nil)
        #expect(SavingPace(net: -500, months: 6).days(toSave: 1) == nil)
        #expect(SavingPace(net: 1, months: 6).days(toSave: 100_000_000) == nil, "not within a hundred years")
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
    }

    @Test func aPurchaseMovesAGoal() {
        let progress = GoalProgress.progress([goal("Car", 5000, by: "2026-08-01")], pace: pace, asOf: today) { _ in 0 }
        #expect(progress[0].delay(by: 100_000) == 30, "from 152.2 days, begun 153, to 182.64, begun 183")
        #expect(progress[0].delay(by: 0) == 0)
        #expect(!progress[0].isOnTrack, "153 days are up to 10 August")
        let reached = GoalProgress.progress([goal("Car", 5000, by: "2026-08-01")], pace: pace, asOf: today) { _ in
            900_000
        }
        #expect(reached[0].delay(by: 100_000) == nil)
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
        #expect(Instalments(cents: 1000, count: nil, every: .days(7)).wholeCost == 53_000, "days 0 to 364")
        #expect(Instalments(cents: 9900, count: nil, every: .months(12)).wholeCost == 9900)
        #expect(
            Instalments(cents: 1, count: nil, every: .months(1)).days(
                from: date("2028-02-29"), through: date("2028-05-01")
            )
            .map(\.iso) == ["2028-02-29", "2028-03-29", "2028-04-29"])
    }
}
