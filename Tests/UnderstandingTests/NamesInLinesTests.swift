import Ledger
import Testing

@testable import Understanding

/// Which merchants, categories and texts the words of a line name, in one household.
struct NamesInLinesTests {
    private static let town = FiledNames(
        [
            "Scooter's Coffee": "coffee", "Uber": "taxi", "New Seasons Market": "groceries", "Square Payouts": "income",
            "Etsy Payouts": "income", "Highwater Clays": "hobbies", "Zelle to Russ Kettner Snow": "people",
            "Zelle from Marisol Vega": "reimbursement", "Zelle to Kaylee Brandt": "people",
            "Duluth Farmers M": "groceries", "Cub Foods": "groceries", "Blue Ridge Phys Therapy": "doctor",
            "Mission Clinic": "doctor", "St Louis Co Auditor": "taxes", "IRS": "taxes", "Trupanion": "insurance",
            "USAA Insurance": "insurance", "Chewy": "pets", "Proctor Mini Storage": "storage",
            "Northland RV Center": "car_care", "Tacoma Boys 6TH Ave": "groceries",
            "City of Tacoma Tpu Utility": "utilities",
            "Tybee Crab Shed": "restaurants", "Sea Oats Inn": "lodging", "Live Oak Trolley": "events",
            "Grand Marais RV Park": "lodging", "Gunflint Tavern": "restaurants", "Sven & Ole's": "restaurants",
            "Buncombe Co BD Ed": "salary", "Gryphon Rye Pati": "salary", "King Arthur Baking": "hobbies",
            "Univ Cashier": "education", "Univ Health": "doctor", "YMCA": "fitness",
            "Mile High Family Dental": "dental",
        ],
        towns: [
            "Tybee Crab Shed": "tybee", "Sea Oats Inn": "tybee", "Live Oak Trolley": "tybee",
            "Grand Marais RV Park": "grand marais", "Gunflint Tavern": "grand marais", "Sven & Ole's": "grand marais",
        ])

    private func ask(_ line: String) throws -> (ask: Ask, unread: [String]) {
        let context = UnderstandingContext(
            asOf: CivilDate(year: 2026, month: 6, day: 15)!, taxonomy: .builtIn, names: Self.town)
        let best = try #require(LineReader(context).candidates(line).first)
        guard case .ask(let ask) = best.request else {
            Issue.record("\(line) is \(best.request)")
            throw NoAsk()
        }
        return (ask, best.unread)
    }

    private struct NoAsk: Error {}

    /// A shop that says whose it is, or of which several words are said, before a word for a kind of thing.
    @Test(arguments: [
        ("spent at Scooter's in may", "Scooter's Coffee"),
        ("scooters in may", "Scooter's Coffee"),
        ("number of new seasons trips in may", "New Seasons Market"),
    ])
    func aShopBeforeAKind(_ line: String, _ name: String) throws {
        #expect(try ask(line).ask.selection.filter == .merchant(name))
    }

    @Test func aKindThatIsNoShopStaysOne() throws {
        #expect(try ask("taxi rides in may").ask.selection.filter == .category("taxi"))
        // Miles are no beginning of Mile High.
        let miles = try? ask("how many miles in may").ask.selection.filter
        #expect(miles != .merchant("Mile High Family Dental"))
    }

    /// Everyday words that only a merchant's name explains.
    @Test(arguments: [
        ("square deposits in may", "Square Payouts"), ("best square month this year", "Square Payouts"),
        ("how much was snow removal in may", "Zelle to Russ Kettner Snow"),
    ])
    func partsOfNames(_ line: String, _ name: String) throws {
        #expect(try ask(line).ask.selection.filter == .merchant(name))
    }

    /// Kinds of things by words that a bank cut off or shortened.
    @Test(arguments: [
        ("farmers market in may", "Duluth Farmers M"), ("physical therapy in may", "Blue Ridge Phys Therapy"),
        ("property tax this year", "St Louis Co Auditor"), ("the insurance premium at usaa in may", "USAA Insurance"),
    ])
    func shortenedNames(_ line: String, _ name: String) throws {
        #expect(try ask(line).ask.selection.filter == .merchant(name))
    }

