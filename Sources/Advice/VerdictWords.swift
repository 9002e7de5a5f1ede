import Ledger
import Retrieval

/// Says a verdict: a headline, its reasons as facts, the one that decides first, and what would change it.
public struct VerdictWords {
    public let advice: PurchaseAdvice
    let taxonomy: Taxonomy

    /// Reasons that are given at most.
    private static let mostReasons = 3
    /// The key of the reason that weighs most.
    public static let firstReason = "why.1"

    public init(_ advice: PurchaseAdvice, taxonomy: Taxonomy) {
        self.advice = advice
        self.taxonomy = taxonomy
    }

    // MARK: Headline

    /// `Wait until November 6.`
    public var headline: String {
        if advice.purchase.asked == .toReturn, !advice.verdict.isUnknown {
            return advice.verdict.outcome == .buy ? "No need to return it." : "Yes, return it if you can."
        }
        if advice.isPast || advice.purchase.asked == .afterwards { return pastHeadline }
        if advice.verdict.isOnlyThePlace || advice.knowsTooLittle && place != nil { return "Not here." }
        switch advice.verdict.outcome {
        case .buy where advice.purchase.isRunning: return "Yes, you can afford it."
        case .skip where advice.purchase.isRunning, .wait where advice.purchase.isRunning:
            return advice.isEssential ? "Not safely." : "Better not."
        case .buy where advice.purchase.isLent: return "Yes, you can lend it."
        case .buy where advice.purchase.asked == .toWait: return "No need to wait."
        case .buy where advice.purchase.asked == .tooMuch:
            return advice.isEssential ? "No, it's fine." : "No, it's fine if you want it."
        case .skip where advice.purchase.asked == .tooMuch && !advice.isEssential && !advice.verdict.isUnknown:
            return "Yes, I'd skip it."
        case .wait where advice.purchase.asked == .tooMuch && !advice.isEssential:
            let until = advice.verdict.waitUntil.map(said) ?? "then"
            return advice.verdict.isSavedFor
                ? "Right now it is: save up first." : "Right now it is: wait until \(until)."
        case .wait where advice.purchase.asked == .toWait && !advice.verdict.isSavedFor:
            return "Yes, wait until \(advice.verdict.waitUntil.map(said) ?? "then")."
        case .wait where advice.purchase.asked == .toWait: return "Yes, wait and save up first."
        case .buy where advice.purchase.replaced.map { $0.extra < 0 } ?? false: return "Yes, switch."
        case .buy:
            return advice.isEssential
                ? "Yes, get it."
                : wording.pick("Yes, go for it if you like.", "Yes, you can.", "Yes, if you want it.")
        case .wait:
            if advice.verdict.isSavedFor, let debt = advice.debt,
                advice.verdict.obstacles.contains(where: { $0.role == .debt })
            {
                return "Wait, and pay off \(NumberText.list(debt.names)) first."
            }
            let wait = advice.isEssential ? "If you can, wait" : advice.verdict.isSavedFor ? "Save up first" : "Wait"
            let until = advice.verdict.waitUntil.map { $0.text(near: advice.asOf) } ?? ""
            return advice.verdict.isSavedFor && !advice.isEssential ? "\(wait)." : "\(wait) until \(until)."
        case .skip: return skipHeadline
        }
    }

    /// Nobody is told to skip what they need: it is said what is missing.
    private var skipHeadline: String {
        let verdict = advice.verdict
        if verdict.isUnknown {
            return advice.holdsCurrency ? "I don't know enough to say yes." : "I can't compare this with your money."
        }
        if advice.purchase.isLent { return "No, I wouldn't lend it." }
        if advice.purchase.doubt == .kept { return "I'd cancel it." }
        guard advice.isEssential, let first = verdict.obstacles.first else {
            return wording.pick("Skip it.", "I'd skip it.")
        }
        if first.role.isAboutLimit { return "It doesn't fit your limit." }
        return "The money isn't there for it."
    }

