/// Days away from home, as the towns in the bank's texts tell them.
public struct Trip: Hashable, Sendable {
    /// From the first to the last purchase away.
    public let days: Period
    /// The towns of those purchases as the bank writes them without their state, those with the most purchases first:
    /// `Pismo Beach`.
    public let towns: [String]

    public init(_ days: Period, towns: [String]) {
        self.days = days
        self.towns = towns
    }
}
