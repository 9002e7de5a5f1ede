import Ledger
import Retrieval
import Understanding

/// How an answer was computed: what was understood, which rows were counted, what was left out, by which SQL.
public struct WhyReport: Sendable {
    public struct Line: Hashable, Sendable {
        public let label: String
        public let text: String
    }

    public let lines: [Line]
    /// With `?` for values.
    public let statements: [String]

    public var json: JSON {
        .object([
            ("why", .array(lines.map { .object([("label", .string($0.label)), ("text", .string($0.text))]) })),
            ("statements", .strings(statements)),
        ])
    }
}

extension Coach {
    /// Tells how an answer of this conversation came to be; counts anew what it left out.
    public func why(_ answer: Answer) throws -> WhyReport {
        let confidence = Int((answer.understood.confidence * 100).rounded())
        var lines: [WhyReport.Line] = []
        func add(_ label: String, _ text: String) { lines.append(WhyReport.Line(label: label, text: text)) }
        add("Question", answer.question)
        let intent = answer.understood.intent.rawValue.map { $0 == "_" ? " " : String($0) }.joined()
        let followUp = answer.understood.isFollowUp ? ", going on with the question before" : ""
        add("Understood", "\(intent), \(confidence)% sure\(followUp)")
        if let reading = answer.reading { add("Reading", reading) }
        if let evidence = answer.evidence {
            for line in try lookUp(answer, evidence) { lines.append(line) }
        } else {
            add("Data", "none was looked at")
        }
        for warning in answer.warnings { add("Note", warning) }
        for other in answer.others {
            add("Also read", other.reading ?? "another way")
            if let evidence = other.evidence { lines += try lookUp(other, evidence) }
            for warning in other.warnings { add("Note", warning) }
        }
        add("Wording", answer.source.model.map { "by the model \($0), checked against the figures" } ?? "coach's own")
        return WhyReport(lines: lines, statements: ([answer] + answer.others).flatMap { $0.evidence?.statements ?? [] })
    }

    /// What was looked for, what was found, and what was not counted.
    private func lookUp(_ answer: Answer, _ evidence: Evidence) throws -> [WhyReport.Line] {
        let query = evidence.query
        var lines: [WhyReport.Line] = []
        func add(_ label: String, _ text: String) { lines.append(WhyReport.Line(label: label, text: text)) }
        let sums: [Intent] = [.spending, .income, .transactions, .cashFlow]
        let isSum = sums.contains(answer.understood.intent)
        if isSum { add("Computed", measure(answer)) }
        if let period = query.period ?? (isSum ? nil : evidence.figures.first?.period) {
            let assumed = answer.understood.assumedPeriod ? "; you named none" : ""
            let all = [period] + (query.period == nil ? [] : query.otherPeriods)
            add("Period", "\(Subject.list(all.map(named))), both days included\(assumed)")
        } else if isSum {
            add("Period", "everything there is")
        }
        if let comparison = query.comparison { add("Compared", "with \(named(comparison))") }
        for filter in filters(query) { add("Filter", filter) }
        if isSum {
            add("Counted", counted(query, evidence))
            let left = try retriever.leftOut(of: query)
            add("Left out", left.isEmpty ? "nothing" : left.map(words).joined(separator: "; "))
        } else {
            add("How", answer.reasons ?? explanation(answer))
        }
        if !evidence.pending.isEmpty { add("Pending", "\(phrases.money(evidence.pending)) of it is not posted yet") }
        if let coverage = evidence.coverage { add("Data", self.coverage(coverage, query.period)) }
        return lines
    }

    private func measure(_ answer: Answer) -> String {
        let query = answer.understood.query
        var words =
            answer.understood.intent == .transactions
            ? "a list, \(query.order.rawValue) first"
            : "\(query.measure.rawValue) of \(Subject.words(query, taxonomy: index.taxonomy))"
        if query.measure == .average { words += " by \(query.averageUnit.rawValue)" }
        if let grouping = query.grouping { words += ", by \(grouping.rawValue)" }
        return words
    }

    private func named(_ period: Period) -> String {
        let span = phrases.span(period)
        return period.label == span ? span : "\(period.label) (\(span))"
    }

    /// Every restriction but the period, each in words.
    private func filters(_ query: Query) -> [String] {
        var words: [String] = []
        for id in query.categories {
            let isParent = index.taxonomy.withDescendants(id).count > 1
            words.append("category \(phrases.category(id))" + (isParent ? " with all beneath it" : ""))
        }
        if !query.merchants.isEmpty { words.append("merchant \(query.merchants.joined(separator: " or "))") }
        if query.isUnion { words = [words.joined(separator: " or ")] }
        if !query.accounts.isEmpty { words.append("account \(query.accounts.joined(separator: " or "))") }
        if let text = query.text { words.append("with the words “\(text)”") }
        if !query.excludedCategories.isEmpty {
            words.append("not category \(Subject.list(query.excludedCategories.map(phrases.category)))")
        }
        if !query.excludedMerchants.isEmpty { words.append("not merchant \(Subject.list(query.excludedMerchants))") }
        var amounts = Query()
        (amounts.minimum, amounts.maximum) = (query.minimum, query.maximum)
        (amounts.isMinimumExclusive, amounts.isMaximumExclusive) = (query.isMinimumExclusive, query.isMaximumExclusive)
        let limits = phrases.limits(amounts)
        if !limits.isEmpty { words.append("amounts\(limits)") }
        if !query.weekdays.isEmpty { words.append("only on \(Subject.weekdays(query.weekdays))") }
        if let status = query.status { words.append("only what is \(status.rawValue)") }
        return words
    }

    private func counted(_ query: Query, _ evidence: Evidence) -> String {
        let rows = phrases.count(evidence.matched)
        guard query.kinds.isEmpty else {
            return "\(rows) of kind \(Subject.list(query.kinds.map(\.rawValue).sorted()))"
        }
        return switch query.direction {
        case .out: "\(rows): expenses, less refunds"
        case .in: "\(rows) of income"
        case .any: "\(rows) of every kind"
        }
    }

    private func words(_ left: LeftOut) -> String {
        switch left.reason {
        case .transfer:
            phrases.count(left.rows, "transfer") + " between your accounts, card payments included"
        case .income: phrases.count(left.rows, "row") + " of income"
        case .spending: phrases.count(left.rows, "row") + " of spending"
        case .excluded: phrases.count(left.rows, "row") + " that you excluded"
        case .split: phrases.count(left.rows, "row") + " whose parts count instead"
        }
    }

    /// The days that there is anything of, and whether the period goes beyond them.
    private func coverage(_ coverage: Period, _ period: Period?) -> String {
        let span = "there are transactions from \(coverage.start.longText) to \(coverage.end.longText)"
        guard let period, period.start < coverage.start || period.end > coverage.end else { return span }
        return span + "; the period goes beyond them"
    }
}
