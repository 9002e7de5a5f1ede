import Ledger

/// Finds whether day or month comes first, over all dates of the sample.
struct DateOrderFinder {
    /// Why an order was taken.
    enum Basis: Equatable {
        /// Some date has only one reading, or the person said it.
        case certain
        /// No date is another day with day and month exchanged.
        case unambiguous
        /// Earlier files of the account were read so.
        case remembered
        /// The rows stand in order of days only so.
        case orderOfRows
        /// Otherwise all rows would be of the same day of one month after the other.
        case sameDay
        /// Otherwise some days would lie ahead of the day of the import.
        case future
        /// Otherwise the days would be spread over years.
        case spread
        /// What the file has besides dates goes with it: its marks, its language, its currency, the country of its texts.
        case convention(String)
        /// Both readings are as good.
        case none
    }

    /// The order that the rows show, else what goes with the rest of the file.
    let order: StatementLayout.DateOrder
    let basis: Basis
    /// 1 when the rows run from old to new under the order, -1 from new to old, 0 otherwise.
    let trend: Int
    /// How sure the order is, and why.
    let finding: LayoutCertainty.Finding

    /// What was taken for granted, a sentence; nil where nothing was.
    var assumption: String? {
        let why: String
        let (taken, other) =
            switch order {
            case .dmy: ("day before month", "mdy")
            case .mdy: ("month before day", "dmy")
            case .ymd: ("year, month, day", "dmy")
            }
        switch basis {
        case .certain, .unambiguous, .none: return nil
        case .remembered:
            return
                "Its dates are read as \(taken), as in earlier files of the account; if they're not, use --date-order \(other)."
        case .orderOfRows: why = "only then are its rows in order"
        case .sameDay: why = "they'd otherwise all fall on the same day of different months"
        case .future: why = "some would otherwise be in the future"
        case .spread: why = "they'd otherwise span years"
        case .convention(let reason): why = reason
        }
        return "Its dates are read as \(taken), since \(why); if they're not, use --date-order \(other)."
    }

    /// What goes with an order where the dates tell nothing.
    struct Hints {
        var option: StatementLayout.DateOrder?
        var known: StatementLayout.DateOrder?
        var today: CivilDate?
        /// Commas stand before the cents of some amounts.
        var writesCommas = false
        var currency: Currency?
        /// The header has words of another language than English.
        var isForeign = false
        /// The order that goes with the country which the texts, or else the column names, speak of.
        var country: StatementLayout.DateOrder?
        /// Only the column names speak of it.
        var isCountryOfHeader = false
        /// The same by a single word, which is enough to doubt what earlier files tell.
        var leaning: StatementLayout.DateOrder?
        /// The days of rows that have two.
        var pairs: [(DateShape, DateShape)] = []
    }

    /// - Parameters:
    ///   - shapes: of the column that the rows' days are taken from.
    ///   - others: dates of other columns and of the lines above the table, which are written alike.
    init(_ shapes: [DateShape], others: [DateShape] = [], hints: Hints) {
        var votes = Votes()
        for shape in shapes { votes.add(shape) }
        if votes.winner(shapes) == nil { for shape in others { votes.add(shape) } }
        (order, basis) = DateOrderFinder.found(shapes, votes.winner(shapes + others), hints)
        let order = self.order
        finding = DateOrderFinder.finding(shapes, order, basis, isSaid: hints.option == order)
        trend = DateOrderFinder.trend(shapes.compactMap { $0.date(order) })
    }

