/// The words for rows, behind an amount or a count: ` on groceries at H-E-B`, ` of $50 or more on weekends`.
public struct RowPhrase: Sendable {
    let taxonomy: Taxonomy
    let currency: Currency

    /// - Parameter isCounted: behind a noun (`9 purchases in groceries`) and not an amount (`$5 on groceries`).
    public func words(_ flow: Selection.Flow, _ filter: RowFilter, isCounted: Bool = false) -> String {
        let words = parts(filter, flow, isCounted: isCounted).joined(separator: " ")
        return words.isEmpty ? "" : " " + words
    }

    /// What rows of a flow are called, one of them: `purchase`, `deposit`.
    public static func noun(_ flow: Selection.Flow) -> String {
        switch flow {
        case .spending, .purchases: "purchase"
        case .income: "deposit"
        case .refunds: "refund"
        case .transfers, .transfersIn, .transfersOut: "transfer"
        case .net, .any: "transaction"
        }
    }

    /// The name of what rows are about: `groceries`, `H-E-B`, `Saturdays`; nil where there is none.
    public func name(_ filter: RowFilter) -> String? {
        switch filter {
        case .category(let id): category(id)
        case .merchant(let name), .account(let name): name
        case .text(let text): "“\(text)”"
        case .weekdays(let days): RowPhrase.weekdays(days)
        case .recurring(let kind): kind
        case .and(let all): all.lazy.compactMap(name).last
        case .or(let all):
            all.compactMap(name).count == all.count ? NumberText.list(all.compactMap(name)) : nil
        case .currency(let currency): currency.code
        case .rows(let ids): ids.count == 1 ? "that one" : "those \(ids.count)"
        default: nil
        }
    }

    /// A category's name inside a sentence: `groceries`, but `ATM fees`.
    public func category(_ id: String) -> String {
        let name = taxonomy.displayName(id)
        if name.unicodeScalars.dropFirst().first?.properties.isUppercase ?? false { return name }
        return name.prefix(1).lowercased() + name.dropFirst()
    }

    private func parts(_ filter: RowFilter, _ flow: Selection.Flow, isCounted: Bool) -> [String] {
        switch filter {
        case .all: return []
        case .and(let all):
            // What is left out is said once: `leaving out rent and groceries`.
            let left = all.compactMap { if case .not(let part) = $0 { name(part) } else { nil } }
            let rest =
                left.count > 1 ? all.filter { if case .not(let part) = $0 { name(part) == nil } else { true } } : all
            let words = RowPhrase.reduced(rest).sorted(by: RowPhrase.stands).flatMap {
                parts($0, flow, isCounted: isCounted)
            }
            return left.count > 1 ? words + ["leaving out " + NumberText.list(left)] : words
        case .or(let any): return [alternatives(any, flow, isCounted: isCounted)]
        case .not(.near(let unit, let after, let selection)):
            return [near(unit, after, selection, isWithout: true)]
        case .not(.amount(let low, let high)):
            return ["leaving out \(NumberText.plural(RowPhrase.noun(flow))) \(amounts(low, high))"]
        case .not(.rows(let ids)):
            let count = ids.count == 1 ? "one" : String(ids.count)
            return ["without \(count) of the \(NumberText.plural(RowPhrase.noun(flow)))"]
        case .not(let left):
            return ["leaving out " + (name(left) ?? parts(left, flow, isCounted: isCounted).joined(separator: " "))]
        case .category(let id):
            if flow == .income { return ["from " + category(id)] }
            return [(isCounted ? "in " : "on ") + category(id)]
        case .merchant(let name) where TransferName.isPayment(name): return ["through " + name]
        case .merchant(let name):
            let head =
                switch flow {
                case .income, .refunds, .transfersIn: "from "
                case .transfersOut: "to "
                default: "at "
                }
            return [head + name]
        case .account(let name):
            let head =
                switch flow {
                case .income, .transfersIn: "into "
                case .transfersOut: "out of "
                default: "with "
                }
            return [head + name]
        case .text(let text): return ["with “\(text)” in the text"]
        case .amount(let low, let high):
            let noun = NumberText.plural(RowPhrase.noun(flow))
            return [(isCounted ? "" : "in \(noun) ") + amounts(low, high)]
        case .weekdays(let days): return ["on " + RowPhrase.weekdays(days)]
        case .daysOfMonth(let days):
            let (first, last) = (RowPhrase.ordinal(days.lowerBound), RowPhrase.ordinal(days.upperBound))
            return [
                days.count == 1 ? "on the \(first) of each month" : "from the \(first) to the \(last) of each month"
            ]
        case .status(let status): return [status == .pending ? "still pending" : "already posted"]
        case .currency(let currency): return ["in " + currency.code]
        case .recurring(let kind): return [(flow == .spending && !isCounted ? "on " : "for ") + kind]
        case .near(let unit, let after, let selection): return [near(unit, after, selection)]
        case .after(let edge, let selection): return ["after " + event(edge, selection)]
        case .before(let edge, let selection): return ["before " + event(edge, selection)]
        case .rows(let ids):
            let noun = RowPhrase.noun(flow)
            return [
                (isCounted ? "among " : "in ")
                    + (ids.count == 1 ? "that \(noun)" : "those \(NumberText.count(ids.count, noun))")
            ]
        }
    }