    private var wording: Wording {
        Wording(advice.purchase.amount.text, advice.purchase.merchant ?? advice.purchase.item ?? "")
    }

    /// Of a purchase that was made already.
    private var pastHeadline: String {
        switch advice.verdict.outcome {
        case .buy: "It was fine to buy."
        case .wait: "It could have waited."
        case .skip: advice.verdict.isUnknown || advice.isEssential ? skipHeadline : "You could have skipped it."
        }
    }

    /// The whole answer as sentences.
    public var reply: String {
        ([headline] + (reasons + conditions).map(\.sentence)).joined(separator: " ")
    }

    // MARK: Reasons

    /// At most three facts, the one that decides first; how the question was read is never left out.
    public var reasons: [Fact] {
        let grounds = advice.verdict.grounds
        let against =
            refund + grounds.filter { $0.sign == .against && $0.role != .place }.compactMap(fact)
            + (advice.purchase.asked == .against ? caseAgainst : [])
        let first = advice.knowsTooLittle ? known : []
        let reading = [running, pastDay, lent, accountProblem, payments].compactMap { $0 }
        let isYes = advice.verdict.outcome == .buy
        let carrying = isYes ? [purpose, deficit].compactMap { $0 } + inFavor(grounds) : []
        let decides = Array((isYes ? carrying : against).prefix(1))
        let others =
            isYes
            ? Array(carrying.dropFirst()) + against + context
            : Array(against.dropFirst()) + [purpose, deficit].compactMap { $0 } + context
        let isElsewhere = advice.verdict.isOnlyThePlace
        let found =
            place.map { [$0] + (isElsewhere ? reading : first + decides + reading + others) }
            ?? first + decides + reading + (advice.knowsTooLittle ? fitting : others)
        return found.prefix(VerdictWords.mostReasons).enumerated().map { place, fact in
            var fact = fact
            if place == 0 { fact.key = VerdictWords.firstReason }
            return fact
        }
    }

    /// That one is where one wants to pay for nothing of the kind.
    var place: Fact? {
        guard let place = advice.place, let ground = advice.verdict.grounds.first(where: { $0.role == .place }) else {
            return nil
        }
        let there: Phrase = "you\(place.being), where you don't want to pay for this"
        return reason(ground, "place", there)
    }

    /// That it fits a limit, where nothing else is known.
    private var fitting: [Fact] {
        advice.verdict.grounds.filter { $0.role.isAboutLimit && $0.sign == .inFavor }.compactMap(fact)
    }

    /// What can be said against it where nothing stands in its way.
    private var caseAgainst: [Fact] {
        let purchase = advice.purchase
        var found: [Fact] = []
        if let pace = advice.pace, pace.perMonth > 0, let days = pace.days(toSave: purchase.amount.minorUnits) {
            found.append(
                told(
                    "saving",
                    "\(purchase.amount) is what you keep in \(days, "day") at your usual \(money(pace.perMonth)) a month",
                    purchase.amount))
        }
        if let habit = advice.score.habit { found.append(told("habit", "\(purchase.amount) is \(habit)")) }
        if let cash = advice.cash, !advice.verdict.obstacles.contains(where: { $0.role.isAboutCash }) {
            found.append(
                told(
                    "after",
                    "\(pool) would go from \(money(cash.lowestWithout.cents)) to \(money(cash.lowestWith.cents)) on its lowest day",
                    money(cash.lowestWith.cents)))
        }
        return found
    }

    /// What a yes rests on.
    private func inFavor(_ grounds: [Ground]) -> [Fact] {
        let found = grounds.filter { $0.sign == .inFavor }
        let isSmall = advice.purchase.amount.minorUnits <= advice.pace?.smallPrice ?? 0
        return found.filter { !(isSmall && $0.role == .burden) }.compactMap(fact)
    }

    /// What is worth knowing besides.
    private var context: [Fact] {
        [need, learned, sameKind, delays, later, noIncome, nearLimit, spentSoFar].compactMap { $0 }
            + (advice.cash == nil && advice.holdsCurrency && !advice.knowsTooLittle ? [unknownCash] : [])
    }

