import Ledger
import Testing
import Understanding

/// Which lines ask whether to buy something, set limits, or are neither.
@Suite struct PurchaseFormTests {
    @Test(arguments: [
        "can I afford an iphone", "should I order a kayak", "should we get a puppy", "is it silly to get a $45 vase",
        "would it be nuts to spend 800 on a tent", "thinking about a $90 raincoat", "tempted by a $60 backpack",
        "worth it to get a $200 rug?", "would 2500 for a cruise be ok", "new tablet 329 yay or nay",
        "buy or skip: headphones $99", "3 tickets at 40 each", "a pair of sandals 55", "two jumpers 30 each",
        "how about a $70 toaster", "what if I bought a $400 guitar", "my son wants a $35 board game",
        "talk me out of a $150 lamp", "does a $90 kettle make sense", "just saw a $180 coat", "can I get a $5 muffin",
        "should I invest in a good mattress for $900", "about to spend $60 on perfume",
        "am I mad to spend 3k on a sofa", "gonna buy a $30 candle", "scratch cards for 10",
        "should I get a $5 lottery ticket", "can I lend 300 to a friend", "should I lend my sister $80",
        "I bought a coat for 120 yesterday, was that ok?", "was it a mistake to buy a lamp for $60",
    ])
    func asksToBuy(_ question: String) { #expect(Household().understood(question).intent == .purchase) }

    /// What is told with its price, without being asked about, in a sentence or two.
    @Test(arguments: [
        "Our furnace quit overnight, $3,900 to replace it by the weekend.",
        "The mechanic wants $260 for the brake pads. He says soon.",
        "Two seats for the musical, $180, we haven't been out since spring.",
        "$9 burrito, second one today",
    ])
    func statementsWithAPriceAre(_ line: String) { #expect(Household().understood(line).intent == .purchase) }

    @Test(arguments: [
        "what was that $512 charge", "how many amazon orders went over 60 bucks", "show anything over $200 in may",
        "did we spend more than $700 on food in june", "send my sister $40",
    ])
    func linesWithAnAmountAreNot(_ line: String) { #expect(Household().understood(line).intent != .purchase) }

    @Test(arguments: [
        "should I buy Tesla stock", "should I buy 100 shares of Apple", "can I afford to invest in gold",
        "should I buy $200 of ethereum", "can I afford $50 of crypto",
        "should I buy silver", "should I buy two ounces of gold for $5000", "should I buy a gold coin for $900",
        "should I put 300 in an index fund", "is litecoin a good buy at $80", "should I buy a savings bond for $100",
        "worth it to buy a share of Nvidia for $150?",
    ])
    func earningIsNoBuying(_ question: String) { #expect(Household().understood(question).intent == .outOfScope) }

    @Test(arguments: [
        "should I buy silver earrings for $40", "should I buy a gold bracelet for $250",
        "should I buy a coin album for $20",
        "should I get an Apple watch for $350", "should I buy a stock pot for $45", "should I buy chicken stock for $4",
        "should I buy an iphone in gold for $900", "should I buy a rose gold ring for $150",
    ])
    func whatIsMadeOfItIsAThing(_ question: String) {
        let understood = Household().understood(question)
        #expect(understood.intent == .purchase)
        #expect(understood.purchase.amount != nil)
    }

    @Test(arguments: [
        "where should I buy a tv", "which laptop should I buy", "what's the best phone to buy under 500",
        "can you book it for 20 past 7", "how many euros can I get for 5 dollars", "how do I cook a 4 pound roast",
    ])
    func othersAreNot(_ question: String) { #expect(Household().understood(question).intent != .purchase) }

    @Test func theMakersNameIsPartOfTheThing() {
        let watch = Household().understood("should I get an apple watch for $350").purchase
        #expect(watch.item == "apple watch" && watch.merchant == nil && watch.category == "electronics")
        let there = Household().understood("should I get an apple watch for $350 at Target").purchase
        #expect(there.merchant == "Target")
    }

    @Test(arguments: [
        ("is a $40 vase worth it", "vase"), ("is $25 a month for a gym worth it", "gym"),
        ("a 43-inch tv for 380, good idea?", "tv"), ("headphones $99, yes or no", "headphones"),
        ("should I get a $90 kettle split with my sister", "kettle"),
    ])
    func items(_ question: String, _ item: String) {
        #expect(Household().understood(question).purchase.item == item)
    }

    // MARK: Limits

    @Test(arguments: [
        ("set groceries to 450", "groceries", 45_000), ("limit coffee to 40", "coffee", 4000),
        ("keep clothes under 120 a month", "clothing", 12_000), ("lower groceries to 300", "groceries", 30_000),
        ("set a rent_bills budget of 1800", "rent_bills", 180_000),
        ("pharmacy & health cap 60", "pharmacy_health", 6000),
        ("misc_online limit 75", "misc_online", 7500), ("set a subscriptions limit of 30", "subscription", 3000),
        ("set a fun budget of 90", "fun", 9000), ("cap fast-food at 50", "fast_food", 5000),
        ("set a grocries limit of 500", "groceries", 50_000),
    ])
    func limitsAreSet(_ line: String, _ category: String, _ cents: Int64) {
        let understood = Household().understood(line)
        #expect(understood.intent == .budget && understood.budget.action == .set)
        #expect(understood.budget.category == category)
        #expect(understood.budget.amount == Money(cents, .usd))
    }

    @Test(arguments: ["my son wants a $35 toy train", "about to spend $60 on perfume", "$90 of groceries?"])
    func noLimitIsSetUnasked(_ line: String) { #expect(Household().understood(line).budget.action != .set) }

    @Test(arguments: ["how much is left for groceries", "anything left for coffee?", "what's left for clothes"])
    func whatIsLeftIsProgress(_ line: String) {
        let understood = Household().understood(line)
        #expect(understood.intent == .budget && understood.budget.action == .progress)
        #expect(understood.budget.category != nil)
    }

    @Test(arguments: [
        ("double my coffee budget", 200), ("halve the coffee limit", 50), ("raise the coffee limit by 10%", 110),
        ("cut my coffee budget by 25 percent", 75),
    ])
    func limitsChangeByParts(_ line: String, _ percent: Int) {
        let slots = Household().understood(line).budget
        #expect(slots.action == .set && slots.percent == percent && slots.category == "coffee")
    }

    @Test(
        arguments: [
            ("make it 250", nil, 25_000), ("raise it by 50", 1, 5000), ("lower it by $20", -1, 2000),
            ("how about 80?", nil, 8000), ("actually make that 90", nil, 9000),
        ] as [(String, Int64?, Int64)])
    func theLimitSpokenOfChanges(_ line: String, _ step: Int64?, _ cents: Int64) {
        let slots = Household().understood("set a coffee limit of 100", line).budget
        #expect(slots.action == .set && slots.category == "coffee")
        #expect(slots.step == step && slots.amount == Money(cents, .usd))
    }

    @Test func theLimitSpokenOfIsDropped() {
        let slots = Household().understood("set a coffee limit of 100", "drop it").budget
        #expect(slots.action == .remove && slots.category == "coffee")
    }

    @Test func percentIsNoAmount() {
        let slots = Household().understood("set a coffee limit of 100", "by 10%").budget
        #expect(slots.amount != Money(1000, .usd))
    }
}
