import Resources
import Synchronization

/// Lists of phrases by name, from a table with a row for each: name, phrases with `|` between them. A list becomes texts
/// when it is first asked for.
public final class PhraseLists: Sendable {
    private struct Made {
        var lists: [String: [String]] = [:]
        var sets: [String: Set<String>] = [:]
    }

    private let table: Resource
    private let rows: [String: [Range<Int>]]
    private let made = Mutex(Made())

    /// - Parameter name: the embedded file.
    public init(_ name: String) {
        let table = Resource.named(name)
        var rows: [String: [Range<Int>]] = [:]
        table.eachRow { name, phrases in rows[table.text(name), default: []].append(phrases) }
        (self.table, self.rows) = (table, rows)
    }

    public subscript(_ name: String) -> [String] {
        made.withLock { made in
            if let known = made.lists[name] { return known }
            let list = (rows[name] ?? []).flatMap { table.parts(of: $0, separatedBy: 0x7C).map(table.text) }
            made.lists[name] = list
            return list
        }
    }

    public func words(_ name: String) -> Set<String> {
        if let known = made.withLock({ $0.sets[name] }) { return known }
        let set = Set(self[name])
        made.withLock { $0.sets[name] = set }
        return set
    }
}
