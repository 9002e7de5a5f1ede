import Ledger

/// Transactions of an OFX file that only state a balance, as some banks write one into the list day by day.
struct OFXBalances {
    private struct Entry {
        let index: Int
        let amount: Int64
        let isCalledBalance: Bool
        /// Whether its words alone are enough.
        let isPlain: Bool
    }

    private var entries: [[Entry]] = []
    private var count = 0
    /// The places among all transactions of the file.
    private(set) var indices: Set<Int> = []
    private var example = ""

    /// What the transaction is called.
    static func text(_ transaction: OFXTransaction, _ scanner: OFXScanner) -> String {
        let name = transaction.value(of: .name).map(scanner.text) ?? ""
        return name.isEmpty ? transaction.value(of: .memo).map(scanner.text) ?? "" : name
    }

    mutating func note(_ transaction: OFXTransaction, _ scanner: OFXScanner) {
        defer { count += 1 }
        guard transaction.trade == nil, !transaction.isCutOff, !transaction.isPending,
            let amount = transaction.value(of: .amount).flatMap({ OFXAmount(scanner.text($0))?.minorUnits(of: .usd) })
        else { return }
        let text = Self.text(transaction, scanner)
        let isPlain = SummaryTexts.builtIn.kind(of: text) == .balance
        let isCalled = isPlain || SummaryTexts.builtIn.states(text)
        if isCalled, example.isEmpty { example = text }
        while entries.count <= transaction.statement { entries.append([]) }
        entries[transaction.statement].append(
            Entry(index: count, amount: amount, isCalledBalance: isCalled, isPlain: isPlain))
    }

    /// - Parameter closings: what each statement gives as its balance, in hundredths.
    mutating func find(closings: [Int64?]) {
        for (statement, entries) in entries.enumerated() where entries.contains(where: \.isCalledBalance) {
            let stated = StatedBalances(
                entries.map { .init(amount: $0.amount, isCalledBalance: $0.isCalledBalance) },
                closing: statement < closings.count ? closings[statement] : nil)
            for (place, entry) in entries.enumerated() where entry.isPlain || stated.indices.contains(place) {
                indices.insert(entry.index)
            }
        }
        entries = []
    }

    /// What is said of those that are left out.
    var note: String? {
        switch indices.count {
        case 0: nil
        case 1: "1 of its entries states a balance, \(CSVText.quoted(example)), and is left out."
        case let count: "\(count) of its entries state a balance, such as \(CSVText.quoted(example)), and are left out."
        }
    }
}
