import Ledger

/// Puts a question about rows together of what the shape model makes of a line: the likeliest label of each aspect, and the
/// names, times and amounts by what each is likeliest for.
struct ShapedAsk {
    let opinion: ShapeOpinion
    let context: UnderstandingContext
    /// The grammar's best reading, for what no aspect says: how many are listed, what a bound is.
    let base: Ask?
    private let labels: [RequestShape.Aspect: String]

    init(_ opinion: ShapeOpinion, _ labels: [RequestShape.Aspect: String], context: UnderstandingContext, base: Ask?) {
        (self.opinion, self.labels, self.context, self.base) = (opinion, labels, context, base)
    }

    /// - Parameters:
    ///   - margin: by how much the model finds its labels likelier than the grammar's, as a logarithm.
    ///   - isRival: whether it is only offered beside the grammar's reading, so that it may go against what a phrase says.
    /// - Returns: nil where the labels make no question, need what the line does not name, or lose what it says outright.
    func built(margin: Double, isRival: Bool = false) -> Ask? {
        guard label(.kind) == "ask", knowsAll, isRival || !losesWhatIsSaid,
            isRival || margin > ShapedAsk.sure || !contradictsPhrases, let flow = flow,
            var ask = measured(Selection(flow, filter, span))
        else { return nil }
        let isSameMeasure = base.map { RequestShape(.ask($0)).labels[.measure] == label(.measure) } ?? false
        ask.grouping = Ask.Grouping(rawValue: label(.grouping))
        ask.order = Ask.Order(rawValue: label(.order))
        switch label(.limit) {
        case "one": ask.limit = 1
        case "several": ask.limit = base?.limit ?? 5
        default: break
        }
        if isSameMeasure { ask.offset = base?.offset ?? 0 }
        ask.each = Ask.Grouping(rawValue: label(.each))
        if isSameMeasure { ask.also = base?.also ?? [] } else if base?.also.isEmpty == false { return nil }
        guard takeCondition(&ask), takeAgainst(&ask), takeEvent(&ask) else { return nil }
        return ask
    }

    /// By how much its labels must be likelier than the grammar's to go against what a phrase of the line says.
    static let sure = 3.0

    private func label(_ aspect: RequestShape.Aspect) -> String { labels[aspect] ?? RequestShape.none }

    /// What no line taught, the model cannot have an opinion on.
    private var knowsAll: Bool {
        guard let base else { return true }
        return RequestShape(.ask(base)).labels.allSatisfy { opinion.knows($0.key, $0.value) }
    }

    /// Whether the grammar has something that only words for it can have put there, and the labels have not.
    private var losesWhatIsSaid: Bool {
        guard let base else { return false }
        let own = RequestShape(.ask(base)).labels
        if FilterParts(base.selection.filter).excluded.contains(where: {
            if case .not(.amount) = $0 { true } else { false }
        }) {
            return true
        }
        if own[.event] != RequestShape.none || loses(.each) || base.isOfFewRows { return true }
        // `visits to the zoo`: that they are counted is said.
        if own[.measure] == "count", label(.measure) == "total" { return true }
        // `the first time I ever went`: of all there is.
        if base.measure.isOfAllTime, label(.span) == "assumed" { return true }
        if own[.flow] == "income", label(.flow).hasPrefix("transfers") { return true }
        if own[.against] != RequestShape.none, own[.against] != label(.against) { return true }
        if base.grouping == .account, loses(.grouping) { return true }
        // Whether rows are added up, counted or listed, lines of a few words leave open; rows say more.
        return base.view == .rows && ["total", "count"].contains(label(.measure))
            && label(.grouping) == RequestShape.none
    }

    /// Whether the labels go against what phrases of the line say in most lines.
    private var contradictsPhrases: Bool {
        guard let base else { return false }
        let own = RequestShape(.ask(base)).labels
        // `my biggest purchases`: in what order they are wanted is said.
        if base.view == .rows, base.order == .largest || base.order == .smallest, loses(.order) { return true }
        if base.condition != nil { return true }
        // What is usual of what, the grammar knows.
        if own[.measure] == "average", label(.measure) == "total" || own[.unit] != label(.unit) { return true }
        if base.view == .rows, ["total", "count"].contains(label(.measure)) { return true }
        if own[.flow] != label(.flow), label(.flow) == "spending" { return true }
        if case .sides(let sides)? = base.against {
            return sides.contains { $0.selection.flow != base.selection.flow } || base.measure == .lastDay
        }
        return false
    }

    /// Whether the grammar has a label of an aspect, and the model has none.
    private func loses(_ aspect: RequestShape.Aspect) -> Bool {
        guard let base else { return false }
        return RequestShape(.ask(base)).labels[aspect] != RequestShape.none && label(aspect) == RequestShape.none
    }

    private func spans(_ role: SpanRole) -> [NamedSpan] {
        let roles = role == .subject ? [.subject, .over, .under] : [role]
        return opinion.spans.indices.filter { roles.contains(self.role(of: $0)) }.map { opinion.spans[$0] }
    }

