import Glibc
import Ledger

/// Says which two things weighed most in a score.
///
/// What a feature weighs is its weight times what it differs from the average by, and of the class how far its weight
/// lies from the middle one; what goes beyond a limit weighs as much as it moves the log-odds.
struct ScoreReason {
    let purchase: Purchase
    let features: PurchaseFeatures
    let habits: PurchaseHabits
    let model: AvoidanceModel
    /// The part of the limit that the purchase goes beyond it, 0…1.
    let excess: Double
    let ratio: Double?
    let nextPay: CivilDate?
    /// What there is to spare, minor units; nil where that is not known.
    let spare: Int64?
    /// Whether it is something one cannot well do without.
    let isEssential: Bool

    private var isOutsized: Bool { habits.excess(of: purchase.amount.minorUnits, spare: spare) > 0 }

    private enum Cause: Hashable {
        case kind, limit
        case signal(PurchaseFeatures.Signal)
    }

    var text: String {
        let causes = mostDecisive { _ in true }
        guard !causes.isEmpty else { return "Nothing stands out about it." }
        let isMixed = Set(causes.map { $0.weight > 0 }).count > 1
        func side(_ weight: Double) -> String { weight > 0 ? "Against it" : "In its favor" }
        guard isMixed else { return "\(side(causes[causes.startIndex].weight)): \(listed(causes))." }
        let sides = causes.compactMap { cause in
            words(cause.cause, cause.weight).map { "\(side(cause.weight)): \($0)." }
        }
        return sides.joined(separator: " ")
    }

    /// What is out of the person's own habit: the price beside what such a thing usually costs them, or how often they buy
    /// there.
    var habit: String? {
        let signals: Set<PurchaseFeatures.Signal> = [.amountAtMerchant, .amountInCategory, .visits7, .visits30]
        let causes = mostDecisive { $0 > 0 }.filter { cause in
            if case .signal(let signal) = cause.cause { signals.contains(signal) } else { false }
        }
        return causes.first.flatMap { words($0.cause, $0.weight) }
    }

    private func mostDecisive(_ isMeant: (Double) -> Bool) -> ArraySlice<(cause: Cause, weight: Double)> {
        weights.filter { abs($0.weight) > 0.01 && isMeant($0.weight) && words($0.cause, $0.weight) != nil }
            .sorted { abs($0.weight) > abs($1.weight) }
            .prefix(2)
    }

    private func listed(_ causes: ArraySlice<(cause: Cause, weight: Double)>) -> String {
        causes.compactMap { words($0.cause, $0.weight) }.joined(separator: " and ")
    }

    /// In the order in which equals are named.
    private var weights: [(cause: Cause, weight: Double)] {
        let classes = PurchaseFeatures.classes.count
        let kinds = model.weights.prefix(classes)
        let middle = kinds.sorted()[classes / 2]
        let kind = zip(kinds, features.values).first { $0.1 == 1 }.map { $0.0 - middle }
        let signals = PurchaseFeatures.Signal.allCases.enumerated().map { offset, signal in
            let place = classes + offset
            let weight = model.weights[place] * (features.values[place] - model.means[place])
            return (cause: Cause.signal(signal), weight: weight)
        }
        return [(.limit, limitWeight)] + signals + [(.kind, kind ?? 0)]
    }

    private var limitWeight: Double {
        guard excess > 0 else { return 0 }
        let before = model.probability(features)
        let after = 1 - (1 - before) * (1 - excess)
        return after < 1 ? log(after / (1 - after)) - log(before / (1 - before)) : .infinity
    }

