import Ledger

/// Money that is moved and not spent: `what did I put into savings`, `transfers to my brokerage`.
extension QueryBuilder {
    /// Restricts a question about such a move to the rows of the account that it reached, or that it left.
    func applyMoves(to query: inout Query) {
        guard [.spending, .transactions, .cashFlow].contains(intent), query.measure != .share, let move = reading.move
        else { return }
        let accounts = accounts(of: move)
        if accounts.isEmpty {
            query.text = move.unknown
            query.direction = .out
            query.accounts = []
        } else {
            query.accounts = accounts
            query.direction = move.isInto ? .in : .out
            query.categories.removeAll { context.taxonomy[$0]?.flow == .transfer }
        }
        query.kinds = [.transfer]
        query.merchants = []
    }

    /// The household's accounts that a move names, by their names or by what is kept in them.
    private func accounts(of move: QuestionReading.Move) -> [String] {
        let types: [AccountType]
        switch move.name.kind {
        case .account(let names): return names
        case .category(let ids) where ids == ["savings_transfer"]: types = [.savings]
        case .category(let ids) where ids == ["investment_transfer"]: types = [.investment, .retirement]
        default: return []
        }
        return context.names.accounts.filter { types.contains($0.type) }.map(\.name)
    }
}

extension QuestionReading {
    /// A move of money that a question asks about.
    struct Move {
        /// The account, as it is named.
        var name: NameMatch
        var isInto: Bool
        /// What an account that does not exist is called.
        var unknown: String? {
            if case .unknownAccount(let text) = name.kind { text } else { nil }
        }
    }

    private static let verbs: Set<String> = [
        "put", "putting", "move", "moved", "moving", "transfer", "transferred", "transferring", "send", "sent",
        "sending", "deposit", "deposited", "stash", "stashed", "sock", "socked", "add", "added", "contribute",
        "contributed", "save", "saved", "saving", "invest", "invested", "transfers", "contributions", "contribution",
        "deposits", "take", "took", "taken", "withdraw", "withdrew", "withdrawn", "pull", "pulled", "withdrawals",
    ]
    private static let nouns: Set<String> = ["transfers", "transfer", "contributions", "contribution", "deposits"]

    /// nil where no money is moved to or from an account. What is moved onto a card pays it off.
    var move: Move? {
        for name in names where !name.isExcluded && isMovedTo(name) {
            let first = name.tokens.lowerBound
            var before = first - 1
            while before >= 0, FunctionWords.determiners.contains(keys[before]) { before -= 1 }
            let lead =
                ["into", "to", "in", "towards", "toward", "from"].contains(keys[first])
                ? keys[first] : before >= 0 ? keys[before] : ""
            let next = name.tokens.upperBound < keys.count ? keys[name.tokens.upperBound] : ""
            // `savings transfers`
            if QuestionReading.nouns.contains(next) || QuestionReading.nouns.contains(keys[name.tokens.upperBound - 1]),
                !["from", "of"].contains(lead)
            {
                return Move(name: name, isInto: true)
            }
            let verb =
                keys[..<max(first, 0)].contains(where: QuestionReading.verbs.contains)
                || name.tokens.contains { QuestionReading.verbs.contains(keys[$0]) }
            guard verb else { continue }
            if ["into", "to", "in", "towards", "toward"].contains(lead) || keys[name.tokens].contains("into")
                || keys[name.tokens].contains("to") || keys[name.tokens].contains("in")
            {
                return Move(name: name, isInto: true)
            }
            if ["from", "out"].contains(lead) { return Move(name: name, isInto: false) }
        }
        return nil
    }

    private func isMovedTo(_ name: NameMatch) -> Bool {
        switch name.kind {
        case .account, .unknownAccount: true
        case .category(let ids): ids == ["savings_transfer"] || ids == ["investment_transfer"]
        default: false
        }
    }
}
