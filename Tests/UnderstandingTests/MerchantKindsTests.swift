import Ledger
import Testing

@testable import Understanding

/// What words for narrower kinds than a category mean in one household.
struct MerchantKindsTests {
    private static let town = FiledNames(
        [
            "DoorDash": "fast_food", "Uber Eats": "fast_food", "Taco Bell": "fast_food", "Uber": "taxi",
            "Texas Gas Service": "electricity", "City of Springfield": "utilities", "Maple Grove HOA": "utilities",
            "GEICO": "insurance", "Lemonade Insurance": "insurance", "Harborside Mutual": "insurance",
            "Odeon Hall": "events", "AMC Theatres": "events", "Petco": "pets", "Riverside Vet": "veterinary",
            "Blue Kiln Studio": "shopping", "Wheel Works": "shopping", "Throwing Wheel Club": "hobbies",
            "Costco": "groceries", "Costco Gas": "fuel", "Amazon": "online_shopping", "Amazon Prime": "streaming",
        ],
        accounts: [
            Account(id: 1, name: "Silver Savings", type: .savings, currency: .usd),
            Account(id: 2, name: "Orange Card", type: .creditCard, currency: .usd),
        ])

    private static var context: UnderstandingContext {
        UnderstandingContext(
            asOf: CivilDate(year: 2026, month: 10, day: 31)!, taxonomy: .builtIn, names: Self.town)
    }

    private func selection(_ line: String) throws -> Selection {
        let best = try #require(LineReader(Self.context).candidates(line).first)
        guard case .ask(let ask) = best.request else { throw NoAsk() }
        return ask.selection
    }

    private struct NoAsk: Error {}

    /// A kind may be told by one letter of its last word (`vision c`), which no name that was cut off is held against.
    @Test func aLetterIsNoNameCutOff() throws {
        let names = FiledNames(["Prairie Vision Group": "health"])
        let context = UnderstandingContext(
            asOf: CivilDate(year: 2026, month: 10, day: 31)!, taxonomy: .builtIn, names: names)
        #expect(LineReader(context).candidates("and the eye doctor").first != nil)
    }

    @Test(arguments: [
        ("how much did I spend on delivery last month", ["DoorDash", "Uber Eats"]),
        ("what was my electric bill in june", ["City of Springfield"]),
        ("how much was the gas bill in june", ["Texas Gas Service"]),
        ("spent on water, electric and gas in june", ["City of Springfield", "Texas Gas Service"]),
        ("car insurance this year", ["GEICO"]),
        ("renters insurance this year", ["Lemonade Insurance"]),
        ("what did life insurance cost in may", ["Harborside Mutual"]),
        ("spending at the movies this year", ["AMC Theatres"]),
        ("what did I spend on concerts in 2026", ["Odeon Hall"]),
        // A wheel is pottery's among hobbies; among shops of anything only a kiln is.
        ("pottery this year", ["Blue Kiln Studio", "Throwing Wheel Club"]),
    ])
    func kindsAreMerchants(_ line: String, _ merchants: [String]) throws {
        #expect(Set(FilterParts.merchants(of: try selection(line).filter)) == Set(merchants), "\(line)")
    }

    @Test func fastFoodIsNotDelivered() throws {
        let filter = try selection("fast food in september").filter
        #expect(filter == .and([.category("fast_food"), .not(.merchant("DoorDash")), .not(.merchant("Uber Eats"))]))
    }

    @Test(arguments: ["anywhere but", "everywhere except", "anywhere other than"])
    func whatComesBehindButIsLeftOut(words: String) throws {
        let best = try #require(LineReader(Self.context).candidates("groceries \(words) costco in october").first)
        guard case .ask(let ask) = best.request else { throw NoAsk() }
        #expect(ask.selection.filter == .and([.category("groceries"), .not(.merchant("Costco"))]))
        #expect(best.unread.isEmpty)
    }

    @Test(arguments: [
        ("wich month did we spend the most at costco", "which month did we spend the most at costco"),
        ("when did i last take the dog to teh riverside vet", "when did i last take the dog to the riverside vet"),
        ("groceries over the sumer", "groceries over the summer"),
        ("hwo much at costco last wintr", "how much at costco last winter"),
    ])
    func smallWordsAndSeasonsMayBeMisspelt(_ line: String, _ meant: String) throws {
        let reader = LineReader(Self.context)
        let (best, right) = (try #require(reader.candidates(line).first), try #require(reader.candidates(meant).first))
        #expect(best.request == right.request && best.unread.isEmpty, "\(best.unread)")
    }

    /// A winner and a hummer are words of their own.
    @Test(arguments: ["winner", "simmer", "sumner"]) func otherWordsAreNoSeasons(word: String) throws {
        #expect(TimeLexicon.correction(of: word) == nil)
    }

    @Test func theCarIsNotItsPayment() throws {
        #expect(
            try selection("october spending without rent and the car payment").filter
                == .and([.not(.category("rent")), .not(.category("car_payment"))]))
    }

    /// Earned or charged as the line says; where it says neither, what was earned beside what was charged.
    @Test(arguments: [
        ("how much interest did I pay in may", RowFilter.category("interest_charge")),
        ("interest on the orange card in may", .and([.category("interest_charge"), .account("Orange Card")])),
        (
            "how much interest did silver savings pay me in may",
            .and([.category("interest_income"), .account("Silver Savings")])
        ),
        ("interest in may", .category("interest_income")),
    ])
    func interestGoesOneWay(_ line: String, _ filter: RowFilter) throws {
        #expect(try selection(line).filter == filter)
    }

    /// A word of a merchant's name after `not counting`; all that begins so after `anything from`.
    @Test(arguments: [
        ("amazon in march not counting prime", ["Amazon", "-Amazon Prime"]),
        ("spending in june without anything from costco", ["-Costco", "-Costco Gas"]),
    ])
    func leavesOut(_ line: String, _ names: [String]) throws {
        func said(_ filter: RowFilter) -> [String] {
            switch filter {
            case .merchant(let name): [name]
            case .and(let parts), .or(let parts): parts.flatMap(said)
            case .not(let part): said(part).map { "-" + $0 }
            default: []
            }
        }
        #expect(said(try selection(line).filter) == names)
    }

    @Test func aListSaysWhatIsMeant() throws {
        let filter = try selection("what did my cat cost in may, petco and the vet").filter
        #expect(filter == .or([.merchant("Petco"), .category("veterinary")]))
    }
}
