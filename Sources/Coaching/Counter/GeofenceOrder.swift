import Advice
import Ledger
import Store
import Understanding

/// A line about geofences with what it says of one: `add a geofence called Mall within 300 m of here`.
struct GeofenceOrder {
    let wish: GeofenceWish
    /// As it was written; nil where none was said.
    private(set) var name: String?
    /// As `GeofenceRadius` reads it; nil where none was said.
    private var size: String?

    private static let callings = PlaceWords.set("calling")
    private static let ends = PlaceWords.set("name-end")
    private static let longestName = 60

    /// nil for every other line.
    init?(_ line: String) {
        if let wish = GeofenceWish(words: SpokenLine(line).words) {
            self.wish = wish
            return
        }
        let words = line.split(whereSeparator: \.isWhitespace)
        guard
            let order = GeofenceOrder(called: words) ?? GeofenceOrder(sized: words, name: nil)
                ?? GeofenceOrder(removal: words)
        else { return nil }
        self = order
    }

    /// Meters; nil where none was said.
    ///
    /// - Throws: `OfferError` for one that none can have.
    var radius: Int? {
        get throws(OfferError) {
            guard let size else { return nil }
            guard let meters = GeofenceRadius.meters(size) else {
                throw OfferError(message: "“\(size)”: expected \(GeofenceRadius.bounds)", isUsage: true)
            }
            return meters
        }
    }

    /// Whether it says more of a geofence than where it is.
    var isDetailed: Bool { name != nil || size != nil }

    static func key(_ word: Substring) -> String { word.lowercased().filter(\.isLetter) }

    /// The name between quotes and commas; nil where it is none.
    private static func name(_ words: ArraySlice<Substring>) -> String? {
        let isMark: (Character) -> Bool = { $0.isWhitespace || "\"“”,'.!?".contains($0) }
        var name = words.joined(separator: " ").drop(while: isMark)
        while let last = name.last, isMark(last) { name.removeLast() }
        return name.isEmpty || name.count > longestName ? nil : String(name)
    }

    /// With a name behind its word. It may hold words that end others (`Food at Home`), so the longest is taken with which the rest
    /// is a wish.
    private init?(called words: [Substring]) {
        guard let calling = words.firstIndex(where: { GeofenceOrder.callings.contains(GeofenceOrder.key($0)) }) else {
            return nil
        }
        let start = calling + 1
        let longest = words[start...].firstIndex { $0.last == "," }.map { $0 + 1 } ?? words.count
        let sizes = GeofenceSize.all(in: words).filter(\.isLed).map(\.range)
        let ends = (start..<longest).dropFirst().filter { place in
            GeofenceOrder.ends.contains(GeofenceOrder.key(words[place])) || sizes.contains { $0.lowerBound == place }
        }
        for end in [longest] + ends.reversed() where !sizes.contains(where: { $0.overlaps(start..<end) }) {
            guard end > start, let name = GeofenceOrder.name(words[start..<end]),
                let order = GeofenceOrder(sized: words[..<calling] + words[end...], name: name)
            else { continue }
            self = order
            return
        }
        return nil
    }

    /// Without its name, which it may have had, and with a size, where it has no name.
    private init?(sized words: some Collection<Substring>, name: String?) {
        var words = Array(words)
        let size = GeofenceSize.all(in: words).first
        if let size { words.removeSubrange(size.range) }
        guard name != nil || size != nil,
            let wish = GeofenceWish(words: SpokenLine(words.joined(separator: " ")).words), wish.policy != nil
        else { return nil }
        (self.wish, self.name, self.size) = (wish, name, size?.text)
    }

    // MARK: Removals

    private static let removals = PlaceWords.set("removal")
    private static let geofences = PlaceWords.set("geofence")
    private static let articles = PlaceWords.set("article")
    private static let courtesies = PlaceWords.set("courtesy")
    static let here = "here"

    /// `remove the geofence Mall`, `delete my Mall geofence`
    private init?(removal words: [Substring]) {
        let isCourtesy: (Substring) -> Bool = { GeofenceOrder.courtesies.contains(GeofenceOrder.key($0)) }
        var rest = words.drop(while: isCourtesy)
        guard let verb = rest.popFirst(), GeofenceOrder.removals.contains(GeofenceOrder.key(verb)) else { return nil }
        while let last = rest.last, isCourtesy(last) || GeofenceOrder.key(last) == GeofenceOrder.here {
            rest.removeLast()
        }
        rest = rest.drop { GeofenceOrder.articles.contains(GeofenceOrder.key($0)) }
        if let first = rest.first, GeofenceOrder.geofences.contains(GeofenceOrder.key(first)) {
            rest = rest.dropFirst().drop { GeofenceOrder.callings.contains(GeofenceOrder.key($0)) }
        } else if let last = rest.last, GeofenceOrder.geofences.contains(GeofenceOrder.key(last)) {
            rest.removeLast()
        } else {
            return nil
        }
        guard let name = GeofenceOrder.name(rest) else { return nil }
        (wish, self.name) = (.allow, name)
    }

    // MARK: What is not understood

    private static let wishes = PlaceWords.set("wish")
    private static let others = PlaceWords.set("wish-of")
    private static let things = PlaceWords.set("wish-thing")
    private static let oneself = PlaceWords.set("oneself")

    /// Whether a line begins as a wish about a place does, and says nothing of where one is.
    static func mayBeOne(_ line: String) -> Bool {
        let words = line.split(whereSeparator: \.isWhitespace).map(key).filter { !$0.isEmpty }
        guard let first = words.first(where: { !courtesies.contains($0) }), !words.contains(where: oneself.contains)
        else { return false }
        return wishes.contains(first) || others.contains(first) && words.contains(where: things.contains)
    }
}

extension GeofenceOrder {
    /// The geofence that is to change: of those there, or where it is named, the one of that name.
    ///
    /// - Parameter all: what a removal may name wherever one is.
    func meant(of hits: [LocationCheck.Hit], among all: [Geofence]) -> Geofence? {
        guard let name else { return wish.meant(of: hits) }
        return (wish.isRemoval ? all : hits.map(\.geofence)).first { $0.name.lowercased() == name.lowercased() }
    }

    /// What is said where a geofence does already what is wanted; nil where it is to change. A warning is less than a block: that it's
    /// meant has to be said, whatever the size.
    func standing(_ known: Geofence, in taxonomy: Taxonomy) -> String? {
        let isLess = wish == .warn && known.policy == .block
        guard isLess || !isDetailed && known.policy == wish.policy else { return nil }
        return GeofenceWords.standing(known, in: taxonomy)
            + (isLess ? ". To be only warned, say “only warn me here”." : ".")
    }

    func nothingToRemove(isHere: Bool) -> String {
        let list = "; `coach geofence` lists them."
        if let name { return "You have no geofence called “\(name)”" + list }
        return (isHere ? "You're at none of your geofences" : "None of your geofences is there") + list
    }

    /// - Parameter known: the geofence that is changed; nil for a new one.
    func draft(
        of known: Geofence?, _ policy: Geofence.Policy, among geofences: [Geofence], named unnamed: String? = nil,
        seenAt: Int64?
    ) throws -> Offer.GeofenceDraft {
        let radius = try radius
        if let known { return Offer.GeofenceDraft(known, policy, radius: radius) }
        return Offer.GeofenceDraft(
            name: OfferBook.freeName(name ?? unnamed ?? OfferBook.unnamed, among: geofences),
            radius: radius ?? UsualPlace.radius, category: nil, policy: policy, seenAt: seenAt)
    }
}
