import Coaching
import Ledger

/// `--require-model`: composed text answers everything, but a model that was insisted on is another matter.
struct ModelRequirement {
    private let isRequired: Bool
    /// Why something that was found was not told in a model's words, each reason once.
    private var reasons: [String] = []

    /// - Parameters:
    ///   - hasModel: whether there is one to ask.
    ///   - earlier: what was noted before another model was chosen.
    init(_ session: Session, hasModel: Bool, after earlier: ModelRequirement? = nil) {
        isRequired = session.command[Options.requireModel]
        reasons = earlier?.reasons ?? []
        if !hasModel { note(session.absence) }
    }

    mutating func note(_ silence: Phrased.Silence?) {
        if let silence { note(silence.words) }
    }

    private mutating func note(_ reason: String) {
        if !reasons.contains(reason) { reasons.append(reason) }
    }

    /// - Throws: when a model was required, and there is none or one did not say what was found.
    func check() throws {
        guard isRequired, !reasons.isEmpty else { return }
        throw Failure("a model was required, and \(reasons.joined(separator: "; "))", exitCode: 3)
    }
}

extension Phrased.Silence {
    fileprivate var words: String {
        switch self {
        case .failed: "none answered"
        case .withheld:
            "a single transaction is never sent to one: set “privacy” to “full” in config.json to allow it"
        case .unsaid: "its words did not say what was asked, so the program answered: try another --model"
        }
    }
}

extension Session {
    /// Why there is no model to ask.
    fileprivate var absence: String {
        if command[Options.noModel] {
            return isConversation
                ? "none is wanted (--no-model, or /model none)" : "--no-model was given too: drop one of them"
        }
        if configuration.privacy == .off {
            return "“privacy” is off, so none is asked: set it to “aggregates” or “full” in config.json"
        }
        if modelFault != nil { return "its settings are wrong" }
        return "none is set up: name one with --model and --model-url"
    }
}
