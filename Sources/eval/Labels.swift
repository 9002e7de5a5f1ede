import Ledger
import Understanding

/// Which of our intents answer a question that other people labelled in their own way.
enum Labels {
    /// - Returns: nil where the label does not tell (a greeting that may be anything, "how do I check my balance").
    /// - Parameter areOurs: whether the labels are intents of ours: others call by the same names what may be more.
    static func acceptable(_ labels: [String], areOurs: Bool) -> Set<Intent>? {
        if areOurs { return Set(labels.compactMap(Intent.init(rawValue:))) }
        guard labels.count == 1, let label = labels.first, !combined.contains(label) else {
            return acceptableSet(Set(labels))
        }
        return single[label] ?? [.outOfScope]
    }

    /// Labels of one intent a line; all that are not listed are out of scope.
    private static let single: [String: Set<Intent>] = [
        "spending_history": [.spending, .transactions, .summary, .unusual, .advice],
        "transactions": [.transactions, .spending],
        "balance": [.balance, .purchase, .forecast, .netWorth],
        "income": [.income, .cashFlow, .forecast],
        "payday": [.income, .recurring, .forecast],
        "bill_due": [.recurring],
        "bill_balance": [.recurring, .spending, .balance],
        "min_payment": [.recurring, .balance, .outOfScope],
        "report_fraud": [.unusual, .outOfScope],
        "credit_limit": [.outOfScope, .balance, .budget],
        "rewards_balance": [.outOfScope, .balance],
        "taxes": [.outOfScope, .spending],
        "greeting": [.help], "what_can_i_ask_you": [.help], "thank_you": [.help], "goodbye": [.help],
        "are_you_a_bot": [.help, .outOfScope], "what_is_your_name": [.help, .outOfScope],
        "transaction_charged_twice": [.unusual, .outOfScope],
        "extra_charge_on_statement": [.unusual, .outOfScope, .transactions],
        "card_payment_not_recognised": [.unusual, .outOfScope],
        "direct_debit_payment_not_recognised": [.unusual, .outOfScope],
        "cash_withdrawal_not_recognised": [.unusual, .outOfScope],
        "card_payment_fee_charged": [.unusual, .outOfScope], "cash_withdrawal_charge": [.unusual, .outOfScope],
        "transfer_fee_charged": [.unusual, .outOfScope], "pending_card_payment": [.outOfScope, .transactions],
        "Refund_not_showing_up": [.outOfScope, .transactions], "pending_cash_withdrawal": [.outOfScope, .transactions],
        "meaning_of_life": [.outOfScope, .help], "who_made_you": [.outOfScope, .help], "yes": [.outOfScope, .help],
        "no": [.outOfScope, .help], "maybe": [.outOfScope, .help], "repeat": [.outOfScope, .help],
        "cancel": [.outOfScope, .help], "who_do_you_work_for": [.outOfScope, .help],
        "how_old_are_you": [.outOfScope, .help], "where_are_you_from": [.outOfScope, .help],
    ]

    /// Labels of the set in which a line has several.
    private static let combined: Set<String> = [
        "affirm", "deny", "dont_know", "acknowledge", "greet", "end_call", "handoff", "thank", "repeat", "balance",
        "how_much", "request_info", "transfer_payment_deposit", "more_higher_after", "less_lower_before", "when",
        "standing_order", "direct_debit",
    ]

    /// About the bank's own services: nothing that a spending coach can do.
    private static let services: Set<String> = [
        "cancel_close_leave_freeze", "change", "make_open_apply_setup_get_activate", "wrong_notworking_notshowing",
        "lost_stolen", "limits", "business", "contactless", "international", "appointment", "arrival", "cheque", "loan",
        "overdraft", "pin", "handoff", "how", "card", "fees_interests", "withdrawal", "new", "existing", "how_long",
    ]

    private static func acceptableSet(_ labels: Set<String>) -> Set<Intent>? {
        if labels == ["balance"] { return [.balance, .purchase, .forecast, .netWorth] }
        if !labels.isDisjoint(with: [
            "affirm", "deny", "dont_know", "acknowledge", "greet", "end_call", "thank", "repeat",
        ]) {
            return labels.isSubset(of: ["greet", "thank", "end_call"]) ? [.help] : nil
        }
        if labels.isSuperset(of: ["request_info", "transfer_payment_deposit"]),
            labels.contains("wrong_notworking_notshowing")
        {
            return nil
        }
        if !labels.isDisjoint(with: services) {
            return labels.isDisjoint(with: [
                "how_much", "balance", "when", "why", "more_higher_after", "less_lower_before",
            ])
                && labels.isDisjoint(with: ["standing_order", "direct_debit"]) && !labels.contains("fees_interests")
                && !labels.contains("how")
                && !(labels.contains("request_info") && labels.contains("withdrawal"))
                ? [.outOfScope] : nil
        }
        let pays = labels.contains("transfer_payment_deposit")
        if labels.isSuperset(of: ["balance", "how_much"]) { return [.balance, .spending, .netWorth] }
        if pays, labels.contains("how_much") { return [.spending, .transactions, .income] }
        if pays, !labels.isDisjoint(with: ["more_higher_after", "less_lower_before"]), labels.count > 2 {
            return [.spending, .transactions, .unusual]
        }
        if labels.isSuperset(of: ["transfer_payment_deposit", "when"]) {
            return [.transactions, .recurring, .spending]
        }
        return nil
    }
}
