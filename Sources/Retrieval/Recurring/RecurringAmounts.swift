import Ledger

/// How the amounts of a rhythm behave from one beat to the next.
struct RecurringAmounts {
    /// Magnitudes in minor units, oldest first.
    let values: [Int64]

    init(_ rows: [RecurringRow]) { values = rows.map { abs($0.amount.minorUnits) } }

    /// Whether two amounts may belong to one stream, a change of price in between: within ±25 %.
    static func areNear(_ a: Int64, _ b: Int64) -> Bool {
        let (small, large) = (min(abs(a), abs(b)), max(abs(a), abs(b)))
        return (large - small) * 4 <= small
    }

    /// Whether two amounts are the same price, exchange rates and cents apart: within 2 %.
    private static func areEqual(_ a: Int64, _ b: Int64) -> Bool { abs(a - b) * 50 <= max(a, b) }

    /// The part of the steps from one beat to the next in which the price stayed, 0…1.
    private var unchangedPart: Double {
        guard values.count > 1 else { return 1 }
        let unchanged = zip(values, values.dropFirst()).filter { RecurringAmounts.areEqual($0, $1) }.count
        return Double(unchanged) / Double(values.count - 1)
    }

    private var isChain: Bool { zip(values, values.dropFirst()).allSatisfy { RecurringAmounts.areNear($0, $1) } }

    /// Whether there is one price at a time. Where charges are months apart, each may bring a new one.
    func isSteady(_ cadence: Cadence) -> Bool {
        unchangedPart >= 0.6 || cadence.days > 80 && isChain
    }

    /// Whether the price never changed by more than 2 %.
    var isOnePrice: Bool { unchangedPart == 1 }

    /// Whether it is the same to the cent each time.
    var isOneAmount: Bool { Set(values).count == 1 }

    /// Whether no amount is more than two and a half times the median, or less than its 2.5th part.
    var isModest: Bool {
        let middle = median(values)
        return values.allSatisfy { $0 * 2 <= middle * 5 && middle * 2 <= $0 * 5 }
    }

    /// The last lasting step up: the beat from which on it holds, and the price before; nil when there is none.
    ///
    /// A step of up to 2 % counts only when the price had stood still before: exchange rates move by as much.
    func lastRise(_ cadence: Cadence) -> (index: Int, from: Int64)? {
        for index in values.indices.dropFirst().reversed() {
            let (before, now) = (values[index - 1], values[index])
            if abs(before - now) * 200 <= now { continue }
            let stoodStill = cadence.days > 80 || index > 1 && values[index - 2] == before
            guard now > before, stoodStill || !RecurringAmounts.areEqual(before, now),
                values[index...].allSatisfy({ $0 * 100 >= now * 99 })
            else { return nil }
            return (index, before)
        }
        return nil
    }
}
