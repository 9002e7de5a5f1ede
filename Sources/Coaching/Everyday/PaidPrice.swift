import Ledger
import Retrieval
import Understanding

/// `I paid 12 for lunch, is that too much?`: what to make of a price that was paid. It's held against what such a purchase takes
/// on average; nothing is bought, so that nothing is judged or kept.
struct PaidPrice {
    /// The words for what was paid for.
    let about: String

    private static let table = PhraseLists("rag-index/intents/paid-back.tsv")
    private static let longest = 20

    init?(_ line: String) {
        func isOf(_ row: String, _ word: String) -> Bool { PaidPrice.table.words(row).contains(word) }
        let words = SpokenText.words(of: line)
        guard words.count <= PaidPrice.longest,
            let verb = words.indices.first(where: { isOf("spent", words[$0]) }),
            words[..<verb].allSatisfy({ isOf("mine", $0) || isOf("told", $0) || isOf("lead", $0) })
        else { return nil }
        let behind = words[(verb + 1)...].drop { isOf("told", $0) }
        guard behind.first?.contains(where: \.isNumber) ?? false else { return nil }
        let reason = behind.dropFirst().drop { isOf("unit", $0) }
        guard let first = reason.first, isOf("reason", first) || first == "at" else { return nil }
        let text = reason.dropFirst().joined(separator: " ")
        guard
            let judged = PaidPrice.table.words("fair").filter({ SpokenText(words).says($0) })
                .compactMap({ text.firstRange(of: $0) }).min(by: { $0.lowerBound < $1.lowerBound })
        else { return nil }
        about = text[..<judged.lowerBound].plainSpaces
    }
}

extension Coach {
    /// Purchases that make an average worth telling.
    private static let fewestAlike = 3

    func paidPriceTalk(_ line: String) throws -> Answer? {
        guard let price = PaidPrice(line), let coverage = context.names.coverage,
            let paid = SpokenLine(line).amounts(home: currency).first, paid.minorUnits > 0
        else { return nil }
        let days = Period(max(UsualMonth.span(before: asOf).start, min(coverage.start, asOf)), asOf)
        let named = reader.named(in: price.about)
        let merchants = named.flatMap { name -> [RowFilter] in
            if case .merchants(let names) = name.what { names.map(RowFilter.merchant) } else { [] }
        }
        let categories = named.flatMap { name -> [RowFilter] in
            if case .categories(let ids) = name.what { ids.map(RowFilter.category) } else { [] }
        }
        let filters = merchants.isEmpty ? categories : merchants
        guard !filters.isEmpty else {
            return everyday(
                line,
                "I can't hold it against anything: I don't know what kind of purchase “\(price.about)” is. Name a shop or a "
                    + "category.", intent: .spending)
        }
        let ask = Ask(Selection(.purchases, .any(filters), .periods([days])), measure: .average(.transaction))
        let finding = try AskEvaluator(index, asOf: asOf).evaluate(ask, tellsMore: false)
        let words = FactPhrases(taxonomy: index.taxonomy, currency: currency)
        let what = words.rows.words(.purchases, .any(filters), isCounted: true)
        let count = phrases.count(finding.evidence.matched, "purchase")
        var understood = Understood(intent: .spending, confidence: 0.95, query: finding.evidence.query)
        understood.assumedPeriod = true
        guard finding.evidence.matched >= Coach.fewestAlike,
            let mean = finding.evidence.figures(named: "average").lazy.compactMap(\.money).first(where: {
                $0.currency == currency
            }), mean.minorUnits > 0
        else {
            return everyday(
                line,
                "I see \(count)\(what) \(days.phrase), too few to say what's usual.", intent: .spending)
        }
        let off = Double(roundedQuotient(paid.minorUnits - mean.minorUnits, times: 1000, by: mean.minorUnits)) / 10
        let basis = "\(mean.text) on average, over \(count)\(what) \(days.phrase)"
        let percent = ("\(percent: abs(off))" as Phrase).text
        let reply =
            abs(off) < FactPhrases.usualRange
            ? "No, \(paid.text) is about what you usually pay: \(basis)."
            : off > 0
                ? "It's more than usual: \(paid.text) is \(percent) above what you usually pay, \(basis)."
                : "No, \(paid.text) is \(percent) below what you usually pay, \(basis)."
        return Answer(
            question: line, understood: understood, asOf: asOf, evidence: finding.evidence, reply: reply, table: nil,
            request: .ask(ask))
    }
}
