import Advice
import Coaching
import Ledger
import Payments
import Store
import Terminal

/// `coach charge`: pays by card what was approved, once the person at the terminal says yes.
struct ChargeCommand {
    let session: Session
    private var access: PaymentAccess { PaymentAccess(session: session) }

    func run() throws -> Int32 {
        let operands = session.command.operands
        if session.isDemo {
            throw Failure(
                "the sample household charges nothing; `coach serve --demo` has test cards", exitCode: 2)
        }
        switch (operands.first?.lowercased(), operands.count) {
        case (nil, 0): return try charge()
        case ("list", 1): return try list()
        case ("check", 1...2): return try check(operands.count > 1 ? operands[1] : nil)
        case ("cancel", 2): return try cancel(operands[1])
        case ("refund", 2...3): return try refund(operands[1], operands.count > 2 ? operands[2] : nil)
        default:
            throw Failure(
                "expected `coach charge --amount 45 --merchant Steam`, `coach charge list`, `coach charge check [ID]`, `coach "
                    + "charge cancel ID`, or `coach charge refund ID [AMOUNT]`", exitCode: 2)
        }
    }

    private func index() throws -> HouseholdIndex {
        guard let index = try session.openExistingIndex() else { throw session.emptyIndex }
        return index
    }

    // MARK: Charging

    private func charge() throws -> Int32 {
        guard !session.command[Options.sendBack] else {
            throw Failure(
                "--yes goes with `coach charge refund`; a charge has to be confirmed in a terminal", exitCode: 2)
        }
        let index = try index()
        let (amount, merchant) = try AuthorizeCommand(session: session).payment(index)
        let cashier = try access.cashier(index)
        let sources = try index.fundingSources()
        let wanted = session.command[Options.card].map(Int64.init)
        guard let source = sources.first(where: { wanted == nil ? $0.isDefault : $0.id == wanted }) else {
            throw Failure(
                wanted == nil
                    ? "there's no card to charge; `coach cards add PM_ID` adds one"
                    : "there's no such card; `coach cards` lists them",
                exitCode: 2)
        }
        guard try isApproved(amount, merchant, index) else { return 1 }
        let kind = source.isLive ? "" : " as a test"
        var isAgain = session.command[Options.again]
        let echo = try isAgain ? nil : cashier.echo(of: amount, at: merchant, with: source.id)
        let another = echo.map { "\($0.prefix(1).uppercased() + $0.dropFirst()). Charge another" } ?? "Charge"
        let question = "\(another) \(amount.text) to \(source.label) for \(merchant)\(kind)?"
        switch try PaymentAccess.confirms(session, question) {
        case true?: isAgain = isAgain || echo != nil
        case false?: throw Failure("nothing was charged")
        case nil:
            throw Failure(
                "a charge has to be confirmed in a terminal; programs use POST /guardian/charge with a write token",
                exitCode: 2)
        }
        var request = ChargeRequest(amount, merchant: merchant)
        (request.funding, request.isAgain, request.wantsPage) = (source.id, isAgain, true)
        if let word = try PaymentSetup.untied(source, in: index, isPaying: true) { session.warn(word) }
        let desk = PurchaseDesk(index, asOf: try session.asOf(index), settings: try session.purchaseSettings(index))
        var outcome = try cashier.charge(request) { try desk.objection(to: $0, at: Session.now) }
        try tell(outcome, source)
        if outcome.charge.state == .requiresAction, !session.wantsJSON,
            try PaymentAccess.confirms(session, "Have you confirmed it there?") == true
        {
            outcome = try cashier.resolve(outcome.charge)
            try tell(outcome, source)
        }
        return outcome.charge.state == .succeeded ? 0 : 1
    }

    /// Whether it may be charged; what speaks against it, or is worth a word, is said.
    private func isApproved(_ amount: Money, _ merchant: String, _ index: HouseholdIndex) throws -> Bool {
        let (now, asOf) = (Session.now, try session.asOf(index))
        let settings = try session.purchaseSettings(index)
        let desk = PurchaseDesk(index, asOf: asOf, settings: settings)
        var purchase = Purchase(amount: amount, merchant: merchant, day: asOf)
        purchase.category = try session.command[Options.payCategory].map {
            try PurchaseOptions(session: session, index: index).category($0).id
        }
        let fix = try settings.whereabouts?.fix(in: index)
        let clearance = try Guardian(index, settings: settings).clearance(
            of: desk.completed(purchase), saidFor: purchase.category, asOf: asOf, at: now, from: fix
        ) { try desk.objection(to: $0, at: now) }
        switch clearance {
        case .approved(let place):
            try warn(of: place)
            return true
        case .declined(let reason, let message):
            try tellDeclined(reason, message, try access.cancelTakenBack(amount, at: merchant, index))
            return false
        }
    }