    private func fact(_ ground: Ground) -> Fact? {
        switch ground.role {
        case .overdrawn, .reserve, .overdrawnLater, .reserveLater: cash(ground)
        case .drawn: drawn(ground)
        case .saved: saved(ground)
        case .beyondSaving: beyondSaving(ground)
        case .debt: debt(ground)
        case .largeFraction, .exceedsLimit: limit(ground)
        case .burden, .avoidable: burden(ground)
        case .recently: recently(ground)
        case .running: running(ground)
        case .replaced: replaced(ground)
        case .missesGoal: missedGoal(ground)
        case .early: reason(ground, "early", "you lose nothing by waiting until \(ground.day.map(said) ?? "then")")
        case .doubtful: doubtful(ground)
        case .place: place
        }
    }

    private func doubtful(_ ground: Ground) -> Fact {
        reason(
            ground, "doubt",
            advice.purchase.doubt == .poorDeal
                ? "on average, these pay back less than they cost"
                : advice.purchase.doubt == .kept ? keeping : "by what you say, it wouldn't get much use")
    }

    /// What canceling saves.
    private var keeping: Phrase {
        let month = advice.monthlyBurden ?? advice.purchase.amount.minorUnits
        return
            "canceling it saves you \(money(month)) a month, \(money(12 * month)) a year, and you could sign up again if you miss it"
    }

    /// What giving it back brings.
    private var refund: [Fact] {
        guard advice.purchase.asked == .toReturn, advice.verdict.outcome == .skip else { return [] }
        let back = advice.purchase.amount
        guard let pace = advice.pace, pace.perMonth > 0, back.minorUnits * 20 >= pace.perMonth else {
            return [told("refund", "returning it gets you \(back) back", back)]
        }
        let part = (Double(back.minorUnits) / Double(pace.perMonth) * 100).rounded()
        return [
            told(
                "refund",
                "returning it gets you \(back) back, \(percent: part) of the \(money(pace.perMonth)) a usual month leaves you",
                back)
        ]
    }

    func reason(_ ground: Ground, _ key: String, _ words: Phrase) -> Fact {
        fact(
            ground.sign == .against ? .reasonAgainst : .reasonFor, key, money(ground.cents),
            of: .money(money(ground.whole)), on: ground.day, words)
    }

    func told(_ key: String, _ words: Phrase, _ value: Money? = nil) -> Fact { fact(.statement, key, value, words) }

    private func fact(
        _ role: Fact.Role, _ key: String, _ value: Money? = nil, of whole: FigureValue? = nil,
        on day: CivilDate? = nil, _ words: Phrase
    ) -> Fact {
        Fact(
            role, .purchase(advice.purchase.item ?? advice.purchase.merchant ?? "it"),
            value.map(FigureValue.money) ?? .count(1), in: day.map { Period($0, $0) },
            other: whole.map { Fact.Other(value: $0) }, basis: Fact.Basis(isEstimate: day != nil), wording: words,
            key: key)
    }

    // MARK: Grounds

    /// What savings give, and what they then still hold.
    private func drawn(_ ground: Ground) -> Fact {
        reason(
            ground, "drawn",
            "take \(money(ground.cents)) of it out of savings, which leaves \(money(ground.whole - ground.cents)) there"
        )
    }

    private func saved(_ ground: Ground) -> Fact? {
        guard let pace = advice.pace, let day = ground.day else { return nil }
        return reason(
            ground, "saved",
            "at the \(money(pace.perMonth)) a month you usually keep, you'll have saved enough for it by \(said(day))")
    }

