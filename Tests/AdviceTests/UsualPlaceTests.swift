import Ledger
import Store
import Testing

@testable import Advice

/// What one usually spends at a shop that a geofence is named after.
@Suite struct UsualPlaceTests {
    private static let today = CivilDate(year: 2026, month: 10, day: 20)!

    /// Visits on the 1st, 2nd … of September, of a merchant in a town for so many dollars each.
    private func visits(_ count: Int, _ merchant: String, _ town: String, _ dollars: Int64) -> [Spent] {
        (1...count).map {
            Spent(
                "2026-09-0\($0)", -dollars * 100, merchant, "groceries",
                text: "\(merchant.uppercased()) #412 \(town.uppercased())")
        }
    }

    private func usual(_ name: String, _ rows: [Spent], limit: Int64? = nil) throws -> UsualPlace? {
        let index = try HouseholdIndex.holding(rows)
        if let limit {
            let groceries = try #require(RuleCategory(named: "groceries", in: index.taxonomy))
            try RuleBook(index).set(groceries, limit: dollars(limit), on: Self.today)
        }
        return try UsualPlace.of(
            name, index, asOf: Self.today, RuleBook(index).progress(asOf: Self.today))
    }

    @Test(arguments: [
        ("H-E-B San Marcos", "San Marcos TX", 20), ("H-E-B San Antonio", "San Antonio TX", 90),
        ("H-E-B at San Antonio TX", "San Antonio TX", 90), ("H-E-B San Diego", "", 20), ("H-E-B Antonio San", "", 20),
        ("H-E-B San", "", 20), ("H-E-B on Burnet", "", 20),
        ("Kroger Fort Worth", "Fort Worth TX", 30), ("kroger fort collins", "Fort Collins CO", 70),
        ("Kroger Fort", "", 30), ("Kroger", "", 30),
    ]) func aTownIsMeantByAllOfItsWords(name: String, town: String, usual: Int64) throws {
        let rows =
            visits(4, "H-E-B", "San Marcos TX", 20) + visits(3, "H-E-B", "San Antonio TX", 90)
            + visits(4, "Kroger", "Fort Worth TX", 30) + visits(3, "Kroger", "Fort Collins CO", 70)
        let place = try #require(try self.usual(name, rows))
        #expect(place.town == town)
        #expect(place.usual == dollars(usual * 100))
        #expect(place.visits == (town.isEmpty ? 7 : usual < 50 ? 4 : 3))
    }

    /// A geofence is added under the offer's name, so that no two may share one.
    @Test func eachOfferHasANameOfItsOwn() throws {
        let rows =
            visits(5, "Kroger", "Dayton OH", 40) + visits(4, "Kroger", "Dayton TN", 70)
            + visits(3, "Kroger", "Fort Worth TX", 30) + visits(3, "Aldi", "Dayton OH", 10)
        let index = try HouseholdIndex.holding(rows)
        let names = try UsualPlace.offers(index, asOf: Self.today).map(\.name)
        #expect(names == ["Kroger Dayton OH", "Kroger Dayton TN", "Aldi", "Kroger Fort Worth"])
        for (name, usual) in zip(names, [4_000, 7_000, 1_000, 3_000]) {
            #expect(try self.usual(name, rows)?.usual == dollars(Int64(usual)))
        }
    }

    @Test func whereOneSeldomIsTheShopsOtherTownsCount() throws {
        let rows = visits(2, "H-E-B", "San Marcos TX", 20) + visits(5, "H-E-B", "San Antonio TX", 90)
        let place = try #require(try usual("H-E-B San Marcos", rows))
        #expect(place.town.isEmpty && place.visits == 7 && place.usual == dollars(9_000))
        #expect(try usual("H-E-B San Marcos", visits(2, "H-E-B", "San Marcos TX", 20)) == nil)
        #expect(try usual("Whole Foods", rows) == nil)
    }

    /// Other merchants' rows and those of the year before say nothing; the limit is the whole category's.
    @Test func onlyTheShopsOwnYearCounts() throws {
        let rows =
            visits(3, "Kroger", "Dayton OH", 40) + visits(9, "Aldi", "Dayton OH", 10) + [
                Spent("2025-10-19", -99_900, "Kroger", "groceries", text: "KROGER #412 DAYTON OH"),
                Spent("2026-10-05", -6_000, "Aldi", "groceries"),
            ]
        let place = try #require(try usual("Kroger Dayton", rows, limit: 20_000))
        #expect(place.visits == 3 && place.usual == dollars(4_000))
        #expect(place.left == dollars(14_000))
    }

