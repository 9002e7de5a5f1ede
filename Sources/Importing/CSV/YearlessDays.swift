import Ledger

/// A table whose days have no year (`16/12`, `5 mars`), where other lines of the file tell the period.
///
/// The days are written out, so that the table can be read as any other.
struct YearlessDays {
    /// The same text with whole dates.
    let text: [UInt8]
    let delimiter: UInt8
    /// What is taken for granted, a sentence.
    let note: String

    /// A day as it stands in a cell.
    private struct Day {
        let field: CSVField
        var first = 0
        var second = 0
        /// Where a name tells it.
        var month: Int?

        func date(in year: Int, _ order: StatementLayout.DateOrder) -> CivilDate? {
            if let month { return CivilDate(year: year, month: month, day: first) }
            return order == .dmy
                ? CivilDate(year: year, month: second, day: first) : CivilDate(year: year, month: first, day: second)
        }
    }

    private struct Period: Hashable {
        var start: CivilDate
        var end: CivilDate
        /// One date of the file is its end.
        var isOfOneDate = false
    }

    private static let fewestDays = 2
    /// Bytes of the largest file that is looked through: one period doesn't fill more.
    private static let largest = 1 << 24
    /// Purchases may be older than the period in which they are booked.
    private static let grace = 31
    /// Days of the longest period that tells a year.
    private static let longest = 366

    /// - Returns: nil where no column holds such days, or no line tells the period.
    /// - Throws: when the period fits with day before month as well as with month before day.
    init?(_ text: DecodedText, options: ImportOptions) throws(ImportError) {
        let bytes = text.file.bytes
        guard bytes.count <= Self.largest else { return nil }
        let tables = [0x2C, 0x3B, 0x09, 0x7C].map { Self.table(bytes, text.start, $0) }
        guard let table = tables.max(by: { $0.days.count < $1.days.count }), table.days.count >= Self.fewestDays else {
            return nil
        }
        let orders = options.dateOrder.map { [$0] } ?? [.dmy, .mdy]
        var readings: [(dates: [CivilDate], period: Period)] = []
        for order in orders {
            guard let period = Self.period(of: table.others, order),
                let dates = Self.dates(table.days, order, within: period),
                !readings.contains(where: { $0.dates == dates })
            else { continue }
            readings.append((dates, period))
        }
        guard let reading = readings.first else { return nil }
        if readings.count > 1 {
            let field = table.days[0].field
            let day = String(decoding: bytes[Int(field.start)..<Int(field.end)], as: UTF8.self)
            throw ImportError(.dateOrder(date: day), in: text.file.path)
        }
        var out: [UInt8] = []
        var position = text.start
        for (day, date) in zip(table.days, reading.dates) {
            out += bytes[position..<Int(day.field.start)]
            out += date.iso.utf8
            position = Int(day.field.end)
        }
        self.text = out + bytes[position...]
        delimiter = table.delimiter
        let period = reading.period
        note =
            period.isOfOneDate
            ? "Its days have no year: they're taken for the last ones up to \(period.end.iso), the one date that the file has."
            : "Its days have no year: they're taken for those of the period that the file states, \(period.start.iso) to "
                + "\(period.end.iso)."
    }

    // MARK: The table

    private typealias Table = (delimiter: UInt8, days: [Day], others: [[String]])

    /// The first column that holds days beside amounts, and the cells of the rows without.
    private static func table(_ bytes: UnsafeRawBufferPointer, _ start: Int, _ delimiter: UInt8) -> Table {
        var scanner = CSVScanner(text: bytes, delimiter: delimiter, position: start)
        var found: [Int: [Day]] = [:]
        var others: [[String]] = []
        while scanner.next() {
            var days: [(Int, Day)] = []
            var hasAmount = false
            for (column, field) in scanner.fields.enumerated() where !field.isEmpty {
                let cell = scanner.bytes(field)
                if let day = day(cell, field) {
                    days.append((column, day))
                } else if CSVCell.amount(cell) != nil {
                    hasAmount = true
                }
            }
            guard hasAmount, !days.isEmpty else {
                others.append(scanner.fields.map { scanner.string($0) }.filter { !$0.isEmpty })
                continue
            }
            for (column, day) in days { found[column, default: []].append(day) }
        }
        let best = found.max { ($0.value.count, -$0.key) < ($1.value.count, -$1.key) }
        return (delimiter, best?.value ?? [], others)
    }

