/// Amounts by which one charge is told from others: `that $1742 charge`, `the charge for 1742`.
extension QuestionReading {
    private static let nouns: Set<String> = ["charge", "payment", "purchase", "transaction", "debit", "withdrawal"]
    private static let others: Set<String> = nouns.union([
        "charges", "charged", "payments", "purchases", "transactions",
    ])
    private static let pointers: Set<String> = ["the", "that", "this", "a", "my", "an"]

    /// Whether a number stands where the amount of a charge does: `charge for 1742`, `that 172 charge`.
    static func isOfCharge(_ amount: AmountExpression, tokens: [Token]) -> Bool {
        let (start, end) = (amount.tokens.lowerBound, amount.tokens.upperBound)
        guard amount.relation == .exactly, tokens[amount.tokens].contains(where: { $0.form == .number }) else {
            return false
        }
        if end < tokens.count, nouns.contains(tokens[end].key) {
            return start > 0 && pointers.contains(tokens[start - 1].key)
        }
        guard start > 1, ["for", "of"].contains(tokens[start - 1].key), nouns.contains(tokens[start - 2].key) else {
            return false
        }
        return end == tokens.count || tokens[end].form == .sign || FunctionWords.prepositions.contains(tokens[end].key)
            || ["last", "this", "yesterday"].contains(tokens[end].key)
    }

    /// Whether an amount of whole units is asked about as that of a charge, whose cents nobody remembers.
    func asksOfCharge(of amount: AmountExpression) -> Bool {
        amount.amount % amount.currency.minorPerMajor == 0
            && !tokens[amount.tokens].contains { ["exactly", "equal"].contains($0.key) || $0.key.contains(".") }
            && keys.contains(where: QuestionReading.others.contains)
    }

    /// `charge for 1284.36`, `the $172 charge at heb`: nothing but a charge, by its amount.
    var namesCharge: Bool {
        guard amounts.count == 1, QuestionReading.isOfCharge(amounts[0], tokens: tokens) else { return false }
        return units.allSatisfy { unit in
            unit.slot != nil && unit.slot != .name
                || unit.tokens.allSatisfy { place in
                    FunctionWords.all.contains(keys[place]) || QuestionReading.nouns.contains(keys[place])
                }
        }
    }
}
