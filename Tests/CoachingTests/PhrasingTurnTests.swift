import LanguageModel
import Ledger
import Testing

@testable import Coaching

@Suite struct PhrasingTurnTests {
    private static let right = "You spent $101.25 on groceries in October 2026. That was 2 transactions."
    private static let wrong = "You spent $999.99 on groceries in October 2026."
    private static let composed = "You spent $101.25 on groceries in October 2026, in 2 transactions."

    private func turn(
        _ model: ScriptedModel, _ settings: PhrasingSettings = PhrasingSettings(), shown: Shown = Shown()
    ) throws -> (result: Phrased, shown: String) {
        var home = try PhrasingHome()
        var phraser = try home.phraser(model, settings)
        let result = phraser.phrase(try home.coach.answer(groceries), show: shown.take)
        return (result, shown.text)
    }

    @Test func aSupportedReplyIsShownSentenceBySentence() throws {
        let shown = Shown()
        let turn = try turn(ScriptedModel(.say(Self.right, promptTokens: 900)), shown: shown)
        #expect(turn.shown == Self.right && shown.pieces == 2)
        #expect(turn.result.answer.reply == Self.right && turn.result.answer.source == .model("scripted"))
        #expect(turn.result.answer.unsupported.isEmpty && turn.result.warning == nil)
        #expect(turn.result.usage.promptTokens == 900 && turn.result.usage.millisecondsToFirstToken == 12)
    }

    @Test func aWrongSentenceIsNeverShownAndRepairedOnce() throws {
        let model = ScriptedModel(.say("Here is October 2026. " + Self.wrong + " Fine."), .say(Self.right))
        let turn = try turn(model)
        #expect(turn.shown == "Here is October 2026. " + Self.right)
        #expect(turn.result.answer.reply == turn.shown && turn.result.answer.source == .model("scripted"))
        #expect(turn.result.answer.unsupported == ["$999.99"])
        let repair = try #require(model.requests.last?.messages)
        #expect(repair.last?.role == .user && repair.last?.text.contains("$999.99") == true)
        #expect(repair.last?.text.contains("$101.25") == true)
        #expect(repair[repair.count - 2] == ChatMessage(.assistant, "Here is October 2026. " + Self.wrong))
    }

    @Test func whatTheRepairRepeatsIsShownOnce() throws {
        let model = ScriptedModel(
            .say("Here is October 2026. " + Self.wrong), .say("Here is October 2026. " + Self.right))
        #expect(try turn(model).shown == "Here is October 2026. " + Self.right)
    }

