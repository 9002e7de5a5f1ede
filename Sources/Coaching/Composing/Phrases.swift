import Ledger
import Retrieval
import Understanding

/// The small parts of composed sentences.
struct Phrases {
    let taxonomy: Taxonomy
    let currency: Currency

    // MARK: Time

    /// `in October 2026`, `on May 3, 2026`, `from March 3 to April 10, 2026`, `in the past 30 days (October 2–31, 2026)`.
    func period(_ period: Period?) -> String {
        guard let period, period.label != "all time" else { return "in all your data" }
        let label = period.label
        let span = span(period)
        if label == Period.describe(period.start, period.end) {
            if period.start == period.end { return "on \(label)" }
            // A month or a year has a name; other days are said by their two ends.
            guard label.contains(",") else { return "in \(label)" }
            let ends = span.split(separator: "–").map { String($0).trimmedSpaces }
            return "from " + ends.joined(separator: " to ")
        }
        // A name that says how the days are reckoned stands before them, unless it holds them already.
        let head = preposition(label, isDay: period.start == period.end) + label
        let holdsDays = label.utf8.count >= span.utf8.count && label.contains(span)
        return holdsDays || label.utf8.contains(UInt8(ascii: "(")) ? head : "\(head) (\(span))"
    }

    /// All periods of a query: `in January 2026 and in March 2026`.
    func period(of query: Query) -> String {
        query.periods.map { Subject.list($0.map(period)) } ?? period(nil)
    }

    private func preposition(_ label: String, isDay: Bool) -> String {
        let own = [
            "yesterday", "today", "tomorrow", "since ", "before ", "after ", "until ", "up to ", "this ", "last ",
            "next ", "on ", "from ", "over ", "between ", "the day ", "weekends ", "weekdays ", "the rest ", "by ",
        ]
        let words = label.lowercased()
        if own.contains(where: words.hasPrefix) { return "" }
        return isDay ? "on " : "in "
    }

    /// The two ends: `October 1–31, 2026`, `March 3 – April 10, 2026`.
    func span(_ period: Period) -> String {
        let (start, end) = (period.start, period.end)
        if start == end { return start.longText }
        guard start.year == end.year else { return "\(start.longText) – \(end.longText)" }
        return start.monthNumber == end.monthNumber
            ? "\(start.dayText)–\(end.day), \(end.year)" : "\(start.dayText) – \(end.longText)"
    }

    // MARK: Numbers

    /// `1 transaction`, `1,204 transactions`.
    func count(_ number: Int, _ noun: String = "transaction") -> String {
        "\(groupedThousands(number)) \(noun)\(number == 1 ? "" : "s")"
    }

    /// `$12.00`; several currencies stand side by side: `$12.00 and €5.00`.
    func money(_ amounts: [Money]) -> String { Subject.list(amounts.map(\.text)) }

    func percent(_ value: Double) -> String { "\(tenths(value))%" }

    func tenths(_ value: Double) -> String {
        let scaled = Int64((value * 10).rounded())
        let sign = scaled < 0 ? "-" : ""
        return "\(sign)\(groupedThousands(abs(scaled) / 10)).\(abs(scaled) % 10)"
    }

    // MARK: Subjects

    /// A category's name inside a sentence: `groceries`, but `ATM fees`.
    func category(_ id: String) -> String {
        let name = taxonomy.displayName(id)
        let scalars = name.unicodeScalars
        if let second = scalars.dropFirst().first, second.properties.isUppercase { return name }
        return name.prefix(1).lowercased() + name.dropFirst()
    }

    /// What money went to: ` on groceries`, ` at Costco`, ` with Travel Card`; empty for everything.
    func target(_ query: Query) -> String {
        var words = ""
        if !query.categories.isEmpty { words += " on " + Subject.list(query.categories.map(category)) }
        if !query.merchants.isEmpty { words += (query.isUnion ? " and at " : " at ") + Subject.list(query.merchants) }
        if let text = query.text {
            words += words.isEmpty ? " on transactions with “\(text)”" : ", with “\(text)” in the text,"
        }
        return words + limits(query)
    }

    /// The words that rows say, behind a noun for rows: ` with “pizza”`.
    func said(_ query: Query) -> String { query.text.map { " with “\($0)”" } ?? "" }

    /// The restrictions that are not what the money went to: accounts, exclusions, amounts, weekdays.
    func limits(_ query: Query) -> String {
        var words = ""
        let excluded = query.excludedMerchants + query.excludedCategories.map(category)
        if !excluded.isEmpty { words += ", leaving out " + Subject.list(excluded) + "," }
        if !query.accounts.isEmpty { words += " with " + Subject.list(query.accounts) }
        if let currency = query.currency { words += " in " + CurrencyNames.builtIn.name(of: currency) }
        words += amounts(query)
        if !query.weekdays.isEmpty { words += " on " + Subject.weekdays(query.weekdays) }
        if let status = query.status { words += status == .pending ? " still pending" : " that are posted" }
        return words
    }

    /// ` over $500`, ` of up to $20`, ` between $40 and $50`.
    private func amounts(_ query: Query) -> String {
        func text(_ units: Int64) -> String { Money(units, currency).text }
        switch (query.minimum, query.maximum) {
        case (let low?, let high?) where low == high: return " of exactly \(text(low))"
        case (let low?, let high?): return " between \(text(low)) and \(text(high))"
        case (let low?, nil): return query.isMinimumExclusive ? " over \(text(low))" : " of \(text(low)) or more"
        case (nil, let high?): return query.isMaximumExclusive ? " under \(text(high))" : " of up to \(text(high))"
        case (nil, nil): return ""
        }
    }

    /// Which one row of an order it is: `last`, `largest`, `second-largest`.
    func place(_ query: Query) -> String {
        let names = ["second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
        // "number 21" where a word would be long.
        let place = names.indices.contains(query.offset - 1) ? names[query.offset - 1] : "number \(query.offset + 1)"
        switch (query.order, query.offset) {
        case (.newest, 0): return "last"
        case (.oldest, 0): return "first"
        case (_, 0): return query.order.rawValue
        case (.oldest, _): return place
        default: return names.contains(place) ? "\(place)-\(query.order.rawValue)" : "\(place) \(query.order.rawValue)"
        }
    }

    /// What rows are called: `groceries transactions`, `Costco transactions`, `refunds`.
    func rowsNoun(_ query: Query) -> String {
        let names = query.merchants + query.categories.map(category)
        let kind =
            query.kinds == [.refund]
            ? "refund" : query.kinds == [.transfer] ? "transfer" : query.direction == .in ? "deposit" : "transaction"
        return names.isEmpty ? kind : Subject.list(names) + " " + kind
    }
}

extension String {
    /// Without spaces at both ends.
    fileprivate var trimmedSpaces: String {
        var text = Substring(self)
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
