/// One thing that was computed, with what it means. Nothing about a person's money is said that is not a fact.
///
/// Its meaning is in its fields; the words for it are made from them by `FactPhrases` and never read back.
public struct Fact: Hashable, Sendable {
    /// What a fact says of its subject. Those that the contract names as figures carry that name.
    public enum Role: String, Hashable, Sendable, CaseIterable {
        // Rows, as a question means them.
        case total, count, average, median, largest, smallest, share
        /// Units of the period without a row.
        case countWithout = "count_without"
        /// Transactions per `unit`.
        case rate
        /// Days in a row with rows, or without; `period` is from the first of them to the last.
        case streakWith = "streak_with"
        case streakWithout = "streak_without"
        /// Days from one occasion to the next.
        case gap
        case lastDay = "last_date"
        case firstDay = "first_date"
        /// One row; `period` is its day.
        case row
        // Parts of a whole.
        /// One group of several; `percent` is its part of the whole.
        case part
        /// The group with the largest value, or the smallest.
        case largestPart = "largest_part"
        case smallestPart = "smallest_part"
        /// What the groups shown come to; `percent` of the whole.
        case partsTogether = "shown"
        // What a value is held against.
        /// The signed difference from `other`; `percent` of it.
        case change
        /// The group that rose most from `other.period`, or fell most; the value is its change.
        case largestRise = "largest_rise"
        case largestFall = "largest_fall"
        /// What is usual in as many days; `other.value` is what is held against it, `percent` how far that is off.
        case usual
        /// How many times `other` the value is.
        case ratio
        /// The difference from an amount that the question named, which is `other.value`.
        case distance
        // In and out.
        case net
        // Accounts.
        case balance, assets, liabilities
        case netWorth = "net_worth"
        // Limits.
        case limit, spent, remaining, utilization
        // What is ahead.
        case safeToSpend = "safe_to_spend"
        /// The lowest balance of the days ahead; `period` is its day.
        case lowest
        /// A payment that is expected; `period` is its day.
        case due
        /// Pay that is expected; `period` is its day.
        case pay
        /// What all payments ahead come to.
        case bills
        // What comes again and again.
        case streams = "stream_count"
        case monthlyCost = "monthly_cost"
        case yearlyCost = "yearly_cost"
        /// What one stream takes each `unit`.
        case stream
        /// What one stream's payment is now, `other.value` what it was; `period` begins on the day it changed.
        case price = "price_change"
        // What a room of its own worked out, in words of its own.
        /// A yes, a no, or which of two.
        case answer
        /// What speaks for or against a purchase.
        case reasonFor = "reason_for"
        case reasonAgainst = "reason_against"
        /// What would make the verdict another one.
        case condition
        /// Something out of the ordinary.
        case finding
        /// Something the person can do; the value is what it is about, or what it brings.
        case suggestion
        /// What spending less would keep each `unit`; `percent` is that part of it, `other` what it would still take.
        case saving
        /// What is to be put aside each `unit` to have `other` by the end of `period`.
        case target
        /// Anything else that is so.
        case statement
        /// What has to be known beside what was asked.
        case caution
        // How far the data reaches.
        case pending
        case coverage
    }

    /// What a fact is about.
    public enum Subject: Hashable, Sendable {
        /// Rows of a flow; the filter is in names of the index.
        case rows(Selection.Flow, RowFilter)
        /// An account by its name.
        case account(String)
        /// Everything the person has.
        case household
        /// A recurring payment by its merchant.
        case stream(String)
        /// A limit on a category.
        case limit(String)
        /// What somebody thinks of buying.
        case purchase(String)
        /// A saving goal by its name.
        case goal(String)
    }

    /// What a value is held against, or a part of. nil means the same as the fact's own.
    public struct Other: Hashable, Sendable {
        public var subject: Subject?
        public var period: Period?
        public var value: FigureValue?

        public init(subject: Subject? = nil, period: Period? = nil, value: FigureValue? = nil) {
            self.subject = subject
            self.period = period
            self.value = value
        }
    }

