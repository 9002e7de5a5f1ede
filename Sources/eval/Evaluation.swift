import Ledger
import Understanding

/// How well the questions of one file were understood.
struct Evaluation {
    private let path: String
    private let showsMisses: Bool
    private var byLabel: [String: (right: Int, all: Int)] = [:]
    private var confusion: [String: [Intent: Int]] = [:]
    private var slots: [String: (right: Int, all: Int)] = [:]
    /// Slots whose labels mean something else than the same words do here, by the reason.
    private var leftOut: [String: Int] = [:]
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
        let written = line["as_of"]?.text.flatMap { CivilDate(iso: $0) }
        let asOf = written ?? (isAnchored ? CivilDate(year: 2022, month: 3, day: 15)! : today)
        var fixed = context(asOf: asOf)
        if isAnchored { fixed.homeCurrency = .gbp }
        var state = ConversationState()
        let understood = understander.understand(text, context: fixed, state: &state)
        let label = labels.sorted().joined(separator: "+")
        confusion[labels.count == 1 ? label : "several", default: [:]][understood.intent, default: 0] += 1
        guard let acceptable = Labels.acceptable(labels, areOurs: ["own", "held-out"].contains(line["split"]?.text))
        else {
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
                    query.minimum, query.maximum, understood.purchase.amount?.minorUnits,
                ]
                .contains(minor)
            case "date", "date_period", "date_from", "date_to":
                switch SlotTimes(asOf: asOf, query: query, rangeEnd: values["date_to"]?["text"]?.text).judge(
                    name, slot, said: said)
                {
                case .right: isRight = true
                case .wrong: isRight = false
                case .leftOut(let reason):
                    leftOut[reason + group, default: 0] += 1
                    continue
                }
            case "time", "time_from", "time_to", "time_period":
                leftOut["no row has a time of day" + group, default: 0] += 1
                continue
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
        let dates = slots.filter { $0.key.hasPrefix("date") && !$0.key.contains(" ") }.values
        let (right, all) = (dates.reduce(0) { $0 + $1.right }, dates.reduce(0) { $0 + $1.all })
        if all > 0 { print("slots of time in all: \(percent(right, all))") }
        for (reason, count) in leftOut.sorted(by: { $0.key < $1.key }) { print("slots left out: \(count), \(reason)") }
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
