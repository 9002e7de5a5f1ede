import Ledger
import Store

/// Gathers what a forecast is made from.
struct ForecastSources {
    let retriever: Retriever
    let asOf: CivilDate
    let currency: Currency
    /// The accounts that are spent from and whose balance is known.
    let pool: [AccountBalance]
    /// The last day that the data knows.
    let dataEnd: CivilDate
    private let accounts: [Account]
    /// The rows of the last two years that are no transfers.
    private let rows: [RecurringRow]
    /// Of all accounts, or of pay and of what moves the money there is to spend: finding the others takes longer than all
    /// the rest.
    private(set) var streams: [RecurringStream]
    private let transfers: [TransferRow]
    private var habits = EverydayHabits([])
    /// The rows of the streams.
    private var inStreams: Set<Int64> = []
    /// What the pool pays in a rhythm.
    private var paid: [PaidCard] = []
    /// The accounts whose own rows move what there is to spend.
    private var movers: Set<String> = []

    private var index: HouseholdIndex { retriever.index }

    /// Days of rows that everyday spending is taken from.
    static let everydayDays = 90
    /// Rows that are read at most, the newest: ten a day for two years. It bounds the time of a forecast.
    private static let mostRows = 8000
    /// The files of one download end within so many days of one another.
    private static let sameDownload = 10

    /// A row of a transfer from or to the accounts that are spent from.
    private struct TransferRow {
        let id: Int64
        let date: CivilDate
        let merchant: String
        let category: String
        /// Minor units, negative = money out.
        let amount: Int64
        /// The account on the other side, where it was paired.
        let otherAccount: Int64?
    }

    /// - Parameters:
    ///   - pool: of one currency, not empty.
    ///   - isWhole: whether the streams of all accounts are found, which `spending` takes.
    init(_ retriever: Retriever, asOf: CivilDate, pool: [AccountBalance], currency: Currency, isWhole: Bool) throws {
        self.retriever = retriever
        self.asOf = asOf
        self.pool = pool
        self.currency = currency
        let all = try retriever.index.accounts
        accounts = all.filter { $0.currency == currency }
        // A purse that is counted today says nothing of what the bank has booked since.
        let filled = try pool.filter { try retriever.index.isFilled(account: $0.account.id) }
        let poolEnd = (filled.isEmpty ? pool : filled).map(\.day).max() ?? asOf
        let rowsEnd = try retriever.index.coverage?.end ?? poolEnd
        let overall = min(asOf, max(rowsEnd, poolEnd))
        dataEnd = overall.days(since: poolEnd) > ForecastSources.sameDownload ? poolEnd : overall
        let names = Set(accounts.map(\.name))
        let known = try retriever.recurringRows(asOf: dataEnd, atMost: ForecastSources.mostRows)
        rows = accounts.count == all.count ? known : known.filter { names.contains($0.account) }
        streams = []
        let start = try retriever.index.dayOfRow(ForecastSources.mostRows, before: dataEnd)
        transfers = try ForecastSources.transfers(
            retriever.index, of: pool.map(\.account),
            in: Period(max(dataEnd.adding(months: -13), start ?? dataEnd.adding(months: -13)), dataEnd))
        paid = paidCards
        movers = try movers(besides: paid)
        let (rows, movers, dataEnd) = (rows, movers, dataEnd)
        let found: Set<String> = isWhole ? [] : movers
        streams = try retriever.index.kept(["forecast", dataEnd, currency, isWhole, found]) {
            RecurringDetector.streams(rows: rows, asOf: dataEnd) { row in
                isWhole || row.kind == .income || movers.contains(row.account)
            }
            .without(try retriever.index.dismissedStreams()).streams
        }
        inStreams = Set(streams.flatMap(\.rowIDs))
        let (inStreams, memory) = (inStreams, dataEnd.adding(days: 1 - EverydayHabits.memory))
        habits = EverydayHabits(
            rows.filter { $0.kind == .expense && $0.date >= memory && !inStreams.contains($0.id) })
    }

