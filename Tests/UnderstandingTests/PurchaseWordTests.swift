import Ledger
import Testing

@testable import Understanding

@Suite struct PurchaseWordTests {
    @Test(
        arguments: [
            ("2027-06-01", "2027-06-01"), ("march 2027", "2027-03-31"), ("June", "2027-06-30"), ("2027", "2027-12-31"),
            ("november", "2026-11-30"), ("christmas", "2026-12-25"), ("january", "2027-01-31"), ("soon", nil),
            ("june or july", nil), ("february 2028", "2028-02-29"), ("march 2020", "2020-03-31"),
        ] as [(String, String?)])
    func deadlines(_ text: String, _ expected: String?) throws {
        let today = try #require(CivilDate(iso: "2026-10-31"))
        #expect(Deadline.day(text, asOf: today)?.iso == expected)
    }

    @Test(
        arguments: [
            ("dog food", true), ("two bags of dog food", true), ("dog toy", nil), ("a tattoo", false),
            ("diapers", true),
            ("laptop", nil), ("wipes", true), ("winter coat", true), ("food for the dog", nil),
        ] as [(String, Bool?)])
    func needsAndWishes(_ item: String, _ expected: Bool?) { #expect(PurchaseNeeds.isNeed(item) == expected) }

    /// What is a need only where it takes the place of something that no longer works.
    @Test(
        arguments: [
            ("fridge", false, nil), ("fridge", true, true), ("new washing machine", true, true),
            ("fridge repair", false, true),
            ("tv", true, nil), ("a tattoo", true, false), ("replacement boiler", false, true),
        ] as [(String, Bool, Bool?)])
    func whatIsBroken(_ item: String, _ replacesBroken: Bool, _ expected: Bool?) {
        #expect(PurchaseNeeds.isNeed(item, replacesBroken: replacesBroken) == expected)
    }

    @Test(
        arguments: [
            ("my fridge broke, should I get a new one for 800", true),
            ("the heating stopped working, can I afford 900", true),
            ("should I buy a fridge for 800", false), ("should I fix my bike for 60", true),
        ])
    func saysThatSomethingIsBroken(_ question: String, _ expected: Bool) {
        #expect(Household().understood(question).purchase.replacesBroken == expected)
    }

    @Test(
        arguments: [
            ("should I buy a tv for XYZ 300", "XYZ"), ("should I buy a tv for CHF 300", nil),
            ("should I buy a DVD 30", nil), ("should I buy a tv for 300", nil), ("can I spend 500 zorkmid", "zorkmid"),
            ("can I spend 500 tonight", nil), ("can I spend 500 dollars", nil), ("can I spend 500 at zorkmid", nil),
        ] as [(String, String?)])
    func unknownCurrencies(_ question: String, _ code: String?) {
        #expect(Household().understood(question).purchase.unknownCurrency == code)
    }

    @Test(
        arguments: [
            ("should I lend my brother 500", true), ("can I loan a friend 200", true),
            ("can I afford a car loan of 300 a month", false), ("should I buy a lens for 500", false),
        ])
    func lending(_ question: String, _ expected: Bool) {
        let understood = Household().understood(question)
        #expect(understood.purchase.isLent == expected)
    }
}
