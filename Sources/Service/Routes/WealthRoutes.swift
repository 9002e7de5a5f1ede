import Coaching
import Feeds
import Importing
import Ledger
import Retrieval
import Store

extension Routes {
    /// Connected accounts, what is owned and owed, and the profile: the operations of Yori's API as REST.
    static let wealth: [Route] = [
        Route("GET", "/api/profile", "Who asks, and what there is of them", .read, answer: person) { call in
            try call.household { try profile(call, $0) }
        },
        Route(
            "PATCH", "/api/profile", "Changes what is said of whoever asks; null takes back what was said", .write,
            body: Shape.object(
                [
                    ("displayName", Shape.orNull(Shape.textUpTo(100))),
                    ("preferredCurrency", Shape.orNull(Shape.text(like: "^[A-Z]{3}$"))),
                    ("onboardingCompleted", Shape.orNull(Shape.flag)),
                ], optional: ["displayName", "preferredCurrency", "onboardingCompleted"]), answer: person
        ) { call in
            try call.household { seat in
                let fields = try call.fields()
                // What wasn't named stays as it is now, whatever another request writes meanwhile.
                return try seat.index.database.write {
                    try change(seat, fields)
                    return try profile(call, seat)
                }
            }
        },
        Route(
            "GET", "/api/connected-accounts", "The accounts that banks are connected to", .read,
            answer: Shape.object([("accounts", Shape.list(connected)), ("traceId", Shape.text)])
        ) { call in
            try call.household { seat in
                HTTPResponse(
                    .object([
                        ("accounts", .array(try connectedAccounts(call, seat))), ("traceId", .string(call.trace)),
                    ]))
            }
        },
        Route(
            "POST", "/api/connected-accounts/refresh", "Asks every bank again; one that fails doesn't stop the others",
            .write,
            answer: Shape.object([
                ("added", Shape.whole), ("updated", Shape.whole), ("removed", Shape.whole), ("ok", Shape.flag),
                ("connections", Shape.list(SyncOutcome.shape)), ("notices", Shape.list(Shape.text)),
                ("accounts", Shape.list(connected)), ("traceId", Shape.text),
            ]), isLong: true
        ) { call in
            try call.household { seat in
                let round = try BankDesk(call.service, seat.index).syncAll()
                return HTTPResponse(
                    .object(
                        members(round, isResumed: call.isResumed) + [
                            ("accounts", .array(try connectedAccounts(call, seat))), ("traceId", .string(call.trace)),
                        ]))
            }
        },
        Route(
            "DELETE", "/api/connected-accounts/{id}",
            "Disconnects the bank of an account, and of all that it was connected with; transactions are kept unless told otherwise",
            .admin,
            parameters: [
                Route.Parameter(name: "id", schema: Shape.whole(in: 1...(.max)), isInPath: true),
                Route.Parameter(name: "transactions", schema: Shape.choice(["keep", "delete"])),
                Route.Parameter(name: "force", schema: Shape.flag),
            ],
            answer: Shape.object([
                ("connection", Shape.text), ("accounts", Shape.list(Shape.whole)), ("transactionsRemoved", Shape.whole),
                ("warning", Shape.orNull(Shape.text)), ("traceId", Shape.text),
            ]), isLong: true, run: disconnect),
        Route(
            "GET", "/api/financial-summary", "Net worth, assets and debts, and how they changed by month", .read,
            answer: Shape.object(
                worth + [
                    ("otherCurrencies", Shape.list(Shape.object(worth))),
                    ("months", Shape.list(Shape.anyObject)), ("accountsWithoutBalance", Shape.list(Shape.text)),
                    ("warnings", Shape.list(Shape.text)), ("calculatedAt", Shape.day), ("traceId", Shape.text),
                ]), run: financialSummary),
    ]

    // MARK: The profile

    private static let person = Shape.object([
        ("id", Shape.text), ("displayName", Shape.orNull(Shape.text)), ("onboardingCompleted", Shape.flag),
        ("hasConnectedAccounts", Shape.flag), ("preferredCurrency", Shape.text),
        ("scope", Shape.choice(Scope.allCases.map(\.rawValue))), ("traceId", Shape.text),
    ])

    private static func profile(_ call: Call, _ seat: Seat) throws -> HTTPResponse {
        let profile = try seat.index.profile
        return HTTPResponse(
            .object([
                ("id", .string(call.grant.person)), ("displayName", .optional(profile.displayName, JSON.string)),
                ("onboardingCompleted", .bool(try profile.onboardingCompleted ?? !seat.index.isEmpty)),
                ("hasConnectedAccounts", .bool(try !seat.index.connections.isEmpty)),
                ("preferredCurrency", .string(try Coach.homeCurrency(seat.index).code)),
                ("scope", .string(call.grant.scope.rawValue)), ("traceId", .string(call.trace)),
            ]))
    }

