import Ledger
import Store
import Understanding

/// What most likely is a rent or a mortgage, said where a question names one and no row is filed as such.
struct HomeOffer: Sendable {
    /// As the question called it: `rent` or `mortgage`.
    let category: String
    let home: LikelyHome
    /// The question, which a yes answers anew.
    let question: String
}

extension Coach {
    private static let homes = ["rent", "mortgage"]

    /// Adds to an answer about a rent that no row is filed under who is most likely paid it, as a question.
    mutating func offerHome(beside answer: inout Answer) throws {
        guard !talk.deniesHome, answer.clarify == nil, answer.choices.isEmpty,
            let category = Coach.homes.first(where: answer.names),
            let home = try index.likelyHome()
        else { return }
        talk.home = HomeOffer(category: category, home: home, question: answer.question)
        let amount = Money(home.amount, home.currency).text
        let name = index.taxonomy.displayName(category).lowercased()
        let question = "Is that your \(name)?"
        // “Zelle to Kyle Benson” is called so by its service.
        let payee = (home.merchant.contains(" to ") ? "out as " : "to ") + home.merchant
        answer.reply +=
            " I don't see any \(name) payments. \(home.isSteady ? "" : "About ")\(amount) a month goes \(payee) "
            + "(filed under \(index.taxonomy.displayName(home.categoryID))). \(question)"
        answer.understood.clarification = Clarification(need: .choice, text: question)
    }

    /// `yes` to who was offered as the landlord: files the payments, and answers the question again.
    ///
    /// - Returns: nil for a line that says something else.
    mutating func homeGoesOn(_ line: String) throws -> Answer? {
        guard let offer = talk.home else { return nil }
        talk.home = nil
        guard let said = YesOrNo(line) else { return nil }
        let understood = Understood(intent: .edit, confidence: 1, query: Query())
        guard case .yes = said, let row = try index.transaction(id: offer.home.row) else {
            talk.deniesHome = true
            return plain(
                line, understood, "Okay, it stays where it is. `coach review` asks what other payments are for.")
        }
        let wish = EditWish(change: .category(offer.category), isRule: true)
        let filed = try change(line, understood, wish, [row], matched: 1)
        var answer = try unnoted(offer.question)
        answer.question = line
        answer.reply = filed.reply + " " + answer.reply
        return answer
    }
}

extension Answer {
    /// Whether the question behind it is of a category, or leaves it out.
    fileprivate func names(_ category: String) -> Bool {
        requests.contains { request in
            switch request {
            case .ask(let ask): ask.selection.filter.names(category)
            case .recurring(let ask): ask.filter.names(category)
            default: false
            }
        }
    }
}

extension RowFilter {
    /// Whether a condition on rows is of this category, or of all but it.
    fileprivate func names(_ category: String) -> Bool {
        switch self {
        case .category(let id): id == category
        case .and(let parts), .or(let parts): parts.contains { $0.names(category) }
        case .not(let part): part.names(category)
        default: false
        }
    }
}
