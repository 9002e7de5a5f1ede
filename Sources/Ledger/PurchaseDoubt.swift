/// Why something is not worth its price whatever money there is, as the person says it.
public enum PurchaseDoubt: String, Hashable, Sendable {
    /// It would hardly be used, or there is enough of it.
    case unused
    /// On average it pays back less than it costs: a protection plan, a timeshare, a lottery ticket.
    case poorDeal = "poor_deal"
    /// It is paid already, and whether it's still worth it is wondered about.
    case kept
}
