import Coaching
import Ledger
import Retrieval
import Store

/// Tells a summary in a model's words.
public typealias SummaryTelling = @Sendable (HouseholdIndex, SummaryBook, SummarySpan) throws -> SummaryReport

/// A month as the Safepocket API writes it.
struct MonthParameter {
    static let parameter = Route.Parameter(
        name: "month",
        schema: .object([("type", .string("string")), ("pattern", .string("^[0-9]{4}-(0[1-9]|1[0-2])$"))]))

    /// The first day; nil where none is given.
    static func read(_ text: String?) throws -> CivilDate? {
        guard let text else { return nil }
        guard text.utf8.count == 7, let day = CivilDate(iso: text + "-01"), (1900...2199).contains(day.year) else {
            throw HTTPFault(.invalidRequest, "“month” must be a month such as 2026-09")
        }
        return day
    }
}

/// Where a page of rows begins: behind the last row of the page before, so that rows that come in meanwhile neither repeat nor
/// hide one.
private struct PageCursor {
    static let pattern = "^(k[0-9]{8}-[0-9]{1,18}|o[0-9]{1,9})$"

    var key: RowKey?
    /// Of a cursor as they were given out before: how many rows to pass over.
    var offset = 0

    static func text(after row: Transaction) -> String {
        "k\(row.date.iso.filter { $0 != "-" })-\(row.id)"
    }

    /// - Throws: `HTTPFault` for what was never a cursor.
    init(_ text: String?) throws {
        guard let text else { return }
        if text.hasPrefix("o"), let offset = Int(text.dropFirst()), (0...999_999_999).contains(offset) {
            self.offset = offset
            return
        }
        let parts = text.dropFirst().split(separator: "-", omittingEmptySubsequences: false)
        guard text.hasPrefix("k"), parts.count == 2, parts[0].utf8.count == 8, let id = Int64(parts[1]),
            let day = CivilDate(iso: "\(parts[0].prefix(4))-\(parts[0].dropFirst(4).prefix(2))-\(parts[0].suffix(2))")
        else { throw HTTPFault(.invalidRequest, "“cursor” must be the “next” of the page before") }
        key = RowKey(day: day, id: id)
    }
}

extension Routes {
    /// Accounts, rows and summaries of months, with the paths of the Safepocket API.
    static let months: [Route] = [
        Route(
            "GET", "/api/accounts", "The accounts with their balances", .read,
            answer: Shape.object(
                total + [
                    ("otherCurrencies", Shape.list(Shape.object(total))),
                    ("accountsWithoutBalance", Shape.list(Shape.text)), ("accounts", Shape.list(account)),
                    ("traceId", Shape.text),
                ]), run: accounts),
        Route(
            "GET", "/api/transactions", "The transactions of a month, or all of them, newest first, page by page",
            .read,
            parameters: [
                MonthParameter.parameter, Route.Parameter(name: "limit", schema: Shape.whole(in: 1...500)),
                Route.Parameter(name: "cursor", schema: Shape.text(like: PageCursor.pattern)),
            ],
            answer: Shape.object([
                ("month", Shape.orNull(Shape.text)), ("total", Shape.whole), ("returned", Shape.whole),
                ("truncated", Shape.flag), ("next", Shape.orNull(Shape.text)), ("transactions", Shape.list(row)),
                ("traceId", Shape.text),
            ]), run: transactions),
        Route(
            "PATCH", "/api/transactions/{id}", "Corrects a transaction's category or notes", .write,
            parameters: [Route.Parameter(name: "id", schema: Shape.whole(in: 1...(.max)), isInPath: true)],
            body: Shape.object(
                [("category", Shape.textOfName), ("notes", Shape.orNull(Shape.textUpTo(500)))],
                optional: ["category", "notes"]),
            answer: row, run: correct),
        Route(
            "GET", "/api/analytics/summary", "The summary of a month", .read,
            parameters: [MonthParameter.parameter, Route.Parameter(name: "generateAi", schema: Shape.flag)],
            answer: summary, isLong: true, run: summarize),
    ]

