import CCrypto
import Importing
import Ledger
import Retrieval
import Store
import Synchronization
import Testing

@testable import Feeds

@Suite("Plaid's errors, in words")
struct PlaidErrorTests {
    /// The types of Plaid's specification, 2020-09-14.
    private static let types = [
        "INVALID_REQUEST", "INVALID_RESULT", "INVALID_INPUT", "INSTITUTION_ERROR", "RATE_LIMIT_EXCEEDED", "API_ERROR",
        "ITEM_ERROR", "ASSET_REPORT_ERROR", "BASE_REPORT_ERROR", "RECAPTCHA_ERROR", "OAUTH_ERROR", "PAYMENT_ERROR",
        "BANK_TRANSFER_ERROR", "INCOME_VERIFICATION_ERROR", "MICRODEPOSITS_ERROR", "SANDBOX_ERROR", "PARTNER_ERROR",
        "SIGNAL_ERROR", "TRANSACTIONS_ERROR", "TRANSACTION_ERROR", "TRANSFER_ERROR", "CHECK_REPORT_ERROR",
        "CONSUMER_REPORT_ERROR", "USER_ERROR",
    ]

    private func error(_ code: String, _ type: String = "", reason: String? = nil) -> FeedError {
        PlaidErrors.error(
            .object([
                ("error_type", .string(type)), ("error_code", .string(code)),
                ("error_code_reason", .optional(reason, JSON.string)), ("error_message", .string("SECRET-42")),
            ]), name: "Harbor")
    }

