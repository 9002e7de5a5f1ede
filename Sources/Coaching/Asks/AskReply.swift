import Ledger
import Retrieval

/// The composed reply to an ask: the answer first, then at most two further facts, then what must be said. All of it is made
/// of the phrases of facts.
struct AskReply {
    typealias Fact = Ledger.Fact

    let finding: AskFinding
    let phrases: FactPhrases
    /// The home currency, which bounds are of.
    let currency: Currency
    /// The newest row there is of what was asked for, where none was in the days asked about.
    var latest: Transaction?
    /// What is said of a name that nothing in the data has.
    var absence: String?

    private var ask: Ask { finding.ask }
    private var facts: [Fact] { finding.evidence.facts }
    private var flow: Selection.Flow { ask.selection.flow }

    private func facts(_ roles: Fact.Role...) -> [Fact] { facts.filter { roles.contains($0.role) } }

    var text: String {
        var sentences = answer()
        for other in finding.also {
            let more = AskReply(finding: other, phrases: phrases, currency: currency).answer().prefix(1)
            sentences += more.filter { added in
                !sentences.contains { $0.text.contains(added.text.prefix { $0 != "," }) }
            }
        }
        sentences += context()
        sentences += mustSay()
        return sentences.map { AskReply.sentence($0.text) }.joined(separator: " ")
    }

    private static func sentence(_ words: String) -> String {
        let isWhole = words.hasSuffix(".") || words.hasSuffix("?")
        return words.prefix(1).uppercased() + words.dropFirst() + (isWhole ? "" : ".")
    }

    // MARK: The answer

    private func answer() -> [Phrase] {
        if !finding.sides.isEmpty { return sides() }
        if finding.evidence.matched == 0, isOfRows { return nothing() }
        if let each = ask.each { return one(of: each) }
        if ask.view == .rows, ask.measure == .total { return list() }
        if ask.grouping != nil { return groups() }
        return verdict(asked())
    }

    /// Whether no row means no answer: days without any are counted where there is none.
    private var isOfRows: Bool {
        switch ask.measure {
        case .countWithout, .longestStreak(_, withRows: false): false
        case .count: ask.condition == nil
        default: true
        }
    }

    /// `There are no purchases at Costco in October 2026. The last one was $34.50 on August 5, 2026`
    private func nothing() -> [Phrase] {
        let noun = NumberText.plural(RowPhrase.noun(flow))
        let what = phrases.rows.words(flow, ask.selection.filter, isCounted: true)
        let comparison = facts(.change).map { phrases.full($0) }.map { "That is \($0)" as Phrase }
        var sentences: [Phrase] = [Phrase("you have no \(noun)\(what)\(time)")]
        if case .amount(let bound, let relation)? = ask.against {
            let holds = relation.isMet(byZeroAgainst: bound)
            sentences[0] = Phrase(holds ? "yes: " : "no: ") + sentences[0]
        }
        if let coverage = finding.evidence.coverage, let periods = ask.selection.span.periods,
            periods.allSatisfy({ $0.end < coverage.start || coverage.end < $0.start })
        {
            sentences.append(Phrase("your data covers \(Period(coverage.start, coverage.end).name)"))
        } else if let latest {
            sentences.append(
                "the last one was \(latest.amount.magnitude) at \(latest.merchant) on \(latest.date.americanText)")
        }
        if let absence { sentences.append("\(absence)") }
        return sentences + comparison
    }

    /// What was asked for as sentences, without groups and lists.
    private func asked() -> [Phrase] {
        let held: [Fact.Role] = [.change, .usual, .largestPart, .smallestPart, .largestRise, .largestFall]
        let own = facts.filter { $0.isAsked && !held.contains($0.role) }
        guard !own.isEmpty else { return [unknown()] }
        let clauses = own.map(clause)
        if own.count > 1, let first = own.first, own.allSatisfy({ $0.role == .total }),
            flow == .spending || flow == .purchases
        {
            // Several currencies of the same: `you spent $105.59 and €12.40 in October 2026`.
            return ["you spent \(amounts(own))\(scope(first)), in \(finding.evidence.matched, "transaction")"]
        }
        return [clauses.count == 1 ? clauses[0] + counted(own[0]) + outOf() : joined(clauses)] + further()
    }

