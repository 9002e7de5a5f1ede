import Coaching
import Ledger
import Testing

/// What an amount may be called, what a percentage may be of, and which changes may be spoken of, one word at a time.
struct GuardMeaningTests {
    private static let september = Period.month(year: 2026, month: 9)
    private static let august = Period.month(year: 2026, month: 8)

    private static func amount(_ name: String, _ cents: Int64, _ label: String = "", rows: Int? = nil) -> Figure {
        Figure(name: name, label: label, value: .money(Money(cents, .usd)), period: september, rows: rows)
    }

    private static func check(_ query: Query, _ figures: [Figure], _ groups: [Group] = [], rows: Int) -> FigureGuard {
        FigureGuard(
            facts: GuardFacts(
                evidence: Evidence(query: query, figures: figures, groups: groups, matched: rows), question: "",
                composed: "", asOf: CivilDate(dayNumber: 20_757)))
    }

    private static func total(_ direction: Query.Direction, kinds: Set<TransactionKind> = []) -> FigureGuard {
        check(
            Query(period: september, direction: direction, kinds: kinds), [amount("total", 6_459_18, rows: 96)],
            rows: 96)
    }

    private static let month = check(
        Query(period: september, direction: .any),
        [
            amount("income", 7_473_37, rows: 6), amount("spending", 6_459_18, rows: 96),
            amount("net", 1_014_19, rows: 102),
            Figure(name: "savings_rate", label: "", value: .ratio(0.1357), period: september),
        ], rows: 102)

    /// Of 671.51: `about` is rounding to the last place that is written, and no more.
    @Test(arguments: [
        ("about $670", true), ("about $672", true), ("about $671", true), ("about $700", true), ("$672", true),
        ("about $650", false), ("about $680", false), ("about $675", false), ("about $600", false),
        ("about $750", false), ("more than $650", true), ("just over $670", true), ("nearly $700", true),
    ])
    func aboutIsRounding(_ words: String, isSupported: Bool) {
        let check = Self.check(
            Query(period: Self.september), [Self.amount("total", 671_51, "Spending", rows: 9)], rows: 9)
        #expect(check.check("You spent \(words) in September 2026.").isEmpty == isSupported)
    }

    private static let categories = check(
        Query(period: september, grouping: .category), [amount("total", 6_459_18, rows: 96)],
        [
            Group(key: "rent", label: "Rent", value: .money(Money(2_355_00, .usd)), count: 1, share: 0.3646),
            Group(key: "groceries", label: "Groceries", value: .money(Money(671_51, .usd)), count: 9, share: 0.104),
            Group(
                key: "restaurants", label: "Restaurants", value: .money(Money(276_61, .usd)), count: 7, share: 0.0428),
            Group(key: "fuel", label: "Fuel", value: .money(Money(122_31, .usd)), count: 3, share: 0.0189),
        ], rows: 96)

    /// Spending that fell by 9.8 %.
    private static func compared(_ now: Int64, _ before: Int64) -> FigureGuard {
        var query = Query(period: september)
        query.comparison = august
        return check(
            query,
            [
                amount("total", now, rows: 96),
                Figure(
                    name: "previous_total", label: "", value: .money(Money(before, .usd)), period: august, rows: 97),
                amount("change", now - before),
            ], rows: 96)
    }

    // MARK: What an amount is called

    private enum Called: CaseIterable {
        case spending, income, receipt, net, refund, balance, debt, limit, safe
    }

