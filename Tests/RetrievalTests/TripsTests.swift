import Ledger
import TestSupport
import Testing

@testable import Retrieval

@Suite struct TripsTests {
    /// Groceries at home each week of a year, and the purchases of some days elsewhere.
    private static func household(_ away: [(String, String)]) -> [Trip] {
        let weeks = (0..<52).compactMap { week in
            Trips.Purchase(
                day("2026-01-03").adding(days: 7 * week), "Kroger", text: "KROGER #\(400 + week % 2) DAYTON OH")
        }
        let others = away.compactMap { date, text in Trips.Purchase(day(date), text, text: text) }
        return Trips((weeks + others).sorted { $0.day < $1.day }).all
    }

    @Test func daysInATownThatIsSeldomVisited() {
        let trips = Self.household([
            ("2026-07-11", "SHELL 5571 LEXINGTON KY"), ("2026-07-12", "BLUE HERON INN GATLINBURG TN"),
            ("2026-07-12", "PANCAKE BARN #2 GATLINBURG TN"), ("2026-07-14", "TRAIL OUTFITTER 8 GATLINBURG TN US"),
            ("2026-10-02", "MUSEUM CAFE 12 CHICAGO IL"), ("2026-10-03", "CITY PARKING 77 CHICAGO IL"),
            ("2026-10-03", "NOODLE BAR 4 CHICAGO IL"),
        ])
        #expect(
            trips.map(\.days) == [
                Period(day("2026-07-11"), day("2026-07-14")), Period(day("2026-10-02"), day("2026-10-03")),
            ])
        #expect(trips.map(\.towns.first) == ["Gatlinburg", "Chicago"])
        #expect(trips[0].towns.contains("Lexington"))
    }

    @Test(
        arguments: [
            // One shop, one day, or too few of them are no trip.
            [
                ("2026-07-12", "INN 4 GATLINBURG TN"), ("2026-07-13", "INN 4 GATLINBURG TN"),
                ("2026-07-14", "INN 4 GATLINBURG TN"),
            ],
            [
                ("2026-07-12", "INN 4 GATLINBURG TN"), ("2026-07-12", "BARN 2 GATLINBURG TN"),
                ("2026-07-12", "CAFE 8 GATLINBURG TN"),
            ],
            [("2026-07-12", "INN 4 GATLINBURG TN"), ("2026-07-13", "BARN 2 GATLINBURG TN")],
            // A shop's name before the town at home.
            [
                ("2026-07-12", "CORNER CAFE DAYTON OH"), ("2026-07-13", "MAIN ST BAR DAYTON OH"),
                ("2026-07-14", "THE DELI DAYTON OH"),
            ],
        ] as [[(String, String)]])
    func noTrip(away: [(String, String)]) {
        #expect(Self.household(away).isEmpty)
    }

    /// A summer of weekly purchases in two-day steps elsewhere is no trip but a move.
    @Test func whoStaysLongLivesThere() {
        func stay(_ days: Int) -> [(String, String)] {
            stride(from: 0, through: days, by: 2).map {
                (day("2026-06-01").adding(days: $0).iso, "SHOP \($0) \($0 % 4 == 0 ? "MOAB" : "BLUFF") UT")
            }
        }
        // 20 days touch three weeks of each town at most; 52 weeks make a home of seven.
        #expect(Self.household(stay(20)).count == 1)
        #expect(Self.household(stay(70)).isEmpty)
    }

    @Test(
        arguments: [
            ("VONS #2301 PISMO BEACH CA", "PISMO BEACH CA"), ("VONS 2301 Pismo Beach, CA USA", "PISMO BEACH CA"),
            ("BLUE HERON INN MOAB UT 84532", "HERON INN MOAB UT"), ("PIER 19 SOUTH PADRE I TX", "SOUTH PADRE I TX"),
            ("PAYROLL ACME INC", nil), ("NETFLIX.COM CA", nil),
            ("WA", nil),
        ] as [(String, String?)])
    func towns(text: String, expected: String?) {
        #expect(BankTown.words(in: text)?.joined(separator: " ") == expected)
    }

    /// A long town is cut by one bank, abbreviated by another, and lacks its state at a third.
    @Test func oneTownIsWrittenInSeveralWays() {
        let trips = Self.household([
            ("2026-07-11", "TIDE POOL GRILL 4 SOUTH PADRE I TX"), ("2026-07-12", "SURF BARN 9 SO PADRE ISLA TX"),
            ("2026-07-13", "SEA CAFE 2 SOUTH PADRE I TX"), ("2026-07-14", "PIER BAR 7 SOUTH PADRE I TX"),
        ])
        #expect(trips.map(\.days) == [Period(day("2026-07-11"), day("2026-07-14"))])
        #expect(trips.first?.towns == ["South Padre I"] || trips.first?.towns == ["So Padre Isla"])
    }

    @Test(arguments: [
        ("SOUTH PADRE I TX", "SO PADRE ISLA TX", true), ("SAN ANTONIO TX", "SAN ANTONI TX", true),
        ("SAN ANTONIO TX", "SAN ANGELO TX", false), ("LAREDO TX", "LAREDO MO", false), ("MOAB UT", "MO UT", false),
    ]) func townsThatAreCut(_ one: String, _ other: String, _ areSame: Bool) {
        #expect(BankTown.areSame(one.split(separator: " "), other.split(separator: " ")) == areSame)
    }
}