    private static func transfers(_ index: HouseholdIndex, of pool: [Account], in period: Period)
        throws(StoreError) -> [TransferRow]
    {
        let ids = pool.map { String($0.id) }.joined(separator: ", ")
        let rows = try index.database.rows(
            """
            SELECT t.id, t.day, t.merchant_id, t.category_id, t.amount, p.account_id
            FROM txn t INDEXED BY txn_day LEFT JOIN txn p ON p.id = t.pair_id
            WHERE t.day BETWEEN ? AND ? AND t.counted = 1 AND t.kind = 3 AND t.account_id IN (\(ids))
            AND (p.account_id IS NULL OR p.account_id NOT IN (\(ids))) ORDER BY t.day, t.id
            """, [.int(Int64(period.start.dayNumber)), .int(Int64(period.end.dayNumber))]
        ) { row in
            (
                id: row.int(0), date: row.day(1), merchant: row.int(2),
                category: row.int(3), amount: row.int(4), other: row.optionalInt(5)
            )
        }
        var out: [TransferRow] = []
        for row in rows {
            out.append(
                TransferRow(
                    id: row.id, date: row.date, merchant: try index.merchantName(row.merchant),
                    category: index.categorySlug(row.category), amount: row.amount, otherAccount: row.other))
        }
        return out
    }

    // MARK: Cards

    /// A card, or the payee of card payments where the card's own rows are not here, and what was paid to it.
    private struct PaidCard {
        let name: String
        let account: Account?
        let payments: [DatedAmount]
        /// In which rhythm it is paid.
        let stream: RecurringStream
    }

    /// Cards that are paid from the pool in a rhythm.
    private var paidCards: [PaidCard] {
        let cards = Dictionary(uniqueKeysWithValues: accounts.filter { $0.type == .creditCard }.map { ($0.id, $0) })
        let out = transfers.filter { $0.amount < 0 }
        // A payment whose other side is not here goes to the card that its payee was paid for before.
        var cardsOfPayee: [String: Set<Int64>] = [:]
        for row in out {
            if let card = row.otherAccount, cards[card] != nil { cardsOfPayee[row.merchant, default: []].insert(card) }
        }
        var payments: [String: (account: Account?, rows: [TransferRow])] = [:]
        for row in out {
            let known = cardsOfPayee[row.merchant].flatMap { $0.count == 1 ? $0.first : nil }
            let card = (row.otherAccount ?? known).flatMap { cards[$0] }
            guard card != nil || row.otherAccount == nil && row.category == "card_payment" else { continue }
            payments[card?.name ?? row.merchant, default: (card, [])].rows.append(row)
        }
        return payments.sorted { $0.key < $1.key }.compactMap { name, paid in
            // What is paid varies; when it is paid does not.
            guard let stream = rhythm(of: paid.rows, name: name, amount: { _ in -1 }) else { return nil }
            return PaidCard(
                name: name, account: paid.account,
                payments: paid.rows.map { DatedAmount(date: $0.date, amount: -$0.amount) }, stream: stream)
        }
    }

    private func rhythm(of rows: [TransferRow], name: String, amount: (TransferRow) -> Int64) -> RecurringStream? {
        let beats = rows.map { row in
            let amount = amount(row)
            return RecurringRow(
                id: row.id, date: row.date, merchant: name, account: "", category: "loans",
                amount: Money(amount, currency), kind: amount < 0 ? .expense : .income)
        }
        return RecurringDetector.streams(rows: beats, asOf: dataEnd).streams.first(where: \.isLive)
    }

    private func estimate(_ card: PaidCard) throws -> CardPaymentEstimate {
        var charges: [DatedAmount] = []
        if let account = card.account { charges = try self.charges(account) }
        let start = dataEnd.adding(days: -ForecastSources.everydayDays)
        let recent = charges.filter { $0.date > start }.reduce(0) { $0 + $1.amount }
        let spent = card.account.map { self.spent(on: [$0.name], after: start) } ?? []
        let oneOff = ForecastSources.sum(spent) - ForecastSources.sum(habits.everyday(among: spent))
        let rate = EverydaySpending(total: recent - oneOff, days: ForecastSources.everydayDays)
        return CardPaymentEstimate(payments: card.payments, charges: charges, dataEnd: dataEnd, rate: rate)
    }

    /// When a card will be paid, and how much.
    private func payments(to card: PaidCard, through end: CivilDate) throws -> (flows: [ExpectedFlow], terms: CardTerms)
    {
        let estimate = try estimate(card)
        let days = card.stream.expectedDays(after: dataEnd, through: end)
        let flows = days.map { day in
            ExpectedFlow(
                date: day, name: card.name, amount: Money(-estimate.amount(paidOn: day), currency), kind: .cardPayment)
        }
        let payments = days.map { CardTerms.Payment(paidOn: $0, closesOn: estimate.closingDay(paidOn: $0)) }
        return (flows, CardTerms(account: card.name, payments: payments))
    }

