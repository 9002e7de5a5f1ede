import Coaching
import Glibc
import Importing
import LanguageModel
import Ledger
import Store
import Terminal

/// Writes answers, said by a model where one is configured and composed where none is.
struct Voice {
    private let session: Session
    private var phraser: Phraser?
    /// Why a question got no reply of a model, where one did not.
    private var silence: String?

    init(_ session: Session, _ index: HouseholdIndex) throws {
        self.session = session
        phraser = try session.phraser(index)
        if phraser == nil { silence = "none is configured" }
    }

    /// - Parameters:
    ///   - lead: stands before the words.
    ///   - tail: stands behind everything.
    mutating func write(_ answer: Answer, _ coach: inout Coach, lead: String = "", tail: String = "") throws {
        guard var phraser else { return try write(answer, lead, tail) }
        defer { self.phraser = phraser }
        if session.wantsJSON {
            return try write(conclude(phraser.phrase(answer, tools: coach.toolbox), &coach), lead, tail)
        }
        var stream = ReplyStream(width: session.width)
        var failure: (any Error)?
        let phrased = phraser.phrase(answer, tools: coach.toolbox) { words in
            do {
                try session.write((stream.isEmpty ? lead : "") + stream.add(words))
            } catch {
                failure = error
            }
            return failure == nil
        }
        if let failure { throw failure }
        if !stream.isEmpty { try session.write("\n") }
        let said = conclude(phrased, &coach)
        if stream.isEmpty { return try write(said, lead, tail) }
        try session.write(AnswerText(session).supplement(said) + tail)
    }

    private func write(_ answer: Answer, _ lead: String, _ tail: String) throws {
        guard session.wantsJSON else { return try session.write(lead + AnswerText(session).text(answer) + tail) }
        try session.command.name == Command.ask.rawValue
            ? session.write(answer.json) : session.write(answer.json.text + "\n")
    }

    /// Says on stderr what there is to say of the model, and goes on from what it looked up.
    private mutating func conclude(_ phrased: Phrased, _ coach: inout Coach) -> Answer {
        if let warning = phrased.warning { session.warn(warning) }
        if phrased.wasAsked {
            if session.command[Options.verbose] { session.warn("model: \(phrased.usage.text)") }
            coach.accept(phrased.answer)
        }
        if phrased.error != nil { silence = "none answered" }
        return phrased.answer
    }

    mutating func startAfresh() { phraser?.startAfresh() }

    /// Composed text answers everything; a model that was insisted on is another matter.
    ///
    /// - Throws: when a model was required, and none is there or one did not answer.
    func checkRequirement() throws {
        guard session.command[Options.requireModel], let silence else { return }
        throw Failure("a model was required, and \(silence)", exitCode: 3)
    }
}

extension Session {
    /// The model that is configured; nil where none is, or none is wanted.
    func model() throws -> HTTPChatModel? {
        guard let settings = try modelSettings() else { return nil }
        let record = LastRequest(folder: stateFolder)
        return try makeModel(settings, willSend: record.keep)
    }

    /// What says answers in a model's words; nil where no model is to be asked.
    func phraser(_ index: HouseholdIndex) throws -> Phraser? {
        guard let model = try model() else { return nil }
        let settings = phrasingSettings()
        guard settings.privacy != .off else { return nil }
        return Phraser(
            model, prompts: try prompts(), settings: settings,
            taxonomy: index.taxonomy,
            currency: try Coach.homeCurrency(index), knownNames: try Coach.knownNames(index))
    }

    /// The built-in prompts, and the user's own in their place.
    private func prompts() throws -> Prompts {
        let folder = configFolder + "/prompts"
        try checkPromptNames(folder)
        return try Prompts { name in
            let path = "\(folder)/\(name.fileName)"
            guard access(path, F_OK) == 0, let file = try? StatementBytes(path: path) else { return nil }
            return (path, withExtendedLifetime(file) { String(decoding: file.bytes, as: UTF8.self) })
        }
    }

    /// A file that replaces nothing is a mistake in its name.
    private func checkPromptNames(_ folder: String) throws {
        let known = Prompts.Name.allCases.map(\.fileName)
        guard let directory = opendir(folder) else { return }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.hasSuffix(".md"), !known.contains(name) else { continue }
            let hint = Suggestion.nearest(to: name, among: known).map { "; did you mean \($0)?" }
            throw Failure(
                "\(folder)/\(name): no prompt has this name" + (hint ?? "; there are \(known.joined(separator: ", "))"),
                exitCode: 2)
        }
    }
}