    /// Without what is left out at once: of restaurants and fast food without fast food only restaurants are named.
    private static func reduced(_ parts: [RowFilter]) -> [RowFilter] {
        let left = parts.compactMap { if case .not(let part) = $0 { part } else { nil } }
        return parts.map { part in
            guard case .or(let any) = part else { return part }
            let rest = any.filter { !left.contains($0) }
            return rest.isEmpty ? part : .any(rest)
        }
    }

    /// `the last purchase at IKEA`.
    public func event(_ edge: RowFilter.Edge, _ selection: Selection) -> String {
        "the \(edge.rawValue) \(RowPhrase.noun(selection.flow))"
            + words(selection.flow, selection.filter, isCounted: true)
    }

    /// `on days with purchases in coffee as well`, `in the 7 days after income from pay`.
    private func near(
        _ unit: Ask.Unit, _ after: ClosedRange<Int>, _ selection: Selection, isWithout: Bool = false
    ) -> String {
        let things =
            NumberText.plural(RowPhrase.noun(selection.flow)) + words(selection.flow, selection.filter, isCounted: true)
        let when: String =
            switch selection.span {
            case .everything: ""
            case .periods(let periods): periods.count == 1 ? " " + periods[0].phrase : ""
            case .assumed(let period): " " + period.phrase
            }
        let units = unit == .category ? "categories" : unit.rawValue + "s"
        if after == 0...0, unit == .day, selection.flow == .any, selection.filter == .all, !isWithout,
            case .periods(let periods) = selection.span, periods.count == 1
        {
            return periods[0].phrase
        }
        if after == 0...0 {
            let head = unit == .day ? "on" : unit == .merchant ? "at" : "in"
            return "\(head) \(units) \(isWithout ? "without" : "with") \(things)\(when)"
        }
        if isWithout { return "except " + near(unit, after, selection) }
        let length = after.count == 1 ? "the \(unit.rawValue)" : "the \(NumberText.count(after.count, unit.rawValue))"
        if after.lowerBound == 0 { return "in \(length) from \(things)\(when) on" }
        if after.lowerBound > 0 { return "in \(length) after \(things)\(when)" }
        return "in \(length) before \(things)\(when)"
    }

    /// Names of one kind share their preposition: `on groceries and coffee`.
    private func alternatives(_ any: [RowFilter], _ flow: Selection.Flow, isCounted: Bool) -> String {
        let each = any.map { parts($0, flow, isCounted: isCounted).joined(separator: " ") }
        let heads = Set(each.map { String($0.prefix { $0 != " " }) })
        guard heads.count == 1, let head = heads.first else { return NumberText.list(each, "or") }
        return head + " " + NumberText.list(each.map { String($0.dropFirst(head.count + 1)) })
    }

    private func amounts(_ low: Int64?, _ high: Int64?) -> String {
        func text(_ units: Int64) -> String { Money(units, currency).text }
        // A bound one minor unit beyond a whole amount is said as people say it.
        let per = currency.minorPerMajor
        let isOver = low.map { per > 1 && $0 > 1 && $0 % per == 1 } ?? false
        let isUnder = high.map { per > 1 && $0 % per == per - 1 } ?? false
        if let low, let high {
            if low == high { return "of exactly \(text(low))" }
            if !isOver, !isUnder { return "between \(text(low)) and \(text(high))" }
        }
        let over = low.map { isOver ? "over \(text($0 - 1))" : "of \(text($0)) or more" }
        let under = high.map { isUnder ? "under \(text($0 + 1))" : "of \(text($0)) or less" }
        return [over, under].compactMap { $0 }.joined(separator: " and ")
    }

    /// What stands first in a phrase: what it is about, where, then the rest.
    private static func stands(_ a: RowFilter, before b: RowFilter) -> Bool { place(a) < place(b) }

    private static func place(_ filter: RowFilter) -> Int {
        switch filter {
        case .amount, .status: 0
        case .category, .recurring, .or: 1
        case .merchant: 2
        case .text, .rows: 3
        case .account, .currency: 4
        case .weekdays, .daysOfMonth, .near, .after, .before: 5
        case .not: 6
        case .all, .and: 7
        }
    }

    public static func weekdays(_ days: Set<Int>) -> String {
        if days == [6, 7] { return "weekends" }
        if days == [1, 2, 3, 4, 5] { return "weekdays" }
        return NumberText.list(days.sorted().map { CivilDate.weekdayNames[$0 - 1] + "s" })
    }

    public static func ordinal(_ day: Int) -> String {
        if (11...13).contains(day) { return "\(day)th" }
        return "\(day)" + (day % 10 == 1 ? "st" : day % 10 == 2 ? "nd" : day % 10 == 3 ? "rd" : "th")
    }
}
