import Importing
import Ledger
import Store
import Testing

@testable import Feeds

@Suite("The bank of the demo")
struct DemoBankTests {
    @Test("Its balances are those before plus what it posts, sync after sync")
    func balances() throws {
        let household = try Household()
        let bank = DemoBank()
        var place: String?
        // At the end of the sample: checking as its file says, the cards from what they owed first and their posted rows.
        var held: [String: Int64] = [
            "Everyday Checking": 927_323, "Travel Card": -249_732 + 14_084, "Cashback Card": -137_562 - 24_549,
        ]
        for round in 1...6 {
            let connected = Connected(household.connection.at(place), secret: nil)
            let pull = try bank.pull(connected, PullRequest(today: day("2026-10-31")))
            for row in pull.update.added where !row.record.isPending {
                held[row.account, default: 0] += row.record.minorUnits
            }
            #expect(Dictionary(uniqueKeysWithValues: pull.update.accounts.map { ($0.id, $0.balance) }) == held)
            // There are eight days to tell of.
            let last = day("2026-10-31").adding(days: min(2 * round, 8))
            #expect(pull.update.accounts.allSatisfy { $0.balanceDay == last })
            place = pull.update.cursor
        }
    }
}
