import Ledger
import Store

/// One question about what is uncertain, with the answers that can be given.
public struct ReviewItem: Sendable, Equatable {
    public struct Choice: Sendable, Equatable {
        /// A word for it, for scripts; of a category its id.
        public let key: String
        /// For people.
        public let text: String
        let effect: ReviewEffect
    }

    public let key: ReviewAnswerKey
    public let question: String
    /// The first one is what is most likely meant; numbered from 1.
    public let choices: [Choice]
    /// What it is about, the oldest row first; of a merchant its latest.
    public let transactions: [Transaction]
    /// What may be counted wrongly; positive.
    public let stake: Money
    /// How many rows the answer concerns.
    public let rows: Int

    /// What the name of any category, as an answer, files under it; nil where such a name is none.
    var filing: Filing?

    /// What is filed under a category.
    enum Filing: Sendable, Equatable {
        case merchant(Int64)
        case rows([Int64])

        func effect(_ category: String) -> ReviewEffect {
            switch self {
            case .merchant(let merchant): .categorise(merchant: merchant, category: category)
            case .rows(let rows): .file(rows: rows, category: category)
            }
        }
    }

    /// `d812-813`: stays the same as long as the question is open.
    public var id: String { key.id }

    /// Whether the name of any category is an answer.
    public var takesCategories: Bool { filing != nil }

    /// - Parameter answer: the number of a choice or its word; upper and lower case are the same.
    func choice(_ answer: String) -> Choice? {
        let word = answer.lowercased()
        if let number = Int(word), choices.indices.contains(number - 1) { return choices[number - 1] }
        return choices.first { $0.key == word }
    }

    public var json: JSON {
        .object([
            ("id", .string(id)), ("kind", .string(key.kind.rawValue)), ("question", .string(question)),
            (
                "choices",
                .array(
                    choices.enumerated().map { number, choice in
                        .object([
                            ("number", .int(number + 1)), ("choice", .string(choice.key)),
                            ("text", .string(choice.text)),
                        ])
                    })
            ),
            ("amount_cents", .integer(stake.minorUnits)), ("currency", .string(stake.currency.code)),
            ("rows", .int(rows)), ("transactions", .array(transactions.map(\.json))),
        ])
    }
}

extension ReviewAnswerKey {
    /// A letter and the numbers of what it is about.
    public var id: String {
        let numbers = second == 0 ? String(first) : "\(first)-\(second)"
        return ReviewAnswerKey.letter(kind) + numbers
    }

    /// - Parameter id: as `id` writes it.
    public init?(id: String) {
        guard let letter = id.first?.lowercased(),
            let kind = Kind.allCases.first(where: { ReviewAnswerKey.letter($0) == letter })
        else { return nil }
        let numbers = id.dropFirst().split(separator: "-", omittingEmptySubsequences: false).map { Int64($0) }
        guard (1...2).contains(numbers.count), let first = numbers[0], let second = numbers.count == 2 ? numbers[1] : 0
        else { return nil }
        self.init(kind: kind, first: first, second: second)
    }

    private static func letter(_ kind: Kind) -> String {
        switch kind {
        case .duplicate: "d"
        case .pending: "p"
        case .transfer: "t"
        case .category: "m"
        case .payback: "b"
        }
    }
}

/// Why an answer cannot be taken, in words for people.
public struct ReviewError: Error, Equatable, Sendable {
    public enum Reason: Sendable, Equatable {
        /// There is no such question, or it is answered.
        case noQuestion
        /// The question has no such choice.
        case noChoice
    }

    public let reason: Reason
    public let message: String
}
