import Glibc
import Ledger
import Resources
import Retrieval
import Store
import Understanding

let arguments = CommandLine.arguments
let index = try HouseholdIndex(path: arguments[1])
let asOf = CivilDate(iso: arguments[2])!
let context = try UnderstandingContext(
    asOf: asOf, dateOrder: .mdy, taxonomy: index.taxonomy, names: IndexNames(index), homeCurrency: .usd)
if arguments.contains("json") {
    var earlier: LineReader.Earlier?
    let evaluator = AskEvaluator(index, asOf: asOf)
    func put(_ v: FigureValue) -> [(String, JSON)] {
        switch v {
        case .money(let m): [("value", .integer(m.minorUnits)), ("unit", .string("money"))]
        case .count(let c): [("value", .int(c)), ("unit", .string("count"))]
        case .percent(let p): [("value", .number(p)), ("unit", .string("percent"))]
        case .ratio(let p): [("value", .number(p)), ("unit", .string("ratio"))]
        case .days(let d): [("value", .int(d)), ("unit", .string("days"))]
        case .date(let d): [("value", .string(d.iso)), ("unit", .string("date"))]
        }
    }
    while let line = readLine() {
        let found = LineReader(context, after: arguments.contains("chat") ? earlier : nil).candidates(line)
        guard let best = found.first, case .ask(let ask) = best.request else {
            print(JSON.object([("question", .string(line)), ("intent", .string("other"))]).text)
            continue
        }
        earlier = earlier?.followed(by: ask) ?? .init(last: ask)
        do {
            let f = try evaluator.evaluate(ask)
            var figs = (f.values + f.totals + f.previous).map { JSON.object([("name", .string("v")), ("label", .string(""))] + put($0.value)) }
            for side in f.sides { figs += side.values.map { JSON.object([("name", .string("side")), ("label", .string(side.name))] + put($0.value)) } }
            if let a = f.values.first?.value, let b = f.previous.first?.value, case .money(let x) = a, case .money(let y) = b {
                figs.append(.object([("name", .string("change"))] + put(.money(Money(x.minorUnits - y.minorUnits, x.currency)))))
                if y.minorUnits != 0 { figs.append(.object([("name", .string("p"))] + put(.percent((Double(x.minorUnits - y.minorUnits) / Double(y.minorUnits) * 1000).rounded() / 10)))) }
            }
            let dates = (f.values.compactMap { if case .date(let d) = $0.value { d.iso } else { nil } }).joined(separator: " ")
            let groups = f.evidence.groups.map { g in JSON.object([("key", .string(g.key)), ("label", .string(g.label)), ("count", .int(g.count)), ("share", .optional(g.share) { .number($0) })] + put(g.value)) }
            let rows = f.evidence.transactions.map { t in JSON.object([("date", .string(t.date.iso)), ("merchant", .string(t.merchant)), ("category", .string(t.category)), ("account", .string(t.account)), ("amount_cents", .integer(t.amount.minorUnits)), ("description", .string(t.rawDescription))]) }
            let matched = f.evidence.matched
            print(JSON.object([("question", .string(line)), ("intent", .string(best.request.intent.rawValue)), ("figures", .array(figs)), ("groups", .array(groups)), ("transactions", .array(rows)), ("matched", .int(matched)), ("reply", .string(matched == 0 ? "I see no such. " : RequestWords(index.taxonomy).text(best.request) + " " + dates)), ("unread", .strings(best.unread)), ("score", .number(best.score)), ("goeson", .bool(best.isFollowUp))]).text)
        } catch {
            print(JSON.object([("question", .string(line)), ("error", .string("\(error)")), ("unread", .strings(["?"]))]).text)
        }
    }
    exit(0)
}
var earlier: LineReader.Earlier?
while let line = readLine() {
    print("» \(line)")
    if line == "/new" { earlier = nil; continue }
    let found = LineReader(context, after: arguments[2...].contains("chat") ? earlier : nil).candidates(line)
    if case .ask(let ask)? = found.first?.request { earlier = earlier?.followed(by: ask) ?? .init(last: ask) }
    for candidate in found.prefix(arguments.contains("trace") ? 3 : 1) {
        print("   \((candidate.score * 100).rounded() / 100) unread \(candidate.unread)\(candidate.isFollowUp ? " GOES ON" : "")")
        if case .ask(let ask) = candidate.request { print("   \(short(ask))\n   = \(RequestWords(index.taxonomy).text(candidate.request))") } else { print("   \(candidate.request)") }
        if arguments.contains("trace") { for line in candidate.trace { print("      \(line.prefix(150))") } }
    }
}

func short(_ ask: Ask) -> String {
    var out = "\(ask.view == .rows ? "ROWS" : "\(ask.measure)")"
    out += " \(ask.selection.flow) {\(short(ask.selection.filter))} \(short(ask.selection.span))"
    if let g = ask.grouping { out += " by \(g)" }
    if let c = ask.condition { out += " where \(c.quantity)\(c.relation.rawValue)\(c.bound)" }
    if let a = ask.against {
        switch a {
        case .sides(let s): out += " SIDES " + s.map { "\($0.name): {\(short($0.selection.filter))} \(short($0.selection.span))" }.joined(separator: " | ")
        default: out += " against \(a)"
        }
    }
    if let o = ask.order { out += " order \(o)" }
    if let l = ask.limit { out += " limit \(l)" }
    if ask.offset > 0 { out += " offset \(ask.offset)" }
    return out
}
func short(_ span: Selection.Span) -> String {
    switch span {
    case .everything: "EVER"
    case .periods(let p): p.map(\.description).joined(separator: "+")
    case .assumed(let p): "assumed \(p)"
    }
}
func short(_ f: RowFilter) -> String {
    switch f {
    case .all: ""
    case .category(let c): c
    case .merchant(let m): "\"\(m)\""
    case .account(let a): "@\(a)"
    case .text(let t): "text:\(t)"
    case .amount(let a, let b): "\(a.map(String.init) ?? "")..\(b.map(String.init) ?? "")"
    case .weekdays(let d): "wd\(d.sorted())"
    case .and(let p): "(" + p.map(short).joined(separator: " & ") + ")"
    case .or(let p): "(" + p.map(short).joined(separator: " | ") + ")"
    case .not(let p): "not " + short(p)
    default: "\(f)"
    }
}
