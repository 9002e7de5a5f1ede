import Advice
import Coaching
import Ledger
import Retrieval
import Store

/// One call of a tool: its arguments made into a request, and the answer made into what a client gets.
struct ToolCall {
    let desk: ToolDesk
    var coach: Coach
    let arguments: ToolArguments

    private var index: HouseholdIndex { desk.index }
    private var asOf: CivilDate { coach.day }

    init(desk: ToolDesk, coach: Coach, arguments: ToolArguments) {
        (self.desk, self.coach, self.arguments) = (desk, coach, arguments)
    }

    // MARK: Questions

    func ask() throws -> [(String, JSON)] {
        var (answer, coach) = try answerToQuestion()
        let offset = try arguments.offset()
        if offset > 0, case .ask(var ask)? = answer.request, ask.view == .rows {
            ask.offset += offset
            answer = try coach.answer(.ask(ask))
        }
        let whole = try allGroups(of: answer, coach)
        let groups = try groups(whole)
        let listed = answer.evidence?.transactions ?? []
        _ = try arguments.offset(in: max(whole.evidence?.groups.count ?? 0, answer.evidence?.matched ?? 0))
        // Rows are a list where some are listed; else they are only counted.
        let rows = try rows(listed, listed.isEmpty ? 0 : answer.evidence?.matched)
        return try with(answer, groups, ("transactions", rows.json))
    }

    /// The answer with all its groups, where it gives only the usual number.
    private func allGroups(of answer: Answer, _ coach: Coach) throws -> Answer {
        guard answer.omittedGroups > 0, answer.requests.count == 1, case .ask(var ask)? = answer.request
        else { return answer }
        ask.limit = ToolCall.mostGroups
        var coach = coach
        return try coach.answer(.ask(ask))
    }

    func explanation() throws -> [(String, JSON)] {
        let (answer, coach) = try answerToQuestion()
        let why = try coach.why(answer)
        let sources = try coach.sources(of: answer)
        let lines = why.lines.map { JSON.object([("label", .string($0.label)), ("text", .string(short($0.text)))]) }
        return try with(
            answer, ("why", .array(lines)), ("statements", .strings(why.statements.prefix(6).map { short($0) })),
            ("transactions", rows(sources?.transactions ?? [], sources?.matched, isWhole: true).json))
    }

    /// The answer to the words or the request, and the conversation behind it.
    private func answerToQuestion() throws -> (Answer, Coach) {
        var coach = coach
        if let request = arguments["request"] {
            guard arguments["question"] == nil else {
                throw ToolError("both “question” and “request” were given", hint: "give one of them")
            }
            guard arguments["context"] == nil else {
                throw ToolError("“context” goes with “question”", hint: "leave it out: a request says all there is")
            }
            return (try coach.answer(Request(json: request)), coach)
        }
        guard let question = try arguments.text("question", most: 2_000) else {
            throw ToolError("“question” is missing", hint: "such as “how much did I spend on groceries last month?”")
        }
        if let context = arguments["context"] {
            guard let lines = context.array, lines.count <= ToolTable.mostContext,
                lines.allSatisfy({ ($0.string?.count ?? .max) <= 2_000 })
            else {
                throw ToolError(
                    "“context” must be a list of at most \(ToolTable.mostContext) questions",
                    hint: "leave out the oldest")
            }
            try coach.resume(lines.compactMap(\.string).map { ($0, asOf, nil) })
        }
        let answer = try coach.answer(question)
        // A yes to it would change something.
        if coach.awaitsAnswer { throw ToolDesk.readsOnly }
        return (answer, coach)
    }

    // MARK: Rows

