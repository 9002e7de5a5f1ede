import Understanding

/// What the first question needs and can be made while the index is opened.
extension Coach {
    /// Begins to read word lists and weights on a thread of its own.
    public static func prepare() { _ = Prepared { _ = Understander() } }
}
