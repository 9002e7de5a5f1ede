import Ledger

/// A reply that is made of facts: each sentence that holds a figure is the whole phrase of one, so that a reader of the reply
/// and a model that points at the facts are told the same.
struct FactReply {
    private var sentences: [String] = []
    private(set) var facts: [Fact] = []

    var text: String { sentences.joined(separator: " ") }

    /// Adds a fact as a sentence of its own.
    ///
    /// - Parameter lead: words before it, which hold no figure: `Yes: `, `In September, `.
    mutating func tell(_ fact: Fact?, after lead: String = "") {
        guard let fact, let phrase = fact.wording else { return }
        facts.append(fact)
        say(lead + phrase.text + ".")
    }

    /// Adds what a reader need not be told but a model may: an answer, a part.
    mutating func offer(_ more: [Fact]) { facts += more }

    /// Adds a sentence without a figure.
    mutating func say(_ sentence: String?) {
        guard let sentence, !sentence.isEmpty else { return }
        sentences.append(sentence.prefix(1).uppercased() + sentence.dropFirst())
    }
}