    /// What a value was computed from.
    public struct Basis: Hashable, Sendable {
        /// How many rows; nil where that has no meaning. A fact of one row is that row's.
        public var rows: Int?
        /// Whether it is expected and not counted: a forecast, a price that was not said.
        public var isEstimate = false
        /// The last day whose payments an expected amount takes into account; nil where it takes none.
        public var through: CivilDate?

        public init(rows: Int? = nil, isEstimate: Bool = false, through: CivilDate? = nil) {
            self.rows = rows
            self.isEstimate = isEstimate
            self.through = through
        }
    }

    public var role: Role
    public var subject: Subject
    public var period: Period?
    /// Money a person spent is positive.
    public var value: FigureValue
    /// What is counted, or what a mean or a stream is taken over.
    public var unit: Ask.Unit?
    /// What `role` says it is of; 12.5 means 12.5%.
    public var percent: Double?
    public var other: Other?
    public var basis: Basis
    /// Whether it is what was asked for: a reply that lacks it answers nothing.
    public var isAsked: Bool
    /// Whether its wording points at the fact before it with a word such as “that”.
    public var goesOn = false
    /// Whether it is bad news, so that nothing beside it is praised.
    public var isBad = false
    /// Whole words for it, where no rule makes them from the fields: a reason, a finding. Never read, only shown.
    public var wording: Phrase?
    /// How a reply points at it; unique among the facts of an answer once `keyed`.
    public var key: String

    public init(
        _ role: Role, _ subject: Subject, _ value: FigureValue, in period: Period? = nil, per unit: Ask.Unit? = nil,
        percent: Double? = nil, other: Other? = nil, basis: Basis = Basis(), isAsked: Bool = false,
        wording: Phrase? = nil, key: String = ""
    ) {
        self.role = role
        self.subject = subject
        self.value = value
        self.period = period
        self.unit = unit
        self.percent = percent
        self.other = other
        self.basis = basis
        self.isAsked = isAsked
        self.wording = wording
        self.key = key
    }

    /// Something that a room of its own worked out.
    public init(
        _ role: Role, _ wording: Phrase, about subject: Subject = .household, in period: Period? = nil,
        isAsked: Bool = false, isOfSingleRow: Bool = false, key: String = ""
    ) {
        self.init(
            role, subject, .count(1), in: period, basis: Basis(rows: isOfSingleRow ? 1 : nil), isAsked: isAsked,
            wording: wording, key: key)
    }

    /// What a reader must know to understand it: what it is a part of or a change of, and when.
    public struct Anchor: Hashable, Sendable {
        public let subject: Subject
        public let period: Period?

        public init(subject: Subject, period: Period?) {
            self.subject = subject
            self.period = period
        }
    }

    public var anchor: Anchor {
        switch role {
        case .part, .largestPart, .smallestPart, .partsTogether:
            // A month's whole is the year.
            Anchor(
                subject: other?.subject ?? .rows(subject.flow, .all),
                period: other?.subject == nil ? period : other?.period ?? period)
        case .largestRise, .largestFall: Anchor(subject: other?.subject ?? .rows(subject.flow, .all), period: period)
        default: Anchor(subject: subject, period: period)
        }
    }

    /// Whether it is a part that only its days tell from the others.
    public var isPartByTime: Bool {
        [.part, .largestPart, .smallestPart].contains(role) && anchor.subject == subject && anchor.period != period
    }

    /// Whether it must be said beside what was asked, by code where a model's words lack it.
    public var mustBeSaid: Bool { [.pending, .coverage, .caution].contains(role) }

    /// The same with a wording that points at the fact before it.
    public func goingOn() -> Fact {
        var fact = self
        fact.goesOn = true
        return fact
    }

    /// Whether it tells what one row was, which `aggregates` keeps from a model.
    public var isOfSingleRow: Bool {
        switch role {
        case .row, .largest, .smallest: true
        // A mean of one row is that row.
        case .total, .net, .average, .median, .part, .largestPart, .smallestPart:
            basis.rows == 1 && period?.days == 1
        case .lastDay, .firstDay: true
        case .finding, .suggestion, .statement, .reasonFor, .reasonAgainst: basis.rows == 1
        default: false
        }
    }
}

