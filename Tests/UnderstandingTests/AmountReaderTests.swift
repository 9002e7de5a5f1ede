import Ledger
import Testing

@testable import Understanding

@Suite struct AmountReaderTests {
    /// Written as `relation amount[-upper] currency`, marked with `?` where it may be a count.
    private func amounts(_ question: String, home: Currency = .usd) -> [String] {
        let tokens = Tokenizer.tokens(of: question)
        let reader = AmountReader(tokens: tokens, taken: tokens.map { _ in false }, home: home)
        return reader.amounts().map { amount in
            let upper = amount.upper.map { "-\($0)" } ?? ""
            return "\(amount.relation) \(amount.amount)\(upper) \(amount.currency.code)\(amount.isMarked ? "" : "?")"
        }
    }

    @Test(arguments: [
        ("$300", "exactly 30000 USD"), ("300 dollars", "exactly 30000 USD"), ("300$", "exactly 30000 USD"),
        ("$1,234.50", "exactly 123450 USD"), ("68.26€", "exactly 6826 EUR"), ("£80", "exactly 8000 GBP"),
        ("22000£", "exactly 2200000 GBP"), ("12,50 €", "exactly 1250 EUR"), ("40 bucks", "exactly 4000 USD"),
        ("12k", "exactly 1200000 USD"), ("$1.2k", "exactly 120000 USD"), ("2 grand", "exactly 200000 USD"),
        ("a thousand pounds", "exactly 100000 GBP"), ("3 thousand dollars", "exactly 300000 USD"),
        ("five hundred dollars", "exactly 50000 USD"), ("twenty five bucks", "exactly 2500 USD"),
        ("fifty cents", "exactly 50 USD"), ("1500 yen", "exactly 1500 JPY"), ("usd 20", "exactly 2000 USD"),
        ("a couple hundred dollars", "exactly 20000 USD"), ("one hundred and twenty dollars", "exactly 12000 USD"),
        ("$0.99", "exactly 99 USD"), ("$5.999", "exactly 600 USD"), ("500", "exactly 50000 USD?"),
    ])
    func values(_ question: String, _ expected: String) {
        #expect(amounts(question) == [expected])
    }

    @Test(arguments: [
        ("over $500", "over 50000 USD"), ("more than 500", "over 50000 USD?"), ("> $20", "over 2000 USD"),
        ("at least $100", "atLeast 10000 USD"), ("$100 or more", "atLeast 10000 USD"),
        ("$100+", "atLeast 10000 USD"), ("under $20", "under 2000 USD"), ("less than 20 euros", "under 2000 EUR"),
        ("up to $50", "atMost 5000 USD"), ("no more than $50", "atMost 5000 USD"), ("$50 or less", "atMost 5000 USD"),
        ("around $50", "around 5000 USD"), ("what about $50", "exactly 5000 USD"),
        ("between 40 and 50 dollars", "between 4000-5000 USD"), ("$40-50", "between 4000-5000 USD"),
        ("$40 to $50", "between 4000-5000 USD"), ("between 2 and 3k", "between 200000-300000 USD"),
        ("between 50 and 40", "between 4000-5000 USD"), ("from 10 to 20 dollars", "between 1000-2000 USD"),
        ("between thirty and sixty dollars", "between 3000-6000 USD"),
        ("between forty and seventy-five dollars", "between 4000-7500 USD"),
        ("two thousand and fifty dollars", "exactly 205000 USD"), ("twenty-five dollars", "exactly 2500 USD"),
        ("more expensive than $300", "over 30000 USD"), ("$2026 grand total", "exactly 202600 USD"),
    ])
    func relations(_ question: String, _ expected: String) {
        #expect(amounts(question) == [expected])
    }

    @Test func tooLargeIsNoAmount() {
        #expect(amounts("$9999999999999999999") == [])
        #expect(amounts("nothing here") == [])
    }

    @Test func dollarsAreThoseOfTheHousehold() {
        #expect(amounts("$5", home: .cad) == ["exactly 500 CAD"])
        #expect(amounts("$5", home: .eur) == ["exactly 500 USD"])
        #expect(amounts("£5", home: .cad) == ["exactly 500 GBP"])
    }
}
