import Advice
import Ledger
import Resources
import Understanding

/// What the guard knows: the facts of the evidence, and the names and days that may be said.
struct FactBase: Sendable {
    var facts: [Fact] = []
    var names = NameBook()
    /// Every label that the evidence has.
    var labels: Set<String> = []
    /// The labels that some figure, group or row has as its own: what they are bound to can be checked.
    var labelled: Set<String> = []
    /// Words of names and texts that may be written with a capital letter.
    var words: Set<String> = []
    var days: KnownDays
    /// The category that a merchant is known for, both as labels.
    private(set) var categories: [String: String] = [:]
    /// Names that exist but are not in the evidence.
    var foreign = NameShelf(ofIndex: [])
    /// The figures of the question, which may be said again.
    var asked: [Claim] = []
    /// Bounds and the like that the program names itself.
    var bounds: [Claim] = []
    var questionWords: Set<String> = []
    /// The names of the question, as labels.
    var questionLabels: Set<String> = []
    /// `yes` or `no`, where the program's own reply begins with it or the change that was asked about decides it.
    var opening: String?
    /// Whether the lowest balance with what was asked about stays above the reserve; nil where it does for a while only.
    var keepsReserve: Bool?
    /// What was left out of what was asked about, as labels.
    var leftOut: Set<String> = []
    /// Whether only rows above or below an amount were asked for.
    var isFiltered = false
    /// Whether what comes regularly was asked about.
    var isOfStreams = false
    /// Whether something to buy was asked about.
    var isPurchase = false
    var purchaseVerdict: PurchaseVerdict?
    /// What the rows that were asked for are, where they are of one kind.
    var flow: Set<MoneyKind> = []
    /// Groups by size, largest first, as far as they are amounts of one currency or counts.
    var ranking: [Ranked] = []
    /// Rows by size, largest first, where the largest is among those that are known.
    var rowRanking: [Ranked] = []
    /// Whether `ranking` has all there are.
    var isRankingWhole = false
    /// Whether the smallest were asked for, so that the first of them is the smallest of all.
    var ranksSmallest = false
    /// What was asked about, as labels.
    var subject: Set<String> = []
    /// The days of the week that were asked about; empty for all.
    var weekdays: Set<Int> = []
    /// Sentences that the program says itself, which may be said as they are.
    var composed: Set<String> = []
    /// Whether the composed reply gives a figure or a day, which other words must give too.
    var givesFigure = false
    /// The days that the composed reply gives, but for today and the ends of what was asked about.
    var givenDays: Set<CivilDate> = []
    /// Accounts, as labels.
    var accounts: Set<String> = []
    /// The days since when the composed reply says that something is so.
    var sinceDays: Set<CivilDate> = []
    var hasRows = true
    /// Whether a composed reply says that something is not there.
    var saysNothing = false
    var hasPending = false
    /// Whether there is something of before, or of other days, that things are held against.
    var hasComparison = false
    var hasListedRows = false
    /// Whether there is a figure that is the largest or the smallest.
    var hasNamedExtreme = false
    /// Whether every row is listed, or the newest ones are.
    var listsAllRows = false
    var listsNewest = false
    let asOf: CivilDate

    struct Ranked: Sendable {
        let labels: Set<String>
        let period: Period?
        let size: Int64
        let count: Int
    }

    init(asOf: CivilDate) {
        self.asOf = asOf
        days = KnownDays(asOf: asOf)
    }

    /// Whether what is unusual was asked about.
    var isOfFindings: Bool { labelled.contains("r:amount") }

    /// Whether a name has an amount of the same kind to itself: then one of everything is not its own.
    func hasOwn(_ name: Set<String>, like fact: Fact) -> Bool {
        !fact.kinds.isEmpty && name.count == 1 && !name.isDisjoint(with: labelled)
            && facts.contains { other in
                other.money != nil && other.kinds == fact.kinds && !name.isDisjoint(with: other.labels)
            }
    }

    /// Whether a category label is one that money is spent on.
    func isSpending(label: String) -> Bool {
        guard label.hasPrefix("c:") else { return false }
        return Taxonomy.builtIn[String(label.dropFirst(2))].map { $0.flow == .out && $0.id != Taxonomy.fallback }
            ?? false
    }

    mutating func add(_ fact: Fact) {
        var fact = fact
        // More came back than was spent.
        if let money = fact.money, money.minorUnits < 0, fact.role != .change, fact.kinds.contains(.spending) {
            fact.kinds.insert(.refund)
        }
        if let money = fact.money, money.minorUnits < 0, fact.kinds.contains(.net) { fact.kinds.insert(.loss) }
        facts.append(fact)
        labelled.formUnion(fact.labels)
        labels.formUnion(fact.labels)
        if let period = fact.period { days.add(period) }
        if case .day(let day) = fact.value {
            if fact.role == .row { days.add(event: day) } else { days.add(figure: day) }
        }
    }

    /// Lets a name be said.
    mutating func add(name: String, labels: Set<String>) {
        guard !name.isEmpty else { return }
        names.add(name, labels: labels, withParts: true)
        self.labels.formUnion(labels)
        words.formUnion(NameBook.keys(of: name))
    }

    mutating func add(merchant name: String) {
        add(name: name, labels: [NameBook.label(merchant: name)])
        noteCategory(NameBook.label(merchant: name), name)
    }

    /// What kind of shop a merchant is may be said in its place.
    mutating func noteCategory(_ label: String, _ name: String) {
        guard let category = KnownNames.category(ofMerchant: name) else { return }
        categories[label] = NameBook.label(category: category)
        labels.insert(NameBook.label(category: category))
    }

    mutating func add(category id: String) {
        let label = NameBook.label(category: id)
        labels.insert(label)
        if let category = Taxonomy.builtIn[id] { add(name: category.name, labels: [label]) }
    }

    /// The names within a text, as labels.
    func labels(in text: String) -> Set<String> {
        let keys = NameBook.keys(of: text)
        var found: Set<String> = []
        var index = 0
        while index < keys.count {
            if let match = names.longest(at: index, key: { keys.indices.contains($0) ? keys[$0] : "" }), !match.isPart {
                found.formUnion(match.labels)
                index += match.length
            } else {
                index += 1
            }
        }
        return found
    }
}
