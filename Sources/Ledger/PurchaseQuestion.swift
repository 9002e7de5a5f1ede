/// What is asked of a purchase; the answer goes along with it.
public enum PurchaseQuestion: Hashable, Sendable {
    case whether
    /// `talk me out of it`: the case against it.
    case against
    /// `should I wait until payday?`
    case toWait
    /// `is that crazy?`, to which a yes means not to buy.
    case tooMuch
    /// `I just bought it, did I do well?`
    case afterwards
    /// `should I return it?`
    case toReturn
}

/// Why something is not worth its price whatever money there is, as the person says it.
public enum PurchaseDoubt: Hashable, Sendable {
    /// It would hardly be used, or there is enough of it.
    case unused
    /// On average it pays back less than it costs: a protection plan, a timeshare, a lottery ticket.
    case poorDeal
}
