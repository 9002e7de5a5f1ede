import Advice
import Ledger
import Store
import Understanding

/// What somebody wants where they are: `block payments here`, `warn me here`, `allow payments here`, `where am I?`.
enum GeofenceWish {
    case block, warn
    /// To be warned where payments are declined so far.
    case soften
    /// That payments aren't declined there, or that they aren't warned of.
    case allow, unwarn
    /// Nothing but to know it, what it means for paying there, or which ones there are.
    case ask, pay, list
    /// That where one was is forgotten.
    case forget

    /// What a geofence there is to do; nil where none is wanted.
    var policy: Geofence.Policy? {
        switch self {
        case .block: .block
        case .warn, .soften: .warn
        case .allow, .unwarn, .ask, .pay, .list, .forget: nil
        }
    }

    var isRemoval: Bool { [.allow, .unwarn].contains(self) }

    /// Of the geofences that one is in the one that is to change.
    func meant(of hits: [LocationCheck.Hit]) -> Geofence? {
        let all = hits.map(\.geofence)
        return self == .unwarn ? all.first { $0.policy == .warn } ?? all.first : all.first
    }

    private static let patterns = LinePatterns("rag-index/intents/counter.tsv")

    /// nil for every other line.
    ///
    /// - Parameter words: small letters, without signs.
    init?(words: [String]) {
        guard let row = GeofenceWish.patterns.row(of: words)?.name else { return nil }
        switch row {
        case "block": self = .block
        case "warn": self = .warn
        case "soften": self = .soften
        case "allow": self = .allow
        case "unwarn": self = .unwarn
        case "pay": self = .pay
        case "list": self = .list
        case "forget": self = .forget
        default: self = .ask
        }
    }
}

extension Coach {
    /// What came of a position that a line says.
    enum PositionTaken {
        case known(LocationCheck)
        case refused(FixProblem)
        /// It is in a notation that is only hidden.
        case unread

        /// For people, a sentence or more.
        var words: String {
            switch self {
            case .known(let check):
                let said = check.hits.map(\.sentence) + [check.nudge?.message].compactMap(\.self)
                return said.isEmpty ? "You're at none of your geofences." : said.joined(separator: " ")
            case .refused(let problem): return problem.message.capitalizedFirst + "."
            case .unread:
                return
                    "I can't read that position: write it in degrees, such as 30.4021 -97.7254, or as a whole plus code."
            }
        }
    }

    /// A line without a position that it says, and the words that lead up to that.
    static func withoutPosition(_ line: String) -> String {
        let cut = PositionText.cut(line)
        return GeofenceOrder(cut) == nil ? ordered(elsewhere: line)?.line ?? PositionText.removed(line) : cut
    }

    /// A geofence that is wanted at a position which isn't said to be where one is: `block payments at 30.4021, -97.7254`.
    ///
    /// - Returns: the position, and the line with “here” in its place; nil for every other line.
    static func ordered(elsewhere line: String) -> (line: String, order: GeofenceOrder, point: GeoPoint)? {
        guard let place = PositionText.place(in: line), let here = PositionText.here(in: line),
            let order = GeofenceOrder(here), order.wish.policy != nil || order.wish.isRemoval
        else { return nil }
        return (here, order, place.point)
    }

    /// Takes the position that a line says, which counts for it and the lines after it.
    ///
    /// - Returns: nil where it says none, or positions don't count.
    mutating func takePosition(in line: String) throws -> PositionTaken? {
        guard let here = purchaseSettings.whereabouts else { return nil }
        guard let place = PositionText.place(in: line) else {
            guard PositionText.holdsPosition(line) else { return nil }
            purchaseSettings.whereabouts?.isLost = true
            return .unread
        }
        let now = here.now()
        let fix = place.fix(at: now)
        let guardian = LocationGuard(index, asOf: asOf, hours: here.hours)
        do {
            let check: LocationCheck
            do {
                check = try guardian.update(fix, now: now)
            } catch let error as StoreError where error.reason == .readOnly {
                check = try guardian.check(fix, now: now)
            }
            purchaseSettings.whereabouts?.said = fix
            purchaseSettings.whereabouts?.isLost = false
            return .known(here.told(check))
        } catch let problem as FixProblem {
            purchaseSettings.whereabouts?.isLost = true
            return .refused(problem)
        }
    }

    /// What is answered to a line that says nothing but where one is.
    func positionAlone(_ line: String, _ taken: PositionTaken, _ words: String? = nil) -> Answer {
        plain(line, Understood(intent: .purchase, confidence: 1, query: Query()), words ?? taken.words)
    }

