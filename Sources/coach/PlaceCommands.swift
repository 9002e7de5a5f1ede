import Advice
import Coaching
import Glibc
import Ledger
import Store
import Terminal

/// Positions and geofences as they are typed.
enum PlaceWords {
    /// - Parameter operands: one text, or two.
    static func place(_ operands: [String]) throws -> PositionText.Place {
        let text = operands.joined(separator: " ")
        guard let place = PositionText.place(of: text) else {
            throw Failure(
                "“\(SafeText.line(text))” is no position: write degrees north and east, such as 30.4021 -97.7254 or "
                    + "\"30.4021N 97.7254W\", or a whole plus code", exitCode: 2)
        }
        return place
    }

    /// What `--position` says, now, with `--accuracy`.
    static func fix(_ text: String, _ session: Session) throws -> LocationFix {
        guard let place = PositionText.place(of: text) else {
            throw Failure("--position: expected a position such as 30.4021,-97.7254", exitCode: 2)
        }
        return fix(place, session)
    }

    static func fix(_ place: PositionText.Place, _ session: Session) -> LocationFix {
        place.fix(
            accuracy: session.command[Options.accuracy].map(Double.init) ?? LocationGuard.usualAccuracy,
            at: Session.now)
    }

    /// What is said where a position counts that was given before.
    static func used(_ fix: LocationFix, _ now: Int64) -> String {
        let minutes = (now - fix.time) / 60
        let age = minutes == 0 ? "less than a minute" : "\(minutes) minute\(minutes == 1 ? "" : "s")"
        return "This used your position from \(age) ago."
    }

    /// `250`, `250m`, `1.5km`, `500ft`, `0.5 mi`; whole meters.
    static func radius(_ text: String) throws -> Int {
        guard let meters = GeofenceRadius.meters(text) else {
            throw Failure("“\(SafeText.line(text))”: expected \(GeofenceRadius.bounds)", exitCode: 2)
        }
        return meters
    }
}

/// `coach geofence`: places that payments are held against.
struct GeofenceCommand {
    let session: Session

    func run() throws -> Int32 {
        let operands = session.command.operands
        switch (operands.first?.lowercased() ?? "list", operands.count) {
        case ("list", 0...1): try list()
        case ("add", 4...): try add(Array(operands.dropFirst()))
        case ("remove", 2): try remove(operands[1])
        default:
            throw Failure(
                "expected `coach geofence`, `coach geofence add NAME LAT LON RADIUS`, or `coach geofence remove ID`, such "
                    + "as `coach geofence add \"Mall\" 30.4021 -97.7254 250m --block`", exitCode: 2)
        }
        return 0
    }

    private func add(_ operands: [String]) throws {
        let command = session.command
        var operands = operands
        // `250 m`
        if let unit = operands.last, GeofenceRadius.isUnit(unit), operands.count > 3 {
            operands.removeLast()
            operands[operands.count - 1] += unit
        }
        guard !(command[Options.block] && command[Options.warn]) else {
            throw Failure("--block and --warn don't go together: use one of them", exitCode: 2)
        }
        let center = try PlaceWords.place(Array(operands[1..<operands.count - 1])).point
        let radius = try PlaceWords.radius(operands[operands.count - 1])
        // As it was written: what nobody sees is shown by a mark afterwards.
        try StoreError.refuseCardNumber(in: operands[0])
        let name = SafeText.line(operands[0]).trimmed
        guard !name.isEmpty, name.count <= 60 else { throw Failure("a geofence needs a short name", exitCode: 2) }
        let index = try session.openIndex()
        let category = try command[Options.geofenceCategory].map {
            try PurchaseOptions(session: session, index: index).category($0)
        }
        let policy: Geofence.Policy = command[Options.block] ? .block : .warn
        let before = try index.geofence(named: name)
        let id = try index.keepGeofence(name, at: center, radius: radius, category: category?.id, policy: policy)
        let isSame = try before.map { try index.geofence(named: name)?.isLike($0) ?? false } ?? false
        if session.wantsJSON {
            let status = before == nil ? "created" : isSame ? "unchanged" : "replaced"
            return try session.write(.object([("id", .integer(id)), ("status", .string(status))]))
        }
        let rule =
            try index.geofence(named: name).map { GeofenceWords.rule($0, after: before, in: index.taxonomy) } ?? ""
        let rest =
            before == nil
            ? "`coach undo` takes that back."
            : isSame
                ? "It was there already, so nothing changed."
                : "It replaces your earlier geofence of that name; `coach undo` brings that back."
        try session.write(session.prose("\(rule) \(rest)") + "\n")
    }

    private func remove(_ text: String) throws {
        guard let index = try session.openExistingIndex(),
            let geofence = try index.geofences().first(where: {
                String($0.id) == text || $0.name.lowercased() == text.lowercased()
            }), try index.removeGeofence(geofence.id)
        else { throw Failure("there's no geofence “\(SafeText.line(text))”; `coach geofence` lists them", exitCode: 2) }
        if session.wantsJSON { return try session.write(.object([("status", .string("deleted"))])) }
        try session.write(session.prose("\(SafeText.line(geofence.name)) is gone. `coach undo` brings it back.") + "\n")
    }