    @Test("Every code has its own line, and every type one for codes that are new")
    func lines() {
        let codes = PlaidErrors.codes
        #expect(codes.count > 120)
        #expect(Set(codes.map { error($0).message }).count == codes.count)
        for code in codes {
            let message = error(code).message
            #expect(!message.contains("{") && !message.contains("SECRET") && message.count > 20)
        }
        for type in Self.types { #expect(codes.contains(type) && error("SOMETHING_NEW", type).code == "SOMETHING_NEW") }
    }

    /// As https://plaid.com/docs/errors lists them.
    private static let documented = """
        ACCESS_NOT_GRANTED ACCOUNTS_BALANCE_GET_LIMIT ACCOUNTS_LIMIT ADDENDUM_NOT_SIGNED
        ADDITIONAL_CONSENT_REQUIRED ASSETS_UNDER_MANAGEMENT_REQUIRED ASSET_REPORT_GENERATION_FAILED
        AUTH_LIMIT BALANCE_LIMIT BANK_TRANSFER_ACCOUNT_BLOCKED CLIENT_TRANSACTION_ID_ALREADY_IN_USE
        CONSUMER_REPORT_EXPIRED CONTACT_REQUIRED CREDITS_EXHAUSTED CUSTOMER_ALREADY_CREATED
        CUSTOMER_ALREADY_ENABLED CUSTOMER_NOT_FOUND CUSTOMER_NOT_READY_FOR_ENABLEMENT
        CUSTOMER_REMOVAL_NOT_ALLOWED DATA_QUALITY_CHECK_FAILED DATA_UNAVAILABLE
        DIRECT_INTEGRATION_NOT_ENABLED EMPLOYMENT_NOT_FOUND FLOWDOWN_NOT_COMPLETE IDENTITY_LIMIT
        INCOME_VERIFICATION_DOCUMENT_NOT_FOUND INCOME_VERIFICATION_FAILED INCOME_VERIFICATION_NOT_FOUND
        INCOME_VERIFICATION_UPLOAD_ERROR INCOMPATIBLE_API_VERSION INCOMPLETE_CUSTOMER_ONBOARDING
        INCORRECT_DEPOSIT_VERIFICATION INCORRECT_LINK_TOKEN INCORRECT_OAUTH_NONCE INSIGHTS_NOT_ENABLED
        INSIGHTS_PREVIOUSLY_NOT_ENABLED INSTANT_MATCH_FAILED INSTITUTIONS_GET_BY_ID_LIMIT
        INSTITUTIONS_GET_LIMIT INSTITUTION_DOWN INSTITUTION_NOT_AVAILABLE
        INSTITUTION_NOT_ENABLED_IN_ENVIRONMENT INSTITUTION_NOT_RESPONDING INSTITUTION_NO_LONGER_SUPPORTED
        INSTITUTION_RATE_LIMIT INSTITUTION_REGISTRATION_REQUIRED
        INSTITUTION_TRANSACTION_HISTORY_NOT_SUPPORTED INSUFFICIENT_CREDENTIALS
        INSUFFICIENT_TRANSACTION_DATA INTERNAL_SERVER_ERROR INVALID_ACCESS_TOKEN INVALID_ACCOUNT_ID
        INVALID_ACCOUNT_NUMBER INVALID_API_KEYS INVALID_AUDIT_COPY_TOKEN INVALID_BODY
        INVALID_CONFIGURATION INVALID_CONFIGURATION_STATE INVALID_CREDENTIALS INVALID_FIELD
        INVALID_HEADERS INVALID_INSTITUTION INVALID_LINK_CUSTOMIZATION INVALID_LINK_TOKEN INVALID_LOGO
        INVALID_MFA INVALID_OTP INVALID_PARENT INVALID_PHONE_NUMBER INVALID_PROCESSOR_TOKEN
        INVALID_PRODUCT INVALID_PUBLIC_TOKEN INVALID_SEND_METHOD INVALID_STRIPE_ACCOUNT
        INVALID_UPDATED_USERNAME INVALID_USER_ID INVALID_USER_IDENTITY_DATA INVALID_USER_TOKEN
        INVALID_WEBHOOK_VERIFICATION_KEY_ID INVESTMENT_HOLDINGS_GET_LIMIT INVESTMENT_TRANSACTIONS_LIMIT
        ITEM_CONCURRENTLY_DELETED ITEM_GET_LIMIT ITEM_LOCKED ITEM_LOGIN_REQUIRED ITEM_NOT_FOUND
        ITEM_NOT_SUPPORTED LOGO_REQUIRED MANUAL_VERIFICATION_REQUIRED MFA_NOT_SUPPORTED MISSING_FIELDS
        NETWORK_CONSENT_REQUIRED NONIDENTICAL_REQUEST NOT_ENABLED_FOR_SIGNAL_TRANSACTION_SCORE_RULESETS
        NOT_FOUND NO_ACCOUNTS NO_AUTH_ACCOUNTS NO_INVESTMENT_ACCOUNTS NO_INVESTMENT_AUTH_ACCOUNTS
        NO_LIABILITY_ACCOUNTS NO_LONGER_AVAILABLE OAUTH_REGISTRATION_ERROR
        OAUTH_STATE_ID_ALREADY_PROCESSED OAUTH_STATE_ID_NOT_FOUND PASSWORD_RESET_REQUIRED PAYMENT_BLOCKED
        PAYMENT_CANCELLED PAYMENT_CONSENT_CANCELLED PAYMENT_CONSENT_INVALID_CONSTRAINTS
        PAYMENT_INSUFFICIENT_FUNDS PAYMENT_INVALID_RECIPIENT PAYMENT_INVALID_REFERENCE
        PAYMENT_INVALID_SCHEDULE PAYMENT_REJECTED PAYMENT_SCHEME_NOT_SUPPORTED
        PLAID_DIRECT_ITEM_IMPORT_RETURNED_INVALID_MFA PLANNED_MAINTENANCE PRODUCTS_NOT_SUPPORTED
        PRODUCT_NOT_ENABLED PRODUCT_NOT_READY PROFILE_ACCESS_FORBIDDEN PROFILE_AUTHENTICATION_FAILED
        QUESTIONNAIRE_NOT_COMPLETE RATE_LIMIT RECAPTCHA_BAD RECAPTCHA_REQUIRED REQUEST_CONFLICT
        RULESET_NOT_FOUND SANDBOX_ONLY SANDBOX_PRODUCT_NOT_ENABLED
        SANDBOX_TRANSFER_EVENT_TRANSITION_INVALID SANDBOX_WEBHOOK_INVALID SIGNAL_TRANSACTION_NOT_INITIATED
        TOO_MANY_VERIFICATION_ATTEMPTS TRANSACTIONS_LIMIT TRANSACTIONS_REFRESH_LIMIT
        TRANSACTIONS_SYNC_LIMIT TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION TRANSACTION_AMOUNT_EXCEEDED
        TRANSACTION_BACS_INVALID TRANSACTION_CURRENCY_MISMATCH TRANSACTION_EXECUTION_FAILED
        TRANSACTION_FAST_PAY_DISABLED TRANSACTION_IBAN_INVALID TRANSACTION_INSUFFICIENT_FUNDS
        TRANSACTION_ON_SAME_ACCOUNT TRANSFER_ACCOUNT_BLOCKED TRANSFER_FORBIDDEN_ACH_CLASS
        TRANSFER_NETWORK_LIMIT_EXCEEDED TRANSFER_NOT_CANCELLABLE TRANSFER_ORIGINATOR_NOT_FOUND
        TRANSFER_UI_UNAUTHORIZED TRANSFER_UNSUPPORTED_ACCOUNT_TYPE TRIAL_CONNECTION_LIMIT
        UNAUTHORIZED_ACCESS UNAUTHORIZED_ENVIRONMENT UNAUTHORIZED_INSTITUTION UNAUTHORIZED_ROUTE_ACCESS
        UNKNOWN_FIELDS UNSUPPORTED_RESPONSE USER_INPUT_TIMEOUT USER_NOT_FOUND USER_PERMISSION_REVOKED
        USER_SETUP_REQUIRED VERIFICATION_STATUS_PENDING_APPROVAL
        """

    @Test("Every code that Plaid documents has its own line")
    func documentedCodes() {
        let codes = Set(PlaidErrors.codes)
        let missing = Self.documented.split(whereSeparator: \.isWhitespace).filter { !codes.contains(String($0)) }
        #expect(missing.isEmpty)
    }

    @Test(
        "What is done about it goes by the code",
        arguments: [
            ("TRIAL_CONNECTION_LIMIT", "RATE_LIMIT_EXCEEDED", FeedError.Reason.configuration),
            ("CREDITS_EXHAUSTED", "RATE_LIMIT_EXCEEDED", .configuration),
            ("NO_LONGER_AVAILABLE", "INVALID_REQUEST", .refused),
            ("MANUAL_VERIFICATION_REQUIRED", "ITEM_ERROR", .relink),
            ("ITEM_LOGIN_REQUIRED", "ITEM_ERROR", .relink), ("PENDING_EXPIRATION", "", .relink),
            ("INVALID_ACCESS_TOKEN", "INVALID_INPUT", .revoked), ("PRODUCT_NOT_READY", "ITEM_ERROR", .notReady),
            ("INTERNAL_SERVER_ERROR", "API_ERROR", .provider),
            ("ANY_LIMIT_THAT_COMES", "RATE_LIMIT_EXCEEDED", .rateLimited),
            ("ACCOUNTS_LIMIT", "RATE_LIMIT_EXCEEDED", .rateLimited), ("NEW_CODE", "NEW_TYPE", .provider),
        ])
    func reasons(_ code: String, _ type: String, _ reason: FeedError.Reason) {
        #expect(error(code, type).reason == reason)
    }

    @Test("A bank's own reason goes before the code; a name cannot break out of the command that it stands in")
    func details() {
        #expect(error("ITEM_LOGIN_REQUIRED", "ITEM_ERROR", reason: "OAUTH_USER_REVOKED").reason == .revoked)
        let words = PlaidErrors.error(code: "ITEM_LOGIN_REQUIRED", name: "A\"`$(x)").message
        #expect(words.contains("plaid \"A'''(x)\""))
    }
}

@Suite("The pace of requests to Plaid")
struct PlaidPaceTests {
    @Test("No more in a minute than Plaid allows an item, whatever other items do")
    func items() {
        let clock = Mutex(0.0)
        let pace = PlaidPace(
            now: { clock.withLock { $0 } }, pause: { seconds in clock.withLock { $0 += seconds } })
        for _ in 0..<50 { pace.wait(for: "/transactions/sync", item: "a") }
        #expect(clock.withLock { $0 } == 0)
        pace.wait(for: "/transactions/sync", item: "b")
        #expect(clock.withLock { $0 } == 0)
        pace.wait(for: "/transactions/sync", item: "a")
        #expect(clock.withLock { $0 } == 60)
    }