    /// Makes a geofence of where one is, changes or removes the one that is there, or says what is there; nil for lines that want
    /// none of it.
    mutating func placeTalk(_ line: String) throws -> Answer? {
        guard let order = GeofenceOrder(line) else { return nil }
        let wish = order.wish
        let understood = Understood(intent: .budget, confidence: 0.95, query: Query())
        if wish == .forget { return plain(line, understood, try forgetPositions()) }
        if wish != .ask, wish != .pay, purchaseSettings.whereabouts?.isNamed == false {
            return plain(line, understood, Coach.keptPlaces)
        }
        if wish == .list {
            return plain(line, understood, GeofenceWords.list(try index.geofences(), in: index.taxonomy))
        }
        guard let here = purchaseSettings.whereabouts, let fix = try here.fix(in: index), try !here.isDoubted(in: index)
        else {
            let signs = line.reversed().prefix { $0.isPunctuation || $0.isWhitespace }.count
            let bare = line.dropLast(signs)
            return plain(
                line, understood,
                "I don't know where you are. Say it in the same line, such as “\(bare), 30.4021 -97.7254”.")
        }
        let now = here.now()
        if [.ask, .pay].contains(wish) {
            let check = here.told(try LocationGuard(index, asOf: asOf, hours: here.hours).check(fix, now: now))
            guard wish == .pay, check.hits.isEmpty else {
                // Whether one may is asked, so a warning is behind a yes.
                let lead = wish == .pay && check.decision == .warn ? "Yes, payments aren't declined here. " : ""
                let taken = PositionTaken.known(check)
                return positionAlone(line, taken, lead + taken.words)
            }
            return positionAlone(
                line, .known(check),
                "You're at none of your geofences. Say what it is and what it costs, and I'll tell you whether it's fine."
            )
        }
        let hits = try LocationGuard(index, asOf: asOf, hours: here.hours).hits(at: fix, category: nil, now: now)
        return plain(line, understood, try carriedOut(order, at: fix.point, hits, now))
    }

    /// The same at a position that isn't where one is.
    mutating func placeTalk(_ line: String, _ order: GeofenceOrder, at point: GeoPoint) throws -> Answer {
        if purchaseSettings.whereabouts?.isNamed == false {
            return plain(line, Understood(intent: .budget, confidence: 0.95, query: Query()), Coach.keptPlaces)
        }
        let now = purchaseSettings.whereabouts?.now() ?? 0
        let hits = try LocationGuard(index, asOf: asOf, hours: 0).hits(of: point)
        let understood = Understood(intent: .budget, confidence: 0.95, query: Query())
        return plain(line, understood, try carriedOut(order, at: point, hits, now))
    }

    /// That it isn't known where one is, said once, where a line asks about paying “here” and payments are declined somewhere.
    mutating func unknownHere(_ line: String, _ answer: Answer) throws -> String? {
        guard !talk.saidUnknownHere, let advice = answer.advice, !advice.isPast, advice.place == nil,
            SpokenLine(line).words.contains("here"), let here = purchaseSettings.whereabouts,
            try here.isDoubted(in: index) || here.fix(in: index) == nil,
            try index.geofences().contains(where: {
                $0.policy == .block && $0.covers(advice.purchase.category, in: index.taxonomy)
            })
        else { return nil }
        talk.saidUnknownHere = true
        return "I don't know where you are, so I can't tell whether payments are declined here."
    }

    /// What a program is told that must not hear of places.
    private static let keptPlaces =
        "Geofences aren't listed or changed from here: `coach geofence` does that in your terminal."

    private mutating func forgetPositions() throws -> String {
        let gone = try LocationGuard.forgetAll(in: index)
        purchaseSettings.whereabouts?.said = nil
        return gone.words
    }

    /// - Returns: what was done, as a sentence or more.
    private func carriedOut(
        _ order: GeofenceOrder, at point: GeoPoint, _ hits: [LocationCheck.Hit], _ now: Int64
    ) throws -> String {
        let wish = order.wish
        let known = order.meant(of: hits)
        guard let policy = wish.policy else {
            guard let known, try index.removeGeofence(known.id) else {
                return "You're at none of your geofences; `coach geofence` lists them."
            }
            return "The geofence \(known.name), \(GeofenceWords.state(known, in: index.taxonomy)), is gone.\(undoHint)"
        }
        if let known, !order.isDetailed, known.policy == policy || wish == .warn {
            let standing = GeofenceWords.standing(known, in: index.taxonomy)
            // A warning is less than what is there: that it's meant has to be said.
            let softer = known.policy == policy ? "." : ". To be only warned, say “only warn me here”."
            return standing + softer
        }
        do {
            let draft = try order.draft(of: known, policy, among: index.geofences(), seenAt: nil)
            let book = OfferBook(index, asOf: asOf, settings: purchaseSettings)
            return try book.carryOut(draft, point, now) + undoHint
        } catch let error as OfferError {
            return error.message.capitalizedFirst + "."
        }
    }
}

extension GeofenceOrder {
    /// Of the geofences there the one that is to change: where it is named, the one of that name.
    func meant(of hits: [LocationCheck.Hit]) -> Geofence? {
        guard let name else { return wish.meant(of: hits) }
        return hits.map(\.geofence).first { $0.name.lowercased() == name.lowercased() }
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

extension LocationGuard.Forgetting {
    /// For people.
    public var words: String {
        let rest =
            " Another program is reading the index, so traces stay in its log until the next coach command, or a "
            + "running `coach serve`, clears them."
        return "Forgot \(count) position\(count == 1 ? "" : "s").\(isComplete ? "" : rest)"
    }
}

extension Offer.GeofenceDraft {
    /// A geofence with another policy, or radius in meters.
    init(_ known: Geofence, _ policy: Geofence.Policy, radius: Int? = nil) {
        self.init(
            name: known.name, radius: radius ?? known.radius, category: known.category, policy: policy,
            changes: known.id)
    }
}
