import Glibc
import Importing
import Ledger
import Store

/// Banks through Plaid (https://plaid.com/docs/api, version 2020-09-14): one connection is one Item, a login at one bank.
public struct Plaid: Feed {
    let settings: PlaidSettings
    let client: PlaidClient

    /// Rows that a page may have, the most that Plaid gives.
    private static let pageSize = 500
    /// What is most of a page and of no use here.
    private static let unread: [StaticString] = [
        "counterparties", "location", "payment_meta", "category", "category_id", "logo_url", "website",
        "merchant_entity_id", "personal_finance_category_icon_url", "datetime", "authorized_datetime", "account_owner",
        "payment_channel", "transaction_code", "transaction_type", "check_number",
    ]
    /// Attempts to read all pages while the bank's data changes, before everything is read anew.
    private static let attempts = 3
    /// Days before a consent ends from which on that is said.
    private static let notice = 14

    public init(_ http: BankHTTP, _ settings: PlaidSettings, backoff: Backoff = Backoff()) {
        self.settings = settings
        client = PlaidClient(
            http, settings, backoff: backoff,
            pace: PlaidPace(now: BankHTTP.now, pause: backoff.pause, isCancelled: http.isCancelled))
    }

    public func remove(_ connected: Connected) throws(FeedError) {
        do throws(FeedError) {
            _ = try client.ask(try PlaidClient.Call("/item/remove", of: connected))
        } catch {
            // Gone is gone, whoever ended it.
            guard error.reason == .revoked else { throw error }
        }
    }

    // MARK: Pulling

    public func pull(_ connected: Connected, _ request: PullRequest) throws(FeedError) -> Pull {
        var pull = Pull()
        let health = try ask("/item/get", connected, request)
        let item = health["item"] ?? .null
        if let error = item["error"], !error.isNull {
            throw PlaidErrors.error(error, name: connected.connection.name)
        }
        noteConsent(item, connected, request, &pull)
        let accounts = try ask("/accounts/get", connected, request)
        let reader = PlaidAccountReader(
            today: request.today, updated: Self.day(health["status"]?["transactions"]?["last_successful_update"]),
            institution: connected.connection.institution ?? item["institution_name"]?.string,
            known: Set(request.links.map(\.remoteID)))
        reader.read(accounts, into: &pull)
        try readTransactions(connected, request, reader, &pull)
        try readHoldings(connected, request, item, reader, &pull)
        pull.update.roster = reader.listed
        // What is left out is told once.
        if connected.connection.cursor != nil { pull.problems.removeAll { $0.code == "currency" && $0.isNotice } }
        return pull
    }

    private func ask(
        _ path: String, _ connected: Connected, _ request: PullRequest, _ fields: [(String, JSON)] = [],
        without unread: [StaticString] = []
    ) throws(FeedError) -> JSON {
        try client.ask(
            try PlaidClient.Call(path, of: connected, fields), without: unread, willSend: request.willSend)
    }

    /// The day of a moment, in UTC.
    /// Where Plaid connects banks.
    public static let countries: Set<String> = [
        "US", "CA", "GB", "IE", "FR", "ES", "NL", "DE", "IT", "PL", "DK", "NO", "SE", "EE", "LT", "LV", "PT", "BE",
        "AT",
        "FI",
    ]

    static func day(_ value: JSON?) -> CivilDate? { value?.string.flatMap { CivilDate(iso: String($0.prefix(10))) } }

    private func noteConsent(_ item: JSON, _ connected: Connected, _ request: PullRequest, _ pull: inout Pull) {
        guard let end = Self.day(item["consent_expiration_time"]), request.today.adding(days: Self.notice) >= end
        else { return }
        let code = "PENDING_EXPIRATION"
        let words = PlaidErrors.warning(code, name: connected.connection.name, until: end)
        pull.problems.append(FeedProblem(.ok, code: code, message: words))
    }

    // MARK: Transactions

    /// All pages since the cursor; they are kept together or not at all, so that the next sync begins where this one did.
    private func readTransactions(
        _ connected: Connected, _ request: PullRequest, _ reader: PlaidAccountReader, _ pull: inout Pull
    ) throws(FeedError) {
        let cursor = request.since == nil ? connected.connection.cursor : nil
        var start = cursor
        var attempt = 1
        while true {
            do throws(FeedError) {
                let pages = try pages(connected, request, reader, from: start)
                let first = request.since ?? request.today.adding(years: -100)
                pages.finish(&pull, listing: start == nil ? Period(min(first, request.today), request.today) : nil)
                return
            } catch {
                // A cursor that Plaid does not take any more: what it stood for is read from the beginning, and held against what
                // is there.
                if error.reason == .malformed, error.code != nil, start != nil {
                    start = nil
                    continue
                }
                guard error.reason == .mutated, attempt <= Plaid.attempts else { throw error }
                attempt += 1
                // What goes on changing is read from the beginning, and held against what is there.
                if attempt > Plaid.attempts { start = nil }
            }
        }
    }

    private func pages(
        _ connected: Connected, _ request: PullRequest, _ accounts: PlaidAccountReader, from start: String?
    ) throws(FeedError) -> SyncPages {
        var pages = SyncPages(accounts)
        var cursor = start
        repeat {
            var fields: [(String, JSON)] = [("count", .int(Plaid.pageSize))]
            if let cursor { fields.append(("cursor", .string(cursor))) }
            try pages.read(try page(connected, request, fields))
            cursor = pages.cursor
            request.didRead(pages.count)
        } while pages.hasMore
        return pages
    }

    /// One page. The first request makes Plaid fetch, which is worth some patience; what is not ready in the end comes with a later
    /// sync.
    private func page(_ connected: Connected, _ request: PullRequest, _ fields: [(String, JSON)]) throws(FeedError)
        -> JSON
    {
        var attempt = 1
        while true {
            let page = try ask("/transactions/sync", connected, request, fields, without: Plaid.unread)
            guard page["transactions_update_status"]?.string == "NOT_READY", attempt < client.backoff.attempts else {
                return page
            }
            client.backoff.pause(client.backoff.wait(after: attempt))
            attempt += 1
        }
    }

    // MARK: Holdings

    private func readHoldings(
        _ connected: Connected, _ request: PullRequest, _ item: JSON, _ reader: PlaidAccountReader, _ pull: inout Pull
    ) throws(FeedError) {
        let products = ["products", "billed_products", "consented_products"].flatMap { item[$0]?.array ?? [] }
        let hasAccounts = pull.update.accounts.contains { $0.type == .investment || $0.type == .retirement }
        guard hasAccounts, products.contains(where: { $0.string == "investments" }) else { return }
        do throws(FeedError) {
            reader.readHoldings(try ask("/investments/holdings/get", connected, request), into: &pull)
        } catch {
            // Rows and balances are there and stay.
            if error.reason == .cancelled { throw error }
            let isNotice = error.reason == .notReady || error.reason == .refused
            pull.problems.append(
                FeedProblem(
                    isNotice ? .ok : error.health == .relink ? .relink : .attention, code: error.code ?? "",
                    message: "holdings couldn't be read: \(error.message)"))
        }
    }
}
