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
    private static let (verbs, calleds) = (PlaceWords.set("naming-verb"), PlaceWords.set("called"))
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
        let isCalled: (Substring) -> Bool = { GeofenceOrder.calleds.contains(GeofenceOrder.key($0)) }
        let isNaming = GeofenceOrder.verbs.contains(GeofenceOrder.key(words[calling]))
        let start = calling + 1 + (isNaming ? words[(calling + 1)...].prefix(while: isCalled).count : 0)
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

    // MARK: Places that are named

    private static let leads = PlaceWords.set("named-lead").union(articles)
    private static let elsewheres = PlaceWords.set("elsewhere-lead")
    private static let noPlaces = PlaceWords.set("no-place")
    private static let tellers = PlaceWords.set("teller")
    /// Words of a name that no geofence has, and of a line that names one.
    private static let (longestNamed, longestLine) = (5, 24)

    /// The one of some geofences that a line names, with what it wants there, as if one were there: `am I near Mall?`,
    /// `make Mall a warning only`.
    static func named(_ line: String, among geofences: [Geofence]) -> (known: Geofence, order: GeofenceOrder)? {
        let words = line.split(whereSeparator: \.isWhitespace)
        guard !geofences.isEmpty, words.count <= longestLine else { return nil }
        let said = SpokenText.words(of: line)
        for known in geofences.sorted(by: { $0.name.count > $1.name.count }) {
            let name = SpokenText.words(of: known.name)
            guard !name.isEmpty, said.indices.contains(where: { said[$0...].starts(with: name) }) else { continue }
            for start in words.indices {
                for end in (start + 1)...words.count where end - start <= name.count {
                    guard SpokenText.words(of: words[start..<end].joined(separator: " ")) == name,
                        let wish = wish(words[..<start], words[end...])
                    else { continue }
                    return (known, GeofenceOrder(of: wish))
                }
            }
        }
        return nil
    }

    /// What is wanted at a place that no geofence is of: `don't let me pay at Starbucks`.
    static func elsewhere(_ line: String) -> (name: String, order: GeofenceOrder)? {
        let words = line.split(whereSeparator: \.isWhitespace)
        guard words.count <= longestLine, let lead = words.lastIndex(where: { elsewheres.contains(key($0)) }), lead > 0,
            lead + 1 < words.count
        else { return nil }
        let rest = words[(lead + 1)...].drop { articles.contains(key($0)) }
        let head = SpokenText.words(of: words[..<lead].joined(separator: " "))
        let isTold = head.contains("im") || head.contains("am") || !head.contains(where: tellers.contains)
        guard (1...longestNamed).contains(rest.count), isTold,
            !rest.contains(where: { $0.contains(where: \.isNumber) }),
            !noPlaces.contains(key(rest[rest.startIndex])), let name = name(rest), let wish = wish(words[..<lead], []),
            wish.policy != nil || wish.isRemoval
        else { return nil }
        return (name, GeofenceOrder(of: wish))
    }

    /// Whether a line may change a geofence by its name, whatever those are called.
    static func mayChangeOne(_ line: String) -> Bool {
        let words = line.split(whereSeparator: \.isWhitespace)
        return words.count <= longestLine
            && words.indices.contains { start in
                ((start + 1)...min(words.count, start + longestNamed)).contains { end in
                    wish(words[..<start], words[end...]).map { $0.policy != nil || $0.isRemoval } ?? false
                }
            }
    }

    /// What a line wants with “here” in a name's place, and in that of the words that lead to it.
    private static func wish(_ before: ArraySlice<Substring>, _ behind: ArraySlice<Substring>) -> GeofenceWish? {
        var before = before
        while let last = before.last, leads.contains(key(last)) { before.removeLast() }
        let line = (before + [Substring(here)] + behind).joined(separator: " ")
        let wish = GeofenceWish(words: SpokenText.words(of: line))
        return wish.flatMap { [.list, .forget, .clear].contains($0) ? nil : $0 }
    }

    private init(of wish: GeofenceWish) { self.wish = wish }

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
    ///
    /// - Parameter isNamed: whether it was named, wherever one is.
    func standing(_ known: Geofence, in taxonomy: Taxonomy, isNamed: Bool = false) -> String? {
        let isLess = wish == .warn && known.policy == .block
        guard isLess || !isDetailed && known.policy == wish.policy else { return nil }
        return GeofenceWords.standing(known, in: taxonomy)
            + (isLess
                ? ". To be only warned, say “\(isNamed ? "make \(known.name) a warning" : "only warn me here")”." : ".")
    }

    func nothingToRemove(isHere: Bool) -> String {
        let list = "; `coach geofence` lists them."
        if let name { return "You have no geofence called “\(name)”" + list }
        return (isHere ? "You're not in any of your geofences" : "You have no geofence there") + list
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
