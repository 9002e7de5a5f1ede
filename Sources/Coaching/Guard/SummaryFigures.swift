import Ledger
import Resources

extension Evidence {
    /// Whether something to buy was asked about.
    var isOfPurchase: Bool { figures.contains { $0.name == "p_avoid" || $0.name == "purchase_date" } }
}

/// What the figures of a summary may be said of: the usual, what was before, what lies ahead, what could be saved.
extension FactBuilder {
    /// Words that speak of what is usual.
    static let usualWords: Set<String> = [
        "usual", "usually", "unusually", "normal", "normally", "typical", "typically", "average", "median", "habit",
        "habits", "habitual", "expected", "customary", "ordinarily", "ordinary", "tend", "tends", "instead",
    ]
    private static let savingWords: Set<String> = [
        "save", "saves", "saved", "saving", "savings", "keep", "keeps", "kept", "keeping", "free", "frees", "freed",
        "back", "return", "returned", "refund", "refunded", "recover", "less", "without", "cut", "cutting", "trim",
        "trimming", "bring", "bringing", "would", "could", "waiting", "held", "hold", "holding", "extra", "leave",
        "leaves", "pocket",
    ]
    /// What could be kept is none of what is.
    static let couldSaveWords: Set<String> = savingWords.subtracting([
        "saved", "keep", "keeps", "kept", "keeping", "extra", "leave", "leaves", "pocket", "bring", "bringing",
    ]).union([
        "can", "youd", "fewer", "if", "by", "cancel", "cancelling", "canceling", "dropping", "skipping", "reduce",
    ])
    /// Words between two things that are held against each other.
    static let differing: Set<String> = [
        "more", "less", "fewer", "difference", "gap", "ahead", "behind", "by", "apart", "between", "lead", "leads",
        "extra", "than", "higher", "lower", "over", "under", "above", "below", "margin", "additional", "up", "down",
        "increase", "decrease", "rise", "drop", "jump", "change", "within", "beat", "beats", "edged",
    ]
    static let frequency: Set<String> = [
        "often", "frequently", "times", "visits", "visit", "trips", "purchases", "transactions", "many", "orders",
        "payments", "stops", "meals",
    ]
    private static let shortWords: Set<String> = [
        "short", "missing", "below", "under", "negative", "minus", "lack", "lacking", "lacks", "shortfall", "deficit",
        "overdrawn", "overdraw", "gap", "need", "needs", "red", "fall", "falls", "drop", "drops", "sink", "sinks",
        "dip",
        "dips", "lowest", "push", "pushes",
    ]
    private static let lowestWords: Set<String> = [
        "lowest", "low", "least", "stay", "stays", "staying", "above", "drop", "drops", "dropping", "dip", "dips",
        "fall", "falls", "down", "bottom", "bottoms", "minimum", "more", "keep", "keeps", "leave", "leaves", "leaving",
        "left", "remain", "remains", "below", "under", "floor", "still", "expected", "point", "never", "would", "will",
        "reach", "sink", "than", "youd", "itd", "hold", "holds",
    ]
    private static let dueWords: Set<String> = [
        "due", "ahead", "coming", "upcoming", "next", "bill", "bills", "payment", "payments", "regular", "scheduled",
        "brings", "bring", "expect", "expected", "will", "recurring", "commitments", "obligations", "set", "follow",
        "follows", "charges", "costs", "await", "waiting", "plan", "line",
    ]

    /// Words of which one says that an amount is an average.
    static let averageWords: [Query.AverageUnit: Set<String>] = {
        let all = usualWords.union([
            "averaged", "averages", "averaging", "avg", "mean", "per", "each", "every", "apiece",
        ])
        return [
            .day: all.union(["day", "daily"]), .week: all.union(["week", "weekly"]),
            .month: all.union(["month", "monthly"]), .year: all.union(["year", "yearly", "annually"]),
            .transaction: all.union([
                "trip", "visit", "purchase", "order", "time", "one", "fewer", "keeps", "saves", "skip", "skipping",
            ]),
        ]
    }()

    /// Figures whose label is the name of a merchant.
    private static let ofMerchants: Set<String> = [
        "merchant_spent", "merchant_before", "price", "previous_price", "bill", "account_balance",
    ]

    /// Lets the name be said that the figure is of.
    mutating func addName(of figure: Figure) {
        // One payment among others that have their sum.
        let isOfSum = figure.name == "monthly_cost" && evidence.figures(named: "monthly_cost").first != figure
        if FactBuilder.ofMerchants.contains(figure.name) || isOfSum { return base.add(merchant: figure.label) }
        guard figure.name == "usual" || figure.name == "usual_change" else { return }
        let category = Taxonomy.builtIn.categories.first {
            $0.name == figure.label || figure.label.hasPrefix($0.name + " against")
        }
        if let category { base.add(category: category.id) }
    }

    /// `Spending, August 2026` beside `Income, August 2026`: which of them a figure without a name of its own is.
    func roleOfLabel(_ figure: Figure) -> String? {
        guard evidence.figures.contains(where: { $0.name == "spending" }),
            ["previous_total", "change", "change_percent", "usual", "usual_change"].contains(figure.name)
        else { return nil }
        if figure.label.hasPrefix("Spending") { return "r:spending" }
        return figure.label.hasPrefix("Income") ? "r:income" : nil
    }