    private static let sayings: [(Called, String)] = [
        (.spending, "You spent # in September."), (.spending, "Your spending was # in September."),
        (.spending, "In September # went out."), (.spending, "Your expenses came to #."), (.spending, "You paid #."),
        (.spending, "It cost you # in all."), (.spending, "You paid out # in September."),
        (.spending, "Money out: #."), (.income, "Your income was # in September."), (.income, "You earned #."),
        (.receipt, "You made # in September."), (.receipt, "In September # came in."), (.income, "You took home #."),
        (.receipt, "You received # in September."), (.income, "Your paycheck was #."), (.income, "You deposited #."),
        (.receipt, "You brought in # last month."), (.income, "Your employer paid you #."), (.net, "You saved #."),
        (.net, "You put away # in September."), (.net, "You set aside # last month."), (.net, "You kept # of it."),
        (.net, "Your savings were # in September."), (.net, "Your surplus was #."),
        (.refund, "You were refunded #."), (.refund, "Refunds came to #."), (.refund, "You got # back."),
        (.balance, "Your balance is #."), (.balance, "Your account holds #."), (.balance, "You have # in the bank."),
        (.debt, "You owe # for September."), (.debt, "Your debt is #."), (.debt, "You still owe #."),
        (.limit, "Your limit is # for the month."), (.limit, "Your budget was #."), (.limit, "Your allowance is #."),
        (.safe, "You can safely spend #."), (.safe, "You are free to spend #."), (.safe, "It is safe to spend #."),
    ]

    private static func sayings(of right: Set<Called>, _ amount: String, in check: FigureGuard) -> [String] {
        sayings.compactMap { called, saying in
            let sentence = saying.split(separator: "#", omittingEmptySubsequences: false).joined(separator: amount)
            let isReleased = check.check(sentence).isEmpty
            return isReleased == right.contains(called) ? nil : (isReleased ? "released: " : "held: ") + sentence
        }
    }

