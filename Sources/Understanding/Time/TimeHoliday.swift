import Ledger

/// A day of the year that people call by a name, as it falls in the United States.
struct Holiday: Hashable, Sendable {
    enum Rule: Hashable, Sendable {
        case fixed(month: Int, day: Int)
        /// The `number`-th given weekday of a month; the last one for 0.
        case weekday(Int, number: Int, month: Int)
        /// Days from Easter Sunday.
        case easter(Int)
        /// Days from Thanksgiving.
        case thanksgiving(Int)
        /// The second Sunday of February since 2022, the first one before.
        case superBowl
    }

    /// Which days around the named one are meant.
    enum Extent: Hashable, Sendable {
        case day
        /// The free days in a row: Saturday to a Monday, Thursday or Friday to a Sunday.
        case weekend
        case week
        /// From the day before to the day after: "over Christmas".
        case around
        /// From Thanksgiving to New Year's Day: "over the holidays".
        case season
        /// August through May.
        case schoolYear
    }

    var name: String
    var rule: Rule
    var extent = Extent.day

    func date(in year: Int) -> CivilDate? {
        switch rule {
        case .fixed(let month, let day): CivilDate(year: year, month: month, day: day)
        case .weekday(let weekday, let number, let month):
            Holiday.weekday(weekday, number: number, month: month, year: year)
        case .easter(let days): Holiday.easter(in: year)?.adding(days: days)
        case .thanksgiving(let days): Holiday.weekday(4, number: 4, month: 11, year: year)?.adding(days: days)
        case .superBowl: Holiday.weekday(7, number: year >= 2022 ? 2 : 1, month: 2, year: year)
        }
    }

    func span(in year: Int) -> TimeSpan? {
        guard let date = date(in: year) else { return nil }
        var first = date
        var last = date
        var label = "\(name) \(year)"
        switch extent {
        case .day: break
        case .around:
            first = date.adding(days: -1)
            last = date.adding(days: 1)
        case .season:
            last = CivilDate(year: year + 1, month: 1, day: 1) ?? date
            label = "\(name) \(year)–\(year + 1)"
        case .schoolYear:
            last = date.adding(months: 9).endOfMonth
            label = "\(name) \(year)–\(year + 1) (August through May)"
        case .week:
            label = "\(name) week \(year)"
            first = date.startOfWeek
            last = first.adding(days: 6)
        case .weekend:
            label = "\(name) weekend \(year)"
            if case .easter = rule { first = date.adding(days: -2) } else { first = min(date, saturday(near: date)) }
            last = date.weekday == 1 ? date : date.startOfWeek.adding(days: 6)
            if case .easter = rule { last = last.adding(days: 1) }
        }
        var span = TimeSpan(first, last, .year, label: label)
        span.holiday = self
        return span
    }

    private func saturday(near date: CivilDate) -> CivilDate {
        date.adding(days: date.weekday == 1 ? -2 : 6 - date.weekday)
    }

    static func weekday(_ weekday: Int, number: Int, month: Int, year: Int) -> CivilDate? {
        guard let first = CivilDate(year: year, month: month, day: 1) else { return nil }
        if number == 0 {
            let last = first.endOfMonth
            return last.adding(days: -((last.weekday - weekday + 7) % 7))
        }
        let day = first.adding(days: (weekday - first.weekday + 7) % 7 + 7 * (number - 1))
        return day <= first.endOfMonth ? day : nil
    }

    /// Easter Sunday of the Gregorian calendar (Meeus, "Astronomical Algorithms", chapter 8).
    static func easter(in year: Int) -> CivilDate? {
        let (a, b, c) = (year % 19, year / 100, year % 100)
        let g = (8 * b + 13) / 25
        let h = (19 * a + b - b / 4 - g + 15) % 30
        let l = (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7
        let m = (a + 11 * h + 22 * l) / 451
        let sum = h + l - 7 * m + 114
        return CivilDate(year: year, month: sum / 31, day: sum % 31 + 1)
    }
}

extension Holiday {
    /// The holiday whose name begins at a word, the longest name first, and how many words it takes.
    static func named(_ keys: ArraySlice<String>) -> (holiday: Holiday, words: Int)? {
        guard let first = keys.first, let entries = byFirstWord[first] else { return nil }
        for entry in entries where keys.starts(with: entry.words) {
            return (entry.holiday, entry.words.count)
        }
        return nil
    }

