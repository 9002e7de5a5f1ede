import Advice
import Ledger

/// What a model is told of an answer. Unless the user lets rows go, no amount of a single row is told beside its day.
///
/// A payment that is expected on a day ahead is no row. Days ahead of a summary may have come since, so there it counts as one.
struct Disclosure {
    /// nil where the answer is a single row, or nothing was looked up.
    let evidence: Evidence?
    /// The program's own words, without the sentences that tell a row.
    let reply: String
    let notes: [String]
    /// What was decided of a purchase.
    let verdict: PurchaseVerdict?
    /// Whether what was asked for is a single row that stays here.
    let isWithheld: Bool

    init(_ answer: Answer, _ privacy: Privacy) {
        verdict = answer.advice?.verdict.outcome
        guard privacy != .full else {
            evidence = answer.evidence
            reply = answer.reply
            notes = answer.warnings
            isWithheld = false
            return
        }
        let rows = RowSight(answer)
        let sentences = RowSight.sentences(answer.reply)
        let found = answer.evidence
        isWithheld =
            answer.isOfRows || found.map(rows.tells) ?? false || sentences.first.map { rows.tells($0, found) } ?? false
        evidence = isWithheld ? nil : found.map(rows.removed)
        reply = isWithheld ? "" : sentences.filter { !rows.tells($0, found) }.joined()
        notes =
            isWithheld && found != nil
            ? ["what was found is a single transaction, which is private"]
            : answer.warnings.filter { !rows.tells($0, found) }
    }

    /// What a tool found, with the program's words of it; nil where it is a single row.
    init?(_ finding: Toolbox.Finding, asOf: CivilDate, _ privacy: Privacy) {
        let rows = RowSight(lastDay: asOf)
        let words = finding.inShort ?? ""
        verdict = finding.verdict
        isWithheld = false
        if privacy == .full {
            (evidence, reply, notes) = (finding.evidence, words, finding.evidence.warnings)
        } else {
            guard !rows.tells(finding.evidence) else { return nil }
            evidence = rows.removed(finding.evidence)
            reply = RowSight.sentences(words).filter { !rows.tells($0, finding.evidence) }.joined()
            notes = finding.evidence.warnings.filter { !rows.tells($0, finding.evidence) }
        }
    }
}

/// Sees where evidence or words tell a single row: its amount beside its day.
struct RowSight {
    /// Rows lie on days up to this one; nil for all days.
    let lastDay: CivilDate?
    /// Amounts and days beside them are those of accounts, payments ahead and limits, not of rows.
    private var isOfBalances = false
    /// What comes regularly is known by its last row, however many there are.
    private var isOfStreams = false

    init(lastDay: CivilDate?) { self.lastDay = lastDay }

    init(_ answer: Answer) {
        let intent = answer.understood.intent
        lastDay = intent == .summary ? nil : answer.asOf
        isOfBalances = [.balance, .netWorth, .forecast, .budget].contains(intent)
        isOfStreams = intent == .recurring
    }

    // MARK: Evidence

    /// Whether its figures and groups are those of one row.
    func tells(_ evidence: Evidence) -> Bool {
        let query = evidence.query
        if evidence.matched == 1, query.minimum != nil || query.maximum != nil { return true }
        return evidence.figures.contains(where: tells)
            || (query.grouping == .day || query.period.map(isDayOfRows) ?? false)
                && evidence.groups.contains { $0.count == 1 && $0.value.isMoney }
    }

    private func tells(_ figure: Figure) -> Bool {
        guard figure.value.isMoney else { return false }
        if ["largest", "smallest"].contains(figure.name) { return true }
        return figure.rows == 1 && figure.period.map(isDayOfRows) ?? false
    }

    /// The evidence without its rows, and without the days of single payments.
    func removed(_ evidence: Evidence) -> Evidence {
        var told = evidence
        told.transactions = []
        told.figures = evidence.figures.compactMap { figure in
            if case .date(let day) = figure.value, isDayOfRows(day), figure.name != "purchase_date" { return nil }
            guard figure.value.isMoney, figure.rows == nil, figure.name == "bill",
                figure.period.map(isDayOfRows) ?? false
            else { return figure }
            return Figure(name: figure.name, label: figure.label, value: figure.value)
        }
        told.groups = evidence.groups.filter { evidence.query.grouping == .day || !namesDay($0.label) }
        return told
    }

