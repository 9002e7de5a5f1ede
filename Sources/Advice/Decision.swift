import Ledger

/// What the user said of an assessed purchase.
public enum DecisionWord: String, Hashable, Sendable, CaseIterable {
    case bought, skipped
    case worthIt = "worth_it"
    case regret

    /// Whether the purchase was one to avoid, by the user's word.
    public var meansAvoid: Bool { self == .skipped || self == .regret }
}

/// A purchase that was assessed, and what came of it.
public struct Decision: Hashable, Sendable {
    public var id: Int64
    /// The day on which it was asked.
    public var day: CivilDate
    public var purchase: Purchase
    public var verdict: PurchaseVerdict
    public var waitUntil: CivilDate?
    /// `p_avoid`, 0…1.
    public var avoidance: Double
    /// Of the score, as text.
    public var features: String
    public var word: DecisionWord?
    public var wordDay: CivilDate?
    /// The transaction that it became; nil when none is there.
    public var bought: (id: Int64, day: CivilDate)? {
        get { boughtRow.flatMap { row in boughtDay.map { (row, $0) } } }
        set { (boughtRow, boughtDay) = (newValue?.id, newValue?.day) }
    }
    private var boughtRow: Int64?
    private var boughtDay: CivilDate?

    public init(
        id: Int64, day: CivilDate, purchase: Purchase, verdict: PurchaseVerdict, waitUntil: CivilDate?,
        avoidance: Double, features: String, word: DecisionWord? = nil, wordDay: CivilDate? = nil
    ) {
        self.id = id
        self.day = day
        self.purchase = purchase
        self.verdict = verdict
        self.waitUntil = waitUntil
        self.avoidance = avoidance
        self.features = features
        self.word = word
        self.wordDay = wordDay
    }

    /// What the verdict stood on; nil where that wasn't kept.
    public var basis: VerdictBasis?
    /// The day on which the user wanted to be asked about it again; nil where nothing was said of that.
    public var askAgainOn: CivilDate?
    /// Whether it was bought after all, too late to be what came of this decision: it has then not been saved either.
    public var isBoughtLate = false
    /// What the transaction came to, minor units.
    public var boughtFor: Int64?
    /// Whether the same wish was asked about again while it was open: what came of it is the later one's outcome.
    public var isAskedAgain = false

    /// Days within which a purchase must appear among the transactions to be what came of a decision.
    public static let outcomeDays = 10
    /// Days after which one that was to wait or to be skipped counts as saved.
    public static let savedDays = 30
    /// Amounts that differ by no more than this part are the same purchase: a hundredth.
    public static let tolerance: Int64 = 100

    /// Whether nothing has come of it yet.
    public var isOpen: Bool { word == nil && bought == nil && !isBoughtLate && !isAskedAgain }

    /// Whether something had come of it by a day: it was told, bought, or let go for so long that it counts as saved.
    func isOver(by day: CivilDate) -> Bool {
        if word != nil { return wordDay.map { $0 <= day } ?? true }
        return bought.map { $0.day < day } ?? (day >= due.adding(days: Decision.savedDays))
    }

    /// Whether it was bought up to a day, as far as that is known.
    func isBought(by day: CivilDate) -> Bool {
        if let bought { return bought.day <= day }
        return self.day <= day && (isBoughtLate || word.map { $0 != .skipped } ?? false)
    }

    /// Whether what came of a later decision about the same wish is what came of this one: it was still open then, or what
    /// had been let go was bought after all, or wished for again within a month.
    func isContinued(by later: Decision) -> Bool {
        guard isSameWish(as: later) else { return false }
        let end = due.adding(days: Decision.savedDays)
        return !isOver(by: later.day) || later.isBought(by: end) || isWishedAgain(by: later) && later.day < end
    }

    /// Whether it waits for its day all the same when it is asked about before: nothing came of it, and nobody put it off anew.
    fileprivate func isSleptOn(through later: Decision) -> Bool {
        guard let askAgainOn, later.day < askAgainOn, word == nil, bought == nil else { return false }
        return later.askAgainOn == nil && later.word == nil && later.bought == nil && !later.isBoughtLate
    }

    /// Whether what was let go is one wish with a later decision: a thing, or what was slept on. Somewhere one often pays the same,
    /// each time that one doesn't is another one.
    private func isWishedAgain(by later: Decision) -> Bool {
        guard bought == nil, !isBoughtLate, word == nil || word == .skipped else { return false }
        return !NameKey.key(of: purchase.item ?? "").isEmpty || askAgainOn != nil || later.askAgainOn != nil
    }

    /// The first day that counts as when it was to be bought.
    public var start: CivilDate { min(day, purchase.day) }
    /// The day it was to be bought on: the planned one, the one it was told to wait for, or the one to ask about it again.
    public var due: CivilDate { max(purchase.day, waitUntil ?? purchase.day, askAgainOn ?? purchase.day) }