    func spending() throws -> [(String, JSON)] {
        var ask = Ask(Selection(.spending, try filter(), try span() ?? .assumed(Period.past(days: 30, endingOn: asOf))))
        switch try arguments.choice("measure", of: ToolTable.measures) ?? "total" {
        case "count": ask.measure = .count(.transaction)
        case "average": ask.measure = .average(.transaction)
        case "average_per_month": ask.measure = .average(.month)
        case "median": ask.measure = .median(.transaction)
        case "largest": (ask.measure, ask.selection.flow) = (.largest, .purchases)
        case "smallest": (ask.measure, ask.selection.flow) = (.smallest, .purchases)
        default: break
        }
        ask.grouping = try arguments.choice("group_by", of: ToolTable.groupings).flatMap(Ask.Grouping.init)
        if let words = try arguments.text("compare_to") { ask.against = .period(try period(words)) }
        return try grouped(ask)
    }

    func transactions() throws -> [(String, JSON)] {
        let order = try arguments.choice("order", of: ["newest", "oldest", "largest", "smallest"]) ?? "newest"
        let limit = try arguments.whole("limit", in: 1...500).map(Int.init) ?? 50
        var ask = Ask(
            Selection(.any, try filter(), try span() ?? .everything), view: .rows, order: Ask.Order(rawValue: order),
            limit: limit, offset: try arguments.offset())
        var answer = try answer(.ask(ask))
        var found = try rows(answer.evidence?.transactions ?? [], answer.evidence?.matched)
        if found.items.count < answer.evidence?.transactions.count ?? 0 {
            // What is said is of the rows that are given.
            ask.limit = found.items.count
            answer = try self.answer(.ask(ask))
            found = try rows(answer.evidence?.transactions ?? [], answer.evidence?.matched)
        }
        return try with(answer, ("transactions", found.json))
    }

    func incomeAndSavings() throws -> [(String, JSON)] {
        let lastMonth = Period.month(of: asOf.startOfMonth.adding(days: -1))
        var ask = Ask(Selection(.net, try filter(), try span() ?? .periods([lastMonth])))
        ask.grouping = try arguments.choice("group_by", of: ["month", "quarter", "year"]).flatMap(Ask.Grouping.init)
        return try grouped(ask)
    }

    /// An ask with all its groups, of which a client gets those from the cursor on.
    private func grouped(_ ask: Ask) throws -> [(String, JSON)] {
        var whole = ask
        if ask.grouping != nil { whole.limit = ToolCall.mostGroups }
        let answer = try answer(.ask(whole))
        let reading = RequestWords(index.taxonomy, currency: try Coach.homeCurrency(index)).text(.ask(ask))
        return try with(answer, reading: reading, groups(answer))
    }

    // MARK: What follows from rows

    func recurring() throws -> [(String, JSON)] {
        let topic = try arguments.choice("topic", of: RecurringAsk.Topic.allCases.map(\.rawValue))
        let kind = try arguments.choice("kind", of: RequestSchema.streams)
        let filter = try filter()
        let answer = try answer(
            .recurring(
                RecurringAsk(topic.flatMap(RecurringAsk.Topic.init) ?? .list, filter: filter, kind: kind)))
        let (merchants, categories) = (try merchants(), try categories().flatMap(index.taxonomy.withDescendants))
        let streams = try Retriever(index).recurring(asOf: asOf).streams.filter { stream in
            (kind == nil || stream.group == ToolCall.group(kind))
                && (merchants.isEmpty || merchants.contains(stream.merchant))
                && (categories.isEmpty || categories.contains(stream.category))
        }
        return try with(answer, ("recurring", list(streams.map(\.json))))
    }

    private static func group(_ kind: String?) -> RecurringStream.Group? {
        switch kind {
        case "subscriptions": .subscription
        case "bills": .bill
        case "pay": .income
        default: nil
        }
    }

    func forecast() throws -> [(String, JSON)] {
        let topic = try arguments.choice("topic", of: ForecastAsk.Topic.allCases.map(\.rawValue))
        let until = try arguments.day("until", isEnd: true)
        if let until, until <= asOf || until.days(since: asOf) > 366 {
            throw ToolError("“until” must be a day of the next twelve months", hint: "today is \(asOf.iso)")
        }
        let ask = ForecastAsk(
            topic.flatMap(ForecastAsk.Topic.init) ?? .safe, accounts: try account().map { [$0.name] } ?? [],
            until: until)
        let answer = try answer(.forecast(ask))
        let found = try BalanceAnswers(index, asOf: asOf, currency: Coach.homeCurrency(index)).forecast(ask)
        return try with(answer, ("expected", list(found.report.forecast?.expectedJSON ?? [])))
    }

