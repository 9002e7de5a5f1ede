import Coaching
import Store
import Terminal

/// Finds the words of summaries: a model's where one is configured, composed ones where none is.
struct SummaryTeller {
    private let session: Session
    private let book: SummaryBook
    private let index: HouseholdIndex
    private var phraser: Phraser?
    private let wait = ModelWait()
    private var requirement: ModelRequirement

    init(_ session: Session, _ book: SummaryBook, _ index: HouseholdIndex) throws {
        self.session = session
        self.book = book
        self.index = index
        phraser = try session.usableModel(wait.cancellation).flatMap {
            try session.phraser(index, $0, session.promptsToUse($0))
        }
        requirement = ModelRequirement(session, hasModel: phraser != nil)
    }

    mutating func report(_ span: SummarySpan) throws -> SummaryReport {
        let facts = try book.facts(span)
        guard var phraser else {
            let words = SummaryNarrative(facts, taxonomy: index.taxonomy).narrative
            return SummaryReport(facts, words, taxonomy: index.taxonomy)
        }
        TerminalGuard.installForReply()
        TerminalGuard.beginReply()
        defer { TerminalGuard.endReply() }
        wait.begin()
        defer { wait.end() }
        let told = try book.phrased(facts, by: &phraser, isFresh: session.command[Options.refresh])
        wait.end()
        self.phraser = phraser
        for phrased in told.asked {
            // Who does not want to wait for the model wants the summary still, and waits for no other month's.
            if phrased.isCancelled {
                _ = TerminalGuard.takeInterrupt()
                requirement.note(.failed)
                self.phraser = nil
                continue
            }
            if let warning = phrased.warning { session.warn(warning) }
            if session.command[Options.verbose], phrased.wasAsked { session.warn("model: \(phrased.usage.text)") }
            requirement.note(phrased.silence)
        }
        return SummaryReport(facts, told.narrative, taxonomy: index.taxonomy)
    }

    /// - Throws: when a model was required, and one did not say what was found.
    func checkRequirement() throws { try requirement.check() }
}
