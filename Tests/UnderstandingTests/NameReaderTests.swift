import Ledger
import Testing

@testable import Understanding

@Suite struct NameReaderTests {
    @Test(arguments: [
        ("", "", 0), ("abc", "abc", 0), ("starbucks", "stabucks", 1), ("costco", "cotsco", 1),
        ("netflix", "netlfix", 1),
        ("amazon", "amzaon", 1), ("target", "tgt", nil), ("whole", "hole", 1), ("kitten", "sitting", nil),
        ("verizon", "virizom", 2), ("a", "", 1),
    ])
    func distance(_ a: String, _ b: String, _ expected: Int?) {
        #expect(EditDistance.between(Array(a.utf8), Array(b.utf8), limit: 2) == expected)
        #expect(EditDistance.between(Array(b.utf8), Array(a.utf8), limit: 2) == expected)
    }

    private func names(_ question: String, in household: Household = Household()) -> [String] {
        let tokens = Tokenizer.tokens(of: question)
        var reader = NameReader(
            tokens: tokens, taken: tokens.map { _ in false }, catalog: household, lexicon: .builtIn)
        return reader.read().map { name in
            let words =
                switch name.kind {
                case .category(let ids): "category " + ids.joined(separator: ",")
                case .merchant(let names): "merchant " + names.joined(separator: ",")
                case .account(let names): "account " + names.joined(separator: ",")
                case .unknownAccount(let text): "no account " + text
                case .unknown(let text): "unknown " + text
                }
            return (name.isExcluded ? "not " : "") + words
        }
    }

    @Test(arguments: [
        ("at blue bottle coffee", "merchant Blue Bottle Coffee"), ("at blue bottle", "merchant Blue Bottle Coffee"),
        ("on coffee", "category coffee"), ("at wholefoods", "merchant Whole Foods"), ("heb", "merchant H-E-B"),
        ("at trader joe", "merchant Trader Joe's"), ("trader joe's", "merchant Trader Joe's"),
        ("at the home depot", "merchant The Home Depot"), ("bath and body works", "merchant Bath & Body Works"),
        ("barnes and noble", "merchant Barnes & Noble"), ("at&t", "merchant AT&T"),
        ("uber eats", "merchant Uber Eats"), ("amazon prime", "merchant Amazon Prime"), ("amazon", "merchant Amazon"),
        ("at the gap", "merchant Gap"), ("at target", "merchant Target"), ("starbuks", "merchant Starbucks"),
        ("netflx", "merchant Netflix"), ("grocries", "category groceries"),
        ("restarants", "category restaurants,fast_food"),
    ])
    func single(_ question: String, _ expected: String) {
        #expect(names(question) == [expected])
    }

    @Test(arguments: [
        ("amex", "account Amex Blue Cash"), ("american express", "account Amex Blue Cash"),
        ("the sapphire card", "account Chase Sapphire"), ("my chase card", "account Chase Sapphire"),
        ("my checking", "account Everyday Checking"), ("savings account", "account High-Yield Savings"),
        ("in savings", "account High-Yield Savings"), ("credit cards", "account Chase Sapphire,Amex Blue Cash"),
        ("card ending in 4821", "account Everyday Checking"), ("ally", "account High-Yield Savings"),
        ("my mastercard", "no account mastercard"), ("debit card", "account Everyday Checking"),
    ])
    func accounts(_ question: String, _ expected: String) {
        #expect(names(question) == [expected])
    }

    @Test func exclusionsReachOverLists() {
        #expect(
            names("everything except rent, coffee and amazon") == [
                "not category rent", "not category coffee", "not merchant Amazon",
            ])
        #expect(names("uber but not uber eats") == ["merchant Uber", "not merchant Uber Eats"])
        #expect(names("coffee without starbucks") == ["category coffee", "not merchant Starbucks"])
    }

    @Test func aWordThatIsAlsoAMerchantNeedsAPlace() {
        var household = Household()
        household.names += ["Next", "Show", "Total Wine"]
        #expect(names("show me what is next", in: household) == [])
        #expect(names("purchases at next", in: household) == ["merchant Next"])
        #expect(names("how much in total", in: household) == [])
    }

    @Test func aBeginningMeansAllThatBeginSo() {
        var household = Household()
        household.names += ["Kroger Fuel", "Kroger Pharmacy"]
        #expect(names("at kroger", in: household) == ["merchant Kroger Fuel,Kroger Pharmacy"])
        #expect(names("at krog", in: household) == ["unknown krog"])
    }

    @Test(arguments: [
        ("how much did I spend at first watch", "merchant First Watch"),
        ("24 hour fitness", "merchant 24 Hour Fitness"),
        ("big lots this month", "merchant Big Lots"), ("how much at home goods", "merchant HomeGoods"),
        ("five guys this year", "merchant Five Guys"), ("the gap last month", "merchant Gap"),
        ("uber*eats this month", "merchant Uber Eats"), ("lucky 🍕 slice last month", "merchant Lucky Slice"),
        ("since when do I pay for max", "merchant Max"),
    ])
    func namesOfCommonWords(_ question: String, _ expected: String) {
        var household = Household()
        household.names += [
            "First Watch", "24 Hour Fitness", "Big Lots", "HomeGoods", "Five Guys", "Lucky Slice", "Max",
        ]
        #expect(names(question, in: household) == [expected])
    }

    @Test func aPlaceIsNoBeginningOfAName() {
        var household = Household()
        household.names += ["Austin Energy"]
        #expect(names("how much did I spend in austin", in: household) == ["unknown austin"])
        #expect(names("how much did I pay austin", in: household) == ["merchant Austin Energy"])
    }
}
