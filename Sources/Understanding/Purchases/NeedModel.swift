import Glibc
import Ledger
import Resources

/// What a line says of the thing that it is about, by all of its words: a second opinion beside the thing that it names and the
/// phrases that tables hold. Learned by `rag-index/advice/train-needs.py` from lines that people judged.
struct NeedModel: Sendable {
    /// In the order of the model's labels.
    enum Trait: Int, CaseIterable {
        /// One cannot well do without it.
        case need
        /// It can wait.
        case later
        /// What one has still does.
        case works
        /// It would hardly be used, there is enough of it, or it isn't worth its price.
        case doubt
    }

    static let builtIn = NeedModel(LinearModel(Resource.named("rag-index/advice/needs.bin")))

    /// From these chances on the line's words are sure.
    private static let (surely, hardly) = (0.75, 0.1)

    private let model: LinearModel

    init(_ model: LinearModel) { self.model = model }

    /// What a thing says of need; where only its category tells, what the line's words say, if they are sure.
    ///
    /// - Parameter said: nil where only the category tells.
    func settled(_ said: Bool?, in tokens: [Token]) -> Bool? {
        if let said { return said }
        let chance = chance(of: .need, tokens)
        if chance > NeedModel.surely { return true }
        return chance < NeedModel.hardly && tokens.count { $0.form == .word } > NeedModel.fewest ? false : nil
    }

    /// Lines of fewer words tell too little to go by.
    private static let fewest = 8

    /// Whether the words say that it can wait, or that what one has still does: from this chance on three of four that were
    /// taken so were.
    func says(_ trait: Trait, in tokens: [Token]) -> Bool { chance(of: trait, tokens) > NeedModel.rather }

    private static let rather = 0.6

    /// How likely a trait is, from 0 to 1.
    func chance(of trait: Trait, _ tokens: [Token]) -> Double {
        var sums = [Int](repeating: 0, count: model.labels.count)
        model.add(NeedModel.features(of: tokens), to: &sums)
        return 1 / (1 + exp(-Double(sums[trait.rawValue]) * model.scale))
    }

    /// The words without their endings, each and with the one after it and the one after that. `train-needs.py` makes the same.
    static func features(of tokens: [Token]) -> Set<UInt32> {
        let words = tokens.map(\.key).filter { word in
            word.utf8.allSatisfy { (0x61...0x7A).contains($0) } && !numbers.contains(word)
        }.map(stem(of:))
        let pairs = zip(words, words.dropFirst()).map { LinearModel.hash("b:\($0) \($1)") }
        let apart = zip(words, words.dropFirst(2)).map { LinearModel.hash("c:\($0) \($1)") }
        return Set(words.map { LinearModel.hash("w:" + $0) } + pairs + apart + [LinearModel.hash("bias")])
    }

    /// What it costs says nothing of whether it is needed, or a higher price might make a need of it.
    private static let numbers = PurchaseTable.words("needs.numbers")

    private static func stem(of word: String) -> String {
        for ending in ["ing", "ed", "es", "s"]
        where word.utf8.count >= ending.utf8.count + 3 && word.hasSuffix(ending) {
            return String(word.dropLast(ending.utf8.count))
        }
        return word
    }
}