    /// - Parameter isSaid: whether the person said the order.
    private static func finding(
        _ shapes: [DateShape], _ order: StatementLayout.DateOrder, _ basis: Basis, isSaid: Bool
    ) -> LayoutCertainty.Finding {
        let told = shapes.count { shape in
            let days = Set([StatementLayout.DateOrder.ymd, .dmy, .mdy].compactMap { shape.date($0) })
            return days.count == 1 && shape.date(order) != nil
        }
        func likely(_ reason: String) -> LayoutCertainty.Finding { .init(.dates, .likely, reason) }
        func assumed(_ reason: String) -> LayoutCertainty.Finding { .init(.dates, .assumed, reason) }
        func certain(_ reason: String) -> LayoutCertainty.Finding { .init(.dates, .certain, reason) }
        switch basis {
        case .certain where told > 0: return certain("\(told) of \(shapes.count) can be read one way only")
        case .certain where isSaid: return certain("--date-order says so")
        case .certain where shapes.contains { $0.separator == 0x2E }: return certain("points stand between the numbers")
        case .certain: return certain("other dates in the file can be read one way only")
        case .unambiguous: return certain("day and month are the same number in all of them")
        case .remembered: return likely("earlier files of the account were read so")
        case .orderOfRows: return likely("only then are the rows in order")
        case .future: return likely("some would otherwise be in the future")
        case .spread: return likely("they'd otherwise span years")
        case .sameDay: return assumed("they'd otherwise all fall on the same day of different months")
        case .convention(let reason): return likely(reason)
        case .none: return assumed("nothing in the file tells their order")
        }
    }

    private static func found(_ shapes: [DateShape], _ shown: StatementLayout.DateOrder?, _ hints: Hints)
        -> (StatementLayout.DateOrder, Basis)
    {
        if let option = hints.option, isObeyed(option, shapes, shown) { return (option, .certain) }
        if let found = byYears(shapes, hints) { return found }
        if let shown { return (shown, .certain) }
        if !shapes.contains(where: isAmbiguous) { return (.mdy, .unambiguous) }
        if let order = byOrderOfRows(shapes) { return (order, .orderOfRows) }
        if let today = hints.today, let order = byFuture(shapes, today) { return (order, .future) }
        if let known = hints.known {
            return (known, hints.leaning.map { $0 != known } ?? false ? .none : .remembered)
        }
        let taken = byHabit(shapes, hints)
        // Weeks between the two days of most rows, where the other order has them close together, leave it open.
        return isStretched(taken.0, hints.pairs) ? (taken.0, .none) : taken
    }

    /// Whether the person's word makes days of as many dates as what they show themselves.
    private static func isObeyed(
        _ option: StatementLayout.DateOrder, _ shapes: [DateShape], _ shown: StatementLayout.DateOrder?
    ) -> Bool {
        guard let shown else { return true }
        func days(_ order: StatementLayout.DateOrder) -> [CivilDate?] { shapes.map { $0.date(order) } }
        let (said, found) = (days(option), days(shown))
        return said != found && said.count { $0 != nil } >= found.count { $0 != nil }
    }

    /// Days of one statement that are further apart than that belong to another order, where they are close under one.
    private static let longSpread = 1100

    /// Where all parts have two digits, the first may be the year as well: `251128` is of 2025 or of 2028.
    ///
    /// - Returns: nil where that leaves nothing open which other dates would not.
    private static func byYears(_ shapes: [DateShape], _ hints: Hints) -> (StatementLayout.DateOrder, Basis)? {
        guard !shapes.isEmpty, shapes.allSatisfy(\.mayBeginWithYear) else { return nil }
        typealias Reading = (order: StatementLayout.DateOrder, days: [CivilDate])
        var readings: [Reading] = [StatementLayout.DateOrder.ymd, .dmy, .mdy].compactMap { order in
            let days = shapes.compactMap { $0.date(order) }
            return days.count * 10 >= shapes.count * 9 ? (order, days) : nil
        }
        if readings.count == 1 { return (readings[0].order, .certain) }
        var basis = Basis.certain
        func keep(_ kept: [Reading], _ why: Basis) {
            guard !kept.isEmpty, kept.count < readings.count else { return }
            (readings, basis) = (kept, why)
        }
        if let limit = hints.today?.adding(days: 31) {
            keep(readings.filter { $0.days.allSatisfy { $0 <= limit } }, .future)
        }
        func spread(_ reading: Reading) -> Int {
            guard let first = reading.days.min(), let last = reading.days.max() else { return 0 }
            return last.days(since: first)
        }
        let shortest = readings.map(spread).min() ?? 0
        keep(readings.filter { spread($0) <= max(longSpread, shortest) || spread($0) < 4 * shortest }, .spread)
        guard let first = readings.first, first.order == .ymd else { return nil }
        if readings.count == 1 { return (.ymd, basis) }
        guard shapes.allSatisfy(\.isCompact) else { return nil }
        if let known = hints.known, readings.contains(where: { $0.order == known }) { return (known, .remembered) }
        if let country = hints.country, readings.contains(where: { $0.order == country }) {
            return (country, .convention(countryReason(hints)))
        }
        return (.ymd, .none)
    }

