import Coaching
import Importing
import Ledger
import Store
import Terminal

/// `coach review`: asks about what is uncertain, one question after the other; without a terminal it lists them.
struct ReviewCommand {
    let session: Session

    /// Questions that are asked or listed; the others come when these are answered.
    private static let mostAsked = 8

    func run() throws -> Int32 {
        let index = try session.openFilledIndex()
        var guesser = MerchantGuesser(taxonomy: index.taxonomy)
        let queue = ReviewQueue(index, asOf: try session.asOf(index)) { guesser.category(of: $0) }
        if let id = session.command[Options.answer] { return try answer(id, queue) }
        guard session.command.operands.isEmpty else {
            throw Failure(
                "which question is that for? Run `coach review --answer ID CHOICE`; `coach review` shows both",
                exitCode: 2)
        }
        let items = try queue.items()
        if session.wantsJSON {
            try session.write(.object([("count", .int(items.count)), ("items", .array(items.map(\.json)))]))
            return 0
        }
        guard !items.isEmpty else {
            try session.write("Nothing to review: you're all set.\n")
            return 0
        }
        if TerminalDevice.isTerminal(.input), TerminalDevice.isTerminal(.output) {
            try ask(items, queue)
        } else {
            try list(items)
        }
        return 0
    }

    private func answer(_ id: String, _ queue: ReviewQueue) throws -> Int32 {
        let choice = session.command.text
        guard !choice.trimmed.isEmpty else {
            throw Failure(
                "“\(SafeText.line(id))” needs an answer, such as `coach review --answer \(id) 1`", exitCode: 2)
        }
        do {
            let (item, result) = try queue.answer(id: id, choice)
            if session.wantsJSON {
                try session.write(
                    .object([
                        ("id", .string(item.id)), ("changed", .int(result.changed)),
                        ("summary", .string(result.summary)),
                    ]))
            } else {
                try session.write(sentence(result.summary))
            }
            return 0
        } catch let error as ReviewError {
            throw Failure(error.message, exitCode: error.reason == .noChoice ? 2 : 1)
        }
    }

    private func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + ".\n" }

    // MARK: Without a terminal

    private func list(_ items: [ReviewItem]) throws {
        var blocks = items.prefix(ReviewCommand.mostAsked).map { item in
            text(item, lead: "[\(item.id)] ")
        }
        if items.count > blocks.count { blocks.append("… and \(groupedThousands(items.count - blocks.count)) more\n") }
        blocks.append("Answer with `coach review --answer ID CHOICE`.\n")
        try session.write(blocks.joined(separator: "\n"))
    }

    private func text(_ item: ReviewItem, lead: String) -> String {
        var out = session.prose(lead + item.question) + "\n"
        let indent = "     "
        for (number, choice) in item.choices.enumerated() {
            let words = Wrapping.wrap(
                SafeText.line(choice.text), width: session.width.map { max($0 - indent.count, 20) })
            out += "  \(number + 1)  " + words.split(separator: "\n").joined(separator: "\n" + indent) + "\n"
        }
        return out
    }

    // MARK: On a terminal

    /// Asks until all are answered, the person has enough, or eight were asked: what matters most comes first. What an
    /// answer settles besides is not asked any more.
    private func ask(_ items: [ReviewItem], _ queue: ReviewQueue) throws {
        var open = items
        var passed: Set<String> = []
        var answered = 0
        while passed.count < ReviewCommand.mostAsked, let item = open.first(where: { !passed.contains($0.id) }) {
            passed.insert(item.id)
            let count = min(ReviewCommand.mostAsked, answered + open.count)
            // In a conversation an empty line stands above the first one already.
            let isFirst = passed.count == 1 && session.isConversation
            try session.writeNow((isFirst ? "" : "\n") + text(item, lead: "\(passed.count) of \(count)  "))
            switch try read(item, queue) {
            case .answered:
                answered += 1
                open = try queue.items()
            case .skipped: break
            case .quit: return try end(answered)
            case .left: return
            }
        }
        let left = open.count { !passed.contains($0.id) }
        if left > 0 {
            let words = left == 1 ? "One question is" : "\(groupedThousands(left)) questions are"
            try session.writeNow(session.prose("\(words) left for another time (`coach review`).") + "\n")
        }
        try end(answered)
    }

    private enum Outcome {
        case answered, skipped, quit
        /// For another command of the conversation.
        case left
    }

    private func read(_ item: ReviewItem, _ queue: ReviewQueue) throws -> Outcome {
        let hint = item.takesCategories ? "number or category" : "number"
        let isNumbered = "a number from 1 to \(item.choices.count)"
        let expected = item.takesCategories ? isNumbered + " or the name of a category" : isNumbered
        while true {
            let prompt = session.style("\(hint), Enter = skip, q = quit › ", .bold)
            guard case .text(let line) = LineEditor.readAnswer(prompt: prompt) else { return .quit }
            switch line.trimmed.lowercased() {
            case "", "s", "skip": return .skipped
            case let word where PromptReader.leaves(word):
                if PromptReader.leavesConversation(word) { _ = session.leave(for: line) }
                return .quit
            case let choice:
                if choice.hasPrefix("/"), session.leave(for: line) { return .left }
                if choice == "/quit" { return .quit }
                do {
                    try session.writeNow(sentence(try queue.answer(item, choice).summary))
                    return .answered
                } catch let error as ReviewError {
                    let said = "“\(line.trimmed)” isn't one of them: \(expected), Enter to skip, q to quit"
                    session.warn(error.reason == .noChoice ? said : error.message)
                }
            }
        }
    }

    private func end(_ answered: Int) throws {
        let words = answered == 1 ? "1 answer saved" : "\(answered) answers saved"
        try session.writeNow(
            (answered == 0
                ? "Nothing was changed.\n" : session.prose("\(words); `coach undo` takes the last one back.") + "\n")
                + (session.isConversation ? "\n" : ""))
    }
}
