import Ledger

/// `charge my card $20 at Steam`, `ok put it on my Visa`: an order to pay, which isn't carried out from words. The words are
/// those of `rag-index/intents/charge-talk.tsv`.
public struct ChargeOrder: Equatable, Sendable {
    /// nil where none is said.
    public let amount: Money?
    public let merchant: String?
    /// What else the line calls what is paid for: `the desk`; none for what was spoken of last.
    public let names: [String]
    /// Whether it is an order whatever was spoken of: `charge the desk to my card`. `Buy the desk with my card` is one only
    /// behind the desk, `pay it` behind a purchase.
    public let isPlain: Bool

    private static let table = PhraseLists("rag-index/intents/charge-talk.tsv")
    private static let longest = 20

    private struct Word {
        let text: Substring
        let key: String
    }

    /// nil for every other line.
    public init?(_ line: String, context: UnderstandingContext) {
        var words = line.split(whereSeparator: \.isWhitespace).map { Word(text: $0, key: ChargeOrder.key(of: $0)) }
            .filter { !$0.key.isEmpty }
        guard words.count <= ChargeOrder.longest else { return nil }
        let isAsked = ChargeOrder.dropOpening(&words)
        for (row, isPlain) in [("whole", true), ("whole.purchase", false)]
        where ChargeOrder.table.words(row).contains(words.map(\.key).joined(separator: " ")) {
            (amount, merchant, names, self.isPlain) = (nil, nil, [], isPlain)
            return
        }
        guard words.count > 1, let verb = words.first?.key,
            let kind = ["charge", "swipe", "pay"].first(where: { ChargeOrder.table.words($0).contains(verb) })
        else { return nil }
        words.removeFirst()
        let isObject = ChargeOrder.isObject(words[0].key)
        let card = ChargeOrder.card(in: words.map(\.key))
        if let card {
            // Who pays a card pays what is owed on it; which of several is used may set the advice right.
            let isBare = card.words.lowerBound == 0 && !card.isTied
            guard kind != "pay" || card.isTied, kind != "swipe" || !isBare || card.isAny else { return nil }
            words.removeSubrange(card.words)
        }
        guard ChargeOrder.table.words("never").isDisjoint(with: words.map(\.key)) else { return nil }
        let isPriced = words.contains { $0.text.contains(where: \.isNumber) }
        guard kind == "charge" ? isObject && (card != nil || isPriced || words.isEmpty) : card != nil else {
            return nil
        }
        // `Put it on my card?` asks whether to.
        guard kind == "charge" || isAsked || line.last != "?" else { return nil }
        let isIt = ChargeOrder.drop("it", from: &words)
        var state = ConversationState()
        let said = words.map { $0.key == "to" ? "at" : String($0.text) }.joined(separator: " ")
        let read = Understander().understand("should I spend " + said, context: context, state: &state).purchase
        (amount, merchant) = (read.amount, words.isEmpty ? nil : read.merchant)
        let things = words.prefix { !ChargeOrder.table.words("at").contains($0.key) }.map(\.key)
            .filter { !ChargeOrder.table.words("link").contains($0) }
        names = isIt || isPriced || merchant != nil ? [] : things
        isPlain = kind == "charge" || isPriced || names.isEmpty
    }

    /// An order that stands behind something else in a line: `should I get the $45 game at Steam? if so, put it on my card`.
    ///
    /// - Returns: what stands before it, and the order; nil for a line that ends with no order about what it speaks of.
    public static func behind(_ line: String, context: UnderstandingContext) -> (before: String, order: ChargeOrder)? {
        for place in line.indices.reversed() where "?.,;!–—".contains(line[place]) {
            let next = line.index(after: place)
            guard next < line.endIndex, line[next].isWhitespace else { continue }
            let end = line[place] == "?" ? next : place
            guard let order = ChargeOrder(String(line[next...]), context: context) else { continue }
            return order.amount == nil && order.merchant == nil && order.names.isEmpty
                ? (String(line[..<end]), order) : nil
        }
        return nil
    }

    private static func key(of word: Substring) -> String {
        word.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    /// - Returns: whether the line asks coach to do it.
    private static func dropOpening(_ words: inout [Word]) -> Bool {
        var isAsked = false
        while true {
            if drop("ask", from: &words) {
                isAsked = true
            } else if !drop("opening", from: &words) {
                break
            }
        }
        while let count = length(of: "closing", in: words.map(\.key), atEnd: true), count < words.count {
            words.removeLast(count)
        }
        return isAsked
    }

    /// Takes the longest phrase of a row off the beginning, where a word stays or the row is no opening.
    private static func drop(_ row: String, from words: inout [Word]) -> Bool {
        guard let count = length(of: row, in: words.map(\.key), atEnd: false), row == "it" || count < words.count
        else { return false }
        words.removeFirst(count)
        return true
    }

    private static func length(of row: String, in keys: [String], atEnd: Bool) -> Int? {
        table[row].map { $0.split(separator: " ").map(String.init) }
            .filter { atEnd ? Array(keys.suffix($0.count)) == $0 : keys.starts(with: $0) }.map(\.count).max()
    }

    /// What comes right behind the verb where it is one: `charge of $20` is a thing.
    private static func isObject(_ key: String) -> Bool {
        table.words("it").contains(key) || table.words("us").contains(key) || table.words("owner").contains(key)
            || key.contains(where: \.isNumber)
    }

    private struct Card {
        /// With what ties it to the sentence: `with my debit card`.
        let words: Range<Int>
        let isTied: Bool
        /// Whether it is called by nothing but its kind.
        let isAny: Bool
    }

    private static func card(in keys: [String]) -> Card? {
        let (owners, ties, kinds) = (table.words("owner"), table.words("tie"), table.words("kind"))
        guard let place = keys.firstIndex(where: table.words("card").contains) else { return nil }
        let end = place + 1 < keys.count && keys[place + 1] == "card" ? place + 2 : place + 1
        // Up to three words call a card between who owns it and the word for it.
        var start = (max(0, place - 4)..<place).last { owners.contains(keys[$0]) || ties.contains(keys[$0]) } ?? place
        let names = keys[start..<place].filter { !owners.contains($0) && !ties.contains($0) }
        guard table.words("other").isDisjoint(with: names), !names.contains(where: { $0.contains(where: \.isNumber) })
        else { return nil }
        if owners.contains(keys[start]), start > 0, ties.contains(keys[start - 1]) { start -= 1 }
        return Card(words: start..<end, isTied: ties.contains(keys[start]), isAny: kinds.isSuperset(of: names))
    }
}
