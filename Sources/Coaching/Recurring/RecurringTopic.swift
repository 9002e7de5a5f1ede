import Ledger
import Retrieval
import Understanding

/// What a question about recurring payments asks of them, read from its words.
struct RecurringTopic {
    private let words: [String]
    private let text: String
    private let understood: Understood
    private let asOf: CivilDate
    private let taxonomy: Taxonomy

    init(_ text: String, _ understood: Understood, asOf: CivilDate, taxonomy: Taxonomy) {
        words = Tokenizer.tokens(of: text).map(\.key)
        self.text = words.joined(separator: " ")
        self.understood = understood
        self.asOf = asOf
        self.taxonomy = taxonomy
    }

    /// - Parameter earlier: what the question before asked, for one that goes on with it.
    func question(after earlier: RecurringQuestion? = nil) -> RecurringQuestion {
        var query = understood.query
        query.categories = categories(query.categories)
        var question = RecurringQuestion(aspect(query), query: query)
        if question.aspect == .list, query.period == nil,
            says(" a year", " per year", " each year", " every year", "yearly cost", "annual cost")
                || has("annually")
        {
            (question.query.measure, question.query.averageUnit) = (.average, .year)
        }
        // Whether it goes on is told of those that do as well.
        if case .goesOn = understood.lead { question.aspect = .list }
        // The day of the next pay is told by its stream, not by what falls due.
        if query.direction == .in, question.namesStreams, question.aspect == .due { question.aspect = .list }
        question.endsBeforePay = has("payday", "paycheck", "paid", "salary", "wages") && has("before", "until", "till")
        question.groups = question.namesStreams && query.direction != .in ? [] : groups(question.aspect)
        if !understood.isFollowUp, let extreme, !question.namesStreams {
            (question.pick, question.aspect, question.query.period) = (extreme, .list, nil)
        }
        if let earlier, understood.isFollowUp {
            // What one takes in a year is asked of it, not of what falls due.
            let isRate = query.measure == .average && query.averageUnit == .year
            if question.aspect == .list, !mentionsGroup, !isRate { question.aspect = earlier.aspect }
            if !mentionsGroup, !question.namesStreams { question.groups = earlier.groups }
            // "all of them" takes back that one was picked.
            question.pick = understood.streams?.pick
            // `total of those` after the yearly ones is of these alone.
            if question.pick == .sum, case .every(let cadences)? = earlier.pick { question.cadences = cadences }
            // What falls due has a sum of its own, and its own dearest.
            if question.pick == .sum, question.aspect == .due { question.pick = nil }
            if question.pick != nil { question.query.measure = .total }
            if question.pick != nil, question.aspect != .due { (question.aspect, question.query.period) = (.list, nil) }
        }
        return question
    }

    /// `most expensive subscription`: the one that costs the most, not those whose prices rose.
    private var extreme: RecurringQuestion.Pick? {
        if has("priciest", "dearest", "costliest") || says("most expensive", "most costly") { return .dearest }
        if has("cheapest") || says("least expensive") { return .cheapest }
        return nil
    }

    /// `how much did my rent go up`: by how much a price rose.
    var asksHowFarItRose: Bool {
        // The cheap conditions first: every question comes by here.
        text.hasPrefix("how much ") && has("did", "has", "have", "was", "by")
            && !has("spend", "spent", "spending", "pay", "paid") && isAboutPrices
    }

    // MARK: Aspect

    private func aspect(_ query: Query) -> RecurringQuestion.Aspect {
        if has("cancel", "cancelled", "canceled", "stop", "stopped", "quit", "dropped", "ended", "inactive", "expired")
            || says("no longer", "used to")
        {
            return .cancelled
        }
        if isAboutPrices { return .raised }
        let isPast = query.period.map { $0.end < asOf } ?? false
        if !isPast {
            if has("due", "upcoming", "coming", "next", "soon", "payday", "scheduled", "remaining", "left", "overdue") {
                return .due
            }
            if let period = query.period, period.end > asOf, period.start >= asOf || has("will", "owe", "need") {
                return .due
            }
        }
        if has("new", "started", "added") || says("signed up") { return .new }
        return .list
    }

    private var isAboutPrices: Bool {
        has(
            "raise", "raised", "raises", "increase", "increased", "increases", "dearer", "pricier", "expensive", "hike",
            "hiked", "hikes", "rise", "risen", "rose", "higher", "climbed", "jumped")
            || says("go up", "went up", "gone up", "going up", "goes up", "cost more", "costs more", "price change")
    }

    // MARK: Groups

    private static let subscriptionWords = [
        "subscription", "subscriptions", "membership", "memberships", "subscribed", "subs",
    ]
    private static let billWords = ["bill", "bills", "utilities", "rent", "mortgage"]
    private static let incomeWords = ["income", "pay", "salary", "wages", "paychecks"]

    private func groups(_ aspect: RecurringQuestion.Aspect) -> Set<RecurringStream.Group> {
        if understood.query.direction == .in { return [.income] }
        if has("recurring", "regular"), has("income", "deposit", "deposits", "paychecks", "salary") { return [.income] }
        var groups: Set<RecurringStream.Group> = []
        if has(RecurringTopic.subscriptionWords) { groups.insert(.subscription) }
        if has(RecurringTopic.billWords) { groups.insert(.bill) }
        // Subscriptions are to be paid like bills are.
        if aspect == .due, groups == [.bill] { return [] }
        return groups.count == 2 ? [] : groups
    }

    private var mentionsGroup: Bool { has(RecurringTopic.subscriptionWords) || has(RecurringTopic.billWords) }

    // MARK: Categories

    /// “Bills” are more than utilities; and where one of several categories is named by its own word, it is the one.
    private func categories(_ ids: [String]) -> [String] {
        let wanted = ids.filter { id in
            !(id == "utilities" && has("bill", "bills", "payments") && !words.contains { $0.hasPrefix("utilit") })
        }
        guard wanted.count > 1 else { return wanted }
        let named = wanted.filter { id in
            let name = Tokenizer.tokens(of: taxonomy.displayName(id)).map(\.key)
            return name.allSatisfy(words.contains)
        }
        return named.isEmpty ? wanted : named
    }

    // MARK: Words

    private func has(_ any: String...) -> Bool { has(any) }
    private func has(_ any: [String]) -> Bool { any.contains(where: words.contains) }
    private func says(_ any: String...) -> Bool { any.contains { text.contains($0) } }
}

extension StreamChoice {
    fileprivate var pick: RecurringQuestion.Pick {
        switch self {
        case .dearest: .dearest
        case .cheapest: .cheapest
        case .next: .next
        case .sum: .sum
        case .every(.week): .every([.weekly])
        case .every(.month): .every([.monthly])
        case .every(.quarter): .every([.quarterly])
        case .every(.year): .every([.yearly])
        }
    }
}
