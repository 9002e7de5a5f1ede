import Ledger
import Testing

@testable import Coaching

struct GuardTry {
    @Test(.enabled(if: GuardFiles.setting("GUARD_TRY") != nil)) func tries() throws {
        let sample = try GuardSample()
        for line in try GuardFiles.text(GuardFiles.setting("GUARD_TRY")!, from: "/tmp/y").split(separator: "\n") {
            let parts = line.split(separator: "|", maxSplits: 1).map(String.init)
            let answer = try sample.answer(parts[0])
            print("  ANSWER", answer.reply)
            let facts = sample.facts(answer)
            for f in facts.base.facts where GuardFiles.setting("GUARD_FACTS") != nil { print("    F", f) }
            print("==", parts[1])
            var splitter = SentenceSplitter()
            for unit in splitter.add(parts[1]) + splitter.finish() {
                let v = Verdict(unit, facts.base)
                let r = v.reading
                for (i, c) in r.claims.enumerated() {
                    let s = facts.base.facts.filter { $0.supports(c) }
                    print(
                        "  claim", r.written(c.tokens), c.measure, c.relation, c.number.digits, c.number.power, "names",
                        r.claimNames[i].map { r.written(r.names[$0].tokens) }, "periods",
                        r.claimPeriods[i].map { r.written(r.periods[$0].tokens) }, "roles",
                        r.claimRoles[i].map { r.written(r.roles[$0].tokens) })
                    for f in s.prefix(4) { print("      fact", f) }
                    let d = DerivedFacts.of(r, facts.base).filter { $0.supports(c) }
                    for f in d.prefix(4) { print("      derived", f) }
                }
                for n in r.names { print("  name", r.written(n.tokens), n.labels.count > 3 ? ["..."] : n.labels) }
                for p in r.periods {
                    print("  period", r.written(p.tokens), p.form, facts.base.days.meanings(of: p.form) as Any)
                }
                for f in v.faults { print("  FAULT", f) }
            }
        }
    }
}
