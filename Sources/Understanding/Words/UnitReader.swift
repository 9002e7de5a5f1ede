import Ledger

/// Joins the tokens of a question into units: slots, known phrases and single words; fillers and signs are left out.
struct UnitReader {
    let tokens: [Token]
    /// The keys after misspelt words were mended.
    let keys: [String]
    let lexicon: Lexicon
    /// The slot that each token belongs to, and the label that says more about it.
    private var slots: [(slot: Unit.Slot, range: Range<Int>, detail: String?)?]

    init(tokens: [Token], keys: [String], lexicon: Lexicon) {
        self.tokens = tokens
        self.keys = keys
        self.lexicon = lexicon
        slots = .init(repeating: nil, count: tokens.count)
    }

    mutating func mark(_ range: Range<Int>, as slot: Unit.Slot, detail: String? = nil) {
        for index in range where slots[index] == nil { slots[index] = (slot, range, detail) }
    }

    func units() -> [Unit] {
        var units: [Unit] = []
        var index = 0
        while index < tokens.count {
            if let slot = slots[index] {
                units.append(unit(of: slot.slot, range: index..<slot.range.upperBound, detail: slot.detail))
                index = slot.range.upperBound
            } else if tokens[index].form == .sign, keys[index] != "%" {
                index += 1
            } else if let unit = phrase(at: index) {
                if !unit.symbols.contains(lexicon.filler) { units.append(unit) }
                index = unit.tokens.upperBound
            } else {
                units.append(word(at: index))
                index += 1
            }
        }
        return units
    }

    private func unit(of slot: Unit.Slot, range: Range<Int>, detail: String?) -> Unit {
        var unit = Unit(tokens: range, slot: slot, symbols: [], labels: [slot.symbolName])
        if let symbol = lexicon.symbol(slot.symbolName) { unit.symbols.insert(symbol) }
        if let detail { unit.labels.append(slot.symbolName + ":" + detail) }
        // Names are opaque; but the words of categories and accounts keep their meaning (`phone bill`, `savings`).
        guard slot == .category || slot == .account else { return unit }
        // Of an account only the kind does: the `cashback card` is no refund.
        // An oil change is no change of anything.
        for index in range
        where slot == .category && !keys[index].hasPrefix("change") || AccountReader.nouns.contains(keys[index]) {
            addConcepts(of: keys[index], to: &unit)
        }
        return unit
    }

    /// The longest known phrase of more than one word, or a known word, up to the next slot.
    private func phrase(at start: Int) -> Unit? {
        let (words, indices) = words(from: start)
        let matches = lexicon.concepts.matches(in: words, at: 0)
        for match in matches {
            let range = start..<indices[match.length - 1] + 1
            guard range.allSatisfy({ slots[$0] == nil }) else { continue }
            let keys = words[..<match.length]
            var unit = Unit(tokens: range, slot: nil, symbols: [], labels: [keys.joined(separator: "_")])
            for (length, symbol) in matches where length == match.length { add(symbol, to: &unit) }
            for key in keys { if let symbol = lexicon.symbol(key) { unit.symbols.insert(symbol) } }
            return unit
        }
        return nil
    }

    /// The keys from `start` on, as far as a phrase can reach, without hyphens: `low-down` is `low down`.
    private func words(from start: Int) -> (keys: [String], indices: [Int]) {
        let indices = (start..<min(start + 12, keys.count)).filter { keys[$0] != "-" }
        return (indices.map { keys[$0] }, indices)
    }

    private func word(at index: Int) -> Unit {
        var unit = Unit(tokens: index..<index + 1, slot: nil, symbols: [], labels: [keys[index]])
        if AmountWords.count(keys[index]) != nil, let symbol = lexicon.symbol(Unit.Slot.number.symbolName) {
            unit.labels = [Unit.Slot.number.symbolName]
            unit.symbols.insert(symbol)
        }
        addConcepts(of: keys[index], to: &unit)
        return unit
    }

    private func addConcepts(of key: String, to unit: inout Unit) {
        if let symbol = lexicon.symbol(key) { unit.symbols.insert(symbol) }
        var found = lexicon.concepts.longest(in: [key], at: 0)?.values ?? []
        if found.isEmpty, key.hasSuffix("s"), key.utf8.count > 3 {
            found = lexicon.concepts.longest(in: [String(key.dropLast())], at: 0)?.values ?? []
        }
        for symbol in found where symbol != lexicon.filler { add(symbol, to: &unit) }
    }

    private func add(_ symbol: Symbol, to unit: inout Unit) {
        guard unit.symbols.insert(symbol).inserted else { return }
        unit.labels.append(lexicon.name(of: symbol))
    }
}
