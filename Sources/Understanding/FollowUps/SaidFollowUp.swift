import Ledger

/// What words of a line that goes on do to the names beside them.
extension QuestionReading {
    /// `jeez. and in october?`: what is said after a word that only cries out; nil where none does.
    var afterExclamation: String? {
        guard tokens.count > 3, tokens[0].form == .word, [".", "!", ","].contains(tokens[1].key),
            !FunctionWords.all.contains(tokens[0].key), !Lexicon.builtIn.knows(tokens[0].key),
            names.allSatisfy({ name in
                if case .unknown = name.kind { return true }
                return !name.tokens.contains(0)
            })
        else { return nil }
        return text(of: 2..<tokens.count)
    }
}
