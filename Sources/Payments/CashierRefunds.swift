import Ledger
import Store

extension Cashier {
    /// Sends money of a charge back to its card.
    ///
    /// What was asked for with the same key, or without one and never heard of, is carried on instead of sent again.
    ///
    /// - Parameters:
    ///   - amount: minor units; nil for all that is left of it.
    ///   - requestKey: tells the request from others, where it may come again.
    ///   - isAgain: whether the same amount that went back minutes ago is to go back once more.
    public func refund(_ id: Int64, _ amount: Int64? = nil, requestKey: String? = nil, isAgain: Bool = false) throws
        -> ChargeRefund
    {
        guard let charge = try index.charge(id) else { throw PaymentError(.notFound, "there's no charge \(id)") }
        guard charge.state == .succeeded, let intent = charge.intent else {
            throw PaymentError(.conflict, "there's nothing to send back: that charge \(charge.state.words)")
        }
        try check(of: charge)
        let before = try before(charge, amount, requestKey)
        // What was sent back elsewhere, or asked for and never heard of, comes first.
        if before?.state != .succeeded { try syncRefunds(of: charge) }
        if let before, let found = try index.refunds(ofCharge: id).first(where: { $0.id == before.id }) {
            if found.state == .sent { return try send(found, intent) }
            if requestKey != nil || found.state != .failed { return found }
        }
        let key = try Cashier.newKey()
        let refund = try index.writeThrough {
            // Whoever writes first goes on; what was ordered at the same moment finds it here.
            if requestKey == nil, !isAgain { try refuseEcho(of: charge, amount) }
            let left = charge.amount.minorUnits - (try index.charge(id)?.refunded ?? 0)
            let wanted = amount ?? left
            guard left > 0 else { throw PaymentError(.conflict, "all of it has gone back already") }
            guard (1...left).contains(wanted) else {
                throw PaymentError(
                    .refused, "\(Money(left, charge.amount.currency).text) of it can go back, not more")
            }
            if let requestKey, try index.refund(requestKey: requestKey) != nil {
                throw PaymentError(.busy, "the refund with this key is on its way; try again in a moment")
            }
            try index.addRefund(
                key: key, requestKey: requestKey, ofCharge: id, amount: wanted, day: today, now: now())
            try index.noteRefund(ofCharge: id, wanted)
            return try index.refunds(ofCharge: id).first { $0.key == key }
        }
        guard let refund else { throw PaymentError(.notFound, "there's no charge \(id)") }
        return try send(refund, intent)
    }

    /// What is to be said where just this amount of a charge went back minutes ago; nil where it didn't.
    public func echo(of charge: Charge, _ amount: Int64) throws -> String? {
        guard let last = try latest(of: charge, amount, [.pending, .succeeded]) else { return nil }
        return
            "you already sent \(Money(amount, charge.amount.currency).text) of it back \(Cashier.age(now() - last.madeAt))"
    }

    private func refuseEcho(of charge: Charge, _ amount: Int64?) throws {
        guard let amount else { return }
        if try latest(of: charge, amount, [.sent]) != nil {
            throw PaymentError(.busy, "a refund of the same amount is on its way; try again in a moment")
        }
        guard let echo = try echo(of: charge, amount) else { return }
        let decimal = Money(amount, charge.amount.currency).plainText
        throw PaymentError(
            .conflict,
            "\(echo); if it's to go back a second time, run `coach charge refund \(charge.id) \(decimal) --again`")
    }

    /// The newest refund of just this amount in the last minutes.
    private func latest(of charge: Charge, _ amount: Int64, _ states: [ChargeRefund.State]) throws -> ChargeRefund? {
        let now = now()
        return try index.refunds(ofCharge: charge.id).last {
            $0.amount == amount && states.contains($0.state) && (0..<Cashier.echoLife).contains(now - $0.madeAt)
        }
    }

    /// The refund that is asked for again; nil where it is another one.
    private func before(_ charge: Charge, _ amount: Int64?, _ requestKey: String?) throws -> ChargeRefund? {
        guard let requestKey else {
            let isAll = charge.refunded == charge.amount.minorUnits
            return try index.refunds(ofCharge: charge.id).last {
                $0.state == .sent && (amount.map { [units = $0.amount] in units == $0 } ?? isAll)
            }
        }
        guard let known = try index.refund(requestKey: requestKey) else { return nil }
        guard known.charge == charge.id, amount ?? known.amount == known.amount else {
            throw PaymentError(.conflict, "this key came with another refund before")
        }
        return known
    }