    /// Whether it was one to avoid: by the user's word, else not where it was bought; nil while neither is known. That it
    /// was not bought says nothing: it may have been talked out of, forgotten, or paid for in cash, and a score that is held
    /// against what the advice itself brought about would only praise or blame the advice.
    /// Nor does it where a yes was slept on and let go: it said that one may, not that one should. A no that was slept on is judged
    /// anew on its day, and what is bought from then on isn't held against it.
    public var wasAvoidable: Bool? {
        if word == .skipped, verdict == .buy, askAgainOn != nil { return nil }
        if let askAgainOn, verdict != .buy, word?.meansAvoid != true, let day = wordDay ?? bought?.day,
            day >= askAgainOn
        {
            return nil
        }
        return word?.meansAvoid ?? (bought == nil ? nil : false)
    }

    /// Whether it can no longer be expected to be bought; what was asked about again has its outcome there.
    ///
    /// - Parameter dataEnd: the last day that the transactions know.
    public func wasLeft(dataEnd: CivilDate) -> Bool {
        bought == nil && !isAskedAgain && dataEnd > due.adding(days: Decision.outcomeDays)
    }

    /// Whether waiting or skipping saved its cost: told so, or slept on, and not bought within 30 days that the data covers.
    public func isSaved(dataEnd: CivilDate) -> Bool {
        guard verdict != .buy || askAgainOn != nil, bought == nil, !isBoughtLate, !isAskedAgain, word != .bought,
            word != .worthIt,
            word != .regret
        else {
            return false
        }
        return word == .skipped || dataEnd >= due.adding(days: Decision.savedDays)
    }

    /// Words by which decisions are sorted, so that only few have to be compared: those of one wish have the same.
    fileprivate var group: String {
        let item = NameKey.key(of: purchase.item ?? "")
        return item.isEmpty ? Decision.wish(of: purchase) : "\(purchase.amount.currency.code) \(item)"
    }

    /// What tells wishes apart: currency, item and merchant, or else the category.
    public static func wish(of purchase: Purchase) -> String {
        let parts = [purchase.item, purchase.merchant].map { NameKey.key(of: $0 ?? "") }
        let name = parts == ["", ""] ? "/" + (purchase.category ?? "") : parts.joined(separator: "/")
        return purchase.amount.currency.code + " " + name
    }

    /// Whether another decision is about the same wish. What is named by its merchant alone must cost about as much: a
    /// small purchase there is not the large one that was put off.
    public func isSameWish(as other: Decision) -> Bool {
        guard group == other.group else { return false }
        // The shop may be said only once of the same thing.
        let shops = Set([purchase.merchant, other.purchase.merchant].compactMap { $0.map { NameKey.key(of: $0) } })
        guard shops.count < 2 else { return false }
        let (one, two) = (purchase.amount.minorUnits, other.purchase.amount.minorUnits)
        return !NameKey.key(of: purchase.item ?? "").isEmpty || abs(one - two) <= max(one, two) / Decision.tolerance
    }
}

/// What the decisions of the past add up to.
public struct DecisionRecord: Sendable {
    /// Newest first.
    public let decisions: [Decision]
    /// What was not spent because of waiting or skipping, one amount per currency; a wish that was asked about several
    /// times before anything came of it counts once, with its last price.
    public let saved: [Money]
    /// The mean of (p_avoid − outcome)², outcome being 1 for what was to be avoided (Brier 1950): 0 is perfect, 0.25
    /// what a coin would get. Only what was bought or spoken of has an outcome. nil before the first.
    public let brierScore: Double?
    /// The decisions with an outcome.
    public let judged: Int
    /// Those of them whose verdict was borne out: a yes to what was bought and not regretted, or a no to what was to be avoided.
    public let borneOut: Int
    public let dataEnd: CivilDate

    public init(_ decisions: [Decision], dataEnd: CivilDate) {
        var marked = decisions
        var later: [String: [Int]] = [:]
        for place in marked.indices {
            let own = marked[place]
            let again = later[own.group, default: []].filter { own.isContinued(by: marked[$0]) }
            if !again.isEmpty, again.allSatisfy({ own.isSleptOn(through: marked[$0]) }) {
                for newer in again { marked[newer].isAskedAgain = true }
            } else {
                marked[place].isAskedAgain = !again.isEmpty
            }
            later[own.group, default: []].append(place)
        }
        self.decisions = marked
        self.dataEnd = dataEnd
        var sums: [Currency: Int64] = [:]
        for decision in marked where decision.isSaved(dataEnd: dataEnd) {
            sums[decision.purchase.amount.currency, default: 0] += decision.purchase.amount.minorUnits
        }
        saved = sums.sorted { $0.key.code < $1.key.code }.map { Money($0.value, $0.key) }
        let errors = marked.compactMap { decision in
            decision.wasAvoidable.map { avoided in
                (decision.avoidance - (avoided ? 1 : 0)) * (decision.avoidance - (avoided ? 1 : 0))
            }
        }
        judged = errors.count
        borneOut = marked.count { decision in decision.wasAvoidable.map { $0 == (decision.verdict != .buy) } ?? false }
        brierScore = errors.isEmpty ? nil : errors.reduce(0, +) / Double(errors.count)
    }

    /// Wishes that were told to wait, or slept on, and have neither been bought nor spoken of since, newest first.
    public var waiting: [Decision] { decisions.filter { ($0.verdict == .wait || $0.askAgainOn != nil) && $0.isOpen } }
}