    private func beyondSaving(_ ground: Ground) -> Fact {
        if ground.sign == .inFavor {
            return reason(ground, "left", "a usual month leaves you \(money(ground.whole))")
        }
        let part = (Double(ground.cents) / Double(max(1, ground.whole)) * 100).rounded()
        let words: Phrase =
            ground.whole >= ground.cents
            ? "\(money(ground.cents)) is \(percent: part) of the \(money(ground.whole)) a usual month leaves you, and that's all I know about your money"
            : ground.whole > 0
                ? "\(money(ground.cents)) is more than the \(money(ground.whole)) a usual month leaves you, and that's all I know about your money"
                : "you usually have nothing left over at the end of a month, and that's all I know about your money"
        return reason(ground, "left", words)
    }

    private func debt(_ ground: Ground) -> Fact? {
        guard let debt = advice.debt else { return nil }
        let about = debt.isEstimate ? "about " : ""
        let card = NumberText.list(debt.names)
        return reason(
            ground, "debt",
            "\(card) costs you \(money(ground.cents)) a month in interest on \(about)\(money(ground.whole)), so pay that off first"
        )
    }

    private func limit(_ ground: Ground) -> Fact {
        let (limit, spent) = (money(ground.whole), money(advice.rules.spentMonthToDate))
        if ground.role == .largeFraction {
            if ground.whole == 0 {
                return reason(ground, "limit", "your monthly limit on \(category) is \(limit), so nothing fits it")
            }
            let left: Phrase = advice.rules.remaining ?? 0 > 0 ? "\(money(advice.rules.remaining ?? 0))" : "nothing"
            return reason(
                ground, "limit",
                "\(money(ground.cents)) is more than half of your \(limit) monthly limit on \(category), with " + left
                    + " left")
        }
        if ground.sign == .against {
            return reason(
                ground, "limit",
                "you've spent \(spent) of your \(limit) monthly limit on \(category)\(inMonth); this would bring it to \(money(ground.cents))"
            )
        }
        return reason(
            ground, "limit",
            "it fits your \(limit) monthly limit on \(category), with \(money(ground.whole - ground.cents)) left after it"
        )
    }

    private func burden(_ ground: Ground) -> Fact? {
        guard let pace = advice.pace else { return nil }
        let left = money(pace.perMonth)
        guard pace.perMonth > 0 else {
            let held = advice.savings + (advice.cash?.lowestLaterWithout.cents ?? 0)
            return ground.sign == .against
                ? reason(
                    ground, "burden",
                    held > 0
                        ? "a usual month leaves you nothing, so this would come out of the \(money(held)) you have after the bills ahead"
                        : "a usual month leaves you nothing, and there's nothing to pay this from")
                : reason(ground, "burden", "it's a small part of the \(money(held)) you have after the bills ahead")
        }
        let share = Double(ground.cents) / Double(pace.perMonth)
        let part: Phrase =
            share < 1
            ? share < 0.01 ? "less than 1% of the \(left)" : "\(percent: (share * 100).rounded()) of the \(left)"
            : share < 1.05 ? "all of the \(left)" : "\(number: share) times the \(left)"
        if ground.role == .avoidable, advice.purchase.stillWorks {
            return reason(
                ground, "habit",
                "what you have still works, and \(money(ground.cents)) is \(part) a usual month leaves you")
        }
        if ground.role == .avoidable, let habit = advice.score.habit {
            // `a price that's only 2% …`: the amount is the price.
            let lead = ["a price that's ", "a price "].first {
                habit.hasPrefix($0) && !habit.hasPrefix("a price that ")
            }
            let words = habit.dropFirst(lead?.count ?? 0)
            return reason(
                ground, "habit", "\(money(ground.cents)) is \(String(words)), and \(part) a usual month leaves you")
        }
        // Beside what a month leaves it is large; what carries it is the income, or what is held.
        if share >= 1, ground.sign == .inFavor {
            let isOfIncome = ground.cents <= pace.fromIncome
            let held = advice.savings + (advice.cash?.lowestLaterWithout.cents ?? 0)
            let whole = isOfIncome ? pace.income : max(1, held)
            let part = (Double(ground.cents) / Double(whole) * 100).rounded()
            return reason(
                ground, "burden",
                "\(money(ground.cents)) is \(percent: part) of "
                    + (isOfIncome
                        ? "the \(money(whole)) a usual month brings in"
                        : "the \(money(whole)) you have after the bills ahead"))
        }
        return reason(ground, "burden", "\(money(ground.cents)) is \(part) a usual month leaves you")
    }

