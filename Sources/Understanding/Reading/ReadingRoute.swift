import Ledger

/// Decides whether a line is answered as a question about rows, as the grammar reads it, or goes to the handler of
/// another kind of request.
///
/// The grammar and the intents were made from different things. Where they agree the reading stands; where they differ,
/// the one that leaves nothing unread has to say more than a name and a day.
public enum ReadingRoute: Sendable {
    case ask(LineReader.Candidate)
    /// Another handler's.
    case other
    /// Too much was left unread: the readings to offer, likeliest first.
    case unclear([LineReader.Candidate])

    private static let asks: Set<Intent> = [.spending, .transactions, .income, .cashFlow]
    /// What reads prices, limits and corrections out of a line by itself.
    private static let ofAmounts: Set<Intent> = [.purchase, .budget, .edit, .help]
    /// What a line that goes on from rows has to leave nothing unread for.
    private static let certain: Set<Intent> = [.purchase, .budget, .edit, .help, .outOfScope]

    /// Whether a reading as a question about payments that recur, accounts or the days to come stands beside what the
    /// intents have.
    private static func takes(_ best: LineReader.Candidate, beside intent: Intent) -> Bool {
        if best.isOrder { return false }
        switch (intent, best.request) {
        case (.recurring, .recurring), (.balance, .balance), (.netWorth, .balance), (.balance, .forecast),
            (.netWorth, .forecast), (.forecast, .forecast):
            return true
        case (.purchase, .forecast), (.budget, .forecast), (.purchase, .balance):
            return best.unread.isEmpty && best.contentWords > 1 && !best.namesAmount
        default: break
        }
        switch intent {
        case .help where best.isFollowUp: return best.unread.isEmpty
        case .edit, .budget, .purchase, .help, .advice, .forecast: return best.unread.isEmpty && best.contentWords > 1
        default: return best.unread.isEmpty
        }
    }

    /// Whether a reading says enough of the household's own to stand against the view that the line is about something else.
    private static func isOwn(_ best: LineReader.Candidate, isSure: Bool) -> Bool {
        guard best.searched.isEmpty else {
            // `who has sent us money with Zelle`: what it asks of rows is said, and rows hold the words.
            if !best.searchesInVain, !best.isOrder, best.weightOfSaid > 2, best.saysOurs { return true }
            // `rosa this year`: words of its rows, and next to nothing else.
            return !best.searchesInVain && !best.asksWhat && best.contentWords < 5 && best.weightOfSaid > 0
        }
        // A shop of one's own and an amount to hold rows against are asked of nobody else.
        let weight = best.weightOfSaid + (best.namesOwnMerchant ? 1 : 0) + (best.namesAmount ? 1 : 0)
        return weight > 2 || weight > 1 && best.namesSomething && !isSure
            || best.contentWords < 4 && best.weightOfSaid > 0
    }

    /// Whether it is in doubt if the line is about rows.
    private static func offersRows(_ understood: Understood) -> Bool {
        understood.clarification?.readings.contains { asks.contains($0.intent) } ?? false
    }

