import Advice
import Coaching
import Feeds
import Glibc
import Importing
import LanguageModel
import Ledger
import Payments
import Service
import Store
import Terminal

/// Something that ends a command: a line for people and the exit code of the contract.
struct Failure: Error {
    let message: String
    let exitCode: Int32
    /// Whether the person has had enough: nothing else is tried.
    var isStop = false

    init(_ message: String, exitCode: Int32 = 1) {
        self.message = CardNumber.masked(message)
        self.exitCode = exitCode
    }

    /// Tells programs that read JSON why there is none, on a line of its own.
    func writeJSON() throws {
        try writeOutput(
            JSON.object([("error", .string(SafeText.line(message))), ("exit_code", .int(Int(exitCode)))]).text + "\n")
    }

    /// Any error as a line for people.
    init(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as StoreError: self.init(error.message, exitCode: error.reason == .cardNumber ? 2 : 1)
        case let error as ModelError: self.init(error.message, exitCode: error.reason == .configuration ? 2 : 1)
        case let error as ImportError: self.init(error.message)
        case let error as FeedError: self.init(error.message, exitCode: error.reason == .refused ? 2 : 1)
        case let error as PaymentError:
            // What was typed is wrong; else something is in the way.
            self.init(error.message, exitCode: [.refused, .notFound].contains(error.reason) ? 2 : 1)
        case let error as OfferError: self.init(error.message, exitCode: error.isUsage ? 2 : 1)
        case let error as FixProblem: self.init(error.message, exitCode: 2)
        case let error as UsageError: self.init(error.message, exitCode: UsageError.exitCode)
        case let error as CorrectionError: self.init(error.message, exitCode: 2)
        case let error as UnknownTransaction:
            self.init("there's no transaction \(error.id); `coach search` shows the numbers in its Id column")
        default: self.init("\(error)")
        }
    }
}

/// What every command needs: options, places, the clock and the index.
struct Session {
    private(set) var command: ParsedCommand
    /// What `config.json` says, once it is read.
    var configuration = Configuration()
    var style: Style
    /// The index of the conversation that the command belongs to, and where its output is collected.
    private var host: (index: HouseholdIndex, output: CollectedOutput)?
    /// Where the output of a command of the shell is collected, to be shown as a whole.
    private var page: CollectedOutput?
    /// Whether the commands to name are those of a conversation.
    var isConversation = false
    /// Columns to fill, as the window is now; nil when the output is no terminal.
    var width: Int? { TerminalDevice.columns(.output) }
    let isDemo: Bool

    /// - Parameter isDemo: use the sample household whatever the options say.
    init(_ command: ParsedCommand, style: Style, isDemo: Bool = false) {
        self.command = command
        self.style = style
        self.isDemo = isDemo || command[Options.demo]
    }

    /// A command within a conversation: over its index, with its options, and its output is collected.
    func hosting(_ parsed: ParsedCommand, _ index: HouseholdIndex, _ output: CollectedOutput) -> Session {
        var copy = self
        copy.command = parsed.inheriting(Command.set.sharedOptions, from: command)
        copy.host = (index, output)
        return copy
    }

    /// Runs a command so that what it writes goes through the pager where it does not fit the window.
    func paging(_ body: (Session) throws -> Int32) throws -> Int32 {
        let isForPrograms = wantsJSON || [.json, .html].contains(command[Options.summaryFormat])
        guard !isForPrograms, TerminalDevice.isTerminal(.output) else { return try body(self) }
        var copy = self
        let output = CollectedOutput()
        copy.page = output
        do {
            let code = try body(copy)
            try writePage(output.text)
            if !output.picture.isEmpty { try writeOutput(output.picture) }
            return code
        } catch {
            try writePage(output.text)
            throw error
        }
    }

    /// The same with another model; nil for none.
    func choosing(model: String?) -> Session {
        var copy = self
        copy.command =
            model.map { command.setting(Options.model, to: $0) } ?? command.setting(Options.noModel, to: true)
        if model != nil { copy.command = copy.command.setting(Options.noModel, to: false) }
        return copy
    }

    // MARK: Places and the clock

    /// The index that the command is about: the household's own, or that of `--person`.
    var databasePath: String {
        if isDemo { return ":memory:" }
        return HouseholdFiles(own: householdPath).path(of: command[Options.person] ?? TokenBook.owner)
    }

    /// The index of the household's owner: `--db`, or the usual one.
    var householdPath: String { command[Options.database] ?? usualPath }