    /// nil where it is not worth naming: what is not known, and what is as on most days.
    private func words(_ cause: Cause, _ weight: Double) -> String? {
        switch cause {
        case .limit:
            return ratio.map { ratio in
                ratio.isFinite
                    ? "a limit that would be \(ScoreReason.percent(ratio)) used" : "a limit of nothing at all"
            }
        case .kind:
            if weight > 0 { return "a kind of purchase you can often do without" }
            return isEssential ? "a kind of purchase people need" : "a kind of purchase people rarely regret"
        case .signal(.amountAtMerchant) where isOutsized && habits.dearest != nil:
            return price(habits.dearest, "the most you spent on anything but needs in the past year")
        case .signal(.amountAtMerchant): return amount(habits.usualAtMerchant, "there")
        case .signal(.amountInCategory):
            return amount(habits.usualInCategory, "for this category")
                ?? price(habits.commonTicket, "what this kind of purchase usually costs")
        case .signal(.visits7):
            let visits = habits.visits(inLast: 7, endingOn: purchase.day)
            return visits > 0 ? "your \(ScoreReason.ordinal(visits + 1)) visit in a week" : nil
        case .signal(.visits30):
            let visits = habits.visits(inLast: 30, endingOn: purchase.day)
            return visits > 0 ? "your \(ScoreReason.ordinal(visits + 1)) visit in 30 days" : nil
        case .signal(.late): return features[.late] > 0 ? "the late hour" : nil
        case .signal(.weekend): return features[.weekend] > 0 ? "the weekend" : nil
        case .signal(.online): return features[.online] > 0 ? "an online purchase" : nil
        case .signal(.daysToPay): return untilPay(weight)
        case .signal(.utilization):
            guard features[.utilization] > 0 else { return nil }
            return "a limit that's already \(ScoreReason.percent(features[.utilization] * 2)) used"
        }
    }

    /// How far pay is, and how much of what there is to spare it takes.
    private func untilPay(_ weight: Double) -> String? {
        let days = nextPay?.days(since: purchase.day)
        guard days != 0, days != nil || spare != nil else { return nil }
        let toGo = days.map { "\($0) day\($0 == 1 ? "" : "s")" }
        guard spare != nil else {
            return toGo.map { weight > 0 ? "\($0) to go until payday" : "payday in \($0)" }
        }
        let share = PurchaseFeatures.share(purchase.amount.minorUnits, of: spare)
        let whole = spare.flatMap { $0 > 0 ? "the \(Money($0, purchase.amount.currency).text)" : nil } ?? "what"
        let takes =
            "\(share < 0.01 ? "less than 1%" : share < 1 ? ScoreReason.percent(share) : "all") of \(whole) you have to spare"
        guard weight <= 0 else {
            return "a price that takes \(takes), " + (toGo.map { "\($0) before payday" } ?? "with no payday in sight")
        }
        return share < 0.5 ? "a price that's only \(takes)" : toGo.map { "payday in \($0)" }
    }

    private func amount(_ usual: Int64?, _ place: String) -> String? {
        guard let usual, usual > 0 else { return nil }
        let times = Double(purchase.amount.minorUnits) / Double(usual)
        let text = Money(usual, purchase.amount.currency).text
        if times >= 1.5 { return "an amount \(ScoreReason.times(times)) your usual \(text) \(place)" }
        return times < 0.75 ? "an amount below your usual \(text) \(place)" : "about your usual amount \(place)"
    }

    private func price(_ common: Int64?, _ words: String) -> String? {
        guard let common, common > 0 else { return nil }
        let times = Double(purchase.amount.minorUnits) / Double(common)
        let text = Money(common, purchase.amount.currency).text
        if times >= 1.5 { return "a price \(ScoreReason.times(times)) \(words) (\(text))" }
        return times < 0.75 ? "a price below \(words) (\(text))" : "a price near \(words) (\(text))"
    }

    /// `twice`, `3 times`, `4.3 times`; tenths up to ten.
    static func times(_ value: Double) -> String {
        if value >= 10 {
            if value < 1e9, value == Double(Int(value) / 10 * 10) { return "\(groupedThousands(Int(value))) times" }
            return "more than \(value < 1e9 ? groupedThousands(Int(value) / 10 * 10) : "a billion") times"
        }
        let tenths = Int((value * 10).rounded())
        if tenths == 20 { return "twice" }
        return tenths % 10 == 0 ? "\(tenths / 10) times" : "\(tenths / 10).\(tenths % 10) times"
    }

    static func percent(_ ratio: Double) -> String {
        "\(groupedThousands(Int64((min(ratio, 1e9) * 100).rounded())))%"
    }

    static func ordinal(_ number: Int) -> String {
        let names = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
        if number <= names.count { return names[number - 1] }
        let suffix =
            switch (number % 100, number % 10) {
            case (11...13, _): "th"
            case (_, 1): "st"
            case (_, 2): "nd"
            case (_, 3): "rd"
            default: "th"
            }
        return "\(number)\(suffix)"
    }
}
