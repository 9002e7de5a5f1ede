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
    /// Nothing but to know where one is, whether one may pay there, what holds there, or which ones there are.
    case ask, pay, state, list
    /// That there are none any more.
    case clear
    /// That where one was is forgotten.
    case forget

    /// What a geofence there is to do; nil where none is wanted.
    var policy: Geofence.Policy? {
        switch self {
        case .block: .block
        case .warn, .soften: .warn
        case .allow, .unwarn, .ask, .pay, .state, .list, .clear, .forget: nil
        }
    }

    /// Whether nothing is to be done.
    var isQuestion: Bool { [.ask, .pay, .state, .list].contains(self) }
    /// Whether it's asked of a place, wherever one is.
    var isOfPlace: Bool { [.pay, .state].contains(self) }
    var isRemoval: Bool { [.allow, .unwarn].contains(self) }

    /// Of the geofences that one is in the one that is to change.
    func meant(of hits: [LocationCheck.Hit]) -> Geofence? {
        let all = hits.map(\.geofence)
        return self == .unwarn ? all.first { $0.policy == .warn } ?? all.first : all.first
    }

    private static let patterns = LinePatterns("rag-index/intents/counter.tsv", greatest: 1_000_000)

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
        case "state": self = .state
        case "list": self = .list
        case "clear": self = .clear
        case "forget": self = .forget
        default: self = .ask
        }
    }
}