    private func recently(_ ground: Ground) -> Fact {
        let before = money(advice.recently)
        let left: Phrase =
            ground.whole > 0
            ? "more than the \(money(ground.whole)) a usual month leaves you" : "with nothing left of a usual month"
        return reason(
            ground, "recently",
            "you've already spent \(before) on \(category) in the last three months; with this it's \(money(ground.cents)), "
                + left)
    }

    private func running(_ ground: Ground) -> Fact {
        let month = money(ground.cents)
        guard let pace = advice.pace else {
            return reason(
                ground, "burden",
                ground.sign == .against
                    ? "I don't have a full month of yours yet, so I can't tell whether you can carry \(month) a month\(paidUntil)"
                    : "it takes \(month) a month\(paidUntil)")
        }
        guard pace.perMonth > 0 else {
            return reason(
                ground, "burden", "a usual month leaves you nothing, and this would add \(month) a month\(paidUntil)")
        }
        let share = Double(ground.cents) / Double(pace.perMonth) * 100
        return reason(
            ground, "burden",
            "\(month) a month\(paidUntil) is \(percent: share.rounded()) of the \(money(pace.perMonth)) a usual month leaves you"
        )
    }

    private var paidUntil: String {
        guard let plan = advice.purchase.instalments else { return "" }
        return plan.lastDay(from: advice.purchase.day).map { " until \(said($0))" } ?? ""
    }

    private func replaced(_ ground: Ground) -> Fact? {
        guard let replaced = advice.purchase.replaced else { return nil }
        let (month, year) = (money(abs(replaced.extra)), money(12 * abs(replaced.extra)))
        let words: Phrase =
            replaced.extra == 0
            ? "it costs what you pay now for \(replaced.name)"
            : replaced.extra < 0
                ? "it saves you \(month) a month, \(year) a year, against \(replaced.name)"
                : "it costs \(month) a month more than \(replaced.name), \(year) a year"
        return reason(ground, "instead", words)
    }

    private func missedGoal(_ ground: Ground) -> Fact? {
        let (cost, day) = (advice.purchase.amount.minorUnits, advice.purchase.day)
        guard
            let goal = advice.goals.first(where: {
                $0.goal.name != advice.purchase.goal && $0.isMissed(with: advice.purchase, costing: cost, on: day)
            })
        else { return nil }
        return reason(ground, "goal", missed(goal, after: ground.day))
    }

    private func missed(_ goal: GoalProgress, after: CivilDate?) -> Phrase {
        let what: Phrase = "your goal \(goal.goal.name) (\(goal.goal.target) by \(said(goal.goal.by)))"
        guard let before = goal.reachedOn else {
            return "the way things are going, " + what + " is already out of reach, and this doesn't help"
        }
        guard let after else { return "it puts " + what + " out of reach" }
        return goal.isOnTrack
            ? "it pushes " + what + " from \(said(before)) to \(said(after)), which is too late"
            : "it pushes " + what + ", which is already late, from \(said(before)) to \(said(after))"
    }

    /// What it does to the goals, for who asks.
    public var goalEffect: String {
        guard !advice.goals.isEmpty else { return "You don't have a savings goal it could affect." }
        let missed = advice.verdict.grounds.first { $0.role == .missesGoal }.flatMap(fact)
        return (missed ?? delays)?.sentence ?? "No, it doesn't delay any of your goals."
    }

    // MARK: How it was read

    /// What is known where it is not enough.
    private var known: [Fact] {
        let price = advice.purchase.amount
        guard advice.holdsCurrency else {
            return [
                told(
                    "currency",
                    "none of your accounts are in \(price.currency.code), and I don't convert currencies: all I know is the price, \(price)"
                )
            ]
        }
        return [
            told(
                "known",
                advice.rules.limit == nil
                    ? "all I know is the price, \(price): I have no balance, no limit, and hardly any history"
                    : "all I know is the price, \(price), and your limit: I have no balance and no transactions")
        ]
    }

