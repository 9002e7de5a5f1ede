import Ledger

/// How a purchase is asked about, and what it would take the place of. Its words are in
/// `rag-index/intents/purchase-forms.tsv`.
struct PurchaseAsk {
    let reading: QuestionReading
    private let words: SpokenText

    init(_ reading: QuestionReading) {
        self.reading = reading
        words = SpokenText(reading.tokens.filter { $0.form != .sign }.map(\.key))
    }

    private static let table = PhraseLists("rag-index/intents/purchase-forms.tsv")

    func says(_ row: String) -> Bool { PurchaseAsk.table[row].contains(where: words.says) }

    private func key(_ index: Int) -> String { reading.keys.indices.contains(index) ? reading.keys[index] : "" }

    // MARK: Asking

    /// `talk me out of it`, `should I wait until payday to buy it`.
    var question: PurchaseQuestion {
        if says("against") { return .against }
        if says("returns") { return .toReturn }
        if says("waits"), !says("waiting") { return .toWait }
        if says("made") { return .afterwards }
        return says("toomuch") ? .tooMuch : .whether
    }

    /// `can we handle it`, `would that be dumb`: a judgement is asked for, whatever stands around it.
    var asksToJudge: Bool { says("judges") }

    /// Whether it would hardly be used by the words, or is what commonly pays back less than it costs.
    private var doubt: PurchaseDoubt? {
        if says("idle") || hasEnough || isRarelyUsed { return .unused }
        if says("poor") { return .poorDeal }
        return says("cancels") && !replaces ? .kept : nil
    }

    /// Whether it is wondered if what is paid already is still worth it, and not said to be used a lot.
    var isWonderedAbout: Bool {
        guard !says("frequent") else { return false }
        return says("wonders") || doubt != nil || NeedModel.builtIn.chance(of: .doubt, reading.tokens) > 0.5
    }

    /// `I've been twice since September`, `for basically 2 visits`, `he watches maybe an hour`: how little it is used; not `twice a
    /// week` nor `we go twice a year`.
    private var isRarelyUsed: Bool {
        reading.keys.indices.contains { place in
            let isFew = ["once", "twice"].contains(key(place))
            let isCounted =
                ["visits", "visit", "times", "time", "hour", "hours", "days"].contains(key(place))
                && (AmountWords.count(key(place - 1)).map { $0 < 6 } ?? ["a", "an", "one"].contains(key(place - 1)))
            guard isFew || isCounted,
                !["a", "per", "each", "every", "in", "this"].contains(key(place + 1))
                    || key(place + 2) == "month" && says("kept")
            else { return false }
            let before = reading.keys[max(0, place - 5)..<place]
            if isCounted, before.contains(where: ["only", "basically", "maybe", "barely", "for"].contains),
                !before.contains(where: ["every", "week"].contains)
            {
                return key(place) != "time" && (key(place - 2) != "for" || key(place).hasPrefix("visit"))
                    && (key(place).hasPrefix("visit")
                        || before.contains(where: PurchaseAsk.table.words("uses").contains))
            }
            // "used twice, from a neighbor" is what the seller says.
            return isFew && before.contains(where: PurchaseAsk.table.words("uses").contains)
                && before.contains(where: PurchaseAsk.people.contains)
        }
    }

    private static let people = PurchaseTable.words("ask.people")

    /// What stands behind `enough` where money is meant, or nothing at all.
    private static let behindMoney: Set = [
        "", "for", "to", "in", "on", "money", "saved", "savings", "cash", "left", "put", "set", "room", "coming", "and",
        "but",
    ]

    /// `she says we have enough chairs`, but not `do I have enough for it` or `I have enough saved`.
    private var hasEnough: Bool {
        reading.keys.indices.contains { place in
            key(place) == "enough" && ["have", "got"].contains(key(place - 1)) && ["i", "we"].contains(key(place - 2))
                && !["do", "if", "whether", "would", "will", "should"].contains(key(place - 3))
                && !PurchaseAsk.behindMoney.contains(key(place + 1))
        }
    }

    /// Until when a line asks whether to wait: the day it names, else the next Black Friday where that is near.
    static func waits(until named: CivilDate?, asOf: CivilDate) -> CivilDate? {
        if let named, named > asOf { return named }
        // The day after the fourth Thursday of November.
        let first = CivilDate(year: asOf.year, month: 11, day: 1)
        guard let first, let thursday = (0..<7).map(first.adding(days:)).first(where: { $0.weekday == 4 }) else {
            return nil
        }
        let friday = thursday.adding(days: 22)
        return (1...14).contains(friday.days(since: asOf)) ? friday : nil
    }

