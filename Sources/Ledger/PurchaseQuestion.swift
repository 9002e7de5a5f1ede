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
