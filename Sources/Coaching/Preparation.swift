import Understanding

/// What the first question needs and can be made while the index is opened.
extension Coach {
    /// Begins to read word lists and weights on two threads of their own: while the index is opened there is little else
    /// to do.
    ///
    /// - Parameter isForModel: whether words of a model will have to be checked, which takes more lists.
    public static func prepare(isForModel: Bool) {
        _ = Prepared { Understander.prepareNames() }
        _ = Prepared {
            // In the order in which they are waited for.
            _ = Understander()
            Understander.prepareCommands()
            guard isForModel else { return }
            KnownNames.prepare()
            _ = GuardVocabulary.isCommon("")
        }
    }
}
