import Advice
import Ledger
import Store
import Understanding

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
                return said.isEmpty ? "You're not in any of your geofences." : said.joined(separator: " ")
            case .refused(let problem): return problem.message.capitalizedFirst + "."
            case .unread:
                return
                    "I can't read that position: write it in degrees, such as 30.4021 -97.7254, or as a whole plus code."
            }
        }
    }

    /// What a line wants at a position that isn't said to be where one is.
    struct WantedThere {
        /// The line with “here” in the position's place.
        let line: String
        let point: GeoPoint
        /// nil where it isn't understood.
        let order: GeofenceOrder?
    }

    /// What is said where that isn't understood.
    static let unreadOrder =
        "I can't tell what you want there. Say “block payments at 30.4021, -97.7254” or “warn me at …”; for one "
        + "category, use `coach geofence add NAME LAT LON 250m --category restaurants --block`."

    /// A line without a position that it says, and the words that lead up to that.
    static func withoutPosition(_ line: String) -> String {
        let cut = PositionText.cut(line)
        return GeofenceOrder(cut) == nil ? wanted(elsewhere: line)?.line ?? PositionText.removed(line) : cut
    }

    /// What is wanted at a position which isn't said to be where one is: `block payments at 30.4021, -97.7254`.
    ///
    /// - Returns: nil for every other line.
    static func wanted(elsewhere line: String) -> WantedThere? {
        guard let place = PositionText.place(in: line), let here = PositionText.here(in: line) else { return nil }
        let order = GeofenceOrder(here.text)
        if let wish = order?.wish {
            guard wish.policy != nil || wish.isRemoval || wish.isOfPlace && here.isLed else { return nil }
        } else {
            let cut = PositionText.cut(line)
            guard GeofenceOrder(cut) == nil, GeofenceOrder.mayBeOne(cut) else { return nil }
        }
        return WantedThere(line: here.text, point: place.point, order: order)
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
        guard let order = GeofenceOrder(line) else { return try namedPlaceTalk(line) }
        let wish = order.wish
        let understood = Understood(intent: .budget, confidence: 0.95, query: Query())
        if wish == .forget { return plain(line, understood, try forgetPositions()) }
        if !wish.isQuestion || wish == .list, purchaseSettings.whereabouts?.isNamed == false {
            return plain(line, understood, Coach.keptPlaces)
        }
        if wish == .list {
            return plain(line, understood, GeofenceWords.list(try index.geofences(), in: index.taxonomy))
        }
        if wish == .clear { return plain(line, understood, try cleared()) }
        if wish.isRemoval, order.name != nil {
            return plain(line, understood, try removed(try order.meant(of: [], among: index.geofences()), order))
        }
        guard let here = purchaseSettings.whereabouts, let fix = try here.fix(in: index), try !here.isDoubted(in: index)
        else {
            return plain(line, understood, Coach.unknownPlace(line))
        }
        let now = here.now()
        if wish.isQuestion {
            let check = here.told(try LocationGuard(index, asOf: asOf, hours: here.hours).check(fix, now: now))
            if wish.isOfPlace, check.decision == .warn,
                let hit = check.hits.first(where: { $0.geofence.policy == .block })
            {
                let state = GeofenceWords.state(hit.geofence, in: index.taxonomy)
                return positionAlone(
                    line, .known(check),
                    "Maybe not: you\(hit.being), \(state). Your position isn't exact enough to decline a payment, "
                        + "so you'd only get a warning.")
            }
            guard wish == .pay, check.hits.isEmpty else {
                // Whether one may is asked, so a warning is behind a yes.
                let lead = wish == .pay && check.decision == .warn ? "Yes, payments aren't declined here. " : ""
                let taken = PositionTaken.known(check)
                return positionAlone(line, taken, lead + taken.words)
            }
            return positionAlone(
                line, .known(check),
                "You're not in any of your geofences. Say what you want to buy and what it costs, and I'll tell you "
                    + "whether it's fine."
            )
        }
        let hits = try LocationGuard(index, asOf: asOf, hours: here.hours).hits(at: fix, category: nil, now: now)
        return plain(line, understood, try carriedOut(order, at: fix.point, hits, now))
    }

    private static func unknownPlace(_ line: String) -> String {
        let signs = line.reversed().prefix { $0.isPunctuation || $0.isWhitespace }.count
        return
            "I don't know where you are. Say it in the same line, such as “\(line.dropLast(signs)), 30.4021 -97.7254”."
    }

    /// The same of a place by its name, which is that of a geofence, or of none; nil for other lines.
    private mutating func namedPlaceTalk(_ line: String) throws -> Answer? {
        let understood = Understood(intent: .budget, confidence: 0.95, query: Query())
        let isNamed = purchaseSettings.whereabouts?.isNamed ?? true
        if isNamed, let (known, order) = GeofenceOrder.named(line, among: try index.geofences()) {
            return try namedPlaceTalk(line, known, order)
        }
        guard let (name, order) = GeofenceOrder.elsewhere(line) else { return nil }
        guard isNamed else { return plain(line, understood, Coach.keptPlaces) }
        guard let policy = order.wish.policy else {
            return plain(line, understood, "You have no geofence called “\(name)”; `coach geofence` lists them.")
        }
        let here = policy == .block ? "block payments here" : "warn me here"
        return plain(
            line, understood,
            "You have no geofence called “\(name)”, and I only know places by their positions. Say “\(here)” once you're there, or run "
                + "`coach geofence add \"\(name)\" LAT LON \(UsualPlace.radius)m --\(policy.rawValue)`.")
    }

    private mutating func namedPlaceTalk(_ line: String, _ known: Geofence, _ order: GeofenceOrder) throws -> Answer {
        let understood = Understood(intent: .budget, confidence: 0.95, query: Query())
        if order.wish.isRemoval { return plain(line, understood, try removed(known, order)) }
        if let policy = order.wish.policy {
            if let standing = order.standing(known, in: index.taxonomy, isNamed: true) {
                return plain(line, understood, standing)
            }
            let book = OfferBook(index, asOf: asOf, settings: purchaseSettings)
            let done = try book.carryOut(
                Offer.GeofenceDraft(known, policy), nil, purchaseSettings.whereabouts?.now() ?? 0)
            return plain(line, understood, done + undoHint)
        }
        guard order.wish == .ask else {
            let state = GeofenceWords.state(known, in: index.taxonomy)
            return plain(line, understood, "That's \(known.name), \(state).")
        }
        guard let here = purchaseSettings.whereabouts, let fix = try here.fix(in: index), try !here.isDoubted(in: index)
        else { return plain(line, understood, Coach.unknownPlace(line)) }
        let hits = try LocationGuard(index, asOf: asOf, hours: here.hours).hits(at: fix, category: nil, now: here.now())
        let hit = hits.first { $0.geofence.id == known.id }
        return plain(line, understood, hit?.sentence ?? "You aren't at \(known.name).")
    }

    /// All at once would be taken back one by one, so it's done where there is one only.
    private func cleared() throws -> String {
        let all = try index.geofences()
        guard let first = all.first else { return GeofenceWords.list([], in: index.taxonomy) }
        if all.count == 1 { return try removed(first) ?? GeofenceWords.list([], in: index.taxonomy) }
        return "I remove them one at a time, so that none goes by mistake: say “remove the geofence \(first.name)”. "
            + GeofenceWords.list(all, in: index.taxonomy)
    }

    /// The same at a position that isn't where one is.
    mutating func placeTalk(_ wanted: WantedThere) throws -> Answer {
        let understood = Understood(intent: .budget, confidence: 0.95, query: Query())
        let isNamed = purchaseSettings.whereabouts?.isNamed ?? true
        let hits = try LocationGuard(index, asOf: asOf, hours: 0).hits(of: wanted.point)
        guard let order = wanted.order, isNamed || order.wish.isOfPlace else {
            return plain(wanted.line, understood, isNamed ? Coach.unreadOrder : Coach.keptPlaces)
        }
        if order.wish.isOfPlace {
            let words = GeofenceWords.there(hits.map(\.geofence), isNamed: isNamed, in: index.taxonomy)
            return plain(wanted.line, understood, words)
        }
        let now = purchaseSettings.whereabouts?.now() ?? 0
        return plain(wanted.line, understood, try carriedOut(order, at: wanted.point, hits, now, isHere: false))
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
        _ order: GeofenceOrder, at point: GeoPoint, _ hits: [LocationCheck.Hit], _ now: Int64, isHere: Bool = true
    ) throws -> String {
        let known = try order.meant(of: hits, among: index.geofences())
        guard let policy = order.wish.policy else { return try removed(known, order, isHere: isHere) }
        if let known, let standing = order.standing(known, in: index.taxonomy) { return standing }
        do {
            let draft = try order.draft(of: known, policy, among: index.geofences(), seenAt: nil)
            let book = OfferBook(index, asOf: asOf, settings: purchaseSettings)
            return try book.carryOut(draft, point, now) + undoHint
        } catch let error as OfferError {
            return error.message.capitalizedFirst + "."
        }
    }

    private func removed(_ known: Geofence?, _ order: GeofenceOrder, isHere: Bool = true) throws -> String {
        try known.flatMap(removed) ?? order.nothingToRemove(isHere: isHere)
    }

    /// - Returns: what was done, as a sentence or more; nil where it's gone already.
    private func removed(_ known: Geofence) throws -> String? {
        guard try index.removeGeofence(known.id) else { return nil }
        return "The geofence \(known.name), \(GeofenceWords.state(known, in: index.taxonomy)), is gone.\(undoHint)"
    }
}
