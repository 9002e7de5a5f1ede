import Ledger
import Store
import TestSupport
import Testing

@testable import Advice

@Suite struct ScoreTests {
    private let friday = day("2026-10-16")
    private let model = AvoidanceModel.shipped

    private func rules(spent: Int64 = 0, limit: Int64? = nil) -> RuleAssessment {
        RuleAssessment(
            existingRule: nil, spentMonthToDate: spent, spent7Days: 0, count7Days: 0, limit: limit,
            remaining: limit.map { $0 - spent }, blockReason: .none, suggestedRule: nil, rationale: "")
    }

    private func score(
        _ cents: Int64, _ guardianClass: String? = "fun", spent: Int64 = 0, limit: Int64? = nil,
        habits: PurchaseHabits = PurchaseHabits(), nextPay: CivilDate? = nil, spare: Int64? = nil,
        profile: SpendingProfile = .average, model: AvoidanceModel = .shipped
    ) -> AvoidanceScore {
        model.score(
            Purchase(amount: dollars(cents), merchant: "Arcade", day: friday), rules: rules(spent: spent, limit: limit),
            profile: profile, habits: habits, guardianClass: guardianClass, nextPay: nextPay, spare: spare)
    }

    /// p_avoid = 1 − (1 − p_ml)·(1 − clamp(ratio − 1, 0, 1)).
    @Test(arguments: [
        (27_000, 20_000, 1.35, 0.35), (20_000, 20_000, 1, 0), (20_001, 20_000, 1.00005, 0.00005),
        (40_000, 20_000, 2, 1), (90_000, 20_000, 4.5, 1), (-500, 20_000, -0.025, 0),
    ])
    func whatGoesBeyondTheLimitIsAdded(after: Int64, limit: Int64, ratio: Double, excess: Double) {
        let found = score(100, spent: after - 100, limit: limit)
        #expect(abs((found.overBudgetRatio ?? -1) - ratio) < 1e-12)
        #expect(abs(found.probability - (1 - (1 - found.model) * (1 - excess))) < 1e-12)
        #expect(found.spentBefore == after - 100 && found.spentAfter == after)
    }

    @Test func withoutALimitTheModelDecidesAlone() {
        let found = score(100)
        #expect(found.overBudgetRatio == nil && found.probability == found.model)
    }

    @Test(arguments: [(SpendingProfile.saver, 0.40), (.average, 0.60), (.spender, 0.75)])
    func exactlyTheThresholdBlocks(profile: SpendingProfile, threshold: Double) {
        var found = score(100, profile: profile)
        #expect(found.threshold == threshold)
        found.probability = threshold
        #expect(found.isBlocked)
        found.probability = threshold.nextDown
        #expect(!found.isBlocked)
    }

    /// The sum of weights.tsv by hand: fun 1.6794, the middle of a month 15 days before pay 1.3511/2, nothing else.
    @Test func theModelIsTheSumOfItsTable() {
        let found = score(1000, nextPay: day("2026-10-31"))
        let sum = -3.2556 + 1.6794 + 1.3511 * 0.5
        #expect(abs(found.model - AvoidanceModel.sigmoid(sum)) < 1e-12)
        #expect(found.features == "class_fun=1.0 days_to_pay=0.5")
    }

    /// The days to pay count for what the purchase takes of the money there is to spare: $10 of $80 an eighth, of less than
    /// $10 all; without pay in sight they are 30.
    @Test(arguments: [
        (8000, "2026-10-31", 0.0625), (1000, "2026-10-31", 0.5), (0, "2026-10-31", 0.5), (8000, nil, 0.125),
    ])
    func daysToPayCountForWhatIsTaken(spare: Int64, nextPay: String?, value: Double) {
        let found = score(1000, nextPay: nextPay.map(day), spare: spare)
        #expect(abs(found.model - AvoidanceModel.sigmoid(-3.2556 + 1.6794 + 1.3511 * value)) < 1e-12)
    }

