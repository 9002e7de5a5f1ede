import Ledger
import Retrieval
import Store
import Understanding

/// `should I cancel Netflix`: the words that name what is paid again and again.
struct CancelQuestion: Hashable {
    let name: String

    init?(_ line: SpokenLine) {
        // "should I drop the gym and get a rower for $990" asks about the rower.
        guard let first = line.words.first, CancelQuestion.openers.contains(first),
            !(line.words.firstIndex(of: "and").map { line.words[$0...].contains { ["get", "buy"].contains($0) } }
                ?? false)
        else { return nil }
        let words = line.text.lowercased().split { !$0.isLetter && !$0.isNumber && !"'’+&.".contains($0) }.map(
            String.init
        )
        .filter { !$0.allSatisfy { ".+&'’".contains($0) } }
        guard (3...12).contains(words.count) else { return nil }
        for (opening, closing) in CancelQuestion.frames {
            guard words.starts(with: opening), closing.isEmpty || words.suffix(closing.count) == closing[...] else {
                continue
            }
            let rest = words.dropFirst(opening.count).dropLast(closing.count)
                .drop { CancelQuestion.small.contains($0) }
            let named = rest.prefix { !CancelQuestion.enders.contains($0) }
            guard !named.isEmpty else { continue }
            name = named.joined(separator: " ")
            return
        }
        return nil
    }

    private static let frames: [(opening: [String], closing: [String])] = {
        let verbs = [
            ["cancel"], ["cancel", "my"], ["quit"], ["drop"], ["end"], ["keep"], ["keep", "paying", "for"], ["ditch"],
            ["stop", "paying", "for"], ["get", "rid", "of"], ["unsubscribe", "from"],
        ]
        let starts = [["should", "i"], ["should", "we"], ["shall", "i"], ["ought", "i", "to"]]
        return starts.flatMap { start in verbs.map { (start + $0, [String]()) } } + [
            (["is"], ["worth", "keeping"]), (["do", "i", "still", "need"], []),
            (["is", "it", "time", "to", "cancel"], []),
        ]
    }()
    private static let openers = Set(frames.map { $0.opening[0] })
    private static let small: Set<String> = ["my", "our", "the", "this", "that"]
    private static let enders: Set<String> = [
        "subscription", "membership", "account", "plan", "now", "or", "to", "and", "this", "next", "soon", "today",
    ]
}

extension Coach {
    /// What a subscription or bill that somebody may cancel costs; nil for other lines, and where nothing of the name is
    /// paid.
    func cancelTalk(_ spoken: SpokenLine) throws -> Answer? {
        guard let question = CancelQuestion(spoken) else { return nil }
        let line = spoken.text
        let key = NameKey.key(of: question.name)
        guard key.utf8.count >= 2 else { return nil }
        let all = try retriever.recurring(RecurringQuestion(), asOf: asOf).streams.filter { $0.kind == .expense }
        let named = all.filter { stream in
            let merchant = NameKey.key(of: stream.merchant)
            return merchant == key || key.utf8.count >= 4 && merchant.hasPrefix(key)
        }
        // "my gym" is what is paid again and again for one.
        let category = PurchaseItems.category(of: question.name)
        let ofKind = all.filter { $0.isLive && $0.group == .subscription && $0.category == category }
        guard let stream = named.first(where: \.isLive) ?? named.first ?? (ofKind.count == 1 ? ofKind[0] : nil) else {
            return nil
        }
        let understood = Understood(
            intent: .recurring, confidence: 0.95, query: Query(merchants: [stream.merchant]))
        var evidence = Evidence(query: understood.query)
        evidence.figures = [
            Figure(name: "amount", label: "\(stream.merchant), each time", value: .money(stream.eachTime)),
            Figure(name: "monthly_cost", label: "\(stream.merchant) per month", value: .money(stream.monthlyCost)),
            Figure(name: "yearly_cost", label: "\(stream.merchant) per year", value: .money(stream.yearlyCost)),
            Figure(name: "last_date", label: "\(stream.merchant), last paid", value: .date(stream.lastDate)),
        ]
        if let next = stream.nextDate {
            evidence.figures.append(
                Figure(name: "next_date", label: "\(stream.merchant), expected next", value: .date(next)))
        }
        return Answer(
            question: line, understood: understood, asOf: asOf, evidence: evidence, reply: stream.cancelling(on: asOf),
            table: nil
        )
    }
}

extension RecurringStream {
    /// `Netflix costs $19.99 a month, $239.88 a year. …`
    fileprivate func cancelling(on today: CivilDate) -> String {
        guard let next = nextDate else {
            return
                "You're no longer paying \(merchant): the last charge was \(eachTime.text) on \(lastDate.text(near: today))."
        }
        let yearly = cadence == .yearly ? "" : ", \(yearlyCost.text) a year"
        let rise = rise.map { " It went up from \($0.from.magnitude.text) on \($0.on.text(near: today))." } ?? ""
        return
            "\(merchant) costs \(amountWords) \(cadence.per)\(yearly).\(rise) The next charge comes on "
            + "\(next.text(near: today)). I can see what you pay, not how often you use it: if you wouldn't sign up again "
            + "today for \(yearlyCost.text) a year, cancel it before then."
    }
}
