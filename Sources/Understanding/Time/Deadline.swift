import Ledger

/// A day up to which something is to be done, as a person writes it: `2027-06-01`, `march 2027`, `June`, `christmas`.
public enum Deadline {
    /// The last day of the time that the whole text is; of a month or feast without a year the next one to come.
    ///
    /// - Returns: nil for a text that is no time, or more than one.
    public static func day(_ text: String, asOf: CivilDate, dateOrder: DateOrder = .mdy) -> CivilDate? {
        let tokens = Tokenizer.tokens(of: text)
        let context = TimeContext(asOf: asOf, dateOrder: dateOrder)
        guard let time = TimeParser.expressions(in: tokens, context: context).first, !time.isComparison,
            time.tokens == tokens.indices
        else { return nil }
        let saysYear = tokens.contains { $0.form == .number && $0.key.utf8.count == 4 }
        if saysYear || time.whole.end > asOf { return time.whole.end }
        if time.holiday != nil { return time.shifted(by: 1).end }
        return time.whole.start.adding(years: 1).adding(days: time.whole.days - 1)
    }
}
