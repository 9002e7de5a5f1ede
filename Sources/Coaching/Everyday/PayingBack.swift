import Understanding

/// `paid me back 42`, `venmo'd me half`, `I was reimbursed`: the words of a line that tell of money coming back. They are those of
/// `rag-index/intents/paid-back.tsv`.
struct PayingBack {
    /// The place of the verb.
    let verb: Int
    /// The places of all words of it, amounts apart.
    let words: Set<Int>
    /// Whether it tells that money was given or sent, and not that any came back.
    let isGiven: Bool

    private static let table = PhraseLists("rag-index/intents/paid-back.tsv")

    init?(_ words: [String]) {
        func word(_ place: Int) -> String { words.indices.contains(place) ? words[place] : "" }
        func isOf(_ row: String, _ place: Int) -> Bool { PayingBack.table.words(row).contains(word(place)) }
        for place in words.indices where isOf("wallet", place) || isOf("paying", place) || isOf("verb", place) {
            let isPassive = isOf("passive", place - 1)
            let isToMe = isOf("me", place + 1)
            // `I paid Ana back` went the other way, and `should pay me back` has not been.
            if isOf("mine", place - 1), !isToMe { continue }
            var next = place + (isToMe ? 2 : 1)
            while word(next).contains(where: \.isNumber) || isOf("unit", next) { next += 1 }
            // `sent back the shoes`, `sent half to savings`: neither says that it was money for oneself.
            let isPaid = isToMe || isOf("wallet", place) || isOf("paying", place)
            let isBack = word(next) == "back" && isPaid
            let isTheirs = isOf("theirs", next) && isOf("part", next + 1)
            if isTheirs { next += 1 }
            let isPart = isOf("part", next) && (isPaid || isTheirs || words[place] == "covered")
            let isReimbursed = words[place] == "reimbursed"
            // `gave me 100 for my birthday` tells of a gift, `gave me 20 for Luigi's` of an expense.
            let isSent = isToMe && (isOf("wallet", place) || word(next) == "for")
            let isGift = isOf("given", place) && !PayingBack.table.words("gift").isDisjoint(with: words)
            if isGift, !isBack, !isPart { continue }
            guard isBack || isPart || isReimbursed || isSent, !isPassive || isReimbursed || isBack else { continue }
            verb = place
            isGiven = isOf("given", place) && !isBack && !isPart
            let last = isBack || isPart ? next : place + (isToMe ? 1 : 0)
            self.words = Set((place...last).filter { !word($0).contains(where: \.isNumber) })
            return
        }
        guard let place = words.indices.first(where: { word($0) == "chipped" && word($0 + 1) == "in" }) else {
            return nil
        }
        (verb, self.words, isGiven) = (place, [place, place + 1], false)
    }
}
