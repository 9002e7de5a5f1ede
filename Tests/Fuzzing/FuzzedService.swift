import Advice
import Coaching
import Importing
import Ledger
import Service
import Store
import Synchronization

/// `coach serve` over a small household of its own, without a socket.
enum FuzzedService {
    /// Made anew now and then, so that one input can't grow what the next one is asked of.
    private static let service = Mutex<(service: WebService?, requests: Int)>((nil, 0))
    private static let requestsOfOne = 500

    private static let statement = """
        Date,Description,Amount,Balance
        2026-09-01,ACME PAYROLL,2400.00,3400.00
        2026-09-10,BLUE DOOR GROCERY,-82.40,3317.60
        2026-10-01,ACME PAYROLL,2400.00,5717.60
        2026-10-12,CORNER CAFE,-6.50,5711.10
        2026-10-20,STREAMLY,-12.99,5698.11

        """

    /// Answers a request: a line with a method, a target, and the body's type, and then the body.
    ///
    /// - Throws: `FuzzedParser.Failure` where the service itself fails.
    static func answer(_ bytes: [UInt8]) throws(FuzzedParser.Failure) {
        let line = bytes.prefix { $0 != 0x0A }
        let words = String(decoding: line, as: UTF8.self).split(separator: " ", maxSplits: 2).map(String.init)
        guard words.count > 1 else { return }
        let type = words.count > 2 ? [("Content-Type", words[2])] : []
        let request = HTTPRequest(
            words[0], words[1], headers: [("Host", "localhost")] + type, body: Array(bytes.dropFirst(line.count + 1)),
            peer: "127.0.0.1")
        guard let request else { return }
        let service = service.withLock { kept in
            if kept.requests % requestsOfOne == 0 { kept.service = try? made() }
            kept.requests += 1
            return kept.service
        }
        guard let service else { throw FuzzedParser.Failure(description: "there's no service") }
        let response = service.respond(to: request)
        guard (200...599).contains(response.status), response.status != 500 else {
            throw FuzzedParser.Failure(description: "\(words[0]) \(words[1]): status \(response.status)")
        }
    }

    private static func made() throws -> WebService {
        let today = CivilDate(dayNumber: 20_757)
        let index = try HouseholdIndex(path: ":memory:")
        let file = StatementBytes(Array(statement.utf8), path: "checking.csv")
        _ = try Ingest(index, today: today).importBytes(file, IngestRequest())
        guard let snapshot = index.database.snapshot() else {
            throw FuzzedParser.Failure(description: "the household can't be copied")
        }
        var settings = WebService.Settings(
            tokens: { TokenBook() }, today: { today }, now: { Int64(today.dayNumber) * 86_400 })
        (settings.isOpen, settings.rate) = (true, .max)
        return WebService(
            settings, Households { _, _ in (try HouseholdIndex(snapshot: snapshot), PurchaseSettings()) })
    }
}