    /// Nothing was computed although there are rows: a gap of a single day, a share of nothing.
    private func unknown() -> Phrase {
        switch ask.measure {
        case .gap: "there was only one day with that, so there is no time from one to the next"
        case .share: "there is nothing that it could be a part of"
        default: "there is no such figure for that"
        }
    }

    /// Several sums in one sentence, the verb once: `you spent $90.00 on groceries and $40.00 on coffee in May 2026`.
    private func listed(_ facts: [Fact]) -> Phrase {
        guard let first = facts.first, first.role == .total,
            facts.allSatisfy({ $0.subject.flow == first.subject.flow && phrases.form($0) == .noun && !$0.isNegative })
        else { return joined(facts.map(clause)) }
        // The time of all of them is said once.
        let isAtOnce = facts.allSatisfy { $0.period == first.period }
        func timeless(_ fact: Fact) -> Fact {
            var fact = fact
            if isAtOnce { fact.period = nil }
            return fact
        }
        let rest = facts.indices.dropFirst().map { index in
            phrases.full(index == facts.count - 1 ? facts[index] : timeless(facts[index]))
        }
        guard let last = rest.last else { return clause(first) }
        let middle = rest.dropLast().reduce(clause(timeless(first))) { "\($0), \($1)" }
        return rest.count > 1 ? "\(middle), and \(last)" : "\(middle) and \(last)"
    }

    private func joined(_ clauses: [Phrase]) -> Phrase {
        clauses.dropFirst().reduce(clauses.first ?? "") { "\($0), and \($1)" }
    }

    /// A fact as a clause with its verb.
    private func clause(_ fact: Fact) -> Phrase {
        let full = phrases.full(fact)
        guard phrases.form(fact) == .noun else { return full }
        let verb: String
        switch (fact.role, fact.subject.flow) {
        case (.total, .spending), (.total, .purchases), (.average, .spending), (.average, .purchases):
            if fact.isNegative, let money = fact.money {
                return "you got back \(money.magnitude) more than you spent\(scope(fact))"
            }
            verb = "you spent"
        case (.total, .income), (.average, .income): verb = "you received"
        case (.total, .refunds), (.average, .refunds): verb = "you got"
        case (.total, .transfers), (.total, .transfersIn), (.total, .transfersOut):
            // `$11,500.00 moved into Savings`: the verb is in the middle of it.
            return "you moved " + full.without(" moved")
        case (.total, _): return "there was \(full)"
        case (.median, .spending), (.median, .purchases): verb = "you paid"
        case (.count, _), (.countWithout, _):
            if case .count(1) = fact.value { verb = "there was" } else { verb = "there were" }
        default: verb = "it was"
        }
        return "\(verb) \(full)"
    }

    private func scope(_ fact: Fact) -> String {
        var words = ""
        if case .rows(let flow, let filter) = fact.subject { words = phrases.rows.words(flow, filter) }
        return words + (fact.period.map { " " + $0.phrase } ?? "")
    }

    /// How many rows a sum is of.
    private func counted(_ fact: Fact) -> Phrase {
        guard [.total, .average, .net].contains(fact.role), let rows = fact.basis.rows, rows > 0 else { return "" }
        if ask.isOfFewRows {
            let place = ask.order == .newest ? "last" : ask.order == .oldest ? "first" : ask.order?.rawValue ?? ""
            return rows == 1 ? "" : ", in the \(place) \(rows, RowPhrase.noun(fact.subject.flow))"
        }
        let noun =
            fact.role == .net || fact.subject.flow == .spending ? "transaction" : RowPhrase.noun(fact.subject.flow)
        return ", in \(rows, noun)"
    }

    /// `, out of 30 days`, where days, weeks … are counted.
    private func outOf() -> Phrase {
        if ask.measure == .largest || ask.measure == .smallest, let rows = finding.values.first?.rows, rows > 1 {
            let what = phrases.rows.words(flow, ask.selection.filter, isCounted: true)
            return ", out of \(rows, RowPhrase.noun(flow))\(what)\(time)"
        }
        if case .longestStreak = ask.measure { return "" }
        guard let units = finding.unitsInSpan, let unit = ask.measure.unit, unit != .transaction else { return "" }
        return ", out of \(units, unit.rawValue)"
    }

