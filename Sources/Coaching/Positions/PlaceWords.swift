import Resources

/// The words around positions and geofences.
enum PlaceWords {
    private static let rows: [String: [[String]]] = {
        let table = Resource.named("rag-index/intents/positions.tsv")
        var rows: [String: [[String]]] = [:]
        table.eachRow { row, words in
            rows[table.text(row), default: []].append(table.parts(of: words, separatedBy: 0x20).map(table.text))
        }
        return rows
    }()

    /// The words of a row.
    static func set(_ row: String) -> Set<String> { Set(rows[row, default: []].joined()) }

    /// Words with the number that their row begins with.
    static func numbers(_ row: String) -> [String: Double] {
        rows[row, default: []].reduce(into: [:]) { found, words in
            for word in words.dropFirst() { found[word] = words.first.flatMap { Double($0) } }
        }
    }
}
