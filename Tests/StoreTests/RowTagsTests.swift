import Testing

@testable import Store

struct RowTagsTests {
    @Test(
        "notes of two rows that are one: nothing is lost and nothing is said twice",
        arguments: [
            ("#workshop", "#work", "#workshop #work"), ("#work", "#workshop", "#work #workshop"),
            ("#health dentist", "#health crown", "#health dentist crown"),
            ("#Health", "crown #health", "crown #health"),
            ("dinner", "dinner with Ann", "dinner with Ann"), ("dinner with Ann", "with Ann", "dinner with Ann"),
            ("lunch with Ann", "with An", "lunch with Ann with An"), ("paid", "paid", "paid"),
            ("by Ann #trip", "for  Bob", "by Ann #trip for  Bob"), ("", "b", "b"), ("a", "", "a"),
        ])
    func joined(notes: String, others: String, both: String) {
        #expect(RowTags.joined(notes, others) == both)
    }
}
