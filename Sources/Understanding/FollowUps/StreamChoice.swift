/// Which of the payments that recur a line means that goes on.
public enum StreamChoice: Hashable, Sendable {
    public enum Cadence: Hashable, Sendable {
        case week, month, quarter, year
    }

    case dearest, cheapest, next, sum
    /// Those that come once in each.
    case every(Cadence)
}
