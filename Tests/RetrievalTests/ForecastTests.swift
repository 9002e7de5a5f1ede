import Ledger
import TestSupport
import Testing

@testable import Retrieval

/// Days to come, worked out by hand day by day.
@Suite struct ForecastTests {
    private static let start = CivilDate(iso: "2026-01-28") ?? CivilDate(dayNumber: 0)

    private func day(_ iso: String) throws -> CivilDate { try #require(CivilDate(iso: iso)) }

    private func flow(_ iso: String, _ amount: Int64, _ name: String = "flow") throws -> ExpectedFlow {
        ExpectedFlow(
            date: try day(iso), name: name, amount: Money(amount, .usd), kind: amount < 0 ? .bill : .income)
    }

    /// $1,000.00; rent of $600 at the end of January, pay of $800 on 2 February, $10.00 a day.
    private func input() throws -> ForecastInput {
        ForecastInput(
            balance: Money(100_000, .usd), start: Self.start, asOf: Self.start, end: try day("2026-02-06"),
            flows: [
                try flow("2026-01-31", -60_000, "Rent"), try flow("2026-02-02", 80_000, "Pay"),
                try flow("2026-02-05", -130_000, "Tuition"),
            ], everyday: EverydaySpending(total: 90_000, days: 90), nextPay: try day("2026-02-02"), buffer: 10_000)
    }

    @Test func dayByDay() throws {
        let forecast = Forecast(try input())
        #expect(
            forecast.days.map { "\($0.date.iso) \($0.balance.minorUnits)" } == [
                "2026-01-28 100000", "2026-01-29 99000", "2026-01-30 98000", "2026-01-31 37000", "2026-02-01 36000",
                "2026-02-02 115000", "2026-02-03 114000", "2026-02-04 113000", "2026-02-05 -18000",
                "2026-02-06 -19000",
            ])
        #expect(forecast.lastDayBeforePay.iso == "2026-02-01")
        #expect(forecast.lowest(through: forecast.lastDayBeforePay).date.iso == "2026-02-01")
        #expect(forecast.safeToSpend() == Money(26_000, .usd))
        #expect(forecast.lowest().balance == Money(-19_000, .usd))
        #expect(forecast.safeToSpend(through: forecast.input.end) == Money(0, .usd), "never below zero")
        #expect(forecast.firstShortfall?.date.iso == "2026-02-05")
        #expect(forecast.balance(on: try day("2026-02-03")).balance == Money(114_000, .usd))
        #expect(forecast.balance(on: try day("2027-01-01")).balance == Money(-19_000, .usd))
        let due = forecast.flows(after: Self.start, through: try day("2026-02-02"))
        #expect(due.map(\.name) == ["Rent", "Pay"])
    }

    /// The days between the data's end and today are reckoned, not shown.
    @Test func dataThatEndsBeforeToday() throws {
        var input = try input()
        input.asOf = try day("2026-02-01")
        let forecast = Forecast(input)
        #expect(forecast.days.first?.date == input.asOf)
        #expect(forecast.days[0].balance == Money(36_000, .usd))
    }

    @Test func withoutPayTheWholeTimeCounts() throws {
        var input = try input()
        input.nextPay = nil
        input.flows.removeLast()
        let forecast = Forecast(input)
        #expect(forecast.lastDayBeforePay == input.end)
        #expect(forecast.safeToSpend() == Money(26_000, .usd))
    }

    /// Cents are rounded over the whole time, not day by day.
    /// As much as an index may hold, over a year.
    @Test func everydaySpendingOfTheLargestAmounts() {
        let everyday = EverydaySpending(total: 10_000_000_000_000_000, days: 90)
        #expect(everyday.spent(in: 360) == 40_000_000_000_000_000)
    }

    @Test func everydaySpendingInCents() {
        let everyday = EverydaySpending(total: 100, days: 3)
        #expect((0...6).map { everyday.spent(in: $0) } == [0, 33, 67, 100, 133, 167, 200])
        #expect(EverydaySpending(total: -50, days: 0).spent(in: 10) == 0)
    }

    /// On a day with bills and pay the end of the day counts.
    @Test func billAndPayOnOneDay() throws {
        var input = try input()
        input.flows = [try flow("2026-01-29", -120_000), try flow("2026-01-29", 150_000)]
        input.everyday = EverydaySpending(total: 0, days: 1)
        #expect(Forecast(input).lowest().balance == Money(100_000, .usd))
        #expect(Forecast(input).days[1].balance == Money(130_000, .usd))
    }