    private static func change(_ seat: Seat, _ fields: Fields) throws {
        var profile = try seat.index.profile
        let said = ["displayName", "preferredCurrency", "onboardingCompleted"].filter { fields.json[$0] != nil }
        guard !said.isEmpty else {
            throw HTTPFault(.invalidRequest, "give “displayName”, “preferredCurrency”, or “onboardingCompleted”")
        }
        if said.contains("displayName") { profile.displayName = try fields.text("displayName", most: 100) }
        if said.contains("onboardingCompleted") {
            profile.onboardingCompleted = try fields.flag("onboardingCompleted")
        }
        if said.contains("preferredCurrency") {
            profile.currency = try fields.text("preferredCurrency").map {
                try seat.index.currency(inUse: $0, as: "preferredCurrency")
            }
        }
        try seat.index.keep(profile)
    }

    // MARK: Connected accounts

    private static let connected = Shape.object([
        ("id", Shape.whole), ("accountName", Shape.text), ("accountType", Shape.text),
        ("balance", Shape.orNull(Shape.number)), ("balanceCents", Shape.orNull(Shape.whole)), ("currency", Shape.text),
        ("institution", Shape.orNull(Shape.text)), ("connection", Shape.text), ("isActive", Shape.flag),
        ("health", Shape.text), ("problem", Shape.orNull(Shape.text)), ("lastSynced", Shape.orNull(Shape.text)),
        ("unlistedSince", Shape.orNull(Shape.day)),
    ])

    private static func connectedAccounts(_ call: Call, _ seat: Seat) throws -> [JSON] {
        let links = try AccountLinks(seat.index)
        return try AccountList(seat.index, asOf: call.today).entries.compactMap { entry in
            guard let (link, connection) = links.link(of: entry.account) else { return nil }
            let health = links.health(link, connection)
            return .object([
                ("id", .integer(entry.account.id)), ("accountName", .string(entry.account.name)),
                ("accountType", .string(entry.account.type.rawValue.uppercased())),
                ("balance", .optional(entry.balance) { units($0.amount) }),
                ("balanceCents", .optional(entry.balance) { .integer($0.amount.minorUnits) }),
                ("currency", .string(entry.account.currency.code)),
                ("institution", .optional(link.institution ?? connection.institution, JSON.string)),
                ("connection", .string(connection.name)), ("isActive", .bool(health != .relink)),
                ("health", .string(health.rawValue)),
                ("problem", .optional(link.problem ?? connection.problem, JSON.string)),
                ("lastSynced", .optional(connection.syncedAt) { .string(AccountLinks.time($0, isLocal: false)) }),
                ("unlistedSince", .optional(link.unlistedSince) { .string($0.iso) }),
            ])
        }
    }

    private static func disconnect(_ call: Call) throws -> HTTPResponse {
        let choice = call.request.parameter("transactions") ?? "keep"
        guard ["keep", "delete"].contains(choice) else {
            throw HTTPFault(.invalidRequest, "“transactions” must be keep or delete")
        }
        let isForced = call.request.parameter("force") ?? "false"
        guard ["true", "false"].contains(isForced) else {
            throw HTTPFault(.invalidRequest, "“force” must be true or false")
        }
        return try call.household { seat in
            let links = try seat.index.connectionAccounts()
            guard let id = Int64(call.path["id"] ?? ""), let link = links.first(where: { $0.accountID == id }),
                let connection = try seat.index.connection(id: link.connectionID)
            else { throw HTTPFault(.notFound, "no bank is connected to that account") }
            let accounts = links.filter { $0.connectionID == connection.id }.map(\.accountID)
            return try BankDesk(call.service, seat.index).disconnect(connection, isForced: isForced == "true") {
                warning in
                try call.keeping(seat) {
                    let removed = try seat.index.disconnect(
                        connection.id, deletingRows: choice == "delete", today: call.today)
                    return HTTPResponse(
                        .object([
                            ("connection", .string(connection.name)), ("accounts", .array(accounts.map(JSON.integer))),
                            ("transactionsRemoved", .int(removed)), ("warning", .optional(warning, JSON.string)),
                            ("traceId", .string(call.trace)),
                        ]))
                }
            }
        }
    }

