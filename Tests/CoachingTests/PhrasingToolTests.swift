import LanguageModel
import Ledger
import Testing
import Understanding

@testable import Coaching

@Suite struct PhrasingToolTests {
    /// An answer that the program is not sure of.
    private func unsure(_ home: inout PhrasingHome) throws -> Answer {
        let answer = try home.coach.answer(groceries)
        var understood = answer.understood
        understood.clarification = Clarification(
            need: .choice, text: "Do you mean A, or B?",
            readings: [.init(text: "A", intent: .spending), .init(text: "B", intent: .recurring)])
        return Answer(
            question: "my food thing?", understood: understood, asOf: answer.asOf, evidence: nil,
            reply: "Do you mean A, or B?", table: nil)
    }

    private func call(_ name: String, _ arguments: String) -> ScriptedModel.Step {
        .call([ToolCall(id: "c1", name: name, arguments: arguments)])
    }

    private static let october = #"{"from": "2026-10-01", "to": "2026-10-31", "categories": ["groceries"]}"#

    @Test func whatWasLookedUpIsEvidence() throws {
        var home = try PhrasingHome()
        let model = ScriptedModel(
            call("aggregate_spending", Self.october), .say("You spent $101.25 on groceries in October 2026."),
            canCallTools: true)
        var phraser = try home.phraser(model)
        let result = phraser.phrase(try unsure(&home), tools: home.coach.toolbox)
        #expect(result.answer.reply == "You spent $101.25 on groceries in October 2026.")
        #expect(result.answer.source == .model("scripted") && result.answer.clarify == nil)
        #expect(result.answer.evidence?.amounts("total") == [Money(10_125, .usd)])
        #expect(
            model.requests[0].tools.map(\.name) == [
                "search_transactions", "aggregate_spending", "list_recurring", "assess_purchase",
            ])
        let told = try #require(model.requests[1].messages.last)
        #expect(told.role == .tool && told.toolCallID == "c1" && told.text.contains("$101.25"))
    }

    @Test func theAnswerIsShownAsItComes() throws {
        var home = try PhrasingHome()
        let model = ScriptedModel(
            call("aggregate_spending", Self.october),
            .breakOff(
                "You spent $101.25 on groceries in October 2026. And ", ModelError(.unreachable, "gone", hadText: true)),
            canCallTools: true)
        var phraser = try home.phraser(model)
        let shown = Shown()
        let result = phraser.phrase(try unsure(&home), tools: home.coach.toolbox, show: shown.take)
        // The sentence was there before the connection broke.
        #expect(shown.text == "You spent $101.25 on groceries in October 2026.")
        #expect(result.error?.message == "gone" && result.answer.reply == shown.text)
    }

    @Test func wordsBesideACallAreNoAnswer() throws {
        var home = try PhrasingHome()
        let lookUp = ToolCall(id: "c1", name: "aggregate_spending", arguments: Self.october)
        let model = ScriptedModel(
            .sayAndCall("Let me look that up. One moment.", [lookUp]),
            .sayAndCall("I will check the 3 months before.", [lookUp]),
            .say("You spent $101.25 on groceries in October 2026. That is the picture."), canCallTools: true)
        var phraser = try home.phraser(model)
        let shown = Shown()
        let result = phraser.phrase(try unsure(&home), tools: home.coach.toolbox, show: shown.take)
        #expect(shown.text == "You spent $101.25 on groceries in October 2026. That is the picture.")
        #expect(result.answer.source == .model("scripted") && result.answer.unsupported.isEmpty)
        #expect(
            model.requests[2].messages.filter { $0.role == .assistant }.map(\.text).last
                == "I will check the 3 months before.")
    }

    /// Figures that hold are an answer, whatever comes behind them.
    @Test func whatWasShownBeforeACallStands() throws {
        var home = try PhrasingHome()
        let lookUp = ToolCall(id: "c1", name: "aggregate_spending", arguments: Self.october)
        let model = ScriptedModel(
            .call([lookUp]), .sayAndCall("You spent $101.25 on groceries in October 2026. More ", [lookUp]),
            .say("That is the picture."), canCallTools: true)
        var phraser = try home.phraser(model)
        let shown = Shown()
        let result = phraser.phrase(try unsure(&home), tools: home.coach.toolbox, show: shown.take)
        #expect(shown.text == "You spent $101.25 on groceries in October 2026. That is the picture.")
        #expect(result.answer.reply == shown.text)
    }

    @Test func theReaderMayLeaveALookUp() throws {
        var home = try PhrasingHome()
        let model = ScriptedModel(
            call("aggregate_spending", Self.october),
            .say("You spent $101.25 on groceries in October 2026. That is the picture."), canCallTools: true)
        var phraser = try home.phraser(model)
        let shown = Shown()
        shown.limit = 1
        #expect(phraser.phrase(try unsure(&home), tools: home.coach.toolbox, show: shown.take).isCancelled)
        #expect(shown.text == "You spent $101.25 on groceries in October 2026.")
    }

    @Test func theConversationGoesOnFromWhatWasLookedUp() throws {
        var home = try PhrasingHome()
        let model = ScriptedModel(
            call("aggregate_spending", Self.october), .say("You spent $101.25 on groceries in October 2026."),
            canCallTools: true)
        var phraser = try home.phraser(model)
        home.coach.accept(phraser.phrase(try unsure(&home), tools: home.coach.toolbox).answer)
        #expect(try home.coach.answer("why?").reply.hasSuffix("Groceries, October 2026. 2 transactions were counted."))
    }

    @Test func aWrongFigureIsCaughtHereToo() throws {
        var home = try PhrasingHome()
        let model = ScriptedModel(
            call("aggregate_spending", Self.october), .say("You spent $7.77."), .say("You spent $8.88."),
            canCallTools: true)
        var phraser = try home.phraser(model)
        let result = phraser.phrase(try unsure(&home), tools: home.coach.toolbox)
        // What was looked up is told by the program.
        #expect(result.answer.reply == "You spent $101.25 on groceries in October 2026.")
        #expect(
            result.answer.source == .composed && result.answer.unsupported == ["You spent $7.77.", "You spent $8.88."])
    }

    /// What was found is the answer, however the model fails to say it: nothing is asked back.
    @Test(arguments: [
        ModelError.Reason.server, .unreachable, .timedOut, .malformed, .toolsRefused, .contextOverflow, .cancelled,
    ])
    func aFailureAfterALookUpGivesWhatWasFound(_ reason: ModelError.Reason) throws {
        var home = try PhrasingHome()
        let down = ScriptedModel.Step.fail(ModelError(reason, "down"))
        let model = ScriptedModel(call("aggregate_spending", Self.october), down, down, canCallTools: true)
        var phraser = try home.phraser(model)
        let shown = Shown()
        let result = phraser.phrase(try unsure(&home), tools: home.coach.toolbox, show: shown.take)
        #expect(shown.text == "You spent $101.25 on groceries in October 2026.")
        #expect(result.answer.reply == shown.text && result.answer.clarify == nil)
        #expect(result.answer.source == .composed && result.isCancelled == (reason == .cancelled))
    }

    /// Nothing found is an answer too.
    @Test func aFailureAfterALookUpThatFindsNothing() throws {
        var home = try PhrasingHome()
        let model = ScriptedModel(
            call("aggregate_spending", #"{"from": "2026-10-01", "to": "2026-10-31", "categories": ["travel"]}"#),
            .fail(ModelError(.server, "down")), canCallTools: true)
        var phraser = try home.phraser(model)
        let result = phraser.phrase(try unsure(&home), tools: home.coach.toolbox)
        #expect(!result.answer.reply.isEmpty && result.answer.clarify == nil, "\(result.answer.reply)")
    }

    /// A guess stands where nothing was looked up.
    @Test func aFailureBeforeALookUpLeavesTheGuess() throws {
        var home = try PhrasingHome()
        let answer = try home.coach.answer(groceries)
        var guessed = answer.understood
        guessed.confidence = 0.3
        let unsure = Answer(
            question: groceries, understood: guessed, asOf: answer.asOf, evidence: answer.evidence,
            reply: answer.reply, table: nil)
        let bad = call("aggregate_spending", #"{"sql": "x"}"#)
        let model = ScriptedModel(bad, .fail(ModelError(.server, "down")), canCallTools: true)
        var phraser = try home.phraser(model)
        #expect(phraser.phrase(unsure, tools: home.coach.toolbox).answer.reply == answer.reply)
    }

    @Test func itIsSixRoundsAtMost() throws {
        var home = try PhrasingHome()
        let step = call("list_recurring", "{}")
        let model = ScriptedModel(
            step, step, step, step, step, .say("Let me see."), .say("Let me see."), canCallTools: true)
        var phraser = try home.phraser(model)
        let result = phraser.phrase(try unsure(&home), tools: home.coach.toolbox)
        #expect(model.requests.map(\.forcesText) == [false, false, false, false, false, true, true])
        #expect(result.answer.source == .composed)
    }

    /// A question that is not clear is left as it was; one that was read as a guess is told as without tools.
    @Test func anEndpointThatTakesNoTools() throws {
        var home = try PhrasingHome()
        let refusal = ScriptedModel.Step.fail(ModelError(.toolsRefused, "tiny takes no tools"))
        let model = ScriptedModel(refusal, canCallTools: true)
        var phraser = try home.phraser(model)
        let unclear = phraser.phrase(try unsure(&home), tools: home.coach.toolbox)
        #expect(unclear.answer.reply == "Do you mean A, or B?" && unclear.answer.source == .composed)
        #expect(unclear.warning == nil && unclear.error == nil && unclear.answer.checkedFigures == nil)
        #expect(model.requests.count == 1)

        let right = "You spent $101.25 on groceries in October 2026."
        let other = ScriptedModel(refusal, .say(right), canCallTools: true)
        var second = try home.phraser(other)
        let answer = try home.coach.answer(groceries)
        var guessed = answer.understood
        guessed.confidence = 0.3
        let told = second.phrase(
            Answer(
                question: groceries, understood: guessed, asOf: answer.asOf, evidence: answer.evidence,
                reply: answer.reply, table: nil), tools: home.coach.toolbox)
        #expect(told.answer.reply == right && told.warning == nil && told.answer.source == .model("scripted"))
        #expect(other.requests[1].tools.isEmpty && !other.requests[1].messages[1].text.contains("tools"))
    }

    /// What grew too long by what was looked up is asked again with shorter tables.
    @Test func aLongLookUpIsAskedAgainWithLess() throws {
        var home = try PhrasingHome()
        let right = "You spent $101.25 on groceries in October 2026."
        let overflow = ScriptedModel.Step.fail(ModelError(.contextOverflow, "too long"))
        let model = ScriptedModel(
            .say(right), call("aggregate_spending", Self.october), overflow, .say(right), canCallTools: true)
        var phraser = try home.phraser(model)
        _ = phraser.phrase(try home.coach.answer(groceries))
        let result = phraser.phrase(try unsure(&home), tools: home.coach.toolbox)
        #expect(result.answer.reply == right && result.warning == nil)
        // The history goes; the call and its result stay.
        #expect(model.requests.map(\.messages.count) == [2, 4, 6, 4])
        #expect(model.requests[3].messages.last?.role == .tool)
    }

    @Test func aCutLookUpIsSaidAndAskedAgainWithLess() throws {
        var home = try PhrasingHome()
        let right = "You spent $101.25 on groceries in October 2026."
        let model = ScriptedModel(
            call("aggregate_spending", Self.october), .say(right, promptTokens: 100), .say(right), canCallTools: true)
        var phraser = try home.phraser(model)
        let result = phraser.phrase(try unsure(&home), tools: home.coach.toolbox)
        #expect(result.answer.reply == right && result.warning?.contains("read only 100 tokens") == true)
        #expect(model.requests.count == 3)
    }

    /// A tool that would tell a row says so to the model instead.
    @Test func aRowStaysWhereItIsAskedFor() throws {
        var home = try PhrasingHome()
        let model = ScriptedModel(
            call("aggregate_spending", #"{"measure": "largest"}"#), .say("I cannot tell."), .say("I cannot tell."),
            canCallTools: true)
        var phraser = try home.phraser(model)
        _ = phraser.phrase(try unsure(&home), tools: home.coach.toolbox)
        #expect(model.requests[1].messages.last?.text.hasPrefix("error: this would tell a single transaction") == true)
        #expect(!model.sent.contains("$80.00"))
    }

    @Test func aModelWithoutToolsIsNotAsked() throws {
        var home = try PhrasingHome()
        let model = ScriptedModel()
        var phraser = try home.phraser(model)
        let answer = try unsure(&home)
        #expect(phraser.phrase(answer, tools: home.coach.toolbox).answer.reply == answer.reply)
    }

    @Test func aFailureLeavesTheQuestionBack() throws {
        var home = try PhrasingHome()
        let model = ScriptedModel(.fail(ModelError(.server, "down")), canCallTools: true)
        var phraser = try home.phraser(model)
        let result = phraser.phrase(try unsure(&home), tools: home.coach.toolbox)
        #expect(result.answer.reply == "Do you mean A, or B?" && result.warning == "down")
    }

    @Test(arguments: [
        ("aggregate_spending", "{", "the arguments are no JSON"), ("aggregate_spending", "[]", "must be a JSON object"),
        ("delete_everything", "{}", "there is no tool “delete_everything”"),
        ("aggregate_spending", #"{"sql": "DROP TABLE txn"}"#, "unknown argument “sql”"),
        ("aggregate_spending", #"{"from": "October"}"#, "“from” must be a day such as 2026-10-31"),
        ("aggregate_spending", #"{"from": "2026-10-05", "to": "2026-10-01"}"#, "“from” lies after “to”"),
        ("aggregate_spending", #"{"measure": "sum"}"#, "“measure” must be one of total, count"),
        ("aggregate_spending", #"{"categories": ["unicorns"]}"#, "there is no category “unicorns”"),
        ("aggregate_spending", #"{"categories": [1]}"#, "“categories” must be a list of at most 20 texts"),
        (
            "aggregate_spending", #"{"merchants": ["\#(String(repeating: "x", count: 300))"]}"#,
            "“merchants” must be a list of at most 20 texts of at most 200 bytes"
        ),
        ("aggregate_spending", #"{"limit": 1000}"#, "“limit” must be a whole number from 1 to 40"),
        ("aggregate_spending", #"{"min": "12"}"#, "“min” must be an amount"),
        ("assess_purchase", #"{"item": "bike"}"#, "“amount” is missing"),
        ("assess_purchase", #"{"amount": 0}"#, "above zero"),
        ("search_transactions", #"{"merchants": ["Nobody"]}"#, "there is no merchant “Nobody”"),
        ("search_transactions", #"{"accounts": ["Nowhere"]}"#, "there is no account “Nowhere”"),
    ])
    func badArgumentsAreToldToTheModel(_ tool: String, _ arguments: String, _ message: String) throws {
        let home = try PhrasingHome()
        let error = #expect(throws: ToolError.self) {
            try home.coach.toolbox.run(ToolCall(id: "1", name: tool, arguments: arguments))
        }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    @Test(arguments: [
        (#"{"from": "2026-10-01", "categories": ["Groceries"]}"#, 2, 10_125),
        (#"{"merchants": ["kroger"]}"#, 3, 18_125),
        (#"{"text": "zelle"}"#, 1, 1_400), (#"{"min": 50, "max": 61.2}"#, 1, 6_120),
        (#"{"accounts": null}"#, 7, 25_025),
    ])
    func searchFindsWhatChatFinds(_ arguments: String, _ rows: Int, _ total: Int64) throws {
        let home = try PhrasingHome()
        let evidence = try home.coach.toolbox.run(
            ToolCall(id: "1", name: "search_transactions", arguments: arguments)
        ).evidence
        #expect(evidence.matched == rows && evidence.amounts("total") == [Money(total, .usd)])
    }

    /// Rows that a tool found stay here unless the user lets them go.
    @Test func privacyHoldsForResults() throws {
        for (privacy, isTold) in [(Privacy.aggregates, false), (.full, true)] {
            var home = try PhrasingHome()
            let model = ScriptedModel(
                call("search_transactions", "{}"), .say("Done."), .say("Done."), canCallTools: true)
            var phraser = try home.phraser(model, PhrasingSettings(privacy: privacy))
            _ = phraser.phrase(try unsure(&home), tools: home.coach.toolbox)
            #expect(model.sent.contains("at Kroger on October") == isTold && !model.sent.contains("12345678"))
        }
    }

    @Test func aPurchaseGetsTheVerdictOfChat() throws {
        var home = try PhrasingHome()
        let asked = try home.coach.answer("should I buy a bike for $300?")
        let found = try home.coach.toolbox.run(
            ToolCall(id: "1", name: "assess_purchase", arguments: #"{"amount": 300, "item": "bike"}"#))
        #expect(found.inShort == asked.reply && found.evidence.figures == asked.evidence?.figures)
    }
}