    @Test("A wait that a signal cuts short goes on, unless it is the user's end")
    func interrupted() {
        let clock = Mutex(0.0)
        let pauses = Mutex(0)
        let ended = Mutex(false)
        let pace = PlaidPace(
            now: { clock.withLock { $0 } },
            pause: { seconds in
                pauses.withLock { $0 += 1 }
                clock.withLock { $0 += seconds > 1 ? seconds / 2 : seconds }
            }, isCancelled: { ended.withLock { $0 } })
        for _ in 0...15 { pace.wait(for: "/link/token/get", item: "a") }
        #expect(clock.withLock { $0 } == 60 && pauses.withLock { $0 } > 2)
        ended.withLock { $0 = true }
        for _ in 0...15 { pace.wait(for: "/link/token/get", item: "a") }
        #expect(clock.withLock { $0 } == 60)
    }

    @Test("And none of a client")
    func clients() {
        let clock = Mutex(0.0)
        let pace = PlaidPace(
            now: { clock.withLock { $0 } }, pause: { seconds in clock.withLock { $0 += seconds } })
        for item in 0..<60 { pace.wait(for: "/webhook_verification_key/get", item: "\(item)") }
        #expect(clock.withLock { $0 } == 0)
        pace.wait(for: "/webhook_verification_key/get", item: nil)
        #expect(clock.withLock { $0 } == 60)
    }
}

@Suite("Pages of Plaid's transactions")
struct PlaidPageTests {
    private func transaction(_ id: String, _ amount: String, name: String = "CORNER DELI") -> String {
        """
        {"transaction_id": "\(id)", "account_id": "A", "date": "2026-10-20", "authorized_date": null, "amount": \(amount),
         "iso_currency_code": "USD", "unofficial_currency_code": null, "name": "\(name)", "pending": false}
        """
    }

