import Advice
import Coaching
import Importing
import Ledger
import Service
import Terminal

/// The options of the command line. A command reads its own by these: `parsed[Options.from]`.
enum Options {
    static let database = ValueOption(
        "db", .path("PATH", expectation: "the path of an index file"), "use this index file")
    static let person = ValueOption(
        "person",
        ValueForm<String>(
            placeholder: "NAME", expectation: "a name of up to 40 small letters, digits, - and _, such as anna",
            read: { TokenBook.isName($0) ? $0 : nil }),
        "use the index of somebody whom your `coach serve` answers; yours by default")
    static let demo = Flag("demo", "use the sample household instead of your own index")
    static let asOf = ValueOption("as-of", .day, "treat this day as today")
    static let noModel = Flag("no-model", "answer in coach's own words, without a language model")
    static let requireModel = Flag("require-model", "exit with 3 if no language model words the answer")
    static let model = ValueOption("model", .text("NAME", expectation: "the name of a model"), "use this model")
    static let modelURL = ValueOption(
        "model-url",
        ValueForm(placeholder: "URL", expectation: "an address such as http://localhost:8080/v1") {
            $0.isEmpty ? nil : $0
        }, "ask the model at this address")
    static let noColor = Flag("no-color", "no colors")
    static let privateAmounts = Flag("private-amounts", "hide amounts, for a screen that others see")
    static let json = Flag("json", "write JSON; several files make an array")
    static let verbose = Flag("verbose", "show on stderr how the question was read and the SQL behind the answer")

    static let request = ValueOption(
        "request", .text("JSON", expectation: "a request as JSON, or - for standard input"),
        "answer this request instead of words; `coach schema request` prints its schema")

    static let explain = Flag("explain", "show how the question could be read: the best three readings and their parts")

    static let from = ValueOption("from", .date, "from this day or month on")
    static let to = ValueOption("to", .date, "through this day or month")
    static let category = ValueOption(
        "category", .text("CATEGORY", expectation: "a category such as groceries"), "only this category")
    static let account = ValueOption(
        "account", .text("NAME", expectation: "the name of an account"), "only this account")
    static let minimum = ValueOption("min", .amount, "only amounts of at least this much")
    static let maximum = ValueOption("max", .amount, "only amounts of at most this much")
    static let limit = ValueOption(
        "limit", .number("N", in: 1...1_000_000, expectation: "a whole number of at least 1, such as 20"),
        "list up to N")

    static let intoAccount = ValueOption("account", account.form, "the account the file belongs to")
    private static let accountTypes = AccountType.allCases.map(\.rawValue).joined(separator: ", ")
    static let accountType = ValueOption(
        "account-type", .accountType, "what kind of account it is: \(accountTypes)")
    static let currency = ValueOption("currency", .currency, "the currency, if nothing else says it")
    static let fileFormat = ValueOption(
        "format", .choice(["auto"] + StatementFormat.allCases.map(\.rawValue)), "the file's format; auto detects it")
    static let dateOrder = ValueOption("date-order", .choice(["ymd", "mdy", "dmy"]), "how the file writes dates")
    static let flipSign = Flag("flip-sign", "positive amounts are money out (of two columns: swap them)")
    static let keepSign = Flag("keep-sign", "take the signs as the file writes them: minus is money out")
    static let columns = ValueOption(
        "columns",
        ValueForm(
            placeholder: "LIST",
            expectation:
                "roles with columns, such as \"date=1, out=Paid out, in=Paid in\"; the roles are \(ColumnChoice.Role.names)",
            read: { ColumnChoice.list($0) }),
        "which column holds what, as ROLE=COLUMN, by name or number; roles: \(ColumnChoice.Role.names)")
    static let dryRun = Flag("dry-run", "show how the file would be read, without storing anything")
    static let undoDryRun = Flag("dry-run", "say what would be undone, without doing it")

    static let newCategory = ValueOption("category", category.form, "put it in this category")
    static let kind = ValueOption("kind", .choice(of: TransactionKind.self), "what kind of transaction it is")
    static let merchant = ValueOption(
        "merchant", .text("NAME", expectation: "the name of a merchant"), "give the merchant this name")
    static let notes = ValueOption(
        "notes", .text("TEXT", expectation: "any text"), "add this note; an empty one removes it")
    static let always = Flag("always", "do the same for this merchant from now on")

    static let split = ValueOption(
        "split", .text("PARTS", expectation: "categories with amounts, such as \"groceries 40, clothing 25\""),
        "count parts of it in other categories; the rest stays; \"none\" makes it whole again")