    /// What it comes to in all, behind a count or a mean.
    private func further() -> [Phrase] {
        let totals = facts.filter { $0.role == .total && !$0.isAsked }
        switch ask.measure {
        case .count(.transaction) where !totals.isEmpty:
            let lead = Phrase(finding.evidence.matched == 1 ? "it comes to" : "they come to")
            return ["\(lead) \(amounts(totals))\(each)"]
        case .rate:
            let matched = finding.evidence.matched
            return matched > 0 ? ["that is \(matched, RowPhrase.noun(flow)) in all"] : []
        case .average: return totals.isEmpty ? [] : ["that's \(amounts(totals)) in all"]
        case .share:
            if case .count(let whole)? = finding.wholes.first?.value {
                return ["that is \(number: Double(finding.evidence.matched)) of \(number: Double(whole))"]
            }
            guard totals.count == 1, case .money(let whole)? = finding.wholes.first?.value else { return [] }
            return ["that is \(phrases.value(totals[0])) of \(whole)"]
        case .total where flow == .net:
            let income = totals.filter { $0.subject.flow == .income }
            let spending = totals.filter { $0.subject.flow == .spending }
            guard !income.isEmpty, !spending.isEmpty else { return [] }
            return ["\(amounts(income)) came in and \(amounts(spending)) went out"]
        case .lastDay, .firstDay:
            if !finding.also.isEmpty { return amountsOfDays() }
            guard let row = finding.evidence.transactions.first else { return [] }
            let ago = finding.evidence.figures(named: "days_since").first?.value
            let isNamed = phrases.rows.name(ask.selection.filter) == row.merchant
            var words: Phrase = "it was \(row.amount.magnitude)\(isNamed ? "" : " at " + row.merchant)"
            if case .days(let days)? = ago { words = words + (days == 0 ? ", today" : ", \(days, "day") ago") }
            return [words]
        case .largest, .smallest:
            return again()
        default: return []
        }
    }

    /// `: $62.00 on average, $100.00 at most`, what the rows of a count are each.
    private var each: Phrase {
        guard let mean = facts(.average).first(where: { !$0.isAsked }) else { return "" }
        guard let largest = finding.evidence.figures(named: "largest").first?.value else {
            return ", \(phrases.value(mean)) each on average"
        }
        return largest == mean.value
            ? ", \(phrases.value(mean)) each" : ": \(phrases.value(mean)) on average, \(value(largest)) at most"
    }

    /// What the first and the last row were, where both days were asked for.
    private func amountsOfDays() -> [Phrase] {
        let rows = ([finding] + finding.also).compactMap { $0.evidence.transactions.first }
        let areDays = finding.also.allSatisfy { [.firstDay, .lastDay].contains($0.ask.measure) }
        guard areDays, finding.also.count == 1, rows.count == 2 else { return [] }
        return ["they were \(rows[0].amount.magnitude) and \(rows[1].amount.magnitude)"]
    }

    /// How often the amount of a single row occurs.
    private func again() -> [Phrase] {
        guard let found = finding.occurrences else { return [] }
        let times: Phrase = found.rows == 2 ? "twice" : "\(found.rows, "time")"
        return ["that amount occurs \(times), the last on \(found.last.americanText)"]
    }

    private func amounts(_ facts: [Fact]) -> Phrase {
        let values = facts.map { phrases.value($0) }
        return values.dropFirst().reduce(values.first ?? "") { "\($0) and \($1)" }
    }

    // MARK: Against

    /// Yes or no first, where that was asked; then how far off it is.
    private func verdict(_ sentences: [Phrase]) -> [Phrase] {
        switch ask.against {
        case nil, .sides: return sentences
        case .amount:
            guard let holds = finding.holds.first else { return sentences }
            let off = facts(.distance).filter { !isZero($0) }.map { "that is \(phrases.full($0))" as Phrase }
            return AskReply.said(holds, sentences) + off
        case .period, .usual:
            let roles: [Fact.Role] = [.change, .usual]
            let compared = facts.filter { roles.contains($0.role) && $0.isAsked }
            var words = compared.map { said($0) + before($0) }
            if compared.isEmpty, let other = finding.otherPeriod {
                words = [Phrase("there is nothing to compare with \(other.phrase)")]
            }
            let alone = finding.alone.map { [Phrase($0)] } ?? []
            guard let first = compared.first, let holds = holds(first) else { return sentences + words + alone }
            return AskReply.said(holds, sentences) + words + alone
        }
    }

