import Ledger
import Understanding

/// Something in a sentence that is either so or not: a figure with what is said about its precision.
struct Claim: Sendable {
    enum Measure: Hashable, Sendable {
        /// The currencies that the sign may mean; empty for one that no evidence has.
        case money([Currency])
        case percent
        /// `twice`, `3x`, `1.5 times as much`.
        case multiple
        case count(Noun)
        /// A number with neither sign nor noun: a cell of a table, `you went 9`.
        case bare
    }

    /// What is counted.
    enum Noun: Hashable, Sendable {
        /// `either`: payments and charges, which may be single rows or recurring ones.
        case rows, things, either, days, weeks, months, years
        /// `and 7 more`: those that are not named.
        case more
    }

    enum Relation: Hashable, Sendable {
        case exactly, about, over, atLeast, under, atMost, nearly
        /// `between $40 and $50`: this number to the other.
        case to(WrittenNumber)
    }

    var measure: Measure
    var number: WrittenNumber
    var relation = Relation.exactly
    /// `$40 twice`: said of something that was paid more than once.
    var isRepeated = false
    /// -1 behind a minus, 1 behind a plus, else 0.
    var sign = 0
    /// `$20 a month`.
    var per: Query.AverageUnit?
    /// `$20 per person`: per what nothing is told of.
    var isPerUnknown = false
    /// `82 cents of every dollar that came in`: what the whole is stands in the words behind it.
    var isOfRound = false
    /// Percent points or parts that a fraction in words leaves open: `a third`; 0 for digits.
    var leeway = 0.0
    /// What the noun that is counted says of the direction: deposits come in. Empty where it says nothing.
    var flow: Set<MoneyKind> = []
    var tokens: Range<Int>
    /// The words before it that say the relation; empty where none do.
    var relationWords = 0..<0

    /// A figure behind `to` is of the same name as the one behind `from`, though both are of one kind.
    static let secondOfKind = 10

    /// The kinds of counts, with and without a noun.
    static let countKinds: Set<Int> = [3, 4]

    var isMoney: Bool { if case .money = measure { true } else { false } }

    var isCount: Bool { if case .count = measure { true } else { false } }

    /// How long something is.
    var isOfDays: Bool {
        switch measure {
        case .count(.days), .count(.weeks), .count(.months), .count(.years): true
        default: false
        }
    }

    static let multipleKind = 2
    /// The kind of a day, which is said of a name as figures are.
    static let dayKind = 5

    /// Claims of one kind come in turn with the names they are about.
    var kind: Int {
        switch measure {
        case .money: 0
        case .percent: 1
        case .multiple: Claim.multipleKind
        case .count: 3
        case .bare: 4
        }
    }
}

/// A claim that nothing supports.
public struct UnsupportedClaim: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case money, percent, multiple, count, date, name, direction, rank, absence, obscured
    }

    /// As the model wrote it.
    public let text: String
    /// Goes on from the text: `is not in the data`.
    public let reason: String
    public let kind: Kind

    public init(text: String, reason: String, kind: Kind) {
        self.text = text
        self.reason = reason
        self.kind = kind
    }
}

/// What numbers count, read off the words behind them.
enum CountNouns {
    private static let rows: Set<String> = words(
        """
        transaction transactions purchase purchases visit visits trip trips order orders time times stop \
        stops swipe swipes row rows entry entries deposit deposits refund refunds transfer transfers occasion occasions \
        run runs ride rides meal meals receipt receipts withdrawal withdrawals paycheck paychecks outing outings \
        checkout checkouts buy buys txn txns debit debits credit credits record records sale sales expense expenses \
        coffee coffees fill
        """)
    private static let things: Set<String> = words(
        """
        merchant merchants store stores place places shop shops category categories subscription subscriptions \
        account accounts thing things group groups service services membership memberships \
        vendor vendors retailer retailers restaurant restaurants area areas stream streams card cards source sources \
        spot spots finding findings line lines name names biggest largest top highest smallest lowest newest latest \
        most main
        """)
    private static let times: [String: Claim.Noun] = [
        "day": .days, "days": .days, "night": .days, "nights": .days, "week": .weeks, "weeks": .weeks, "month": .months,
        "months": .months, "year": .years, "years": .years,
    ]

    private static let more: Set<String> = ["more", "others", "other", "additional"]
    private static let either: Set<String> = [
        "charge", "charges", "payment", "payments", "item", "items", "bill", "bills",
    ]

    static func noun(_ word: String) -> Claim.Noun? {
        if let unit = times[word] { return unit }
        if either.contains(word) { return .either }
        if more.contains(word) { return .more }
        return rows.contains(word) ? .rows : things.contains(word) ? .things : nil
    }

    private static let flows: [String: Set<MoneyKind>] = {
        let table: [(MoneyKind, String)] = [
            (.income, "deposit deposits paycheck paychecks"), (.refund, "refund refunds"),
            (.transfer, "transfer transfers"),
            (.cash, "withdrawal withdrawals"),
            (
                .spending,
                """
                purchase purchases visit visits trip trips order orders stop stops swipe swipes ride rides meal meals \
                outing outings checkout checkouts buy buys debit debits expense expenses coffee coffees fill
                """
            ),
        ]
        var flows: [String: Set<MoneyKind>] = [:]
        for (kind, list) in table { for word in words(list) { flows[word] = [kind] } }
        return flows
    }()

    /// What a noun says of the direction of what is counted; empty where it says nothing.
    static func flow(_ word: String) -> Set<MoneyKind> { flows[word] ?? [] }

    static func words(_ list: String) -> Set<String> { Set(list.parts(separatedBy: 0x20)) }
}
