import Ledger

/// Places that people call otherwise than banks do, from `rag-index/synonyms/place-names.tsv`: Lisbon is LISBOA.
public struct PlaceNames: Sendable {
    /// One way to find a place: words that all stand in a text.
    public typealias Words = [String]

    private struct Row {
        let names: [String]
        let shared: [String]
        let codes: [String]
    }

    private let rows: [Row]
    /// The row of each name.
    private let places: [String: Int]

    public static let builtIn = PlaceNames()

    private init() {
        rows = Resource.named("rag-index/synonyms/place-names.tsv").tableRows.map { row in
            let parts = row.map { $0.split(separator: "|").map(String.init) }
            return Row(names: parts[0], shared: parts[1], codes: parts[2])
        }
        let named = rows.enumerated().flatMap { place, row in (row.names + row.shared).map { ($0, place) } }
        places = Dictionary(named) { first, _ in first }
    }

    /// The ways in which texts may write a place that is called so; none for words that are no such place.
    ///
    /// - Parameter name: in any letters: `München`.
    public func others(of name: String) -> [Words] {
        let key = PlaceNames.key(of: name)
        guard let place = places[key] else { return [] }
        let row = rows[place]
        func words(_ name: String) -> Words { name.split(separator: " ").map(String.init) }
        return row.names.filter { $0 != key }.map(words)
            + row.shared.filter { $0 != key }.flatMap { name in row.codes.map { words(name) + [$0] } }
    }

    /// Whether two names call the same place.
    public func areSame(_ one: String, _ other: String) -> Bool {
        let (key, otherKey) = (PlaceNames.key(of: one), PlaceNames.key(of: other))
        guard key != otherKey else { return true }
        guard let place = places[key] else { return false }
        return places[otherKey] == place
    }

    private static func key(of name: String) -> String {
        name.split { $0.isWhitespace || $0 == "-" }.map { NameKey.key(of: $0) }.joined(separator: " ")
    }
}
