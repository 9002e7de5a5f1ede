import Glibc
import Ledger
import Store
import TestSupport
import Testing

@testable import Service

/// Answers that are kept, shared by several connections to one file.
@Suite struct AnswerCacheTests {
    private let folder: TestFolder
    private let households: Households

    init() throws {
        folder = try TestFolder()
        let path = folder.path + "/coach.db"
        try SampleDesk.bring(
            "Date,Description,Amount\n2026-10-02,CORNER DELI,-10.00\n", into: HouseholdIndex(path: path))
        households = Households { _, _ in (try HouseholdIndex(path: path), .init()) }
    }

    private func answer(_ question: String, _ compute: () -> String) throws -> String {
        try households.with("me") { seat in
            String(decoding: try seat.answer(question, on: SampleDesk.today) { Array(compute().utf8) }, as: UTF8.self)
        }
    }

    @Test func whatOneConnectionComputedAnotherKnows() throws {
        #expect(try answer("q") { "first" } == "first")
        // The first one is in use meanwhile, so that this is another. One that is new can't know what was written before it.
        let others = try households.with("me") { _ in
            [try answer("q") { "second" }, try answer("q") { "third" }]
        }
        #expect(others == ["second", "second"])
        #expect(try answer("q") { "fourth" } == "second")
        #expect(try answer("other") { "fifth" } == "fifth")
    }

    @Test func whatWasWrittenIsSeenByAll() throws {
        #expect(try answer("q") { "old" } == "old")
        let elsewhere = try HouseholdIndex(path: folder.path + "/coach.db")
        _ = try elsewhere.correct([1], Correction(notes: "a"), always: false)
        #expect(try answer("q") { "new" } == "new")
        // What changes something itself is done each time.
        for word in ["one", "two"] {
            let said = try households.with("me") { seat in
                try seat.answer("set", on: SampleDesk.today) {
                    _ = try seat.index.correct([1], Correction(notes: word), always: false)
                    return Array(word.utf8)
                }
            }
            #expect(String(decoding: said, as: UTF8.self) == word)
        }
    }

    @Test func nobodyGetsWhatAnotherAskedFor() throws {
        let known = AnswerCache()
        let (_, generation) = known.find("q")
        known.forget()
        // It was computed from what was there before.
        known.keep([1], for: "q", of: generation)
        #expect(known.find("q").answer == nil)
        known.keep([2], for: "q", of: known.find("q").generation)
        #expect(known.find("q").answer == [2])
        for number in 0..<100 {
            known.keep([UInt8](repeating: 0, count: 100_000), for: "\(number)", of: known.find("").generation)
        }
        #expect(known.find("99").answer?.count == 100_000)
        #expect(known.find("0").answer == nil)
    }

    /// At midnight one connection is still at a question of yesterday while another is asked the same of today.
    @Test func yesterdaysAnswerIsNotTodays() throws {
        let (yesterday, today) = (SampleDesk.today, SampleDesk.today.adding(days: 1))
        func ask(_ seat: Seat, on day: CivilDate) throws -> String {
            String(decoding: try seat.answer("q", on: day) { Array(day.iso.utf8) }, as: UTF8.self)
        }
        try households.with("me") { late in
            try households.with("me") { early in
                _ = try late.answer("other", on: yesterday) { [] }
                _ = try early.answer("other", on: today) { [] }
                #expect(try ask(late, on: yesterday) == yesterday.iso)
                #expect(try ask(early, on: today) == today.iso)
                #expect(try ask(late, on: yesterday) == yesterday.iso)
            }
        }
    }

    /// Once a write has returned, every answer is of after it, whatever others ask meanwhile.
    @Test func nobodyIsToldOfWhatWasBefore() async throws {
        let (households, path) = (households, folder.path + "/coach.db")
        @Sendable func ask() throws -> Int {
            let bytes = try households.with("me") { seat in
                try seat.answer("how many", on: SampleDesk.today) {
                    let notes = try seat.index.transaction(id: 1)?.notes ?? ""
                    sched_yield()
                    return Array(notes.utf8)
                }
            }
            return Int(String(decoding: bytes, as: UTF8.self)) ?? -1
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    var last = -1
                    for _ in 0..<400 {
                        let now = try ask()
                        #expect(now >= last)
                        last = now
                    }
                }
            }
            group.addTask {
                let writer = try HouseholdIndex(path: path)
                for number in 0..<60 {
                    _ = try writer.correct([1], Correction(notes: String(number)), always: false)
                    #expect(try ask() == number)
                }
            }
            try await group.waitForAll()
        }
    }
}
