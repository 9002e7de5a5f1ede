import Coaching
import Ledger
import TestSupport
import Testing

/// The guard over everything that the program says by itself: it must release that, and notice a changed digit in it.
struct GuardAnswerTests {
    private struct Said {
        let question: String
        let reply: String
        let check: FigureGuard
    }

    /// The answers to the questions of a household, in their conversations.
    private func answers(_ name: String) throws -> [Said] {
        let household = try Household(name)
        var coach = try Coach(household.index, asOf: household.asOf)
        let names = try Coach.knownNames(household.index)
        return try household.cases.compactMap { line in
            if !line.goesOn { coach.startAfresh() }
            let answer = try coach.answer(line.question)
            guard let evidence = answer.evidence else { return nil }
            let facts = GuardFacts(
                evidence: evidence, question: line.question, composed: answer.reply, asOf: household.asOf,
                knownNames: names)
            return Said(question: line.question, reply: answer.reply, check: FigureGuard(facts: facts))
        }
    }

    private func units(_ text: String) -> [String] {
        var splitter = SentenceSplitter()
        return splitter.add(text) + splitter.finish()
    }

    @Test func releasesWhatTheProgramSays() throws {
        var (released, all) = (0, 0)
        for said in try Household.names.flatMap(answers) {
            let faults = units(said.reply).flatMap(said.check.check)
            all += 1
            released += faults.isEmpty ? 1 : 0
            if !faults.isEmpty {
                print("not released: \(said.question) | \(said.reply) | \(faults.map { "\($0.text) \($0.reason)" })")
            }
        }
        print("guard: composed replies released \(released)/\(all)")
        #expect(released * 100 >= all * 99)
    }

    /// The same sentences with another sign at their end are no longer the program's own, and so are checked like a
    /// model's.
    @Test func releasesWhatTheProgramSaysAsIfAModelSaidIt() throws {
        var (released, all) = (0, 0)
        for said in try Household.names.flatMap(answers) {
            for unit in units(said.reply) {
                let text = String(unit.reversed().drop { $0.isWhitespace || $0 == "." }.reversed()) + "!"
                let faults = said.check.check(text)
                all += 1
                released += faults.isEmpty ? 1 : 0
                if !faults.isEmpty {
                    print("not released: \(said.question) | \(text) | \(faults.map { "\($0.text) \($0.reason)" })")
                }
            }
        }
        print("guard: sentences of composed replies released \(released)/\(all)")
        #expect(released * 100 >= all * 97)
    }

    /// One digit of a figure turned into another one is noticed.
    @Test func noticesAChangedDigit() throws {
        var generator = SeededGenerator(seed: 11)
        var (caught, all) = (0, 0)
        for said in try Household.names.flatMap(answers) {
            for unit in units(said.reply) {
                guard let changed = GuardAnswerTests.changed(unit, &generator) else { continue }
                all += 1
                if said.check.check(changed).isEmpty {
                    print("not caught: \(said.question) | \(unit) | \(changed)")
                } else {
                    caught += 1
                }
            }
        }
        print("guard: changed digits caught \(caught)/\(all)")
        #expect(caught * 100 >= all * 99)
    }

    /// The text with one digit other than it was; nil where it has none. A leading zero would say the same as before.
    private static func changed(_ text: String, _ generator: inout SeededGenerator) -> String? {
        var bytes = Array(text.utf8)
        let digits = bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }
        guard let place = digits.randomElement(using: &generator) else { return nil }
        let others = (0x30...0x39).map(UInt8.init).filter { $0 != bytes[place] && $0 != 0x30 }
        bytes[place] = others.randomElement(using: &generator) ?? 0x31
        return String(decoding: bytes, as: UTF8.self)
    }
}