    private func list() throws {
        let geofences = try session.openExistingIndex()?.geofences() ?? []
        if session.wantsJSON { return try session.write(.array(geofences.map(\.json))) }
        guard !geofences.isEmpty else {
            return try session.write(
                "You have no geofences. `coach geofence add \"Mall\" 30.4021 -97.7254 250m --block` adds one.\n")
        }
        var table = Table([
            Table.Column("Id", .right), Table.Column("Name"), Table.Column("Position"), Table.Column("Radius", .right),
            Table.Column("Category"), Table.Column("Policy"),
        ])
        for geofence in geofences {
            table.add([
                String(geofence.id), geofence.name,
                "\(JSON.number(geofence.center.latitude).text) \(JSON.number(geofence.center.longitude).text)",
                "\(geofence.radius) m", geofence.category ?? "any", geofence.policy.rawValue,
            ])
        }
        try session.write(table.text(width: session.width, style: session.style))
    }
}

/// `coach location`: where one is, held against the geofences.
struct LocationCommand {
    let session: Session

    func run() throws -> Int32 {
        var operands = session.command.operands
        guard let index = try session.openExistingIndex() else { throw session.emptyIndex }
        let guardian = LocationGuard(index, asOf: try session.asOf(index), hours: session.positionHours)
        if operands == ["forget"] {
            let gone = try LocationGuard.forgetAll(in: index)
            if session.wantsJSON {
                try session.write(gone.json)
            } else {
                try session.write(session.prose(gone.words) + "\n")
            }
            return 0
        }
        let isCheck = operands.first == "check"
        if isCheck { operands.removeFirst() }
        guard !operands.isEmpty else {
            throw Failure("expected a position, such as `coach location 30.4021 -97.7254`", exitCode: 2)
        }
        let fix = PlaceWords.fix(try PlaceWords.place(operands), session)
        let check = try isCheck ? guardian.check(fix, now: Session.now) : guardian.update(fix, now: Session.now)
        if session.wantsJSON {
            try session.write(check.json)
        } else {
            try session.write(lines(check).map { session.prose($0) + "\n" }.joined())
        }
        return 0
    }

    private func lines(_ check: LocationCheck) -> [String] {
        let all = check.hits.map(\.sentence) + [check.nudge?.message].compactMap(\.self)
        return all.isEmpty ? ["You're not in any of your geofences."] : all
    }
}

/// `coach places`: shops that geofences can be made of.
struct PlacesCommand {
    let session: Session

    func run() throws -> Int32 {
        let index = try session.openFilledIndex()
        let survey = try UsualPlace.all(index, asOf: session.asOf(index))
        let all = UsualPlace.offers(survey)
        let offers = all.prefix(session.command[Options.limit] ?? 10)
        let places = offers.map(\.place)
        if session.wantsJSON {
            let items = offers.map { JSON.object(($0.place.json.object ?? []) + [("offer", $0.json)]) }
            try session.write(
                .object([
                    ("places", .array(items)), ("more", .int(all.count - offers.count)),
                    ("without_town", .strings(survey.withoutTown)), ("seldom", .int(survey.seldom)),
                ]))
            return 0
        }
        guard !places.isEmpty else {
            try session.write(
                session.prose(
                    "None of the shops you went to at least three times in the past year has its town in your bank's texts. "
                        + "You can still add one yourself: \(example("Corner Deli", "dining")).") + "\n")
            return 0
        }
        var table = Table([
            Table.Column("Shop"), Table.Column("Town"), Table.Column("Visits", .right), Table.Column("Usually", .right),
            Table.Column("Left of limit", .right),
        ])
        for place in places {
            table.add([place.merchant, place.town, String(place.visits), place.usual.text, place.left?.text ?? ""])
        }
        try session.write(table.text(width: session.width, style: session.style))
        let left = leftOut(survey, more: all.count - offers.count, of: all.count)
        if !left.isEmpty { try session.write("\n" + session.prose(left) + "\n") }
        if let first = offers.first {
            try session.write(
                "\n"
                    + session.prose(
                        "To be told at one what you usually spend and what's left, say where it is: "
                            + "\(example(first.name, first.place.category)).") + "\n")
        }
        return 0
    }

    private func example(_ name: String, _ category: String) -> String {
        "`coach geofence add \"\(SafeText.line(name))\" LAT LON \(UsualPlace.radius)m --warn --category \(category)`"
    }

    /// Which shops aren't in the list, and why.
    private func leftOut(_ survey: UsualPlace.Survey, more: Int, of total: Int) -> String {
        var sentences: [String] = []
        if more > 0 { sentences.append("\(more) more; `--limit \(total)` shows all.") }
        if survey.seldom > 0 {
            let shops = survey.seldom == 1 ? "1 shop" : "\(survey.seldom) shops"
            sentences.append("Left out: \(shops) you went to only once or twice in the past year.")
        }
        if let first = survey.withoutTown.first {
            let names = survey.withoutTown.prefix(PlacesCommand.mostNamed).map { SafeText.line($0) }
            let rest = survey.withoutTown.count - names.count
            let list = rest > 0 ? "\(names.joined(separator: ", ")), and \(rest) more" : NumberText.list(names)
            sentences.append(
                "Your bank's texts give no town for \(list). You can add a geofence "
                    + (survey.withoutTown.count == 1
                        ? "there too, under its name."
                        : "for those too, under their name, such as “\(SafeText.line(first))”."))
        }
        return sentences.joined(separator: " ")
    }

    private static let mostNamed = 5
}
