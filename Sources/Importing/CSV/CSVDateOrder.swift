import Ledger

/// Finds whether day or month comes first, over all dates of the sample.
struct CSVDateOrder {
    /// The order that the rows show, else what goes with the rest of the file.
    let order: StatementLayout.DateOrder
    /// 1 when the rows run from old to new under the order, -1 from new to old, 0 otherwise.
    let trend: Int

    /// What goes with an order where the dates tell nothing.
    struct Hints {
        var option: StatementLayout.DateOrder?
        var delimiter: UInt8
        var decimal: UInt8
        var currency: Currency?
        /// The header has words of another language than English.
        var isForeign = false
    }

    init(_ shapes: [DateShape], hints: Hints) {
        var votes = Votes()
        for shape in shapes { votes.add(shape) }
        let found =
            votes.winner(shapes) ?? hints.option ?? CSVDateOrder.byOrderOfRows(shapes)
            ?? CSVDateOrder.guess(shapes, hints)
        order = found
        trend = CSVDateOrder.trend(shapes.compactMap { $0.date(found) })
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

    /// The reading under which the rows stand in order, or lie closest together.
    private static func byOrderOfRows(_ shapes: [DateShape]) -> StatementLayout.DateOrder? {
        let month = shapes.compactMap { $0.date(.mdy)?.dayNumber }
        let day = shapes.compactMap { $0.date(.dmy)?.dayNumber }
        guard month.count == shapes.count, day.count == shapes.count, Set(month).count > 1 else { return nil }
        func turns(_ days: [Int32]) -> Int {
            let up = zip(days, days.dropFirst()).lazy.filter { $0 > $1 }.count
            let down = zip(days, days.dropFirst()).lazy.filter { $0 < $1 }.count
            return min(up, down)
        }
        let (monthTurns, dayTurns) = (turns(month), turns(day))
        if monthTurns == 0, dayTurns > 0 { return .mdy }
        if dayTurns == 0, monthTurns > 0 { return .dmy }
        guard let (a, b) = span(month), let (c, d) = span(day) else { return nil }
        // Two payments of one week are likelier than two that lie months apart on the same day.
        if (b - a) * 4 < d - c { return .mdy }
        if (d - c) * 4 < b - a { return .dmy }
        return nil
    }

    private static func span(_ days: [Int32]) -> (Int32, Int32)? {
        guard let low = days.min(), let high = days.max() else { return nil }
        return (low, high)
    }

    private static func guess(_ shapes: [DateShape], _ hints: Hints) -> StatementLayout.DateOrder {
        if shapes.contains(where: { $0.separator == 0x2E }) { return .dmy }
        if hints.delimiter == 0x3B || hints.decimal == 0x2C || hints.isForeign { return .dmy }
        guard let currency = hints.currency else { return .mdy }
        return ["USD", "CAD", "PHP", "JPY", "CNY", "KRW", "TWD"].contains(currency.code) ? .mdy : .dmy
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
