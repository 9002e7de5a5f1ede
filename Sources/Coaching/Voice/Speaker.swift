import LanguageModel

/// A model's part in a conversation: it reads lines that are in doubt, and says what was found.
public struct Speaker {
    private var phraser: Phraser
    private var reader: ModelReader?

    public init(_ model: any ChatModel, _ phraser: Phraser, prompts: Prompts) {
        self.phraser = phraser
        reader = ModelReader(model, prompts: prompts, privacy: phraser.settings.privacy)
    }

    public var modelName: String { phraser.modelName }

    /// Forgets what was said, but for these turns.
    public mutating func resume(_ turns: [Transcript.Turn]) { phraser.resume(turns) }

    /// Has the model read the line where that is in doubt, and say what was found.
    ///
    /// - Parameters:
    ///   - coach: the conversation, which goes on from what the model read.
    ///   - before: the conversation before this line; nil for what is not to be read.
    ///   - isWhole: whether the answer is wanted as a whole, and nothing is shown.
    ///   - warn: is told what went amiss with the reading, before anything is said.
    ///   - show: takes the next words, sentence by sentence, and says whether more are wanted.
    public mutating func say(
        _ answer: Answer, _ coach: inout Coach, after before: Coach?, isWhole: Bool, warn: (String) -> Void,
        show: (String) -> Bool
    ) throws -> Phrased {
        var reading = ModelReader.Outcome(answer: answer)
        if let before { reading = try reader?.read(answer, after: before, &coach) ?? reading }
        if let warning = reading.warning { warn(warning) }
        var phrased =
            if let error = reading.error {
                phraser.composed(reading.answer, after: error, show: { isWhole || show($0) })
            } else if isWhole {
                phraser.phrase(reading.answer)
            } else {
                phraser.phrase(reading.answer, show: show)
            }
        phrased.usage = reading.usage.adding(phrased.usage)
        return phrased
    }
}