    static func begins(with key: String) -> Bool { byFirstWord[key] != nil }

    private typealias Entry = (words: [String], holiday: Holiday)

    private static let byFirstWord: [String: [Entry]] = {
        var table: [String: [Entry]] = [:]
        for (names, holiday) in all {
            for name in names.split(separator: ",") {
                let words = name.split(separator: " ").map(String.init)
                table[words[0], default: []].append((words, holiday))
            }
        }
        return table.mapValues { $0.sorted { $0.words.count > $1.words.count } }
    }()

    private static let christmas = Rule.fixed(month: 12, day: 25)

    private static let all: [(String, Holiday)] = [
        ("christmas,christmas day,xmas,xmas day", Holiday(name: "Christmas", rule: christmas)),
        (
            "christmas period,christmas holidays,christmas break,christmas time,christmastime,xmas break",
            Holiday(name: "Christmas", rule: christmas, extent: .around)
        ),
        ("christmas eve,xmas eve", Holiday(name: "Christmas Eve", rule: .fixed(month: 12, day: 24))),
        ("boxing day", Holiday(name: "Boxing Day", rule: .fixed(month: 12, day: 26))),
        (
            "new years eve,new year eve,nye,new years eve night",
            Holiday(name: "New Year's Eve", rule: .fixed(month: 12, day: 31))
        ),
        (
            "new years day,new year day,new years,new year",
            Holiday(name: "New Year's Day", rule: .fixed(month: 1, day: 1))
        ),
        ("thanksgiving,thanksgiving day,turkey day", Holiday(name: "Thanksgiving", rule: .thanksgiving(0))),
        ("black friday", Holiday(name: "Black Friday", rule: .thanksgiving(1))),
        ("cyber monday", Holiday(name: "Cyber Monday", rule: .thanksgiving(4))),
        (
            "holiday season,the holidays,holidays season",
            Holiday(name: "the holidays", rule: .thanksgiving(0), extent: .season)
        ),
        (
            "school year,academic year",
            Holiday(name: "the school year", rule: .fixed(month: 8, day: 1), extent: .schoolYear)
        ),
        (
            "valentines day,valentine day,valentines,vday,v day,v - day",
            Holiday(name: "Valentine's Day", rule: .fixed(month: 2, day: 14))
        ),
        ("halloween,hallowe en", Holiday(name: "Halloween", rule: .fixed(month: 10, day: 31))),
        ("easter,easter sunday,easter day", Holiday(name: "Easter", rule: .easter(0))),
        ("easter monday", Holiday(name: "Easter Monday", rule: .easter(1))),
        ("good friday", Holiday(name: "Good Friday", rule: .easter(-2))),
        ("mothers day,mother day", Holiday(name: "Mother's Day", rule: .weekday(7, number: 2, month: 5))),
        ("fathers day,father day", Holiday(name: "Father's Day", rule: .weekday(7, number: 3, month: 6))),
        ("memorial day", Holiday(name: "Memorial Day", rule: .weekday(1, number: 0, month: 5))),
        ("labor day,labour day", Holiday(name: "Labor Day", rule: .weekday(1, number: 1, month: 9))),
        ("independence day", Holiday(name: "Independence Day", rule: .fixed(month: 7, day: 4))),
        (
            "super bowl sunday,superbowl sunday,super bowl,superbowl",
            Holiday(name: "Super Bowl Sunday", rule: .superBowl)
        ),
        (
            "presidents day,president day,presidents ’ day",
            Holiday(name: "Presidents' Day", rule: .weekday(1, number: 3, month: 2))
        ),
        (
            "mlk day,martin luther king day,martin luther king jr day",
            Holiday(name: "Martin Luther King Day", rule: .weekday(1, number: 3, month: 1))
        ),
        ("veterans day,veteran day", Holiday(name: "Veterans Day", rule: .fixed(month: 11, day: 11))),
        ("columbus day", Holiday(name: "Columbus Day", rule: .weekday(1, number: 2, month: 10))),
        ("juneteenth", Holiday(name: "Juneteenth", rule: .fixed(month: 6, day: 19))),
        (
            "st patricks day,saint patricks day,st paddys day,saint paddys day,st . patricks day",
            Holiday(name: "St. Patrick's Day", rule: .fixed(month: 3, day: 17))
        ),
        ("cinco de mayo", Holiday(name: "Cinco de Mayo", rule: .fixed(month: 5, day: 5))),
    ]
}