    private func role(of span: Int) -> SpanRole { opinion.likeliestRole(span, beside: base.map { .ask($0) }) }

    // MARK: Which rows

    private var flow: Selection.Flow? {
        guard let flow = Selection.Flow(rawValue: label(.flow)) else { return nil }
        let transfers: Set<Selection.Flow> = [.transfers, .transfersIn, .transfersOut]
        if transfers.contains(flow), let own = base?.selection.flow, transfers.contains(own) { return own }
        return flow == .spending && base?.selection.flow == .purchases ? .purchases : flow
    }

    /// How names go together, the grammar knows, where it has each for the same.
    private var filter: RowFilter {
        if let base, case let own = RequestShape(.ask(base)).labels, label(.measure) != "share",
            own[.measure] != "share", label(.against) != "sides", own[.against] != "sides",
            opinion.spans.indices.allSatisfy({ role(of: $0) == opinion.spans[$0].role(in: .ask(base)) })
        {
            return base.selection.filter
        }
        return .all([filter(of: spans(.subject)), rest])
    }

    /// Conditions that no span says.
    private var rest: RowFilter {
        func parts(_ filter: RowFilter) -> [RowFilter] {
            if case .and(let parts) = filter { parts } else { [filter] }
        }
        let kept = parts(base?.selection.filter ?? .all).filter {
            switch $0 {
            case .status, .currency, .recurring, .daysOfMonth: true
            default: false
            }
        }
        let left = spans(.excluded).compactMap { name($0)?.filter }
        return .all(kept + left.map { .not($0) })
    }

    private func filter(of spans: [NamedSpan]) -> RowFilter {
        var things: [RowFilter] = []
        var accounts: [RowFilter] = []
        var others: [RowFilter] = []
        for span in spans {
            switch span.what {
            case .name:
                guard let named = name(span) else { continue }
                if named.isAccount { accounts.append(named.filter) } else { things.append(named.filter) }
            case .amount(var amount):
                if amount.relation == .exactly, let place = opinion.spans.firstIndex(of: span) {
                    // `tabs that ran past 60`
                    switch role(of: place) {
                    case .over: amount.relation = .over
                    case .under: amount.relation = .under
                    default: break
                    }
                }
                others.append(RowFilter(amount))
            case .time(let time):
                if !time.weekdays.isEmpty { others.append(.weekdays(time.weekdays)) }
            }
        }
        accounts = context.names.accountNames.narrowed(accounts)
        return .all([things, accounts].map { $0.isEmpty ? .all : .any($0) } + others)
    }

    private func name(_ span: NamedSpan) -> (filter: RowFilter, isAccount: Bool)? { span.rows }

    // MARK: Which days

    private func periods(_ role: SpanRole) -> [Period] {
        let found = spans(role).compactMap { span in
            if case .time(let time) = span.what, !time.isWeekdaysOnly, !time.isLeftOut { time.period } else { nil }
        }
        // A time that lies within another says of which part of it: `weekends in August`.
        return found.filter { own in
            !found.contains { $0 != own && own.start <= $0.start && $0.end <= own.end }
        }.sorted { $0.start < $1.start }
    }

    /// Whether no time of the line is held against another: how those that are asked about go together, the grammar knows.
    private func hasTimesTogether(in base: Ask) -> Bool {
        if case .period? = base.against { return false }
        return label(.against) != "period"
            && opinion.spans.indices.allSatisfy { place in
                if case .time = opinion.spans[place].what { [.subject, .none].contains(role(of: place)) } else { true }
            }
    }

    private var span: Selection.Span {
        if let base, base.measure.isOfAllTime || hasTimesTogether(in: base) { return base.selection.span }
        let said = periods(.subject)
        if !said.isEmpty { return .periods(said) }
        // What is meant where no time is said, the grammar knows.
        guard let base, periods(.against).isEmpty else {
            return .assumed(Period(context.asOf.adding(days: -29), context.asOf))
        }
        return base.selection.span
    }

    // MARK: What of them

    private func measured(_ selection: Selection) -> Ask? {
        var ask = Ask(selection)
        let unit = Ask.Unit(rawValue: label(.unit))
        switch label(.measure) {
        case "total": break
        case "rows": ask.view = .rows
        case "count": ask.measure = .count(unit ?? .transaction)
        case "average": ask.measure = .average(unit ?? .transaction)
        case "rate": ask.measure = .rate(unit ?? .month)
        case "median": ask.measure = .median(unit ?? .transaction)
        case "largest": ask.measure = .largest
        case "smallest": ask.measure = .smallest
        case "without": ask.measure = .countWithout(unit ?? .day)
        case "streak": ask.measure = .longestStreak(unit ?? .day, withRows: true)
        case "drought": ask.measure = .longestStreak(unit ?? .day, withRows: false)
        case "gap": ask.measure = .gap
        case "lastDay": ask.measure = .lastDay
        case "firstDay": ask.measure = .firstDay
        case "spread": ask.measure = .spread(unit ?? .transaction)
        case "reachedDay": ask.measure = .reachedDay
        case "share", "shareOfCount": return share(ask)
        default: return nil
        }
        return ask
    }

