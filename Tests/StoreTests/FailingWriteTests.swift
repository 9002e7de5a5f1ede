import FaultyFiles
import Glibc
import Ledger
import Store
import TestSupport
import Testing

/// Every write of every change fails once: afterwards the index is as it was, or the change is in it whole.
///
/// `COACH_TORTURE` makes each write fail; without it they are sampled.
@Suite(.serialized) struct FailingWriteTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
        mkdir(folder.file("faulty"), 0o700)
        try #require(faulty_install() == 0)
    }

    enum Change: String, CaseIterable, Sendable {
        case importRows, importAgain, edit, always, undo, split, goal, removeImport, repair
    }

    private func prepare(_ path: String) throws {
        let index = try HouseholdIndex(path: path)
        try index.bring((0..<40).map { Row(Int64(-100 - $0), "SHOP \($0 % 7)", day: 20_000 + Int32($0 * 3)) })
        _ = try index.correct([3, 4], Correction(notes: "kept"), always: false)
        try index.database.run(script: "PRAGMA wal_checkpoint(TRUNCATE)")
    }

    private func perform(_ change: Change, _ index: HouseholdIndex) throws {
        switch change {
        case .importRows:
            try index.bring((0..<300).map { Row(Int64(-9000 - $0), "NEW SHOP \($0)", day: 20_100) }, file: "b.csv")
        case .importAgain:
            try index.bring(
                (0..<40).map { Row(Int64(-101 - $0), "SHOP \($0 % 7)", day: 20_000 + Int32($0 * 3)) }, mayCorrect: true)
        case .edit: _ = try index.correct([1, 2, 9], Correction(category: "coffee"), always: false)
        case .always: _ = try index.correct([1], Correction(category: "coffee", merchant: "Corner"), always: true)
        case .undo: _ = try index.undoLastCorrection()
        case .split:
            _ = try index.split(
                20, into: [SplitPart(amount: -50, category: "coffee"), SplitPart(amount: -69, category: "gifts")])
        case .goal:
            let by = CivilDate(dayNumber: 21_000)
            _ = try index.changeGoal(
                "Trip", to: SavingGoal(name: "Trip", target: Money(30_000, .usd), by: by, since: by.adding(days: -90)))
        case .removeImport: _ = try index.removeImport(1)
        case .repair: _ = try index.repair()
        }
    }

    private func copy(_ source: String, to target: String) {
        for end in ["", "-wal", "-shm", "-journal"] { unlink(target + end) }
        TestFolder.write(TestFolder.bytes(source), to: target)
    }

    /// What of the file people see; the search is held against the texts.
    private func state(_ path: String) throws -> [String] {
        let index = try HouseholdIndex(path: path)
        #expect(try index.firstFault() == nil)
        #expect(try index.firstSearchFault() == nil)
        #expect(try index.firstTotalFault() == nil)
        #expect(try index.keptTotals() == index.summedTotals())
        return try index.everything().filter { !$0.hasPrefix("search") }
    }

    @Test(arguments: Change.allCases) func aWriteThatFailsLeavesNothingHalf(change: Change) throws {
        let (base, path) = (folder.file("base.db"), folder.file("faulty/coach.db"))
        try prepare(base)
        let before = try state(base)
        copy(base, to: path)
        faulty_start(.max, faulty_error)
        try perform(change, HouseholdIndex(path: path))
        let writes = Int(faulty_stop())
        #expect(writes > 3, "nothing was written")
        let after = try state(path)
        let isWhole = getenv("COACH_TORTURE") != nil
        let numbers =
            isWhole || writes <= 24
            ? Array(1...writes) : stride(from: 1, through: writes, by: max(1, writes / 24)).map(\.self)
        for kind in [faulty_full, faulty_error, faulty_short] {
            for number in numbers {
                copy(base, to: path)
                faulty_start(number, kind)
                var isDone = false
                do {
                    try perform(change, HouseholdIndex(path: path))
                    isDone = true
                } catch let error as StoreError {
                    #expect(error.message.split(separator: "\n").count == 1)
                }
                _ = faulty_stop()
                let now = try state(path)
                #expect(now == after || !isDone && now == before, "\(change) with write \(number) of \(writes) failing")
                if now == before, before != after {
                    try perform(change, HouseholdIndex(path: path))
                    #expect(try state(path) == after, "\(change) once more after write \(number) failed")
                }
            }
        }
    }
}
