import Ledger
import Retrieval
import Store
import Testing
import Glibc
@Test func probe() throws {
    guard let p = getenv("PROBE_DB") else { return }
    let index = try HouseholdIndex(path: String(cString: p))
    let asOf = CivilDate(iso: getenv("PROBE_ASOF").map { String(cString: $0) } ?? "2026-10-31")!
    let t0 = clock()
    let r = try Retriever(index).recurring(asOf: asOf)
    print("ms", Double(clock() - t0) / 1000)
    for s in r.streams { print(s.key, s.category, s.group, s.cadence, s.amount.text, s.typical.text, s.state, s.firstDate, s.lastDate, s.nextDate?.iso ?? "-", s.monthlyCost.text, s.rowIDs.count, s.isNew, s.resumedOn?.iso ?? "", Int(s.certainty * 100)) }
    for x in r.rejections where x.rows > 2 { print("  no:", x.merchant, x.account, x.rows, x.reason) }
}
