import Ledger

/// What a person said of a thing that bears on whether to buy it. It's kept with a decision, so that a wish that comes back is
/// judged by the same.
public struct SaidOfPurchase: Hashable, Sendable {
    public var isNeed: Bool?
    public var canWaitUntil: CivilDate?
    public var stillWorks = false
    public var replacesBroken = false
    public var earns = false
    public var isGift = false
    public var doubt: PurchaseDoubt?

    public init() {}
}

extension Purchase {
    public var said: SaidOfPurchase {
        get {
            var said = SaidOfPurchase()
            (said.isNeed, said.canWaitUntil, said.doubt) = (isNeed, canWaitUntil, doubt)
            (said.stillWorks, said.replacesBroken) = (stillWorks, replacesBroken)
            (said.earns, said.isGift) = (earns, isGift)
            return said
        }
        set {
            (isNeed, canWaitUntil, doubt) = (newValue.isNeed, newValue.canWaitUntil, newValue.doubt)
            (stillWorks, replacesBroken) = (newValue.stillWorks, newValue.replacesBroken)
            (earns, isGift) = (newValue.earns, newValue.isGift)
        }
    }
}

extension SaidOfPurchase {
    private static let flags: [(String, WritableKeyPath<SaidOfPurchase, Bool> & Sendable)] = [
        ("still_works", \.stillWorks), ("replaces_broken", \.replacesBroken), ("earns", \.earns), ("gift", \.isGift),
    ]

    /// Only what was said.
    var json: JSON {
        var members: [(String, JSON)] = SaidOfPurchase.flags.filter { self[keyPath: $0.1] }.map { ($0.0, .bool(true)) }
        if let isNeed { members.append(("need", .bool(isNeed))) }
        if let canWaitUntil { members.append(("can_wait_until", .string(canWaitUntil.iso))) }
        if let doubt { members.append(("doubt", .string(doubt.rawValue))) }
        return .object(members)
    }

    init(_ json: JSON) {
        for (name, flag) in SaidOfPurchase.flags { self[keyPath: flag] = json[name]?.bool ?? false }
        isNeed = json["need"]?.bool
        canWaitUntil = json["can_wait_until"]?.string.flatMap { CivilDate(iso: $0) }
        doubt = json["doubt"]?.string.flatMap(PurchaseDoubt.init)
    }
}
