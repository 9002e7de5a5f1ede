import Resources

/// What cells of a column of states say, by `rag-index/imports/states.tsv`.
struct CSVStates: Sendable {
    enum State: Sendable {
        case posted, pending
        /// No money moved.
        case failed
        /// The money came back.
        case returned
        /// What was spent came back, or this is the row that brings it back.
        case repaid
        /// None that is known; such a row counts as posted.
        case unknown
    }

    static let builtIn = CSVStates()

    private enum Kind: String {
        case booked, done, pending, failed, returned, repaid, not
    }

    private var phrases: [String: Kind] = [:]
    /// What moves no money, by where it stands.
    private var unmoved: [String: Set<String>] = [:]
    /// Stems by their first three bytes.
    private var stems: [UInt32: [(stem: String, kind: Kind)]] = [:]
    /// Stems of scripts that put no space between words.
    private var unspaced: [(stem: String, kind: Kind)] = []
    private static let mostWords = 8

    private init() {
        for row in Resource.named("rag-index/imports/states.tsv").tableRows {
            if row[0] == "unmoved" { unmoved[row[1]] = Set(row[2].split(separator: "|").map(String.init)) }
            guard let kind = Kind(rawValue: row[0]) else { continue }
            for text in row[2].split(separator: "|") {
                let phrase = HeaderText.words(String(text)).joined(separator: " ")
                if row[1] == "whole" {
                    phrases[phrase] = kind
                } else if Self.isUnspaced(phrase) {
                    unspaced.append((phrase, kind))
                } else {
                    stems[Self.beginning(of: phrase), default: []].append((phrase, kind))
                }
            }
        }
    }

    private static func isUnspaced(_ text: String) -> Bool { (text.unicodeScalars.first?.value ?? 0) >= 0x2E80 }

    private static func beginning(of word: String) -> UInt32 {
        word.utf8.prefix(3).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// - Parameter key: words of a cell, folded, joined by spaces.
    func state(of key: String) -> State {
        if let kind = phrases[key], kind != .not { return state(kind) }
        let words = key.split(separator: " ").map(String.init)
        guard words.count <= Self.mostWords else { return .unknown }
        let found = words.map(kind(of:))
        if let start = found.firstIndex(of: .not) {
            let rest = found[start...]
            if rest.contains(.failed) || rest.contains(.returned) || rest.contains(.repaid) { return .posted }
            if rest.contains(.booked) { return .pending }
            if rest.contains(.done) || rest.contains(.pending) { return .failed }
        }
        let strongest: [Kind] = [.failed, .pending, .returned, .repaid, .booked, .done]
        return strongest.first(where: found.contains).map(state(_:)) ?? .unknown
    }

    /// Whether a flag beside flags of direction says that no money moved.
    func isUnmoved(flag key: String) -> Bool { unmoved["flag"]?.contains(key) ?? false }

    /// Whether rows of a kind move no money, or not as long as they are pending between people.
    func isUnmoved(kind key: String, isPendingBetweenPeople: Bool) -> Bool {
        unmoved["kind"]?.contains(key) ?? false || isPendingBetweenPeople && unmoved["pending"]?.contains(key) ?? false
    }

    /// Whether a text says that money was only asked for.
    func asksForMoney(_ text: String) -> Bool { unmoved["kind"]?.contains { " \(text) ".contains(" \($0) ") } ?? false }

    /// Whether a cell is a state and nothing else.
    func isState(_ key: String) -> Bool {
        if let kind = phrases[key], kind != .not { return true }
        let kinds = key.split(separator: " ").map { kind(of: String($0)) }
        return (1...3).contains(kinds.count) && !kinds.contains(nil) && kinds.contains { $0 != .not }
    }

    /// Whether a cell says that a row is pending where kinds of transactions stand, among which "returned" and "rejected" are
    /// bookings of their own.
    func isPendingKind(_ key: String) -> Bool {
        if phrases[key] == .pending { return true }
        let words = key.split(separator: " ")
        return words.contains("pending") || words.contains("vorgemerkt")
    }

    private func state(_ kind: Kind) -> State {
        switch kind {
        case .booked, .done, .not: .posted
        case .pending: .pending
        case .failed: .failed
        case .returned: .returned
        case .repaid: .repaid
        }
    }

    private func kind(of word: String) -> Kind? {
        if let kind = phrases[word] { return kind }
        // The longest stem: "uncompleted" is not "complet", "stornat" not "storn".
        guard Self.isUnspaced(word) else {
            return stems[Self.beginning(of: word)]?.filter { word.hasPrefix($0.stem) }
                .max { $0.stem.utf8.count < $1.stem.utf8.count }?.kind
        }
        let bytes = Array(word.utf8)
        let matches = unspaced.filter { entry in
            let stem = Array(entry.stem.utf8)
            guard stem.count <= bytes.count else { return false }
            return (0...bytes.count - stem.count).contains { bytes[$0..<$0 + stem.count].elementsEqual(stem) }
        }
        return matches.first { $0.kind == .failed }?.kind ?? matches.first?.kind
    }
}
