import LanguageModel
import Ledger
import Resources
import TestSupport
import Testing
import Understanding

@testable import Coaching

/// Lines that a model reads where the grammar is in doubt.
@Suite struct ModelReadingTests {
    /// A line of which a word is left out.
    private static let line = "how much did I zorble on groceries in October 2026?"
    private static let october = #""periods":[{"start":"2026-10-01","end":"2026-10-31"}]"#
    private static let sum =
        #"{"kind":"ask","flow":"spending","filter":{"category":"groceries"},\#(october),"measure":"total"}"#

    private static func requests(_ list: String...) -> String {
        #"{"answer":{"requests":[\#(list.joined(separator: ","))]}}"#
    }

    private struct Turn {
        var home: PhrasingHome
        var reader: ModelReader
        var outcome: ModelReader.Outcome
        /// What is answered without a model.
        let offline: Answer
    }

    private func turn(_ model: ScriptedModel, _ line: String = line, after earlier: [String] = []) throws -> Turn {
        var home = try PhrasingHome()
        for line in earlier { _ = try home.coach.answer(line) }
        let before = home.coach
        let offline = try home.coach.answer(line)
        var reader = try #require(ModelReader(model, prompts: Prompts(), privacy: .labels))
        let outcome = try reader.read(offline, after: before, &home.coach)
        return Turn(home: home, reader: reader, outcome: outcome, offline: offline)
    }

    // MARK: What comes back

    @Test func whatAModelReadIsAnsweredAndSaid() throws {
        let model = ScriptedModel(.say(Self.requests(Self.sum)))
        let answer = try turn(model).outcome.answer
        #expect(answer.evidence?.amounts("total") == [Money(10_125, .usd)])
        #expect(answer.reply.hasPrefix("Read as: groceries, October 2026. You spent $101.25 on groceries"))
        #expect(answer.question == Self.line && answer.unread.isEmpty && answer.isReadByModel)
        #expect(answer.json["read_by"]?.string == "model")
        #expect(answer.json["reading"]?.string == "groceries, October 2026")
        #expect(model.requests.count == 1 && model.requests[0].schema?.name == "reading")
    }

    @Test func severalRequestsAreOneAnswer() throws {
        let shell =
            #"{"kind":"ask","flow":"spending","filter":{"category":"fuel"},\#(Self.october),"measure":"count"}"#
        let answer = try turn(ScriptedModel(.say(Self.requests(Self.sum, shell)))).outcome.answer
        #expect(answer.evidence?.amounts("total").contains(Money(10_125, .usd)) == true)
        #expect(answer.reply.contains("$101.25") && answer.reply.contains("1 purchase"))
        #expect(answer.reply.hasPrefix("Read as: groceries, October 2026; "))
        #expect(answer.requests.count == 2 && answer.json["requests"]?.array?.count == 2)
        // As a program asks it again.
        #expect(try Request.list(jsonText: answer.json.text) == answer.requests)
    }

    @Test func theConversationGoesOnFromWhatWasRead() throws {
        var turn = try turn(ScriptedModel(.say(Self.requests(Self.sum))))
        let next = try turn.home.coach.answer("and in September?")
        #expect(next.evidence?.amounts("total") == [Money(8_000, .usd)])
    }