    /// `that is $12.00 more than …`; of a usual nothing it is said what is usual.
    private func said(_ fact: Fact) -> Phrase {
        fact.role == .usual && fact.percent == nil ? phrases.full(fact) : "that is \(phrases.full(fact))"
    }

    /// What it was before, where it is no sum: `, when it was $6.00`.
    private func before(_ fact: Fact) -> Phrase {
        guard fact.role == .change, ask.measure != .total, let then = fact.other?.value else { return "" }
        switch then {
        case .money(let money): return ", when it was \(money)"
        case .percent(let percent): return ", when it was \(percent: percent)"
        case .ratio(let ratio): return ", when it was \(number: ratio)"
        case .count(let count): return count == 1 ? ", when there was 1" : ", when there were \(number: Double(count))"
        case .days(let days): return ", when it was \(days, "day")"
        case .date: return ""
        }
    }

    /// Whether it rose or fell as the order asks; nil where that was not asked.
    private func holds(_ fact: Fact) -> Bool? {
        guard ask.grouping == nil, ask.order == .rise || ask.order == .fall else { return nil }
        let change = fact.role == .usual ? fact.percent ?? 0 : (fact.isNegative ? -1 : isZero(fact) ? 0 : 1)
        return ask.order == .rise ? change > 0 : change < 0
    }

    private func isZero(_ fact: Fact) -> Bool {
        switch fact.value {
        case .money(let money): money.minorUnits == 0
        case .count(let count), .days(let count): count == 0
        case .percent(let value), .ratio(let value): value == 0
        case .date: false
        }
    }

    private static func said(_ holds: Bool, _ sentences: [Phrase]) -> [Phrase] {
        guard let first = sentences.first else { return [Phrase(holds ? "yes" : "no")] }
        return [Phrase(holds ? "yes, " : "no, ") + first] + sentences.dropFirst()
    }

    private func sides() -> [Phrase] {
        let asked = facts.filter { $0.isAsked && $0.role != .change }
        var sentences = [listed(asked)]
        guard let change = facts(.change).first else {
            if asked.count > 2, let name = nameOfFirst(asked) {
                sentences.append(Phrase("\(name) was the \(ask.order == .smallest ? "lowest" : "highest")"))
            }
            return sentences
        }
        sentences.append("that is \(phrases.full(change))")
        if let holds = holds(change) { sentences = AskReply.said(holds, sentences) }
        return sentences
    }

    /// What the side that comes first by its figure is called: by its days, where these are all that tells the sides apart.
    private func nameOfFirst(_ asked: [Fact]) -> String? {
        guard let first = finding.evidence.groups.first else { return nil }
        guard case .sides(let sides)? = ask.against,
            sides.allSatisfy({ $0.selection.filter == ask.selection.filter && $0.selection.flow == ask.selection.flow })
        else { return first.label }
        let figure = asked.first { $0.value == first.value }
        return figure?.period?.label ?? first.label
    }

    // MARK: Groups

    private func groups() -> [Phrase] {
        let groups = finding.evidence.groups
        guard let grouping = ask.grouping, !groups.isEmpty || finding.groupUnits?.empty.isEmpty == false else {
            return [noGroup()]
        }
        if ask.condition != nil, !ask.conditionIsOfUnits { return [held(groups, grouping)] + together() }
        if let ranked = facts(.largestRise, .largestFall).first { return [ranking(ranked)] }
        if ask.offset > 0 { return [Phrase("next comes ") + "\(name(groups[0])), with \(value(groups[0]))"] }
        let isGroupAsked = ask.measure == .largest || ask.measure == .smallest || ask.limit == 1
        let whole = isGroupAsked ? [] : asked().prefix(1)
        guard let first = facts(.largestPart, .smallestPart).first(where: \.isAsked) else {
            return Array(whole) + ofTime(groups)
        }
        let ties = groups.prefix { $0.value == groups[0].value }
        if groups.count > 1, ties.count > 1, ask.limit == 1 {
            return whole + [
                "\(NumberText.list(ties.map { name($0) })) share the first place, with \(value(groups[0])) each"
            ]
        }
        if let each = eachWithSum(groups) { return Array(whole) + [each] }
        return Array(whole) + [top(first, groups[0])] + together()
    }