    /// - Parameters:
    ///   - candidates: the readings, best first.
    ///   - understood: the same line as the intents have it.
    ///   - isElsewhere: whether the answer before was none about rows, so that a line that goes on is not either.
    ///   - chanceOfRows: how likely the line is a question about rows, from 0 to 1.
    public init(
        _ candidates: [LineReader.Candidate], beside understood: Understood, isElsewhere: Bool,
        chanceOfRows: () -> Double? = { nil }
    ) {
        let asksRows = ReadingRoute.asks.contains(understood.intent)
        var found = candidates
        if let best = found.first, case .recurring = best.request, !best.unread.isEmpty,
            let whole = found.firstIndex(where: { $0.isWhole && $0.unread.isEmpty && $0.weightOfSaid > 1 })
        {
            // What leaves nothing unread goes before what does.
            found.insert(found.remove(at: whole), at: 0)
        }
        if let best = found.first, best.isOfNoRows {
            if ReadingRoute.takes(best, beside: understood.intent) {
                self = .ask(best)
                return
            }
            found.removeAll(where: \.isOfNoRows)
        }
        if asksRows, !(understood.isFollowUp && isElsewhere), case .other? = found.first?.request {
            // Both have to say that it is none about rows.
            found.removeAll { if case .ask = $0.request { false } else { true } }
        }
        let goesBack = understood.isUnread || understood.intent == .outOfScope || found.first?.goesBack ?? false
        guard !understood.asksOfSomebody, let best = found.first, case .ask = best.request,
            !isElsewhere || best.isWhole || asksRows && best.unread.isEmpty && !understood.isFollowUp
                || goesBack && best.isFollowUp && best.namesSomething && best.unread.isEmpty
        else {
            self = .other
            return
        }
        let intent = understood.intent
        let isRead = best.unread.isEmpty
        let isShort = best.contentWords < 4 && !best.isOrder
        let goesOn = best.isFollowUp && !best.isOrder
        let stands =
            switch intent {
            case _ where best.goesBack: true
            case .purchase where best.namesCheck, .outOfScope where best.namesCheck, .balance where best.namesCheck:
                true
            // What nothing else reads is the grammar's, if it goes on or says all.
            case _ where understood.isUnread: goesOn || isRead && best.isWhole || best.namesCheck
            case _
            where isRead
                && (goesOn || best.isExtremeOfNamed
                    || best.namesSomething && (best.asksWhether || best.isHeldAgainstUsual))
                && ReadingRoute.offersRows(understood):
                true
            case _ where asksRows:
                understood.clarification.map {
                    !$0.readings.isEmpty && (best.weightOfSaid > 1 || goesOn)
                        || isRead && (best.weightOfSaid > 2 || goesOn && best.isOfOneRow)
                } ?? true
            case _
            where goesOn && !understood.isFollowUp && !understood.saysSubject && !ReadingRoute.certain.contains(intent):
                true
            case .help where goesOn && isRead: true
            // `what's on it since May 1`, which is no question about what it holds
            case .balance where goesOn && isRead && best.saysDays && best.asksChargesSince: true
            case .purchase where goesOn && isRead && !best.namesAmount,
                .budget where goesOn && isRead && !best.namesAmount:
                true
            // `average vet visit without the $612 one`: figures of rows there are, and nothing to buy.
            case .purchase where isRead && best.isWhole && best.measuresOthers: true
            // `the months groceries went over $800`: groups that meet a condition, and no limit of theirs.
            case .budget where isRead && best.isWhole && best.countsGroups: true
            // `and lowes? all of it` names nothing to be done.
            case .edit where goesOn && isRead && understood.clarification?.need == .category && best.namesSomething:
                true
            // `the bakery as a % of groceries` files nothing.
            case .edit where isRead && best.isShare: true
            case .edit:
                isRead
                    && (goesOn && (best.leavesOut || best.continues || best.cutsUp)
                        || best.isWhole && best.weightOfSaid > 3
                        || best.leavesOut && best.saysDays && best.namesSomething && best.weightOfSaid > 1)
            // `take out the hotel`, after what made a month dear.
            case .advice where goesOn && isRead && best.leavesOut && best.namesSomething: true
            // `how many months did I overspend` is a count, whatever overspending asks for otherwise.
            case .advice where isRead && best.countsOrWeighs: true
            case _ where ReadingRoute.ofAmounts.contains(intent): isRead && best.isWhole && best.weightOfSaid > 3
            case .outOfScope where best.isSurelyAsk(chanceOfRows): true
            case .outOfScope:
                goesOn && !best.asksOfUnread
                    && (isRead || best.namesSomething && best.unread.count < 3 || best.isNearlyReadFragment)
                    || isRead && !best.isOrder && ReadingRoute.isOwn(best, isSure: understood.confidence > 0.94)
            case .summary:
                // A day alone is what a summary is of.
                isRead
                    && (goesOn && !understood.isFollowUp || best.weightOfSaid > 2
                        || best.namesOwnMerchant && best.searched.isEmpty)
            case .recurring where isRead && best.namesSomething && !best.saysStreams && !understood.isFollowUp:
                best.asksWhether || best.saysDays || best.weightOfSaid > 2 || best.isExtremeOfNamed
            default:
                isRead
                    && (best.isFollowUp && !understood.isFollowUp || best.weightOfSaid > 2
                        || best.saysDays && isShort && !understood.isFollowUp)
            }
        guard stands else {
            self = .other
            return
        }
        let left = best.unread.count
        guard left > 1, left * 2 >= best.contentWords, !best.isDescribedShop else {
            self = .ask(best)
            return
        }
        let readings = found.filter { if case .ask = $0.request { true } else { false } }
        self = .unclear(Array(readings.prefix(2)))
    }
}

extension LineReader.Candidate {
    /// `highest electric bill and when`: one row, and not which of several payments costs the most.
    fileprivate var isExtremeOfNamed: Bool {
        guard case .ask(let ask) = request, namesSomething, !saysStreams, ask.grouping == nil else { return false }
        return ask.measure == .largest || ask.measure == .smallest
    }

    /// `was the water bill in May higher than usual`
    fileprivate var isHeldAgainstUsual: Bool {
        guard case .ask(let ask) = request, case .usual? = ask.against else { return false }
        return weightOfSaid > 1
    }