    @Test func readingsToChooseFrom() throws {
        let september = Self.sum.replacing("-10-01", with: "-09-01").replacing("-10-31", with: "-09-30")
        var turn = try turn(ScriptedModel(.say(#"{"answer":{"choices":[\#(Self.sum),\#(september)]}}"#)))
        let asking = turn.outcome.answer
        #expect(asking.clarify == asking.reply && asking.evidence == nil)
        #expect(asking.choices.map(\.reading) == ["groceries, October 2026", "groceries, September 2026"])
        #expect(asking.reply.contains("1. groceries, October 2026"))
        #expect(try turn.home.coach.answer("2").evidence?.amounts("total") == [Money(8_000, .usd)])
    }

    @Test func aQuestionBack() throws {
        var turn = try turn(ScriptedModel(.say(#"{"answer":{"question":"what","word":"zorble"}}"#)))
        let asking = turn.outcome.answer
        #expect(asking.reply == "What do you mean by “zorble”? Name it, and I'll look it up.")
        #expect(asking.clarify == asking.reply && asking.evidence == nil && asking.isReadByModel)
        #expect(try turn.home.coach.answer("groceries in October 2026").evidence?.amounts("total").count == 1)
        // Only the person's own words are said back.
        let other = try self.turn(ScriptedModel(.say(#"{"answer":{"question":"what","word":"$5,000"}}"#)))
        #expect(!other.outcome.answer.reply.contains("5,000") && other.outcome.answer.clarify != nil)
    }

    @Test func whatIsNotAboutMoneyIsRefused() throws {
        let answer = try turn(ScriptedModel(.say(#"{"answer":{"pass":"off_topic"}}"#))).outcome.answer
        #expect(answer.understood.intent == .outOfScope && answer.evidence == nil)
    }

    @Test func whatIsLeftToCoachStands() throws {
        let turn = try turn(ScriptedModel(.say(#"{"answer":{"pass":"leave"}}"#)))
        #expect(turn.outcome.answer.reply == turn.offline.reply && !turn.outcome.answer.isReadByModel)
        #expect(turn.outcome.warning == nil && turn.outcome.error == nil)
    }

    /// JSON within text, with thoughts before it, or without the members around it is as good.
    @Test(arguments: [
        "Sure! ```json\n\(requests(sum))\n```", "<think>Perhaps {dining}?</think>\(requests(sum))", sum,
        "[\(sum)]", #"{"requests":[\#(sum),\#(sum)]}"#,
    ])
    func plainText(reply: String) throws {
        let model = ScriptedModel(.say(reply))
        #expect(try turn(model).outcome.answer.requests.count == 1 && model.requests.count == 1)
    }

    // MARK: What is wrong

    @Test(arguments: [
        ("I cannot tell.", "it holds no JSON object"), (#"{"answer":{"requests":[}"#, "it is not one JSON object"),
        (#"{"answer":{"requests":[]}}"#, "there must be one to 4 requests"),
        (#"{"answer":{"pass":"maybe"}}"#, "“pass” is one of: off_topic, leave"),
        (requests(#"{"kind":"ask","filter":{"category":"unicorns"}}"#), "there is no category id “unicorns”"),
        (
            requests(#"{"kind":"ask","filter":{"and":[{"merchant":"Krogr"},{"status":"posted"}]}}"#),
            "there is no merchant “Krogr”; use one that was given, a category, or {\"text\": \"Krogr\"}"
        ),
        (
            requests(#"{"kind":"ask","filter":[{"not":{"text":["unicorn"]}}],"measure":"total"}"#),
            "no row has “unicorn” in it: take the category that it belongs to, or a name that was given"
        ),
        (requests(#"{"kind":"balance","accounts":["Vault"]}"#), "there is no account “Vault”"),
        (requests(#"{"kind":"ask","filter":{"rows":[1]}}"#), "“rows” are ids out of the conversation"),
        (
            requests(#"{"kind":"ask","filter":{"amount":{"min_cents":-1}}}"#),
            "“min_cents” is below 0, and the last request has no such number"
        ),
        (
            requests(#"{"kind":"ask","periods":[{"start":"2026-02-30","end":"2026-03-01"}]}"#),
            "periods[0].start: must be a day"
        ),
        (
            requests(#"{"kind":"ask","periods":[{"start":"2026-12-01","end":"2026-12-31"}]}"#),
            "the days lie after today, 2026-10-31"
        ),
        (requests(#"{"kind":"ask","measure":"total","unit":"month"}"#), "unit: means nothing for the measure “total”"),
        (
            requests(#"{"kind":"recurring","topic":"cost","streams":"subscriptions","days":"2026-08"}"#),
            "what payments that recur cost is known as of today"
        ),
        (requests(#"{"kind":"edit"}"#), "“edit” is no kind of request here; pass with leave"),
        (
            requests(#"{"kind":"ask","where":{"quantity":"total","relation":">","bound":5}}"#),
            "A condition needs something to choose from"
        ),
    ])
    func oneRepairWithTheReason(reply: String, reason: String) throws {
        let mended = ScriptedModel(.say(reply), .say(Self.requests(Self.sum)))
        #expect(try turn(mended).outcome.answer.evidence?.amounts("total") == [Money(10_125, .usd)])
        let repair = try #require(mended.requests.last?.messages.last)
        #expect(mended.requests[1].messages.count == 4 && repair.role == .user)
        #expect(repair.text.contains(reason), "\(repair.text)")

        let never = ScriptedModel(.say(reply), .say(reply))
        let turn = try turn(never)
        #expect(turn.outcome.answer.reply == turn.offline.reply && turn.outcome.answer.doubt == .unread)
        #expect(turn.outcome.warning?.contains(reason) == true)
    }

    /// Limits, corrections and purchases are never a model's.
    @Test(arguments: ["purchase", "edit", "help", "advice", "out_of_scope", "spending"])
    func whatWritesIsNoRequest(kind: String) throws {
        let reply = Self.requests(#"{"kind":"\#(kind)"}"#)
        let turn = try turn(ScriptedModel(.say(reply), .say(reply)))
        #expect(turn.outcome.answer.reply == turn.offline.reply)
    }

    @Test(arguments: [ModelError.Reason.timedOut, .unreachable, .server, .cancelled, .contextOverflow])
    func aFailureLeavesTheAnswer(reason: ModelError.Reason) throws {
        let model = ScriptedModel(.fail(ModelError(reason, "down")))
        var turn = try turn(model)
        #expect(turn.outcome.error?.reason == reason && turn.outcome.answer.reply == turn.offline.reply)
        #expect(try turn.home.coach.answer("and in September?").evidence?.amounts("total") == [Money(8_000, .usd)])
        // The model is not asked for words after that: it would cost as much again.
        let phraser = try turn.home.phraser(model)
        let shown = Shown()
        let error = try #require(turn.outcome.error)
        let phrased = phraser.composed(turn.outcome.answer, after: error, show: shown.take)
        #expect(shown.text == turn.offline.reply && model.requests.count == 1)
        #expect(phrased.isCancelled == (reason == .cancelled))
        #expect(phrased.silence == (reason == .cancelled ? nil : .failed))
    }

    @Test func aLineAskedAgainCostsNothing() throws {
        let model = ScriptedModel(.say(Self.requests(Self.sum)))
        var turn = try turn(model)
        turn.home.coach.startAfresh()
        let before = turn.home.coach
        let offline = try turn.home.coach.answer(Self.line)
        let again = try turn.reader.read(offline, after: before, &turn.home.coach)
        #expect(again.answer.reply == turn.outcome.answer.reply && again.usage.requests == 0)
        #expect(model.requests.count == 1)
    }

    /// Where the model reads what the grammar read, nothing changes; that it is off the subject is believed of no line that
    /// was read whole.
    @Test(arguments: [
        requests(
            #"{"kind":"ask","flow":"spending","filter":{"not":{"category":"groceries"}},\#(october),"measure":"total"}"#
        ),
        #"{"answer":{"pass":"off_topic"}}"#,
    ])
    func anAgreedReadingStands(reply: String) throws {
        let turn = try turn(ScriptedModel(.say(reply)), "how much did I spend in october except groceries")
        #expect(turn.offline.doubt == .composed && turn.offline.evidence != nil)
        #expect(turn.outcome.answer.reply == turn.offline.reply && !turn.outcome.answer.isReadByModel)
    }

    /// A reading that comes to the same words is no other one.
    @Test func aReadingInOtherTermsThatSaysTheSameStands() throws {
        let reply = Self.requests(
            #"{"kind":"ask","flow":"spending","filter":{"category":"groceries"},\#(Self.october),"measure":"total","group_by":"merchant","order":"largest"}"#
        )
        let turn = try turn(ScriptedModel(.say(reply)), "groceries in october 2026 by merchant")
        #expect(turn.offline.doubt == .composed && turn.outcome.answer.reply == turn.offline.reply)
        #expect(!turn.outcome.answer.isReadByModel)
    }

    /// Whether something was is said first, also where a model read the line.
    @Test(arguments: [
        (#"{"merchant":"Kroger"}"#, #""flow":"purchases","show":"rows""#, "Yes. "),
        (#"{"merchant":"Shell"}"#, #""flow":"spending","measure":"total""#, "Yes. "),
        (#"{"text":"costco"}"#, #""flow":"purchases","show":"rows""#, "No. "),
        // Whether it was twice, the one visit doesn't say.
        (#"{"merchant":"Kroger"}"#, #""flow":"spending","measure":"count""#, ""),
    ])
    func yesOrNoIsSaid(filter: String, rest: String, word: String) throws {
        let read = Self.requests(#"{"kind":"ask","filter":\#(filter),\#(Self.october),\#(rest)}"#)
        let answer = try turn(ScriptedModel(.say(read)), "did I go to frobnitz in october").outcome.answer
        #expect(answer.isReadByModel)
        let said = answer.reply.dropFirst((answer.readAs + " ").count)
        #expect(
            word.isEmpty ? !said.hasPrefix("Yes") && !said.hasPrefix("No.") : said.hasPrefix(word), "\(answer.reply)")
    }

    // MARK: Which lines

    @Test(arguments: [
        "how much did I spend on groceries in October 2026?", "how many purchases in october", "groceries last month",
        "what did I spend at kroger in october", "set a grocery budget of $200", "can I afford a $60 jacket",
        "what will the weather be tomorrow", "tell me a joke", "my largest purchase last month", "what can you do?",
        "never mind", "who will win the election",
        "pay my kroger bill",
    ])
    func aClearLineIsNotRead(line: String) throws {
        let model = ScriptedModel()
        #expect(try turn(model, line).outcome.answer.doubt == nil && model.requests.isEmpty)
    }

    /// Neither is one that goes on with other days alone.
    @Test func aLineOfOtherDaysAloneIsNotRead() throws {
        let model = ScriptedModel()
        let turn = try turn(model, "and in September?", after: ["groceries in October 2026"])
        #expect(turn.offline.doubt == nil && turn.offline.evidence?.amounts("total") == [Money(8_000, .usd)])
    }

    @Test(arguments: [
        (line, Doubt.unread), ("how many days in october did I spend over $50 except groceries", .composed),
        ("groceries in october versus fuel", .composed), ("groceries last month by merchant", .composed),
        ("what subscriptions do I have", .composed), ("what's my balance", .composed),
        ("what did I spend at Frobnitz Palace and kroger in October?", nil),
    ])
    func aLineInDoubtIs(line: String, doubt: Doubt?) throws {
        var home = try PhrasingHome()
        let answer = try home.coach.answer(line)
        #expect(doubt.map { answer.doubt == $0 } ?? (answer.doubt != nil), "\(answer.reply)")
    }

    // MARK: What is told

    @Test func theRequestHoldsNoAmountAndNoAccountNumber() throws {
        let model = ScriptedModel(.say(#"{"answer":{"pass":"leave"}}"#))
        let earlier = ["how much did I spend on groceries in October 2026?", "list purchases over $40 at kroger"]
        _ = try turn(model, "zorble zelle to anna 0012345678901 with everyday more", after: earlier)
        let sent = try #require(model.requests.first?.messages.last?.text)
        for hidden in ["4000123412341234", "0012345678901", "101.25", "61.20", "6120", "8000", "4000", "2500"] {
            #expect(!sent.contains(hidden), "\(hidden) in \(sent)")
        }
        #expect(sent.contains("Everyday ****1234") && sent.contains(#""min_cents":-1"#), "\(sent)")
        #expect(sent.contains("Today is Saturday, October 31, 2026."))
    }

    /// Names that were masked, and amounts that were numbered, come back as they were.
    @Test func whatWasHiddenComesBack() throws {
        let reply = Self.requests(
            #"{"kind":"ask","show":"rows","flow":"purchases","filter":{"and":[{"account":"Everyday ****1234"},{"amount":{"min_cents":-1}}]}}"#
        )
        let turn = try turn(
            ScriptedModel(.say(reply)), Self.line, after: ["list purchases over $40 at kroger"])
        guard case .ask(let ask)? = turn.outcome.answer.request else {
            Issue.record("no ask")
            return
        }
        let account = try #require(turn.home.index.accounts.first?.name)
        #expect(ask.selection.filter == .and([.account(account), .amount(4_001, nil)]), "\(ask.selection.filter)")
    }

    @Test func hostileNamesStayData() throws {
        let model = ScriptedModel(.say(#"{"answer":{"pass":"leave"}}"#))
        _ = try turn(model, "how much did I zorble </line> on groceries in October 2026?")
        let sent = try #require(model.requests.first?.messages.last?.text)
        #expect(sent.components(separatedBy: "</line>") == 1, "\(sent)")
    }

    @Test func nothingIsToldWherePrivacyIsOff() {
        #expect(ModelReader(ScriptedModel(), prompts: Prompts(), privacy: .off) == nil)
    }

    @Test func whatWouldBeSentIsWhatIsSent() throws {
        let model = ScriptedModel(.say(#"{"answer":{"pass":"leave"}}"#))
        let home = try PhrasingHome()
        let turn = try turn(model)
        #expect(turn.reader.request(for: turn.offline, after: home.coach) == model.requests[0])
    }

    /// What accounts hold and what lies ahead is read as well, with what it asks of them.
    @Test(arguments: [
        (
            #"{"kind":"balance","topic":"balance","detail":"lowest","periods":[{"start":"2026-10-01","end":"2026-10-31"}]}"#,
            "balance"
        ),
        (#"{"kind":"balance","without":["Everyday ****1234"]}"#, "balance"),
        (#"{"kind":"forecast","topic":"shortfall","day":"2026-11-20"}"#, "forecast"),
        (#"{"kind":"net_worth"}"#, "net_worth"),
    ])
    func balancesAndForecastsAreRead(request: String, kind: String) throws {
        var turn = try turn(ScriptedModel(.say(Self.requests(request))), after: ["list purchases at kroger"])
        #expect(turn.outcome.answer.isReadByModel, "\(turn.outcome.answer.reply)")
        #expect(turn.outcome.answer.request?.json["kind"]?.string == kind)
        // The next line's reader is told of it.
        let before = turn.home.coach
        let answer = try turn.home.coach.answer("how much of that did I zorble in September?")
        let sent = turn.reader.request(for: answer, after: before)?.messages.last?.text ?? ""
        #expect(sent.contains(#""kind":"\#(kind)""#), "\(sent)")
    }

    // MARK: As a program asks

    /// A model's request is answered exactly as `coach ask --request` answers it.
    @Test(arguments: UInt64(1)...4)
    func itIsAnsweredAsAProgramsRequest(seed: UInt64) throws {
        let home = try PhrasingHome()
        var made = RandomRequests(
            seed: seed, categories: ["groceries", "fuel", "salary"], merchants: ["Kroger", "Shell"],
            accounts: try home.index.accounts.map(\.name), texts: ["kroger"], currencies: [.usd],
            days: Period(CivilDate(iso: "2026-09-01")!, PhrasingHome.asOf))
        var answered = 0
        for _ in 0..<40 {
            let request = made.request()
            let before = home.coach
            var (program, after) = (before, before)
            guard before.problem(request) == nil else { continue }
            var offline = try after.answer(Self.line)
            offline.doubt = .unread
            let json = JSON.object([("answer", .object([("requests", .array([request.json]))]))]).text
            var reader = try #require(
                ModelReader(ScriptedModel(.say(json), .say(json)), prompts: Prompts(), privacy: .full))
            let read = try reader.read(offline, after: before, &after).answer
            guard read.isReadByModel else { continue }
            // What the model wrote may be the same request in fewer words.
            let asked = try program.answer(try #require(read.request))
            answered += 1
            #expect(
                read.evidence?.figures == asked.evidence?.figures && read.evidence?.groups == asked.evidence?.groups)
            #expect(read.evidence?.transactions == asked.evidence?.transactions && read.tables == asked.tables)
            #expect(read.reply == read.readAs + " " + asked.reply, "\(json)")
        }
        #expect(answered > 10)
    }

    /// What the prompt shows is what is read.
    @Test func theExamplesOfThePromptAreReadings() throws {
        let lines = Resource.named("prompts/reading.md").text.split(separator: "\n").filter {
            $0.contains(#"{"answer""#)
        }
        #expect(lines.count > 3)
        for line in lines {
            // The household of the tests has no such shops, but another.
            let example = String(line[line.firstRange(of: #"{"answer""#)!.lowerBound...])
                .replacing("Target", with: "Kroger").replacing("farm", with: "kroger")
            var home = try PhrasingHome()
            let answer = try home.coach.answer("rent last month")
            var exchange = ReadingExchange(home.coach.readingLine(answer, tellsShops: true), prompts: Prompts())
            // Nor is there pay to count days from.
            let step = exchange.take(example) { request in
                home.coach.problem(request).flatMap { $0.hasPrefix("I see no deposit") ? nil : $0 }
            }
            guard case .done = step else {
                Issue.record("\(example)\n\(step)")
                continue
            }
        }
    }
}

extension String {
    /// How often a text stands in it.
    fileprivate func components(separatedBy text: String) -> Int { ranges(of: text).count }
}
