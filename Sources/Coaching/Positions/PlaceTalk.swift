import Advice
import Ledger
import Store
import Understanding

/// What somebody wants where they are: `block payments here`, `warn me here`.
struct GeofenceWish {
    let policy: Geofence.Policy

    private static let patterns = LinePatterns("rag-index/intents/counter.tsv")

    /// nil for every other line.
    init?(_ line: String) {
        let row = GeofenceWish.patterns.row(of: SpokenLine(line).words)
        guard let policy = row.flatMap({ Geofence.Policy(rawValue: $0.name) }) else { return nil }
        self.policy = policy
    }
}

extension Coach {
    /// What came of a position that a line says.
    enum PositionTaken {
        case known(LocationCheck)
        case refused(FixProblem)

        /// For people, a sentence or more.
        var words: String {
            switch self {
            case .known(let check):
                let said = check.hits.map(\.sentence) + [check.nudge?.message].compactMap(\.self)
                return said.isEmpty ? "You're at none of your geofences." : said.joined(separator: " ")
            case .refused(let problem): return problem.message.capitalizedFirst + "."
            }
        }
    }

    /// A line without a position that it says, and the words that lead up to that.
    static func withoutPosition(_ line: String) -> String {
        let cut = PositionText.cut(line)
        return GeofenceWish(cut) == nil ? PositionText.removed(line) : cut
    }

    /// Takes the position that a line says, which counts for it and the lines after it.
    ///
    /// - Returns: nil where it says none, or positions don't count.
    mutating func takePosition(in line: String) throws -> PositionTaken? {
        guard let here = purchaseSettings.whereabouts, let point = PositionText.point(in: line) else { return nil }
        let now = here.now()
        let fix = LocationFix(point, accuracy: LocationGuard.usualAccuracy, time: now)
        let guardian = LocationGuard(index, asOf: asOf, hours: here.hours)
        do {
            let check: LocationCheck
            do {
                check = try guardian.update(fix, now: now)
            } catch let error as StoreError where error.reason == .readOnly {
                check = try guardian.check(fix, now: now)
            }
            purchaseSettings.whereabouts?.said = fix
            return .known(check)
        } catch let problem as FixProblem {
            return .refused(problem)
        }
    }

    /// What is answered to a line that says nothing but where one is.
    func positionAlone(_ line: String, _ taken: PositionTaken) -> Answer {
        plain(line, Understood(intent: .purchase, confidence: 1, query: Query()), taken.words)
    }

    /// Makes a geofence of where one is, or changes the one that is there; nil for lines that want none.
    mutating func placeTalk(_ line: String) throws -> Answer? {
        guard let wish = GeofenceWish(line) else { return nil }
        let understood = Understood(intent: .budget, confidence: 0.95, query: Query())
        guard let here = purchaseSettings.whereabouts, let fix = try here.fix(in: index) else {
            return plain(
                line, understood,
                "I don't know where you are. Say it in the same line, such as “\(line), 30.4021 -97.7254”.")
        }
        let now = here.now()
        let hits = try LocationGuard(index, asOf: asOf, hours: here.hours).hits(at: fix, category: nil, now: now)
        let draft =
            try hits.first.map { Offer.GeofenceDraft($0.geofence, wish.policy) }
            ?? Offer.GeofenceDraft(
                name: OfferBook.freeName(OfferBook.unnamed, among: index.geofences()), radius: UsualPlace.radius,
                category: nil, policy: wish.policy)
        let book = OfferBook(index, asOf: asOf, settings: purchaseSettings)
        return plain(line, understood, try book.carryOut(draft, fix.point, now) + undoHint)
    }
}

extension Offer.GeofenceDraft {
    /// A geofence with another policy.
    init(_ known: Geofence, _ policy: Geofence.Policy) {
        self.init(
            name: known.name, radius: known.radius, category: known.category, policy: policy, changes: known.id)
    }
}