    /// `Menards had 19 purchases, which come to $1,093.51, and The Home Depot 4, $351.50`: counts of a few names, with what
    /// they come to.
    private func eachWithSum(_ groups: [Group]) -> Phrase? {
        guard ask.measure == .count(.transaction), ask.limit == nil, ask.order == nil, (2...4).contains(groups.count),
            ask.grouping == .merchant || ask.grouping == .category || ask.grouping == .account
        else { return nil }
        let parts = groups.enumerated().compactMap { place, group -> Phrase? in
            guard case .money(let sum)? = group.detail("total"), case .count(let count) = group.value else {
                return nil
            }
            let had: Phrase = place == 0 ? value(group) : "\(number: Double(count))"
            return "\(name(group)) had \(had), which \(AskReply.come(count)) to \(sum)"
        }
        guard parts.count == groups.count, let last = parts.last else { return nil }
        return parts.dropLast().dropFirst().reduce(parts[0]) { "\($0); \($1)" } + "; \(last)"
    }

    /// What the groups asked for come to.
    private func together() -> [Phrase] {
        facts(.partsTogether).prefix(1).map { fact in
            let share: Phrase = fact.percent.map { ", \(percent: $0) of the whole" } ?? ""
            let sum: Phrase =
                if case .count(let count) = fact.value { "\(count, RowPhrase.noun(flow))" } else { phrases.value(fact) }
            let those = fact.basis.rows.map { "the top \($0) together" } ?? "together they"
            return "\(those) come to \(sum)\(share)"
        }
    }

    /// `In October 2026 rent, $1,745.00; in September 2026 rent, $1,745.00`: what was found of each.
    private func one(of each: Ask.Grouping) -> [Phrase] {
        let groups = finding.evidence.groups
        guard !groups.isEmpty else { return [noGroup()] }
        let listed = each.isOfTime ? groups.suffix(AskReply.namesListed) : groups.prefix(AskReply.namesListed)
        let head = ask.order == .smallest || ask.measure == .smallest ? "the least" : "the most"
        let isRanked = ask.grouping != nil || ask.measure == .largest || ask.measure == .smallest || ask.view == .rows
        let parts = listed.map { "\($0.label): \(value($0))" as Phrase }
        let list = parts.dropFirst().reduce(parts[0]) { "\($0); \($1)" as Phrase }
        return isRanked ? ["\(head) of each \(each.rawValue): \(list)"] : [list]
    }

    private func top(_ fact: Fact, _ group: Group) -> Phrase {
        if ask.grouping == .category || ask.grouping == .merchant,
            ask.measure == .total || ask.measure == .largest || ask.measure == .smallest,
            [.spending, .purchases, .income].contains(flow)
        {
            return ask.limit == 1 ? phrases.bound(fact) : phrases.full(fact)
        }
        let most = fact.role == .largestPart ? "most" : "least"
        if ask.measure == .count(.transaction), case .money(let sum)? = group.detail("total"), ask.limit == 1 {
            return "\(name(group)) had the \(most), \(value(group))\(scope), which come to \(sum)"
        }
        return "\(name(group)) had the \(most), \(value(group))\(ask.limit == 1 ? scope : "")"
    }

    /// What the groups are of, where nothing before has said it.
    private var scope: String {
        let isOfTime = ask.grouping?.isOfTime ?? false
        return phrases.rows.words(flow, ask.selection.filter) + (isOfTime ? "" : time)
    }

    private func name(_ group: Group) -> String {
        guard ask.grouping == .category else { return group.label }
        return phrases.rows.category(group.key)
    }

    private func value(_ group: Group) -> Phrase { value(group.value) }

    private func value(_ value: FigureValue) -> Phrase {
        switch value {
        case .money(let money): "\(money)"
        case .count(let count):
            ask.measure.unit.map { $0 == .transaction ? "\(count, RowPhrase.noun(flow))" : "\(count, $0.rawValue)" }
                ?? "\(count, "")"
        case .percent(let percent): "\(percent: percent)"
        case .ratio(let ratio): "\(number: ratio)"
        case .days(let days): "\(days, "day")"
        case .date(let day): Phrase(day.americanText)
        }
    }

