import Advice
import Ledger
import Understanding

/// A line about geofences with what it says of one: `add a geofence called Mall within 300 m of here`.
struct GeofenceOrder {
    private(set) var wish: GeofenceWish
    /// As it was written; nil where none was said.
    private(set) var name: String?
    /// As it was written; nil where none was said.
    private var size: String?
    /// The words of the line without these.
    private var words: [Substring]

    private static let callings: Set<String> = ["called", "named"]
    /// What ends a name.
    private static let ends: Set<String> = ["at", "here", "within", "around", "with", "near"]
    /// Around a size: `within 300 m of here`, `in a radius of 300 m around here`, `300 m around here`.
    private static let before: Set<String> = ["within", "in", "a", "radius", "of", "about", "with", "and"]
    private static let behind: Set<String> = ["of", "from", "around", "radius"]
    private static let longestName = 60

    /// nil for every other line.
    init?(_ line: String) {
        words = line.split(whereSeparator: \.isWhitespace)
        if let wish = GeofenceWish(words: SpokenLine(line).words) {
            self.wish = wish
            return
        }
        wish = .warn
        takeName()
        takeSize()
        guard name != nil || size != nil,
            let wish = GeofenceWish(words: SpokenLine(words.joined(separator: " ")).words), wish.policy != nil
        else { return nil }
        self.wish = wish
    }

    /// Meters; nil where none was said.
    ///
    /// - Throws: `OfferError` for one that none can have.
    var radius: Int? {
        get throws(OfferError) {
            guard let size else { return nil }
            guard let meters = GeofenceRadius.meters(size) else {
                throw OfferError(message: "“\(size)”: expected \(GeofenceRadius.bounds)", isUsage: true)
            }
            return meters
        }
    }

    /// Whether it says more of a geofence than where it is.
    var isDetailed: Bool { name != nil || size != nil }

    private static func key(_ word: Substring) -> String { word.lowercased().filter(\.isLetter) }

    private mutating func takeName() {
        guard let start = words.firstIndex(where: { GeofenceOrder.callings.contains(GeofenceOrder.key($0)) }) else {
            return
        }
        var end = start + 1
        while end < words.count {
            if end > start + 1, GeofenceOrder.ends.contains(GeofenceOrder.key(words[end])) { break }
            end += 1
            if words[end - 1].last == "," { break }
        }
        let text = words[start + 1..<end].joined(separator: " ")
        let said = text.trimmingWhile { $0.isWhitespace || "\"“”,'".contains($0) }
        guard !said.isEmpty, said.count <= GeofenceOrder.longestName else { return }
        name = said
        words.removeSubrange(start..<end)
    }

    private mutating func takeSize() {
        for place in words.indices where words[place].first?.isNumber ?? false {
            let word = words[place].trimmingWhile { $0 == "," }
            let next = place + 1 < words.count ? GeofenceOrder.key(words[place + 1]) : ""
            var (start, end) = (place, place + 1)
            if word.allSatisfy({ $0.isNumber || $0 == "." }), GeofenceRadius.isUnit(next) {
                size = word + next
                end += 1
            } else if GeofenceRadius.isUnit(String(word.drop { $0.isNumber || $0 == "." })) {
                size = word
            } else {
                continue
            }
            while start > 0, GeofenceOrder.before.contains(GeofenceOrder.key(words[start - 1])) { start -= 1 }
            while end < words.count, GeofenceOrder.behind.contains(GeofenceOrder.key(words[end])) { end += 1 }
            words.removeSubrange(start..<end)
            return
        }
    }
}

extension StringProtocol {
    /// Without the characters at both ends for which something holds.
    fileprivate func trimmingWhile(_ isDropped: (Character) -> Bool) -> String {
        var text = self[...].drop(while: isDropped)
        while let last = text.last, isDropped(last) { text.removeLast() }
        return String(text)
    }
}