    /// What is said before the question; what is let through on purpose where one wants to pay nothing needs no word.
    private func warn(of place: LocationCheck.Hit?) throws {
        guard let place, place.decision != .block else { return }
        if session.wantsJSON { return session.warn(place.sentence) }
        try session.writeNow(session.prose(place.sentence) + "\n")
    }

    private func tellDeclined(_ reason: Authorization.Reason, _ message: String, _ ended: [ChargeOutcome]) throws {
        if session.wantsJSON {
            try session.write(
                .object(
                    [
                        ("status", .string("declined")), ("reason", .string(reason.rawValue)),
                        ("message", .string(message)),
                    ] + ended.members))
        } else {
            try session.write(session.prose("Nothing was charged. \(message)") + "\n")
            for outcome in ended { try session.write(session.prose(outcome.told) + "\n") }
        }
    }

    private func tell(_ outcome: ChargeOutcome, _ source: FundingSource?) throws {
        if session.wantsJSON { return try session.write(outcome.json(source)) }
        guard let page = outcome.confirmPage else {
            return try session.write(session.prose(outcome.sentence + next(outcome)) + "\n")
        }
        // An address stands on a line of its own, so that it can be copied whole.
        try session.write(session.prose(outcome.sentence + " Open this page to do it:") + "\n")
        try session.write("\(SafeText.line(page))\n" + session.prose(checkLater(outcome.charge)) + "\n")
    }

    /// What to do about a charge that isn't over.
    private func next(_ outcome: ChargeOutcome) -> String {
        let charge = outcome.charge
        switch charge.waitsFor {
        case nil: return ""
        case .cancellation?: return " `coach charge check \(charge.id)` tries again."
        case .cardholder? where charge.isTest && outcome.clientSecret?.hasPrefix("pi_mock_") == true:
            return " The mock has no bank to ask: `coach charge check \(charge.id)` takes it as confirmed."
        case .cardholder?:
            return
                " It was ordered by an app, so confirm it there, or give it up with `coach charge cancel \(charge.id)`. "
                + checkLater(charge)
        case .order?: return ""
        case .outcome? where outcome.isUnsent || outcome.isGivenUp: return ""
        case .outcome?: return " `coach charge check \(charge.id)` asks again."
        }
    }

    private func checkLater(_ charge: Charge) -> String {
        "Then run `coach charge check \(charge.id)`. If it isn't confirmed within an hour, it's canceled and nothing is charged."
    }

    // MARK: What was charged

    private func charge(_ text: String, _ index: HouseholdIndex) throws -> Charge {
        guard let charge = try Int64(text).flatMap({ try index.charge($0) }) else {
            throw Failure("there's no charge “\(SafeText.line(text))”; `coach charge list` lists them", exitCode: 2)
        }
        return charge
    }

    private func cancel(_ text: String) throws -> Int32 {
        let index = try index()
        let charge = try charge(text, index)
        let outcome = try access.cashier(index).cancel(charge)
        try tell(outcome, try index.fundingSource(charge.funding))
        return outcome.charge.state == .canceled ? 0 : 1
    }

    private func refund(_ text: String, _ amountText: String?) throws -> Int32 {
        let index = try index()
        let charge = try charge(text, index)
        let units = try amountText.map { text in
            let amount = try PurchaseOptions.amount(text)
            guard let units = amount.minorUnits(in: charge.amount.currency), units > 0 else {
                throw Failure("“\(SafeText.line(text))”: expected an amount such as 12.34", exitCode: 2)
            }
            return units
        }
        // All of it was asked for before, and what nobody heard of is asked for again.
        let free = charge.amount.minorUnits - charge.refunded
        let left = free == 0 ? charge.refundedUnheard : free
        let most = Money(free + charge.refundedUnheard, charge.amount.currency)
        if let units, charge.state == .succeeded, units > most.minorUnits {
            throw Failure(
                most.minorUnits == 0 ? "all of it has gone back already" : "\(most.text) of it can go back, not more",
                exitCode: 2)
        }
        let what = Money(units ?? left, charge.amount.currency).text
        let cashier = try access.cashier(index)
        var isAgain = session.command[Options.again]
        if !session.command[Options.sendBack] {
            let echo = try units.flatMap { try isAgain ? nil : cashier.echo(of: charge, $0) }
            let question =
                echo.map { "\($0.prefix(1).uppercased() + $0.dropFirst()). Send another \(what) of it back?" }
                ?? "Send \(what) of your payment at \(charge.merchant) back?"
            switch try PaymentAccess.confirms(session, question) {
            case true?: isAgain = isAgain || echo != nil
            case false?: throw Failure("nothing was sent back")
            case nil:
                throw Failure(
                    "a refund has to be confirmed in a terminal, or with --yes; nothing was sent back", exitCode: 2)
            }
        }
        let refund = try cashier.refund(charge.id, units, isAgain: isAgain)
        if let word = try Cashier.unsentRefunds(of: charge, besides: refund.id, in: index) { session.warn(word) }
        let words = "\(Money(refund.amount, charge.amount.currency).text) goes back to the card."
        if session.wantsJSON {
            try session.write(
                .object([
                    ("status", .string(refund.state.rawValue)), ("refund_id", .integer(refund.id)),
                    ("amount_cents", .integer(refund.amount)),
                ]))
        } else {
            try session.write(session.prose(words) + "\n")
        }
        return 0
    }

