import Ledger
import Testing

@Suite struct UsualMonthTests {
    @Test(
        arguments: [
            ([300], 300), ([300, 500], 400), ([100, 100, 101], 100), ([1, 2], 2),
            // A bill every other month is half of it in each, one a quarter a third.
            ([0, 120, 0, 120, 0, 120], 60), ([0, 0, 300, 0, 0, 300], 100),
            // A month in which more came back than was spent.
            ([-50, 100], 25),
        ] as [([Int64], Int64)])
    func isTheMean(sums: [Int64], usual: Int64) {
        let found = UsualMonth(sums)
        #expect(found?.amount == usual)
        #expect(found?.count == sums.count)
        #expect(found?.alone == nil)
    }

    @Test func oneMonthStandsAlone() {
        let found = UsualMonth([400, 380, 2900, 420, 400, 400])
        #expect(found?.amount == 817)
        #expect(found?.alone?.place == 2 && found?.alone?.amount == 2900 && found?.alone?.others == 400)
        #expect(UsualMonth([400, 380, 800, 420, 400, 400])?.alone == nil)
        // Where hardly any other month has anything, there is no habit that one could stand out of.
        #expect(UsualMonth([0, 0, 0, 0, 600, 0])?.alone == nil)
        #expect(UsualMonth([])?.alone == nil)
    }

    @Test func whatIsUsualOfThePartsIsUsualOfTheWhole() {
        let (one, other): ([Int64], [Int64]) = ([600, 0, 600, 0, 600, 0], [30, 90, 60, 30, 90, 60])
        let both = zip(one, other).map(+)
        #expect(UsualMonth(both)?.amount == 360)
        #expect([one, other].compactMap { UsualMonth($0)?.amount }.reduce(0, +) == 360)
    }

    @Test func knownMonthsAreThoseThatTheDataCovers() throws {
        let today = try #require(CivilDate(year: 2026, month: 10, day: 20))
        #expect(UsualMonth.span(before: today).start.iso == "2026-04-01")
        #expect(UsualMonth.span(before: today).end.iso == "2026-09-30")
        func known(_ month: Int, _ day: Int) throws -> [Int] {
            let start = try #require(CivilDate(year: 2026, month: month, day: day))
            return UsualMonth.known(before: today, Period(start, today)).map { Int($0.start.month) }
        }
        #expect(try known(1, 1) == [9, 8, 7, 6, 5, 4])
        #expect(try known(7, 7) == [9, 8, 7])
        #expect(try known(7, 8) == [9, 8])
        #expect(try known(10, 1) == [])
    }
}