    func accounts() throws -> [(String, JSON)] {
        let topic = try arguments.choice("topic", of: BalanceAsk.Topic.allCases.map(\.rawValue))
        let (account, day) = (try account(), try arguments.day("day", isEnd: true))
        if let day, day > asOf { throw ToolError("“day” is to come", hint: "\(.forecast) looks ahead") }
        let answer = try answer(
            .balance(
                BalanceAsk(
                    topic.flatMap(BalanceAsk.Topic.init) ?? .balance, accounts: account.map { [$0.name] } ?? [], on: day
                )))
        let entries = try AccountList(index, asOf: day ?? asOf).entries
            .filter { account == nil || $0.account.id == account?.id }
        return try with(answer, ("accounts", list(entries.map { .object($0.members) })))
    }

    func budgets() throws -> [(String, JSON)] {
        let progress = try RuleBook(index).progress(asOf: asOf)
        let said = progress.isEmpty ? BudgetReply.noLimits : BudgetReply(asOf: asOf).progress(progress)
        let age = progress.isEmpty ? nil : try DataAge.note(index, asOf: asOf)
        let reply = ([said] + [age].compactMap(\.self)).joined(separator: " ")
        return [
            ("as_of", .string(asOf.iso)), ("reply", .string(reply)),
            ("figures", .array(progress.flatMap(\.figures).prefix(ToolCall.mostFigures).map { figure($0) })),
            ("budgets", try list(progress.map { .object(($0.json.object ?? []) + [("period", $0.period.json)]) })),
            ("unread", .array([])), ("warnings", .array([])),
            ToolCall.notice,
        ]
    }

    func unusual() throws -> [(String, JSON)] {
        let span = try span()
        let selection = Selection(.any, try filter(), span ?? .everything)
        let answer = try answer(.unusual(selection))
        var query = Query(Ask(selection))
        (query.offset, query.limit) = (try arguments.offset(), Retriever.mostFindings)
        let found = try Retriever(index).unusual(UnusualQuestion(query: query), asOf: asOf)
        let words = UnusualReply(taxonomy: index.taxonomy, currency: try Coach.homeCurrency(index), asOf: asOf)
        let items = try found.findings.map { finding in
            let row = try index.transaction(id: finding.row.id)
            guard case .object(let members) = finding.json(words, row) else { return JSON.null }
            return .object(members.map { $0.0 == "transaction" ? ($0.0, JSON.optional(row, cleaned)) : $0 })
        }
        // Where no time is said, it isn't all of it that is looked at.
        let reading = span == nil ? found.period.label : answer.reading
        return try with(
            answer, reading: reading, ("unusual", ToolList(items, total: found.count, offset: query.offset).json))
    }

    // MARK: Purchases

    func purchase() throws -> [(String, JSON)] {
        let account = try account()
        let home = try Coach.homeCurrency(index)
        var currency = account?.currency ?? home
        if let code = try arguments.text("currency") {
            guard let known = Currency(code.uppercased()) else {
                throw ToolError("“\(code.prefix(20))” is no currency", hint: "write a code such as USD")
            }
            currency = known
        }
        let most = 1_000_000_000 * currency.minorPerMajor
        let cents = try arguments.whole("amount_cents", in: 1...most) ?? 0
        let payments = try arguments.whole("monthly_payments", in: 2...480).map {
            Instalments(cents: cents, count: Int($0), every: .months(1))
        }
        let purchase = Purchase(
            amount: Money(payments?.wholeCost ?? cents, currency), merchant: try arguments.text("merchant"),
            item: try arguments.text("item"), category: try spendingCategory()?.id,
            isOnline: try arguments.flag("online") ?? false,
            instalments: payments, account: account?.name, day: try arguments.day("day") ?? asOf)
        let desk = PurchaseDesk(index, asOf: asOf, settings: desk.settings.purchases)
        if let problem = desk.problem(amount: purchase.amount, day: purchase.day) {
            throw ToolError("\(problem)", hint: "check “amount_cents” and “day”")
        }
        let advice = try desk.assess(try desk.completed(purchase))
        let words = VerdictWords(advice, taxonomy: index.taxonomy)
        let days = Period(purchase.day, purchase.day, label: purchase.day.longText)
        let price = Figure(
            name: "price", label: purchase.item ?? purchase.merchant ?? "Purchase", value: .money(purchase.amount),
            period: days)
        return [
            ("as_of", .string(asOf.iso)), ("reply", .string(short(words.reply))), ("figures", .array([figure(price)])),
            ("assessment", advice.json(words)), ("unread", .array([])), ("warnings", .array([])), ToolCall.notice,
        ]
    }

