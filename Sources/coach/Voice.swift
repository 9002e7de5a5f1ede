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
        /// The reader wanted no more. Where nothing was shown it is as if it had not been asked.
        var isCancelled = false
    }

    /// What one question took of a model.
    struct Spent {
        let question: String
        let model: String
        let usage: ModelUsage
    }

    private let session: Session
    private var phraser: Phraser?
    private var requirement: ModelRequirement
    private let wait = ModelWait()

    /// Of the whole conversation, whichever models were asked.
    private(set) var spent: [Spent] = []

    /// - Parameter earlier: the one before another model was chosen.
    init(_ session: Session, _ index: HouseholdIndex, after earlier: Voice? = nil) throws {
        self.session = session
        spent = earlier?.spent ?? []
        // A model that is chosen in a conversation is refused there and then.
        phraser =
            try earlier == nil
            ? session.phraserIfUsable(index, wait.cancellation) : session.phraser(index, wait.cancellation)
        requirement = ModelRequirement(session, hasModel: phraser != nil, after: earlier?.requirement)
    }

    /// nil without a model.
    var modelName: String? { phraser?.modelName }

    /// - Parameter lead: stands before words that are shown as they come.
    mutating func say(_ answer: Answer, _ coach: inout Coach, lead: String = "") throws -> Said {
        guard var phraser else { return Said(answer: answer) }
        defer { self.phraser = phraser }
        TerminalGuard.beginReply()
        defer { TerminalGuard.endReply() }
        wait.begin()
        defer { wait.end() }
        if session.wantsJSON { return conclude(phraser.phrase(answer, tools: coach.toolbox), &coach) }
        var display = ReplyDisplay(session)
        var failure: (any Error)?
        let phrased = phraser.phrase(answer, tools: coach.toolbox) { words in
            do {
                wait.end()
                let isFirst = display.isEmpty
                let text = display.add(words)
                if !text.isEmpty { try session.write((isFirst ? lead : "") + text) }
            } catch {
                failure = error
            }
            return failure == nil && !TerminalGuard.isInterrupted
        }
        wait.end()
        if let failure { throw failure }
        let isFirst = display.isEmpty
        let rest = display.finish()
        if !rest.isEmpty { try session.write((isFirst ? lead : "") + rest) }
        var said = conclude(phrased, &coach)
        said.isShown = !display.isEmpty
        return said
    }

    /// Says on stderr what there is to say of the model, and goes on from what it looked up.
    private mutating func conclude(_ phrased: Phrased, _ coach: inout Coach) -> Said {
        // Who does not want to wait for the model wants the answer still.
        let isStopped = phrased.isCancelled && phrased.answer.source == .composed
        let said = Said(answer: phrased.answer, isCancelled: phrased.isCancelled && !isStopped)
        if phrased.wasAsked, let name = modelName {
            spent.append(Spent(question: phrased.answer.question, model: name, usage: phrased.usage))
        }
        if phrased.isCancelled {
            coach.accept(phrased.answer)
            if isStopped { _ = TerminalGuard.takeInterrupt() }
            return said
        }
        if let warning = phrased.warning { session.warn(warning) }
        if phrased.wasAsked {
            if session.command[Options.verbose] { session.warn("model: \(phrased.usage.text)") }
            coach.accept(phrased.answer)
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
    mutating func resume(_ turns: [Transcript.Turn]) { phraser?.resume(turns) }

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

    /// The model that is configured; nil where none is, or none is wanted.
    func model(_ cancellation: Cancellation = Cancellation()) throws -> HTTPChatModel? {
        guard let settings = try modelSettings() else { return nil }
        let record = LastRequest(folder: stateFolder)
        return try makeModel(settings, cancellation: cancellation, didSend: record.keep)
    }

    /// As `phraser`; where the model's settings are wrong the program answers, and it is said what is wrong with them.
    func phraserIfUsable(_ index: HouseholdIndex, _ cancellation: Cancellation) throws -> Phraser? {
        do {
            return try phraser(index, cancellation)
        } catch let failure as Failure where failure.exitCode == 2 {
            warn(failure.message + "; the program answers by itself")
            return nil
        } catch let error as ModelError {
            warn(error.message + "; the program answers by itself")
            return nil
        }
    }

    /// What says answers in a model's words; nil where no model is to be asked.
    func phraser(_ index: HouseholdIndex, _ cancellation: Cancellation = Cancellation()) throws -> Phraser? {
        guard let model = try model(cancellation) else { return nil }
        let settings = phrasingSettings()
        guard settings.privacy != .off else { return nil }
        let prompts = prompts()
        for fault in prompts.faults { warn(fault.message + "; the built-in prompt is used") }
        return Phraser(
            model, prompts: prompts, settings: settings,
            taxonomy: index.taxonomy,
            currency: try Coach.homeCurrency(index))
    }
}