    private var pastDay: Fact? { advice.isPast ? told("asof", "I looked at it as of \(advice.asOf.longText)") : nil }

    /// A price that was not said.
    private var running: Fact? {
        advice.purchase.nextPayment.map { next in
            told(
                "next",
                "\(advice.purchase.merchant ?? "it") costs \(advice.purchase.amount) each time, next on \(said(next)), and my forecast already counts it"
            )
        }
    }

    private var lent: Fact? {
        advice.purchase.isLent ? told("lent", "I count it as spent, since I don't know when you'd get it back") : nil
    }

    private var accountProblem: Fact? {
        guard let problem = advice.accountProblem else { return nil }
        let instead = advice.cash == nil ? "" : ", so I looked at \(pool)"
        let words: Phrase? =
            switch problem {
            case .unknown(let name): "I don't see an account called “\(name)”\(instead)"
            case .otherCurrency(let name, let currency): "\(name) is in \(currency.code)\(instead)"
            case .notSpendable(let name): "\(name) isn't an account you pay from\(instead)"
            // Without other money to look at it is said with what that means.
            case .unknownBalance(let name): advice.cash == nil ? nil : "I don't know what's in \(name)\(instead)"
            case .unknownCardPayments(let name):
                advice.cash == nil
                    ? "I don't know when you pay \(name)"
                    : "I don't know when you pay \(name), so I assumed it comes due after \(CardTerms.usualTerm, "day")"
            }
        return words.map { told("account", $0) }
    }

    /// `24 payments of $40.00 come to $960.00`
    private var payments: Fact? {
        guard let plan = advice.purchase.instalments else { return nil }
        let each = money(plan.cents)
        guard let count = plan.count else {
            if plan.cents == advice.purchase.amount.minorUnits { return nil }
            return told(
                "payments",
                "\(each) \(plan.every.words) comes to \(advice.purchase.amount) in the first twelve months",
                advice.purchase.amount)
        }
        let down: Phrase = plan.down > 0 ? " plus \(money(plan.down)) down" : ""
        return told(
            "payments", "\(count, "payment") of \(each)" + down + " come to \(advice.purchase.amount)",
            advice.purchase.amount)
    }

    // MARK: What is worth knowing

    /// The goal that it is.
    private var purpose: Fact? {
        guard let goal = advice.goals.first(where: { $0.goal.name == advice.purchase.goal }) else { return nil }
        return told(
            "purpose",
            "it's what your goal \(goal.goal.name) is for: \(money(goal.saved)) of \(goal.goal.target) is saved",
            money(goal.saved))
    }

    /// That a usual month ends below zero.
    private var deficit: Fact? {
        guard let pace = advice.pace, pace.income > 0, pace.perMonth < -pace.trifle,
            !advice.verdict.grounds.contains(where: { $0.role.isAboutBurden && $0.sign == .against })
        else { return nil }
        return told(
            "deficit", "a usual month already ends \(money(-pace.perMonth)) short, and that's worth a look first",
            money(-pace.perMonth))
    }

    private var need: Fact? {
        advice.isEssential && !advice.purchase.isRunning && advice.purchase.amount.minorUnits > advice.pace?.trifle ?? 0
            ? told("need", "I count this as a need") : nil
    }

    /// What the user's words on purchases of its kind teach.
    private var learned: Fact? {
        let (avoided, wanted) = (advice.words.avoided, advice.words.wanted)
        guard avoided != wanted, !advice.isEssential else { return nil }
        return avoided > wanted
            ? told(
                "learned", "you skipped or regretted \(avoided, "purchase") like this, so I'm a little stricter here")
            : told("learned", "you were glad of \(wanted, "purchase") like this, so I'm a little easier here")
    }