    /// What is usual is so for as long as the days are that it is held against.
    var usualUnit: Query.AverageUnit? {
        guard let days = query.period?.days else { return nil }
        return (28...31).contains(days) || isOfHabit ? .month : days == 7 ? .week : nil
    }

    /// Whether what is usual in a month is told of several months.
    private var isOfHabit: Bool { evidence.figures.contains { $0.name == "would_save_year" } }

    /// How often a price is paid, where its cost by the month tells; a bill among others is taken to be monthly.
    func cadence(_ figure: Figure) -> Query.AverageUnit? {
        guard ["price", "previous_price", "bill"].contains(figure.name) else {
            return figure.name == "limit" || figure.name.hasPrefix("usual_") && figure.name != "usual_change"
                ? .month : nil
        }
        guard !evidence.isOfPurchase else { return nil }
        let isMonthly = evidence.figures.contains { $0.name == "monthly_cost" }
        let group = evidence.groups.first { $0.key == figure.label || $0.label == figure.label }
        let price = evidence.figures.first { $0.name == "price" && $0.label == figure.label }?.value.amount?.minorUnits
        guard isMonthly, let month = group?.value.amount?.minorUnits, let price, price > 0 else {
            return figure.name == "previous_price" ? nil : .month
        }
        let times = Double(month) / Double(price)
        if abs(times - 1) < 0.02 { return .month }
        if abs(times - 1.0 / 12) < 0.01 { return .year }
        return abs(times - 52.0 / 12) < 0.1 ? .week : .transaction
    }

    /// What a sentence must speak of to mean a figure, by its name.
    private static let needed: [String: Set<String>] = [
        "saved": savingWords, "would_save": couldSaveWords, "would_save_year": couldSaveWords, "difference": differing,
        "short": shortWords, "usual": usualWords, "usual_change": usualWords, "bill_count": dueWords,
        "lowest": lowestOfAll, "lowest_ahead": lowestOfAll,
        "p_avoid": [
            "avoidable", "avoid", "regret", "regretted", "score", "scores", "scored", "look", "looks", "likely",
            "likelihood", "chance", "odds", "below", "under", "above", "over", "line", "threshold", "rated", "rating",
            "puts", "probability", "impulse", "short", "past", "estimate", "estimated",
        ],
        "threshold": [
            "line", "threshold", "mark", "from", "limit", "advise", "advised", "against", "bar", "cutoff", "below",
            "above", "under", "over", "until", "where", "short",
        ],
        "spent_after": [
            "would", "after", "with", "bring", "brings", "bringing", "make", "makes", "including", "then", "becomes",
            "will", "raise", "raises", "lift", "lifts", "take", "takes", "taking", "putting", "put",
        ],
        "lowest_without": withoutWords, "lowest_without_date": withoutWords,
    ]
    private static let lowestOfAll = lowestWords.subtracting([
        "more", "keep", "keeps", "leave", "leaves", "expected", "would", "will", "reach", "than", "youd", "itd", "hold",
        "holds", "left", "leaving", "still",
    ])
    private static let withoutWords: Set<String> = [
        "without", "otherwise", "instead", "else", "unless", "not", "skip", "skipping", "leave", "now", "from",
    ]
    private static let overWords: Set<String> = [
        "over", "above", "beyond", "past", "exceeded", "exceeds", "more", "minus", "overspent",
    ]
    /// What holds on: it is of no days, or of every month.
    private static let lasting: Set<String> = [
        "usual", "usual_change", "price", "previous_price", "saved", "would_save", "would_save_year",
    ]

    /// Notes what a sentence must speak of to mean the figure, and what is known of it by its name.
    mutating func mark(_ fact: inout Fact, _ figure: Figure) {
        if let words = FactBuilder.needed[figure.name] { fact.needs = words }
        if FactBuilder.lasting.contains(figure.name) { fact.period = nil }
        let isNegative = figure.value.amount.map { $0.minorUnits < 0 } ?? false
        switch figure.name {
        case "usual", "usual_change":
            fact.labels.insert("r:usual")
            fact.role = figure.name == "usual" ? .previous : .change
            fact.per = usualUnit
        case "merchant_before":
            fact.role = .previous
            fact.period = query.comparison
        case "would_save_year": fact.per = .year
        case "would_save" where isOfHabit: fact.per = .month
        case "average": fact.needs = FactBuilder.averageWords[query.averageUnit] ?? []
        case "remaining" where isNegative: fact.needs = FactBuilder.overWords
        case "lowest_with", "lowest_later": fact.needs = isNegative ? FactBuilder.shortWords : FactBuilder.lowestWords
        case "safe_to_spend", "balance", "spent": fact.isBeforePurchase = evidence.isOfPurchase
        case "bills" where evidence.figures.contains { $0.name == "bill" }: fact.needs = FactBuilder.dueWords
        case "bill":
            // The day on which it is due may be said of it.
            guard let day = figure.period, day.days == 1 else { return }
            base.add(Fact(value: .day(day.start), labels: fact.labels, period: day))
        default: break
        }
    }
}