    /// The index that is meant where no `--db` is given: `$COACH_DB`, or coach.db below the folder for the user's data.
    var usualPath: String {
        if let path = environment("COACH_DB") { return path }
        let data = environment("XDG_DATA_HOME") ?? (environment("HOME") ?? "") + "/.local/share"
        return data + "/coach/coach.db"
    }

    /// What another command needs to be about the same index, for whoever is at this machine.
    var target: ProgramWords.Target {
        // Of the sample one's own index is what comes next.
        if isDemo { return ProgramWords.Target() }
        let database = command[Options.database].map { "--db \"\(SafeText.line($0))\"" }
        return ProgramWords.Target(options: [database].compactMap(\.self) + ofPerson.options)
    }

    /// What another command needs to be about the same person.
    private var ofPerson: ProgramWords.Target {
        ProgramWords.Target(options: command[Options.person].map { ["--person \($0)"] } ?? [])
    }

    /// Where what can be made again is kept.
    private var cacheFolder: String {
        (environment("XDG_CACHE_HOME") ?? (environment("HOME") ?? "") + "/.cache") + "/coach"
    }

    var configFolder: String { (environment("XDG_CONFIG_HOME") ?? (environment("HOME") ?? "") + "/.config") + "/coach" }

    /// What is kept from run to run and is neither data nor configuration.
    var stateFolder: String {
        (environment("XDG_STATE_HOME") ?? (environment("HOME") ?? "") + "/.local/state") + "/coach"
    }

    /// The lines typed in earlier conversations; nil where nothing is to be kept.
    var historyPath: String? { isDemo || command[Options.isPrivate] ? nil : stateFolder + "/history" }

    /// An environment variable; nil where it is empty or not set.
    func environment(_ name: String) -> String? { environmentVariable(name).flatMap { $0.isEmpty ? nil : $0 } }

    /// `--as-of`, `$COACH_AS_OF`, the sample's last day, or the day it is here.
    func asOf(_ index: HouseholdIndex) throws -> CivilDate {
        if let day = try saidDay() { return day }
        if isDemo, let last = try index.coverage?.end { return last }
        return Session.today
    }

    /// - Returns: nil where neither an option nor the environment says the day.
    func saidDay() throws -> CivilDate? {
        if let day = command[Options.asOf] { return try reckoned(day, "--as-of") }
        return try environmentDay("COACH_AS_OF").map { try reckoned($0, "COACH_AS_OF") }
    }

    /// - Returns: nil where the environment says none.
    private func environmentDay(_ name: String) throws -> CivilDate? {
        guard let text = environment(name) else { return nil }
        guard let day = CivilDate(iso: text) else {
            throw Failure("\(name) is “\(SafeText.line(text))”: expected a day such as 2026-10-31", exitCode: 2)
        }
        return day
    }

    /// A day that leaves room for the years before and behind it.
    private func reckoned(_ day: CivilDate, _ name: String) throws -> CivilDate {
        guard (1900...2199).contains(day.year) else {
            throw Failure("\(name) is \(day.iso): expected a day from 1900 through 2199", exitCode: 2)
        }
        return day
    }

    /// The local day of the wall clock; only this and `now` read it. Unlike `--as-of`, which questions are asked by, it is also
    /// what files and banks are read on; scripts that bring a bank of their own set it.
    static var today: CivilDate {
        if let day = environmentVariable("COACH_CLOCK").flatMap({ CivilDate(iso: $0) }) { return day }
        var now = time(nil)
        var local = tm()
        localtime_r(&now, &local)
        return CivilDate(year: Int(local.tm_year) + 1900, month: Int(local.tm_mon) + 1, day: Int(local.tm_mday))
            ?? CivilDate(dayNumber: Int32(now / 86_400))
    }

    /// Seconds since 1970-01-01 UTC, by the wall clock: how long an override lasts does not depend on `--as-of`.
    static var now: Int64 { Int64(time(nil)) }

    // MARK: The index

    /// - Parameter keepsNothing: an index that is not there yet is made in memory only.
    func openIndex(keepsNothing: Bool = false) throws -> HouseholdIndex {
        if let host { return host.index }
        _ = try environmentDay("COACH_CLOCK")
        Database.onWaiting = {
            TerminalDevice.write("coach: waiting for another coach that's writing to this index\n", to: .error)
        }
        if isDemo { return try SampleHousehold.open(cacheFolder: cacheFolder) }
        let isThere = access(databasePath, F_OK) == 0
        let index = try HouseholdIndex(path: keepsNothing && !isThere ? ":memory:" : databasePath)
        // Positions go when their time is over, whatever is done next.
        if isThere { try LocationGuard(index, asOf: Session.today, hours: positionHours).forget(now: Session.now) }
        // What cannot be written can still be tried on a copy.
        guard keepsNothing, index.database.isReadOnly, let copy = index.database.snapshot() else { return index }
        return try HouseholdIndex(snapshot: copy)
    }

