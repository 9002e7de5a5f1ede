import Importing
import Ledger
import Resources
import Store

/// The bank of the demo: it is a part of the program, knows the sample household, and has two more days to tell with each
/// sync.
public struct DemoBank: Feed {
    private static let daysOfSync = 2

    public init() {}

    /// What the connection is called by all that asks for it.
    public static let reference = "demo"

    public func begin(mending connected: Connected?) throws(FeedError) -> Linking { Linking(.none) }

    public func finish(_ linking: Linking, answer: Secret?) throws(FeedError) -> [Grant] {
        [
            Grant(
                name: FeedProvider.demo.name, reference: Self.reference, institution: FeedProvider.demo.name,
                secret: nil)
        ]
    }

    public func remove(_ connected: Connected) throws(FeedError) {}

    public func pull(_ connected: Connected, _ request: PullRequest) throws(FeedError) -> Pull {
        let place = connected.connection.cursor.flatMap { try? JSON.parse($0) }
        let base = place?["base"]?.string.flatMap { CivilDate(iso: $0) } ?? request.today
        let told = place?["told"]?.int ?? 0
        let days = (told + 1)...(told + Self.daysOfSync)
        var pull = Pull()
        let rows = DemoBank.rows.filter { days.contains($0.told) }
        let last = rows.isEmpty ? told : days.upperBound
        for start in DemoBank.balances {
            let posted = DemoBank.rows.filter { $0.account == start.account && $0.told <= last && !$0.isPending }
            // The accounts are those of the sample's files, and go by their names.
            pull.update.accounts.append(
                FeedUpdate.Account(
                    id: start.account, name: start.account, institution: nil, currency: .usd,
                    balance: posted.reduce(start.cents) { $0 + $1.cents }, balanceDay: base.adding(days: last)))
        }
        pull.update.added = rows.map { $0.update(from: base) }
        pull.update.removed = rows.compactMap(\.settles)
        if !rows.isEmpty {
            pull.period = Period(base.adding(days: days.lowerBound), base.adding(days: days.upperBound))
        }
        pull.update.cursor =
            JSON.object([("base", .string(base.iso)), ("told", .int(last))]).text
        return pull
    }

    private struct Row {
        let told: Int
        let made: Int
        let account: String
        let isPending: Bool
        let id: String
        let settles: String?
        let cents: Int64
        let text: String

        func update(from base: CivilDate) -> FeedUpdate.Row {
            let posted = told == made ? nil : base.adding(days: told)
            var record = ImportedRecord(
                line: 1, date: base.adding(days: made), posted: isPending ? nil : posted, description: text,
                minorUnits: cents, isPending: isPending)
            record.pendingID = settles
            return FeedUpdate.Row(account: account, id: id, record: record)
        }
    }

    private static let table = Resource.named("rag-index/sample/next-days.tsv").tableRows

    private static let rows = table.filter { $0[3] != "balance" }.map { row in
        Row(
            told: Int(row[0]) ?? 0, made: Int(row[1]) ?? 0, account: row[2], isPending: row[3] == "pending", id: row[4],
            settles: row[5].isEmpty ? nil : row[5], cents: DecimalText.minorUnits(row[6], .usd) ?? 0, text: row[7])
    }

    /// What each account held before the first day that it tells of, without what was pending.
    private static let balances = table.filter { $0[3] == "balance" }.map { row in
        (account: row[2], cents: DecimalText.minorUnits(row[6], .usd) ?? 0)
    }
}
