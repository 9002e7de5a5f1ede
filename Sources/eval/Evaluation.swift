import Ledger
import Understanding

/// How well the questions of one file were understood.
struct Evaluation {
    private let path: String
    private let showsMisses: Bool
    private var byLabel: [String: (right: Int, all: Int)] = [:]
    private var confusion: [String: [Intent: Int]] = [:]
    private var slots: [String: (right: Int, all: Int)] = [:]
    private var inScope = (right: 0, all: 0)
    private var outOfScope = (taken: 0, all: 0)
    private var unjudged = 0
    private var calibration = [(right: Int, all: Int, sum: Double)](repeating: (0, 0, 0), count: 10)

    init(path: String, showsMisses: Bool) {
        self.path = path
        self.showsMisses = showsMisses
    }

    mutating func measure(_ line: JSONValue, with understander: Understander) {
        guard let text = line["text"]?.text, let labels = line["intent"]?.texts else { return }
        let isAnchored = path.contains("nlupp")
        let asOf = isAnchored ? CivilDate(year: 2022, month: 3, day: 15)! : today
        var fixed = context(asOf: asOf)
        if isAnchored { fixed.homeCurrency = .gbp }
        var state = ConversationState()
        let understood = understander.understand(text, context: fixed, state: &state)
        let label = labels.sorted().joined(separator: "+")
        confusion[labels.count == 1 ? label : "several", default: [:]][understood.intent, default: 0] += 1
        guard let acceptable = Labels.acceptable(labels) else {
            unjudged += 1
            return
        }
        let isRight = acceptable.contains(understood.intent)
        byLabel[label, default: (0, 0)].all += 1
        if isRight { byLabel[label]!.right += 1 }
        if acceptable.isSubset(of: [.outOfScope, .help]) {
            outOfScope.all += 1
            if ![.help, .outOfScope].contains(understood.intent) { outOfScope.taken += 1 }
        } else if !acceptable.contains(.outOfScope) {
            inScope.all += 1
            if isRight { inScope.right += 1 }
        }
        let bucket = min(9, Int(understood.confidence * 10))
        calibration[bucket].all += 1
        calibration[bucket].sum += understood.confidence
        if isRight { calibration[bucket].right += 1 }
        if !isRight, showsMisses {
            print("  \(label) → \(understood.intent.rawValue) \(Int(understood.confidence * 100))%: \(text)")
        }
        measureSlots(line, understood, text: text, asOf: asOf, isSpending: !acceptable.contains(.outOfScope))
    }

    // MARK: Slots

    private mutating func measureSlots(
        _ line: JSONValue, _ understood: Understood, text: String, asOf: CivilDate, isSpending: Bool
    ) {
        guard case .object(let values)? = line["slots"] else { return }
        let group = isSpending ? "" : " outside of spending"
        let query = understood.query
        for (name, slot) in values.sorted(by: { $0.key < $1.key }) {
            guard let said = slot["text"]?.text else { continue }
            let isRight: Bool
            switch name {
            case "company_name", "person_name":
                let names = query.merchants + [query.text ?? ""] + understood.unknownNames + query.categories
                let key = NameKey.key(of: said)
                isRight =
                    names.contains { candidate in
                        let other = NameKey.key(of: candidate)
                        return other.utf8.count >= 2 && (key.contains(other) || other.contains(key))
                    } || !query.categories.isEmpty && query.text == nil
            case "shopping_category":
                isRight =
                    !query.categories.isEmpty || query.text.map { said.contains($0) || $0.contains(said) } ?? false
            case "amount_of_money":
                guard let amount = slot["value"]?["amount"]?.number else { continue }
                let minor = Int64((amount * 100).rounded())
                isRight = [
                    query.minimum, query.maximum, understood.threshold?.minorUnits,
                    understood.purchase.amount?.minorUnits,
                ]
                .contains(minor)
            case "date", "date_period":
                guard let expected = Evaluation.period(of: slot), values["date_from"] == nil,
                    !Evaluation.isBareMonth(said), values["time"] == nil
                else { continue }
                isRight = [query.period, query.comparison].contains { Evaluation.agrees($0, expected, asOf: asOf) }
            default: continue
            }
            slots[name + group, default: (0, 0)].all += 1
            if isRight {
                slots[name + group]!.right += 1
            } else if showsMisses {
                print("  slot \(name)\(group) “\(said)”: \(text)\n\(description(of: understood, question: ""))")
            }
        }
    }

    private static func day(_ value: JSONValue?) -> CivilDate? {
        guard let year = value?["year"]?.number, let month = value?["month"]?.number, let day = value?["day"]?.number
        else {
            return nil
        }
        return CivilDate(year: Int(year), month: Int(month), day: Int(day))
    }

    private static func period(of slot: JSONValue) -> Period? {
        if let date = day(slot["value"]) { return Period(date, date) }
        guard let start = day(slot["values"]?["from"]), let end = day(slot["values"]?["to"]), start <= end else {
            return nil
        }
        return Period(start, end)
    }

    /// A bare month resolves to the next one there.
    private static func isBareMonth(_ text: String) -> Bool {
        CivilDate.monthNames.contains { $0.lowercased().hasPrefix(text.lowercased().prefix(3)) } && !text.contains(" ")
    }

    /// Ours ends at the as-of date where theirs goes on.
    private static func agrees(_ period: Period?, _ expected: Period, asOf: CivilDate) -> Bool {
        guard let period else { return false }
        return period.start == expected.start
            && (period.end == expected.end || period.end == asOf && expected.end > asOf)
            || period.contains(expected.start) && expected.days == 1 && period.days <= 31 && period.days > 1
    }

    // MARK: Report

    func report() {
        print("\n\(path)")
        func percent(_ part: Int, _ all: Int) -> String {
            all == 0 ? "–" : "\((Double(part) * 1000 / Double(all)).rounded() / 10) % (\(part) of \(all))"
        }
        print("in scope, acceptable intent: \(percent(inScope.right, inScope.all))")
        print("out of scope, taken as in scope: \(percent(outOfScope.taken, outOfScope.all))")
        print("not judged: \(unjudged)")
        for (name, count) in slots.sorted(by: { $0.key < $1.key }) {
            print("slot \(name): \(percent(count.right, count.all))")
        }
        for (label, count) in byLabel.sorted(by: { $0.key < $1.key }) where count.right < count.all {
            let intents = (confusion[label] ?? [:]).sorted { $0.value > $1.value }
            print(
                "  \(label): \(percent(count.right, count.all))  \(intents.map { "\($0.key.rawValue) \($0.value)" }.joined(separator: ", "))"
            )
        }
        print("confidence (said → true):", terminator: "")
        for bucket in calibration where bucket.all > 0 {
            let said = Int(bucket.sum / Double(bucket.all) * 100)
            print(" \(said)→\(bucket.right * 100 / bucket.all) (\(bucket.all))", terminator: "")
        }
        print()
    }
}
