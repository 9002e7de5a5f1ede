/// Days away from home, as the towns in the bank's texts tell them.
public struct Trip: Hashable, Sendable {
    /// From the first to the last purchase away.
    public let days: Period
    /// The towns of those purchases as the bank writes them without their state, those with the most purchases first:
    /// `Pismo Beach`.
    public let towns: [String]
    /// Rows of those days that are no cost of it: what is paid regularly wherever one is, and what is bought at home.
    public let others: [Int64]

    public init(_ days: Period, towns: [String], others: [Int64] = []) {
        self.days = days
        self.towns = towns
        self.others = others
    }
}
