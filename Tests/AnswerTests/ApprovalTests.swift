import Advice
import Coaching
import Ledger
import Store
import Testing

/// What `authorize` says beside an approval that the verdict would not give.
@Suite struct ApprovalTests {
    private static let day = CivilDate(iso: "2026-10-20")!

    private func index() throws -> HouseholdIndex {
        let ledger = try WrittenLedger(asOf: "2026-10-20")
        let months = ["2026-06", "2026-07", "2026-08", "2026-09", "2026-10"]
        try ledger.bring(
            "Checking", .checking,
            months.flatMap {
                [
                    "\($0)-01,ACME PAYROLL,3000.00", "\($0)-02,NORTHWIND RENT,-1900.00", "\($0)-04,CHIPOTLE,-12.00",
                    "\($0)-06,KROGER,-88.00",
                ]
            })
        return ledger.index
    }

    private func answer(_ cents: Int64, in index: HouseholdIndex) throws -> Authorization {
        let desk = PurchaseDesk(index, asOf: Self.day)
        let purchase = Purchase(
            amount: Money(cents, .usd), merchant: "Best Buy", category: "electronics", day: Self.day)
        return try Guardian(index, settings: PurchaseSettings(profile: .spender)).authorize(
            desk.completed(purchase), asOf: Self.day, at: 1_792_400_000)
    }

    /// Without a balance nothing overdraws, so a limit alone would stop it.
    @Test func anApprovalSaysWhatTheAdviceIs() throws {
        let index = try index()
        let large = try answer(110_000, in: index)
        #expect(large.decision == .approve)
        #expect(
            large.message.contains(
                "No limit stops it, but I'd advise against it. Wait until November 23. $1,100.00 is more than the $1,000.00 a "
                    + "usual month leaves you"), "\(large.message)")
        #expect(try !answer(2_000, in: index).message.contains("advise against"))
    }

    /// Where cash runs short it's declined, whatever the limits.
    @Test func whatIsNotThereIsDeclined() throws {
        let index = try index()
        let account = try #require(try index.accounts.first)
        try index.keep(
            KnownBalance(accountID: account.id, day: Self.day, amount: 40_000, source: .owner),
            rows: HouseholdIndex.rowsOfSync)
        let large = try answer(110_000, in: index)
        #expect(large.decision == .decline && large.message.contains("$1,100.00 is more than the $400.00"))
    }
}