    /// Three times $300 is less than ten times $100, and that is less than a quarter of what there is to spare, $2,000:
    /// at $4,000, one of two doublings more, half of what is missing to 1 is added. 8 doublings of $100 count as 3.
    @Test func whatIsBeyondAllMeans() {
        let habits = PurchaseHabits(usualInCategory: 10_000, dearest: 30_000)
        #expect(habits.excess(of: 100_000, spare: 0) == 0 && habits.excess(of: 200_000, spare: 0) == 0.5)
        #expect(habits.excess(of: 200_000, spare: 800_000) == 0 && habits.excess(of: 400_000, spare: 800_000) == 0.5)
        #expect(habits.excess(of: 9_000_000, spare: 800_000) == 1 && PurchaseHabits().excess(of: 9, spare: nil) == 0)
        #expect(PurchaseHabits(dearest: 30_000).excess(of: 180_000, spare: nil) == 0.5)
        #expect(PurchaseHabits().excess(of: 180_000, spare: 100) == 0, "nothing was bought to hold it against")
        let found = score(400_000, habits: habits, spare: 800_000)
        // Of the days to pay, 30, half are taken, and half of the rest is added: 0.75.
        let sum = -3.2556 + 1.6794 + 2.4670 * 0.5 + 1.9155 + 1.3511 * 0.75
        #expect(abs(found.model - AvoidanceModel.sigmoid(sum)) < 1e-12)
    }

