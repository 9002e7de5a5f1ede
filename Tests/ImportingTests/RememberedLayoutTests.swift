import Importing
import Ledger
import Store
import Testing

/// What earlier files tell decides what a file leaves open, and nothing that the file itself shows.
struct RememberedLayoutTests {
    private let index: HouseholdIndex

    init() throws { index = try HouseholdIndex(path: ":memory:") }

    @discardableResult
    private func bring(
        _ rows: [String], file: String, account: String? = nil, _ change: (inout IngestRequest) -> Void = { _ in }
    ) throws -> ImportReport {
        var request = IngestRequest()
        request.account = account
        change(&request)
        let text = (["Date,Description,Amount"] + rows).joined(separator: "\n") + "\n"
        return try Ingest(index, today: CivilDate(dayNumber: 20_600)).importBytes(
            StatementBytes(Array(text.utf8), path: file), request)
    }

    private func amounts(_ report: ImportReport) throws -> [Int64] {
        let id = try #require(report.accounts.first).id
        return try index.database.rows("SELECT amount FROM txn WHERE account_id = ? ORDER BY id", [.int(id)]) {
            $0.int(0)
        }
    }

    private let card = [
        "05/28/2026,HOLLOW OAK MARKET,31.20", "05/26/2026,MARIGOLD BOOKS,18.00",
        "05/22/2026,PAYMENT - THANK YOU,-300.00", "05/20/2026,TIDEWATER GRILL,44.10",
    ]
    private let checking = [
        "05/27/2026,HOLLOW OAK MARKET,-12.50", "05/24/2026,NORTHFIELD PAYROLL,1820.40",
        "05/02/2026,RENTAL OFFICE,-990.00",
    ]

    @Test(arguments: [("export.csv", "export (1).csv"), ("b1.csv", "b2.csv")], [true, false])
    func anotherAccountsSignsAreNotTakenOver(files: (String, String), isCardFirst: Bool) throws {
        let first = try bring(isCardFirst ? card : checking, file: files.0)
        let second = try bring(isCardFirst ? checking : card, file: files.1)
        #expect(first.accounts != second.accounts)
        let (ofCard, ofChecking) = isCardFirst ? (first, second) : (second, first)
        #expect(try amounts(ofCard) == [-3120, -1800, 30_000, -4410])
        #expect(try amounts(ofChecking) == [-1250, 182_040, -99_000])
        #expect(ofCard.accounts.map(\.type) == [.creditCard] && ofChecking.accounts.map(\.type) == [.checking])
        // The next files go to where their signs are right.
        let later = checking.map { $0.replacing("05/", with: "04/") }
        #expect(try bring(later, file: files.0).accounts == ofChecking.accounts)
    }

    @Test func aGuessThatWhatIsKnownContradictsIsAskedAbout() throws {
        try bring(checking, file: "b1.csv")
        let spent = ["05/28/2026,STARBUCKS,31.20", "05/26/2026,NETFLIX,18.00", "05/20/2026,SPOTIFY,44.10"]
        let error = #expect(throws: ImportError.self) { try bring(spent, file: "b2.csv", account: "B") }
        #expect(error?.message.contains("--flip-sign") ?? false)
    }