    @Test(arguments: UInt64(1)...30) func moreMoneyNeverMakesLessSafe(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let start = Self.start
        func flows(_ count: Int) -> [ExpectedFlow] {
            (0..<count).map { number in
                ExpectedFlow(
                    date: start.adding(days: Int.random(in: 1...60, using: &random)), name: "flow \(number)",
                    amount: Money(Int64.random(in: -200_000...200_000, using: &random), .usd), kind: .bill)
            }
        }
        var input = ForecastInput(
            balance: Money(Int64.random(in: -100_000...500_000, using: &random), .usd), start: start, asOf: start,
            end: start.adding(days: 60), flows: flows(20),
            everyday: EverydaySpending(total: Int64.random(in: 0...500_000, using: &random), days: 90),
            nextPay: start.adding(days: Int.random(in: 1...40, using: &random)), buffer: 10_000)
        let base = Forecast(input)
        let safe = base.safeToSpend().minorUnits
        #expect(safe >= 0)
        #expect(base.days.count == 61)
        #expect(base.lowest().balance.minorUnits == base.days.map(\.balance.minorUnits).min())

        var shuffled = input
        shuffled.flows.shuffle(using: &random)
        #expect(Forecast(shuffled).days == base.days, "the order of what is expected does not matter")

        var richer = input
        let gift = Int64.random(in: 1...100_000, using: &random)
        richer.balance.minorUnits += gift
        #expect(Forecast(richer).safeToSpend().minorUnits >= safe)
        #expect(Forecast(richer).days.last?.balance.minorUnits == (base.days.last?.balance.minorUnits ?? 0) + gift)

        var poorer = input
        poorer.flows.append(
            ExpectedFlow(date: start.adding(days: 1), name: "bill", amount: Money(-gift, .usd), kind: .bill))
        #expect(Forecast(poorer).safeToSpend().minorUnits <= safe)
        // Spending all that is safe keeps the reserve until the pay, to the cent.
        input.balance.minorUnits -= safe
        if safe > 0 { #expect(Forecast(input).lowest(through: base.lastDayBeforePay).balance.minorUnits == 10_000) }
    }
}

/// What a card will be paid, worked out by hand.
@Suite struct CardPaymentTests {
    private func date(_ iso: String) -> CivilDate { CivilDate(iso: iso) ?? CivilDate(dayNumber: 0) }

    /// Charges on the 3rd and 20th of each month from January to June 2026; statements close between.
    private func charges() -> [DatedAmount] {
        (1...6).flatMap { month in
            [
                DatedAmount(date: date("2026-0\(month)-03"), amount: Int64(month) * 1000),
                DatedAmount(date: date("2026-0\(month)-20"), amount: Int64(month) * 100),
            ]
        }
    }

    /// A statement of the 10th, paid on the 1st: what the 20th of one month and the 3rd of the next were charged.
    @Test func paidInFull() {
        let payments = [3, 4, 5].map { month in
            DatedAmount(date: date("2026-0\(month)-01"), amount: Int64(month - 2) * 100 + Int64(month - 1) * 1000)
        }
        let estimate = CardPaymentEstimate(
            payments: payments, charges: charges(), dataEnd: date("2026-05-25"),
            rate: EverydaySpending(total: 9000, days: 90))
        #expect(estimate.closingDay != nil)
        // 20 April and 3 May.
        #expect(estimate.amount(paidOn: date("2026-06-01")) == 400 + 5000)
    }

    /// What the last statement will still be charged comes at the usual rate.
    @Test func aStatementThatIsNotClosed() throws {
        let payments = [3, 4, 5].map { month in
            DatedAmount(date: date("2026-0\(month)-01"), amount: Int64(month - 2) * 100 + Int64(month - 1) * 1000)
        }
        let estimate = CardPaymentEstimate(
            payments: payments, charges: charges().filter { $0.date <= date("2026-05-25") },
            dataEnd: date("2026-05-25"), rate: EverydaySpending(total: 9000, days: 90))
        let closing = try #require(estimate.closingDay)
        // Known: 20 May; to come: $1.00 a day from 26 May to the closing day in June.
        let days = try #require(CivilDate(year: 2026, month: 6, day: closing)).days(since: date("2026-05-25"))
        #expect(estimate.amount(paidOn: date("2026-07-01")) == 500 + Int64(days) * 100)
    }

    /// Payments that no statement explains: the median.
    @Test func notPaidInFull() {
        let payments = [2, 3, 4, 5].map { DatedAmount(date: date("2026-0\($0)-01"), amount: Int64($0) * 7700) }
        let estimate = CardPaymentEstimate(
            payments: payments, charges: charges(), dataEnd: date("2026-05-25"),
            rate: EverydaySpending(total: 0, days: 90))
        #expect(estimate.closingDay == nil)
        #expect(estimate.amount(paidOn: date("2026-06-01")) == (3 * 7700 + 4 * 7700) / 2)
    }

    /// A card whose own rows are not here.
    @Test func withoutCharges() {
        let payments = [3, 4, 5].map { DatedAmount(date: date("2026-0\($0)-01"), amount: Int64($0) * 1000) }
        let estimate = CardPaymentEstimate(
            payments: payments, charges: [], dataEnd: date("2026-05-25"), rate: EverydaySpending(total: 0, days: 90))
        #expect(estimate.amount(paidOn: date("2026-06-01")) == 4000)
    }
}