    private static func countryReason(_ hints: Hints) -> String {
        hints.isCountryOfHeader
            ? "its column names come from a country that writes dates this way"
            : "its descriptions come from a country that writes dates this way"
    }

    /// Days that the two dates of a row may be apart, and such that hardly any are.
    private static let closeDays = 7
    private static let distantDays = 20

    private static func isStretched(_ order: StatementLayout.DateOrder, _ pairs: [(DateShape, DateShape)]) -> Bool {
        let other: StatementLayout.DateOrder = order == .dmy ? .mdy : .dmy
        func distances(_ order: StatementLayout.DateOrder) -> [Int]? {
            let days = pairs.compactMap { one, two in
                one.date(order).flatMap { first in two.date(order).map { abs($0.days(since: first)) } }
            }
            return days.count == pairs.count ? days : nil
        }
        guard !pairs.isEmpty, let taken = distances(order), let others = distances(other) else { return false }
        return taken.count { $0 > distantDays } * 2 > taken.count && others.allSatisfy { $0 <= closeDays }
    }

    /// What neither a date nor the order of the rows tells.
    private static func byHabit(_ shapes: [DateShape], _ hints: Hints) -> (StatementLayout.DateOrder, Basis) {
        let convention = byConvention(shapes, hints)
        guard let order = bySameDay(shapes) else { return convention }
        // What speaks for either order leaves it open.
        if convention.1 == .none { return (order, .sameDay) }
        return convention.0 == order || convention.1 == .certain ? convention : (order, .none)
    }

    /// Whether it is another day with day and month exchanged.
    private static func isAmbiguous(_ shape: DateShape) -> Bool {
        guard let day = shape.date(.dmy), let month = shape.date(.mdy) else { return false }
        return day != month
    }

    private struct Votes {
        var ymd = 0
        var mdy = 0
        var dmy = 0
        var total = 0

        mutating func add(_ shape: DateShape) {
            total += 1
            switch shape.form {
            case .named: if shape.first > 31 { ymd += 1 } else if shape.isMonthFirst { mdy += 1 } else { dmy += 1 }
            case .compact: if shape.isYearFirst { ymd += 1 } else { compact(shape) }
            case .numbers:
                if shape.isYearFirst || shape.first > 31 {
                    ymd += 1
                } else if shape.first > 12, shape.second <= 12 {
                    dmy += 1
                } else if shape.second > 12, shape.first <= 12 {
                    mdy += 1
                }
            }
        }

        private mutating func compact(_ shape: DateShape) {
            guard !shape.mayBeginWithYear else { return }
            let asDay = shape.date(.dmy) != nil
            let asMonth = shape.date(.mdy) != nil
            if asDay, !asMonth { dmy += 1 }
            if asMonth, !asDay { mdy += 1 }
        }

        func winner(_ shapes: [DateShape]) -> StatementLayout.DateOrder? {
            if ymd > 0, ymd * 2 >= total { return .ymd }
            if isYearFirst(shapes) { return .ymd }
            if dmy == mdy { return nil }
            return dmy > mdy ? .dmy : .mdy
        }

        /// `26-10-31`: the first number hardly changes, the last one runs through the month.
        private func isYearFirst(_ shapes: [DateShape]) -> Bool {
            let numbers = shapes.filter {
                if case .numbers = $0.form { $0.thirdDigits <= 2 && !$0.isYearFirst } else { false }
            }
            guard numbers.count == shapes.count, numbers.count >= 3 else { return false }
            let firsts = Set(numbers.map(\.first))
            let thirds = Set(numbers.map(\.third))
            let months = numbers.allSatisfy { (1...12).contains($0.second) && (1...31).contains($0.third) }
            return months && firsts.count <= 2 && thirds.count > firsts.count * 2
                && firsts.allSatisfy { (10...40).contains($0) }
        }
    }

