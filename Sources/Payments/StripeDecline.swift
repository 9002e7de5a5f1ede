/// What Stripe's codes mean, in words for people. What Stripe writes itself is not shown: it may name what was sent.
enum StripeDecline {
    /// Why a card said no (https://docs.stripe.com/declines/codes).
    static func words(code: String, decline: String?) -> String {
        switch (code, decline ?? "") {
        case (_, "insufficient_funds"): "The card doesn't have enough money on it."
        case ("expired_card", _): "The card has expired."
        case ("incorrect_cvc", _), ("invalid_cvc", _): "The card's security code is wrong."
        case ("processing_error", _): "The bank couldn't process it. Try again in a moment."
        case ("authentication_required", _), (_, "authentication_required"):
            "The bank wants the cardholder to confirm it."
        case ("payment_intent_authentication_failure", _): "The cardholder didn't confirm it at the bank."
        // Not said to whoever holds the card (Stripe's advice on lost and stolen cards).
        case ("card_declined", _): "The bank declined the card."
        default: "The card was declined."
        }
    }

    /// Why a request was refused.
    static func refusal(_ code: String) -> String {
        switch code {
        case "amount_too_small": "that's less than Stripe charges, about 50 cents"
        case "amount_too_large": "that's more than Stripe charges at once"
        case "charge_already_refunded": "all of it has gone back already"
        case "resource_missing": "Stripe knows no such card or payment"
        default: "Stripe refused the request; check the amount, the currency, and the card"
        }
    }
}