    // MARK: Net worth

    /// What one currency's accounts come to; null where no balance is known.
    private static let worth: [(String, JSON)] = [
        ("currency", Shape.text), ("netWorth", Shape.orNull(Shape.number)),
        ("netWorthCents", Shape.orNull(Shape.whole)), ("totalAssets", Shape.orNull(Shape.number)),
        ("totalAssetsCents", Shape.orNull(Shape.whole)), ("totalLiabilities", Shape.orNull(Shape.number)),
        ("totalLiabilitiesCents", Shape.orNull(Shape.whole)), ("netWorthChangePercent", Shape.orNull(Shape.number)),
        ("netWorthChangeCents", Shape.orNull(Shape.whole)),
        (
            "assetBreakdown",
            Shape.list(
                Shape.object([
                    ("category", Shape.text), ("kind", Shape.text), ("amount", Shape.number),
                    ("amountCents", Shape.whole), ("percentage", Shape.orNull(Shape.number)),
                ]))
        ),
    ]

    private static func financialSummary(_ call: Call) throws -> HTTPResponse {
        try call.household { seat in
            let currency = try Coach.homeCurrency(seat.index)
            let found = try BalanceAnswers(seat.index, asOf: call.today, currency: currency).netWorth()
            let months = try Retriever(seat.index).netWorthHistory(through: call.today, months: 12).months
            func worth(_ currency: Currency) -> [(String, JSON)] {
                members(found.evidence, months.last { $0.netWorth.currency == currency }, currency)
            }
            let others = found.report.sheet.currencies.filter { $0 != currency }
            return HTTPResponse(
                .object(
                    worth(currency) + [
                        ("otherCurrencies", .array(others.map { .object(worth($0)) })),
                        ("months", .array(months.map(\.json))),
                        ("accountsWithoutBalance", .strings(found.report.sheet.unknown.map(\.name))),
                        (
                            "warnings",
                            .strings(
                                found.evidence.warnings + unknownDebts(found.report.sheet)
                                    + (try ReadingGaps(seat.index, asOf: call.today)
                                        .notes(over: Period(call.today, call.today))))
                        ),
                        ("calculatedAt", .string(call.today.iso)), ("traceId", .string(call.trace)),
                    ]))
        }
    }

    /// - Parameters:
    ///   - month: the running one in that currency.
    private static func members(
        _ evidence: Evidence, _ month: NetWorthHistory.Month?, _ currency: Currency
    ) -> [(String, JSON)] {
        func amount(_ name: String) -> Money? {
            evidence.figures(named: name).lazy.compactMap { figure -> Money? in
                if case .money(let money) = figure.value, money.currency == currency { money } else { nil }
            }.first
        }
        func members(_ name: String, _ amount: Money?) -> [(String, JSON)] {
            [
                (name, .optional(amount, units)),
                (name + "Cents", .optional(amount) { .integer($0.minorUnits) }),
            ]
        }
        /// With one decimal; debts are no part of what is owned.
        func percentage(_ part: Money, of whole: Money?) -> JSON {
            guard let whole, whole.minorUnits > 0 else { return .null }
            return .number(Double(roundedQuotient(part.minorUnits, times: 1_000, by: whole.minorUnits)) / 10)
        }
        let breakdown = evidence.groups.compactMap { group -> JSON? in
            guard case .money(let money) = group.value, money.currency == currency else { return nil }
            let whole = group.key == AssetKind.liabilities.rawValue ? nil : amount("assets")
            return .object(
                [("category", .string(group.label)), ("kind", .string(group.key))] + members("amount", money)
                    + [("percentage", percentage(money, of: whole))])
        }
        return [("currency", .string(currency.code))] + members("netWorth", amount("net_worth"))
            + members("totalAssets", amount("assets"))
            + members("totalLiabilities", amount("liabilities")) + [
                ("netWorthChangePercent", .optional(month?.changePercent, JSON.number)),
                ("netWorthChangeCents", .optional(month?.change) { .integer($0.minorUnits) }),
                ("assetBreakdown", .array(breakdown)),
            ]
    }
}

/// One sentence about the debts that no sum holds, where there are any.
private func unknownDebts(_ sheet: BalanceSheet) -> [String] {
    let names = sheet.unknown.filter(\.type.isLiability).map(\.name)
    guard !names.isEmpty else { return [] }
    return [
        "What is owed on \(Subject.list(names)) isn't known, so it's in neither the liabilities nor the net worth: connect its bank, "
            + "or say it with `coach balance set`."
    ]
}
