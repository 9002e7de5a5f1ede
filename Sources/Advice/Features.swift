import Glibc
import Ledger
import Retrieval
import Store

/// What the user usually does where a purchase would be made.
public struct PurchaseHabits: Hashable, Sendable {
    /// The median purchase of its category at the merchant, and in the category, minor units; nil with fewer than three
    /// purchases. What a shop of all kinds of things sells mostly says nothing of an item of another kind.
    public var usualAtMerchant: Int64?
    public var usualInCategory: Int64?
    /// What people commonly pay for such a purchase, where the user's own median is not known; nil where that is not
    /// known either.
    public var commonTicket: Int64?
    /// The days of the purchases of its category at the merchant in the last 30 known days, one for each purchase, in any
    /// order.
    public var visits: [CivilDate]
    /// The dearest purchase of a year that was no need, minor units; nil where few such purchases are known.
    public var dearest: Int64?
    /// What was paid for such things in the last 90 known days, one amount for each purchase, minor units; what came back is
    /// below zero.
    public var recent: [Int64]
    /// The second dearest purchase of a year at the merchant, minor units; nil where there were fewer than three, and for a shop
    /// of all kinds of things.
    public var customary: Int64?
    /// Fewer say nothing about what is usual.
    static let fewestPurchases = 3

    public init(
        usualAtMerchant: Int64? = nil, usualInCategory: Int64? = nil, commonTicket: Int64? = nil,
        visits: [CivilDate] = [], dearest: Int64? = nil, recent: [Int64] = []
    ) {
        (self.dearest, self.recent) = (dearest, recent)
        self.usualAtMerchant = usualAtMerchant
        self.usualInCategory = usualInCategory
        self.commonTicket = commonTicket
        self.visits = visits
    }

    /// How far a price is beyond what was ever bought and what there is to spare, 0…1: 0 up to three times the dearest
    /// wish, ten times what such a purchase comes to or a quarter of what there is to spare, whichever is most, and 1 from
    /// four times of that on. In between it grows with each doubling, so that no dollar tips a verdict. Without
    /// anything bought to hold it against it is 0.
    ///
    /// - Parameter spare: what there is to spare, minor units; nil where that is not known.
    func excess(of cents: Int64, spare: Int64?) -> Double {
        let bought = max(Double(dearest ?? 0) * 3, Double(usualInCategory ?? commonTicket ?? 0) * 10)
        guard bought > 0, cents > 0 else { return 0 }
        return min(max(log2(Double(cents) / max(bought, Double(spare ?? 0) / 4)) / 2, 0), 1)
    }

    /// The purchases at the merchant in the `days` days that end on a day.
    func visits(inLast days: Int, endingOn day: CivilDate) -> Int {
        visits.count { $0 <= day && day.days(since: $0) < days }
    }
}

extension PurchaseHabits {
    /// Days that are looked back on for what is usual and for what was dear, and rows in all that are read at most.
    private static let memory = 180
    private static let longMemory = 365
    /// Days in which a large purchase still makes another one of its kind heavier.
    static let recentDays = 90
    private static let mostRows = 10_000
    /// Purchases without which nothing can be called dear.
    private static let fewestWishes = 20
    /// What was bought is not known there: it may well have been the rent.
    private static let unclear: Set<String> = ["other", "checks", "people", "cash"]
    /// Shops of these sell all kinds of things, so that what was paid there says nothing of another one.
    private static let general = unclear.union([
        "shopping", "online_shopping", "department_stores", "convenience_stores", "electronics", "clothing",
        "furniture",
        "home_improvement", "gifts",
    ])

