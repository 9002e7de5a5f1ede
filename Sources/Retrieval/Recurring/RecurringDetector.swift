import Ledger

/// Finds recurring streams in rows: a pure function of the rows and the day.
public struct RecurringDetector {
    private let asOf: CivilDate
    /// The first day of the rows that were given.
    private let dataStart: CivilDate
    /// Of each account its rows and the last day that any has.
    private let accounts: [(name: String, rows: Int, last: CivilDate)]
    /// The last day of any row.
    private let dataEnd: CivilDate

    /// The streams among rows of at most about two years.
    ///
    /// - Parameters:
    ///   - rows: in any order; transfers, refunds and rows after `asOf` are passed over.
    ///   - asOf: the day that counts as today.
    ///   - isMeant: the rows that streams are looked for in; the others only tell up to which day the data goes. What was
    ///     passed over is then not told.
    public static func streams(
        rows: [RecurringRow], asOf: CivilDate, where isMeant: ((RecurringRow) -> Bool)? = nil
    ) -> RecurringResult {
        var meant: [RecurringRow] = []
        // Accounts are few: looking through them takes less than a dictionary would for each of thousands of rows.
        var accounts: [(name: String, rows: Int, last: CivilDate)] = []
        var days: (first: CivilDate, last: CivilDate)?
        for row in rows where isUsable(row) && row.date <= asOf {
            days = (min(days?.first ?? row.date, row.date), max(days?.last ?? row.date, row.date))
            if let place = accounts.firstIndex(where: { $0.name == row.account }) {
                accounts[place].rows += 1
                accounts[place].last = max(accounts[place].last, row.date)
            } else {
                accounts.append((row.account, 1, row.date))
            }
            if isMeant?(row) ?? true { meant.append(row) }
        }
        guard let days else { return RecurringResult(streams: [], rejections: []) }
        return RecurringDetector(asOf: asOf, dataStart: days.first, accounts: accounts, dataEnd: days.last)
            .result(meant, tellsRejections: isMeant == nil)
    }

    private static func isUsable(_ row: RecurringRow) -> Bool {
        row.kind == .expense && row.amount.minorUnits < 0 || row.kind == .income && row.amount.minorUnits > 0
    }

    /// Files of a month are brought in when it is over: for so many days after an account's last row, silence says
    /// nothing about its streams.
    private static let unread = 62

    /// The day up to which it is known whether a stream has gone on.
    private func seenThrough(_ rhythm: RecurringRhythm) -> CivilDate {
        let own = rhythm.beats.count + rhythm.extras.count
        guard let account = accounts.first(where: { $0.name == rhythm.beats[0].account }), account.rows > own else {
            return asOf
        }
        let last = dataEnd.days(since: account.last) > RecurringDetector.unread ? dataEnd : account.last
        return asOf.days(since: last) > RecurringDetector.unread ? asOf : last
    }

    private struct GroupKey: Hashable {
        let merchant: String
        let account: String
        let kind: TransactionKind
        let currency: Currency

        /// Merchants nearly tell groups apart: hashing the other names as well costs more than it saves.
        func hash(into hasher: inout Hasher) {
            hasher.combine(merchant)
            hasher.combine(kind)
        }
    }

    private func result(_ rows: [RecurringRow], tellsRejections: Bool) -> RecurringResult {
        var groups: [GroupKey: [RecurringRow]] = [:]
        for row in rows {
            let key = GroupKey(
                merchant: row.merchant, account: row.account, kind: row.kind, currency: row.amount.currency)
            groups[key, default: []].append(row)
        }
        var streams: [RecurringStream] = []
        var rejections: [RecurringRejection] = []
        // One charge is no stream: of thousands of merchants most have no more.
        for (key, rows) in groups where tellsRejections || rows.count > 1 {
            let sorted = rows.sorted { ($0.date, $0.id) < ($1.date, $1.id) }
            let found = RecurringSearch.find(sorted)
            var keys: [String: Int] = [:]
            for rhythm in found.rhythms {
                var key = RecurringStream.key(merchant: key.merchant, account: key.account)
                if found.rhythms.count > 1 {
                    key += "/" + rhythm.beats[rhythm.beats.count - 1].amount.magnitude.plainText
                }
                let number = keys[key, default: 0] + 1
                keys[key] = number
                streams.append(stream(rhythm, key: number > 1 ? "\(key)/\(number)" : key))
            }
            if tellsRejections, let reason = found.reason {
                rejections.append(
                    RecurringRejection(merchant: key.merchant, account: key.account, rows: rows.count, reason: reason))
            }
        }
        return RecurringResult(
            streams: streams.sorted(by: RecurringDetector.precedes),
            rejections: rejections.sorted { ($0.merchant, $0.account, $0.rows) < ($1.merchant, $1.account, $1.rows) })
    }

