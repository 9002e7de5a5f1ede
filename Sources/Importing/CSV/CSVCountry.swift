import Ledger
import Resources

/// What the words of a table say of the country it comes from, by `rag-index/imports/countries.tsv`.
struct CSVCountry {
    /// The currency that such a file is in most likely.
    let currency: Currency?
    /// Whether day or month comes first there.
    let order: StatementLayout.DateOrder?
    /// Whether the column names alone say the order.
    let isOrderOfHeader: Bool
    /// What a single word speaks for, where none speaks against it.
    let leaningCurrency: Currency?
    let leaningOrder: StatementLayout.DateOrder?

    private enum Place: String {
        case header, text, end
    }

    private struct Row {
        let place: Place
        let currency: Currency?
        let order: StatementLayout.DateOrder?
    }

    private static let table: (rows: [Row], words: [Place: [String: [Int]]]) = {
        var rows: [Row] = []
        var words: [Place: [String: [Int]]] = [:]
        for line in Resource.named("rag-index/imports/countries.tsv").tableRows {
            guard let place = Place(rawValue: line[0]) else { continue }
            for word in line[1].split(separator: "|") {
                words[place, default: [:]][String(word), default: []].append(rows.count)
            }
            rows.append(
                Row(place: place, currency: Currency(line[2]), order: StatementLayout.DateOrder(rawValue: line[3])))
        }
        return (rows, words)
    }()

    /// Currencies that are written with the dollar's sign.
    static let dollars: Set<String> = [
        "USD", "CAD", "AUD", "NZD", "HKD", "SGD", "TWD", "MXN", "ARS", "CLP", "COP", "UYU", "DOP", "BBD", "BMD", "BSD",
        "BZD", "FJD", "JMD", "NAD", "TTD", "XCD",
    ]

    /// Currencies of countries whose language hardly any other writes.
    private static let ofOneLanguage: Set<String> = [
        "SEK", "DKK", "NOK", "PLN", "CZK", "HUF", "TRY", "VND", "RON", "JPY", "KRW", "ILS", "ISK", "UAH",
    ]

    /// - Parameters:
    ///   - texts: the columns of texts.
    ///   - isDollar: amounts are written with `$`.
    init(_ columns: CSVColumnFinder, texts: [Int], amounts: [Int] = [], isDollar: Bool = false) {
        let sample = columns.sample
        let writesCents = columns.rows.contains { row in
            amounts.contains { Self.hasCents(sample.string(row, $0)) }
        }
        let names = columns.headerRow.map { row in row.cells.indices.map { sample.string(row, $0) } } ?? []
        let step = max(1, columns.rows.count / 200)
        let rows = stride(from: 0, to: columns.rows.count, by: step).lazy.map { columns.rows[$0] }
        self.init(
            names: names, texts: rows.flatMap { row in texts.map { sample.string(row, $0) } },
            isDollar: isDollar, writesCents: writesCents)
    }

    /// `-12.50`, `12,50`; not `1,250`.
    private static func hasCents(_ amount: String) -> Bool {
        guard let mark = amount.lastIndex(where: { $0 == "." || $0 == "," }) else { return false }
        let behind = amount[amount.index(after: mark)...].prefix(while: \.isNumber)
        return behind.count == 2 && behind != "00"
    }