    /// Whether it speaks of the household itself.
    fileprivate var saysOurs: Bool {
        !Set(words).isDisjoint(with: ["i", "we", "us", "my", "our", "me", "ive", "weve"])
    }

    /// Whether it asks what part of a whole something is.
    fileprivate var isShare: Bool {
        guard case .ask(let ask) = request, namesSomething, case .share = ask.measure else { return false }
        return true
    }

    /// Whether it asks which months, or how many of them, meet a condition.
    fileprivate var countsGroups: Bool {
        guard case .ask(let ask) = request, ask.condition != nil else { return false }
        if case .count(let unit) = ask.measure { return unit.isOfTime }
        return ask.grouping?.isOfTime ?? false
    }

    /// Whether it is of all but some rows, and of how they are on average.
    fileprivate var measuresOthers: Bool {
        guard case .ask(let ask) = request, namesSomething else { return false }
        switch ask.measure {
        case .average, .median: return leavesOut
        default: return false
        }
    }

    /// Whether it is cut up by shops, days, or the like: `split that by month`.
    fileprivate var cutsUp: Bool {
        guard case .ask(let ask) = request else { return false }
        return ask.grouping != nil && clauses.contains { if case .by = $0.clause { true } else { false } }
    }

    /// Whether it counts days, weeks or months, or holds a figure against an amount.
    fileprivate var countsOrWeighs: Bool {
        guard case .ask(let ask) = request else { return false }
        if case .amount? = ask.against { return true }
        if case .count(let unit) = ask.measure { return unit != .transaction }
        return false
    }

    /// Whether what the line shows of its shape is that of a question about rows, and it names some of the household's own.
    fileprivate func isSurelyAsk(_ chanceOfRows: () -> Double?) -> Bool {
        // A shop of one's own, what is asked of it, and one word more.
        let asksOfShop = namesOwnMerchant && weightOfSaid > 1 && unread.count < 2 && contentWords > 2
        let isNamed = namesOwnMerchant && unread.count < 3 || namesSomething && unread.count < 2 && searched.isEmpty
        guard !isOrder, asksOfShop || isNamed, let chance = chanceOfRows() else { return false }
        return chance > (asksOfShop ? 0.5 : 0.95)
    }

    /// Whether it asks of a check by its number, which is no price.
    fileprivate var namesCheck: Bool {
        !isOrder
            && clauses.contains { placed in
                guard case .name = placed.clause, placed.tokens.count > 1 else { return false }
                return ["check", "cheque"].contains(keys[placed.tokens.lowerBound])
                    && keys[placed.tokens.upperBound - 1].allSatisfy(\.isNumber)
            }
    }

    /// Whether all that was not understood is a few words right before one shop of the household: `piano rental at Steinway`
    /// is told as all of that shop, less those words.
    fileprivate var isDescribedShop: Bool {
        let shops = clauses.filter { placed in
            if case .name(let match) = placed.clause, case .merchant = match.kind { true } else { false }
        }
        guard namesOwnMerchant, shops.count == 1, unread.count < 4 else { return false }
        let left = Set(unread.map { $0.lowercased() })
        var start = shops[0].tokens.lowerBound
        while start > 0, left.contains(keys[start - 1]) || FunctionWords.all.contains(keys[start - 1]) { start -= 1 }
        return left.isSubset(of: keys[start..<shops[0].tokens.lowerBound])
    }

    /// `what's on it since May 1`
    fileprivate var asksChargesSince: Bool { keys.contains("since") && keys.contains("on") }

    /// Whether what it asks for is a word that was not understood: `what's the weather in San Diego`.
    fileprivate var asksOfUnread: Bool {
        let said = keys.drop {
            ["so", "and", "ok", "the", "is", "what", "whats", "hows", "how", "my", "our"].contains($0)
        }
        guard asksWhat || ["hows", "how"].contains(keys.first ?? ""), let first = said.first else { return false }
        return unread.contains { $0.lowercased() == first }
    }

    /// Whether it asks something of the answer before it in a few words, all but one of which are understood.
    fileprivate var isNearlyReadFragment: Bool {
        unread.count == 1 && contentWords < 6 && (weightOfSaid > 0 || namesAmount)
    }

    /// Whether it is of the one row that the answer before it named: `how much was it`.
    fileprivate var isOfOneRow: Bool {
        guard case .ask(let ask) = request else { return false }
        return ask.view == .rows && ask.limit == 1
    }

    /// Whether it is read by the grammar, and none about rows.
    fileprivate var isOfNoRows: Bool {
        switch request {
        case .recurring, .balance, .forecast: true
        default: false
        }
    }
}
