/// How much of the household a model is given.
public enum Privacy: String, Hashable, Sendable, CaseIterable {
    /// What the facts are and the names in them, without a single figure.
    case labels
    /// Figures, groups, and the merchant names that appear in them; never the amount of a single row beside its day.
    case aggregates
    /// Single rows too, without account numbers.
    case full
    /// Nothing: no model is asked.
    case off
}

/// What the user decided about a model's part in replies.
public struct PhrasingSettings: Hashable, Sendable {
    public var privacy: Privacy
    /// Longest reply in tokens; nil for what the endpoint does by itself.
    public var maximumTokens: Int?
    public var temperature: Double

    public init(
        privacy: Privacy = .aggregates, maximumTokens: Int? = nil,
        temperature: Double = 0.3
    ) {
        self.privacy = privacy
        self.maximumTokens = maximumTokens
        self.temperature = temperature
    }
}
