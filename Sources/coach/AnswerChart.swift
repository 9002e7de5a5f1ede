import Coaching
import Ledger
import Terminal

/// `--chart` and `/chart`: an answer's series as a picture, or in blocks.
struct AnswerChart {
    let session: Session

    init(_ session: Session) { self.session = session }

    /// Columns where the output is no terminal.
    private static let usualWidth = 72
    private static let widest = 100

    /// - Returns: nil where there is nothing to draw.
    func text(_ answer: Answer) throws -> String? {
        if let table = answer.tables.first(where: { $0.sizes.count > 1 }), let text = try text(table) { return text }
        guard let series = answer.series else { return nil }
        return try drawn([SafeText.line(series.first), SafeText.line(series.last)], series.values)
    }

    /// - Parameter table: its first column names its rows.
    func text(_ table: AnswerTable) throws -> String? {
        guard table.sizes.count == table.rows.count else { return nil }
        let most = table.sizes.indices.max { table.sizes[$0] < table.sizes[$1] }
        // The column that the sizes are of.
        let amount = most.flatMap { most in
            table.columns.indices.first { table.rows[most][$0].filter(\.isNumber) == String(table.sizes[most]) }
        }
        guard let text = try drawn(table.rows.map { SafeText.line($0.first ?? "") }, table.sizes) else { return nil }
        guard let most, let amount, let name = table.rows[most].first else { return text }
        let top = session.prose("The highest is \(name) at \(table.rows[most][amount]).")
        return text + session.style(top, .dim) + "\n"
    }

    private func drawn(_ labels: [String], _ values: [Int64]) throws -> String? {
        let width = min(session.width ?? AnswerChart.usualWidth, AnswerChart.widest)
        return try ColumnChart(labels: labels, values: values, width: width)?.text(session.graphics())
    }

    /// What is said where a chart was asked for and there is none.
    static let nothing =
        "there's nothing to draw in this answer: ask about several months, such as “groceries by month”"
}

extension Session {
    /// What this output shows: a terminal what it says of itself or the setting says, anything else blocks.
    func graphics() throws -> Graphics {
        let name = "COACH_GRAPHICS"
        let said = environment(name).map { $0.lowercased() }
        let choice = said.flatMap(Graphics.Choice.init(rawValue:))
        if let said, choice == nil {
            let names = Graphics.Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw Failure("\(name) is “\(SafeText.line(said))”: expected one of \(names)", exitCode: 2)
        }
        // A picture would show what hidden amounts come to.
        guard width != nil, !AmountPrivacy.isOn else { return .blocks }
        return Graphics(choice ?? configuration.graphics ?? .auto, environment, ask: { Session.terminalAnswer })
    }

    /// Asked once.
    private static let terminalAnswer = TerminalAnswer.ask()
}

extension Conversation {
    /// `/chart`: the last answer as a picture.
    mutating func chart() throws {
        guard let lastAnswer else { throw Failure("there's no answer yet: ask something first") }
        guard let text = try AnswerChart(session).text(lastAnswer) else { throw Failure(AnswerChart.nothing) }
        try showPicture(text)
    }

    /// What no pager may cut.
    mutating func showPicture(_ text: String) throws {
        if isTerminal { try session.write(text + "\n") } else { try show(text) }
    }
}