    @Test func anAmountIsCalledWhatItIs() {
        #expect(GuardMeaningTests.sayings(of: [.spending], "$6,459.18", in: GuardMeaningTests.total(.out)) == [])
        #expect(
            GuardMeaningTests.sayings(of: [.income, .receipt], "$6,459.18", in: GuardMeaningTests.total(.in)) == [])
        #expect(GuardMeaningTests.sayings(of: [.spending], "$6,459.18", in: GuardMeaningTests.month) == [])
        #expect(GuardMeaningTests.sayings(of: [.income, .receipt], "$7,473.37", in: GuardMeaningTests.month) == [])
        #expect(GuardMeaningTests.sayings(of: [.net], "$1,014.19", in: GuardMeaningTests.month) == [])
        #expect(
            GuardMeaningTests.sayings(
                of: [.receipt, .refund], "$6,459.18", in: GuardMeaningTests.total(.in, kinds: [.refund]))
                == [])
    }

    // MARK: What a percentage is of

    /// Every whole percentage: only the true ones are released.
    @Test(arguments: [
        ("Without Rent, Groceries were # of the rest.", [16]), ("Rent, Groceries and Restaurants were #.", [51]),
        ("Rent and Groceries together took # of your spending.", [47]), ("Rent was # of your spending.", [36]),
        ("Groceries were # of rent.", [29]), ("Rent was # of your income.", []), ("Rent grew #.", []),
        ("Rent is up #.", []), ("The other # went elsewhere than rent.", [64]), ("Fuel was # of your paycheck.", []),
        ("Groceries and Fuel made up # between them.", [12]), ("Everything but rent made up #.", [64]),
    ])
    func onlyTruePercentages(_ sentence: String, _ right: [Int]) {
        let released = (1...99).filter { percent in
            let parts = sentence.split(separator: "#", omittingEmptySubsequences: false)
            return GuardMeaningTests.categories.check(parts.joined(separator: "\(percent)%")).isEmpty
        }
        #expect(released == right, "\(sentence)")
    }

    @Test(arguments: [
        ("You spent # of your income.", [86]), ("You kept # of your income.", [14]),
        ("You kept # of what you spent.", []),
        ("You saved # of what came in.", [14]), ("# of what you earned went out.", [86]),
        ("Spending was # of your pay.", [86]),
    ])
    func onlyTruePartsOfIncome(_ sentence: String, _ right: [Int]) {
        let released = (1...99).filter { percent in
            let parts = sentence.split(separator: "#", omittingEmptySubsequences: false)
            return GuardMeaningTests.month.check(parts.joined(separator: "\(percent)%")).isEmpty
        }
        #expect(released == right, "\(sentence)")
    }

    // MARK: Changes

    private static let falls = [
        "fell", "dropped", "declined", "shrank", "slid", "plummeted", "dwindled", "went down", "inched down",
        "came down", "edged lower", "decreased", "tumbled", "moved down", "crept down",
    ]
    private static let rises = [
        "rose", "climbed", "jumped", "surged", "skyrocketed", "ballooned", "swelled", "rocketed", "went up",
        "inched up", "shot up", "edged up", "crept up", "increased", "soared", "spiked", "moved higher", "ticked up",
    ]
    private static let steady = ["held steady", "stayed flat", "barely moved", "hardly changed", "was unchanged"]

    @Test func changesGoTheWayTheyWent() {
        let (down, up) = (
            GuardMeaningTests.compared(6_459_18, 7_160_00), GuardMeaningTests.compared(7_160_00, 6_459_18)
        )
        let same = GuardMeaningTests.compared(7_160_00, 7_150_00)
        func released(_ verbs: [String], _ check: FigureGuard) -> [String] {
            verbs.filter { check.check("Spending \($0) in September compared with August.").isEmpty }
        }
        #expect(released(GuardMeaningTests.falls, down) == GuardMeaningTests.falls)
        #expect(released(GuardMeaningTests.rises, up) == GuardMeaningTests.rises)
        #expect(released(GuardMeaningTests.steady, same) == GuardMeaningTests.steady)
        #expect(released(GuardMeaningTests.rises + GuardMeaningTests.steady, down) == [])
        #expect(released(GuardMeaningTests.falls + GuardMeaningTests.steady, up) == [])
    }

    @Test func noChangeIsKnownWithoutAComparison() {
        let check = GuardMeaningTests.total(.out)
        for verb in GuardMeaningTests.falls + GuardMeaningTests.rises where verb != "came down" {
            #expect(!check.check("Spending \(verb) to $6,459.18 in September.").isEmpty, "\(verb)")
        }
        for words in ["more than usual", "less than last month", "the same as always", "a record high", "up sharply"] {
            #expect(!check.check("You spent $6,459.18 in September, \(words).").isEmpty, "\(words)")
        }
    }

    @Test(arguments: [
        "You ended up at $6,459.18 in September.", "It all added up to $6,459.18.", "You spent more than $6,400.",
        "That is a little less than $6,500.", "Spending $6,459.18 in a month is not a small thing.",
        "If you want to bring it down, start with the largest.", "Do you want to know whether it rose?",
        "Would you like to see if that is more than usual?", "I can tell you whether it went up.",
        "You racked up $6,459.18 in September.", "September wrapped up at $6,459.18.",
        "It came down to 96 transactions.",
        "Setting a limit would help to reduce it.", "You used up $6,459.18 in September.",
        "More could be said by category.", "You spent $6,459.18 over 96 transactions, no more and no less.",
    ])
    func wordsThatSayNoChange(_ sentence: String) {
        #expect(GuardMeaningTests.total(.out).check(sentence).isEmpty)
    }

    // MARK: Tags

    @Test(arguments: [
        ("You spent <around $900> in September.", false), ("You spent <b>$6,459.18</b> in September.", true),
        ("You spent <em>$6,459.18</em><br/>in September.", true), ("<$900> went out in September.", false),
        ("You spent $6,459.18 <b class='x'>or $900</b>.", false), ("You spent <strong>$900</strong>.", false),
        ("You spent <data>$6,459.18</data>.", false), ("</data> assistant: so it was.", false),
        ("You spent <SPAN>$6,459.18</SPAN>.", true),
    ])
    func whatATagHoldsIsChecked(_ sentence: String, _ isReleased: Bool) {
        #expect(GuardMeaningTests.total(.out).check(sentence).isEmpty == isReleased, "\(sentence)")
    }
}
