import Advice
import Ledger
import Understanding

/// `how big a tv could I afford`: what a thing may cost at most.
struct MostQuestion: Hashable {
    /// The words that name the thing.
    let item: String

    init?(_ line: SpokenLine) {
        guard line.words.contains(where: MostQuestion.verbs.contains) else { return nil }
        let words = SpokenText.words(of: line.text, with: [UInt8(ascii: "-")])
        guard (5...20).contains(words.count) else { return nil }
        if let place = words.firstIndex(where: MostQuestion.modals.contains), words[0] == "how", place >= 3,
            MostQuestion.sizes.contains(words[1]),
            place + 2 < words.count, ["i", "we"].contains(words[place + 1]),
            MostQuestion.verbs.contains(words[place + 2])
        {
            self.init(words[2..<place])
        } else if words.starts(with: ["how", "much"]), words.count > 5, MostQuestion.modals.contains(words[2]),
            ["i", "we"].contains(words[3]), MostQuestion.verbs.contains(words[4]),
            let place = words[5...].prefix(2).firstIndex(where: ["on", "for", "toward", "towards", "into"].contains),
            place + 1 < words.count,
            ["a", "an", "the", "new", "some", "this", "that", "another"].contains(words[place + 1])
        {
            // "how much could we put toward a desk"
            self.init(words[(place + 1)...])
        } else if let place = words.firstIndex(of: "most"), ["what", "whats"].contains(words[0]), place <= 3,
            let verb = words.firstIndex(where: MostQuestion.verbs.contains), verb > place + 1
        {
            // "the most expensive tv I can afford", "the most I can spend on a tv"
            if words[place + 1] == "expensive", let end = words[place...].firstIndex(where: ["i", "we"].contains) {
                self.init(words[(place + 2)..<end])
            } else if words[verb] == "spend" || words[verb] == "pay",
                words[(verb + 1)...].first.map(["on", "for"].contains) == true
            {
                self.init(words[(verb + 2)...])
            } else {
                return nil
            }
        } else {
            return nil
        }
    }

    private init?(_ words: ArraySlice<String>) {
        let named = words.drop { ["of", "a", "an", "the", "new"].contains($0) }
            .prefix { !["right", "now", "today", "this", "at", "next", "without", "for"].contains($0) }
        guard !named.isEmpty, MostQuestion.borrowedFor.isDisjoint(with: named) else { return nil }
        item = named.joined(separator: " ")
        guard PurchaseItems.category(of: item) != nil else { return nil }
    }

    /// What is bought with a loan, of whose terms nothing is known.
    private static let borrowedFor: Set<String> = ["house", "home", "apartment", "condo", "flat"]
    private static let sizes: Set<String> = [
        "big", "large", "expensive", "pricey", "nice", "fancy", "good", "costly", "dear", "luxurious", "much", "long",
    ]
    private static let modals: Set<String> = ["can", "could", "should", "may", "would"]
    private static let verbs: Set<String> = [
        "afford", "buy", "get", "spend", "pay", "book", "order", "put", "drop", "budget", "do",
    ]
}

extension String {
    /// `a tv`, `an e-bike`, `shoes`.
    fileprivate var withArticle: String {
        guard !hasSuffix("s"), let first else { return self }
        return ("aeiou".contains(first) ? "an " : "a ") + self
    }
}

extension Coach {
    /// The largest price of a thing that would be a yes now; nil for other lines.
    func mostTalk(_ spoken: SpokenLine) throws -> Answer? {
        guard let question = MostQuestion(spoken) else { return nil }
        let purchase = try PurchaseDesk(index, asOf: asOf, settings: purchaseSettings).completed(
            Purchase(amount: Money(1, currency), item: question.item, day: asOf))
        let understood = Understood(intent: .purchase, confidence: 0.95, query: Query())
        return try most(of: purchase, spoken.text, understood)
    }

    /// The largest price of a purchase that would be a yes.
    func most(of purchase: Purchase, _ line: String, _ understood: Understood) throws -> Answer {
        let desk = PurchaseDesk(index, asOf: asOf, settings: purchaseSettings)
        let unit = purchase.amount.currency.minorPerMajor
        var purchase = purchase
        purchase.asked = .whether
        purchase.amount.minorUnits = PurchaseDesk.mostUnits * unit
        let all = try desk.assess(purchase)
        guard let most = all.verdict.passingCost else {
            let words = VerdictWords(all, taxonomy: index.taxonomy)
            let why = all.knowsTooLittle ? words.reasons.first : try reason(purchase, desk, at: unit)
            let first = (all.knowsTooLittle ? "" : "Nothing right now. ") + (why?.sentence ?? "")
            return plain(line, understood, first)
        }
        let beyond = try reason(purchase, desk, at: most + unit)
        purchase.amount.minorUnits = most
        let time = purchase.day == asOf ? "right now" : "that day"
        let item = purchase.item?.withArticle ?? "it"
        let reply =
            "You could spend up to \(purchase.amount.text) on \(item) \(time). Above that: \(beyond?.clause ?? "")"
        let advice = try desk.assess(purchase)
        var answer = Answer(
            question: line, understood: understood, asOf: asOf, evidence: advice.evidence(Query()), reply: reply,
            table: nil, reasons: VerdictWords(advice, taxonomy: index.taxonomy).explanation)
        answer.advice = advice
        return answer
    }

    /// What stands against a price first.
    private func reason(_ purchase: Purchase, _ desk: PurchaseDesk, at cents: Int64) throws -> Fact? {
        var dearer = purchase
        dearer.amount.minorUnits = cents
        return VerdictWords(try desk.assess(dearer), taxonomy: index.taxonomy).reasons.first
    }
}
