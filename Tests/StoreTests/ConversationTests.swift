import Ledger
import Store
import TestSupport
import Testing

/// Conversations in the index.
@Suite struct ConversationStoreTests {
    private func turn(_ question: String) -> TurnRecord {
        TurnRecord(
            day: CivilDate(dayNumber: 20_000), question: question, reply: "reply to \(question)", model: nil,
            evidence: "null")
    }

    @Test func turnsComeBackInTheirOrder() throws {
        let index = try HouseholdIndex(path: ":memory:")
        let id = try index.keep(turn("one"), inConversation: nil, now: 100)
        #expect(try index.keep(turn("two"), inConversation: id, now: 200) == id)
        #expect(try index.turns(ofConversation: id) == [turn("one"), turn("two")])
        let kept = try #require(try index.lastConversation())
        #expect(kept.title == "one")
        #expect((kept.started, kept.used, kept.turns) == (100, 200, 2))
    }

    @Test func theOneUsedLastComesFirst() throws {
        let index = try HouseholdIndex(path: ":memory:")
        let first = try index.keep(turn("first"), inConversation: nil, now: 1)
        let second = try index.keep(turn("second"), inConversation: nil, now: 2)
        #expect(try index.conversations().map(\.id) == [second, first])
        _ = try index.keep(turn("again"), inConversation: first, now: 3)
        #expect(try index.conversations().map(\.id) == [first, second])
    }

    @Test func droppedTurnsLeaveNoGap() throws {
        let index = try HouseholdIndex(path: ":memory:")
        let id = try index.keep(turn("one"), inConversation: nil, now: 1)
        for question in ["two", "three"] { _ = try index.keep(turn(question), inConversation: id, now: 2) }
        _ = try index.keep(turn("other"), inConversation: id, inPlaceOf: 2, now: 3)
        #expect(try index.turns(ofConversation: id).map(\.question) == ["one", "other"])
        #expect(try index.conversation(id: id)?.title == "one")
        #expect(try index.keep(turn("new"), inConversation: id, inPlaceOf: 1, now: 4) == id)
        #expect(try index.turns(ofConversation: id).map(\.question) == ["new"])
        #expect(try index.conversation(id: id)?.title == "new")
    }

    @Test func aConversationWithoutTurnsIsNotGoneOnWith() throws {
        let index = try HouseholdIndex(path: ":memory:")
        let id = try index.keep(turn("one"), inConversation: nil, now: 1)
        try index.database.run("INSERT INTO conversation (title, started, used) VALUES ('', 5, 5)")
        #expect(try index.lastConversation()?.id == id)
        #expect(try index.conversations().map(\.id) == [id])
    }

    @Test func aTurnOfADeletedConversationBeginsAnother() throws {
        let index = try HouseholdIndex(path: ":memory:")
        let id = try index.keep(turn("one"), inConversation: nil, now: 1)
        #expect(try index.deleteConversations(id) == 1)
        let other = try index.keep(turn("two"), inConversation: id, now: 2)
        #expect(other != id)
        #expect(try index.turns(ofConversation: other).map(\.question) == ["two"])
    }

    @Test func nothingOfADeletedConversationIsLeftInTheFile() throws {
        let folder = try TestFolder()
        let path = folder.file("coach.db")
        let index = try HouseholdIndex(path: path)
        let secret = "what did the zanzibar zebra cost"
        for _ in 0..<50 { _ = try index.keep(turn(secret), inConversation: nil, now: 1) }
        func isInFiles() -> Bool {
            [path, path + "-wal"].contains { name in
                String(decoding: TestFolder.bytes(name), as: UTF8.self).contains("zanzibar")
            }
        }
        #expect(isInFiles())
        #expect(try index.deleteConversations() == 50)
        #expect(!isInFiles())
    }

    @Test func titlesAreOneLineAndCut() throws {
        let index = try HouseholdIndex(path: ":memory:")
        let long = String(repeating: "word\n", count: 40)
        let id = try index.keep(turn(long), inConversation: nil, now: 1)
        let title = try #require(try index.conversation(id: id)).title
        #expect(title.count == HouseholdIndex.longestTitle)
        #expect(title.hasSuffix("…") && !title.contains("\n"))
    }

    @Test func sumsThatDifferFromTheirRowsAreFound() throws {
        let index = try HouseholdIndex(path: ":memory:")
        try index.bring([Row(-450, "BAKERY"), Row(-900, "BAKERY", day: 20_040)])
        #expect(try index.firstTotalFault() == nil)
        try index.database.run("UPDATE month_total SET amount = amount - 1")
        #expect(try index.firstTotalFault() != nil)
    }
}