    /// Asks the provider what came of one that is open, or of all, and brings it to an end where its time is over.
    private func check(_ text: String?) throws -> Int32 {
        let index = try index()
        let cashier = try access.cashier(index)
        let meant = try text.map { try charge($0, index) }
        var outcomes: [ChargeOutcome] = []
        if let meant {
            try cashier.syncRefunds(of: meant)
            let charge = try index.charge(meant.id) ?? meant
            outcomes = [try charge.state.isOpen ? cashier.resolve(charge) : ChargeOutcome(charge)]
        } else {
            outcomes = try cashier.resolveOpen()
        }
        for charge in try meant.map({ [$0] }) ?? index.chargesWithOpenRefunds() {
            if let word = try Cashier.unsentRefunds(of: charge, in: index) { session.warn(word) }
        }
        if session.wantsJSON {
            let items = try outcomes.map { outcome in
                try outcome.json(index.fundingSource(outcome.charge.funding))
            }
            try session.write(.object([("charges", .array(items))]))
        } else if outcomes.isEmpty {
            try session.write("No charge is open.\n")
        } else {
            for outcome in outcomes { try tell(outcome, nil) }
        }
        return outcomes.contains { $0.note != nil } ? 1 : 0
    }

    /// What is known here; nobody is asked.
    private func list() throws -> Int32 {
        let index = try index()
        try warnOfWaiting(index)
        let charges = try index.charges(limit: session.command[Options.limit] ?? 20)
        if session.wantsJSON {
            let items = try charges.map { ChargeOutcome($0).json(try index.fundingSource($0.funding)) }
            try session.write(.object([("charges", .array(items))]))
            return 0
        }
        guard !charges.isEmpty else {
            try session.write("Nothing has been charged.\n")
            return 0
        }
        var table = Table([
            Table.Column("Id", .right), Table.Column("Date"), Table.Column("Merchant"), Table.Column("Amount", .right),
            Table.Column("Went back", .right), Table.Column("State"),
        ])
        for charge in charges {
            let units = charge.refunded - charge.refundedUnheard
            let back = units > 0 ? Money(units, charge.amount.currency).text : ""
            table.add([
                String(charge.id), charge.day.iso, charge.merchant, charge.amount.text, back,
                ChargeCommand.state(charge),
            ])
        }
        try session.write(table.text(width: session.width, style: session.style))
        return 0
    }

    private func warnOfWaiting(_ index: HouseholdIndex) throws {
        var waiting = try index.openCharges().compactMap { charge in
            charge.waitsFor.map { "charge \(charge.id) waits \($0.words)" }
        }
        waiting += try index.chargesWithOpenRefunds().map { "a refund of charge \($0.id) waits for its outcome" }
        guard !waiting.isEmpty else { return }
        let shown = waiting.prefix(ChargeCommand.mostWaiting).joined(separator: "; ")
        let rest = waiting.count - ChargeCommand.mostWaiting
        session.warn(
            "\(shown)\(rest > 0 ? "; and \(rest) more" : ""). `coach charge check` asks now, as `coach sync` and "
                + "`coach serve` do by themselves")
    }

    /// Waiting ones that are named.
    private static let mostWaiting = 5

    /// How a charge stands, as a word or two of a table.
    private static func state(_ charge: Charge) -> String {
        guard charge.state == .succeeded else {
            let word =
                switch charge.state {
                case _ where charge.isCancelAsked && charge.state.isOpen: "to be canceled"
                case .new: "not charged yet"
                case .sent: "not known yet"
                case .requiresAction: "to be confirmed at your bank"
                default: charge.state.rawValue
                }
            return charge.isTest ? "\(word), test" : word
        }
        if charge.isTest { return "charged, test" }
        return charge.isSettled ? "charged, on the statement" : "charged, not on a statement yet"
    }
}