    @Test func whatIsRememberedIsSaid() throws {
        try bring(card, file: "export.csv", account: "Blue")
        let next = try bring(
            ["06/01/2026,ZORK,3.00", "06/02/2026,PLIM,4.00"], file: "export.csv", account: "Blue")
        #expect(
            next.notes.filter { !$0.contains("after today") } == [
                "Its dates are read as month before day, as in earlier files of the account; if they're not, use --date-order dmy.",
                "Positive amounts are read as money out, as in earlier files of the account; if they're money in, "
                    + "use --keep-sign.",
            ])
        #expect(try amounts(next).suffix(2) == [-300, -400])
    }

    @Test func aSingleWordOfAnotherCountryIsEnoughToAsk() throws {
        try bring(["28/05/2026,TESCO,-45.20", "27/05/2026,BAKERY,-4.20"], file: "statement.csv")
        let rows = ["06/05/2026,ZORK PLIM OH,-45.20", "06/04/2026,PLIM,-30.00"]
        let error = #expect(throws: ImportError.self) { try bring(rows, file: "statement (1).csv") }
        #expect(error?.doubt == .dateOrder(date: "06/05/2026"))
        let told = try bring(rows, file: "statement (1).csv") { $0.options.dateOrder = .mdy }
        #expect(told.accounts.map(\.name) == ["My Account 2"] && told.accounts.map(\.currency) == [.usd])
    }

    @Test func aTownAndItsStateAreOfAnotherAccount() throws {
        try bring(["28/05/2026,TESCO,-45.20", "27/05/2026,BAKERY,-4.20"], file: "statement.csv")
        let rows = ["06/05/2026,ZORK AKRON OH,-45.20", "06/04/2026,PLIM,-30.00"]
        let report = try bring(rows, file: "statement (1).csv")
        #expect(report.accounts.map(\.name) == ["My Account 2"] && report.accounts.map(\.currency) == [.usd])
        #expect(report.layout.dateOrder == .mdy)
        #expect(report.notes.contains { $0.contains("--date-order dmy") })
    }

    @Test func anAssumedCurrencyIsAlwaysSaid() throws {
        let first = try bring(["28/05/2026,TESCO,-45.20", "27/05/2026,ASDA,-4.20"], file: "quay.csv")
        #expect(first.accounts.map(\.currency) == [Currency("GBP")])
        let second = try bring(["2026-05-28,ZORK,-45.20", "2026-05-27,PLIM,-4.20"], file: "harbor.csv")
        #expect(second.notes.contains { $0.contains("GBP was assumed, as in your other accounts") })
        let third = try bring(["05/28/2026,ZORK AKRON OH,-45.20"], file: "orchard.csv")
        #expect(third.accounts.map(\.currency) == [.usd] && third.notes.contains { $0.contains("USD was assumed") })
        let fourth = try bring(
            ["28/05/2026,ZORK PERTH,-45.20", "27/05/2026,COLES SYDNEY NSW,-4.20"], file: "wattle.csv")
        #expect(fourth.accounts.map(\.currency) == [Currency("AUD")])
    }

    /// Shops of the other side of a border are few beside those of one's own country.
    @Test func shopsAcrossTheBorderChangeNoCurrency() throws {
        let rows = [
            "2026-05-28,INTERAC STORE,-4.20", "2026-05-27,LOBLAWS,-9.10", "2026-05-26,ZORK BANGOR ME,-3.00",
            "2026-05-25,PLIM ORONO ME,-5.00", "2026-05-24,QUAY BREWER ME,-6.00",
        ]
        #expect(try bring(rows, file: "border.csv").accounts.map(\.currency) == [.usd])
    }

    @Test func shopsOfOneCountryTellItsCurrency() throws {
        let rows = ["2026-05-28,INTERAC STORE,-4.20", "2026-05-27,LOBLAWS,-9.10"]
        #expect(try bring(rows, file: "north.csv").accounts.map(\.currency) == [Currency("CAD")])
    }

    @Test func theOptionMeansWhatTheQuestionSays() throws {
        // Positive amounts were spent, as coach would have taken them anyway.
        let rows = ["05/28/2026,STARBUCKS,31.20", "05/26/2026,NETFLIX,18.00", "05/20/2026,SPOTIFY,44.10"]
        let alone = try bring(rows, file: "one.csv")
        #expect(try amounts(alone) == [-3120, -1800, -4410])
        let said = try bring(rows, file: "two.csv", account: "Two") { $0.options.flipsSign = true }
        #expect(try amounts(said) == [-3120, -1800, -4410])
        #expect(!said.notes.contains { $0.contains("Positive") })
        let kept = try bring(rows, file: "three.csv", account: "Three") { $0.options.keepsSign = true }
        #expect(try amounts(kept) == [3120, 1800, 4410])
    }
}