    private func ofTime(_ groups: [Group]) -> [Phrase] {
        // Of some of them nobody can tell which of all had the most.
        guard groups.count > 1, groups.count >= finding.groupCount,
            let most = groups.max(by: { $0.value.size < $1.value.size }),
            groups.count(where: { $0.value == most.value }) == 1
        else { return [] }
        if ask.measure == .count(.transaction), case .money(let sum)? = most.detail("total"),
            case .count(let count) = most.value
        {
            return ["\(most.label) had the most, \(value(most)), which \(AskReply.come(count)) to \(sum)"]
        }
        return ["\(most.label) had the most, \(value(most))"]
    }

    private func noGroup() -> Phrase {
        if ask.offset > 0, finding.groupCount > 0 {
            return finding.groupCount == 1
                ? "there's no other" : "there are no more than those \(number: Double(finding.groupCount))"
        }
        return switch ask.order {
        case .rise: "nothing rose"
        case .fall: "nothing fell"
        default: "no \(ask.grouping?.rawValue ?? "group") is like that\(time)"
        }
    }

    /// The days asked about, behind a noun.
    private var time: String {
        guard let periods = ask.selection.span.periods, let first = periods.first else { return " in all your data" }
        if periods.count == 1 { return " " + first.phrase }
        return " " + Period(first.start, periods[periods.count - 1].end, label: Period.names(of: periods)).phrase
    }

    private func ranking(_ fact: Fact) -> Phrase {
        let words = phrases.full(fact)
        guard let other = finding.otherPeriod, let now = ask.selection.span.periods?.first else { return words }
        if ask.against == .usual { return "\(words), held against what is usual for you" }
        if fact.period != nil, fact.other?.period != nil, fact.other?.value != nil { return words }
        return "\(words), from \(other.name) to \(now.name)"
    }

    /// How many groups that meet a condition are named in a sentence.
    private static let namesListed = 12

    private static func label(_ period: Period, _ grouping: Ask.Grouping) -> String {
        grouping == .day ? period.start.americanText : period.name
    }

    /// `3 categories came to more than $500.00 in September 2026: groceries, rent, and travel`
    private func held(_ groups: [Group], _ grouping: Ask.Grouping) -> Phrase {
        guard let condition = ask.condition else { return "" }
        let names = groups.prefix(AskReply.namesListed).map { name($0) }
        let more = finding.groupCount - names.count
        var what = phrases.rows.words(flow, ask.selection.filter, isCounted: condition.quantity != .total)
        if let base = condition.base { what += " than" + phrases.rows.words(base.flow, base.filter) }
        let list = NumberText.list(names + (more > 0 ? ["\(more) more"] : []))
        let bound: Phrase =
            switch condition.quantity {
            case .change: AskReply.changed(condition) { "\(Money($0, currency))" }
            case .changePercent: AskReply.changed(condition) { "\(percent: Double($0))" }
            case _ where condition.base != nil:
                Phrase(
                    "had " + (condition.relation == .less ? "less " : "more ")
                        + (condition.quantity == .count ? NumberText.plural(RowPhrase.noun(flow)) : "spending"))
            case .count where condition.relation == .equal && condition.bound == 0:
                "had no \(NumberText.plural(RowPhrase.noun(flow)))"
            case .count: "had \(condition.relation.words) \(Int(condition.bound), RowPhrase.noun(flow))"
            case .total: "came to \(condition.relation.words) \(Money(condition.bound, currency))"
            case .largest:
                "had a single \(RowPhrase.noun(flow)) of \(condition.relation.words) \(Money(condition.bound, currency))"
            }
        guard let units = finding.groupUnits else {
            return "\(finding.groupCount, grouping.rawValue) \(bound)\(what)\(time): \(list)"
        }
        let held = finding.groupCount + units.empty.count
        var whole: Phrase = "\(number: Double(held)) of \(units.all, grouping.rawValue) \(bound)\(what)\(time)"
        if !names.isEmpty { whole = whole + ": \(list)" }
        guard !units.empty.isEmpty else { return whole }
        let empty = units.empty.prefix(AskReply.namesListed).map { AskReply.label($0, grouping) }
        let rest = units.empty.count - empty.count
        let without = NumberText.list(empty + (rest > 0 ? ["\(rest) more"] : []))
        if held == units.empty.count, condition.relation == .equal { return whole + ": \(without)" }
        return whole + ", \(number: Double(units.empty.count)) of them without any: \(without)"
    }