    static let tag = ValueOption(
        "tag", .text("NAME", expectation: "a word such as portugal"),
        "tag it; \"coach ask 'what did NAME cost'\" adds it up")
    static let reimbursedBy = ValueOption(
        "reimbursed-by", Operands.transactionID, "count this money that came in against it, as a refund")

    static let exclude = Flag("exclude", "leave it out of all totals")
    static let include = Flag("include", "count it again")
    static let answer = ValueOption(
        "answer", .text("ID", expectation: "the id of a question such as d812-813, as `coach review` shows it"),
        "answer this question with the words that follow")
    static let removeImport = ValueOption(
        "remove", .number("NO", in: 1...Int.max, expectation: "the number of an import, as `coach imports` shows it"),
        "undo this import: its transactions, balances, and paired transfers")
    static let accountCurrency = ValueOption(
        "currency", .currency, "have the account that follows go on in this currency, which its bank has it in now")
    static let rename = ValueOption(
        "rename", .text("OLD", expectation: "the name of an account"),
        "give this account the name that follows; an existing account takes over its transactions")

    static let balanceDay = ValueOption("on", .day, "the day the balance is for, at its end; today by default")
    static let balanceType = ValueOption(
        "type", .accountType, "what it is, needed once for a new name: \(accountTypes)")
    static let days = ValueOption(
        "days", .number("N", in: 1...366, expectation: "a number of days from 1 to 366"),
        "look at least N days ahead; 30 by default")
    static let months = ValueOption(
        "months", .number("N", in: 1...120, expectation: "a number of months from 1 to 120"),
        "show the ends of the last N months, with what changed and the kinds of assets")
    static let buffer = ValueOption("buffer", .amount, "what should stay in the account; 100 by default")
    static let dismiss = ValueOption(
        "dismiss", .text("KEY", expectation: "a merchant or the key of a recurring payment"),
        "leave this recurring payment out from now on")
    static let restore = ValueOption(
        "restore", .text("KEY", expectation: "a merchant or the key of a recurring payment"),
        "bring a dismissed one back")
    static let confirm = ValueOption(
        "confirm", Operands.transactionID, "this transaction is fine: don't bring it up again")

    static let price = ValueOption("amount", .amount, "what it costs in all; with --installments, each payment")
    static let seller = ValueOption(
        "merchant", .text("NAME", expectation: "the name of a merchant"), "where you'd buy it")
    static let purchaseCategory = ValueOption(
        "category", category.form, "what it's for; worked out from the merchant and item by default")
    static let online = Flag("online", "you'd buy it online")
    static let at = ValueOption("at", .day, "the day you'd buy it; today by default")
    static let item = ValueOption("item", .text("TEXT", expectation: "the thing you'd buy"), "what you'd buy")
    static let instalments = ValueOption(
        "installments", .text("NxA", expectation: "a number of monthly payments and their amount such as 12x49.90"),
        "you'd pay in N monthly payments of A")
    static let profile = ValueOption(
        "profile", .choice(of: SpendingProfile.self), "how readily a purchase counts as avoidable; average by default")
    static let payFrom = ValueOption("account", account.form, "the account you'd pay from")
    static let forget = ValueOption(
        "forget", .text("ID|all", expectation: "the number of a purchase, or all"), "forget purchases you asked about")
    static let payAmount = ValueOption("amount", .amount, "what you'd pay")
    static let payMerchant = ValueOption("merchant", merchant.form, "who you'd pay")
    static let payCategory = ValueOption("category", category.form, "what it's for; worked out by default")
    static let payCurrency = ValueOption("currency", .currency, "the currency of the amount")
    static let statistics = Flag("stats", "show how many payments were declined or let through")

    static let goOn = Flag("continue", "continue your last conversation")
    static let conversation = ValueOption(
        "conversation",
        .number("ID", in: 1...Int.max, expectation: "the number of a conversation, as `coach conversations` shows it"),
        "continue this conversation")
    static let chart = Flag(
        "chart", "draw the series as columns: as a picture if the terminal can show one, otherwise in blocks")
    static let isPrivate = Flag("private", "don't keep this conversation; what you change or decide in it stays")
    static let summaryFormat = ValueOption(
        "format", .choice(of: SummaryCommand.Format.self),
        "what to write; text by default, or what the output's name says")
    static let output = ValueOption(
        "output", .path("FILE", expectation: "the path of a file, or of a folder for several months"),
        "write to this file, or to a folder for several months")
    static let mail = ValueOption(
        "mail",
        ValueForm(placeholder: "ADDRESS", expectation: "an address such as ana@example.org") {
            SummaryMail.isAddress($0) ? $0 : nil
        }, "write a message to ADDRESS with the page in it, for `sendmail -t`")
    static let year = ValueOption(
        "year", .number("YYYY", in: 1...9999, expectation: "a year such as 2026"),
        "a whole year, or as far as it's gone")
    static let all = Flag("all", "every month")
    static let allConversations = Flag("all", "all of them")
    static let refresh = Flag("refresh", "have the model write it afresh, if one is set up")
    static let since = ValueOption("since", Operands.month, "every month from this one on")

