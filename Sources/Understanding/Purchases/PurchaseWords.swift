import Ledger

/// What a line says around a purchase that is neither its price nor its time.
struct PurchaseWords {
    let reading: QuestionReading

    private func key(_ index: Int) -> String { reading.keys.indices.contains(index) ? reading.keys[index] : "" }

    // MARK: Currencies

    /// `a tv for XYZ 300`: three capitals before a bare number, after a word that a price follows, that are neither a
    /// currency nor the name of a thing.
    func unknownCurrency(of price: AmountExpression) -> String? {
        if let unit = unknownUnit(after: price) { return unit }
        let place = price.tokens.lowerBound - 1
        guard !price.isMarked, place > 0, PurchaseWords.beforePrice.contains(key(place - 1)) else { return nil }
        let code = reading.tokens[place].text
        guard code.utf8.count == 3, code.utf8.allSatisfy({ (0x41...0x5A).contains($0) }), Currency(inUse: code) == nil,
            PurchaseItems.category(of: code) == nil
        else { return nil }
        return code
    }

    /// `a vase for 500 zorkmids`, `shoes for 50 XYZ`: a plural or three capitals right after a bare price, where the line
    /// or its sentence ends.
    private func unknownUnit(after price: AmountExpression) -> String? {
        let (start, end) = (price.tokens.lowerBound, price.tokens.upperBound)
        if !price.isMarked, start > 0, PurchaseWords.beforeStranger.contains(key(start - 1)), isLast(end),
            UnknownUnit.isUnit(end, in: reading)
        {
            return reading.tokens[end].text
        }
        guard !price.isMarked, start > 0, PurchaseWords.beforeUnit.contains(key(start - 1)),
            reading.tokens.indices.contains(end), reading.tokens[end].form == .word, isLast(end),
            !reading.times.contains(where: { $0.tokens.contains(end) }),
            !reading.names.contains(where: isPlace(end))
        else { return nil }
        let token = reading.tokens[end]
        let isCode =
            token.text.utf8.count == 3 && token.text.utf8.allSatisfy { (0x41...0x5A).contains($0) }
            && Currency(inUse: token.text) == nil
        let isPlural = token.key.utf8.count > 3 && token.key.hasSuffix("s") && !token.key.hasSuffix("ss")
        guard isCode || isPlural || PurchaseWords.noMoney.contains(token.key),
            !PurchaseWords.afterPrice.contains(token.key), AmountWords.count(token.key) == nil,
            PurchaseReader.unit(token.key) == nil
        else { return nil }
        return token.text
    }

    private func isLast(_ place: Int) -> Bool {
        let next = place + 1
        guard reading.tokens.indices.contains(next) else { return true }
        return reading.tokens[next].form == .sign
            || ["today", "tomorrow", "now", "online", "each", "a", "per", "from", "at", "or", "and"].contains(key(next))
    }

    /// A known merchant or account is where it is bought or what it is paid from.
    private func isPlace(_ place: Int) -> (NameMatch) -> Bool {
        { name in
            guard name.tokens.contains(place) else { return false }
            if case .merchant = name.kind { return true }
            if case .account = name.kind { return true }
            return false
        }
    }

    private static let beforeUnit = PurchaseTable.words("words.beforeUnit")
    private static let beforeStranger = beforeUnit.union(["spend", "pay", "afford", "drop", "blow"])
    private static let noMoney: Set<String> = ["bitcoin", "btc", "robux", "gold", "eth", "ethereum", "dogecoin"]
    private static let afterPrice = PurchaseTable.words("words.afterPrice")

    private static let beforePrice = PurchaseTable.words("words.beforePrice")

    // MARK: Need

    /// `my fridge broke`, `replace the dead boiler`, `the heating stopped working`, `the car needs a clutch`.
    var replacesBroken: Bool {
        let said = Set(reading.tokens.map(\.key))
        if !said.isDisjoint(with: PurchaseWords.broken) { return true }
        if let verb = reading.keys.firstIndex(of: "needs"), verb > 0,
            PurchaseNeeds.isNeed(key(verb - 1), replacesBroken: true) ?? false
        {
            return true
        }
        // "our dryer quit last night"
        if let verb = reading.keys.firstIndex(of: "quit"),
            !["i", "we", "to", "you", "if", "and"].contains(key(verb - 1)),
            !(keys(after: "quit").first?.hasSuffix("ing") ?? true)
        {
            return true
        }
        // "stopped cooling last night"
        if said.contains("stopped"), keys(after: "stopped").first?.hasSuffix("ing") ?? false { return true }
        return said.contains("working") && !said.isDisjoint(with: ["stopped", "not", "isnt", "quit", "longer"])
            || said.contains("work") && !said.isDisjoint(with: ["doesnt", "wont", "not"])
            || said.contains("out") && !said.isDisjoint(with: ["gave", "went", "conked", "burned", "burnt"])
    }

    private func keys(after word: String) -> ArraySlice<String> {
        reading.keys.firstIndex(of: word).map { reading.keys[($0 + 1)...] } ?? []
    }

    private static let broken = PurchaseTable.words("words.broken")

    // MARK: Lending

    /// `lend my brother 500`, `loan a friend 200`.
    var isLent: Bool {
        let keys = reading.tokens.map(\.key)
        // "my brother wants to borrow 500"
        if let verb = keys.firstIndex(of: "borrow"), verb > 2, keys[verb - 1] == "to",
            !["i", "we"].contains(keys[verb - 2]), !["want", "need", "have"].contains(keys[verb - 2]),
            !PurchaseWords.people.isDisjoint(with: keys[..<verb])
        {
            return true
        }
        // "she needs 400 and says she'll pay it back"
        let paysBack = zip(keys, keys.dropFirst()).contains { ["pay", "pays"].contains($0) && $1 == "back" }
        if paysBack || zip(keys, keys.dropFirst(2)).contains(where: { ["pay", "pays"].contains($0) && $1 == "back" }),
            keys.contains(where: ["shell", "hell", "theyll", "she", "he", "they"].contains),
            keys.contains(where: ["needs", "asked", "asks", "wants", "short"].contains)
        {
            return true
        }
        // "my sister asked for 300 extra"
        if let verb = keys.firstIndex(where: ["asked", "asks"].contains), verb > 0,
            PurchaseWords.people.contains(keys[verb - 1]),
            keys[(verb + 1)...].prefix(2).contains("for")
        {
            return true
        }
        guard let verb = keys.firstIndex(where: ["lend", "lending", "loan", "loaning", "lent"].contains) else {
            return false
        }
        // "a loan", "loan payment" is the other way round.
        let before = verb > 0 ? keys[verb - 1] : ""
        guard keys[verb] != "loan" || ["i", "we", "to", "me", ""].contains(before) else { return false }
        return !PurchaseWords.people.isDisjoint(with: keys[(verb + 1)...])
    }

    private static let people = PurchaseTable.words("words.people")
}
