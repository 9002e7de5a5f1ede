import Ledger
import TestSupport
import Testing

@testable import Understanding

@Suite struct TimePropertyTests {
    static let words =
        """
        the last past next this previous coming upcoming in on over for since from to until by before after between and \
        of first second third last half quarter week weekend weeks month months year years day days monday tuesday friday \
        saturdays sun mon january february march april may june september october dec christmas easter thanksgiving \
        weekend summer winter spring early mid late end beginning rest ago now today yesterday tomorrow ytd q3 h1 15th 3rd \
        1st 31st 29 30 31 2 3 12 24 0 9999 2024 2025 2026 2028 99 10/31 2/29 31.10.2026 2026-02-29 2026-10 3/4 13/13/13 \
        - – / . , ' $ % ? so far to date all time ever lately same time couple few a an and half full vs than compared \
        payday paycheck pay period my every each ocotber lst mnth 30d 9999d 9999y 1900 2100 the holidays week of ending
        """.split(separator: " ").map(String.init)

    static let asOfs = [
        "2026-10-31", "2028-02-29", "2027-01-01", "2026-11-02", "2026-11-01", "2026-03-31", "2025-12-28",
    ]

    @Test(arguments: asOfs)
    func anyWordsGivePeriodsInOrder(_ asOf: String) {
        var numbers = SeededGenerator(seed: 7)
        let context = TimeContext(
            asOf: day(asOf), payDays: [day("2026-10-16"), day("2026-10-02")], nextPayDay: day("2026-10-30"))
        for _ in 0..<1000 {
            let question = (0..<Int.random(in: 1...9, using: &numbers)).map { _ in
                Self.words.randomElement(using: &numbers) ?? ""
            }.joined(separator: Bool.random(using: &numbers) ? " " : numbers.next() % 3 == 0 ? "" : " ")
            let tokens = Tokenizer.tokens(of: question)
            let found = TimeParser.expressions(in: tokens, context: context)
            var end = 0
            for expression in found {
                #expect(expression.tokens.lowerBound >= end && !expression.tokens.isEmpty, "\(question)")
                end = expression.tokens.upperBound
                #expect(expression.period.start <= expression.period.end)
                #expect(
                    expression.whole.start == expression.period.start && expression.period.end <= expression.whole.end)
                for steps in [-2, -1, 1, 3] {
                    let moved = expression.shifted(by: steps)
                    #expect(moved.start <= moved.end, "\(question)")
                }
                _ = TimeParser.shift(in: tokens, from: expression.period, context: context)
            }
            #expect(end <= tokens.count)
        }
    }

    static let past = [
        "today", "yesterday", "this week", "last week", "this weekend", "last weekend", "over the weekend",
        "this month",
        "last month", "this quarter", "last quarter", "this year", "last year", "past 30 days", "last 3 months",
        "past year", "last 2 full months", "on friday", "on monday", "last sunday", "in march", "in december",
        "october",
        "on the 15th", "the 31st", "feb 29", "on christmas", "thanksgiving weekend", "over the holidays", "last summer",
        "in winter", "q1", "q4", "first half", "ytd", "mtd", "so far this year", "since june", "since the 20th",
        "2 months ago", "3 weeks ago", "a year ago", "2 years ago", "this time last year", "same month last year",
        "late december", "first week of november", "last friday of may", "from november to february", "all time",
        "from the 28th to the 3rd", "lately", "the week before last", "month before last", "december 31",
    ]

    @Test func whatIsOverNeverEndsAfterToday() {
        for offset in stride(from: 0, to: 800, by: 11) {
            let asOf = day("2026-06-15").adding(days: offset)
            for question in Self.past {
                let found = TimeParser.expressions(
                    in: Tokenizer.tokens(of: "how much did I spend " + question), context: TimeContext(asOf: asOf))
                #expect(found.count == 1, "\(question) on \(asOf)")
                #expect(found.allSatisfy { $0.period.end <= asOf }, "\(question) on \(asOf)")
            }
        }
    }

    @Test func calendarUnitsMoveThereAndBack() {
        for offset in stride(from: 0, to: 800, by: 11) {
            let date = day("2026-06-15").adding(days: offset)
            for unit in [TimeUnit.day, .week, .weekend, .month, .quarter, .half, .year] {
                let whole = TimeSpan.containing(date, unit)
                let period = Period(whole.start, whole.end)
                for steps in [1, 2, 5, 12] {
                    let back = period.moved(by: -steps, unit)
                    #expect(back.moved(by: steps, unit) == period, "\(period) by \(steps) \(unit)")
                    #expect(TimeSpan.containing(back.start, unit).end == back.end)
                }
                #expect(period.moved(by: -1, unit).end.adding(days: unit == .weekend ? 6 : 1) == period.start)
            }
        }
    }

    @Test func daysAreCountedWithTheAsOfDate() {
        for count in 1...400 {
            let found = TimeParser.expressions(
                in: Tokenizer.tokens(of: "past \(count) days"), context: TimeContext(asOf: day("2026-10-31")))
            #expect(found.first?.period.days == count)
            #expect(found.first?.period.end == day("2026-10-31"))
        }
    }

    /// One letter left out or two neighbours exchanged after the first letter.
    @Test func oneSlipInALongNameIsForgiven() {
        let months = [1, 2, 8, 9, 10, 11, 12].map { CivilDate.monthNames[$0 - 1] }
        for name in months + CivilDate.weekdayNames {
            let letters = Array(name.lowercased().utf8)
            let right = TimeParser.expressions(
                in: Tokenizer.tokens(of: "on \(name)"), context: TimeContext(asOf: day("2026-10-31")))
            for index in 1..<letters.count {
                var shorter = letters
                shorter.remove(at: index)
                var exchanged = letters
                if index + 1 < letters.count { exchanged.swapAt(index, index + 1) }
                for slip in [shorter, exchanged] {
                    let word = String(decoding: slip, as: UTF8.self)
                    let found = TimeParser.expressions(
                        in: Tokenizer.tokens(of: "on \(word)"), context: TimeContext(asOf: day("2026-10-31")))
                    #expect(found.map(\.period) == right.map(\.period), "\(word)")
                }
            }
        }
    }
}
