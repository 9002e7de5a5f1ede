import Importing
import Ledger
import Store
import Terminal

/// A likely bank file as it would be read, before anything of it is stored.
struct FoundFile {
    /// What the person is asked when the file is imported.
    enum Doubt: Hashable {
        case signs, dates, accounts, amounts
    }

    let path: String
    let account: Account?
    /// Whether the account's name and type were taken from the file's name or for granted.
    let isUnnamed: Bool
    let doubts: Set<Doubt>
    private let report: ImportReport

    private static let shown = 3

    /// - Parameter index: what is there already; nil for nothing.
    /// - Throws: where no rows are found, or they can't be read.
    init(_ path: String, in index: HouseholdIndex? = nil) throws {
        var request = IngestRequest()
        request.isDryRun = true
        request.options.today = Session.today
        let ingest = Ingest(try index ?? HouseholdIndex(path: ":memory:"), today: Session.today)
        var doubts: Set<Doubt> = []
        var read: ImportReport?
        while read == nil {
            do { read = try ingest.importFile(path, request) } catch let error as ImportError {
                guard let doubt = error.doubt, doubts.insert(FoundFile.take(doubt, &request.options)).inserted else {
                    throw error
                }
            }
        }
        guard let report = read, report.rows > 0 else { throw ImportError("\(path) has no transactions in it") }
        self.path = path
        self.report = report
        self.doubts = doubts
        account = report.accounts.first
        isUnnamed = report.accounts.count == 1 && report.format == .csv
    }

    /// Takes one of the readings, so that the rows can be looked at.
    private static func take(_ doubt: LayoutDoubt, _ options: inout ImportOptions) -> Doubt {
        switch doubt {
        case .sign, .sides:
            options.keepsSign = true
            return .signs
        case .dateOrder:
            options.dateOrder = .mdy
            return .dates
        case .accounts(let column, _):
            options.columns.append(ColumnChoice(.none, String(column.number)))
            return .accounts
        case .amount(let columns):
            if let first = columns.first { options.columns.append(ColumnChoice(.amount, String(first.number))) }
            return .amounts
        }
    }

    /// Whether the index has all of its rows.
    var isImported: Bool { report.added == 0 && report.duplicates > 0 }

    /// What it holds, with its newest rows; of what is in doubt it says nothing.
    func text(_ number: Int, _ session: Session) -> String {
        let rows = "\(groupedThousands(report.rows)) transaction\(report.rows == 1 ? "" : "s")"
        let head = "\(number)  \(LikelyStatements.short(path, session)): \(rows)"
        let period = doubts.contains(.dates) ? nil : report.period
        var out = session.prose(head + (period.map { ", \($0.ends)" } ?? "")) + "\n"
        let isOpen = doubts.contains(.signs) || doubts.contains(.amounts)
        var table = Table([Table.Column(""), Table.Column(""), Table.Column("", .right)])
        for row in report.preview.sorted(by: { $0.record.date > $1.record.date }).prefix(FoundFile.shown) {
            table.add([
                doubts.contains(.dates) ? "" : row.record.date.iso, row.classification.merchant,
                isOpen ? "" : Money(row.record.minorUnits, row.currency).text,
            ])
        }
        // Without headings their line is empty.
        let lines = table.text(width: session.width.map { $0 - 3 }, style: .plain).split(separator: "\n")
        out += lines.map { "   " + $0 + "\n" }.joined()
        if !doubts.isEmpty { out += "   " + session.prose("It leaves something open, which I'll ask about.") + "\n" }
        return out
    }
}
