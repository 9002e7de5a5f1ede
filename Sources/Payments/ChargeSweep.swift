import Ledger
import Store

extension Cashier {
    /// What came of asking about everything that waits for the provider.
    public struct Sweep: Sendable {
        /// Charges that are over now.
        public var ended: [ChargeOutcome] = []
        /// Whether something waits still.
        public var isWaiting = false
        /// Whether the provider couldn't be asked.
        public var isUnreachable = false

        public init() {}
    }

    /// Charges and refunds, each, that one sweep asks about.
    static let mostSwept = 20
    /// What the provider leaves unanswered before a sweep is left to the next one.
    static let mostUnheard = 3
    /// Seconds that a charge is left to whoever began it.
    static let sweptAfter: Int64 = 30

    /// Asks what became of charges and refunds that wait, and cancels what is to be canceled, as a check does; but a few at a
    /// time, since nobody waits for it.
    public func sweep() throws -> Sweep {
        var sweep = Sweep()
        var unheard = 0
        for charge in try index.openCharges().filter(isSwept).prefix(Cashier.mostSwept)
        where unheard < Cashier.mostUnheard {
            let found = try resolve(charge)
            if found.note != nil { unheard += 1 }
            if !found.charge.state.isOpen { sweep.ended.append(found) }
        }
        for charge in try index.chargesWithOpenRefunds().filter(isAsked).prefix(Cashier.mostSwept)
        where unheard < Cashier.mostUnheard {
            do { try syncRefunds(of: charge) } catch is PaymentError { unheard += 1 }
        }
        sweep.isUnreachable = unheard > 0
        sweep.isWaiting =
            try index.openCharges().contains(where: isAsked) || index.chargesWithOpenRefunds().contains(where: isAsked)
        return sweep
    }

    private func isSwept(_ charge: Charge) throws -> Bool {
        // A clock that was set back is no reason to wait for longer.
        let isYoung = (0..<Cashier.sweptAfter).contains(now() - charge.madeAt)
        return try isAsked(charge) && (charge.isCancelAsked || !isYoung)
    }

    /// Whether a charge is of the provider and the kind of money that are set up.
    func isAsked(_ charge: Charge) throws -> Bool {
        guard let source = try index.fundingSource(charge.funding) else { return false }
        return source.provider == processor.provider.rawValue && source.isLive == processor.isLive
    }
}

extension PaymentSetup {
    /// Asks about everything that waits for the provider.
    ///
    /// - Returns: nil where nothing waits, or payments are off; no key is opened then.
    public func sweep(today: CivilDate, now: @escaping () -> Int64) throws -> Cashier.Sweep? {
        guard try isAnythingWaiting else { return nil }
        return try cashier(today: today, now: now).sweep()
    }
}
