import Ledger

extension Claim {
    /// Whether a value is what the claim says, at the precision that its writing has.
    ///
    /// - Parameter value: not negative; money in whole units of its currency.
    func matches(_ value: Double) -> Bool {
        switch relation {
        case .exactly: return isEqual(value)
        case .about: return isEqual(value) || abs(value - number.value) <= aboutTolerance + Claim.dust
        case .over: return value > number.value + Claim.dust && value - number.value < reach
        case .atLeast: return value > number.value - Claim.dust && value - number.value < reach
        case .under: return value < number.value - Claim.dust && number.value - value < reach
        case .atMost: return value < number.value + Claim.dust && number.value - value < reach
        case .nearly where measure == .multiple && number.value < 1: return abs(value - number.value) <= 0.1
        case .nearly:
            let most = leeway > 0 && measure == .percent ? 6 : max(reach, number.step, number.value * Claim.nearness)
            return value < number.value - Claim.dust && number.value - value <= min(most, number.value * 0.12)
        case .to(let upper):
            return value >= number.value - Claim.dust && value <= upper.value + Claim.dust
                && (number.isVague || number.power == 0 && upper.value - number.value <= upper.value * 0.35)
        }
    }

    /// `a little under $6.50` for 6.47: how much of it may be missing.
    private static let nearness = 0.02

    /// What two floating-point numbers that are the same may differ by.
    private static let dust = 1e-7

    private func isEqual(_ value: Double) -> Bool {
        let distance = abs(value - number.value)
        switch measure {
        case .count: return number.isVague ? distance <= number.value * 0.4 : distance < Claim.dust
        case .multiple:
            return distance <= (leeway > 0 ? leeway * 2 : min(number.step / 2, max(0.15, number.value * 0.05)))
                + Claim.dust
        case .percent: return distance <= (leeway > 0 ? leeway : number.step / 2) + Claim.dust
        case .money, .bare:
            if number.isVague { return distance <= number.value * 0.2 }
            // `671` for 671.51: cut, not rounded.
            let isCut =
                number.power == 0 && !number.hasSoftZeros && number.value >= 100 && value >= number.value
                && distance < 1
            return isCut || distance <= number.step / 2 + Claim.dust || distance <= softTolerance + Claim.dust
        }
    }

    /// Half the size of the last place that is not zero, where zeros behind it may be rounding: `$6,500` for 6,459.18.
    private var softTolerance: Double {
        guard number.hasSoftZeros, isMoney, number.significantDigits >= 2, number.value >= 100 else { return 0 }
        return number.lastPlace > 1 ? number.lastPlace / 2 : 0
    }

    /// How far `about` reaches: half of the last place that is not zero.
    private var aboutTolerance: Double {
        switch measure {
        case .count: return max(1, number.value * 0.1)
        case .multiple: return max(number.value * 0.12, leeway)
        case .percent: return leeway > 0 ? 3.5 : max(number.lastPlace / 2, number.step)
        // Of two rounded amounts the difference is one off.
        // `about $33.50`
        case .money where number.power == -2 && number.digits % 10 == 0 && number.digits % 100 != 0:
            return number.digits % 50 == 0 ? 0.25 : 0.05
        case .money, .bare: return min(max(number.lastPlace / 2, number.lastPlace == 1 ? 1 : 0), looseness)
        }
    }

    /// The most that rounding may take away: 5 %, or half of the second digit.
    private var looseness: Double {
        var digit = 1.0
        while digit * 100 <= number.value { digit *= 10 }
        return number.value < 100 ? .infinity : max(number.value * 0.05, digit / 2)
    }

    /// How far above `over` and below `under` a value may be.
    private var reach: Double {
        switch measure {
        case .count: return max(2, number.value * 0.5)
        case .percent: return leeway > 0 ? 8 : max(number.roundStep, number.step) + Claim.dust
        case .multiple: return 1
        case .money, .bare: return max(number.roundStep, number.value >= 100 ? 1 : number.step) + Claim.dust
        }
    }
}

extension Fact {
    /// Whether this fact has the value and unit that the claim says.
    func supports(_ claim: Claim) -> Bool {
        switch (value, claim.measure) {
        case (.money(let money), .money(let currencies)):
            guard currencies.contains(money.currency), fitsSign(money.minorUnits, claim), fitsUnit(claim) else {
                return false
            }
            return claim.matches(Double(money.minorUnits.magnitude) / Double(money.currency.minorPerMajor))
        case (.money(let money), .bare):
            return claim.number.power < 0 || claim.number.value >= 100
                ? fitsSign(money.minorUnits, claim)
                    && claim.matches(Double(money.minorUnits.magnitude) / Double(money.currency.minorPerMajor)) : false
        case (.percent(let percent), .percent), (.percent(let percent), .bare):
            return fitsSign(percent < 0 ? -1 : 1, claim) && claim.matches(abs(percent))
        case (.multiple(let factor), .multiple), (.multiple(let factor), .bare): return claim.matches(factor)
        case (.count(let count, let own), .count(let noun)):
            // `three more of them`
            return (Fact.counts(own, noun) || role == .change && noun == .more)
                && claim.matches(Double(count.magnitude))
        case (.multiple(let factor), .count):
            return claim.number.power < 0 && abs(factor - claim.number.value) <= claim.number.step / 2 + 1e-7
        case (.count(let count, _), .bare): return claim.number.integer == count
        default: return false
        }
    }

    /// A plus or a minus is only said of what can rise and fall.
    private func fitsSign(_ value: Int64, _ claim: Claim) -> Bool {
        role != .change || claim.sign == 0 || value == 0 || (value < 0) == (claim.sign < 0)
    }

    /// `$672 a month` is not the total of one month.
    private func fitsUnit(_ claim: Claim) -> Bool {
        guard let unit = claim.per else { return !claim.isPerUnknown }
        // `A and B are $19.99 each`
        if unit == .transaction, role == .group, kinds.contains(.bills), labels.contains(where: { $0.hasPrefix("n:") })
        {
            return true
        }
        if let per { return per == unit }
        // What a row is of is one time; what is usual is so for as long as what it is held against.
        let isOfOne = role == .row || role == .other && labels.contains { $0.hasPrefix("n:") }
        return unit == .transaction ? isOfOne : labels.contains("r:usual")
    }

    private static func counts(_ own: Claim.Noun, _ noun: Claim.Noun) -> Bool {
        if own == noun { return true }
        switch (own, noun) {
        case (.either, .rows), (.either, .things), (.rows, .either), (.things, .either): return true
        default: return false
        }
    }
}