    func apply(to slots: inout PurchaseSlots, old: Int64?) {
        (slots.doubt, slots.isGift) = (doubt, says("gift"))
        slots.isWonderedAbout = isWonderedAbout
        slots.asked = question
        slots.isRepair = reading.keys.contains { ["repair", "repairs", "repaired", "fixed"].contains($0) }
        (slots.replacedCents, slots.replacedWords) = (old, replacedWords)
        slots.isReplacedRunning = !PurchaseAsk.table.words("running").isDisjoint(with: reading.keys)
    }

    // MARK: In place of what

    /// Where words begin that name what is paid now: after `instead of`, `rather than`, `vs`, `if we stop paying`.
    private var opening: Int? {
        for phrase in PurchaseAsk.table["instead"] {
            let parts = phrase.split(separator: " ").map(String.init)
            if let place = reading.keys.indices.first(where: {
                $0 + parts.count <= reading.keys.count && Array(reading.keys[$0..<$0 + parts.count]) == parts
            }) {
                return place + parts.count
            }
        }
        return nil
    }

    /// `instead of the $60 one I have now`, `we pay 92 now`: what something else costs that it takes the place of.
    func isReplaced(_ amount: AmountExpression) -> Bool {
        let (start, end) = (amount.tokens.lowerBound, amount.tokens.upperBound)
        if let opening, start >= opening, start - opening <= 6,
            reading.keys[opening..<start].allSatisfy({ ![",", "?", ".", "!", ";"].contains($0) })
        {
            return true
        }
        // "upgrade my $45 plan to the $70 one"
        if ["my", "our", "the"].contains(key(start - 1)), reading.keys.prefix(start).contains(where: changes.contains),
            (reading.amounts + reading.bareAmounts).contains(where: { later in
                later.tokens.lowerBound > end && reading.keys[end..<later.tokens.lowerBound].contains("to")
            })
        {
            return true
        }
        // "cancel the $65 cable and get"
        let opener = [key(start - 1), key(start - 2)].filter { !["the", "my", "our"].contains($0) }.first ?? ""
        if ["cancel", "drop", "ditch", "dump", "cut"].contains(opener), reading.keys[end...].contains("and") {
            return true
        }
        if isGivenUp(start) || isRaised(start) { return true }
        // "the $130 plan from our $90"
        if ["our", "my"].contains(key(start - 1)), key(start - 2) == "from" { return true }
        // "I pay maybe ten dollars a month there now"
        if let verb = reading.keys[max(0, start - 4)..<start].lastIndex(where: { ["pay", "paying"].contains($0) }),
            ["i", "we", "im", "were"].contains(key(verb - 1)),
            reading.keys[end...].prefix(5).contains(where: { ["now", "currently", "today"].contains($0) })
        {
            return true
        }
        if isPaidNow(start) { return true }
        // "rent is $1,900 now"
        if ["is", "at"].contains(key(start - 1)), ["now", "currently"].contains(key(end)) { return true }
        let verbs: Set = ["pay", "paying", "have"]
        let isNow = ["now", "currently", "already", "today"].contains { key(end) == $0 || key(end + 1) == $0 }
        if verbs.contains(key(start - 1)), ["i", "we", "im", "currently"].contains(key(start - 2)), isNow {
            return true
        }
        return (end...end + 2).contains { place in
            ["i", "we"].contains(key(place)) && verbs.contains(key(place + 1))
                && ["now", "currently", "today"].contains(key(place + 2))
                || ["im", "were"].contains(key(place)) && key(place + 1) == "paying"
        }
    }

    /// `get the family plan at 22.99 and drop the other at 21.99`, `replace the 84.99 cable with fiber at 65`.
    private func isGivenUp(_ start: Int) -> Bool {
        let all = reading.amounts + reading.bareAmounts
        let before = reading.keys[max(0, start - 5)..<start]
        guard all.count > 1,
            let verb = before.lastIndex(where: PurchaseAsk.table.words("gives up").contains),
            reading.tokens[(verb + 1)..<start].allSatisfy({ $0.form == .word || $0.key == "$" }),
            !["the", "a"].contains(key(verb - 1))
        else { return false }
        return key(verb) != "replace"
            || reading.keys[start...].prefix(4).contains(where: ["with", "by"].contains)
    }

    /// `cox raised me to 86.99. T-Mobile is 50. switching?`: what it costs by now, where leaving it is asked about.
    private func isRaised(_ start: Int) -> Bool {
        let all = reading.amounts + reading.bareAmounts
        return all.count == 2 && all.contains { $0.tokens.lowerBound > start }
            && reading.keys[max(0, start - 4)..<start].contains(
                where: ["raised", "raising", "upped", "hiked"].contains)
            && reading.keys.contains { ["switch", "switching", "leave", "cancel", "drop", "change"].contains($0) }
    }

