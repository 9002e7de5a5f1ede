import Ledger
import Testing

@testable import Retrieval
@testable import Store

/// Streams and unusual rows of an index, with what the user says of them.
@Suite struct RecurringRowsTests {
    private let asOf = day("2026-10-31")

    private func index() throws -> HouseholdIndex {
        let index = try HouseholdIndex(path: ":memory:")
        var rows: [ModelRow] = []
        func add(
            _ date: CivilDate, _ merchant: String, _ category: String, _ amount: Int64, kind: TransactionKind = .expense
        ) {
            rows.append(
                ModelRow(
                    Int64(rows.count + 1), day: date.dayNumber, amount: amount, merchant: merchant, category: category,
                    kind: kind))
        }
        for month in 0..<12 {
            let date = day("2025-11-05").adding(months: month)
            add(date, "Netflix", "streaming", month < 8 ? -1799 : -1999)
            add(date.adding(days: 3), "Landlord", "rent", -150_000)
            add(date.adding(days: 20), "Works", "salary", 320_000, kind: .income)
            add(date.adding(days: 5), "Card", "card_payment", -90_000, kind: .transfer)
        }
        add(day("2026-10-19"), "Kitchen", "restaurants", -6437)
        add(day("2026-10-20"), "Kitchen", "restaurants", -6437)
        try index.fill(rows)
        return index
    }

    @Test func streamsComeWithTheirFigures() throws {
        let retriever = Retriever(try index())
        let finding = try retriever.recurring(RecurringQuestion(), asOf: asOf)
        #expect(finding.streams.map(\.merchant) == ["Landlord", "Netflix"])
        #expect(finding.evidence.figures(named: "monthly_cost").map(\.value) == [.money(Money(151_999, .usd))])
        #expect(finding.evidence.figures(named: "subscription_cost").map(\.value) == [.money(Money(1999, .usd))])
        #expect(finding.evidence.figures(named: "count").map(\.value) == [.count(2)])
        #expect(finding.evidence.figures(named: "next_date").map(\.value) == [.date(day("2026-11-05"))])
        #expect(finding.evidence.matched == 24)
        #expect(finding.evidence.groups.map(\.key) == ["Landlord", "Netflix"])
        #expect(finding.nextPay == day("2026-11-25"))
    }

    @Test func whatIsDueBeforePayIsSummed() throws {
        let retriever = Retriever(try index())
        let before = try retriever.recurring(RecurringQuestion(.due, endsBeforePay: true), asOf: asOf)
        #expect(before.due.map(\.date) == [day("2026-11-05"), day("2026-11-08")])
        #expect(before.evidence.figures(named: "total").map(\.value) == [.money(Money(151_999, .usd))])
        #expect(before.evidence.query.period == Period(asOf, day("2026-11-24")))
        let december = Query(period: Period.month(of: day("2026-12-01")), merchants: ["Netflix"])
        let one = try retriever.recurring(RecurringQuestion(.due, query: december), asOf: asOf)
        #expect(one.due.map(\.date) == [day("2026-12-05")])
        #expect(one.due.map(\.amount) == [Money(1999, .usd)])
    }

    @Test func risesAreFoundByTheirDay() throws {
        let retriever = Retriever(try index())
        let raised = try retriever.recurring(RecurringQuestion(.raised, groups: [.subscription]), asOf: asOf)
        #expect(raised.streams.map(\.merchant) == ["Netflix"])
        #expect(raised.evidence.figures(named: "previous_price").map(\.value) == [.money(Money(1799, .usd))])
        let query = Query(period: Period.month(of: day("2026-08-01")))
        #expect(try retriever.recurring(RecurringQuestion(.raised, query: query), asOf: asOf).streams.isEmpty)
    }

    @Test func aMerchantThatIsNoStreamIsExplained() throws {
        let retriever = Retriever(try index())
        let finding = try retriever.recurring(
            RecurringQuestion(query: Query(merchants: ["Kitchen"])), asOf: asOf)
        #expect(finding.streams.isEmpty)
        #expect(finding.rejections.map(\.reason) == [.tooFew(rows: 2)])
        #expect(finding.evidence.transactions.map(\.merchant) == ["Kitchen", "Kitchen"])
    }

    @Test func aDismissedStreamStaysAwayAtAnotherPriceToo() throws {
        let index = try index()
        let retriever = Retriever(index)
        let stream = try #require(try retriever.recurring(asOf: asOf).streams.first { $0.merchant == "Netflix" })
        try index.dismiss(
            DismissedStream(merchant: "Netflix", account: "Checking", amount: -1799, rowID: stream.rowIDs.first))
        let result = try retriever.recurring(asOf: asOf)
        #expect(!result.streams.contains { $0.merchant == "Netflix" })
        #expect(result.rejections.contains { $0.merchant == "Netflix" && $0.reason == .dismissed })
        #expect(result.streams.contains { $0.merchant == "Landlord" })
        #expect(try index.restoreStreams(merchant: "Netflix", account: "Checking"))
        #expect(try !index.restoreStreams(merchant: "Netflix", account: "Checking"))
        #expect(try retriever.recurring(asOf: asOf).streams.contains { $0.merchant == "Netflix" })
    }

    @Test func aConfirmedRowDoesNotComeBack() throws {
        let index = try index()
        let retriever = Retriever(index)
        let question = UnusualQuestion(rules: ["double_charge"])
        let found = try retriever.unusual(question, asOf: asOf)
        #expect(found.findings.map(\.row.merchant) == ["Kitchen"])
        #expect(found.evidence.transactions.map(\.date) == [day("2026-10-19"), day("2026-10-20")])
        try index.confirm(rows: [found.findings[0].row.id])
        #expect(try retriever.unusual(question, asOf: asOf).findings.isEmpty)
        #expect(throws: UnknownTransaction(id: 999)) { try index.confirm(rows: [1, 999]) }
        #expect(try index.confirmedRows() == [found.findings[0].row.id])
    }

    @Test func whatIsUsualIsSaidWhereNothingIsUnusual() throws {
        let retriever = Retriever(try index())
        let answer = try retriever.unusual(
            UnusualQuestion(query: Query(period: Period.month(of: asOf), merchants: ["Landlord"])), asOf: asOf)
        #expect(answer.findings.isEmpty)
        #expect(answer.habit?.usual == Money(150_000, .usd))
        #expect(answer.habit?.last.date == day("2026-10-08"))
    }

    @Test func atMostFiveAreTold() throws {
        let index = try HouseholdIndex(path: ":memory:")
        var rows: [ModelRow] = []
        for number in 0..<8 {
            for _ in 0..<2 {
                rows.append(
                    ModelRow(
                        Int64(rows.count + 1), day: day("2026-10-01").adding(days: number * 2).dayNumber,
                        amount: -5000 - Int64(number), merchant: "Shop \(number)", category: "clothing"))
            }
        }
        try index.fill(rows)
        let answer = try Retriever(index).unusual(UnusualQuestion(), asOf: asOf)
        #expect(answer.findings.count == 5)
        #expect(answer.count == 8)
        #expect(answer.findings.map(\.row.merchant) == ["Shop 7", "Shop 6", "Shop 5", "Shop 4", "Shop 3"])
    }
}
