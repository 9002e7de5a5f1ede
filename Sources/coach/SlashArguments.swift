import Ledger
import Store
import Terminal
import Understanding

/// What people write after a command of a conversation, as the command line has it.
enum SlashArguments {
    static func words(of line: SlashLine, asOf: CivilDate) throws -> [String] {
        let words = line.words
        guard let first = words.first, !first.hasPrefix("--") else {
            return line.command == .budget ? [RulesCommand.Action.progress.rawValue] + words : words
        }
        switch line.command {
        case .budget: return limit(words)
        case .review: return words.count > 1 ? ["--" + Options.answer.name] + words : words
        case .forecast: return try days(words, line.text)
        case .summary: return try month(words, line.text, asOf)
        case .unusual:
            guard let period = period(line.text, asOf) else { return words }
            return ["--" + Options.from.name, period.start.iso, "--" + Options.to.name, min(period.end, asOf).iso]
        default: return words
        }
    }

    /// `/forecast 60`, `/forecast 60 days`.
    private static func days(_ words: [String], _ text: String) throws -> [String] {
        if words.contains(where: { $0.hasPrefix("--") }) { return words }
        let isDays = ["", "day", "days"].contains(words.dropFirst().joined(separator: " ").lowercased())
        guard isDays, Options.days.accepts(words[0]) else {
            throw Failure(
                "“\(SafeText.line(text))”: expected \(Options.days.expectation), such as /forecast 60")
        }
        return ["--" + Options.days.name, words[0]]
    }

    /// `/budget groceries 600` sets, `/budget groceries` shows, `/budget groceries off` takes away.
    private static func limit(_ words: [String]) -> [String] {
        if RulesCommand.Action(rawValue: words[0].lowercased()) != nil { return words }
        let last = words[words.count - 1].lowercased()
        if words.count > 1, ["off", "none", "no", "remove"].contains(last) {
            return [RulesCommand.Action.remove.rawValue] + words.dropLast()
        }
        let isAmount = last.contains { $0.isNumber }
        return [isAmount ? RulesCommand.Action.set.rawValue : RulesCommand.Action.progress.rawValue] + words
    }

    /// `/summary 2026-08`, `/summary August`, `/summary last month`, `/summary 2025`.
    private static func month(_ words: [String], _ text: String, _ asOf: CivilDate) throws -> [String] {
        if words.count == 1, Operands.month.read(words[0]) != nil { return words }
        if words.contains(where: { $0.hasPrefix("--") }) { return words }
        guard let period = period(text, asOf) else {
            throw Failure("“\(SafeText.line(text))”: expected a month such as 2026-10, October, or last month")
        }
        if period == Period.month(of: period.start) { return [String(period.start.iso.prefix(7))] }
        if period.start.month == 1, period.start.day == 1,
            period.end == period.start.adding(months: 12).adding(days: -1)
        {
            return ["--" + Options.year.name, String(period.start.year)]
        }
        throw Failure("a summary covers one month or year: try /summary \(period.start.iso.prefix(7))")
    }

    /// The days that a whole text means; nil where something else stands in it.
    private static func period(_ text: String, _ asOf: CivilDate) -> Period? {
        let tokens = Tokenizer.tokens(of: text)
        let found = TimeParser.expressions(in: tokens, context: TimeContext(asOf: asOf))
        guard found.count == 1, found[0].tokens == tokens.indices else { return nil }
        return found[0].whole
    }
}
