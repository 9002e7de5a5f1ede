import Advice
import Coaching
import Importing
import Ledger
import Store
import Testing

/// A wish that comes back says what changed since it was put off: in the conversation, in the list, and to programs.
@Suite struct WishChangeTests {
    private static let asked = CivilDate(year: 2026, month: 10, day: 19)!
    private static let day = asked.adding(days: 2)

    /// Three months of pay and rent, with $60 spent on video games in October.
    private func index(_ rows: [String] = []) throws -> HouseholdIndex {
        let index = try HouseholdIndex(path: ":memory:")
        var lines = ["Date,Description,Amount"]
        for month in ["07", "08", "09", "10"] {
            lines += ["2026-\(month)-03,PAYROLL ACME,2400.00", "2026-\(month)-04,NORTHWIND RENT,-1500.00"]
            lines += ["07", "11", "15"].map { "2026-\(month)-\($0),KROGER,-20.00" }
        }
        lines += ["2026-10-05,STEAM GAMES,-60.00"] + rows
        try add(lines, to: index)
        return index
    }

    private func add(_ lines: [String], to index: HouseholdIndex, path: String = "checking.csv") throws {
        var request = IngestRequest()
        request.account = "Checking"
        _ = try Ingest(index, today: Self.day).importBytes(
            StatementBytes(Array(lines.joined(separator: "\n").utf8), path: path), request)
    }

    private func limit(_ dollars: Int64, on category: String = "games", in index: HouseholdIndex) throws {
        let book = RuleBook(index)
        try book.set(try #require(book.category(category)), limit: Money(dollars * 100, .usd), on: Self.asked)
    }

    private func set(_ dollars: Int64, on day: CivilDate, in index: HouseholdIndex) throws {
        let account = try #require(try index.accounts.first)
        try index.keep(
            KnownBalance(accountID: account.id, day: day, amount: dollars * 100, source: .owner),
            rows: HouseholdIndex.rowsOfSync)
    }

    private func putOff(_ dollars: Int64, in index: HouseholdIndex, until day: CivilDate = day) throws -> Int64 {
        let purchase = Purchase(
            amount: Money(dollars * 100, .usd), merchant: "Steam Games", category: "games", day: Self.asked)
        return try WishBook(index, asOf: Self.asked).putOff(purchase, until: day)
    }

    private func back(_ index: HouseholdIndex, on day: CivilDate = day) throws -> WishBook.Wish {
        try #require(try WishBook(index, asOf: day).waiting().first)
    }

    @Test func aRaisedLimitIsSaidThroughEachDoor() throws {
        let index = try index()
        try limit(200, in: index)
        _ = try putOff(250, in: index)
        try limit(600, in: index)
        let cause = "Since then your monthly limit on video games went from $200.00 to $600.00."
        let wish = try back(index)
        #expect(wish.cause == cause && wish.decision.verdict == .skip && wish.advice?.verdict.outcome == .buy)
        #expect(wish.change?.hasPrefix("Then I said skip. \(cause) Now: yes") == true, "\(wish.change ?? "")")
        #expect(wish.json["cause"]?.string == cause)
        var coach = try Coach(index, asOf: Self.day)
        let words = try #require(try coach.dueWishes(isTold: true))
        #expect(words.contains(cause), "\(words)")
    }

    @Test func aRemovedLimitAndANewOneAreSaid() throws {
        let index = try index()
        try limit(200, in: index)
        _ = try putOff(250, in: index)
        _ = try RuleBook(index).remove(try #require(RuleBook(index).category("games")), on: Self.day)
        #expect(try back(index).cause == "Since then your $200.00 monthly limit on video games was removed.")

        let other = try self.index()
        _ = try putOff(150, in: other)
        #expect(try back(other).cause == nil)
        try limit(100, in: other)
        let wish = try back(other)
        #expect(wish.decision.verdict == .buy && wish.advice?.verdict.outcome == .skip)
        #expect(wish.cause == "Since then you set a monthly limit of $100.00 on video games.")
        #expect(wish.change?.hasPrefix("Then I said buy. Since then") == true, "\(wish.change ?? "")")
    }

    @Test func aLoweredLimitMakesANoOfAYes() throws {
        let index = try index()
        try limit(400, in: index)
        _ = try putOff(150, in: index)
        try limit(160, in: index)
        let wish = try back(index)
        #expect(wish.decision.verdict == .buy && wish.advice?.verdict.outcome != .buy)
        #expect(wish.cause == "Since then your monthly limit on video games went from $400.00 to $160.00.")
    }

    @Test func spendingOfTheSameMonthIsSaid() throws {
        let index = try index()
        try limit(250, in: index)
        _ = try putOff(120, in: index)
        try add(["Date,Description,Amount", "2026-10-20,STEAM GAMES,-90.00"], to: index, path: "more.csv")
        let wish = try back(index)
        #expect(wish.cause == "Since then what you've spent on video games this month went from $60.00 to $150.00.")
        #expect(wish.advice?.verdict.outcome != .buy)
    }

    @Test func aNewMonthIsSaid() throws {
        let index = try index(["2026-10-18,STEAM GAMES,-90.00"])
        try limit(200, in: index)
        let november = CivilDate(year: 2026, month: 11, day: 2)!
        _ = try putOff(95, in: index, until: november)
        let wish = try back(index, on: november)
        #expect(wish.decision.verdict == .wait && wish.advice?.verdict.outcome == .buy)
        #expect(
            wish.cause == "Since then November has begun, and $200.00 of your $200.00 limit on video games is left.")

        // 200 - 240 in November.
        let over = try self.index(["2026-10-18,STEAM GAMES,-90.00", "2026-11-01,STEAM GAMES,-240.00"])
        try limit(200, in: over)
        _ = try putOff(95, in: over, until: november)
        let still = try back(over, on: november)
        #expect(
            still.cause == "Since then November has begun, and you're $40.00 over your $200.00 limit on video games.",
            "\(still.change ?? "")")
    }