    /// Reads the purchases of the last 180 days that are known for a purchase: expenses of the view `spending` in its
    /// currency, at its merchant or in its category. They are counted from the last day with data, so that what is usual
    /// stays the same while nothing new is known.
    public init(of purchase: Purchase, asOf: CivilDate, in index: HouseholdIndex) throws {
        let today = min(asOf, purchase.day)
        let end = min(today, try index.coverage?.end ?? today)
        let crowded = try index.dayOfRow(PurchaseHabits.mostRows, before: end)
        let longest = end.adding(days: 1 - PurchaseHabits.longMemory)
        let first = crowded.map { max(longest, $0.adding(days: 1)) } ?? longest
        let accounts = try index.accounts.filter { $0.currency == purchase.amount.currency }.map(\.id)
        let merchants = Set(try purchase.merchant.map { try index.merchantIDs(key: NameKey.key(of: $0)) } ?? [])
        let members = purchase.category.flatMap { RuleCategory(id: $0, in: index.taxonomy) }?.members ?? []
        let categories = Set(try members.compactMap { try index.knownCategoryID($0) })
        let list = accounts.sorted().map(String.init).joined(separator: ", ")
        let all = try index.database.rows(
            """
            SELECT t.day, t.spent, t.merchant_id, t.category_id, t.kind FROM spending t
            WHERE t.day BETWEEN ? AND ? AND +t.account_id IN (\(list))
            """,
            [.int(Int64(first.dayNumber)), .int(Int64(end.dayNumber))]
        ) { (day: $0.day(0), spent: $0.int(1), merchant: $0.int(2), category: $0.int(3), isExpense: $0.int(4) == 0) }
        let year = all.filter(\.isExpense)
        recent = all.filter {
            end.days(since: $0.day) < PurchaseHabits.recentDays && categories.contains($0.category)
        }.map(\.spent)
        let start = end.adding(days: 1 - PurchaseHabits.memory)
        let recent = year.filter { $0.day >= start }
        let alike = recent.filter { categories.contains($0.category) }
        let visited = recent.filter {
            merchants.contains($0.merchant) && (purchase.category == nil || categories.contains($0.category))
        }
        func usual(_ amounts: [Int64]) -> Int64? {
            amounts.count < PurchaseHabits.fewestPurchases ? nil : medianAmount(amounts)
        }
        let there = year.filter {
            merchants.contains($0.merchant) && (purchase.category == nil || categories.contains($0.category))
        }
        let isShop = there.contains { PurchaseHabits.general.contains(index.categorySlug($0.category)) }
        customary =
            isShop || there.count < PurchaseHabits.fewestPurchases ? nil : there.map(\.spent).sorted(by: >)[1]
        usualAtMerchant = usual(visited.map(\.spent))
        usualInCategory = usual(alike.map(\.spent))
        commonTicket = CommonTickets.ticket(purchase.category, purchase.amount.currency, in: index.taxonomy)
        visits = visited.filter { end.days(since: $0.day) < 30 }.map(\.day)
        let essentials = Set(
            Set(year.map(\.category)).filter {
                let slug = index.categorySlug($0)
                return PurchaseHabits.unclear.contains(slug) || EssentialCategories.contain(slug, in: index.taxonomy)
            })
        let wishes = year.filter { !essentials.contains($0.category) }
        dearest = wishes.count < PurchaseHabits.fewestWishes ? nil : wishes.map(\.spent).max()
    }
}

extension HouseholdIndex {
    /// The numbers of the merchants of a key.
    func merchantIDs(key: String) throws(StoreError) -> [Int64] {
        try database.rows("SELECT id FROM merchant WHERE key = ?", [.text(key)]) { $0.int(0) }
    }
}

/// What the score knows of a purchase, as numbers between −1 and 1.
public struct PurchaseFeatures: Hashable, Sendable {
    /// In the order of `names`.
    public let values: [Double]

    /// The wider classes, of which a purchase has one or none, and then the signals.
    public static let names = classes.map { "class_" + $0 } + Signal.allCases.map(\.rawValue)
    static let classes = RuleCategory.guardianIDs

    /// What is measured beside the class.
    enum Signal: String, CaseIterable {
        /// Doublings of what is usual at the merchant and in the category, by 3: −2/3 … 1.
        case amountAtMerchant = "amount_at_merchant"
        case amountInCategory = "amount_in_category"
        /// Purchases at the merchant before this one, by 5 and by 15, at most 1.
        case visits7 = "visits_7"
        case visits30 = "visits_30"
        /// Between 22:00 and 5:00.
        case late
        /// Saturday or Sunday.
        case weekend
        case online
        /// Days until the next pay, by 30, at most 1, times the part of what there is to spare that it takes; 0 on a
        /// pay day.
        case daysToPay = "days_to_pay"
        /// The part of the limit that is spent before, by 2, 0 … 1.
        case utilization

