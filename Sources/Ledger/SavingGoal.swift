/// An amount to be saved by a day.
public struct SavingGoal: Hashable, Sendable {
    public var name: String
    /// Above zero.
    public var target: Money
    public var by: CivilDate
    /// The day it was set on; what is saved after it counts.
    public var since: CivilDate

    public init(name: String, target: Money, by: CivilDate, since: CivilDate) {
        self.name = name
        self.target = target
        self.by = by
        self.since = since
    }
}