    /// What a card was charged, each on the day that its bank booked it on, pending rows included.
    private func charges(_ account: Account) throws(StoreError) -> [DatedAmount] {
        try index.database.rows(
            """
            SELECT coalesce(posted_day, day), -amount FROM txn INDEXED BY txn_content
            WHERE account_id = ? AND day BETWEEN ? AND ? AND kind <> 3 AND parent_id IS NULL
            """,
            [
                .int(account.id), .int(Int64(dataEnd.adding(months: -9).dayNumber)), .int(Int64(dataEnd.dayNumber)),
            ]
        ) { DatedAmount(date: $0.day(0), amount: $0.int(1)) }
    }

    // MARK: Flows

    /// The accounts whose own rows move what there is to spend: the pool, and cards that it pays without a rhythm.
    private func movers(besides paid: [PaidCard]) throws(StoreError) -> Set<String> {
        let settled = Set(paid.compactMap { $0.account?.name })
        var movers = Set(pool.map(\.account.name))
        for card in accounts where card.type == .creditCard && !settled.contains(card.name) {
            if try isPaid(card) { movers.insert(card.name) }
        }
        return movers
    }

    /// Whether the pool pays a card: it did so before, or nobody is known to and everyday things are paid from the pool.
    private func isPaid(_ card: Account) throws(StoreError) -> Bool {
        if let payer = try index.lastPayer(ofCard: card.id, upTo: dataEnd) {
            return pool.contains { $0.account.id == payer }
        }
        let daily: [AccountType] = [.checking, .cash]
        return pool.contains { daily.contains($0.account.type) } || !accounts.contains { daily.contains($0.type) }
    }

    /// What is expected after the data's end.
    struct Expected {
        var flows: [ExpectedFlow]
        /// What is spent besides.
        let everyday: EverydaySpending
        let cards: [CardTerms]
    }

    func expected(through end: CivilDate) throws -> Expected {
        let payments = try paid.map { try self.payments(to: $0, through: end) }
        var flows = payments.flatMap(\.flows)
        flows += savings(besides: paid, through: end)
        flows += streamFlows(on: movers, through: end)
        return Expected(flows: flows, everyday: everyday(on: movers), cards: payments.map(\.terms))
    }

    private func streamFlows(on accounts: Set<String>, through end: CivilDate) -> [ExpectedFlow] {
        streams.filter { accounts.contains($0.account) && $0.isLive }.flatMap { stream in
            stream.expectedDays(after: dataEnd, through: end).map { day in
                ExpectedFlow(
                    date: day, name: stream.merchant, amount: stream.next,
                    kind: stream.kind == .income ? .income : .bill)
            }
        }
    }

    /// Streams of what is bought and not billed, which a purchase of their kind takes the place of.
    func shopping(through end: CivilDate) -> [ExpectedShopping] {
        streams.filter {
            movers.contains($0.account) && $0.isLive && $0.kind == .expense && $0.group != .bill
        }.map { stream in
            ExpectedShopping(
                category: stream.category,
                payments: stream.expectedDays(after: dataEnd, through: end).map { day in
                    DatedAmount(date: day, amount: -stream.next.minorUnits)
                })
        }
    }

    /// Moves to and from other own accounts that come again and again.
    private func savings(besides paid: [PaidCard], through end: CivilDate) -> [ExpectedFlow] {
        let names = Dictionary(uniqueKeysWithValues: accounts.map { ($0.id, $0.name) })
        let cards = Set(accounts.filter { $0.type == .creditCard }.map(\.id))
        var groups: [String: [TransferRow]] = [:]
        for row in transfers where row.category != "card_payment" {
            if let other = row.otherAccount, cards.contains(other) { continue }
            let name = row.otherAccount.flatMap { names[$0] } ?? row.merchant
            groups["\(name)\u{0}\(row.amount < 0)", default: []].append(row)
        }
        return groups.sorted { $0.key < $1.key }.flatMap { key, rows -> [ExpectedFlow] in
            let name = String(key.split(separator: "\u{0}")[0])
            guard let stream = rhythm(of: rows, name: name, amount: \.amount) else { return [] }
            return stream.expectedDays(after: dataEnd, through: end).map { day in
                ExpectedFlow(date: day, name: name, amount: stream.next, kind: .transfer)
            }
        }
    }