    private func page(_ added: [String], _ modified: [String] = [], removed: [String] = [], next: String, more: Bool)
        throws -> JSON
    {
        let gone = removed.map { "{\"transaction_id\": \"\($0)\"}" }.joined(separator: ",")
        return try JSON.parse(
            """
            {"added": [\(added.joined(separator: ","))], "modified": [\(modified.joined(separator: ","))],
             "removed": [\(gone)], "next_cursor": "\(next)", "has_more": \(more)}
            """)
    }

    private func reader() throws -> PlaidAccountReader {
        let reader = PlaidAccountReader(today: day("2026-10-31"), updated: nil, institution: "Harbor")
        var pull = Pull()
        reader.read(
            try JSON.parse(
                """
                {"accounts": [{"account_id": "A", "name": "Checking", "mask": "1234", "type": "depository",
                 "subtype": "checking", "balances": {"current": 12.5, "iso_currency_code": "USD"}}]}
                """), into: &pull)
        #expect(pull.update.accounts[0].balance == 1_250)
        return reader
    }

    @Test("The last word of the pages counts: added, then modified, then removed, then added again")
    func order() throws {
        var pages = SyncPages(try reader())
        try pages.read(page([transaction("1", "5.25"), transaction("2", "9")], next: "a", more: true))
        try pages.read(
            page(
                [transaction("3", "1")], [transaction("1", "6.25")], removed: ["2", "3", "old"], next: "b", more: true))
        try pages.read(page([transaction("3", "2")], [transaction("4", "7")], next: "c", more: false))
        var pull = Pull()
        pages.finish(&pull, listing: nil)
        #expect(pull.update.added.map(\.id) == ["1", "3"])
        #expect(pull.update.added.map(\.record.minorUnits) == [-625, -200])
        #expect(pull.update.modified.map(\.id) == ["4"])
        #expect(pull.update.removed == ["2", "old"])
        #expect(pull.update.cursor == "c" && !pages.hasMore && pull.update.listed.isEmpty)
    }

    @Test("Pages that never end, replies that are none")
    func broken() throws {
        var pages = SyncPages(try reader())
        try pages.read(page([], next: "a", more: true))
        #expect(throws: FeedError.self) { try pages.read(page([], next: "a", more: true)) }
        #expect(throws: FeedError.self) { try pages.read(.object([])) }
        #expect(throws: FeedError.self) { try pages.read(page([], next: "", more: true)) }
    }

    @Test("Texts are cleaned, and rows in another currency are left out and told")
    func rows() throws {
        var pages = SyncPages(try reader())
        let foreign = transaction("2", "9").replacing("\"USD\"", with: "\"EUR\"")
        try pages.read(
            page([transaction("1", "5", name: "DELI\\u001b[31m\\u202e <b>x"), foreign], next: "a", more: false))
        var pull = Pull()
        pages.finish(&pull, listing: nil)
        #expect(pull.update.added.map(\.record.description) == ["DELI x"])
        #expect(pull.problems.map(\.code) == ["rows"] && !pull.problems.contains { $0.isNotice })
    }

    @Test(
        "From the beginning on: all pending rows since the oldest row of each shared account, all posted ones once all is prepared"
    )
    func listing() throws {
        let other = transaction("2", "9").replacing("\"A\"", with: "\"B\"")
        let whole = Period(day("2026-10-20"), day("2026-10-31"))
        for (status, days) in [
            ("HISTORICAL_UPDATE_COMPLETE", whole), ("INITIAL_UPDATE_COMPLETE", whole), ("NOT_READY", nil), ("", nil),
        ] {
            var pages = SyncPages(try reader())
            let page = try JSON.parse(
                """
                {"added": [\(transaction("1", "5.25")), \(other)], "modified": [], "removed": [], "next_cursor": "a",
                 "has_more": false, "transactions_update_status": "\(status)"}
                """)
            try pages.read(page)
            var pull = Pull()
            pages.finish(&pull, listing: Period(day("2020-01-01"), day("2026-10-31")))
            let isWhole = status == "HISTORICAL_UPDATE_COMPLETE"
            let listing = days.map {
                FeedUpdate.Listing($0, coversPosted: isWhole, openFrom: day("2026-10-20"))
            }
            #expect(pull.update.listed == (listing.map { ["A": $0] } ?? [:]))
            var since = Pull()
            pages.finish(&since, listing: Period(day("2026-10-25"), day("2026-10-31")))
            #expect(since.update.listed["A"]?.period.start == days.map { _ in day("2026-10-25") })
        }
    }