    @Test func theDogHasItsInsurance() throws {
        #expect(
            try ask("what did the dog cost in may").ask.selection.filter
                == .or([.category("pets"), .category("veterinary"), .merchant("Trupanion")]))
    }

    /// Towns that the texts of several merchants say.
    @Test(arguments: [
        ("everything in grand marais in may", "grand marais"), ("grand marais charges in may", "grand marais"),
        ("tybee purchases in may", "tybee"),
    ])
    func towns(_ line: String, _ town: String) throws {
        #expect(try ask(line).ask.selection.filter == .text(town))
    }

    @Test func aTownIsLeftOutByItsTexts() throws {
        #expect(
            try ask("restaurants in may but not the tybee ones").ask.selection.filter
                == .and([.or([.category("restaurants"), .category("fast_food")]), .not(.text("tybee"))]))
    }

    /// A kind of thing beside merchants narrows only those that have rows of it.
    @Test(arguments: [
        (
            "storage at proctor and northland rv in may",
            RowFilter.or([.merchant("Proctor Mini Storage"), .merchant("Northland RV Center")])
        ),
        ("zelle to kaylee in may", .merchant("Zelle to Kaylee Brandt")),
    ])
    func aKindBesideMerchants(_ line: String, _ filter: RowFilter) throws {
        #expect(try ask(line).ask.selection.filter == filter)
    }

    /// Who pays is called as such places are.
    @Test(arguments: [
        ("how much did the school pay me in may", "Buncombe Co BD Ed"),
        ("how much did the bakery pay me in may", "Gryphon Rye Pati"),
        ("did marisol pay in may", "Zelle from Marisol Vega"),
    ])
    func payers(_ line: String, _ name: String) throws {
        let found = try ask(line).ask.selection
        #expect(found.filter == .merchant(name) && found.flow == .income, "\(found)")
    }

    /// Of what comes in, more is better, whether the line says that it comes in or only who pays.
    @Test(arguments: [
        ("best month for etsy payouts", Ask.Order.largest), ("worst month for square payouts", .smallest),
        ("best month for groceries", .smallest),
    ])
    func whatIsBest(_ line: String, _ order: Ask.Order) throws {
        let found = try ask(line).ask
        #expect(found.grouping == .month && found.order == order, "\(found)")
    }

    /// Money of the other way is taken away, and not left out.
    @Test func sumsOfBothWays() throws {
        let sales = try ask("square and etsy minus highwater in may").ask
        #expect(sales.selection.flow == .income)
        #expect(sales.selection.filter == .or([.merchant("Square Payouts"), .merchant("Etsy Payouts")]))
        guard case .sides(let taken)? = sales.against else { throw NoAsk() }
        #expect(taken.map(\.selection.filter) == [.merchant("Highwater Clays")])
        let rent = try ask("rent minus marisol in may").ask
        #expect(rent.selection.flow == .spending && rent.selection.filter == .category("rent"))
        guard case .sides(let back)? = rent.against else { throw NoAsk() }
        #expect(back.map(\.selection.flow) == [.income])
    }

    // MARK: Names that change

    /// The names of an index that something is written to.
    private final class GrowingNames: NameCatalog {
        var household = Household()
        var version = 0

        var accounts: [Account] { household.accounts }
        var coverage: Period? { household.coverage }
        func merchants(key: String) -> [String] { household.merchants(key: key) }
        func merchants(keyPrefix: String, limit: Int) -> [String] {
            household.merchants(keyPrefix: keyPrefix, limit: limit)
        }
        func merchants(wordPrefixes: [String], limit: Int) -> [String] {
            household.merchants(wordPrefixes: wordPrefixes, limit: limit)
        }
        func merchants(resembling key: String) -> [String] { household.merchants(resembling: key) }
        func categories(merchant: String) -> Set<String> { [] }
    }

    /// A line is read anew once the index has other names, be it the same line in the same context.
    @Test func aLineIsReadByTheNamesThereAre() throws {
        let names = GrowingNames()
        var context = UnderstandingContext(
            asOf: CivilDate(year: 2026, month: 6, day: 15)!, taxonomy: .builtIn, names: names)
        func filter() -> RowFilter? {
            let best = LineReader(context).candidates("how much at zonko outpost in may").first?.request
            return if case .ask(let ask)? = best { ask.selection.filter } else { nil }
        }
        #expect(filter() != .merchant("Zonko Outpost"))
        names.household.names.append("Zonko Outpost")
        names.version += 1
        #expect(filter() == .merchant("Zonko Outpost"))
        context.names = Household()
        #expect(filter() != .merchant("Zonko Outpost"))
    }
}
