import Ledger

/// What a person said of themselves to an app.
public struct Profile: Equatable, Sendable {
    public var displayName: String?
    /// The household's currency where it has money in several.
    public var currency: Currency?
    public var onboardingCompleted: Bool?

    public init() {}
}

extension HouseholdIndex {
    public var profile: Profile {
        get throws(StoreError) {
            try database.first("SELECT display_name, currency, onboarding_completed FROM profile") { row in
                var profile = Profile()
                profile.displayName = row.isNull(0) ? nil : row.text(0)
                profile.currency = row.isNull(1) ? nil : Currency(row.text(1))
                profile.onboardingCompleted = row.isNull(2) ? nil : row.int(2) == 1
                return profile
            } ?? Profile()
        }
    }

    public func keep(_ profile: Profile) throws(StoreError) {
        try StoreError.refuseCardNumber(in: profile.displayName)
        try database.run(
            """
            INSERT OR REPLACE INTO profile (id, display_name, currency, onboarding_completed) VALUES (1, ?, ?, ?)
            """, profile.displayName.map { .text($0) } ?? .null, profile.currency.map { .text($0.code) } ?? .null,
            profile.onboardingCompleted.map { .int($0 ? 1 : 0) } ?? .null)
    }
}