    @Test("What a listing does not hold goes, of its own days and account only")
    func unlisted() throws {
        let household = try Household()
        var update = FeedUpdate()
        update.accounts = [checking(), checking("B")]
        update.added = [
            row("0", "2024-10-20", -700), row("1", "2026-10-20", -525), row("2", "2026-10-21", -900),
            row("b", "2026-10-21", -900, account: "B"),
        ]
        try household.apply(update)
        update.accounts = [checking()]
        update.added = [row("2", "2026-10-21", -900), row("3", "2026-10-22", -100)]
        update.listed = ["A": FeedUpdate.Listing(Period(day("2026-10-20"), household.today), coversPosted: true)]
        let report = try household.apply(update)
        #expect(report.added == 1 && report.gone == 1)
        #expect(
            try household.rows().map { $0.prefix(10) }
                == ["2024-10-20", "2026-10-21", "2026-10-21", "2026-10-22"])
    }

    @Test("Many posted rows go only when the user says so", arguments: [(10, 0), (11, 11)])
    func withheld(_ count: Int, _ withheld: Int) throws {
        let household = try Household()
        var update = FeedUpdate()
        update.accounts = [checking()]
        let left = (20...40).map { row("\($0)", "2026-10-21", -100 - Int64($0)) }
        update.added = left + (1...count).map { row("\($0)", "2026-10-20", -100 - Int64($0)) }
        try household.apply(update)
        update.added = left
        update.listed = ["A": FeedUpdate.Listing(Period(day("2026-10-20"), household.today), coversPosted: true)]
        let report = try household.apply(update)
        #expect(report.gone == count - withheld && report.withheld.count == withheld)
        #expect(try household.rows().count == left.count + withheld)
        #expect(try household.index.remove(withheld: report.withheld, of: household.connection) == withheld)
        #expect(try household.rows().count == left.count)
        #expect(try household.index.firstTotalFault() == nil)
    }

    @Test("Lots of one security are one holding, of known cost where each lot's is")
    func lots() throws {
        let reader = PlaidAccountReader(today: day("2026-10-31"), updated: nil, institution: nil)
        func lot(_ security: String, _ quantity: String, _ value: String, _ cost: String) -> String {
            """
            {"account_id": "B", "security_id": "\(security)", "quantity": \(quantity), "institution_value": \(value),
             "cost_basis": \(cost), "institution_price_as_of": "2026-10-30", "iso_currency_code": "USD"}
            """
        }
        var pull = Pull()
        reader.readHoldings(
            try JSON.parse(
                """
                {"accounts": [{"account_id": "B", "name": "Brokerage", "type": "investment",
                  "balances": {"current": 300, "iso_currency_code": "USD"}}],
                 "securities": [], "holdings": [
                  \(lot("x", "0.1", "100", "90")), \(lot("y", "1.0", "5", "4")), \(lot("x", "0.25", "200.005", "95")),
                  \(lot("y", "2.00", "10", "null"))]}
                """), into: &pull)
        let held = try #require(pull.update.holdings["B"])
        #expect(held.map(\.value.minorUnits) == [30_001, 1_500])
        #expect(held.map { $0.cost?.minorUnits } == [18_500, nil])
        #expect(held.map(\.quantity) == ["0.35", "3"])
    }

    @Test("An account whose currency isn't known is listed, and left out", arguments: [[], ["A"]])
    func unknownCurrency(_ known: Set<String>) throws {
        let reader = PlaidAccountReader(today: day("2026-10-31"), updated: nil, institution: nil, known: known)
        var pull = Pull()
        reader.read(
            try JSON.parse(
                """
                {"accounts": [{"account_id": "A", "name": "Points", "type": "depository",
                  "balances": {"current": 1, "iso_currency_code": "QQQ"}}]}
                """), into: &pull)
        #expect(pull.update.accounts.isEmpty && reader.listed == ["A"])
        #expect(pull.problems.map(\.isNotice) == [known.isEmpty])
    }