    private func send(_ refund: ChargeRefund, _ intent: String) throws -> ChargeRefund {
        var found: ProcessorRefund?
        do throws(PaymentError) {
            found = try processor.refund(intent, refund.amount, key: refund.key)
        } catch {
            guard error.leavesOpen else {
                try index.giveUp(refund: refund.id)
                throw error
            }
            found = try? processor.refunds(of: intent).first { $0.key == refund.key }
        }
        guard let found else {
            throw PaymentError(
                .unreachable, "it isn't known yet whether the money went back; the same refund again asks for it")
        }
        return try keep(found, refund.key, of: refund.charge) ?? refund
    }

    /// Keeps what the provider tells of a refund, and makes it a row where it went through.
    ///
    /// - Parameter key: as it was asked for; nil where somebody else did.
    private func keep(_ found: ProcessorRefund, _ key: String?, of id: Int64) throws -> ChargeRefund? {
        guard let noted = try index.learn(found.told(key), ofCharge: id, day: today, now: now()) else { return nil }
        if noted.state != .failed, let charge = try index.charge(id) {
            let row = try ledgerWords(charge)
            try index.recordRefund(noted, merchant: row.merchant, category: row.category, on: today)
        }
        return noted
    }

    /// What is to be said of refunds of a charge that the provider never heard of, besides one; nil where there are none.
    public static func unsentRefunds(of charge: Charge, besides other: Int64? = nil, in index: HouseholdIndex) throws
        -> String?
    {
        let unsent = try index.refunds(ofCharge: charge.id).filter { $0.state == .sent && $0.id != other }
        guard let first = unsent.first else { return nil }
        let amounts = unsent.map { Money($0.amount, charge.amount.currency).text }
        return unsent.count == 1
            ? "an earlier refund of \(amounts[0]) at \(charge.merchant) hasn't gone through, and isn't sent unless you "
                + "ask for it again; it's given up \(Cashier.refundLife / 60) minutes after \(TimeText.iso(first.madeAt))"
            : "earlier refunds of \(amounts.joined(separator: ", ")) at \(charge.merchant) haven't gone through, and aren't sent "
                + "unless you ask for them again"
    }

    /// Takes over what the provider knows of a charge's refunds, those that were made elsewhere among them. Nothing is sent
    /// back by it: what the provider never heard of takes the same request again, and is given up in time.
    public func syncRefunds(of charge: Charge) throws {
        guard let intent = charge.intent, charge.state == .succeeded else { return }
        let known = try index.refunds(ofCharge: charge.id)
        let listed = try processor.refunds(of: intent)
        // What is here by its key comes first, so that nothing else is taken for it.
        for found in listed.filter({ $0.key != nil }) + listed.filter({ $0.key == nil })
        where try !isKept(found, charge) {
            _ = try keep(found, found.key, of: charge.id)
        }
        for lost in known where lost.state == .sent && !listed.contains(where: { $0.told($0.key).isKept(in: lost) }) {
            guard !(0..<Cashier.refundLife).contains(now() - lost.madeAt) else { continue }
            try index.giveUp(refund: lost.id)
        }
    }

    /// Whether what the provider tells of a refund is known already, or never mattered here.
    private func isKept(_ found: ProcessorRefund, _ charge: Charge) throws -> Bool {
        let told = found.told(found.key)
        let own = try index.refunds(ofCharge: charge.id).filter(told.isKept)
        guard let kept = own.first else { return found.state == .failed }
        return own.count == 1 && kept.state == told.state && kept.externalID == found.id
            && (kept.row != nil || found.state == .failed || charge.isTest)
    }

    private func check(of charge: Charge) throws {
        guard try isAsked(charge) else {
            throw PaymentError(.conflict, "that charge is another provider's, or of another kind of money")
        }
    }
}

extension ProcessorRefund {
    fileprivate func told(_ key: String?) -> ToldRefund {
        ToldRefund(id: id, key: key, amount: amount, state: ChargeRefund.State(rawValue: state.rawValue) ?? .pending)
    }
}