    /// `You already pay $19.99 a month for Netflix.`
    private var sameKind: Fact? {
        guard !advice.sameKind.isEmpty, advice.purchase.replaced == nil else { return nil }
        let paid = advice.sameKind.prefix(3).map { stream -> Phrase in
            "\(stream.monthlyCost) a month for \(stream.merchant)"
        }
        let listed = paid.enumerated().reduce(Phrase("")) { all, part in
            all + (part.offset == 0 ? "" : part.offset == paid.count - 1 ? " and " : ", ") + part.element
        }
        return told("same", "you already pay " + listed)
    }

    private var delays: Fact? {
        guard !advice.verdict.grounds.contains(where: { $0.role == .missesGoal }) else { return nil }
        let moved = advice.goals.compactMap { goal -> Phrase? in
            guard goal.goal.name != advice.purchase.goal, let days = goal.delay(by: advice.purchase), days > 0,
                let day = goal.reachedOn(
                    with: advice.purchase, costing: advice.purchase.amount.minorUnits, on: advice.purchase.day)
            else { return nil }
            return "\(goal.goal.name) by \(days, "day"), to \(said(day))"
        }
        guard let first = moved.first else { return nil }
        return told(
            "delay",
            moved.dropFirst().reduce("it pushes back your goal\(moved.count > 1 ? "s" : "") " + first) {
                $0 + " and " + $1
            })
    }

    /// A limit that does not count it.
    private var nearLimit: Fact? {
        advice.nearLimit.map { told("near", "your limit on \(name($0)) doesn't count \(category)") }
    }

    private var spentSoFar: Fact? {
        let spent = money(advice.rules.spentMonthToDate)
        guard advice.rules.limit == nil, advice.verdict.outcome == .buy, advice.purchase.category != nil,
            spent.minorUnits > 0
        else { return nil }
        return told("spent", "you've spent \(spent) on \(category)\(inMonth) and haven't set a limit for it", spent)
    }

    private var noIncome: Fact? { advice.knowsIncome ? nil : told("income", "I don't see a paycheck coming") }

    var unknownCash: Fact {
        guard let first = advice.missing.first else {
            return told("balance", "I don't see an account you'd pay it from: import its file with `coach import FILE`")
        }
        return told(
            "balance",
            "I don't know what's in \(NumberText.list(advice.missing)), so this leaves out what you have: tell me with `coach balance \"\(first)\" AMOUNT`"
        )
    }

    // MARK: Parts

    var pool: String { advice.accounts.isEmpty ? "your account" : NumberText.list(advice.accounts) }
    var category: String { name(advice.rules.existingRule?.category ?? advice.purchase.category ?? "it") }

    private var inMonth: String {
        let day = advice.purchase.day
        return day.monthNumber == advice.asOf.monthNumber ? " this month" : " in \(Period.month(of: day).label)"
    }

    func said(_ day: CivilDate) -> String { day.text(near: advice.asOf) }
    func money(_ cents: Int64) -> Money { Money(cents, advice.purchase.amount.currency) }

    /// A category inside a sentence: `groceries`; a Guardian name without its line: `fast food`.
    func name(_ id: String) -> String {
        RuleCategory(id: id, in: taxonomy)?.words ?? id.split(separator: "_").joined(separator: " ")
    }
}

extension Fact {
    /// Its phrase as a sentence of its own.
    public var sentence: String {
        let text = clause
        return text.prefix(1).uppercased() + text.dropFirst()
    }

    /// The same after a colon: a name it begins with keeps its letters.
    public var clause: String {
        let text = wording?.text ?? ""
        return text + (text.hasSuffix("?") ? "" : ".")
    }
}

extension Instalments.Interval {
    /// `a month`, `every 2 weeks`.
    public var words: String {
        switch self {
        case .months(1): "a month"
        case .months(12): "a year"
        case .months(let count): "every \(count) months"
        case .days(1): "a day"
        case .days(7): "a week"
        case .days(let count): count % 7 == 0 ? "every \(count / 7) weeks" : "every \(count) days"
        }
    }
}