    /// - Parameters:
    ///   - names: of columns.
    ///   - writesCents: whether amounts have cents, which rules out currencies without them.
    init(
        names: [String] = [], texts: some Sequence<String>, isDollar: Bool = false, writesCents: Bool = false
    ) {
        var scores = [Int](repeating: 0, count: Self.table.rows.count)
        for name in names {
            for row in Self.matches(HeaderText.words(name), in: .header, longest: 3) { scores[row] += 4 }
        }
        let ofHeader = scores
        var orders: [StatementLayout.DateOrder: Int] = [:]
        var currencies: [Currency: Int] = [:]
        var dayFirst: (merchants: Set<String>, votes: Int) = ([], 0)
        var reader = TextReader(taxonomy: .builtIn)
        for text in texts {
            let reading = reader.reading(of: text)
            if reading.region?.isDayFirst == true {
                dayFirst.merchants.insert(reading.merchant)
                dayFirst.votes += 2
            }
            switch reading.region {
            case .unitedStates:
                orders[.mdy, default: 0] += 2
                // Shops of one country that stand across its border are few beside those of their own.
                currencies[.usd, default: 0] += 2
            case .unitedKingdom:
                orders[.dmy, default: 0] += 2
                currencies[.gbp, default: 0] += 1
            case .dayFirst: orders[.dmy, default: 0] += 2
            case nil: break
            }
            for row in Self.matches(HeaderText.words(text), in: .text, longest: 3) { scores[row] += 1 }
            if let script = Self.script(of: text) {
                currencies[script.currency, default: 0] += 2
                orders[script.order, default: 0] += 2
            }
            if let last = text.split(separator: " ").last, let rows = Self.table.words[.end]?[String(last)] {
                // A word like a state's code behind a town of that state is no chance.
                let weight = MerchantName.endsInTown(text) ? 2 : 1
                for row in rows { scores[row] += weight }
            }
        }
        // One merchant is no proof, however often it stands there: others of its name are elsewhere.
        if dayFirst.merchants.count == 1 { orders[.dmy, default: 0] -= dayFirst.votes - 1 }
        func money(_ row: Row) -> Currency? {
            row.currency.flatMap { isDollar && !Self.dollars.contains($0.code) ? nil : $0 }
        }
        // Column names in the language of one country go before its shops' neighbors.
        let named = Self.winner(ofHeader, [:], money).flatMap { Self.ofOneLanguage.contains($0.code) ? $0 : nil }
        let sure = (named ?? Self.winner(scores, currencies, money)).flatMap {
            $0.minorDigits == 0 && writesCents ? nil : $0
        }
        currency = sure
        let told = Self.winner(scores, orders) { $0.order }
        order = told
        isOrderOfHeader = told != Self.winner(zip(scores, ofHeader).map { $0 - $1 }, orders, least: 1) { $0.order }
        // What is counted in other units than cents is not taken for one word.
        let leaning = Self.winner(scores, currencies, least: 1, money)
        leaningCurrency = leaning.flatMap { $0.minorDigits == Currency.usd.minorDigits || $0 == sure ? $0 : nil }
        leaningOrder = Self.winner(scores, orders, least: 1) { $0.order }
    }

    /// The one country that writes so.
    private static func script(of text: String) -> (currency: Currency, order: StatementLayout.DateOrder)? {
        for scalar in text.unicodeScalars where scalar.value >= 0x590 {
            let found: (String, StatementLayout.DateOrder)? =
                switch scalar.value {
                case 0x0590...0x05FF: ("ILS", .dmy)
                case 0x0E00...0x0E7F: ("THB", .dmy)
                case 0x3041...0x30FE: ("JPY", .ymd)
                case 0xAC00...0xD7A3: ("KRW", .ymd)
                default: nil
                }
            if let found, let currency = Currency(found.0) { return (currency, found.1) }
        }
        return nil
    }

    private static func matches(_ words: [String], in place: Place, longest: Int) -> Set<Int> {
        guard let table = table.words[place], !words.isEmpty else { return [] }
        var found: Set<Int> = []
        for length in 1...min(longest, words.count) {
            for start in 0...words.count - length {
                found.formUnion(table[words[start..<start + length].joined(separator: " ")] ?? [])
            }
        }
        return found
    }

    /// What most words speak for: usually at least two of texts or one of the header, and twice as many as for anything else.
    private static func winner<Value: Hashable>(
        _ scores: [Int], _ others: [Value: Int], least: Int = 2, _ value: (Row) -> Value?
    ) -> Value? {
        var votes = others
        for (index, score) in scores.enumerated() where score > 0 {
            if let value = value(table.rows[index]) { votes[value, default: 0] += score }
        }
        let ranked = votes.sorted { $0.value > $1.value }
        guard let first = ranked.first, first.value >= least else { return nil }
        if ranked.count > 1, ranked[1].value * 2 > first.value { return nil }
        return first.key
    }
}