    // MARK: Everyday spending

    /// The mean of what was spent in the last 90 days of the data besides all streams and without one-off purchases.
    private func everyday(on accounts: Set<String>) -> EverydaySpending {
        let first = everydayStart(on: accounts)
        return EverydaySpending(
            total: ForecastSources.sum(habits.everyday(among: spent(on: accounts, after: first.adding(days: -1)))),
            days: dataEnd.days(since: first) + 1)
    }

    /// The first day that everyday spending is taken from.
    private func everydayStart(on accounts: Set<String>) -> CivilDate {
        let first = rows.first { accounts.contains($0.account) }?.date ?? dataEnd
        return max(first, dataEnd.adding(days: 1 - ForecastSources.everydayDays))
    }

    /// What was spent on accounts after a day, besides all streams.
    private func spent(on accounts: Set<String>, after start: CivilDate) -> [RecurringRow] {
        rows.filter { row in
            row.date > start && row.date <= dataEnd && (row.kind == .expense || row.kind == .refund)
                && accounts.contains(row.account) && !inStreams.contains(row.id)
        }
    }

    private static func sum(_ rows: [RecurringRow]) -> Int64 { rows.reduce(0) { $0 - $1.amount.minorUnits } }

    /// What is bought day by day from what there is to spend, and with the cards that are paid from it.
    func everydayPurchases(_ cards: [CardTerms]) -> [EverydayPurchases] {
        func bought(on accounts: Set<String>, card: CardTerms?) -> EverydayPurchases {
            let first = everydayStart(on: accounts)
            let rows = habits.everyday(among: spent(on: accounts, after: first.adding(days: -1)))
            return EverydayPurchases(rows, days: dataEnd.days(since: first) + 1, card: card)
        }
        return [bought(on: movers, card: nil)] + cards.map { bought(on: [$0.account], card: $0) }
    }

    /// What will have been spent in a period: what was spent up to the data's end, the bills still to come and the
    /// usual amount a day on the days that are left.
    func spending(in period: Period) -> (soFar: Int64, ahead: Int64) {
        let soFar = rows.filter { row in
            period.contains(row.date) && row.date <= dataEnd && (row.kind == .expense || row.kind == .refund)
        }.reduce(0) { $0 - $1.amount.minorUnits }
        guard period.end > dataEnd else { return (soFar, 0) }
        let all = Set(accounts.map(\.name))
        let bills = streamFlows(on: all, through: period.end).filter { $0.date >= period.start && $0.kind == .bill }
        let days = period.end.days(since: max(dataEnd, period.start.adding(days: -1)))
        return (soFar, bills.reduce(0) { $0 - $1.amount.minorUnits } + everyday(on: all).spent(in: days))
    }

    /// The days on which pay is expected to come into the pool.
    func payDays(through end: CivilDate) -> [CivilDate] {
        let names = Set(pool.map(\.account.name))
        return PayStreams.pay(among: streams.filter { names.contains($0.account) })
            .flatMap { $0.expectedDays(after: dataEnd, through: end) }
    }

    /// `PayCalendar.schedule` of all accounts of the currency.
    func paySchedule(through end: CivilDate) -> [CivilDate] {
        PayStreams.schedule(of: PayStreams.pay(among: streams), from: asOf, through: end)
    }
}

extension HouseholdIndex {
    /// The account from which a card was last paid; nil where no payment of the last 13 months has its other side here.
    public func lastPayer(ofCard id: Int64, upTo end: CivilDate) throws(StoreError) -> Int64? {
        try database.first(
            """
            SELECT p.account_id FROM txn t INDEXED BY txn_content JOIN txn p ON p.id = t.pair_id
            WHERE t.account_id = ? AND t.day BETWEEN ? AND ? AND t.kind = 3 AND t.amount > 0 ORDER BY t.day DESC LIMIT 1
            """,
            [.int(id), .int(Int64(end.adding(months: -13).dayNumber)), .int(Int64(end.dayNumber))]
        ) { $0.int(0) }
    }
}

extension RecurringStream {
    /// What moves the next time, negative = money out.
    fileprivate var next: Money { isSteady ? amount : typical }
}
