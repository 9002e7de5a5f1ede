import Advice
import Coaching
import Ledger
import Payments
import Store
import Terminal

/// Payments that are about to be made: whether limits, score and money allow them, and letting one through all the same.
struct AuthorizeCommand {
    let session: Session

    func authorize() throws -> Int32 {
        let index = try session.openIndexWithLimits()
        if session.command[Options.statistics] { return try showStatistics(index) }
        let (amount, merchant) = try payment(index)
        let asOf = try session.asOf(index)
        var purchase = Purchase(amount: amount, merchant: merchant, day: asOf)
        purchase.category = try session.command[Options.payCategory].map {
            try PurchaseOptions(session: session, index: index).category($0).id
        }
        purchase = try PurchaseDesk(index, asOf: asOf).completed(purchase)
        let settings = try session.purchaseSettings(index)
        let now = Session.now
        // Where one just said one is counts as well.
        let fix = try settings.whereabouts?.fix(in: index)
        let last = fix == settings.whereabouts?.said ? nil : fix
        let answer = try Guardian(index, settings: settings).authorize(purchase, asOf: asOf, at: now, from: fix)
        let ended =
            answer.decision == .decline
            ? try PaymentAccess(session: session).cancelTakenBack(amount, at: merchant, index) : []
        if session.wantsJSON {
            try session.write(
                .object(
                    [
                        ("decision", .string(answer.decision.rawValue)), ("reason", .string(answer.reason.rawValue)),
                        ("message", .string(answer.message)), ("authorization_id", .integer(answer.event)),
                        ("category", .optional(purchase.category, JSON.string)),
                        ("block_reason", .string(answer.assessment.blockReason.rawValue)),
                        ("p_avoid", .number(answer.score.probability)), ("threshold", .number(answer.score.threshold)),
                    ] + (fix == nil ? [] : [("geofence", .optional(answer.place) { .string($0.geofence.name) })])
                        + (last.map { [("position_age_seconds", .integer(now - $0.time))] } ?? []) + ended.members))
        } else {
            let word = session.style(answer.decision.rawValue, .bold)
            let place = last.map { " " + PlaceWords.used($0, now) } ?? ""
            try say("\(word) (\(answer.reason.rawValue)). \(answer.message)\(place)")
            for outcome in ended { try say(outcome.told) }
        }
        return 0
    }

    func override() throws -> Int32 {
        let index = try session.openIndexWithLimits()
        let (amount, merchant) = try payment(index)
        let pass = try Guardian(index).allow(amount, at: merchant, now: Session.now)
        let minutes = PaymentOverride.lifetime / 60
        let reply = "One payment of \(amount.text) to \(merchant) is allowed for the next \(minutes) minutes."
        if session.wantsJSON {
            try session.write(
                .object([
                    ("status", .string("ok")), ("amount_cents", .integer(amount.minorUnits)),
                    ("currency", .string(amount.currency.code)), ("merchant", .string(merchant)),
                    ("expires_at", .integer(pass.expires)), ("message", .string(reply)),
                ]))
        } else {
            try say(reply)
        }
        return 0
    }

    private func showStatistics(_ index: HouseholdIndex) throws -> Int32 {
        let counts = try Guardian(index).statistics()
        if session.wantsJSON {
            try session.write(
                .object([
                    ("auth_events", .int(counts.events)), ("risky_events", .int(counts.risky)),
                    ("override_events", .int(counts.overridden)),
                    ("risky_rate", .optional(counts.riskyRate, JSON.number)),
                    ("override_rate", .optional(counts.overrideRate, JSON.number)),
                ]))
            return 0
        }
        guard counts.events > 0 else {
            try say("No payments have been checked yet.")
            return 0
        }
        func percent(_ rate: Double?) -> String {
            let tenths = Int(((rate ?? 0) * 1000).rounded())
            return "\(tenths / 10).\(tenths % 10)%"
        }
        try say(
            "\(counts.events) payment\(counts.events == 1 ? "" : "s") checked: \(counts.risky) declined "
                + "(\(percent(counts.riskyRate))), \(counts.overridden) let through by an override "
                + "(\(percent(counts.overrideRate))).")
        return 0
    }

    /// `--amount` and `--merchant`, which all commands about payments need.
    func payment(_ index: HouseholdIndex) throws -> (amount: Money, merchant: String) {
        let name = session.command.name
        let example = "such as `coach \(name) --amount 45 --merchant Steam`"
        guard let amount = session.command[Options.payAmount] else {
            throw Failure("`coach \(name)` needs --amount, \(example)", exitCode: 2)
        }
        guard let merchant = session.command[Options.payMerchant]?.trimmed, !NameKey.key(of: merchant).isEmpty else {
            throw Failure("`coach \(name)` needs --merchant with a name, \(example)", exitCode: 2)
        }
        try StoreError.refuseCardNumber(in: merchant)
        let money = try PurchaseOptions(session: session, index: index).money(amount)
        if let problem = PurchaseDesk(index, asOf: try session.asOf(index)).problem(
            amount: money, day: try session.asOf(index))
        {
            throw Failure("--amount: \(problem)", exitCode: 2)
        }
        return (money, SafeText.line(merchant))
    }

    private func say(_ text: String) throws {
        try session.write(session.prose(text) + "\n")
    }
}
