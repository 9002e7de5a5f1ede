import Ledger

/// What a category says about whether its charges can recur, and what such a stream is called.
enum RecurringCategory {
    /// Bought on the spot, by choice each time: only one price in a tight rhythm makes a stream of it.
    case visit
    /// As `visit`, and so frequent that a weekly habit is never a subscription.
    case habit
    /// Owed at every term, also in amounts that vary.
    case bill
    /// Ordered once, charged until it is cancelled.
    case subscription
    /// Money that is expected again: pay, benefits, interest.
    case income
    /// Nothing is known of it.
    case unknown
    /// Never recurring by its nature.
    case never

    init(_ id: String) {
        self =
            switch id {
            case "coffee", "restaurants", "fast_food", "alcohol", "fuel", "convenience_stores", "taxi", "parking",
                "food", "gambling":
                .habit
            case "cash", "atm_fee", "late_fee", "foreign_fee", "interest_charge", "tax_refund", "cash_deposit",
                "loan_proceeds", "cashback":
                .never
            case "streaming", "music", "software", "games", "fitness", "home_security": .subscription
            case "housing", "rent", "mortgage", "utilities", "electricity", "water", "internet", "phone", "insurance",
                "car_payment", "loans", "student_loan", "storage", "family", "education", "giving", "taxes", "services",
                "fees":
                .bill
            case "salary", "benefits", "rental_income", "interest_income", "dividends", "income": .income
            case "other", "people", "checks", "transport", "entertainment", "books", "personal_care", "health",
                "reimbursement", "shopping", "online_shopping", "hobbies":
                .unknown
            default: .visit
            }
    }

    /// What a stream of this category is to the person who pays it.
    ///
    /// - Parameter monthly: what it comes to in a month, in major units.
    static func group(category: String, isSteady: Bool, monthly: Double) -> RecurringStream.Group {
        switch RecurringCategory(category) {
        case .subscription, .habit: return .subscription
        case .bill, .never: return .bill
        case .income: return .income
        case .visit, .unknown: break
        }
        switch category {
        case "people", "checks", "health", "doctor", "dental", "vision", "veterinary", "pharmacy", "laundry",
            "public_transit", "hair_beauty":
            return .bill
        // An unknown payee's larger sums are rather a bill: rent, a loan, a school.
        case "other": return isSteady && monthly <= 100 ? .subscription : .bill
        default: return .subscription
        }
    }
}