    /// `rose by more than $40.00`, `fell by at least 20%`; a bound that both could meet: `changed by less than 20%`.
    private static func changed(_ condition: Ask.Condition, _ amount: (Int64) -> Phrase) -> Phrase {
        let bound = condition.bound
        return switch condition.relation {
        case .more where bound > 0, .atLeast where bound > 0, .equal where bound > 0:
            "rose by \(condition.relation.words) \(amount(bound))"
        case .more where bound < 0: "fell by \(Ask.Condition.Relation.less.words) \(amount(-bound))"
        case .atLeast where bound < 0: "fell by \(Ask.Condition.Relation.atMost.words) \(amount(-bound))"
        case .less where bound < 0: "fell by \(Ask.Condition.Relation.more.words) \(amount(-bound))"
        case .atMost where bound < 0: "fell by \(Ask.Condition.Relation.atLeast.words) \(amount(-bound))"
        case .equal where bound < 0: "fell by \(condition.relation.words) \(amount(-bound))"
        default: "changed by \(condition.relation.words) \(amount(bound))"
        }
    }

    // MARK: Lists

    private static func come(_ count: Int) -> String { count == 1 ? "comes" : "come" }

    private func list() -> [Phrase] {
        let rows = finding.evidence.transactions
        let matched = finding.evidence.matched
        let what = phrases.rows.words(flow, ask.selection.filter, isCounted: true)
        let noun = flow == .spending ? "transaction" : RowPhrase.noun(flow)
        if rows.count == 1, let row = rows.first, ask.limit == 1 || matched == 1 {
            return [single(row, matched, what, noun)] + again()
        }
        let totals = finding.totals.compactMap { value -> Money? in
            if case .money(let money) = value.value { money } else { nil }
        }
        let isOne = matched == 1
        var sentences: [Phrase] = ["there \(isOne ? "is" : "are") \(matched, noun)\(what)\(time)"]
        if flow != .any, !totals.isEmpty {
            let sum = totals.map { "\($0)" as Phrase }
            sentences[0] =
                sentences[0] + ", which \(AskReply.come(matched)) to "
                + sum.dropFirst().reduce(sum[0]) { "\($0) and \($1)" }
        }
        if flow == .any {
            let spent = facts.filter { $0.role == .total && $0.subject.flow == .spending }
            let received = facts.filter { $0.role == .total && $0.subject.flow == .income }
            let parts = [(spent, "spent"), (received, "received")].filter { !$0.0.isEmpty }
            for (facts, verb) in parts { sentences[0] = sentences[0] + ", \(amounts(facts)) \(verb)" }
        }
        if rows.isEmpty, ask.offset > 0 {
            return sentences + [isOne ? "there's no other" : "there are no more than these \(number: Double(matched))"]
        }
        if rows.count < matched {
            sentences.append(
                rows.count == 1 ? "this is \(place) one" : "these are \(place) \(number: Double(rows.count))")
        }
        return sentences
    }

