import LanguageModel
import Ledger
import Testing

@testable import Coaching

@Suite struct PhrasingHistoryTests {
    private func history(_ count: Int) -> History {
        var history = History()
        for number in 0..<count { history.add(question: "q\(number)?", reply: "r\(number).") }
        return history
    }

    @Test func theLatestExchangesThatFitAreKept() {
        // Each message of three bytes is one token, and six for its role: 14 for an exchange.
        let history = history(5)
        #expect(history.messages(within: 13).isEmpty)
        #expect(history.messages(within: 14).map(\.text) == ["q4?", "r4."])
        #expect(history.messages(within: 41).map(\.text) == ["q3?", "r3.", "q4?", "r4."])
        #expect(history.messages(within: nil).count == 10 && history.messages(within: -1).isEmpty)
    }

    @Test func aLongConversationIsBounded() {
        let messages = history(1000).messages(within: nil)
        #expect(messages.count == 24 && messages.last?.text == "r999.")
    }

    @Test func whatIsSentFitsTheContext() throws {
        for context in [900, 1200, 1600, 2400, 4000] {
            var home = try PhrasingHome()
            let reply = "You spent [[groceries.oct]]. I hope that helps."
            let steps = (0..<12).map { _ in ScriptedModel.Step.say(reply) }
            let model = ScriptedModel(steps, contextTokens: context)
            var phraser = try home.phraser(model, PhrasingSettings(maximumTokens: 100))
            for _ in 0..<12 { _ = phraser.phrase(try home.coach.answer(groceries)) }
            let alone = TokenEstimate.tokens(model.requests[0])
            #expect(model.requests.allSatisfy { TokenEstimate.tokens($0) <= max(alone, context - 100) })
            #expect((model.requests[11].messages.count > 2) == (context - 100 >= alone + 60))
        }
    }

    @Test func usageIsAddedUp() throws {
        var home = try PhrasingHome()
        let reply = "You spent [[groceries.oct]]."
        let model = ScriptedModel(.say(reply, promptTokens: 900), .say(reply))
        var phraser = try home.phraser(model)
        #expect(
            phraser.phrase(try home.coach.answer(groceries)).usage.text
                == "1 request, 900 tokens in, 7 out, first words after 12 ms")
        let second = phraser.phrase(try home.coach.answer(groceries)).usage
        #expect(second.text == "1 request, tokens not counted, first words after 12 ms")
        #expect(
            phraser.usage.text == "2 requests, 900 tokens in, 7 out, 1 not counted, first words after 12 ms on average")
    }
}
