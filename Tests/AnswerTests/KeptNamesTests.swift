import Coaching
import Ledger
import Store
import TestSupport
import Testing

/// Names that were looked up once are looked up again when something was written.
@Suite struct KeptNamesTests {
    private static let question = "how much at zorbit this month"

    private static func brought(into ledger: WrittenLedger) throws {
        try ledger.bring("Checking", .checking, ["2026-10-06,ZORBIT,-20.00"])
    }

    private static func begun(path: String = ":memory:") throws -> WrittenLedger {
        let ledger = try WrittenLedger(asOf: "2026-10-31", path: path)
        try ledger.bring("Checking", .checking, ["2026-10-05,QUILLMARK,-12.00"])
        return ledger
    }

    @Test func whatIsBroughtInByTheSameProcessIsKnown() throws {
        let ledger = try Self.begun()
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        #expect(try coach.answer(Self.question).understood.query.merchants.isEmpty)
        try Self.brought(into: ledger)
        let answer = try coach.answer(Self.question)
        #expect(answer.understood.query.merchants == ["Zorbit"])
        #expect(answer.reply.contains("$20.00 at Zorbit"))
    }

    @Test func whatIsBroughtInByAnotherProcessIsKnown() throws {
        let folder = try TestFolder()
        defer { withExtendedLifetime(folder) {} }
        let ledger = try Self.begun(path: folder.file("index.db"))
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        #expect(try coach.answer(Self.question).understood.query.merchants.isEmpty)
        try Self.brought(into: WrittenLedger(asOf: "2026-10-31", path: folder.file("index.db")))
        #expect(try coach.answer(Self.question).understood.query.merchants == ["Zorbit"])
    }

    /// What a conversation keeps of itself changes no name.
    @Test func turnsAreNoChange() throws {
        let ledger = try Self.begun()
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        let answer = try coach.answer(Self.question)
        let before = ledger.index.ownChanges
        _ = try ledger.index.keep(answer.record, inConversation: nil, now: 1)
        #expect(ledger.index.ownChanges == before)
        try Self.brought(into: ledger)
        #expect(ledger.index.ownChanges != before)
    }
}