    /// Of the accounts in one currency whose balance is known; null where none is.
    private static let total: [(String, JSON)] = [
        ("currency", Shape.text), ("totalBalance", Shape.orNull(Shape.number)),
        ("totalBalanceCents", Shape.orNull(Shape.whole)),
    ]
    private static let account = Shape.object([
        ("id", Shape.whole), ("name", Shape.text), ("type", Shape.text), ("currency", Shape.text),
        ("institution", Shape.orNull(Shape.text)), ("mask", Shape.orNull(Shape.text)),
        ("balance", Shape.orNull(Shape.number)), ("balanceCents", Shape.orNull(Shape.whole)),
        ("balanceDate", Shape.orNull(Shape.day)), ("transactions", Shape.whole),
        ("lastSyncedAt", Shape.orNull(Shape.text)), ("health", Shape.orNull(Shape.text)),
        ("problem", Shape.orNull(Shape.text)),
    ])

    static let row = Shape.object(
        [
            ("id", Shape.whole), ("date", Shape.day), ("posted", Shape.orNull(Shape.day)), ("merchant", Shape.text),
            ("description", Shape.text), ("category", Shape.text), ("account", Shape.text),
            ("amount_cents", Shape.whole), ("currency", Shape.text), ("status", Shape.text), ("kind", Shape.text),
            ("notes", Shape.orNull(Shape.text)), ("excluded", Shape.flag), ("card", Shape.text),
        ], optional: ["card"])

    static let summary = Shape.object([
        ("month", Shape.text), ("period", Shape.anyObject), ("complete", Shape.flag), ("currency", Shape.text),
        ("income_cents", Shape.whole), ("spending_cents", Shape.whole), ("net_cents", Shape.whole),
        ("by_category", Shape.list(Shape.anyObject)), ("top_merchants", Shape.list(Shape.anyObject)),
        ("largest", Shape.list(Shape.anyObject)), ("daily", Shape.list(Shape.anyObject)),
        ("recurring", Shape.list(Shape.anyObject)), ("other_currencies", Shape.list(Shape.anyObject)),
        ("narrative", Shape.anyObject), ("facts_hash", Shape.text), ("traceId", Shape.text),
    ])

    /// An amount in the currency's main unit, exactly.
    static func units(_ amount: Money) -> JSON { .exact(amount.plainText) }

    // MARK: Accounts

    private static func accounts(_ call: Call) throws -> HTTPResponse {
        try call.household { seat in
            let entries = try AccountList(seat.index, asOf: call.today).entries
            let links = try AccountLinks(seat.index)
            let currency = try Coach.homeCurrency(seat.index)
            let balances = entries.compactMap(\.balance?.amount)
            var others: [Currency] = []
            for other in balances.map(\.currency) where other != currency && !others.contains(other) {
                others.append(other)
            }
            return HTTPResponse(
                .object(
                    total(balances, in: currency) + [
                        ("otherCurrencies", .array(others.map { .object(total(balances, in: $0)) })),
                        (
                            "accountsWithoutBalance",
                            .strings(entries.filter { $0.balance == nil }.map(\.account.name))
                        ), ("accounts", .array(entries.map { json($0, links) })), ("traceId", .string(call.trace)),
                    ]))
        }
    }

    private static func total(_ balances: [Money], in currency: Currency) -> [(String, JSON)] {
        let own = balances.filter { $0.currency == currency }
        let total = own.isEmpty ? nil : Money(own.reduce(0) { $0 + $1.minorUnits }, currency)
        return [
            ("currency", .string(currency.code)), ("totalBalance", .optional(total, units)),
            ("totalBalanceCents", .optional(total) { .integer($0.minorUnits) }),
        ]
    }

    private static func json(_ entry: AccountList.Entry, _ links: AccountLinks) -> JSON {
        let (account, balance, link) = (entry.account, entry.balance, links.link(of: entry.account))
        return .object([
            ("id", .integer(account.id)), ("name", .string(account.name)), ("type", .string(account.type.rawValue)),
            ("currency", .string(account.currency.code)),
            ("institution", .optional(link?.link.institution ?? account.institution, JSON.string)),
            ("mask", .optional(account.mask, JSON.string)), ("balance", .optional(balance) { units($0.amount) }),
            ("balanceCents", .optional(balance) { .integer($0.amount.minorUnits) }),
            ("balanceDate", .optional(balance) { .string($0.day.iso) }),
            ("transactions", .int(entry.extent?.rows ?? 0)),
            (
                "lastSyncedAt",
                .optional(link?.connection.syncedAt) { .string(AccountLinks.time($0, isLocal: false)) }
            ),
            ("health", .optional(link) { .string(links.health($0.link, $0.connection).rawValue) }),
            ("problem", .optional(link.flatMap { $0.link.problem ?? $0.connection.problem }, JSON.string)),
        ])
    }

