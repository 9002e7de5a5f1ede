import Ledger
import Understanding

extension Coach {
    /// The days that words such as `last month` or `September 2026` mean, as in a question.
    ///
    /// - Returns: nil where they say anything besides one time.
    public func period(named words: String) -> Period? {
        let tokens = Tokenizer.tokens(of: words)
        let times = TimeParser.expressions(in: tokens, context: TimeContext(asOf: asOf, dateOrder: context.dateOrder))
        guard times.count == 1, let time = times.first, time.tokens == tokens.indices, time.weekdays.isEmpty else {
            return nil
        }
        guard time.isOpenStart, let coverage = context.names.coverage else { return time.period }
        return Period(min(coverage.start, time.period.end), time.period.end, label: time.period.label)
    }
}
