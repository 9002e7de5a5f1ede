import Advice
import Coaching
import Ledger
import Store
import Terminal

/// What is settled for all purchases, whatever index they are of.
struct PurchaseDefaults: Sendable {
    let profile: SpendingProfile
    let reserve: DecimalAmount?
    /// How long positions are kept.
    let positionHours: Int

    func settings(_ index: HouseholdIndex) throws -> PurchaseSettings {
        let here = Whereabouts(hours: positionHours) { Session.now }
        var settings = PurchaseSettings(profile: profile, whereabouts: here)
        if let reserve {
            let currency = try Coach.homeCurrency(index)
            settings.reserve = reserve.minorUnits(in: currency).map { Money($0, currency) }
        }
        return settings
    }
}

/// What the commands about purchases, limits and goals have in common.
extension Session {
    /// `--profile` or the configuration, and the reserve that forecasts keep too.
    var purchaseDefaults: PurchaseDefaults {
        PurchaseDefaults(
            profile: command[Options.profile] ?? configuration.profile ?? .average,
            reserve: configuration.forecastBuffer, positionHours: positionHours)
    }

    /// With the position that `--position` says.
    func purchaseSettings(_ index: HouseholdIndex) throws -> PurchaseSettings {
        var settings = try purchaseDefaults.settings(index)
        settings.whereabouts?.said = try command[Options.position].map { try PlaceWords.fix($0, self) }
        return settings
    }

    /// The conversation over an index, with the user's settings.
    func coach(_ index: HouseholdIndex) throws -> Coach {
        var coach = try Coach(index, asOf: asOf(index))
        coach.purchaseSettings = try purchaseSettings(index)
        coach.canTakeBack = canTakeBack(index)
        return coach
    }

    /// Whether what is changed can be taken back later: the sample of one command is gone with it, that of a
    /// conversation goes on.
    func canTakeBack(_ index: HouseholdIndex) -> Bool { isConversation || index.isKept }

    /// The currency of an amount: `--currency`, that of its sign, or the one that most of the household's money is in.
    func currency(of amount: DecimalAmount, _ index: HouseholdIndex) throws -> Currency {
        if let currency = command[Options.currency] { return currency }
        let home = try Coach.homeCurrency(index)
        return amount.currency(home: home) ?? home
    }

    /// The index of a command that can do with limits and no transactions yet.
    func openIndexWithLimits() throws -> HouseholdIndex {
        guard let index = try openExistingIndex(), try !index.isEmpty || index.hasLimits else {
            throw emptyIndex
        }
        return index
    }
}

extension HouseholdIndex {
    var hasLimits: Bool {
        get throws { try !monthlyLimits().isEmpty }
    }

    /// Whether it is a file, not the sample in memory.
    var isKept: Bool { database.path != ":memory:" }
}