    @Test("Rows and balances that Plaid writes with parts of a cent are left out and said")
    func unreadable() throws {
        let reader = PlaidAccountReader(today: day("2026-10-31"), updated: nil, institution: nil)
        var pull = Pull()
        reader.read(
            try JSON.parse(
                """
                {"accounts": [{"account_id": "B", "name": "Checking", "type": "depository",
                  "balances": {"current": 1.005, "iso_currency_code": "USD"}},
                  {"account_id": "I", "name": "Brokerage", "type": "investment",
                  "balances": {"current": 1.005, "iso_currency_code": "USD"}}]}
                """), into: &pull)
        #expect(pull.update.accounts.map(\.balance) == [nil, 101])
        #expect(
            pull.problems == [
                FeedProblem(
                    .attention, code: "balance",
                    message: "the balance of Checking can't be read, so it wasn't updated", accounts: ["B"])
            ])
        var pages = SyncPages(reader)
        let rows = [
            ("a", "1.005", "2026-10-20"), ("b", "2", "2026-13-20"), ("c", "3", "2026-10-20"), ("", "4", "2026-10-20"),
        ]
        let told = rows.map {
            #"{"account_id": "B", "transaction_id": "\#($0)", "amount": \#($1), "date": "\#($2)", "name": "SHOP"}"#
        }
        try pages.read(
            try JSON.parse(
                #"{"added": [\#(told.joined(separator: ","))], "modified": [], "removed": [], "next_cursor": "1", "has_more": false}"#
            ))
        pull.problems = []
        pages.finish(&pull, listing: nil)
        #expect(pull.update.added.map(\.id) == ["c"])
        #expect(pull.problems.map(\.code) == ["rows"] && pull.problems[0].accounts == ["B"])
        #expect(
            pull.problems[0].health == .attention && pull.problems[0].message.hasPrefix("3 transactions are left out"))
    }

    @Test("A holding in another currency is listed in its own; what can't be is named", arguments: ["100", "null"])
    func foreignHoldings(_ balance: String) throws {
        let reader = PlaidAccountReader(today: day("2026-10-31"), updated: nil, institution: nil)
        func lot(_ security: String, _ value: String, _ iso: String, _ other: String = "null") -> String {
            """
            {"account_id": "B", "security_id": "\(security)", "quantity": 2, "institution_value": \(value),
             "cost_basis": 5, "iso_currency_code": \(iso), "unofficial_currency_code": \(other)}
            """
        }
        var pull = Pull()
        reader.readHoldings(
            try JSON.parse(
                """
                {"accounts": [{"account_id": "B", "name": "Brokerage", "type": "investment",
                  "balances": {"current": \(balance), "iso_currency_code": "USD"}}],
                 "securities": [{"security_id": "c", "name": "Coin"}, {"security_id": "n", "name": "No Value Fund"}],
                 "holdings": [
                  \(lot("x", "10.50", "\"EUR\"")), \(lot("x", "7", "\"USD\"")), \(lot("y", "1", "null")),
                  \(lot("j", "500", "\"JPY\"")), \(lot("c", "9", "null", "\"BTC\"")),
                  \(lot("n", "null", "\"USD\""))]}
                """), into: &pull)
        let values: [Money] = [
            Money(1_050, Currency("EUR")!), Money(700, .usd), Money(100, .usd), Money(500, Currency("JPY")!),
        ]
        #expect(pull.update.holdings["B"]?.map(\.value) == values)
        #expect(
            pull.problems.map(\.message)
                == ["Coin", "No Value Fund"].map {
                    "the holding \($0) is left out: no readable value in a currency that's in use"
                })
        #expect(!pull.problems.contains { !$0.isNotice })
        // What is left out or of another currency is in no sum.
        #expect(pull.update.accounts[0].balance == (balance == "null" ? nil : 10_000))
        let household = try Household()
        try household.apply(pull.update)
        let kept = try Retriever(household.index).holdings()
        #expect(Set(kept.lines.map { $0.holding.value.text }) == Set(values.map(\.text)))
        #expect(kept.totals.count == 3)
    }

    @Test("A hold that goes in the same update that brings its posting is that posting, although no id says so")
    func hold() throws {
        let household = try Household()
        var update = FeedUpdate()
        update.accounts = [checking()]
        update.added = [row("p", "2026-10-20", -525, isPending: true)]
        try household.apply(update)
        update.added = [row("t", "2026-10-20", -525, posted: "2026-10-22")]
        update.removed = ["p"]
        let report = try household.apply(update)
        #expect(report.updated == 1 && report.added == 0 && report.gone == 0)
        #expect(try household.rows().count == 1)
    }
}

@Suite("Plaid's webhooks")
struct PlaidWebhookTests {
    private let body = Array(
        "{\n  \"webhook_type\": \"TRANSACTIONS\",\n  \"webhook_code\": \"SYNC_UPDATES_AVAILABLE\",\n  \"item_id\": \"item-1\"\n}"
            .utf8)
    // Made with another library: a key for this test alone, signed at 1793000000.
    private let header =
        "eyJhbGciOiAiRVMyNTYiLCAia2lkIjogImtleS0xIiwgInR5cCI6ICJKV1QifQ.eyJpYXQiOiAxNzkzMDAwMDAwLCAicmVxdWVzdF9ib2R5X3NoYTI1NiI6ICJlZDVjZjE3ZWUwMmIyZGQ3ZjlmMzBlZjkwY2FkMjNmMDg2ZmViM2IyMjRkMTM2NWMzNWVlMDNiYjk0ZTEyNDUyIn0.4AS8BzPWZcqrhk9-jG6jbhYYr9ZmWlDA-XOjD860-YKrLvT3B_BC8ljmwe9rj6BrKiYnY0iubTYtIjpWqYf8Lg"
    private let signedAt: Int64 = 1_793_000_000