extension Fact.Subject {
    public static let spending = Fact.Subject.rows(.spending, .all)
    public static let income = Fact.Subject.rows(.income, .all)

    public static func category(_ id: String, _ flow: Selection.Flow = .spending) -> Fact.Subject {
        .rows(flow, .category(id))
    }

    public static func merchant(_ name: String, _ flow: Selection.Flow = .spending) -> Fact.Subject {
        .rows(flow, .merchant(name))
    }
}

// MARK: Keys

extension [Fact] {
    /// The facts with short mnemonic keys, each different: `groceries.sep`, `vs.aug`, `usual`, `top`.
    public func keyed() -> [Fact] {
        var taken: Set<String> = []
        return map { fact in
            var fact = fact
            let stem = fact.key.isEmpty ? fact.mnemonic : fact.key
            fact.key = stem
            var number = 2
            while !taken.insert(fact.key).inserted {
                fact.key = "\(stem).\(number)"
                number += 1
            }
            return fact
        }
    }
}

extension Fact {
    /// What it is about and when, in a word or two.
    fileprivate var mnemonic: String {
        let time = Fact.slug(other?.period ?? period)
        return switch role {
        case .total, .share: [subject.slug ?? role.rawValue, Fact.slug(period)].joined(separator: ".").trimmedDots
        case .part, .row, .stream, .due, .balance, .limit, .spent, .remaining, .price:
            [
                isPartByTime ? Fact.slug(period, else: role.slug) : subject.slug ?? Fact.slug(period, else: role.slug),
                role == .part || role == .row ? nil : role.slug,
            ]
            .compactMap { $0 }
            .joined(separator: ".")
        case .change: other?.subject?.slug.map { "vs." + $0 } ?? "vs.\(time)".trimmedDots
        case .largestPart: "top"
        case .smallestPart: "least"
        case .partsTogether: "together"
        case .average: "per.\(unit?.rawValue ?? "one")"
        case .reasonFor: "for"
        case .reasonAgainst: "against"
        default: role.slug
        }
    }

    private static func slug(_ period: Period?, else other: String) -> String {
        let slug = slug(period)
        return slug.isEmpty ? other : slug
    }

    /// `sep`, `2026`; empty for other days.
    private static func slug(_ period: Period?) -> String {
        guard let period else { return "" }
        if Period.month(of: period.start).contains(period.end) {
            return String(CivilDate.monthNames[period.start.month - 1].prefix(3)).lowercased()
        }
        if period.start == period.start.startOfYear, period.end.year == period.start.year {
            return "\(period.start.year)"
        }
        return ""
    }
}

extension Fact.Role {
    fileprivate var slug: String { String(rawValue.map { $0 == "_" ? "." : $0 }) }
}

extension Fact.Subject {
    /// The first word of its name; nil of everything.
    fileprivate var slug: String? {
        let name: String? =
            switch self {
            case .rows(_, let filter): filter.firstName
            case .account(let name), .stream(let name), .limit(let name), .purchase(let name), .goal(let name): name
            case .household: nil
            }
        let words = name?.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) } ?? []
        return words.first { $0.utf8.count > 2 }.map(String.init) ?? (words.isEmpty ? nil : words.joined())
    }
}

extension RowFilter {
    fileprivate var firstName: String? {
        switch self {
        case .category(let name), .merchant(let name), .account(let name), .text(let name), .recurring(let name): name
        case .weekdays(let days): days.count == 1 ? CivilDate.weekdayNames[days.first! - 1] : nil
        case .and(let all), .or(let all): all.lazy.compactMap(\.firstName).first
        default: nil
        }
    }
}

extension String {
    fileprivate var trimmedDots: String {
        var text = Substring(self)
        while text.last == "." { text.removeLast() }
        while text.first == "." { text.removeFirst() }
        return String(text)
    }
}