    /// How long positions are kept.
    var positionHours: Int { configuration.positionHours ?? LocationGuard.mostHours }

    /// The index, or nil where its file does not exist: looking must not leave an empty one behind.
    func openExistingIndex() throws -> HouseholdIndex? {
        if host == nil, !isDemo, access(databasePath, F_OK) != 0, errno == ENOENT { return nil }
        return try openIndex()
    }

    /// That there is nothing in the index, or none, and what to do.
    var emptyIndex: Failure { emptyIndex(try? openExistingIndex()) }

    /// - Parameter index: where a connected bank may be why.
    func emptyIndex(_ index: HouseholdIndex?) -> Failure {
        // Which index it is matters to who named one.
        let head = (command[Options.database].map { "\($0): " } ?? "") + "no transactions yet"
        if let bank = try? index?.connections.first {
            let why = bank.problem.map { ": \($0)" } ?? ""
            return Failure(
                "\(head). \(bank.name) is connected and hasn't brought any\(why)".ended
                    + " `coach sync` tries again.", exitCode: 4)
        }
        let next =
            isConversation && width != nil
            ? "type “import my bank”, or drop a bank file here" : "run `coach start`, or look around with `coach demo`"
        return Failure("\(head): \(next)", exitCode: 4)
    }

    /// The index of a command that needs something in it.
    func openFilledIndex() throws -> HouseholdIndex {
        let index = try openExistingIndex()
        guard let index, try !index.isEmpty else { throw emptyIndex(index) }
        return index
    }

    // MARK: Output

    var wantsJSON: Bool { command[Options.json] }

    func write(_ text: String) throws {
        let text = ofPerson.typed(in: text)
        guard let output = host?.output ?? page else { return try writeOutput(text) }
        output.text += text
    }

    /// Writes at once, also within a conversation: what a person is to answer must stand before the prompt.
    func writeNow(_ text: String) throws { try writeOutput(text) }

    /// What no pager may cut, behind what a page holds so far.
    func writePicture(_ text: String) throws {
        guard let page else { return try write(text) }
        page.picture += text
    }

    /// One line within a conversation, for whoever reads line by line.
    func write(_ json: JSON) throws { try write((host == nil ? json.prettyText : json.text) + "\n") }

    func warn(_ text: String) { warnUser(named(text)) }

    /// Sentences for people: safe, naming the commands that can be typed here, and broken between words.
    func prose(_ text: String) -> String { Wrapping.wrap(SafeText.line(named(text)), width: width) }

    /// Where a terminal can open pages, words that lead to one; else the words alone.
    ///
    /// - Parameter words: safe, and on one line.
    func link(_ words: String, to address: @autoclosure () -> String) -> String {
        width != nil && Hyperlink.isSupported(environment) ? Hyperlink.text(words, to: address()) : words
    }

    /// The text with the commands that can be typed here.
    func named(_ text: String) -> String {
        isConversation ? SlashWords.inConversation(text) : ofPerson.typed(in: text)
    }

    /// Within a conversation: leaves the command and has this line taken instead.
    ///
    /// - Returns: false outside of one.
    func leave(for line: String) -> Bool {
        host?.output.next = line
        return host != nil
    }
}

/// One line on standard error, broken between words where that is a terminal.
func warnUser(_ text: String) {
    let text = AmountPrivacy.shown(SafeText.line(text))
    let line = Wrapping.wrap("coach: " + text, width: TerminalDevice.columns(.error))
    TerminalDevice.write(line + "\n", to: .error)
}

/// Writes to standard output.
///
/// - Throws: `ClosedOutput` when it takes no more.
func writeOutput(_ text: String) throws {
    guard TerminalDevice.write(AmountPrivacy.shown(text), to: .output) else {
        throw ClosedOutput(isPipe: errno == EPIPE)
    }
}

/// Writes a whole text, through the pager where it is for a terminal and does not fit.
func writePage(_ text: String) throws {
    if !Pager.show(AmountPrivacy.shown(text)) { try writeOutput(text) }
}

/// Standard output takes no more.
struct ClosedOutput: Error {
    /// The reader went away, which is its right; else the disk is full.
    let isPipe: Bool
}

/// What a command within a conversation writes, to be shown as a whole.
final class CollectedOutput {
    var text = ""
    /// What is written behind it, whatever a pager shows.
    var picture = ""
    /// What is to be done after it.
    var next: String?
}