    /// `now we're paying consumer cellular 65`, `we're in the open lot at 72`, `up to 22 a month, digital would be 9.99`: beside
    /// another price that is paid again and again, what is paid until now.
    private func isPaidNow(_ start: Int) -> Bool {
        let all = reading.amounts + reading.bareAmounts
        let others = all.filter { $0.tokens.lowerBound != start }
        guard others.count == 1, let other = others.first,
            all.contains(where: {
                ["a", "per", "/", "every"].contains(key($0.tokens.upperBound))
                    && PurchaseReader.unit(key($0.tokens.upperBound + 1)) != nil
            })
        else { return false }
        let clause = reading.keys[..<start].lastIndex(where: [",", ".", ";", "?"].contains).map { $0 + 1 } ?? 0
        let first = max(clause, other.tokens.lowerBound < start ? other.tokens.upperBound : 0)
        let words = reading.keys[min(first, start)..<start].suffix(6)
        if words.contains("paying") { return true }
        if let verb = words.firstIndex(where: ["were", "im"].contains),
            ["in", "at", "with", "on"].contains(key(verb + 1))
        {
            return true
        }
        // "the mutual one is 196"
        if key(start - 1) == "is", key(start - 2) == "one", other.tokens.lowerBound < start { return true }
        let isRisen = (words.suffix(3).contains("up") || key(start) == "up") && words.last != "by"
        return isRisen && other.tokens.lowerBound > start
    }

    /// `8.99 more a month`, `going up by 8 a month`: what is paid on top of what is paid already.
    func isOnTop(_ amount: AmountExpression) -> Bool {
        let (start, end) = (amount.tokens.lowerBound, amount.tokens.upperBound)
        if ["more", "extra"].contains(key(end)), ["a", "per", "/", "each", "every"].contains(key(end + 1)) {
            return PurchaseReader.unit(key(end + 2)) != nil
        }
        return key(start - 1) == "by" && ["up", "more"].contains(key(start - 2))
    }

    private let changes: Set<String> = [
        "upgrade", "upgrading", "switch", "switching", "change", "changing", "go", "going",
    ]

    /// Whether it takes the place of something that words name.
    var replaces: Bool { replacedWords != nil }

    /// `swap my phone plan for the one at 25 a month`: what is given up, before `for`, `to`, `with` and a price.
    private var swapped: String? {
        guard let verb = reading.keys.firstIndex(where: PurchaseAsk.table.words("swaps").contains),
            let price = (reading.amounts + reading.bareAmounts).map(\.tokens.lowerBound).max(),
            let joint = reading.keys[verb..<max(verb, price)].firstIndex(where: {
                ["for", "to", "with", "and"].contains($0)
            }),
            joint > verb + 1, !(reading.amounts + reading.bareAmounts).contains(where: { $0.tokens.lowerBound < joint })
        else { return nil }
        return named(reading.tokens[(verb + 1)..<joint])
    }

    /// The words for what it takes the place of: `current apartment`, `chewy order`.
    var replacedWords: String? {
        guard let opening else { return swapped }
        return named(reading.tokens[opening...])
    }

    private func named(_ tokens: ArraySlice<Token>) -> String? {
        let rest = tokens.prefix { $0.form == .word || $0.key == "-" }.map(\.key)
            .filter {
                ![
                    "my", "our", "the", "a", "current", "paying", "for", "old", "usual", "existing", "now", "from",
                    "out", "-",
                ]
                .contains($0)
            }
        return rest.isEmpty ? nil : rest.prefix(3).joined(separator: " ")
    }

    // MARK: How often

    /// `every workday`, `three times a week`, wherever it stands: how often, and the days or months in which so often.
    var rhythm: (times: Int, every: Instalments.Interval, place: Int)? {
        for place in reading.keys.indices {
            switch key(place) {
            case "every", "each":
                switch key(place + 1) {
                case "day", "morning", "night", "evening", "afternoon", "lunch", "shift": return (1, .days(1), place)
                case "workday", "weekday": return (5, .days(7), place)
                case "weekend": return (1, .days(7), place)
                case "week", "month", "year": return PurchaseReader.unit(key(place + 1)).map { (1, $0, place) }
                default:
                    if CivilDate.weekdayNames.contains(where: { $0.lowercased() == key(place + 1) }) {
                        return (1, .days(7), place)
                    }
                }
            case "daily": return (1, .days(1), place)
            case "a", "per":
                guard let unit = PurchaseReader.rhythm(key(place + 1)) else { continue }
                switch key(place - 1) {
                case "once": return (1, unit, place)
                case "twice", "2x": return (2, unit, place)
                case "x":
                    if let count = AmountWords.count(key(place - 2)), (1...50).contains(count) {
                        return (count, unit, place)
                    }
                case "times":
                    if let count = AmountWords.count(key(place - 2)), (1...50).contains(count) {
                        return (count, unit, place)
                    }
                default: continue
                }
            default: continue
            }
        }
        return nil
    }
}
