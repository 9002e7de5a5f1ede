import LanguageModel
import Ledger
import Testing

@testable import Coaching

@Suite struct PhrasingTurnTests {
    private static let right = "You spent $101.25 on groceries in October 2026. I hope that helps."
    private static let wrong = "You spent $999.99 on groceries in October 2026."
    /// What the program says by itself.
    private static let composed: String = {
        var home = try? PhrasingHome()
        return (try? home?.coach.answer(groceries).reply) ?? ""
    }()

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

    /// A reference is what a model is asked for; a copy of its phrase is as good.
    @Test(arguments: [
        "You spent [[groceries.oct]]. I hope that helps.", "You spent [[ Groceries.oct ]]. I hope that helps.",
        right,
        "You spent $101.25. I hope that helps.",
    ])
    func referencesGetTheirPhrases(_ reply: String) throws {
        #expect(try turn(ScriptedModel(.say(reply))).shown == Self.right)
    }

    @Test func aWrongSentenceIsNeverShownAndRepairedOnce() throws {
        let model = ScriptedModel(.say("Here is the picture. " + Self.wrong + " Fine."), .say(Self.right))
        let turn = try turn(model)
        #expect(turn.shown == Self.right)
        #expect(turn.result.answer.reply == turn.shown && turn.result.answer.source == .model("scripted"))
        #expect(turn.result.answer.unsupported.contains(Self.wrong))
        let repair = try #require(model.requests.last?.messages)
        #expect(repair.last?.role == .user && repair.last?.text.contains("figure of your own") == true)
        #expect(repair.last?.text.contains("[[groceries.oct]]") == true)
    }

    /// A sentence that may not be shown takes none of the others with it.
    @Test func aWrongSentenceBehindTheAnswerIsLeftOut() throws {
        let model = ScriptedModel(.say("You spent [[groceries.oct]]. " + Self.wrong + " I hope that helps."))
        let turn = try turn(model)
        #expect(turn.shown == Self.right && model.requests.count == 1)
        #expect(turn.result.answer.unsupported == [Self.wrong])
    }

    @Test func theComposedReplyTakesOverAfterTwoWrongOnes() throws {
        let whole = try turn(ScriptedModel(.say(Self.wrong), .say(Self.wrong)))
        #expect(whole.shown == Self.composed && whole.result.answer.reply == Self.composed)
        #expect(whole.result.answer.source == .composed && whole.result.silence == .unsaid)
    }

    /// Numbers of cards and what steers a terminal are in no reply, and in no note about one.
    @Test func cardNumbersAndEscapesOfAModel() throws {
        let said =
            "You spent \u{1B}[31m[[groceries.oct]]\u{1B}[0m with card 4111 1111 1111 1234. You spent [[groceries.oct]]."
        let turn = try turn(ScriptedModel(.say(said)))
        #expect(turn.shown == "You spent $101.25 on groceries in October 2026.")
        #expect(!turn.result.answer.unsupported.joined().contains("\u{1B}"))
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
        // What was asked was said before it broke off.
        let amid = try turn(ScriptedModel(.breakOff(Self.right + " You sp", error)))
        #expect(amid.shown == Self.right && amid.result.answer.source == .model("scripted"))
        #expect(amid.result.warning == error.message)
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
        let endless = try turn(ScriptedModel(.say(String(repeating: "You spent [[groceries.oct]]. ", count: 10_000))))
        #expect(endless.shown == "You spent $101.25 on groceries in October 2026.")
        let nothing = try turn(ScriptedModel(.say(String(repeating: "coffee", count: 10_000))))
        #expect(nothing.shown == Self.composed && nothing.result.answer.source == .composed)
    }

    /// Words that give nothing of what was asked never stand in its place.
    @Test(arguments: [
        "Let me look.", "I'm sorry, I cannot help with that.", "Sure! Here is your answer:",
        "It was a calm month for you.",
    ])
    func wordsWithoutTheFactAreNoReply(_ words: String) throws {
        let turn = try turn(ScriptedModel(.say(words), .say(words)))
        #expect(turn.shown == Self.composed && turn.result.answer.source == .composed)
        #expect(turn.result.warning?.contains("did not say what was asked") == true)
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

    /// Who does not wait for the model gets the program's answer, to its end.
    @Test(arguments: [groceries, "should I buy a bike for $300?"])
    func aCancelledWaitGivesTheComposedReply(_ question: String) throws {
        var home = try PhrasingHome()
        let answer = try home.coach.answer(question)
        let cancelled = ModelError(.cancelled, "cancelled")
        for limit in [Int.max, 1] {
            let shown = Shown()
            // A reader who wants no more words of a model, from the first ones on.
            shown.limit = limit
            var phraser = try home.phraser(ScriptedModel(.fail(cancelled)))
            let result = phraser.phrase(answer, show: shown.take)
            #expect(result.isCancelled && result.answer.source == .composed && result.warning == nil)
            #expect(shown.text == answer.reply && result.answer.reply == answer.reply)
        }
        var phraser = try home.phraser(ScriptedModel(.fail(cancelled)))
        #expect(phraser.phrase(answer).answer.reply == answer.reply)
    }

    /// What must be said follows also where the words break off.
    @Test func aReplyThatBreaksOffHasWhatMustBeSaid() throws {
        var home = try PhrasingHome(
            """
            Date,Description,Amount,Status
            2026-10-03,KROGER #552,-61.20,Posted
            2026-10-30,KROGER #118,-20.00,Pending

            """)
        let broken = ModelError(.server, "the connection was closed")
        var phraser = try home.phraser(ScriptedModel(.breakOff("You spent [[groceries.oct]]. And [[", broken)))
        let result = phraser.phrase(try home.coach.answer(groceries))
        #expect(result.answer.source == .model("scripted") && result.error != nil)
        #expect(
            result.answer.reply
                == "You spent $81.20 on groceries in October 2026. $20.00 of that is still pending.")
    }

    /// A sentence of which a part was lost on the way is not shown; those around it are whole.
    @Test func aSentenceWithAGapIsNotShown() throws {
        let gap = String(ChatReply.gap)
        let behind = try turn(
            ScriptedModel(.say("You spent [[groceries.oct]]. It was no\(gap) $40. I hope that helps.")))
        #expect(behind.shown == Self.right && behind.result.answer.source == .model("scripted"))
        // Where it is the answer that is not whole, it is asked for once more.
        let amid = ScriptedModel(.say("You spent\(gap) [[groceries.oct]]."), .say(Self.right))
        #expect(try turn(amid).shown == Self.right && amid.requests.count == 2)
        let twice = try turn(ScriptedModel(.say("\(gap)You spent [[groceries.oct]]."), .say("You\(gap).")))
        #expect(twice.result.answer.source == .composed && twice.shown == twice.result.answer.reply)
        #expect(!twice.shown.contains(gap) && !twice.result.answer.unsupported.joined().contains(gap))
    }

    /// The verdict is the program's: it is shown before the model says a word, and stands whatever it says.
    @Test func aModelGivesReasonsButNoVerdict() throws {
        var home = try PhrasingHome()
        let answer = try home.coach.answer("should I buy a bike for $300?")
        let verdict = try #require(answer.reply.split(separator: ". ").first.map { $0 + "." })
        let shown = Shown()
        var phraser = try home.phraser(
            ScriptedModel(.say("You should skip it. It's your choice."), .say("$9."), .say("$8.")))
        let result = phraser.phrase(answer, show: shown.take)
        #expect(shown.text == verdict + " It's your choice." && result.answer.reply == shown.text)
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
        let result = phraser.phrase(answer)
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