    private func isDayOfRows(_ period: Period) -> Bool { period.days == 1 && isDayOfRows(period.start) }
    private func isDayOfRows(_ day: CivilDate) -> Bool { lastDay.map { day <= $0 } ?? true }

    // MARK: Words

    static func sentences(_ text: String) -> [String] {
        var splitter = SentenceSplitter()
        return splitter.add(text) + splitter.finish()
    }

    /// Whether words name a day and an amount that is not known to be of several rows.
    func tells(_ words: String, _ evidence: Evidence?) -> Bool {
        guard !isOfBalances, namesDay(words) else { return false }
        var rest = words
        for amount in isOfStreams ? [] : RowSight.sums(evidence) { rest = rest.replacing(amount, with: "") }
        return RowSight.namesAmount(rest)
    }

    /// The amounts that several rows make, as they are written; the longest first, which may hold others.
    private static func sums(_ evidence: Evidence?) -> [String] {
        guard let evidence else { return [] }
        let values =
            evidence.figures.filter { $0.rows ?? 0 > 1 }.map(\.value)
            + evidence.groups.filter { $0.count > 1 }.map(\.value)
        return values.compactMap { if case .money(let money) = $0 { money.magnitude.text } else { nil } }
            .sorted { $0.utf8.count > $1.utf8.count }
    }

    private static func namesAmount(_ text: String) -> Bool {
        if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .currencySymbol }) { return true }
        let words = text.split { $0 == " " || $0 == "(" }
        return zip(words, words.dropFirst()).contains { code, number in
            code.utf8.count == 3 && number.first?.isNumber == true && Currency(String(code)) != nil
        }
    }

    /// Whether a day on which rows may lie stands there by itself: `October 4`, `October 9, 2026`, `9 October 2026`,
    /// `2026-10-09`, and not as an end of `October 2–31, 2026`.
    private func namesDay(_ text: String) -> Bool {
        let words = text.split(separator: " ").map(RowSight.bare)
        func word(_ place: Int) -> Substring? { words.indices.contains(place) ? words[place] : nil }
        return words.indices.contains { index in
            if let day = CivilDate(iso: String(words[index])) { return isDayOfRows(day) }
            guard let month = CivilDate.monthNames.firstIndex(of: String(words[index])) else { return false }
            // The day stands behind its month, or before it as other people write it.
            let isBehind = word(index + 1).flatMap { Int($0) }.map { (1...31).contains($0) } ?? false
            let (first, last) = isBehind ? (index, index + 1) : (index - 1, index)
            guard let day = word(isBehind ? last : first).flatMap({ Int($0) }), word(first - 1) != "–" else {
                return false
            }
            let year = word(last + 1).flatMap { $0.utf8.count == 4 ? Int($0) : nil }
            if word(last + (year == nil ? 1 : 2)) == "–" { return false }
            return self.day(month: month + 1, day, year).map(isDayOfRows) ?? (lastDay == nil)
        }
    }

    /// The day that is meant; without its year it is one of today's, or of the months next to it.
    private func day(month: Int, _ day: Int, _ year: Int?) -> CivilDate? {
        guard let today = lastDay, let said = CivilDate(year: year ?? today.year, month: month, day: day) else {
            return nil
        }
        guard year == nil else { return said }
        switch said.monthNumber - today.monthNumber {
        case 11: return said.adding(years: -1)
        case -11: return said.adding(years: 1)
        default: return said
        }
    }

    /// A word without the punctuation around it.
    private static func bare(_ word: Substring) -> Substring {
        var word = word.drop { "(“".contains($0) }
        while let last = word.last, ".,;:!?)”".contains(last) { word.removeLast() }
        return word
    }
}

extension FigureValue {
    fileprivate var isMoney: Bool { if case .money = self { true } else { false } }
}

extension Answer {
    /// Whether what was asked for is a single row, so that figures and groups do not answer it.
    fileprivate var isOfRows: Bool {
        let query = understood.query
        if understood.wantsRows { return query.limit == 1 }
        switch understood.intent {
        // Each finding is a row or two.
        case .unusual: return true
        case .spending, .income: return query.measure == .largest || query.measure == .smallest
        // Where no payment is known the reply names the last row instead.
        case .recurring: return evidence?.groups.isEmpty == true
        default: return false
        }
    }
}