    static let syncSince = ValueOption(
        "since", .date, "fetch everything from this day or month on again")
    static let syncDryRun = Flag("dry-run", "show what would be new, without storing anything")
    static let newConnection = Flag("new", "connect another bank, although one wants you to sign in again")
    static let keepRows = Flag("keep", "keep the transactions it brought")
    static let deleteRows = Flag("delete", "delete the transactions it brought")
    static let forceDisconnect = Flag("force", "forget it here even if its provider can't be told")

    static let block = Flag("block", "decline payments there")
    static let warn = Flag("warn", "only warn there")
    static let geofenceCategory = ValueOption("category", category.form, "only for purchases in this category")
    static let accuracy = ValueOption(
        "accuracy", ValueForm<Int>.number("METERS", in: 1...10_000, expectation: "a number of meters such as 20"),
        "how exact the position is; 50 by default")
    static let position = ValueOption(
        "position", .text("LAT,LON", expectation: "a position such as 30.4021,-97.7254"),
        "where you are, to check it against your geofences")
    static let askAgainOn = ValueOption("on", .day, "the day to ask you again; tomorrow by default")
    static let sendBack = Flag("yes", "sends a refund without asking; a charge always asks")
    static let again = Flag("again", "pays or sends back the same amount again within minutes")
    static let live = Flag("live", "the key is for real money")
    static let providerURL = ValueOption(
        "url", .text("URL", expectation: "an address of this machine such as http://127.0.0.1:8092"),
        "ask a server on this machine in Stripe's place, for tests")
    static let cardLabel = ValueOption(
        "label", .text("NAME", expectation: "what you call the card"), "what to call the card")
    static let card = ValueOption(
        "card", .number("ID", in: 1...Int.max, expectation: "the number of a card, as `coach cards` shows it"),
        "the card to charge; the default one by default")
    static let hookEvents = ValueOption(
        "events", ValueForm<[HookEvent.Kind]>.events(), "what to tell it of; everything by default")
    static let allowWrites = Flag("allow-writes", "also offer tools that correct transactions and undo corrections")

    static let force = Flag("force", "write over a backup that's there already")
    static let repair = Flag("repair", "rebuild the search and all sums from your transactions")

    static let listen = ValueOption(
        "listen", .text("ADDRESS", expectation: "a port, or an address and a port such as 127.0.0.1:8787"),
        "listen there; 127.0.0.1:8787 by default")
    static let socket = ValueOption(
        "socket", .path("PATH", expectation: "the path of a Unix socket"),
        "listen on a Unix socket that only you can reach, which needs no token")
    static let serverName = ValueOption(
        "host", .text("NAME", expectation: "the name of this machine"), "answer under this name too; may be repeated")
    static let allowOrigin = ValueOption(
        "allow-origin", .text("URL", expectation: "an origin such as https://home.example"),
        "let pages of this origin ask; may be repeated")
    static let rate = ValueOption(
        "rate", ValueForm<Int>.number("N", in: 1...1_000_000, expectation: "a number of requests such as 1200"),
        "requests a minute for each token; 1200 by default")
    static let certificate = ValueOption(
        "tls-cert", .path("FILE", expectation: "a PEM file with a certificate"), "serve HTTPS with this certificate")
    static let certificateKey = ValueOption(
        "tls-key", .path("FILE", expectation: "a PEM file with a key"), "the key of the certificate")
    static let scope = ValueOption(
        "scope", .choice(of: Scope.self),
        "read asks, write also changes and pays, admin also connects banks and cards; read by default")
    static let tokenDays = ValueOption(
        "days", .number("N", in: 1...3650, expectation: "a number of days from 1 to 3650"),
        "how long it holds; 365 by default")
    static let replaceToken = Flag("replace", "end the token of that name; its scope stays unless --scope says another")
    static let exportFormat = ValueOption("format", .choice(["csv", "json"]), "what to write; csv by default")
}