    // MARK: Names

    func names() throws -> [(String, JSON)] {
        let search = try arguments.text("search").map { NameKey.key(of: $0) }
        func isFound(_ name: String) -> Bool { search.map { NameKey.key(of: name).contains($0) } ?? true }
        let items: [JSON]
        switch try arguments.choice("kind", of: ["categories", "merchants", "accounts"]) {
        case "merchants":
            items = try index.merchantNames().filter(isFound).map { .object([("name", .string(DataText.line($0)))]) }
        case "accounts":
            items = try index.accounts.filter { isFound($0.name) }.map {
                .object([
                    ("name", .string(DataText.line($0.name))), ("type", .string($0.type.rawValue)),
                    ("currency", .string($0.currency.code)),
                ])
            }
        default:
            items = index.taxonomy.categories.filter { isFound($0.name) || isFound($0.id) }.map {
                .object([
                    ("name", .string($0.id)), ("label", .string($0.name)),
                    ("parent", .optional($0.parent, JSON.string)),
                ])
            }
        }
        return [("names", try list(items)), ToolCall.notice]
    }

    // MARK: Changes

    func update() throws -> [(String, JSON)] {
        guard try !index.isEmpty else {
            throw ToolError("there are no transactions yet", hint: "import a bank file first")
        }
        let id = try arguments.whole("id", in: 1...Int64.max) ?? 0
        var correction = Correction()
        correction.category = try category()
        let kinds = TransactionKind.allCases.map(\.rawValue)
        correction.kind = try arguments.choice("kind", of: kinds).flatMap(TransactionKind.init)
        correction.merchant = try arguments.text("merchant")
        // An empty note takes one away.
        let isEmptyNote = arguments["notes"]?.string?.isEmpty ?? false
        correction.notes = isEmptyNote ? "" : try arguments.text("notes", most: 500)
        correction.isExcluded = try arguments.flag("excluded")
        let always = try arguments.flag("always") ?? false
        guard !correction.isEmpty else {
            throw ToolError("nothing to change was given", hint: "give category, kind, merchant, notes, or excluded")
        }
        guard !always || correction.isExcluded == nil else {
            throw ToolError("“excluded” is for single transactions", hint: "leave out “always”")
        }
        return try changed(try index.correct([id], correction, always: always), id)
    }

    func undo() throws -> [(String, JSON)] {
        if try index.importToUndo != nil {
            throw ToolError(
                "the last thing done was an import, which isn't undone from here",
                hint: "the user can undo it in coach itself")
        }
        do {
            guard let result = try index.undoLastCorrection() else {
                throw ToolError("there's nothing to undo", hint: "nothing was corrected since the last undo")
            }
            return try changed(result, nil)
        } catch let final as IrreversibleAction {
            throw ToolError("\(final.message)", hint: "nothing before it is undone from here")
        }
    }

    private func changed(_ result: CorrectionResult, _ id: Int64?) throws -> [(String, JSON)] {
        let row = try id.flatMap { try index.transaction(id: $0) }
        return [
            ("changed", .int(result.changed)), ("summary", .string(result.summary)),
            ("transaction", .optional(row, cleaned)), ToolCall.notice,
        ]
    }
}
