import Ledger

/// The answer to a payment that is about to be made.
public struct Authorization: Sendable {
    public enum Decision: String, Hashable, Sendable {
        case approve = "APPROVE"
        case decline = "DECLINE"
    }

    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// A limit or the score speaks against it, or the money is not there.
        case risky
        /// One of them does, but the user allowed it beforehand.
        case override
        case ok
    }

    /// Its number among all that were answered.
    public let event: Int64
    public let reason: Reason
    /// What it was held against.
    public let assessment: RuleAssessment
    public let score: AvoidanceScore
    /// One or two sentences.
    public let message: String
    /// The user's geofence that one is in; nil for none.
    public let place: LocationCheck.Hit?

    public var decision: Decision { reason == .risky ? .decline : .approve }
}

/// How payments were answered so far.
public struct AuthorizationStatistics: Hashable, Sendable {
    public let events: Int
    public let risky: Int
    public let overridden: Int

    /// The part that was declined, 0…1, rounded to four decimals; nil without events.
    public var riskyRate: Double? { rate(risky) }
    /// The part that was approved only because the user had allowed it, 0…1; nil without events.
    public var overrideRate: Double? { rate(overridden) }

    private func rate(_ count: Int) -> Double? {
        events == 0 ? nil : Double(roundedQuotient(Int64(count), times: 10_000, by: Int64(events))) / 10_000
    }
}

/// A payment that the user allowed.
public struct PaymentOverride: Hashable, Sendable {
    public let merchant: String
    /// Just this much.
    public let amount: Money
    /// Seconds since 1970-01-01 UTC; from then on it counts no more.
    public let expires: Int64

    /// Seconds that it lasts.
    public static let lifetime: Int64 = 300
}