    private func key(_ expired: JSON = .null, crv: String = "P-256") -> PlaidWebhookKey? {
        PlaidWebhookKey(
            .object([
                ("alg", .string("ES256")), ("crv", .string(crv)), ("kty", .string("EC")), ("kid", .string("key-1")),
                ("x", .string("-DvXrAPATNjNoSV-gJXrmEu9KQceKlw6AgbhXWBbb6o")),
                ("y", .string("S12Oc5Xe2Ob7G-daRhdSIm0Ag_0ZbUXxfoYHth8nvL0")), ("expired_at", expired),
            ]))
    }

    private func verify(_ body: [UInt8]? = nil, _ header: String? = nil, at now: Int64? = nil) throws -> PlaidWebhook {
        try PlaidWebhook.verify(
            body: body ?? self.body, header: header ?? self.header, keys: { $0 == "key-1" ? key() : nil },
            now: now ?? signedAt)
    }

    @Test("ES256 by the example of RFC 7515, appendix A.3")
    func example() throws {
        let x = try #require(JSONWebSignature.decoded("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"))
        let y = try #require(JSONWebSignature.decoded("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"))
        let text = Array(
            ("eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290"
                + "Ijp0cnVlfQ").utf8)
        let signature = try #require(
            JSONWebSignature.decoded(
                "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"))
        #expect(ccrypto_es256_verify(x, y, text, text.count, signature))
        for place in [0, 31, 32, 63] {
            var other = signature
            other[place] ^= 1
            #expect(!ccrypto_es256_verify(x, y, text, text.count, other))
        }
        // Not a point of the curve.
        #expect(!ccrypto_es256_verify(y, x, text, text.count, signature))
    }

    @Test("One that is right says what it is of, for five minutes")
    func right() throws {
        let webhook = try verify()
        #expect(webhook.code == "SYNC_UPDATES_AVAILABLE" && webhook.item == "item-1")
        #expect(try verify(at: signedAt + 300).hash == webhook.hash)
        #expect(throws: PlaidWebhook.Refusal.time) { try verify(at: signedAt + 301) }
        #expect(throws: PlaidWebhook.Refusal.time) { try verify(at: signedAt - 61) }
    }

    @Test("Every changed byte of the body or the signed text is refused")
    func changed() throws {
        for place in body.indices {
            var other = body
            other[place] ^= 1
            #expect(throws: PlaidWebhook.Refusal.body) { try verify(other) }
        }
        let signed = Array(header.utf8)
        for place in stride(from: 0, to: signed.count - 1, by: 7) where signed[place] != UInt8(ascii: ".") {
            var other = signed
            other[place] = other[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(throws: (any Error).self) { try verify(nil, String(decoding: other, as: UTF8.self)) }
        }
        #expect(throws: (any Error).self) { try verify(nil, "") }
        #expect(throws: (any Error).self) { try verify(nil, "a.b.c.d") }
    }

    @Test("Keys that are no longer in use, of other curves, or unknown")
    func keys() {
        #expect(key(crv: "P-384") == nil)
        #expect(throws: PlaidWebhook.Refusal.expiredKey) {
            try PlaidWebhook.verify(
                body: body, header: header, keys: { _ in key(.integer(signedAt - 1)) }, now: signedAt)
        }
        #expect(throws: PlaidWebhook.Refusal.unknownKey) {
            try PlaidWebhook.verify(body: body, header: header, keys: { _ in nil }, now: signedAt)
        }
    }

    private func hook(_ code: String, type: String = "ITEM", _ rest: String = "", hash: String = "h") throws
        -> PlaidWebhook
    {
        try PlaidWebhook(
            Array(#"{"webhook_type": "\#(type)", "webhook_code": "\#(code)", "item_id": "item-1"\#(rest)}"#.utf8),
            hash: hash)
    }

    private func connected() throws -> HouseholdIndex {
        let index = try HouseholdIndex(path: ":memory:")
        _ = try index.addConnection(
            named: "Harbor", provider: "plaid", reference: "item-1", institution: nil, sealedSecret: nil)
        return index
    }

    @Test("One signature written another way is the same webhook")
    func twoSignatures() throws {
        // Of (r, s) the pair (r, n - s) is right too: n is the order of P-256.
        let order = try #require(HexText.bytes("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"))
        let parts = header.split(separator: ".")
        var signature = try #require(JSONWebSignature.decoded(parts[2]))
        var borrow = 0
        for place in (0..<32).reversed() {
            let value = Int(order[place]) - Int(signature[32 + place]) - borrow
            borrow = value < 0 ? 1 : 0
            signature[32 + place] = UInt8(truncatingIfNeeded: value)
        }
        let encoded = signature.withUnsafeBytes { Secret(copying: $0).base64Encoded().text ?? "" }
        let other = encoded.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        let again = try verify(nil, "\(parts[0]).\(parts[1]).\(other)")
        #expect(try again.hash == verify().hash)
    }

    @Test("A sync that fails leaves the webhook open: Plaid sends it again")
    func unfinished() throws {
        let index = try connected()
        let webhook = try hook("SYNC_UPDATES_AVAILABLE", type: "TRANSACTIONS")
        for _ in 1...2 {
            guard case .sync = try webhook.apply(to: index, at: signedAt) else {
                Issue.record("not taken")
                return
            }
        }
        try webhook.finish(in: index, at: signedAt)
        #expect(try webhook.apply(to: index, at: signedAt) == .replay)
    }

    @Test(
        "An error's own reason counts",
        arguments: [
            ("ITEM_LOGIN_REQUIRED", "OAUTH_USER_REVOKED", "you ended the connection at the bank"),
            ("ITEM_LOGIN_REQUIRED", "", "the bank wants you to sign in again"),
            (
                "SOMETHING_NEW", "",
                "the connection needs your attention: run `coach connect plaid \"Harbor\"` (Plaid's code: SOMETHING_NEW)"
            ),
        ])
    func errors(_ code: String, _ reason: String, _ words: String) throws {
        let index = try connected()
        let error =
            #", "error": {"error_type": "ITEM_ERROR", "error_code": "\#(code)", "error_code_reason": "\#(reason)"}"#
        _ = try hook("ERROR", error).apply(to: index, at: signedAt)
        #expect(try index.connections[0].problem?.hasPrefix(words) == true)
        #expect(try index.connections[0].health == .relink)
    }

    @Test("A connection that the bank is about to end is told with its day")
    func disconnecting() throws {
        let rest = #", "disconnect_time": "2026-11-04T10:00:00Z", "reason": "INSTITUTION_MIGRATION""#
        guard case .noted(_, let words) = try hook("PENDING_DISCONNECT", rest).apply(to: connected(), at: signedAt)
        else {
            Issue.record("not noted")
            return
        }
        #expect(words.hasSuffix("(it ends on November 4, 2026)"))
    }

    @Test("A warning holds whatever a sync finds, until the connection is renewed or its day has come")
    func warnings() throws {
        let household = try Household()
        let index = household.index
        let bank = try index.addConnection(
            named: "Harbor", provider: "plaid", reference: "item-1", institution: nil, sealedSecret: nil)
        household.feed.pulls = [.success(Pull())]
        func state() throws -> (ConnectionHealth?, String?) {
            let found = try index.connection(id: bank.id)
            return (found?.health, found?.problem)
        }
        _ = try hook("PENDING_EXPIRATION", #", "consent_expiration_time": "2026-11-05T10:00:00Z""#)
            .apply(to: index, at: signedAt)
        // The next sync tells of it as well, and fails in nothing.
        var told: [String] = []
        let outcome = try household.sync.run([bank]) { event in
            if case .problem(_, let problem) = event { told.append(problem.code) }
        }[0]
        #expect(!outcome.hasFailed && told == ["PENDING_EXPIRATION"])
        #expect(outcome.problems.map(\.message) == [try state().1])
        #expect(try state().0 == .attention && state().1?.hasSuffix("(it ends on November 5, 2026)") == true)
        try index.note(.failed, "out of order", ofConnection: bank.id)
        #expect(try state() == (.failed, "out of order"))
        _ = try household.sync.run([bank])
        try index.noteAttempt(ofConnection: bank.id, at: signedAt + 20 * 86_400)
        #expect(try state() == (.ok, nil))
        _ = try hook("NEW_ACCOUNTS_AVAILABLE", hash: "other").apply(to: index, at: signedAt)
        #expect(try state().0 == .attention)
        let vault = try SecretVault(Secret(String(repeating: "k", count: 32)))
        _ = try ConnectionBook(index).keep(
            Grant(name: "Harbor", reference: "item-1", secret: Secret("token")), of: .plaid, sealing: vault,
            at: signedAt)
        #expect(try state() == (.ok, nil))
    }

    @Test("Taken once; of another household nothing")
    func replay() throws {
        let index = try HouseholdIndex(path: ":memory:")
        let webhook = try verify()
        #expect(try webhook.apply(to: index, at: signedAt) == .nothing)
        #expect(try webhook.apply(to: index, at: signedAt + 200) == .replay)
    }
}

@Suite("Secrets in replies")
struct SecretMemberTests {
    @Test("A token is read without becoming a text")
    func member() {
        let reply = Secret(#"{ "access_token" : "access-1", "item_id":"i", "bad":"a\"b", "n": 4, "cut": "acc"#)
        #expect(reply.member("access_token")?.text == "access-1")
        #expect(reply.member("item_id")?.text == "i")
        for name in ["bad", "n", "none", "cut"] { #expect(reply.member(name) == nil) }
    }
}