        /// Whether more of it can only speak against a purchase. What the amount has a part in must, so that a larger
        /// one never looks better.
        var isNeverInFavour: Bool {
            switch self {
            case .amountAtMerchant, .amountInCategory, .visits7, .visits30, .daysToPay, .utilization: true
            case .late, .weekend, .online: false
            }
        }
    }

    /// - Parameters:
    ///   - guardianClass: the Guardian name of its category; nil when that is not known.
    ///   - nextPay: the first day on which pay is expected, that of the purchase included; nil when none is.
    ///   - spare: what there is to spare, minor units; nil where that is not known.
    public init(
        _ purchase: Purchase, guardianClass: String?, habits: PurchaseHabits, spentBefore: Int64, limit: Int64?,
        nextPay: CivilDate?, spare: Int64? = nil
    ) {
        let cents = purchase.amount.minorUnits
        let excess = habits.excess(of: cents, spare: spare)
        func doublings(_ usual: Int64?) -> Double {
            let value = usual.map { $0 > 0 ? min(max(log2(Double(cents) / Double($0)), -2), 3) / 3 : 0 } ?? 0
            return value + excess * (1 - value)
        }
        let share = PurchaseFeatures.share(cents, of: spare)
        func value(_ signal: Signal) -> Double {
            switch signal {
            case .amountAtMerchant: return doublings(habits.usualAtMerchant)
            case .amountInCategory: return doublings(habits.usualInCategory ?? habits.commonTicket)
            case .visits7: return Double(min(habits.visits(inLast: 7, endingOn: purchase.day), 5)) / 5
            case .visits30: return Double(min(habits.visits(inLast: 30, endingOn: purchase.day), 15)) / 15
            case .late: return purchase.hour.map { $0 >= 22 || $0 < 5 } ?? false ? 1 : 0
            case .weekend: return purchase.day.weekday >= 6 ? 1 : 0
            case .online: return purchase.isOnline ? 1 : 0
            case .daysToPay:
                // Where none is in sight it is as far as can be.
                let toGo = nextPay?.days(since: purchase.day) ?? (spare == nil ? 0 : 30)
                let days = Double(min(max(toGo, 0), 30)) / 30
                return days * share + excess * (1 - days * share)
            case .utilization:
                guard let limit, limit > 0 else { return 0 }
                return min(max(Double(spentBefore) / Double(limit), 0), 2) / 2
            }
        }
        values =
            PurchaseFeatures.classes.map { $0 == guardianClass ? 1 : 0 } + Signal.allCases.map(value)
    }

    /// The same whatever the hour and the day of the week.
    var withoutClock: PurchaseFeatures {
        var values = values
        for signal in [Signal.late, .weekend] { values[PurchaseFeatures.place(signal)] = 0 }
        return PurchaseFeatures(values: values)
    }

    private init(values: [Double]) { self.values = values }

    private static func place(_ signal: Signal) -> Int { classes.count + (Signal.allCases.firstIndex(of: signal) ?? 0) }

    /// The part of what there is to spare that a cost takes, 0…1; all of it where that is not known.
    static func share(_ cents: Int64, of spare: Int64?) -> Double {
        guard let spare else { return 1 }
        return spare > cents ? Double(max(0, cents)) / Double(spare) : 1
    }

    subscript(_ signal: Signal) -> Double {
        values[PurchaseFeatures.place(signal)]
    }

    // MARK: Text

    /// What is not zero, to be kept: `class_fun=1 visits_7=0.6`.
    public var text: String {
        zip(PurchaseFeatures.names, values).filter { $0.1 != 0 }.map { "\($0.0)=\($0.1)" }.joined(separator: " ")
    }

    /// - Returns: nil for a text that is none of these. Features that this program does not have are left out.
    public init?(text: String) {
        var values = [Double](repeating: 0, count: PurchaseFeatures.names.count)
        for part in text.split(separator: " ") {
            let sides = part.split(separator: "=")
            guard sides.count == 2, let value = Double(sides[1]), value.isFinite else { return nil }
            if let place = PurchaseFeatures.names.firstIndex(of: String(sides[0])) { values[place] = value }
        }
        self.values = values
    }
}