    private static func precedes(_ a: RecurringStream, _ b: RecurringStream) -> Bool {
        if a.kind != b.kind { return a.kind == .expense }
        if a.monthlyCost.minorUnits != b.monthlyCost.minorUnits {
            return a.monthlyCost.minorUnits > b.monthlyCost.minorUnits
        }
        return (a.key, a.firstDate) < (b.key, b.firstDate)
    }

    // MARK: A stream

    private func stream(_ rhythm: RecurringRhythm, key: String) -> RecurringStream {
        let beats = rhythm.beats
        let (first, last) = (beats[0], beats[beats.count - 1])
        let cadence = rhythm.cadence
        let amounts = RecurringAmounts(beats)
        let isSteady = amounts.isSteady(cadence)
        let typical = Money(median(beats.suffix(12).map(\.amount.minorUnits)), last.amount.currency)
        let monthly = RecurringDetector.perMonth((isSteady ? last.amount : typical).magnitude, cadence)
        let schedule = RecurringSchedule.fit(cadence, to: beats.map(\.date)).schedule
        let settled = last.date.adding(days: Int(cadence.days * 0.4))
        let seen = seenThrough(rhythm)
        var next = schedule.dates(after: settled, through: settled.adding(days: 800)).first
        // A charge that may have come since the last file was brought in is not waited for.
        if let expected = next, expected > seen, expected < asOf {
            next = schedule.dates(after: asOf.adding(days: -1), through: asOf.adding(days: 800)).first
        }
        let rise = isSteady ? RecurringDetector.rise(beats, amounts, cadence) : nil
        let state = state(rhythm, rise, next: next, seen: seen)
        return RecurringStream(
            key: key, merchant: last.merchant, account: last.account, category: last.category, kind: last.kind,
            group: last.kind == .income
                ? .income
                : RecurringCategory.group(
                    category: last.category, isSteady: isSteady,
                    monthly: Double(monthly.minorUnits) / Double(monthly.currency.minorPerMajor)),
            cadence: cadence, amount: last.amount, typical: typical, isSteady: isSteady, state: state, rise: rise,
            firstDate: first.date, lastDate: last.date,
            nextDate: state == .stopped || state == .ended ? nil : next, monthlyCost: monthly,
            rowIDs: (beats + rhythm.extras).sorted { ($0.date, $0.id) < ($1.date, $1.id) }.map(\.id),
            isNew: asOf.days(since: first.date) <= 90 && first.date.days(since: dataStart) > Int(cadence.days * 1.5),
            resumedOn: rhythm.resumedOn,
            certainty: RecurringDetector.certainty(rhythm), schedule: schedule)
    }

    private func state(
        _ rhythm: RecurringRhythm, _ rise: RecurringStream.PriceRise?, next: CivilDate?, seen: CivilDate
    ) -> RecurringStream.State {
        let cadence = rhythm.cadence
        let silence = Double(seen.days(since: rhythm.beats[rhythm.beats.count - 1].date))
        if silence > cadence.days * 3 { return .ended }
        if silence > cadence.days * 1.5 { return .stopped }
        if let next, seen.days(since: next) > RecurringDetector.play(cadence) { return .late }
        if let rise, rise.on > asOf.adding(years: -1) { return .raised(on: rise.on, from: rise.from, to: rise.to) }
        return .active
    }

    private static func rise(
        _ beats: [RecurringRow], _ amounts: RecurringAmounts, _ cadence: Cadence
    ) -> RecurringStream.PriceRise? {
        guard let (index, from) = amounts.lastRise(cadence) else { return nil }
        let row = beats[index]
        let sign: Int64 = row.amount.minorUnits < 0 ? -1 : 1
        let since = beats[index...]
        let paid = since.reduce(Int64(0)) { $0 + $1.amount.minorUnits }
        return RecurringStream.PriceRise(
            on: row.date, from: Money(sign * from, row.amount.currency), to: row.amount, payments: since.count,
            paid: Money(paid, row.amount.currency))
    }

    /// Days that a charge may be behind its expected day without being late: weekends, holidays, slow posting.
    private static func play(_ cadence: Cadence) -> Int {
        switch cadence {
        case .weekly: 2
        case .biweekly, .semimonthly: 3
        case .monthly, .bimonthly: 5
        case .quarterly: 10
        case .halfYearly, .yearly: 15
        }
    }

    /// A year's charges divided by twelve; a year has 52 weeks and 26 fortnights, as people reckon.
    static func perMonth(_ amount: Money, _ cadence: Cadence) -> Money {
        Money(roundedQuotient(amount.minorUnits, times: cadence.timesAYear, by: 12), amount.currency)
    }

    /// n beats say 1 − 1/n of what endless ones would; gaps at the limit of what counts as even halve it.
    private static func certainty(_ rhythm: RecurringRhythm) -> Double {
        let beats = 1 - 1 / Double(rhythm.beats.count)
        return beats * (1 - min(1, rhythm.gapVariation / RecurringRhythm.largestVariation) / 2)
    }
}
