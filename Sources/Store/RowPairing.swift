/// Pairs rows that come with rows that are there, each at most once and as many as can be: where all rows that one may be are
/// taken, another moves to a different row that it may be as well (Kuhn's algorithm for bipartite matching).
struct RowPairing<Key: Hashable> {
    private var candidates: [Key: [Int64]] = [:]
    private var takers: [Int64: Key] = [:]

    struct Move {
        let key: Key
        let row: Int64
    }

    /// Rows that are somebody's for certain.
    private var certain: Set<Int64> = []

    func isTaken(_ row: Int64) -> Bool { takers[row] != nil }

    /// Which row each is, of those that go by their likeness.
    var pairs: [(key: Key, row: Int64)] { takers.map { (key: $0.value, row: $0.key) } }

    /// Notes that a row is known to be one that came, by more than its likeness; whoever took it moves, where that can be.
    mutating func claim(_ row: Int64) -> [Move] {
        guard certain.insert(row).inserted, let taker = takers.removeValue(forKey: row) else { return [] }
        return pair(taker, with: candidates[taker] ?? [])
    }

    /// - Parameter rows: what it may be, the likeliest first.
    /// - Returns: which rows are whose now, the new one last; empty where it can be none of them.
    mutating func pair(_ key: Key, with rows: [Int64]) -> [Move] {
        let rows = rows.filter { !certain.contains($0) }
        candidates[key] = rows
        var moves: [Move] = []
        if let free = rows.first(where: { takers[$0] == nil }) {
            take(free, key, &moves)
            return moves
        }
        var visited: Set<Int64> = []
        if !makeRoom(for: key, &visited, &moves) { candidates[key] = nil }
        return moves
    }

    private mutating func take(_ row: Int64, _ key: Key, _ moves: inout [Move]) {
        takers[row] = key
        moves.append(Move(key: key, row: row))
    }

    private mutating func makeRoom(for key: Key, _ visited: inout Set<Int64>, _ moves: inout [Move]) -> Bool {
        for row in candidates[key] ?? [] where !certain.contains(row) && visited.insert(row).inserted {
            if let taker = takers[row], !makeRoom(for: taker, &visited, &moves) { continue }
            take(row, key, &moves)
            return true
        }
        return false
    }
}
