import FoundationEssentials
import Glibc
import Ledger
import Testing

@testable import Understanding

/// Measured on questions that others wrote, where the shared files are at hand (`COACH_SHARED` or `../shared`).
@Suite struct TimeCorpusTests {
    struct Line: Decodable {
        var text: String
        var slots: [String: Slot]?
    }
    struct Slot: Decodable {
        var text: String
        var span: [Int]
        var value: Value?
        var values: Values?

        enum Key: String, CodingKey { case text, span, value, values }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            text = try container.decode(String.self, forKey: .text)
            span = try container.decode([Int].self, forKey: .span)
            value = try? container.decode(Value.self, forKey: .value)
            values = try? container.decode(Values.self, forKey: .values)
        }
    }
    struct Value: Decodable {
        var day: Int
        var month: Int
        var year: Int
        var date: CivilDate? { CivilDate(year: year, month: month, day: day) }
    }
    struct Values: Decodable {
        var from: Value
        var to: Value
    }

    static let path: String = {
        let shared = getenv("COACH_SHARED").map { String(cString: $0) } ?? "../shared"
        return shared + "/corpora/questions/nlupp_banking/nlupp_banking_a.jsonl"
    }()
    static var isThere: Bool { access(path, R_OK) == 0 }

    static let asOf = day("2022-03-15")

    @Test(.enabled(if: isThere, "the shared question files are not there"))
    func datesOfBankingQuestions() throws {
        var (right, total) = (0, 0)
        for line in try String(contentsOfFile: Self.path, encoding: .utf8).split(separator: "\n") {
            let question = try JSONDecoder().decode(Line.self, from: Data(line.utf8))
            let tokens = Tokenizer.tokens(of: question.text)
            let found = TimeParser.expressions(in: tokens, context: TimeContext(asOf: Self.asOf))
            for (name, slot) in question.slots ?? [:] where name.hasPrefix("date") && Self.isMeasured(slot) {
                total += 1
                let bytes = Self.bytes(of: slot, in: question.text)
                let isRight = found.contains { expression in
                    let range =
                        tokens[expression.tokens.lowerBound].range
                        .lowerBound..<tokens[expression.tokens.upperBound - 1]
                        .range.upperBound
                    return range.overlaps(bytes) && Self.isRight(expression, name, slot)
                }
                if isRight {
                    right += 1
                } else {
                    print("\(name) “\(slot.text)” in “\(question.text)”: \(written(found))")
                }
            }
        }
        print("\(right) of \(total) date slots right")
        #expect(Double(right) >= 0.95 * Double(total))
    }

    /// Bare months mean the next one there and the last one here; rhythms and lengths are no periods.
    static func isMeasured(_ slot: Slot) -> Bool {
        guard slot.value?.date != nil || slot.values?.from.date != nil else { return false }
        if case .month? = TimeLexicon.words[NameKey.key(of: slot.text)] { return false }
        return true
    }

    static func bytes(of slot: Slot, in text: String) -> Range<Int> {
        let scalars = text.unicodeScalars
        let start = scalars.index(scalars.startIndex, offsetBy: slot.span[0])
        let end = scalars.index(scalars.startIndex, offsetBy: slot.span[1])
        return text.utf8.distance(from: text.startIndex, to: start)..<text.utf8.distance(from: text.startIndex, to: end)
    }

    static func isRight(_ found: TimeExpression, _ name: String, _ slot: Slot) -> Bool {
        let whole = found.whole
        if let values = slot.values, let from = values.from.date, let to = values.to.date {
            if whole.start == from, whole.end == to { return true }
            // There "last 4 days" begins 4 days ago and so has 5 days, and months are counted from their firsts.
            let isCounted = found.count > 1 || whole.end == asOf || whole.start == asOf.adding(days: 1)
            return isCounted && abs(whole.days - (to.days(since: from) + 1)) <= 16
        }
        guard let wanted = slot.value?.date else { return false }
        let ends =
            switch name {
            case "date_from": [whole.start]
            case "date_to": [whole.end]
            default: whole.start == whole.end ? [whole.start] : []
            }
        if ends.contains(where: { isSame($0, wanted, slot.text) }) { return true }
        if slot.text.contains("ago"), whole.contains(wanted), whole.days <= 31 { return true }
        // "before", "by" and "since" are outside of the slot.
        return [whole.end, whole.end.adding(days: 1), whole.start].contains { isSame($0, wanted, slot.text) }
            && (whole.start == asOf || whole.end == asOf || found.isOpenStart)
    }

    /// A day that does not say its month or year is the next one there and the last one here.
    static func isSame(_ found: CivilDate, _ wanted: CivilDate, _ text: String) -> Bool {
        if found == wanted { return true }
        let words = Tokenizer.tokens(of: text).map { TimeLexicon.words[$0.key] }
        let hasYear = Tokenizer.tokens(of: text).contains { ($0.integer ?? 0) > 31 }
        if hasYear || words.contains(where: { if case .relation? = $0 { true } else { false } }) { return false }
        if words.contains(where: { if case .month? = $0 { true } else { false } }) {
            return found.month == wanted.month && found.day == wanted.day
        }
        if words.contains(where: { if case .weekday? = $0 { true } else { false } }) {
            return found.weekday == wanted.weekday
        }
        return text.utf8.first.map { (0x30...0x39).contains($0) } == true && !text.contains(" ")
            && found.day == wanted.day
    }
}