    // MARK: Rows

    private static func transactions(_ call: Call) throws -> HTTPResponse {
        let month = try MonthParameter.read(call.request.parameter("month"))
        let limit = try call.request.whole("limit", in: 1...500) ?? 50
        let cursor = try PageCursor(call.request.parameter("cursor"))
        return try call.household { seat in
            // One more than is shown tells whether there are more.
            var query = Query(direction: .any, limit: limit + 1)
            query.offset = cursor.offset
            query.period = month.map { Period.month(of: $0) }
            query.listsExcluded = true
            let found = try Retriever(seat.index).list(query, after: cursor.key)
            let rows = found.transactions.prefix(limit)
            let hasMore = found.transactions.count > limit
            return HTTPResponse(
                .object([
                    ("month", .optional(month) { .string(String($0.iso.prefix(7))) }), ("total", .int(found.matched)),
                    ("returned", .int(rows.count)), ("truncated", .bool(hasMore)),
                    ("next", hasMore ? .optional(rows.last) { .string(PageCursor.text(after: $0)) } : .null),
                    ("transactions", .array(rows.map(\.json))), ("traceId", .string(call.trace)),
                ]))
        }
    }

    private static func correct(_ call: Call) throws -> HTTPResponse {
        let fields = try call.fields()
        guard let id = Int64(call.path["id"] ?? ""), id > 0 else {
            throw HTTPFault(.notFound, "there's no such transaction")
        }
        return try call.household { seat in
            var correction = Correction()
            if let name = try fields.text("category") {
                let found = seat.index.taxonomy.categories(named: name)
                guard let category = found.first else {
                    throw HTTPFault(.invalidRequest, "“category” isn't one; GET /api/names?kind=categories lists them")
                }
                guard found.count == 1 else {
                    throw HTTPFault(
                        .invalidRequest, "“category” means \(found.joined(separator: ", ")): give one of them")
                }
                correction.category = category
            }
            // An empty note takes one away.
            let isCleared = fields.json["notes"].map { $0.isNull || $0.string?.isEmpty == true } ?? false
            correction.notes = isCleared ? "" : try fields.text("notes", most: 500)
            guard !correction.isEmpty else {
                throw HTTPFault(.invalidRequest, "give “category” or “notes”")
            }
            _ = try seat.index.correct([id], correction, always: false)
            guard let row = try seat.index.transaction(id: id) else { throw UnknownTransaction(id: id) }
            return HTTPResponse(row.json)
        }
    }

    // MARK: Summaries

    /// The summary of the month that a request names, else of the last one that is over.
    static func report(_ call: Call, _ seat: Seat, inWords: Bool) throws -> JSON {
        let month = try MonthParameter.read(call.request.parameter("month"))
        let day = month ?? SummarySpan.lastFullMonth(asOf: call.today)
        guard let span = SummarySpan(.month, of: day, asOf: call.today) else {
            throw HTTPFault(.invalidRequest, "“month” hasn't begun yet")
        }
        // A month of which nothing is known is none in which nothing was spent.
        if let first = try seat.index.coverage?.start, span.period.end < first {
            throw HTTPFault(.noData, "there's nothing of that month: your transactions begin on \(first.iso)")
        }
        let book = SummaryBook(seat.index, asOf: call.today)
        if inWords, let teller = call.service.settings.teller {
            return try teller(seat.index, book, span).json
        }
        let facts = try book.facts(span)
        let words = SummaryNarrative(facts, taxonomy: seat.index.taxonomy).narrative
        return SummaryReport(facts, words, taxonomy: seat.index.taxonomy).json
    }

    private static func summarize(_ call: Call) throws -> HTTPResponse {
        let inWords = try call.request.flag("generateAi") ?? false
        return try call.withSeat { seat in
            guard try !seat.index.isEmpty else { throw HTTPFault.noData }
            // A model's words are kept, whoever asked for them; nothing else is written.
            let json =
                try inWords
                ? report(call, seat, inWords: true)
                : call.guarding(seat) {
                    try report(call, seat, inWords: false)
                }
            return HTTPResponse(.object((json.object ?? []) + [("traceId", .string(call.trace))]))
        }
    }
}
