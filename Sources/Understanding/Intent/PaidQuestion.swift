import Ledger

/// Whether something is paid again and again: `am I still paying for hulu`, `did I cancel max`, `is my gym membership
/// active`; and what something costs that only lists know: `how much is hulu`.
struct PaidQuestion {
    /// The household's merchants of that name; empty where other names or `text` say it.
    let merchants: [String]
    /// Words that name nothing of the household's.
    let text: String?

    /// nil for every other question.
    ///
    /// - Parameter names: what was read in the line.
    init?(_ tokens: [Token], names: [NameMatch], times: [TimeExpression], catalog: any NameCatalog) {
        let places = tokens.indices.filter { tokens[$0].form != .sign || tokens[$0].key == "+" }
        let words = places.map { tokens[$0].key }
        let start = words.firstIndex { !Self.leadIns.contains($0) } ?? 0
        guard times.isEmpty, let frame = Frame(words[start...]) else { return nil }
        let object = Self.object(words, frame.object)
        guard !object.isEmpty, object.count <= 4, words[object].allSatisfy({ !Self.noNames.contains($0) }) else {
            return nil
        }
        let written = places[object.lowerBound]..<places[object.upperBound - 1] + 1
        let known = names.filter { written.overlaps($0.tokens) && !$0.isExcluded && $0.isKnown }
        if !known.isEmpty {
            let whole = places[frame.object.lowerBound]...places[frame.object.upperBound - 1]
            let saysKind = words.contains(where: Self.kinds.contains)
            guard !frame.isPrice, known.allSatisfy({ $0.isBought && $0.tokens.allSatisfy(whole.contains) }),
                // `has my flight been cancelled`
                !frame.isOfState || saysKind || known.contains(where: \.isMerchant),
                !frame.isOfHabit || saysKind || known.allSatisfy({ $0.isMerchant || $0.isBilled })
            else { return nil }
            (merchants, text) = ([], nil)
            return
        }
        let parts = Array(words[object])
        let whole = NameReader.whole(parts, in: catalog, isAfterThe: false)
        let found = whole.isEmpty ? NameReader.begun(with: parts.joined(), in: catalog) : whole
        guard found.isEmpty else {
            if frame.isPrice { return nil }
            (merchants, text) = (found, nil)
            return
        }
        let name = written.reduce(into: "") { name, place in
            name += (name.isEmpty || !tokens[place].hasSpaceBefore ? "" : " ") + tokens[place].text
        }
        // `do I have a car` asks for no payment.
        guard !frame.isVague || KnownMerchants.category(of: name) != nil else { return nil }
        guard frame.isVague || !parts.allSatisfy(Lexicon.builtIn.knows) || KnownMerchants.category(of: name) != nil
        else { return nil }
        (merchants, text) = ([], name)
    }

    private static let leadIns: Set<String> = ["and", "but", "so", "ok", "okay", "hey", "wait", "also", "um", "hm"]
    private static let owners: Set<String> = ["my", "our", "the", "a", "an", "any"]
    private static let kinds: Set<String> = [
        "subscription", "subscriptions", "membership", "account", "plan", "service", "sub", "anymore", "already", "now",
        "currently", "still", "yet", "again",
    ]
    /// Words that make it a question about something else.
    private static let noNames: Set<String> = [
        "more", "less", "too", "much", "it", "that", "this", "them", "those", "these", "everything", "anything",
        "something", "what", "which", "enough", "money", "and", "or", "if", "than", "to", "for", "on", "i", "of",
        "with", "in", "payment", "payments", "order", "transfer", "card", "charge", "bills", "many", "used", "been",
    ]

    /// The words that name something, without those of its kind.
    private static func object(_ words: [String], _ range: Range<Int>) -> Range<Int> {
        var (lower, upper) = (range.lowerBound, range.upperBound)
        while lower < upper, owners.contains(words[lower]) { lower += 1 }
        while lower < upper, kinds.contains(words[upper - 1]) { upper -= 1 }
        return lower..<upper
    }
}

extension PaidQuestion {
    /// The words around what is asked about.
    private struct Frame {
        var object: Range<Int>
        var asksIfEnded = false
        var isPrice = false
        /// Whether its state is asked for: `is … active`.
        var isOfState = false
        /// Whether the words alone do not say that a payment is meant.
        var isVague = false
        /// Whether they may be said of a habit or a thing as well: `stop eating out`, `do I have a dentist`.
        var isOfHabit = false

        init?(_ words: ArraySlice<String>) {
            guard words.count > 2, let first = words.first else { return nil }
            var rest = words.dropFirst()
            func take(_ any: Set<String>) -> Bool {
                guard let next = rest.first, any.contains(next) else { return false }
                rest = rest.dropFirst()
                return true
            }
            object = rest.indices
            let isOwn = ["i", "we"].contains(rest.first ?? "")
            if first == "how" {
                guard take(["much"]), take(["is", "does"]) else { return nil }
                (isPrice, isVague) = (true, true)
                if ["cost", "costs"].contains(rest.last ?? "") { rest = rest.dropLast() }
            } else if isOwn {
                rest = rest.dropFirst()
                _ = take(["still", "currently", "already", "ever", "actually"])
                switch first {
                case "am", "are":
                    _ = take(["being"])
                    guard take(["paying", "subscribed", "charged", "billed"]), take(["for", "to", "by"]) else {
                        return nil
                    }
                case "do":
                    if take(["have"]) {
                        (isVague, isOfHabit) = (true, true)
                    } else {
                        guard take(["pay", "subscribe"]), take(["for", "to"]) else { return nil }
                    }
                case "did", "have":
                    let isQuit = take(Self.quitting)
                    guard isQuit || take(Self.endings) else { return nil }
                    if take(["paying", "subscribing"]) {
                        guard take(["for", "to"]) else { return nil }
                    } else {
                        isOfHabit = isQuit
                    }
                    asksIfEnded = true
                default: return nil
                }
            } else {
                guard ["is", "are", "has", "have"].contains(first) else { return nil }
                if ["me", "us"].contains(rest.last ?? "") { rest = rest.dropLast() }
                guard let state = rest.popLast() else { return nil }
                isOfState = true
                asksIfEnded = Self.ended.contains(state)
                guard
                    asksIfEnded || ["active", "running"].contains(state)
                        || ["charging", "billing"].contains(state) && rest.last == "still"
                else { return nil }
                while ["still", "been", "getting", "being"].contains(rest.last ?? "") { rest = rest.dropLast() }
            }
            object = rest.startIndex..<rest.endIndex
        }

        private static let endings: Set<String> = ["cancel", "cancelled", "canceled", "end", "ended"]
        private static let quitting: Set<String> = ["stop", "stopped", "quit", "drop", "dropped"]
        private static let ended: Set<String> = ["cancelled", "canceled", "stopped", "ended"]
    }
}

extension NameMatch {
    /// Whether it names something of the household's.
    fileprivate var isKnown: Bool {
        switch kind {
        case .merchant, .category, .account: true
        case .unknown, .unknownAccount: false
        }
    }

    fileprivate var isMerchant: Bool { if case .merchant = kind { true } else { false } }

    /// Whether it is of subscriptions or bills.
    fileprivate var isBilled: Bool {
        guard case .category(let ids) = kind else { return false }
        return ids.contains { ["subscription", "rent_bills"].contains(Taxonomy.builtIn[$0]?.guardian) }
    }

    /// Whether money is spent on it.
    fileprivate var isBought: Bool {
        switch kind {
        case .category(let ids): ids.contains { Taxonomy.builtIn[$0]?.flow == .out }
        case .merchant: true
        default: false
        }
    }
}
