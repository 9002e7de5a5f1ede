import Ledger
import Testing

@testable import Understanding

/// Every rule of `rag-index/grammar/phrases.tsv` reads the example that stands beside it.
@Suite struct PhraseGrammarTests {
    @Test func everyRuleReadsItsExample() {
        let grammar = PhraseGrammar.builtIn
        for (number, rule) in grammar.rules.enumerated() {
            let tokens = Tokenizer.tokens(of: rule.example)
            let amounts = AmountReader(
                tokens: tokens, taken: [Bool](repeating: false, count: tokens.count), home: .usd
            ).amounts()
            // A name may stand anywhere.
            let names = tokens.indices.map { $0..<$0 + 1 }
            let found = grammar.clauses(in: tokens.map(\.key), amounts: amounts, names: names)
            #expect(
                found.contains { $0.rule == number && $0.tokens == tokens.indices },
                "\(rule.phrase) does not read “\(rule.example)”")
        }
    }
}
