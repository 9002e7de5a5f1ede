import Coaching
import Glibc
import Importing
import LanguageModel
import Ledger
import Store
import Terminal

/// Says answers: by a model where one is configured, composed where none is.
struct Voice {
    /// An answer as it was said.
    struct Said {
        var answer: Answer
        /// The words were shown as they came; what belongs beneath them was not.
        var isShown = false
        /// The reader wanted no more of the words that were shown.
        var isCancelled = false
    }

    /// What one question took of a model.
    struct Spent {
        let question: String
        let model: String
        let usage: ModelUsage
    }

    private let session: Session
    private var speaker: Speaker?
    private var requirement: ModelRequirement
    private let wait = ModelWait()
    /// What was said last of a model that gave no reply: a question later it need not be said again.
    private var lastFailure: String?

    /// Of the whole conversation, whichever models were asked.
    private(set) var spent: [Spent] = []

    /// - Parameter earlier: the one before another model was chosen.
    init(_ session: Session, _ index: HouseholdIndex, after earlier: Voice? = nil) throws {
        self.session = session
        spent = earlier?.spent ?? []
        // A model that is chosen in a conversation is refused there and then.
        let model =
            try earlier == nil ? session.usableModel(wait.cancellation) : session.model(wait.cancellation)
        speaker = try session.speaker(index, model)
        requirement = ModelRequirement(session, hasModel: speaker != nil, after: earlier?.requirement)
    }

    /// nil without a model.
    var modelName: String? { speaker?.modelName }

    /// Has a model read the line where that is in doubt, and say what was found.
    ///
    /// - Parameters:
    ///   - coach: the conversation, which goes on from what the model read.
    ///   - before: the conversation before this line; nil for what is not to be read.
    ///   - lead: stands before words that are shown as they come.
    mutating func say(
        _ answer: Answer, _ coach: inout Coach, after before: Coach?, lead: String = ""
    ) throws -> Said {
        guard var speaker else { return Said(answer: answer) }
        defer { self.speaker = speaker }
        TerminalGuard.beginReply()
        defer { TerminalGuard.endReply() }
        wait.begin()
        defer { wait.end() }
        var display = ReplyDisplay(session, answer)
        var failure: (any Error)?
        let show: (String) -> Bool = { words in
            do {
                wait.end()
                guard failure == nil else { return false }
                let isFirst = display.isEmpty
                let text = display.add(words)
                if !text.isEmpty { try session.write((isFirst ? lead : "") + text) }
            } catch {
                failure = error
            }
            return failure == nil && !TerminalGuard.isInterrupted
        }
        let phrased = try speaker.say(
            answer, &coach, after: before, isWhole: session.wantsJSON, warn: session.warn, show: show)
        wait.end()
        if let failure { throw failure }
        let isFirst = display.isEmpty
        let rest = display.finish()
        if !rest.isEmpty { try session.write((isFirst ? lead : "") + rest) }
        var said = conclude(phrased)
        said.isShown = !display.isEmpty
        return said
    }

    /// Says on stderr what there is to say of the model.
    private mutating func conclude(_ phrased: Phrased) -> Said {
        let isStopped = phrased.isCancelled && phrased.answer.source == .composed
        let said = Said(answer: phrased.answer, isCancelled: phrased.isCancelled && !isStopped)
        if phrased.wasAsked, let name = modelName {
            spent.append(Spent(question: phrased.answer.question, model: name, usage: phrased.usage))
        }
        if phrased.isCancelled {
            if isStopped {
                _ = TerminalGuard.takeInterrupt()
                requirement.note(.failed)
            }
            return said
        }
        if let warning = phrased.warning, phrased.error == nil || warning != lastFailure { session.warn(warning) }
        if phrased.wasAsked || phrased.error != nil { lastFailure = phrased.error?.message }
        if phrased.wasAsked {
            if session.command[Options.verbose] { session.warn("model: \(phrased.usage.text)") }
        }
        requirement.note(phrased.silence)
        return said
    }

    /// Forgets what was said, and what it took.
    mutating func startAfresh() {
        resume([])
        spent = []
    }

    /// Forgets what was said, but for these turns.
    mutating func resume(_ turns: [Transcript.Turn]) { speaker?.resume(turns) }

    /// - Throws: when a model was required, and one did not say what was found.
    func checkRequirement() throws { try requirement.check() }
}

extension Session {
    /// Opens the index of questions, while what else the first answer needs is made.
    ///
    /// - Parameter open: gives the index.
    func preparing(_ open: () throws -> HouseholdIndex) rethrows -> HouseholdIndex {
        // What is wrong with the settings is told where the model is asked.
        Coach.prepare(isForModel: (try? modelSettings()) != nil)
        return try open()
    }

    /// What is wrong with the settings of the model; nil where nothing is, or none is wanted.
    var modelFault: String? {
        do {
            _ = try modelSettings()
            return nil
        } catch {
            return Failure(error).message
        }
    }

    /// The model that is configured; nil where none is, or none is wanted.
    func model(_ cancellation: Cancellation = Cancellation()) throws -> HTTPChatModel? {
        guard let settings = try modelSettings() else { return nil }
        let folder = stateFolder
        return try makeModel(settings, cancellation: cancellation) { request, bytes in
            LastRequest(folder: folder, request.schema == nil ? .words : .reading).keep(bytes)
        }
    }

    /// As `model`; where its settings are wrong the program answers, and it is said what is wrong with them.
    func usableModel(_ cancellation: Cancellation) throws -> HTTPChatModel? {
        do {
            return try model(cancellation)
        } catch let failure as Failure where failure.exitCode == 2 {
            warn(failure.message + "; the program answers by itself")
            return nil
        } catch let error as ModelError {
            warn(error.message + "; the program answers by itself")
            return nil
        }
    }

    /// What a model is told; what of the user's own cannot be used is said where there is one to be told.
    func promptsToUse(_ model: HTTPChatModel?) -> Prompts {
        let prompts = prompts()
        if model != nil, phrasingSettings().privacy != .off {
            for fault in prompts.faults { warn(fault.message + "; using the built-in prompt") }
        }
        return prompts
    }

    /// A model's part in a conversation; nil without one, and where it may be told nothing.
    func speaker(_ index: HouseholdIndex, _ model: HTTPChatModel?) throws -> Speaker? {
        let prompts = promptsToUse(model)
        guard let model, let phraser = try phraser(index, model, prompts) else { return nil }
        return Speaker(model, phraser, prompts: prompts)
    }

    /// What says answers in a model's words; nil where no model may be told any.
    func phraser(_ index: HouseholdIndex, _ model: HTTPChatModel, _ prompts: Prompts) throws -> Phraser? {
        let settings = phrasingSettings()
        guard settings.privacy != .off else { return nil }
        return Phraser(
            model, prompts: prompts, settings: settings, taxonomy: index.taxonomy,
            currency: try Coach.homeCurrency(index))
    }
}