/// The operands of the command line.
enum Operands {
    static let question = ValueForm.text("QUESTION", expectation: "a question")
    static let words = ValueForm.text("TEXT", expectation: "words to find")
    static let schema = ValueForm.choice(["request", "openapi"])
    static let file = ValueForm.path("FILE", expectation: "the path of a bank file")
    static let choice = ValueForm.text("CHOICE", expectation: "the number or word of a choice, or a category")
    static let accountName = ValueForm.text("NEW", expectation: "the new name of an account")
    static let balance = ValueForm.text(
        "NAME", expectation: "an account and its balance, such as House 450000")
    static let goal = ValueForm.text(
        "ACTION", expectation: "list, remove NAME, or a goal such as set Vacation 3000 by 2027-06-01",
        suggestions: ["list", "set", "remove"])
    static let rulesAction = ValueForm.text(
        "ACTION", expectation: "list, set CATEGORY AMOUNT, remove CATEGORY, progress, suggest or history",
        suggestions: RulesCommand.Action.allCases.map(\.rawValue))
    static let conversationsAction = ValueForm.text(
        "ACTION", expectation: "list, show ID or delete ID", suggestions: ["list", "show", "delete"])
    static let geofenceAction = ValueForm.text(
        "ACTION", expectation: "list, add NAME LAT LON RADIUS, or remove ID", suggestions: ["list", "add", "remove"])
    static let counterLine = ValueForm.text("LINE", expectation: "what you'd ask at the counter")
    static let wishAction = ValueForm.text(
        "ACTION", expectation: "list, add, bought ID, skipped ID or later ID",
        suggestions: ["list", "add", "later"] + DecisionWord.allCases.map(\.rawValue))
    static let cardAction = ValueForm.text(
        "ACTION", expectation: "list, setup, add, default, remove, intent, webhook or off",
        suggestions: ["list", "setup", "add", "default", "remove", "intent", "webhook", "off"])
    static let chargeAction = ValueForm.text(
        "ACTION", expectation: "list, cancel ID or refund ID", suggestions: ["list", "cancel", "refund"])
    static let hooksAction = ValueForm.text(
        "ACTION", expectation: "list, add URL, remove ID, log or send",
        suggestions: HooksCommand.Action.allCases.map(\.rawValue))
    static let provider = ValueForm.text(
        "PROVIDER", expectation: "simplefin or plaid", suggestions: ["simplefin", "plaid"])
    static let webhookFile = ValueForm.path(
        "FILE", expectation: "a file with the lines of a webhook's head, an empty line, and its body")
    static let tokenAction = ValueForm.text(
        "ACTION", expectation: "list, add NAME or remove NAME", suggestions: ["list", "add", "remove"])
    static let connection = ValueForm.text("NAME", expectation: "the name of a bank connection")
    static let backupFile = ValueForm.path("FILE", expectation: "the path of a backup")
    static let secretsAction = ValueForm.choice(["rotate"])
    static let month = ValueForm<CivilDate>(
        placeholder: "YYYY-MM", expectation: "a month such as 2026-10", read: { CivilDate(iso: $0 + "-01") })
    static let transactionID = ValueForm.number(
        "ID", in: 1...Int.max, expectation: "the number of a transaction such as 812, as `coach search` shows it")
}

/// What `coach` does. Each case has its entry in the table of the command line.
enum Command: String, CaseIterable {
    case conversation = ""
    case start, ask, `import`, connect, sync, disconnect, webhook, search, accounts, balance, networth, holdings,
        forecast,
        recurring,
        unusual,
        assess, decisions, goal,
        rules, summary, authorize, `override`, edit, review, undo, imports, export, backup, restore, demo,
        conversations, privacy, config, secrets, doctor,
        geofence, location, places, counter, wishes, cards, charge, mcp, serve, token, hooks, schema, completions,
        manual

    /// Whether what it writes is not to wait for its end: words and progress as they come, questions, and what is for
    /// a file.
    var writesAsItGoes: Bool {
        switch self {
        case .conversation, .start, .demo, .ask, .import, .connect, .sync, .disconnect, .webhook, .review, .export,
            .mcp,
            .serve, .counter, .charge, .completions:
            true
        default: false
        }
    }

    static let set = CommandSet(
        program: "coach", version: "0.1.0", summary: "answers questions about your money, on your own machine",
        commands: allCases.map(\.spec),
        sharedOptions: [
            Options.database, Options.person, Options.demo, Options.asOf, Options.noModel, Options.requireModel,
            Options.model,
            Options.modelURL, Options.noColor, Options.privateAmounts, Options.json, Options.verbose,
        ],
        questionCommand: Command.ask.rawValue,
        examples: [
            "coach demo", "coach import checking.csv", "coach",
            "coach ask \"how much did I spend on groceries last month?\"",
            "coach assess --amount 150 --merchant \"Steam Games\" --category fun", "coach summary",
            "coach rules set groceries 600",
        ])