    /// `16/12`, `16.12.`, `16 Dec`, `Dec 16`, perhaps behind an apostrophe; `16.12` may be an amount.
    private static func day(_ cell: UnsafeRawBufferPointer, _ field: CSVField) -> Day? {
        guard (3...24).contains(cell.count) else { return nil }
        let text = String(decoding: cell, as: UTF8.self).drop { $0 == "'" || $0 == "’" }
        let isDotted = text.contains(".") && !text.hasSuffix(".")
        let parts = text.split { " /.-".contains($0) }
        guard parts.count == 2 else { return nil }
        let numbers = parts.map { $0.count <= 2 && $0.allSatisfy(\.isASCII) ? Int($0) : nil }
        var day = Day(field: field)
        switch (numbers[0], numbers[1]) {
        case (let first?, let second?):
            guard !isDotted, !text.contains(" "), !text.hasPrefix("-") else { return nil }
            (day.first, day.second) = (first, second)
        case (let number?, nil): (day.first, day.month) = (number, month(parts[1]))
        case (nil, let number?): (day.first, day.month) = (number, month(parts[0]))
        case (nil, nil): return nil
        }
        if day.month == nil, day.second == 0 { return nil }
        // A leap year has all days.
        return [.dmy, .mdy].contains { day.date(in: 2024, $0) != nil } ? day : nil
    }

    private static func month(_ name: Substring) -> Int? {
        var name = String(name)
        return name.withUTF8 { MonthNames.month(UnsafeRawBufferPointer($0)) }
    }

    // MARK: The period

    /// The period that two dates of a line tell, or a month with its year, or else the one date there is.
    private static func period(of lines: [[String]], _ order: StatementLayout.DateOrder) -> Period? {
        var found: [[CivilDate]] = []
        for line in lines {
            guard let dates = dates(in: line.joined(separator: " "), order) else { return nil }
            found.append(dates)
        }
        var pairs: Set<Period> = []
        for dates in found where Set(dates).count == 2 {
            let pair = Period(start: min(dates[0], dates[1]), end: max(dates[0], dates[1]))
            if pair.end.days(since: pair.start) <= longest { pairs.insert(pair) }
        }
        if let pair = pairs.first { return pairs.count == 1 ? pair : nil }
        let months = Set(lines.compactMap { month(in: $0.joined(separator: " ")) })
        if months.count == 1, let month = months.first { return Period(start: month, end: month.endOfMonth) }
        let single = Set(found.joined())
        guard single.count == 1, let end = single.first else { return nil }
        return Period(start: end.adding(days: -364), end: end, isOfOneDate: true)
    }

    /// - Returns: nil where one is none in this order.
    private static func dates(in line: String, _ order: StatementLayout.DateOrder) -> [CivilDate]? {
        let words = line.split(separator: "--").joined(separator: " ").split {
            $0 == " " || $0 == "~" || $0 == "(" || $0 == ")" || $0 == ";"
        }.map(String.init)
        var found: [CivilDate] = []
        var index = 0
        while index < words.count {
            // A date of three words before one of a single word.
            let hit = [3, 1].lazy.filter { index + $0 <= words.count }.compactMap { length in
                shape(words[index..<index + length]).map { (length, $0) }
            }.first
            guard let (length, shape) = hit else {
                index += 1
                continue
            }
            guard let date = shape.date(order) else { return nil }
            found.append(date)
            index += length
        }
        return found
    }

    /// The date that one word is, or three with a name of a month.
    private static func shape(_ words: ArraySlice<String>) -> DateShape? {
        guard words.count == 1 || words.contains(where: { $0.contains(where: \.isLetter) }) else { return nil }
        var text = words.joined(separator: " ")
        while let last = text.last, ",.:".contains(last) { text.removeLast() }
        return text.withUTF8 { cell in
            let cell = UnsafeRawBufferPointer(cell)
            guard CSVCell.isDate(cell), let shape = DateShape(cell), !shape.isCompact || cell.count == 8 else {
                return nil
            }
            return shape
        }
    }

    /// `March 2026`, `03/2026`
    private static func month(in line: String) -> CivilDate? {
        let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "/" && $0 != "." && $0 != "-" }
        for (index, word) in words.enumerated() {
            let parts = word.split { "/.-".contains($0) }
            if parts.count == 2, parts[0].count <= 2, parts[1].count == 4, let month = Int(parts[0]),
                let year = Int(parts[1]), let date = CivilDate(year: year, month: month, day: 1)
            {
                return date
            }
            if index + 1 < words.count, words[index + 1].count == 4, let year = Int(words[index + 1]),
                DateParser.years.contains(year), let month = month(word),
                index == 0 || Int(words[index - 1]) == nil
            {
                return CivilDate(year: year, month: month, day: 1)
            }
        }
        return nil
    }

    /// Each day in the year in which it lies in the period; nil where one lies outside.
    private static func dates(_ days: [Day], _ order: StatementLayout.DateOrder, within period: Period) -> [CivilDate]?
    {
        var dates: [CivilDate] = []
        let years = Array(period.start.year - 1...period.end.year)
        for day in days {
            let all = years.compactMap { day.date(in: $0, order) }
            guard
                let date = all.first(where: { $0 >= period.start && $0 <= period.end })
                    ?? all.first(where: {
                        $0 < period.start && $0 >= period.start.adding(days: -grace) && !period.isOfOneDate
                    })
            else { return nil }
            dates.append(date)
        }
        return dates
    }
}
