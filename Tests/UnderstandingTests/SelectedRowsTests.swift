import Ledger
import Testing

@testable import Understanding

/// Which rows a line means: lists, what is left out, names as people write them, days that come again, in one household.
struct SelectedRowsTests {
    private static let home = FiledNames(
        [
            "KJ's Diner": "restaurants", "R&J Lumber": "home_improvement", "Quay Market": "groceries",
            "Pier Fuel": "fuel", "Meadow Court": "rent", "Talmage Loans": "student_loan",
            "Brightline Wireless": "phone",
            "Anchor Insurance": "insurance", "Corner Garage": "car_care", "Fetch & Co": "pets",
            "Wagtime Grooming": "pets", "Ridge Vet": "veterinary", "Ridge Emergency Vet": "veterinary",
            "Dune Inn": "lodging", "Sandbar Grill": "restaurants", "Kelp World": "events", "Tern Gallery": "events",
            "Zelle to Mom Okafor": "people", "Lakeview Electric": "electricity", "Lakeview Water": "water",
            "Old Harbor Cafe": "coffee", "Marsh Dental": "dental", "Pine Optometry": "vision",
        ],
        towns: ["Dune Inn": "nags head", "Sandbar Grill": "nags head", "Kelp World": "nags head"],
        accounts: [
            Account(id: 1, name: "QB Checking", type: .checking, currency: .usd),
            Account(id: 2, name: "Oil Fund", type: .savings, currency: .usd),
            Account(id: 3, name: "Orange Card", type: .creditCard, currency: .usd),
        ])

    private func ask(_ line: String) throws -> (ask: Ask, unread: [String]) {
        let context = UnderstandingContext(
            asOf: CivilDate(year: 2026, month: 6, day: 15)!, taxonomy: .builtIn, names: Self.home)
        let best = try #require(LineReader(context).candidates(line).first)
        guard case .ask(let ask) = best.request else {
            Issue.record("\(line) is \(best.request)")
            throw NoAsk()
        }
        return (ask, best.unread)
    }

    private struct NoAsk: Error {}

    private func parts(_ filter: RowFilter) -> [RowFilter] { if case .and(let all) = filter { all } else { [filter] } }

    private func filter(_ line: String) throws -> RowFilter { try ask(line).ask.selection.filter }

    /// A few letters that say whose a shop is, and initials.
    @Test(arguments: [
        ("kjs in may", "KJ's Diner"), ("how much at kjs in may", "KJ's Diner"), ("r&j in may", "R&J Lumber"),
    ])
    func shortNames(_ line: String, _ name: String) throws {
        #expect(try filter(line) == .merchant(name))
    }

    /// Somebody who is called by what they are is no trend.
    @Test func kin() throws {
        #expect(try filter("how much have I given mom in may") == .text("mom"))
        #expect(try ask("how much have I given mom in may").ask.grouping == nil)
    }

    /// Things of several kinds that follow one another are a list; a thing at a shop that sells it is none.
    @Test(arguments: [
        (
            "rent gas talmage brightline in may",
            RowFilter.or([
                .category("rent"), .category("fuel"), .merchant("Talmage Loans"), .merchant("Brightline Wireless"),
            ])
        ),
        (
            "gas, insurance and repairs in may",
            .or([.category("fuel"), .category("insurance"), .category("car_care")])
        ),
    ])
    func lists(_ line: String, _ expected: RowFilter) throws {
        let found = try ask(line)
        #expect(found.unread.isEmpty)
        #expect(found.ask.selection.filter == expected)
    }

    @Test func aKindAtAShopIsNoList() throws {
        #expect(try filter("groceries at quay market in may") == .merchant("Quay Market"))
    }

    @Test func lightBesideWaterIsABill() throws {
        #expect(
            try filter("light and water together in may")
                == .or([.merchant("Lakeview Electric"), .merchant("Lakeview Water")]))
    }

    /// A place beside the first of two things is where that one was.
    @Test func aPlaceBelongsToWhatItStandsBeside() throws {
        #expect(
            try filter("nags head hotel + tern gallery in may")
                == .or([.and([.text("nags head"), .category("lodging")]), .merchant("Tern Gallery")]))
    }

    /// One kind of pet bills, the rest of them, and a row told by its amount.
    @Test func whatIsLeftOut() throws {
        #expect(
            parts(try filter("pets this year w/o the emergency vet")).contains(.not(.merchant("Ridge Emergency Vet"))))
        let told = try ask("pets this year not counting the march surgery 812.40").ask.selection
        #expect(told.span.days.map(\.days) == [166])
        #expect(parts(told.filter).contains(.not(.amount(81_240, 81_240))))
    }

    @Test(arguments: [
        "groceries this year but may doesn't count", "groceries this year not counting may",
    ])
    func monthsThatAreLeftOut(_ line: String) throws {
        #expect(try ask(line).ask.selection.span.days.map(\.days) == [120, 15])
    }

    /// A haircut is all of hair and beauty that is nothing else.
    @Test func haircuts() throws {
        let names = FiledNames([
            "Tidy Trims": "hair_beauty", "Rosewood Salon": "hair_beauty", "Gloss Nail Bar": "hair_beauty",
        ])
        let context = UnderstandingContext(
            asOf: CivilDate(year: 2026, month: 6, day: 15)!, taxonomy: .builtIn, names: names)
        let best = try #require(LineReader(context).candidates("haircuts in may").first)
        guard case .ask(let ask) = best.request else { throw NoAsk() }
        #expect(ask.selection.filter == .or([.merchant("Rosewood Salon"), .merchant("Tidy Trims")]))
    }

    /// Days of one kind within a longer time, wherever they are said.
    @Test(arguments: [
        "weekend eating out in may", "eating out in may on the weekend", "weekend groceries in may",
        "groceries on the weekend in may",
    ])
    func weekends(_ line: String) throws {
        let found = try ask(line)
        #expect(found.unread.isEmpty)
        #expect(parts(found.ask.selection.filter).contains(.weekdays([6, 7])))
        #expect(found.ask.selection.span.days.map(\.days) == [31])
    }

    /// What a holiday was for, where the days are said; the day itself, where they aren't.
    @Test func aHolidayThatMoneyWasSpentFor() throws {
        #expect(
            try ask("what did christmas cost at quay market in december").ask.selection.span.days.map(\.days) == [31])
        #expect(try ask("what did I spend on christmas day").ask.selection.span.days.map(\.days) == [1])
    }

    @Test func accountsByTwoLettersAndNotByWhatTheySaveFor() throws {
        #expect(try filter("spending with qb in may") == .account("QB Checking"))
        #expect(try ask("how much was the oil delivery in may").ask.selection.filter != .account("Oil Fund"))
    }
}