    /// A town that is known, that stands behind a number or a sign, or behind the whole name; a part of a name is none.
    @Test(
        arguments: [
            ("KROGER #412 DAYTON OH", "Kroger", "Dayton OH"), ("STARBUCKS AUSTIN TX", "Starbucks", "Austin TX"),
            ("HEB CENTRAL MARKET AUSTIN TX", "H-E-B", "Austin TX"),
            ("THAI KITCHEN FORT WORTH TX", "Thai Kitchen", "Fort Worth TX"),
            ("TST* LUPE CANTINA AUSTIN, TX 78701", "Lupe Cantina", "Austin TX"),
            ("SHELL 0412 SALT LAKE CITY UT USA", "Shell", "Salt Lake City UT"),
            ("BLUE DOOR BAKERY NOWHEREVILLE TX", "Blue Door Bakery", "Nowhereville TX"),
            ("BAKERY #2 NEW NOWHERE TX", "Bakery", "New Nowhere TX"),
            ("BLUE DOOR NOWHEREVILLE TX", "Bakery", nil), ("NETFLIX.COM 866-579-7172 CA", "Netflix", nil),
            ("STARBUCKS", "Starbucks", nil), ("H-E-B #465 AUSTIN TX 11/23", "H-E-B", "Austin TX"),
            ("H-E-B #465 AUSTIN TX US 11/23/26 #8812", "H-E-B", "Austin TX"),
            ("H-E-B #465 AUSTIN TX NOV 23", "H-E-B", "Austin TX"), ("H-E-B #465 11/23", "H-E-B", nil),
            ("KROGER DAYTON OH S46325871 CARD 4411", "Kroger", "Dayton OH"), ("MAY DAY DELI TX", "May Day Deli", nil),
            ("JASMINE LANE THAI GOSQ.COM TX", "Jasmine Lane Thai", nil), ("UBER HELP.UBER.COM CA", "Uber", nil),
            ("ALDI ST. LOUIS MO", "Aldi", "St. Louis MO"),
            ("AMZN.COM/BILL WA", "Amazon", nil), ("TESCO STORES LONDON GB", "Tesco", nil),
        ] as [(String, String, String?)]) func aTownIsReadFromTheBanksText(
            text: String, merchant: String, town: String?
        )
    {
        #expect(UsualPlace.town(in: text, of: merchant) == town)
    }

    /// All visits count, whether or not a day or a number stands behind the town; of an even number the usual is the mean of the
    /// middle two, as answers have it.
    @Test func aDayBehindTheTownIsNoOtherTown() throws {
        func rows(_ amounts: [(Int64, String)]) -> [Spent] {
            amounts.enumerated().map { place, row in
                Spent("2026-09-0\(place + 1)", -row.0, "H-E-B", "groceries", text: "H-E-B #465 AUSTIN TX\(row.1)")
            }
        }
        let odd = rows([
            (1_000, ""), (2_000, ""), (3_000, ""), (9_000, " 09/03"), (9_000, " 09/04"), (9_000, " 09/05"),
            (9_000, " 09/06"),
        ])
        for (rows, usual) in [
            (odd, Int64(9_000)), (Array(odd.dropLast()), 6_000),
            (rows([(1_000, ""), (1_001, ""), (1_002, ""), (1_003, "")]), 1_002),
        ] {
            let index = try HouseholdIndex.holding(rows)
            let place = try #require(try UsualPlace.all(index, asOf: Self.today).places.first)
            #expect(place.visits == rows.count && place.usual == dollars(usual) && place.town == "Austin TX")
            #expect(try self.usual("H-E-B on Burnet", rows)?.usual == place.usual)
        }
    }

    /// What is in no list of places is told of: shops without a town, and where one seldom is.
    @Test func whatIsLeftOutIsCounted() throws {
        let rows =
            visits(3, "Kroger", "Dayton OH", 40) + visits(2, "Aldi", "Dayton OH", 10)
            + (1...4).map { Spent("2026-09-0\($0)", -900, "Corner Deli", "fast_food", text: "CORNER DELI") }
            + [Spent("2026-09-01", -900, "Hulu", "entertainment", text: "HULU")]
        let survey = try UsualPlace.all(HouseholdIndex.holding(rows), asOf: Self.today)
        #expect(survey.places.map(\.merchant) == ["Kroger"])
        #expect(survey.withoutTown == ["Corner Deli"] && survey.seldom == 1)
    }

    /// Cash, bills, and what comes over a wire have no shop, whatever town the bank writes.
    @Test(arguments: ["cash", "atm_fee", "electricity", "insurance", "rent", "streaming", "student_loan", "taxi"])
    func whatHasNoShopIsNoPlace(category: String) throws {
        let rows = (1...4).map {
            Spent("2026-09-0\($0)", -4_000, "Withdrawal", category, text: "WITHDRAWAL #412 DAYTON OH")
        }
        let survey = try UsualPlace.all(HouseholdIndex.holding(rows), asOf: Self.today)
        #expect(survey.places.isEmpty && survey.withoutTown.isEmpty && survey.seldom == 0)
    }
}
