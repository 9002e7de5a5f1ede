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
}
