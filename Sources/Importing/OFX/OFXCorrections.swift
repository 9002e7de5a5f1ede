/// Transactions of a file that later ones of the same file replace or take back.
struct OFXCorrections {
    private struct Key: Hashable {
        let statement: Int
        let id: String
    }

    private var wanted: Set<Key> = []
    private var found: Set<Key> = []

    private static func id(_ transaction: OFXTransaction, _ scanner: OFXScanner, _ field: OFXField) -> Key? {
        transaction.value(of: field).map { Key(statement: transaction.statement, id: scanner.text($0)) }
    }

    mutating func note(_ transaction: OFXTransaction, _ scanner: OFXScanner) {
        guard transaction.value(of: .correction) != nil, let key = Self.id(transaction, scanner, .corrected),
            key != Self.id(transaction, scanner, .id)
        else { return }
        wanted.insert(key)
    }

    /// Which of the corrected transactions stand in the file themselves.
    mutating func find(in text: [UInt8]) {
        guard !wanted.isEmpty else { return }
        var scanner = OFXScanner(text)
        while let transaction = scanner.nextTransaction() {
            // What can't be read is said, whatever became of it.
            guard let key = Self.id(transaction, scanner, .id), wanted.contains(key),
                transaction.value(of: .amount) != nil,
                transaction.value(of: transaction.isPending ? .pendingSince : .posted) != nil
            else { continue }
            found.insert(key)
        }
    }

    /// Whether it doesn't count: another one took its place, or it takes back one that the file has.
    func isSettled(_ transaction: OFXTransaction, _ scanner: OFXScanner) -> Bool {
        guard !found.isEmpty else { return false }
        if let key = Self.id(transaction, scanner, .id), found.contains(key) { return true }
        guard transaction.value(of: .correction).map(scanner.text) == "DELETE",
            let key = Self.id(transaction, scanner, .corrected)
        else { return false }
        return found.contains(key)
    }
}