    /// What was said of a thing is said of it the next day as well: a wish doesn't become a yes by being slept on.
    @Test(arguments: [PurchaseDoubt.unused, .poorDeal]) func whatWasSaidOfItStays(_ doubt: PurchaseDoubt) throws {
        let index = try index()
        var purchase = Purchase(
            amount: Money(3_000, .usd), merchant: "Steam Games", category: "games", day: Self.asked)
        purchase.said.doubt = doubt
        purchase.said.isGift = true
        _ = try WishBook(index, asOf: Self.asked).putOff(purchase, until: Self.day)
        let wish = try back(index)
        #expect(wish.decision.purchase.said == purchase.said)
        #expect(wish.decision.verdict == .skip && wish.advice?.verdict.outcome == .skip)
        #expect(wish.cause == "Nothing that decides it has changed since.", "\(wish.change ?? "")")
    }

    @Test func payAndSavingsAreSaid() throws {
        let index = try index()
        try set(200, on: Self.asked, in: index)
        _ = try putOff(400, in: index)
        try add(["Date,Description,Amount", "2026-10-20,PAYROLL ACME,2400.00"], to: index, path: "more.csv")
        try set(6_000, on: Self.day, in: index)
        let wish = try back(index)
        #expect(wish.decision.verdict != .buy && wish.advice?.verdict.outcome == .buy)
        #expect(
            wish.cause?.hasPrefix(
                "Since then $2,400.00 came in, and the lowest balance I expect with it went from ") == true,
            "\(wish.cause ?? "")")
    }

    /// What a usual month leaves rose, so that the price no longer takes too much.
    @Test func aPriceThatNoLongerIsTooMuchIsSaid() throws {
        let index = try index()
        let november = CivilDate(year: 2026, month: 11, day: 3)!
        _ = try putOff(600, in: index, until: november)
        try add(["Date,Description,Amount", "2026-10-24,BONUS ACME PAYROLL,2400.00"], to: index, path: "more.csv")
        let wish = try back(index, on: november)
        #expect(wish.decision.verdict != .buy && wish.advice?.verdict.outcome == .buy)
        #expect(
            wish.cause?.hasPrefix("Since then what a usual month leaves you went from $840.00 to ") == true,
            "\(wish.cause ?? "")")
    }

    @Test func whatStaysIsSaidToStay() throws {
        let index = try index()
        try limit(200, in: index)
        _ = try putOff(250, in: index)
        let wish = try back(index)
        #expect(wish.cause == "Nothing that decides it has changed since.")
        #expect(wish.change?.contains("Still: ") == true)
    }

    /// That one was where one doesn't want to pay is not kept with the decision.
    @Test func whereOneWasIsNotKept() throws {
        let index = try index()
        let mall = try #require(GeoPoint(latitude: 30.4021, longitude: -97.7254))
        _ = try index.keepGeofence("Mall", at: mall, radius: 250, category: nil, policy: .block)
        let now: Int64 = 1_792_400_000
        var settings = PurchaseSettings()
        settings.whereabouts = Whereabouts(
            hours: 24, said: LocationFix(mall, accuracy: 10, time: now)
        ) { now }
        let purchase = Purchase(
            amount: Money(2_000, .usd), merchant: "Steam Games", category: "games", day: Self.asked)
        _ = try WishBook(index, asOf: Self.asked, settings: settings).putOff(purchase, until: Self.day)
        let wish = try back(index)
        #expect(wish.decision.verdict == .skip && wish.advice?.verdict.outcome == .buy)
        #expect(wish.decision.basis?.obstacles == [])
        #expect(wish.cause == "What stood against it then no longer does.")
    }

    @Test func anotherLimitThatCountsIsSaid() throws {
        let index = try index()
        try limit(200, on: "fun", in: index)
        _ = try putOff(250, in: index)
        try limit(30, in: index)
        #expect(
            try back(index).cause == "Since then your limit of $30.00 on video games counts instead of $200.00 on fun.")
    }

    /// Where one was isn't kept, so nothing is said of having moved.
    @Test(arguments: [250, 20] as [Int64]) func whoStaysHasNotCome(_ dollars: Int64) throws {
        let index = try index()
        let mall = try #require(GeoPoint(latitude: 30.4021, longitude: -97.7254))
        _ = try index.keepGeofence("Mall", at: mall, radius: 250, category: nil, policy: .block)
        let now: Int64 = 1_792_400_000
        var settings = PurchaseSettings()
        settings.whereabouts = Whereabouts(hours: 24, said: LocationFix(mall, accuracy: 10, time: now)) { now }
        try limit(200, in: index)
        let purchase = Purchase(
            amount: Money(dollars * 100, .usd), merchant: "Steam Games", category: "games", day: Self.asked)
        _ = try WishBook(index, asOf: Self.asked, settings: settings).putOff(purchase, until: Self.day)
        let wish = try #require(try WishBook(index, asOf: Self.day, settings: settings).waiting().first)
        #expect(wish.advice?.place != nil)
        let said = "\(wish.cause ?? "") \(wish.change ?? "")"
        #expect(!said.contains("you've come") && !said.contains("no longer does"), "\(said)")
    }

    /// A decision that an older version kept has no basis: it comes back as before.
    @Test func anOldDecisionComesBackWithoutCause() throws {
        let index = try index()
        try limit(200, in: index)
        _ = try putOff(250, in: index)
        try index.database.run("UPDATE decision SET basis = NULL")
        try limit(600, in: index)
        let wish = try back(index)
        #expect(wish.cause == nil && wish.change?.hasPrefix("Then I said skip. Now: yes") == true)
    }

    @Test func aBasisIsReadAsItWasWritten() throws {
        let index = try index()
        try limit(200, in: index)
        _ = try putOff(250, in: index)
        let basis = try #require(try DecisionBook(index).record(asOf: Self.asked).decisions.first?.basis)
        #expect(basis.obstacles == [.limit] && basis[.limit] == 20_000 && basis[.spent] == 6_000)
        #expect(VerdictBasis(basis.text) == basis && basis.category == "games")
        #expect(VerdictBasis("") == nil && VerdictBasis("[]") == nil)
    }
}