    @Test func theComposedReplyTakesOverAfterTwoWrongOnes() throws {
        let whole = try turn(ScriptedModel(.say(Self.wrong), .say(Self.wrong)))
        #expect(whole.shown == Self.composed && whole.result.answer.reply == Self.composed)
        #expect(whole.result.answer.source == .composed && whole.result.warning == nil)
        let partly = try turn(ScriptedModel(.say(Self.right + " " + Self.wrong), .say(Self.wrong)))
        #expect(
            partly.shown == Self.right + "\n\nWhat came next is not in your data. In the program’s own words: "
                + Self.composed)
        #expect(partly.result.answer.reply == partly.shown && partly.result.answer.source == .composed)
    }

    @Test func whatNobodySawIsDroppedWhenTheComposedReplyTakesOver() throws {
        var home = try PhrasingHome()
        var phraser = try home.phraser(ScriptedModel(.say("Here is October 2026. " + Self.wrong), .say(Self.wrong)))
        #expect(phraser.phrase(try home.coach.answer(groceries)).answer.reply == Self.composed)
    }

    @Test func marksAndUncheckedWords() throws {
        let marked = try turn(ScriptedModel(.say(Self.wrong)), PhrasingSettings(verification: .mark))
        #expect(marked.shown == Self.wrong + " [not in your data: “$999.99”]")
        #expect(marked.result.answer.unsupported == ["$999.99"])
        let unchecked = try turn(ScriptedModel(.say(Self.wrong)), PhrasingSettings(verification: .off))
        #expect(unchecked.shown == Self.wrong && unchecked.result.answer.unsupported.isEmpty)
    }

    /// Whatever is checked, numbers of cards are masked, and what steers a terminal is no part of a note.
    @Test(arguments: [Verification.mark, .off])
    func cardNumbersAndEscapesOfAModel(_ verification: Verification) throws {
        let said = "You spent \u{1B}[31m$999.99\u{1B}[0m with card 4111 1111 1111 1234."
        let turn = try turn(ScriptedModel(.say(said)), PhrasingSettings(verification: verification))
        #expect(turn.shown.hasPrefix("You spent $999.99 with card ****1234."))
        let notes = turn.shown + turn.result.answer.unsupported.joined()
        #expect(!notes.contains("1m$") && !notes.contains("0m") && !notes.contains("4111"))
    }

    /// Every request counts, also those that were tried again.
    @Test func retriesAreRequests() throws {
        var error = ModelError(.server, "down")
        error.requests = 4
        #expect(try turn(ScriptedModel(.fail(error))).result.usage.requests == 4)
    }

    @Test func aFailureGivesTheComposedReplyAndOneWarning() throws {
        let error = ModelError(.unreachable, "nothing answers at localhost:1")
        let before = try turn(ScriptedModel(.fail(error)))
        #expect(before.shown == Self.composed && before.result.error == error)
        #expect(before.result.warning == error.message && before.result.answer.source == .composed)
        let amid = try turn(ScriptedModel(.breakOff(Self.right + " You sp", error)))
        #expect(
            amid.shown == "You spent $101.25 on groceries in October 2026. That was 2 transactions."
                + "\n\nThe model broke off here. In the program’s own words: " + Self.composed)
        let own = try turn(ScriptedModel(.breakOff(Self.composed + " It was", error)))
        #expect(own.shown == Self.composed)
        let empty = try turn(ScriptedModel(.say("  \n")))
        #expect(empty.shown == Self.composed && empty.result.error?.reason == .malformed)
    }

    @Test func aSentenceThatWasCutOffIsNotShown() throws {
        let cut = try turn(ScriptedModel(.say(Self.right + " You spent about", finish: .length)))
        #expect(cut.shown == Self.right && cut.result.answer.source == .model("scripted"))
        let nothing = try turn(ScriptedModel(.say("You spent about", finish: .length)))
        #expect(nothing.shown == Self.composed && nothing.result.warning?.contains("max_tokens") == true)
    }

    @Test func aReplyWithoutEndIsEnded() throws {
        let words = String(repeating: "You spent $101.25. ", count: 10_000)
        let endless = try turn(ScriptedModel(.say(words)))
        // 315 whole sentences of 19 bytes are 5,985, without the last space 5,984.
        #expect(endless.shown.utf8.count == 5984 && endless.shown.hasSuffix("$101.25."))
        #expect(endless.result.warning?.contains("6,000 bytes") == true)
        #expect(endless.result.answer.source == .model("scripted"))
        let nothing = try turn(ScriptedModel(.say(String(repeating: "coffee", count: 10_000))))
        #expect(nothing.shown == Self.composed && nothing.result.error?.reason == .malformed)
    }

    /// Words that give nothing of what was asked never stand in its place.
    @Test(arguments: [
        "Let me look.", "I'm sorry, I cannot help with that.", "Sure! Here is your answer:",
        "It was a calm month for you.",
    ])
    func wordsWithoutTheFigureAreNoReply(_ words: String) throws {
        let turn = try turn(ScriptedModel(.say(words)))
        #expect(turn.shown == Self.composed && turn.result.answer.source == .composed)
        #expect(turn.result.warning?.contains("did not give what was asked") == true)
        let later = try self.turn(ScriptedModel(.say(words + " " + Self.right)))
        #expect(later.shown == words + " " + Self.right)
    }

    /// What answers without a figure, and is right, is shown; what is wrong is not.
    @Test(arguments: [
        ("Groceries went up in October 2026 compared with September.", true),
        ("Groceries went down in October 2026 compared with September.", false), ("Let me look at that.", false),
    ])
    func rightWordsWithoutAFigureAreAReply(_ words: String, isShown: Bool) throws {
        var home = try PhrasingHome()
        let model = isShown ? ScriptedModel(.say(words)) : ScriptedModel([.say(words), .say(words)])
        var phraser = try home.phraser(model)
        let answer = try home.coach.answer("How much did I spend on groceries in October compared with September?")
        let result = phraser.phrase(answer)
        #expect((result.answer.reply == words) == isShown, "\(result.answer.reply)")
        #expect(result.answer.reply.contains("$101.25") != isShown)
    }

    /// Wherever they stand, also where a template began them; and the marks of turns are no words.
    @Test(arguments: [
        "<think>It was $5. Or $6.</think>\n\n{}", "<think>\n\n</think>\n\n{}", "<thinking>It was $5.</thinking>{}",
        "[THINK]It was $5.[/THINK]{}", "{} <think>It was $5.</think>", "{}<|im_end|>", "{}</s>",
        "I look at the groceries. They ask for a sum.\n</think>\n\n{}", "</think>{}",
        "<|channel|>analysis<|message|>It was $5.<|end|><|start|>assistant<|channel|>final<|message|>{}",
    ])
    func thoughtsAreNotPartOfTheReply(reply: String) throws {
        let turn = try turn(ScriptedModel(.say(reply.replacing("{}", with: Self.right))))
        #expect(turn.shown == Self.right && turn.result.usage.requests == 1)
    }

    @Test(arguments: [
        "<think>" + right, "[THINK]" + right + "[/THINK", "<think>" + right + "</think>",
        #"<tool_call>{"name": "list_recurring", "arguments": {}}</tool_call>"#,
        #"[TOOL_CALLS][{"name": "list_recurring", "arguments": {}}]"#, #"{"name": "list_recurring", "parameters": {}}"#,
    ])
    func thoughtsAloneAreNoReply(reply: String) throws {
        let turn = try turn(ScriptedModel(.say(reply)))
        #expect(turn.shown == Self.composed && turn.result.error?.message == "the model scripted gave no words")
    }

    /// What only looks like a mark stays, and nothing is held back for it.
    @Test(arguments: ["a < b <= c", "[x] <thin", "<|", "[TH", "1 <2> [THIN] </thin"])
    func whatIsNoThoughtStays(text: String) {
        for size in 1...text.count {
            var filter = ThinkingFilter()
            var out = ""
            var rest = text[...]
            while !rest.isEmpty {
                out += filter.add(String(rest.prefix(size)))
                rest = rest.dropFirst(size)
            }
            #expect(out + filter.finish() == text && !filter.takeStrayEnd())
        }
    }

    @Test func afterAnOverflowTheHistoryIsLeftOut() throws {
        let overflow = ModelError(.contextOverflow, "too long")
        let model = ScriptedModel(.say(Self.right), .fail(overflow), .say(Self.right))
        var home = try PhrasingHome()
        var phraser = try home.phraser(model)
        for _ in 1...2 { #expect(phraser.phrase(try home.coach.answer(groceries)).answer.reply == Self.right) }
        #expect(model.requests.map(\.messages.count) == [2, 4, 2])
        let twice = try turn(ScriptedModel(.fail(overflow), .fail(overflow)))
        #expect(twice.shown == Self.composed && twice.result.error == overflow)
    }

    @Test func aCutContextIsSaidAndAskedAgainWithLess() throws {
        let model = ScriptedModel(.say(Self.right), .say(Self.right, promptTokens: 100), .say(Self.right))
        var home = try PhrasingHome()
        var phraser = try home.phraser(model)
        _ = phraser.phrase(try home.coach.answer(groceries))
        let result = phraser.phrase(try home.coach.answer(groceries))
        #expect(result.warning?.contains("read only 100 tokens") == true && result.answer.reply == Self.right)
        #expect(model.requests.map(\.messages.count) == [2, 4, 2])
    }

    /// Endpoints that do not count report small numbers.
    @Test func aReportThatIsNoCountIsNoCut() throws {
        #expect(try turn(ScriptedModel(.say(Self.right, promptTokens: 11))).result.warning == nil)
        let tiny = ScriptedModel(.say(Self.right, promptTokens: 20), .say(Self.right))
        #expect(try turn(tiny).result.warning?.contains("read only 20 tokens") == true)
        let short = ScriptedModel(.say(Self.right, promptTokens: 50), .say(Self.right))
        #expect(try turn(short).result.warning?.contains("read only 50 tokens") == true)
    }

    /// What was shown was said; a turn of which nothing was shown is forgotten.
    @Test func aCancelledTurnIsRememberedAsFarAsItWasShown() throws {
        let shown = Shown()
        shown.limit = 1
        let model = ScriptedModel(.say(Self.right), .fail(ModelError(.cancelled, "cancelled")), .say(Self.right))
        var home = try PhrasingHome()
        var phraser = try home.phraser(model)
        let first = phraser.phrase(try home.coach.answer(groceries), show: shown.take)
        #expect(first.isCancelled && shown.text == "You spent $101.25 on groceries in October 2026.")
        #expect(first.answer.reply == shown.text && first.answer.source == .model("scripted"))
        #expect(phraser.phrase(try home.coach.answer(groceries)).isCancelled)
        _ = phraser.phrase(try home.coach.answer(groceries))
        #expect(model.requests.map(\.messages.count) == [2, 4, 4])
        #expect(model.requests[2].messages[2] == ChatMessage(.assistant, shown.text))
    }

    /// The verdict is the program's: it is shown before the model says a word, and stands whatever it says.
    @Test func aModelGivesReasonsButNoVerdict() throws {
        var home = try PhrasingHome()
        let answer = try home.coach.answer("should I buy a bike for $300?")
        let verdict = try #require(answer.reply.split(separator: ". ").first.map { $0 + "." })
        let shown = Shown()
        var phraser = try home.phraser(ScriptedModel(.say(verdict + " It is your choice."), .say("$9."), .say("$8.")))
        let result = phraser.phrase(answer, show: shown.take)
        #expect(shown.text == verdict + " It is your choice." && result.answer.reply == shown.text)
        #expect(result.answer.source == .model("scripted"))
        let again = Shown()
        #expect(phraser.phrase(answer, show: again.take).answer.source == .composed)
        #expect(again.text == answer.reply)
    }

    @Test(arguments: [
        "tell me a joke", "what can you do?", "should I buy a bike?", "set a grocery budget of $200",
        "should I invest in stocks?",
        "how much did I spend on groceries in 2019?",
    ])
    func nothingIsSentWhereNothingWasFound(_ question: String) throws {
        var home = try PhrasingHome()
        let model = ScriptedModel()
        var phraser = try home.phraser(model)
        let answer = try home.coach.answer(question)
        let result = phraser.phrase(answer, tools: home.coach.toolbox)
        #expect(model.requests.isEmpty && !result.wasAsked && result.answer.reply == answer.reply)
        #expect(result.silence == nil)
        #expect(phraser.request(for: answer) == nil)
    }

    @Test func theConversationGoesAlongUntilItStartsAfresh() throws {
        let model = ScriptedModel(.say(Self.right), .say(Self.right), .say(Self.right))
        var home = try PhrasingHome()
        var phraser = try home.phraser(model)
        _ = phraser.phrase(try home.coach.answer(groceries))
        _ = phraser.phrase(try home.coach.answer(groceries))
        #expect(
            model.requests[1].messages[1...2] == [ChatMessage(.user, groceries), ChatMessage(.assistant, Self.right)])
        phraser.resume([])
        _ = phraser.phrase(try home.coach.answer(groceries))
        #expect(model.requests[2] == model.requests[0] && phraser.usage.requests == 3)
    }
}
