/// The states of the USA, from `rag-index/synonyms/states.tsv`: bank texts end with their codes, people say their names.
public struct StateNames: Sendable {
    private let codes: [String: String]
    private let words: Set<String>
    private let allCodes: Set<String>

    public static let builtIn = StateNames()

    private init() {
        let rows = Resource.named("rag-index/synonyms/states.tsv").tableRows
        codes = Dictionary(rows.map { ($0[1], $0[0]) }) { first, _ in first }
        allCodes = Set(rows.map { $0[0] })
        words = Set(rows.flatMap { $0[1].split(separator: " ").map(String.init) })
    }

    /// The two letters of a state, such as `ME`; nil for any other name.
    ///
    /// - Parameter name: in any letters: `Maine`.
    public func code(of name: String) -> String? { codes[name.lowercased()] }

    /// Whether these are the two letters of a state, in capitals.
    public func isCode(_ letters: some StringProtocol) -> Bool { allCodes.contains(String(letters)) }

    /// Whether a word is a state's name or part of one, so that it is no misspelling of another word.
    public func holds(_ word: String) -> Bool { words.contains(word) }
}
