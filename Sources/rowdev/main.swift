import Glibc
import Ledger
import Resources
import Understanding

enum QuestionTable {
    struct Row: Sendable {
        let question: String
        let meaning: String
        init(_ question: String, _ meaning: String) { (self.question, self.meaning) = (question, meaning) }
    }
}
func day(_ iso: String) -> CivilDate { CivilDate(iso: iso)! }
let context = Household().context()
let words = RequestWords(.builtIn)
var counts: [String: Int] = [:]
for row in QuestionTable.spending + QuestionTable.lists + QuestionTable.otherSubjects + QuestionTable.measures + QuestionTable.names {
    let old = row.meaning.split(separator: " ").map(String.init)
    let found = LineReader(context).candidates(row.question)
    let best = found.first
    let isAsk = ["spending", "income", "transactions", "cash_flow"].contains(old[0])
    var verdict = "same"
    var said = best.map { words.text($0.request) } ?? "-"
    if case .ask(let ask)? = best?.request {
        if !isAsk { verdict = "TAKEN" } else if let query = Query(ask) {

            func names(_ f: RowFilter) -> [String] {
                switch f { case .category(let c): [c]; case .merchant(let m): [m]; case .account(let a): [a]; case .and(let p), .or(let p): p.flatMap(names); default: [] }
            }
            var all = Set(names(ask.selection.filter))
            if case .sides(let s)? = ask.against { for x in s { all.formUnion(names(x.selection.filter)) } }
            let want = Set(old.filter { $0.hasPrefix("category:") || $0.hasPrefix("merchant:") || $0.hasPrefix("account:") || $0.hasPrefix("@") }.flatMap { $0.drop { $0 != ":" }.dropFirst().split(separator: ",").map(String.init) })
            _ = query
            if !want.isEmpty, !row.meaning.contains("\""), !want.isSubset(of: all), old.allSatisfy({ !$0.hasPrefix("merchant:") }) { verdict = "NAMES \(want) \(all)" }
            let days = old.first { $0.contains("..") }.map { $0.hasSuffix("?") ? String($0.dropLast()) : $0 }
            let mine: String? = switch ask.selection.span { case .everything: nil; case .assumed(let p): "\(p.start)..\(p.end)"; case .periods(let p): p.isEmpty ? nil : "\(p[0].start)..\(p[0].end)" }
            if days != mine, verdict == "same" { verdict = "DAYS" }
        } else { verdict = "new" }
        if !(best?.unread.isEmpty ?? true) { verdict += " UNREAD\(best!.unread)" }
    } else if case .other(let intent)? = best?.request {
        said = "other \(intent.rawValue)"
        verdict = isAsk ? "REFUSED" : intent.rawValue == old[0] ? "same" : "OTHER"
    } else { verdict = "NONE" }
    counts[String(verdict.prefix { $0 != " " && $0 != "[" }), default: 0] += 1
    print("\(verdict)\t\(row.question)\t\(row.meaning)\t\(said)")
}
print(counts)
