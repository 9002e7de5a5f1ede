import Coaching
import Ledger
import Terminal

/// What the commands of a conversation do about the model.
extension Conversation {
    private static let none: Set<String> = ["off", "none", "no", "nothing"]

    mutating func model(_ name: String) throws {
        if !name.isEmpty {
            try become(session.choosing(model: Conversation.none.contains(name.lowercased()) ? nil : name))
        }
        try show(modelWords + "\n", .object([("model", .optional(voice.modelName, JSON.string))]))
    }

    private var modelWords: String {
        if let name = voice.modelName {
            return "\(SafeText.line(name)) words the answers; coach computes the figures."
        }
        let isOff = session.phrasingSettings().privacy == .off
        return "No model is in use\(isOff ? ", since privacy is off" : ""): coach answers in its own words."
    }

    /// Goes on with other settings of the model; what was said and used stays.
    private mutating func become(_ changed: Session) throws {
        voice = try Voice(changed, index, after: voice)
        session = changed
        voice.resume(transcript.turns)
    }

    /// `/privacy off` and the like, for this conversation.
    ///
    /// - Returns: false where the line is to show what is sent.
    /// - Throws: for a single word that is no setting: it is no question either.
    mutating func switchPrivacy(_ line: SlashLine) throws -> Bool {
        let words = line.text.lowercased().split { !$0.isLetter }.map(String.init)
        let before: Set<String> = ["to", "set", "turn", "switch", "privacy", "is", "be"]
        guard let last = words.last, words.dropLast().allSatisfy(before.contains) else { return false }
        guard let privacy = Privacy(rawValue: last == "none" ? Privacy.off.rawValue : last) else {
            let allowed = Privacy.allCases.map(\.rawValue).joined(separator: ", ")
            throw Failure("“\(SafeText.line(line.text))”: expected one of \(allowed), or a whole question")
        }
        var changed = session
        changed.configuration.privacy = privacy
        try become(changed)
        let asked = voice.modelName.map { "\(SafeText.line($0)) words the answers." } ?? "No model is in use."
        try show(
            session.prose(
                "privacy is \(privacy.rawValue) for this conversation: \(privacy.words). "
                    + (privacy == .off ? "" : asked + " ") + "To change it for good, set “privacy” in config.json.")
                + "\n",
            .object([("privacy", .string(privacy.rawValue)), ("model", .optional(voice.modelName, JSON.string))]))
        return true
    }

    /// A line for each question that a model was sent, and their sum.
    mutating func usage() throws {
        var all = ModelUsage()
        for turn in voice.spent { all.add(turn.usage) }
        let none = voice.modelName == nil ? "No model is in use." : "Nothing has been sent to the model yet."
        let sum = voice.spent.isEmpty ? none : all.text + "."
        let lines = voice.spent.enumerated().map { number, turn in
            let question = DisplayWidth.truncated(SafeText.line(turn.question), to: 60)
            return "\(number + 1)  \(question) (\(SafeText.line(turn.model))): \(turn.usage.text)\n"
        }
        let turns = voice.spent.map { turn in
            JSON.object([
                ("question", .string(turn.question)), ("model", .string(turn.model)),
                ("usage", .string(turn.usage.text)),
            ])
        }
        try show(
            lines.joined() + (lines.isEmpty ? "" : "Total: ") + sum + "\n",
            .object([("usage", .string(sum)), ("turns", .array(turns))]))
    }
}
