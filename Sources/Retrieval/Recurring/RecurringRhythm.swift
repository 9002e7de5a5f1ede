import Glibc
import Ledger

/// The rhythm of some rows: which of them are its beats, and how even these are.
struct RecurringRhythm {
    let cadence: Cadence
    /// The rows that are beats, oldest first.
    let beats: [RecurringRow]
    /// Rows in between: a charge that came twice.
    let extras: [RecurringRow]
    /// The coefficient of variation of the gaps between beats, a gap over n missed beats counting as n + 1.
    let gapVariation: Double
    /// The last beat that followed a pause of more than three cadences.
    let resumedOn: CivilDate?

    /// Whether one price is paid on one day of the week, but for some that the bank posted a few days later.
    let keepsWeekday: Bool

    /// Beats at least this even are a tight rhythm, whatever their amounts do. A week's single day of play weighs more.
    var isTight: Bool { keepsWeekday || gapVariation < (cadence.days < 10 ? 0.2 : 0.15) }

    /// The coefficient of variation from which on gaps are no rhythm.
    static let largestVariation = 0.3

    /// The same where a weekday is kept: a charge that is posted four days late makes gaps of eleven days and of three.
    private static let largestSlip = 0.45
    /// A weekday is kept where so many beats, and this part of them, are on it.
    private static let (fewestOnWeekday, weekdayPart) = (8, 0.6)

    /// Up to this part of the gaps may span missed beats.
    private static let largestMissedPart = 1.0 / 3

    /// - Parameter rows: at least two, oldest first.
    static func find(_ rows: [RecurringRow]) -> Result<RecurringRhythm, Failure> {
        var gaps: [Int] = []
        for (a, b) in zip(rows, rows.dropFirst()) where b.date > a.date { gaps.append(b.date.days(since: a.date)) }
        guard !gaps.isEmpty else { return .failure(Failure(.tooFew(rows: rows.count))) }
        gaps.sort()
        // Missed beats lengthen gaps, so that of two in the middle the shorter one is the truer.
        let median = gaps[(gaps.count - 1) / 2]
        guard var cadence = cadence(gap: median) else {
            return .failure(Failure(rows.count < 3 ? .tooFew(rows: rows.count) : .noRhythm(medianDays: median)))
        }
        let least = cadence == .yearly ? 2 : 3
        let (beats, extras) = beats(rows, cadence)
        guard beats.count >= least else { return .failure(Failure(.tooFew(rows: rows.count))) }
        let keepsWeekday = keepsWeekday(beats, cadence)
        guard let evenness = evenness(beats, cadence),
            evenness.variation < (keepsWeekday ? largestSlip : largestVariation), extras.count * 5 <= beats.count
        else { return .failure(Failure(.unevenGaps(cadence))) }
        if cadence == .biweekly, isSemimonthly(beats) { cadence = .semimonthly }
        return .success(
            RecurringRhythm(
                cadence: cadence, beats: beats, extras: extras, gapVariation: evenness.variation,
                resumedOn: evenness.resumedOn, keepsWeekday: keepsWeekday))
    }

    private static func keepsWeekday(_ beats: [RecurringRow], _ cadence: Cadence) -> Bool {
        guard cadence == .weekly || cadence == .biweekly, beats.count >= fewestOnWeekday,
            RecurringAmounts(beats).isSteady(cadence)
        else { return false }
        let step = Int32(cadence.days)
        let most = Dictionary(grouping: beats) { $0.date.dayNumber % step }.values.map(\.count).max() ?? 0
        return Double(most) >= Double(beats.count) * weekdayPart
    }

    /// Days that two charges of one rhythm are apart at least.
    static func closest(_ cadence: Cadence) -> Int { Int((cadence.days * 0.4).rounded(.up)) }

    struct Failure: Error {
        let reason: RecurringRejection.Reason

        init(_ reason: RecurringRejection.Reason) { self.reason = reason }
    }

    /// Whether no beat is near this row's day.
    func hasRoom(for row: RecurringRow) -> Bool {
        let closest = RecurringRhythm.closest(cadence)
        return beats.allSatisfy { abs($0.date.days(since: row.date)) >= closest }
    }

    // MARK: The band

    private static func cadence(gap: Int) -> Cadence? {
        switch gap {
        case 6...8: .weekly
        // Twice a month too, as long as the days have not been looked at.
        case 12...18: .biweekly
        case 26...35: .monthly
        case 56...66: .bimonthly
        case 82...100: .quarterly
        case 168...198: .halfYearly
        case 350...380: .yearly
        default: nil
        }
    }

    /// Fourteen days apart or twice a month: whichever expects the days that were seen.
    private static func isSemimonthly(_ rows: [RecurringRow]) -> Bool {
        let dates = rows.map(\.date)
        let biweekly = RecurringSchedule.fit(.biweekly, to: dates).error
        return biweekly > 0 && RecurringSchedule.fit(.semimonthly, to: dates).error < biweekly
    }

    // MARK: Beats

    /// Of rows closer than two fifths of the cadence only one is a beat: the one whose amount is nearer to the median.
    private static func beats(
        _ rows: [RecurringRow], _ cadence: Cadence
    ) -> (beats: [RecurringRow], extras: [RecurringRow]) {
        let typical = median(rows.map(\.amount.minorUnits))
        let closest = closest(cadence)
        var beats: [RecurringRow] = []
        var extras: [RecurringRow] = []
        for row in rows {
            guard let last = beats.last, row.date.days(since: last.date) < closest else {
                beats.append(row)
                continue
            }
            if abs(row.amount.minorUnits - typical) < abs(last.amount.minorUnits - typical) {
                extras.append(last)
                beats[beats.count - 1] = row
            } else {
                extras.append(row)
            }
        }
        return (beats, extras)
    }

    /// - Returns: nil when too many beats are missing.
    private static func evenness(
        _ beats: [RecurringRow], _ cadence: Cadence
    ) -> (variation: Double, resumedOn: CivilDate?)? {
        let period = cadence.days
        var folded: [Double] = []
        var missed = 0
        var resumedOn: CivilDate?
        for (a, b) in zip(beats, beats.dropFirst()) {
            let gap = Double(b.date.days(since: a.date))
            let steps = max(1, (gap / period).rounded())
            if steps > 1 { missed += 1 }
            if gap > period * 3 { resumedOn = b.date }
            folded.append(gap / steps)
        }
        guard Double(missed) <= Double(folded.count) * largestMissedPart, resumedOn == nil || beats.count >= 6 else {
            return nil
        }
        let mean = folded.reduce(0, +) / Double(folded.count)
        let variance = folded.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(folded.count)
        return (variance.squareRoot() / mean, resumedOn)
    }
}

/// The middle value; of an even number the mean of the two in the middle, rounded half away from zero.
///
/// - Precondition: `values` is not empty.
func median(_ values: [Int64]) -> Int64 {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : roundedQuotient(sorted[middle - 1] + sorted[middle], by: 2)
}