    private func share(_ ask: Ask) -> Ask? {
        var ask = ask
        let byCount = label(.measure) == "shareOfCount"
        var whole = Selection(ask.selection.flow, .all, ask.selection.span)
        if case .share(let said, _)? = base?.measure { whole.flow = said.flow }
        let names = filter(of: spans(.whole))
        if names != .all {
            whole.filter = .all([names, rest])
        } else if case .share(let said, _)? = base?.measure {
            whole.filter = said.filter
        }
        if ask.selection.filter == .all, whole.flow == ask.selection.flow, ask.grouping == nil,
            label(.grouping) == RequestShape.none
        {
            return nil
        }
        ask.measure = .share(of: whole, byCount: byCount)
        return ask
    }

    // MARK: Conditions and comparisons

    private func takeCondition(_ ask: inout Ask) -> Bool {
        let wanted = label(.condition)
        guard wanted != RequestShape.none else { return true }
        if let base, RequestShape(.ask(base)).labels[.condition] == wanted {
            ask.condition = base.condition
            return true
        }
        let quantity = Ask.Condition.Quantity(rawValue: String(wanted.prefix { $0.isLetter }))
        // A bound of rows is none of groups.
        let amounts = opinion.spans.indices.filter { [.none, .condition].contains(role(of: $0)) }
            .compactMap { amount(opinion.spans[$0]) }
        guard let quantity, quantity != .count, !wanted.hasSuffix("base"),
            let amount = spans(.condition).compactMap(amount).first ?? spans(.against).compactMap(amount).first
                ?? (amounts.count == 1 ? amounts[0] : nil)
        else { return false }
        // `a week in which we broke 300`: which side is meant other words say.
        let relation: Ask.Condition.Relation = wanted.hasSuffix(">") ? .more : wanted.hasSuffix("<") ? .less : .equal
        let said = Ask.Condition(total: amount)
        ask.condition = Ask.Condition(quantity, said?.relation ?? relation, amount.amount)
        return RequestShape(.ask(ask)).labels[.condition] == wanted
    }

    private func amount(_ span: NamedSpan) -> AmountExpression? {
        if case .amount(let amount) = span.what { amount } else { nil }
    }

    private func takeAgainst(_ ask: inout Ask) -> Bool {
        switch label(.against) {
        case "period":
            if case .period? = base?.against, let base {
                // Which of two times is asked about, the grammar knows.
                (ask.against, ask.selection.span) = (base.against, base.selection.span)
                return true
            }
            let said = periods(.against)
            if said.count == 1 {
                guard !periods(.subject).contains(said[0]) else { return false }
                ask.against = .period(said[0])
            } else {
                return false
            }
        case "sides":
            if case .sides? = base?.against, let base {
                // Which names make one side, the grammar knows.
                (ask.against, ask.selection.filter) = (base.against, base.selection.filter)
                return true
            }
            let others = spans(.against).compactMap { span -> Ask.Side? in
                guard let other = name(span) else { return nil }
                // One account against another: no row is of both.
                let accounts = other.isAccount ? .all : accountsOfSubject
                let all = RowFilter.all([other.filter, rest, accounts, amountsOfSubject])
                return Ask.Side(span.name(context) ?? "", Selection(ask.selection.flow, all, ask.selection.span))
            }
            guard !others.isEmpty else { return false }
            ask.against = .sides(others)
        case "usual": ask.against = .usual
        case "amount":
            guard let amount = spans(.against).compactMap(amount).first, let condition = Ask.Condition(total: amount)
            else {
                guard case .amount? = base?.against else { return false }
                ask.against = base?.against
                return true
            }
            ask.against = .amount(condition.bound, condition.relation)
        default: break
        }
        return true
    }

    private var accountsOfSubject: RowFilter {
        let accounts = spans(.subject).compactMap(name).filter(\.isAccount).map(\.filter)
        return accounts.isEmpty ? .all : .any(accounts)
    }

    private var amountsOfSubject: RowFilter {
        .all(spans(.subject).compactMap(amount).map { RowFilter($0) })
    }

    private func takeEvent(_ ask: inout Ask) -> Bool {
        let wanted = label(.event)
        guard wanted != RequestShape.none else { return true }
        guard let base, RequestShape(.ask(base)).labels[.event] == wanted else { return false }
        if ask.selection.filter == base.selection.filter { return true }
        func events(_ filter: RowFilter) -> [RowFilter] {
            switch filter {
            case .near, .after, .before: [filter]
            case .and(let parts): parts.flatMap(events)
            default: []
            }
        }
        ask.selection.filter = .all([ask.selection.filter] + events(base.selection.filter))
        return true
    }
}
