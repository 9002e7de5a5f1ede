import Understanding

/// Money that is told of and asks nothing: `grandma sent me 100`, `I gave Sam $40`, `Ana owes me 42`, `I paid 12 for lunch`,
/// `Kayla pays 810 of the rent`. It is no purchase to be
/// judged. The words are those of `rag-index/intents/paid-back.tsv`.
enum ToldMoney {
    /// It came in, and was paid back for nothing.
    case given
    /// It went to somebody.
    case sent
    /// It was lent, or is owed.
    case owed
    /// It was paid for something.
    case spent
    /// Somebody else pays it.
    case others

    private static let table = PhraseLists("rag-index/intents/paid-back.tsv")
    private static let longest = 20
    /// Words before the verb, of who gave and when.
    private static let mostBefore = 4

    /// nil for every other line.
    init?(_ line: String) {
        let words = SpokenText.words(of: line)
        guard let first = words.first, words.count <= ToldMoney.longest, !line.hasSuffix("?"),
            !ToldMoney.table.words("asking").contains(first), !ToldMoney.table.words("asking.debt").contains(first),
            ToldMoney.table.words("debt").isDisjoint(with: words)
        else { return nil }
        let hasAmount = words.contains { $0.contains(where: \.isNumber) }
        if hasAmount, ToldMoney.isGiven(words) {
            self = .given
        } else if ToldMoney.isOwed(words, hasAmount: hasAmount) {
            self = .owed
        } else if hasAmount, ToldMoney.isSent(words) {
            self = .sent
        } else if hasAmount, ToldMoney.isSpent(words) {
            self = .spent
        } else if ToldMoney.isOfOthers(words, hasAmount: hasAmount) {
            self = .others
        } else {
            return nil
        }
    }

    private static func isOf(_ row: String, _ word: String) -> Bool { table.words(row).contains(word) }

    private static func isQuestion(_ words: [String]) -> Bool { !table.words("wondering").isDisjoint(with: words) }

    /// `mom gave me 100 for my birthday`, `grandma sent me 100`.
    private static func isGiven(_ words: [String]) -> Bool {
        words.indices.dropLast().contains { place in
            guard place > 0, isOf("given", words[place]), isOf("me", words[place + 1]),
                isSum(words.dropFirst(place + 2))
            else { return false }
            return words.contains("for") || place <= mostBefore && !isQuestion(words)
        }
    }

    /// Whether an amount is what was given, and no number of things: `gave me 3 photos`.
    private static func isSum(_ words: ArraySlice<String>) -> Bool {
        guard let number = words.first(where: { $0.contains(where: \.isNumber) }) else { return false }
        let next = words.drop { $0 != number }.dropFirst().first ?? ""
        return next.isEmpty || number.contains { "$€£".contains($0) } || isOf("behind", next)
    }

    /// `I gave Sam $40`, `yesterday we sent mom 200`.
    private static func isSent(_ words: [String]) -> Bool {
        guard let verb = words.indices.dropFirst().first(where: { isOf("moved", words[$0]) }),
            verb <= mostBefore, isOf("mine", words[verb - 1]), words[..<(verb - 1)].allSatisfy({ isOf("lead", $0) }),
            !isQuestion(words)
        else { return false }
        let behind = words[(verb + 1)...]
        return behind.count > 1 && behind.first.map { !isOf("noperson", $0) } ?? false
            && (behind.first?.contains(where: \.isNumber) == true ? behind.contains("to") : isSum(behind.dropFirst()))
    }

    /// `I paid 12 for lunch`, `yesterday we spent $40 on gas`, `paid 30 for a haircut`.
    private static func isSpent(_ words: [String]) -> Bool {
        guard let verb = words.indices.first(where: { isOf("spent", words[$0]) }), verb <= mostBefore,
            words[..<verb].allSatisfy({ isOf("mine", $0) || isOf("told", $0) || isOf("lead", $0) }),
            !isQuestion(words), table.words("judging").isDisjoint(with: words)
        else { return false }
        let behind = words[(verb + 1)...].drop { isOf("told", $0) }
        guard behind.first?.contains(where: \.isNumber) ?? false else { return false }
        let reason = behind.dropFirst().drop { isOf("unit", $0) }
        return reason.count > 1 && reason.first.map { isOf("reason", $0) } ?? false
    }

    /// `Kayla pays 810 of the rent`, `my roommate covers half the internet`.
    private static func isOfOthers(_ words: [String], hasAmount: Bool) -> Bool {
        guard let verb = words.indices.dropFirst().first(where: { isOf("theirpay", words[$0]) }),
            verb <= mostBefore, words[..<verb].allSatisfy({ !isOf("mine", $0) && !$0.contains(where: \.isNumber) }),
            !isQuestion(words), let next = words[(verb + 1)...].first
        else { return false }
        let rest = words[(verb + 1)...].dropFirst()
        if isOf("part", next) || isOf("theirs", next) {
            return isOf("part", next) || rest.first.map { isOf("part", $0) } ?? false
        }
        let tie = rest.drop { isOf("unit", $0) }.first ?? ""
        return hasAmount && next.contains(where: \.isNumber) && (tie == "of" || isOf("reason", tie) || tie == "toward")
    }

    /// `Ana owes me 42 for dinner`, `I lent Ana 50`, `venmoed Ana 20 for gas`.
    private static func isOwed(_ words: [String], hasAmount: Bool) -> Bool {
        let text = SpokenText(words)
        if words.contains("borrowed"), text.says("from me") || text.says("from us") { return true }
        if hasAmount, isOf("owing", words[0]) { return true }
        return words.indices.dropFirst().contains { place in
            let isToMe = words.indices.contains(place + 1) && isOf("me", words[place + 1])
            let isMine = isOf("mine", words[place - 1])
            switch words[place] {
            case "owes": return isToMe
            case "owe": return isToMe || isMine && hasAmount
            case "refunded": return isToMe && hasAmount
            case let verb:
                return hasAmount && (isOf("lent", verb) || isMine && isOf("owing", verb))
            }
        }
    }

    var reply: String {
        switch self {
        case .given:
            "Money that reaches your bank shows up on its own, so there's nothing to add. If it was cash, say what it was: "
                + "“add income 100 from a gift”."
        case .spent:
            "Money that leaves your bank shows up on its own, so there's nothing to add. If it was cash, say so: “cash: "
                + "lunch 12 yesterday”."
        case .others:
            "I only know what your transactions show, so there's nothing for me to keep. Once their part comes in, tell me, "
                + "and it counts against the expense: “the rent: Kayla paid me back 810”."
        case .sent:
            "Money that leaves your bank shows up on its own, so there's nothing to add. If it was cash, say what it was "
                + "for: “cash: gift 40”."
        case .owed:
            "I keep no list of who owes you what. Once it's been paid back, tell me, and it counts against the expense: "
                + "“the $84 dinner: Ana paid me back 42”."
        }
    }
}