    /// The reading under which the rows stand in order of days where they do not under the other.
    private static func byOrderOfRows(_ shapes: [DateShape]) -> StatementLayout.DateOrder? {
        let month = shapes.compactMap { $0.date(.mdy)?.dayNumber }
        let day = shapes.compactMap { $0.date(.dmy)?.dayNumber }
        guard month.count == shapes.count, day.count == shapes.count, Set(month).count > 2 else { return nil }
        func turns(_ days: [Int32]) -> Int {
            let up = zip(days, days.dropFirst()).lazy.filter { $0 > $1 }.count
            let down = zip(days, days.dropFirst()).lazy.filter { $0 < $1 }.count
            return min(up, down)
        }
        let (monthTurns, dayTurns) = (turns(month), turns(day))
        if monthTurns == 0, dayTurns > 0 { return .mdy }
        if dayTurns == 0, monthTurns > 0 { return .dmy }
        return nil
    }

    /// Where one number is the same in all dates, it is the month, unless the rows come once for each: on the first of
    /// every month, say.
    private static func bySameDay(_ shapes: [DateShape]) -> StatementLayout.DateOrder? {
        guard Set(shapes.map(\.third)).count == 1 else { return nil }
        func isRun(_ numbers: [Int]) -> Bool {
            var counts: [Int: Int] = [:]
            for number in numbers { counts[number, default: 0] += 1 }
            guard let low = counts.keys.min(), let high = counts.keys.max() else { return true }
            return Set(counts.values).count == 1 && high - low == counts.count - 1
        }
        let (firsts, seconds) = (shapes.map(\.first), shapes.map(\.second))
        if Set(firsts).count == 1, Set(seconds).count >= 3, !isRun(seconds) { return .mdy }
        if Set(seconds).count == 1, Set(firsts).count >= 3, !isRun(firsts) { return .dmy }
        return nil
    }

    /// The reading under which nothing lies further ahead than payments that are entered beforehand.
    private static func byFuture(_ shapes: [DateShape], _ today: CivilDate) -> StatementLayout.DateOrder? {
        let limit = today.adding(days: 31)
        func isAhead(_ order: StatementLayout.DateOrder) -> Bool {
            shapes.contains { shape in shape.date(order).map { $0 > limit } ?? false }
        }
        let (month, day) = (isAhead(.mdy), isAhead(.dmy))
        return month == day ? nil : month ? .dmy : .mdy
    }

    /// Points between the numbers, commas before decimals and other languages than English are of countries that write the
    /// day first.
    private static func byConvention(_ shapes: [DateShape], _ hints: Hints) -> (StatementLayout.DateOrder, Basis) {
        if shapes.contains(where: { $0.separator == 0x2E }) { return (.dmy, .certain) }
        if hints.writesCommas { return (.dmy, .convention("its amounts have decimal commas")) }
        if hints.isForeign { return (.dmy, .convention("its column names are not English")) }
        if let currency = hints.currency {
            let order: StatementLayout.DateOrder =
                ["USD", "PHP", "JPY", "CNY", "KRW", "TWD"].contains(currency.code) ? .mdy : .dmy
            // In Canada and where the dollar is a second currency both are usual.
            if currency.code != "CAD", hints.country == nil || hints.country == order {
                return (order, .convention("its currency is \(currency.code)"))
            }
        }
        if let country = hints.country {
            return (country, .convention(countryReason(hints)))
        }
        return (.mdy, .none)
    }

    private static func trend(_ dates: [CivilDate]) -> Int {
        var up = 0
        var down = 0
        for (a, b) in zip(dates, dates.dropFirst()) {
            if a < b { up += 1 } else if a > b { down += 1 }
        }
        if up > down * 4 { return 1 }
        return down > up * 4 ? -1 : 0
    }
}
