import Importing
import Ledger
import Store
import TestSupport
import Testing

@testable import Feeds

@Suite("The same text is filed alike, whichever way it came")
struct TwoDoorsTests {
    enum Order: CaseIterable {
        case fileFirst, bankFirst
    }

    private func told(_ days: [String], _ text: String, _ code: String) -> FeedUpdate {
        var update = FeedUpdate()
        update.accounts = [checking()]
        update.added = days.map {
            var told = row("t\($0)", $0, -8_120, text)
            told.record.bankCategory = code
            return told
        }
        return update
    }

    @Test(
        "What the code of a bank says holds for rows of files, in that account and in others", arguments: Order.allCases
    )
    func codes(_ order: Order) throws {
        for (text, code) in [("CORNER PANTRY", "5499"), ("TUNEBOX FAMILY", "4899"), ("HOMEWORKS 0887", "5200")] {
            for account in ["Checking A", "Other Card"] {
                let household = try Household()
                let file = "Date,Description,Amount\n2026-08-05,\(text),-45.10\n2026-09-05,\(text),-99.00\n"
                if order == .fileFirst { try household.importCSV(file, account: account) }
                try household.apply(told(["2026-10-05", "2026-10-12", "2026-10-19"], text, code))
                if order == .bankFirst { try household.importCSV(file, account: account) }
                let categories = try household.rows().map { String($0.split(separator: " | ")[3]) }
                #expect(categories.count == 5 && Set(categories).count == 1, "\(text) \(account) \(categories)")
            }
        }
    }
}