    /// One dollar more moves the score by less than a point and a half, and never down.
    @Test func noDollarTipsTheScore() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<12 {
            var habits = randomHabits(&random)
            habits.dearest = Bool.random(using: &random) ? Int64.random(in: 5000...200_000, using: &random) : nil
            habits.usualInCategory = Int64.random(in: 5000...40_000, using: &random)
            habits.usualAtMerchant = habits.usualAtMerchant.map { max($0, 5000) }
            let spare = Int64.random(in: 20_000...2_000_000, using: &random)
            var last = score(5000, habits: habits, nextPay: day("2026-10-30"), spare: spare).model
            for dollars in Int64(51)...9000 {
                let next = score(dollars * 100, habits: habits, nextPay: day("2026-10-30"), spare: spare).model
                #expect(next >= last && next < last + 0.015, "\(dollars) \(habits)")
                last = next
            }
        }
    }

    @Test func moreToSpareNeverLooksWorse() {
        var random = SeededGenerator(seed: 8)
        for _ in 0..<200 {
            var habits = randomHabits(&random)
            habits.dearest = Bool.random(using: &random) ? Int64.random(in: 1...90_000, using: &random) : nil
            habits.commonTicket = 5000
            let (cents, spare) = (
                Int64.random(in: 1...900_000, using: &random), Int64.random(in: 0...900_000, using: &random)
            )
            let pay = Bool.random(using: &random) ? friday.adding(days: Int.random(in: 0...40, using: &random)) : nil
            let poor = score(cents, habits: habits, nextPay: pay, spare: spare).model
            let more = spare + Int64.random(in: 1...900_000, using: &random)
            #expect(score(cents, habits: habits, nextPay: pay, spare: more).model <= poor)
            #expect(score(cents, habits: habits, nextPay: friday, spare: spare).model <= poor)
            habits.dearest = (habits.dearest ?? 0) + 10_000
            #expect(score(cents, habits: habits, nextPay: pay, spare: spare).model <= poor)
        }
    }

    /// log2(400 / 50) = 3 doublings, by 3: 1.9155 more than without.
    @Test func aPriceCountsWithoutHistory() {
        let found = score(40_000, habits: PurchaseHabits(commonTicket: 5000))
        #expect(abs(found.model - AvoidanceModel.sigmoid(-3.2556 + 1.6794 + 1.9155)) < 1e-12)
        #expect(score(40_000, habits: PurchaseHabits(usualInCategory: 40_000, commonTicket: 5000)) != found)
    }

    /// $60 for clothing; in yen 130 for a dollar; a currency that is not in the list has no common price.
    @Test func commonTickets() {
        func ticket(_ category: String?, _ currency: Currency) -> Int64? {
            CommonTickets.ticket(category, currency, in: .builtIn)
        }
        #expect(ticket("clothing", .usd) == 6000)
        #expect(ticket("clothing", .jpy) == 7800)
        #expect(ticket("mortgage", .gbp) == 144_000, "1,800 · 0.8")
        #expect(ticket("fun", .usd) == 5000 && ticket(nil, .usd) == 5000)
        #expect(Currency("KWD").map { ticket("clothing", $0) } == .some(nil))
        for category in Taxonomy.builtIn.categories where category.flow == .out {
            #expect(ticket(category.id, .usd) ?? 0 > 0, "\(category.id)")
        }
    }

    @Test(
        arguments: [
            ("pets", true, "groceries"), ("pets", nil, "misc_online"), ("hair_beauty", false, "fun"),
            ("hair_beauty", nil, "pharmacy_health"), ("groceries", true, "groceries"), ("games", false, "fun"),
            (nil, true, "groceries"),
        ] as [(String?, Bool?, String?)])
    func needsAndWishesAmongOthers(_ category: String?, _ isNeed: Bool?, _ expected: String?) {
        var purchase = Purchase(amount: dollars(1), category: category, day: friday)
        purchase.isNeed = isNeed
        #expect(Taxonomy.builtIn.avoidanceClass(of: purchase) == expected)
    }

    @Test func needsAreRarelyAvoidableAndHabitsAre() {
        for need in ["rent_bills", "groceries", "pharmacy_health"] { #expect(score(5000, need).model < 0.1) }
        let visits = ["2026-10-12", "2026-10-14", "2026-10-16"].map(day)
        let habits = PurchaseHabits(usualAtMerchant: 500, usualInCategory: 700, visits: visits)
        #expect(score(1500, "fast_food", habits: habits).isBlocked)
        #expect(!score(500, "fast_food", habits: PurchaseHabits(usualAtMerchant: 500)).isBlocked)
    }

    // MARK: Properties

    private func randomHabits(_ random: inout SeededGenerator) -> PurchaseHabits {
        func usual(_ random: inout SeededGenerator) -> Int64? {
            Bool.random(using: &random) ? Int64.random(in: 1...100_000, using: &random) : nil
        }
        let visits = (0..<Int.random(in: 0...20, using: &random)).map { _ in
            friday.adding(days: -Int.random(in: 0...29, using: &random))
        }
        return PurchaseHabits(
            usualAtMerchant: usual(&random), usualInCategory: usual(&random), visits: visits)
    }

    @Test func aLargerAmountNeverLooksBetter() {
        var random = SeededGenerator(seed: 1)
        let answers = (0..<12).map { _ in
            let features = PurchaseFeatures(
                Purchase(amount: dollars(Int64.random(in: 1...90_000, using: &random)), day: friday),
                guardianClass: PurchaseFeatures.classes.randomElement(using: &random),
                habits: randomHabits(&random), spentBefore: 0, limit: nil, nextPay: nil)
            return (features: features, isAvoidable: Bool.random(using: &random))
        }
        for model in [model, AvoidanceModel.retrained(on: answers)] {
            for _ in 0..<300 {
                let habits = randomHabits(&random)
                let guardianClass = PurchaseFeatures.classes.randomElement(using: &random)
                let limit = Bool.random(using: &random) ? Int64.random(in: 1...90_000, using: &random) : nil
                let spent = Int64.random(in: -1000...90_000, using: &random)
                var last: AvoidanceScore?
                for cents in [1, 99, 500, 1200, 5000, 20_000, 20_001, 150_000, 9_000_000] as [Int64] {
                    let next = score(cents, guardianClass, spent: spent, limit: limit, habits: habits, model: model)
                    #expect((0...1).contains(next.probability))
                    if let last {
                        #expect(next.model >= last.model && next.probability >= last.probability)
                    }
                    last = next
                }
            }
        }
    }

    @Test func visitsOfAnyOrderCountTheSame() {
        var random = SeededGenerator(seed: 3)
        let habits = randomHabits(&random)
        let shuffled = PurchaseHabits(
            usualAtMerchant: habits.usualAtMerchant, usualInCategory: habits.usualInCategory,
            visits: habits.visits.shuffled(using: &random))
        #expect(score(700, habits: habits) == score(700, habits: shuffled))
    }

    @Test func featuresAreReadBack() {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<50 {
            let features = PurchaseFeatures(
                Purchase(amount: dollars(1234), isOnline: true, day: day("2026-10-17"), hour: 23),
                guardianClass: PurchaseFeatures.classes.randomElement(using: &random), habits: randomHabits(&random),
                spentBefore: 100, limit: 300, nextPay: day("2026-10-20"))
            #expect(PurchaseFeatures(text: features.text) == features)
        }
        #expect(PurchaseFeatures(text: "")?.values.allSatisfy { $0 == 0 } == true)
        #expect(PurchaseFeatures(text: "online=1 gone=0.5")?[.online] == 1)
        #expect(PurchaseFeatures(text: "online") == nil && PurchaseFeatures(text: "online=nan") == nil)
    }

    // MARK: Learning

    private func example(_ guardianClass: String, _ cents: Int64) -> PurchaseFeatures {
        PurchaseFeatures(
            Purchase(amount: dollars(cents), day: friday), guardianClass: guardianClass,
            habits: PurchaseHabits(usualAtMerchant: 1000, usualInCategory: 1000), spentBefore: 0, limit: nil,
            nextPay: nil)
    }

    @Test func noAnswersLeaveTheShippedModel() { #expect(AvoidanceModel.retrained(on: []) == model) }

    @Test func fewAnswersMoveItLittleAndManyMoveItFar() {
        let features = example("fun", 1000)
        func after(_ count: Int, _ isAvoidable: Bool) -> Double {
            let answers = [(features: PurchaseFeatures, isAvoidable: Bool)](
                repeating: (features, isAvoidable), count: count)
            return AvoidanceModel.retrained(on: answers).probability(features)
        }
        let before = model.probability(features)
        #expect(after(1, true) > before && after(1, true) < before + 0.15)
        #expect(after(1, false) < before && after(1, false) > before - 0.15)
        #expect(after(40, true) > 0.8)
        #expect(after(40, false) < before / 2)
        #expect(after(7, true) == after(7, true))
    }

    /// Larger amounts that were worth it would turn the sign; it stays.
    @Test func answersNeverTurnASign() {
        let answers = (1...60).flatMap { number in
            [
                (features: example("fun", 8000), isAvoidable: false),
                (features: example("fun", 500), isAvoidable: number % 7 != 0),
            ]
        }
        let learned = AvoidanceModel.retrained(on: answers)
        #expect(learned.probability(example("fun", 8000)) >= learned.probability(example("fun", 500)))
        for (name, weight) in zip(PurchaseFeatures.names, learned.weights)
        where PurchaseFeatures.Signal(rawValue: name)?.isNeverInFavour == true {
            #expect(weight >= 0, "\(name)")
        }
    }

    /// The minimum of the penalised loss, found here by a fine search along the one direction that matters.
    @Test func theMinimumIsReached() {
        let features = PurchaseFeatures(
            Purchase(amount: dollars(1000), day: friday), guardianClass: nil, habits: PurchaseHabits(), spentBefore: 0,
            limit: nil, nextPay: nil)
        let answers = [(features: PurchaseFeatures, isAvoidable: Bool)](repeating: (features, true), count: 5)
        let found = AvoidanceModel.retrained(on: answers).intercept
        // Only the intercept matters: 4 (b − b₀) = 5 (1 − σ(b)).
        #expect(abs(4 * (found - model.intercept) - 5 * (1 - AvoidanceModel.sigmoid(found))) < 1e-6)
    }
}