    private var place: String {
        let word =
            switch ask.order {
            case nil, .newest, .rise, .fall: "newest"
            case .oldest: "oldest"
            case .largest: "largest"
            case .smallest: "smallest"
            }
        guard ask.offset > 0 else { return "the \(word)" }
        let places = ["second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
        guard ask.limit == 1, places.indices.contains(ask.offset - 1) else { return "the next" }
        return "the \(places[ask.offset - 1]) \(word)"
    }

    private func single(_ row: Transaction, _ matched: Int, _ what: String, _ noun: String) -> Phrase {
        let state = row.status == .pending ? ", still pending" : ""
        let isNamed = phrases.rows.name(ask.selection.filter) == row.merchant
        let isOneDay = ask.selection.span.periods.map { $0.count == 1 && $0[0].days == 1 } ?? false
        let amount: Phrase = "\(row.amount.magnitude)\(isNamed ? "" : " at " + row.merchant)"
        if matched == 1 {
            let day = isOneDay ? "" : " on " + row.date.americanText
            return "there is \(matched, noun)\(what)\(time): \(amount)\(day)\(state)"
        }
        let word = place == "the newest" ? "the last" : place == "the oldest" ? "the first" : place
        return "\(word) \(noun)\(what) was \(amount) on \(row.date.americanText)\(state)"
    }

    // MARK: Further

    /// What a person would want to know next: how it compares with the usual or the time before, and the largest part.
    private func context() -> [Phrase] {
        guard ask.measure == .total, ask.grouping == nil, ask.view == .figures, ask.against == nil, !ask.isOfFewRows
        else { return [] }
        var out: [Phrase] = []
        let usual = facts(.usual).first { abs($0.percent ?? 0) >= FactPhrases.usualRange }
        if let compared = usual ?? facts(.change).first { out.append(said(compared)) }
        if let top = facts(.largestPart).first { out.append(phrases.full(top)) }
        return out
    }

    private func mustSay() -> [Phrase] {
        let isOfWhole = ask.grouping == nil || ask.condition == nil && ask.order != .rise && ask.order != .fall
        // Of one group alone it is said what is pending: no part of that group, but of all of them.
        let isOfOneGroup = ask.grouping != nil && ask.limit == 1
        var out: [Phrase] =
            isOfWhole ? facts(.pending).map { isOfOneGroup ? phrases.bound($0) : phrases.full($0) } : []
        if finding.tookEverything {
            out.append(
                "there was nothing \(ask.isOfSides ? "on one side " : "")in the past 30 days, so I took everything there is"
            )
        } else if finding.isAssumed, let period = ask.selection.span.periods?.first {
            out.append(Phrase("you named no time, so I took \(AskReply.dated(period))"))
        }
        if let ever = finding.ever { out.append(self.ever(ever)) }
        if let left = finding.leftOutUnit {
            out.append(Phrase("\(left.name) is not complete, so the average leaves it out"))
        }
        out += coverage()
        return out
    }

    /// `in all your data, since August 1, 2025, it is $2,584.10`
    private func ever(_ all: AllTime) -> Phrase {
        let lead = Phrase("in all your data, since \(all.period.start.americanText), ")
        if let winner = all.winner { return lead + "it is \(name(winner)), with \(value(winner))" }
        let isCount = all.values.contains { if case .count = $0.value { true } else { false } }
        let values = all.values.map { value($0.value) }
        let amounts = values.dropFirst().reduce(values[0]) { "\($0) and \($1)" as Phrase }
        var per = ""
        switch ask.measure {
        case .average(let unit), .median(let unit), .rate(let unit): per = unit.isOfTime ? " a \(unit.rawValue)" : ""
        default: break
        }
        guard isCount else { return lead + "it is " + amounts + Phrase(per) }
        let sums = all.totals.map { value($0.value) }
        guard let first = sums.first, all.values.count == 1 else { return lead + "there were " + amounts }
        let sum = sums.dropFirst().reduce(first) { "\($0) and \($1)" as Phrase }
        return lead + "there were " + amounts + ", which come to " + sum
    }

    /// A name that counts from today, with its dates: `the past 30 days (October 2 to 31, 2026)`.
    private static func dated(_ period: Period) -> String {
        let dates = Period(period.start, period.end).name
        return dates == period.name ? dates : "\(period.name) (\(dates))"
    }

    /// When the data ends well before the period does, or begins well after, the figure is of a part of it.
    private func coverage() -> [Phrase] {
        guard let coverage = finding.evidence.coverage, let periods = ask.selection.span.periods,
            let first = periods.first,
            let last = periods.last, first.start <= coverage.end, finding.evidence.matched > 0
        else { return [] }
        // A bank without news has been read all the same; where one has not, a note says so.
        if coverage.end.adding(days: 7) < last.end, !finding.evidence.isReadByBanks {
            return [Phrase("your data ends on \(coverage.end.americanText)")]
        }
        if case .period(let other) = ask.against, other.end < coverage.start {
            return [
                Phrase(
                    "there's nothing earlier to compare with, since your data begins on \(coverage.start.americanText)")
            ]
        }
        let starts = [first.start] + (finding.otherPeriod.map { [$0.start] } ?? [])
        if starts.contains(where: { $0.adding(days: 7) < coverage.start }), coverage.start <= last.end {
            return [Phrase("your data begins on \(coverage.start.americanText)")]
        }
        return []
    }
}

extension Ask.Condition.Relation {
    /// Whether nothing at all is so related to an amount.
    func isMet(byZeroAgainst bound: Int64) -> Bool {
        switch self {
        case .more: 0 > bound
        case .atLeast: 0 >= bound
        case .less: 0 < bound
        case .atMost: 0 <= bound
        case .equal: bound == 0
        }
    }
}