    var spec: CommandSpec {
        switch self {
        case .conversation:
            CommandSpec(
                rawValue, "starts a conversation; piped questions are answered line by line",
                options: [Options.goOn, Options.conversation, Options.isPrivate, Options.profile, Options.chart],
                examples: ["coach", "coach --continue", "coach < questions.txt"])
        case .start:
            CommandSpec(
                rawValue, "finds your bank files, shows what they hold, and leads to first answers",
                options: [Options.isPrivate], examples: ["coach start"])
        case .ask:
            CommandSpec(
                rawValue, "answers one question",
                operands: OperandDeclaration(Operands.question, count: 0...Int.max),
                options: [Options.request, Options.explain, Options.chart, Options.profile],
                examples: [
                    "coach ask \"how much did I spend on groceries last month?\"",
                    "coach ask --json \"top 5 merchants this year\"",
                    "coach ask --chart \"spending by month this year\"",
                    #"coach ask --request '{"kind":"ask","filter":{"category":"groceries"},"group_by":"month"}'"#,
                ])
        case .import:
            CommandSpec(
                rawValue, "imports bank files; safe to repeat",
                operands: OperandDeclaration(Operands.file, count: 1...Int.max),
                options: [
                    Options.intoAccount, Options.accountType, Options.currency, Options.fileFormat, Options.dateOrder,
                    Options.flipSign, Options.keepSign, Options.columns, Options.dryRun,
                ],
                examples: [
                    "coach import checking.csv",
                    "coach import --dry-run card.csv",
                    "coach import --account \"Blue card\" --account-type credit_card card.qfx",
                ])
        case .connect:
            CommandSpec(
                rawValue, "connects your banks so you don't have to download files",
                operands: OperandDeclaration(
                    Operands.provider, count: 1...Int.max, forms: ["simplefin", "plaid [NAME]"]),
                options: [Options.newConnection],
                examples: [
                    "coach connect simplefin", "coach connect simplefin < token.txt", "coach connect plaid",
                    "coach connect plaid \"First Platypus Bank\"",
                ])
        case .webhook:
            CommandSpec(
                rawValue, "takes in what a bank reported by webhook, once its signature is checked",
                operands: OperandDeclaration(Operands.webhookFile, count: 1...1),
                examples: ["coach webhook webhook.txt", "coach webhook - < webhook.txt"])
        case .sync:
            CommandSpec(
                rawValue, "fetches what's new from your connected banks",
                operands: OperandDeclaration(Operands.connection, count: 0...Int.max),
                options: [Options.syncSince, Options.syncDryRun],
                examples: ["coach sync", "coach sync --dry-run", "coach sync --since 2026-01", "coach sync --json"])
        case .disconnect:
            CommandSpec(
                rawValue, "ends a bank connection, keeping or deleting its transactions",
                operands: OperandDeclaration(Operands.connection, count: 1...Int.max),
                options: [Options.keepRows, Options.deleteRows, Options.forceDisconnect],
                examples: ["coach disconnect SimpleFIN", "coach disconnect SimpleFIN --keep"])
        case .secrets:
            CommandSpec(
                rawValue, "re-encrypts the secrets of bank connections with a new key",
                operands: OperandDeclaration(Operands.secretsAction, count: 1...1),
                examples: ["coach secrets rotate"])
        case .search:
            CommandSpec(
                rawValue, "finds transactions",
                operands: OperandDeclaration(Operands.words, count: 0...Int.max),
                options: [
                    Options.from, Options.to, Options.category, Options.account, Options.minimum, Options.maximum,
                    Options.limit,
                ],
                examples: [
                    "coach search coffee",
                    "coach search --category travel --from 2026-06 --to 2026-08 --min 100",
                ])
        case .accounts:
            CommandSpec(
                rawValue, "lists accounts and balances, renames one, or has it go on in another currency",
                operands: OperandDeclaration(Operands.accountName, count: 0...Int.max),
                options: [Options.rename, Options.accountCurrency],
                examples: [
                    "coach accounts", "coach accounts --rename \"Travel Card\" \"Blue card\"",
                    "coach accounts --currency EUR \"Travel Card\"",
                ])
        case .balance:
            CommandSpec(
                rawValue, "sets the balance of an account or debt",
                operands: OperandDeclaration(Operands.balance, count: 0...2),
                options: [Options.balanceDay, Options.balanceType, Options.currency],
                examples: [
                    "coach balance \"Travel Card\" 812.40",
                    "coach balance House 450000 --type real_estate",
                    "coach balance \"High-Yield Savings\" 10500 --on 2026-09-30",
                ])
        case .networth:
            CommandSpec(
                rawValue, "shows what you own and owe, and how it's changed",
                options: [Options.months], examples: ["coach networth", "coach networth --months 12"])
        case .holdings:
            CommandSpec(
                rawValue, "shows what's in your investment accounts and what has come of it",
                examples: ["coach holdings"])
        case .forecast:
            CommandSpec(
                rawValue, "shows what's due and what's safe to spend",
                options: [Options.days, Options.buffer],
                examples: ["coach forecast", "coach forecast --days 60 --buffer 500"])
        case .recurring:
            CommandSpec(
                rawValue, "lists subscriptions, bills, and regular pay",
                options: [Options.dismiss, Options.restore],
                examples: ["coach recurring", "coach recurring --dismiss netflix"])
        case .unusual:
            CommandSpec(
                rawValue, "lists charges worth a second look",
                options: [Options.from, Options.to, Options.confirm],
                examples: ["coach unusual", "coach unusual --from 2026-10 --to 2026-10", "coach unusual --confirm 812"])
        case .assess:
            CommandSpec(
                rawValue, "says whether to buy something, when, and why",
                options: [
                    Options.price, Options.seller, Options.purchaseCategory, Options.item, Options.online, Options.at,
                    Options.instalments, Options.payFrom, Options.currency, Options.profile, Options.position,
                    Options.accuracy,
                ],
                examples: [
                    "coach assess --amount 150 --merchant \"Steam Games\" --category fun",
                    "coach assess --item laptop --installments 12x99 --merchant \"Best Buy\"",
                ])
        case .decisions:
            CommandSpec(
                rawValue, "lists purchases you asked about and how they turned out",
                options: [Options.forget],
                examples: ["coach decisions", "coach decisions --forget 3"])
        case .goal:
            CommandSpec(
                rawValue, "sets savings goals and shows how close you are",
                operands: OperandDeclaration(
                    Operands.goal, count: 0...Int.max,
                    forms: ["[list]", "set NAME AMOUNT by DATE", "remove NAME"]),
                options: [Options.currency],
                examples: ["coach goal", "coach goal set Vacation 3000 by 2027-06-01", "coach goal remove Vacation"])
        case .rules:
            CommandSpec(
                rawValue, "sets monthly limits and shows how much is used",
                operands: OperandDeclaration(
                    Operands.rulesAction, count: 0...Int.max,
                    forms: [
                        "[list]", "set CATEGORY AMOUNT", "remove CATEGORY", "progress [CATEGORY]",
                        "suggest [CATEGORY]", "history",
                    ]),
                options: [Options.payCurrency],
                examples: [
                    "coach rules", "coach rules set groceries 600", "coach rules set eating out 250",
                    "coach rules progress", "coach rules remove fun", "coach rules suggest", "coach rules history",
                ])
        case .summary:
            CommandSpec(
                rawValue, "tells you what was different about a month, and why",
                operands: OperandDeclaration(Operands.month, count: 0...1),
                options: [
                    Options.summaryFormat, Options.output, Options.year, Options.all, Options.since,
                    Options.mail, Options.refresh, Options.chart,
                ],
                examples: [
                    "coach summary", "coach summary 2026-10 --output october.html", "coach summary --year 2026",
                    "coach summary --all --output summaries", "coach summary --mail ana@example.org | sendmail -t",
                    "coach summary --since 2026-06 --format json",
                ])
        case .authorize:
            CommandSpec(
                rawValue, "checks a payment against your limits and your money",
                options: [
                    Options.payAmount, Options.payMerchant, Options.payCategory, Options.payCurrency,
                    Options.position, Options.accuracy, Options.profile, Options.statistics,
                ],
                examples: ["coach authorize --amount 45 --merchant Steam", "coach authorize --stats"])
        case .override:
            CommandSpec(
                rawValue, "lets one payment through for the next five minutes",
                options: [Options.payAmount, Options.payMerchant, Options.payCurrency],
                examples: ["coach override --amount 45 --merchant Steam"])
        case .edit:
            CommandSpec(
                rawValue, "corrects transactions",
                operands: OperandDeclaration(Operands.transactionID, count: 1...Int.max),
                options: [
                    Options.newCategory, Options.kind, Options.merchant, Options.notes, Options.exclude,
                    Options.include, Options.split, Options.tag, Options.reimbursedBy, Options.always,
                ],
                examples: [
                    "coach edit 812 --category groceries",
                    "coach edit 812 813 --merchant \"Corner Shop\" --always",
                    "coach edit 812 --exclude",
                    "coach edit 812 --split \"groceries 40, clothing 25\"",
                    "coach edit 812 813 --tag portugal",
                    "coach edit 812 --reimbursed-by 845",
                ])
        case .review:
            CommandSpec(
                rawValue, "asks you about unclear transactions and merchants",
                operands: OperandDeclaration(Operands.choice, count: 0...Int.max), options: [Options.answer],
                examples: [
                    "coach review", "coach review --json", "coach review --answer d812-813 same",
                    "coach review --answer m45 groceries",
                ])
        case .undo:
            CommandSpec(
                rawValue, "undoes the last correction, answer, limit, goal, geofence, wish, or import",
                options: [Options.undoDryRun], examples: ["coach undo", "coach undo --dry-run"])
        case .imports:
            CommandSpec(
                rawValue, "lists what you imported, or undoes an import", options: [Options.removeImport],
                examples: ["coach imports", "coach imports --remove 3"])
        case .export:
            CommandSpec(
                rawValue, "writes out every transaction",
                options: [Options.exportFormat, Options.from, Options.to],
                examples: ["coach export > transactions.csv", "coach export --format json --from 2026-01"])
        case .backup:
            CommandSpec(
                rawValue, "writes a checked copy of your whole index to a file",
                operands: OperandDeclaration(Operands.backupFile, count: 1...1), options: [Options.force],
                examples: ["coach backup ~/coach-2026-10-31.db", "coach backup --force latest.db"])
        case .restore:
            CommandSpec(
                rawValue, "brings a backup back; what was there before is kept beside it",
                operands: OperandDeclaration(Operands.backupFile, count: 1...1),
                examples: ["coach restore ~/coach-2026-10-31.db"])
        case .demo:
            CommandSpec(
                rawValue, "starts a conversation with a sample household; keeps nothing", options: [Options.chart],
                examples: ["coach demo", "echo \"how much on groceries last month?\" | coach demo"])
        case .conversations:
            CommandSpec(
                rawValue, "lists, shows, or deletes saved conversations",
                operands: OperandDeclaration(
                    Operands.conversationsAction, count: 0...Int.max,
                    forms: ["[list]", "show ID", "delete ID", "delete --all"]),
                options: [Options.allConversations],
                examples: [
                    "coach conversations", "coach conversations show 3", "coach conversations delete 3",
                    "coach conversations delete --all",
                ])
        case .privacy:
            CommandSpec(
                rawValue, "shows what was sent to a model, and what would be",
                operands: OperandDeclaration(Operands.question, count: 0...Int.max),
                examples: ["coach privacy", "coach privacy --demo \"top 5 merchants this year\""])
        case .config:
            CommandSpec(
                rawValue, "lists every setting and its current value",
                examples: ["coach config", "coach config --json"])
        case .doctor:
            CommandSpec(
                rawValue, "checks your setup and says how to fix it", options: [Options.repair],
                examples: ["coach doctor", "coach doctor --repair"])
        case .mcp:
            CommandSpec(
                rawValue, "serves assistants over the Model Context Protocol on standard input and output",
                options: [Options.allowWrites],
                examples: ["coach mcp", "coach mcp --demo", "coach mcp --allow-writes"])
        case .serve:
            CommandSpec(
                rawValue, "answers programs over HTTP, on this machine only unless told otherwise",
                options: [
                    Options.listen, Options.socket, Options.serverName, Options.allowOrigin, Options.certificate,
                    Options.certificateKey, Options.rate, Options.profile,
                ],
                examples: ["coach serve", "coach serve --demo", "coach serve --listen 127.0.0.1:9000"])
        case .token:
            CommandSpec(
                rawValue, "gives out and withdraws tokens for `coach serve`",
                operands: OperandDeclaration(
                    Operands.tokenAction, count: 0...2, forms: ["[list]", "add NAME", "remove NAME"]),
                options: [Options.scope, Options.tokenDays, Options.replaceToken],
                examples: [
                    "coach token add phone --scope write", "coach token", "coach token remove phone",
                    "coach token add phone --replace", "coach token remove phone --person anna",
                ])
        case .geofence:
            CommandSpec(
                rawValue, "sets places where payments are declined or warned about",
                operands: OperandDeclaration(
                    Operands.geofenceAction, count: 0...Int.max,
                    forms: ["[list]", "add NAME LAT LON RADIUS", "remove ID"]),
                options: [Options.block, Options.warn, Options.geofenceCategory],
                examples: [
                    "coach geofence add \"Mall\" 30.4021 -97.7254 250m --block --category clothing", "coach geofence",
                    "coach geofence remove 1",
                ])
        case .location:
            CommandSpec(
                rawValue, "checks where you are against your geofences",
                operands: OperandDeclaration(
                    Operands.geofenceAction, count: 1...Int.max, forms: ["LAT LON", "check LAT LON", "forget"]),
                options: [Options.accuracy],
                examples: [
                    "coach location 30.4021 -97.7254 --accuracy 20", "coach location check 30.4021 -97.7254",
                    "coach location forget",
                ])
        case .places:
            CommandSpec(
                rawValue, "lists the shops you go to most, by town, to make geofences of",
                options: [Options.limit], examples: ["coach places", "coach places --limit 20"])
        case .counter:
            CommandSpec(
                rawValue, "gives advice before you pay, and offers what it can do about it",
                operands: OperandDeclaration(
                    Operands.counterLine, count: 0...Int.max, forms: ["[LINE]", "confirm ID"]),
                options: [
                    Options.payAmount, Options.payMerchant, Options.item, Options.payCategory, Options.position,
                    Options.accuracy, Options.currency,
                ],
                examples: [
                    "coach counter --amount 150 --merchant Steam --position 30.4021,-97.7254",
                    "coach counter \"warn me here\" --position 30.4021,-97.7254", "coach counter confirm 3",
                ])
        case .wishes:
            CommandSpec(
                rawValue, "keeps purchases you sleep on, and asks you again later",
                operands: OperandDeclaration(
                    Operands.wishAction, count: 0...2, forms: ["[list]", "add", "bought ID", "skipped ID", "later ID"]),
                options: [
                    Options.payAmount, Options.payMerchant, Options.item, Options.askAgainOn, Options.currency,
                ],
                examples: [
                    "coach wishes add --amount 300 --item chair --on 2026-11-07", "coach wishes",
                    "coach wishes skipped 4",
                ])
        case .cards:
            CommandSpec(
                rawValue, "sets up cards to charge; off by default",
                operands: OperandDeclaration(
                    Operands.cardAction, count: 0...2,
                    forms: [
                        "[list]", "setup stripe|mock", "add PM_ID", "default ID", "remove ID", "intent", "webhook",
                        "off",
                    ]),
                options: [Options.live, Options.providerURL, Options.cardLabel, Options.intoAccount],
                examples: [
                    "coach cards setup mock", "coach cards add pm_card_visa --label \"My Visa\"", "coach cards",
                ])
        case .charge:
            CommandSpec(
                rawValue, "charges a card for an approved payment, after your yes",
                operands: OperandDeclaration(
                    Operands.chargeAction, count: 0...3,
                    forms: [
                        "[--amount A --merchant NAME]", "list", "check [ID]", "cancel ID", "refund ID [AMOUNT]",
                    ]),
                options: [
                    Options.payAmount, Options.payMerchant, Options.payCategory, Options.card, Options.position,
                    Options.accuracy, Options.currency, Options.limit, Options.sendBack, Options.again,
                ],
                examples: [
                    "coach charge --amount 45 --merchant Steam", "coach charge list", "coach charge check",
                    "coach charge refund 1 20",
                ])
        case .hooks:
            CommandSpec(
                rawValue, "tells other programs when something happened, with signed webhooks",
                operands: OperandDeclaration(
                    Operands.hooksAction, count: 0...2, forms: ["[list]", "add URL", "remove ID", "log", "send"]),
                options: [Options.hookEvents],
                examples: [
                    "coach hooks add https://example.com/coach --events limit_passed,price_rose", "coach hooks",
                    "coach hooks log", "coach hooks send", "coach hooks remove 1",
                ])
        case .schema:
            CommandSpec(
                rawValue, "prints the JSON Schema of requests, or the OpenAPI description of `coach serve`",
                operands: OperandDeclaration(Operands.schema, count: 1...1),
                examples: ["coach schema request", "coach schema openapi"])
        case .completions:
            CommandSpec(
                rawValue, "writes tab completions for your shell",
                operands: OperandDeclaration(ValueForm<Shell>.shell, count: 1...1),
                examples: [
                    "source <(coach completions bash)",
                    "coach completions fish > ~/.config/fish/completions/coach.fish",
                ])
        case .manual:
            CommandSpec(
                rawValue, "writes the man page", examples: ["coach manual | man -l -", "coach manual > coach.1"])
        }
    }
}
