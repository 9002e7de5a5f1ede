import Ledger

/// The day of a purchase that a bank writes into its text, where its date is that of the booking: `09/03 PURCHASE`,
/// `PURCHASE AUTHORIZED ON 09/03`.
enum PurchaseDay {
    /// Days that a bank takes at most to book a purchase.
    private static let longest = 14

    /// - Parameter booked: the row's own day, which tells the year.
    static func read(_ text: String, booked: CivilDate) -> CivilDate? {
        let words = text.uppercased().split(separator: " ")
        for (place, word) in words.enumerated() {
            let isBefore = words.indices.contains(place + 1) && words[place + 1] == "PURCHASE"
            let isBehind = place > 1 && words[place - 1] == "ON" && words[place - 2] == "AUTHORIZED"
            guard isBefore || isBehind, let day = day(word, booked) else { continue }
            return day
        }
        return nil
    }

    private static func day(_ word: Substring, _ booked: CivilDate) -> CivilDate? {
        let parts = word.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.count == 2 }), let month = Int(parts[0]), let day = Int(parts[1])
        else { return nil }
        return [booked.year, booked.year - 1].lazy.compactMap { CivilDate(year: $0, month: month, day: day) }
            .first { (0...longest).contains(booked.days(since: $0)) }
    }
}
