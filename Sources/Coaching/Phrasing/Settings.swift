/// How much of the household a model is given.
public enum Privacy: String, Hashable, Sendable, CaseIterable {
    /// Figures, groups, and the merchant names that appear in them; never the amount of a single row beside its day.
    case aggregates
    /// Single rows too, without account numbers.
    case full
    /// Nothing: no model is asked.
    case off
}

/// What happens to a sentence of a model that the data does not support.
public enum Verification: String, Hashable, Sendable, CaseIterable {
    /// It is never shown.
    case strict
    /// It is shown with a mark behind it.
    case mark
    /// Nothing is checked.
    case off
}

/// What the user decided about a model's part in replies.
public struct PhrasingSettings: Hashable, Sendable {
    public var privacy: Privacy
    public var verification: Verification
    /// Longest reply in tokens; nil for what the endpoint does by itself.
    public var maximumTokens: Int?
    public var temperature: Double

    public init(
        privacy: Privacy = .aggregates, verification: Verification = .strict, maximumTokens: Int? = nil,
        temperature: Double = 0.3
    ) {
        self.privacy = privacy
        self.verification = verification
        self.maximumTokens = maximumTokens
        self.temperature = temperature
    }
}
