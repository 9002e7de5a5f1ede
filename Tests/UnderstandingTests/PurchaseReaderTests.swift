import Ledger
import Testing

@testable import Understanding

/// What questions say of price, plan, day and account; today is Saturday, 31 October 2026.
@Suite struct PurchaseReaderTests {
    /// `cents`, and where they are said: `4x5000/14d`, `+` what is paid up front, the day, the account, `online`, and in
    /// brackets how it was read.
    private static let rows: [(question: String, slots: String)] = [
        ("should I buy a couch for 1.2k", "120000"),
        // What somebody else pays, what it brings, and what was before are no prices.
        (
            "should we get hearing aids for $900, insurance covers $250 of that",
            "65000 (took $250.00 off $900.00: $650.00)"
        ),
        (
            "should I take the welding class for $300, the shop gives back $120",
            "18000 (took $120.00 off $300.00: $180.00)"
        ),
        ("can our budget cover a $900 fridge", "90000"),
        ("should I pay $80 for a license that pays $3 more an hour", "8000"),
        ("should I get a starter for $180, it stalled twice this week", "18000"),
        ("should I buy a Yamaha 000-20M for $800", "80000"),
        (
            "should I get a 30k car at $250 a month",
            "3000000 120x25000/1m (assumed $30,000.00 is paid off in 120 payments)"
        ),
        ("should I get a pillow for $60, my neck hurts every morning", "6000"),
        ("should I book three weeks of day camp at $150 a week", "45000 3x15000/7d"),
        (
            "should I get a gym membership at $40 a month starting in two months",
            "48000 subscription 4000/1m 2026-12-31"
        ),
        ("should I buy a couch for 1,200 dollars", "120000"),
        ("can I afford a 300 dollar jacket", "30000"),
        ("should I buy a phone for 4 payments of $50", "20000 4x5000/14d"),
        ("should I get a tv for 12 monthly payments of $49.99", "59988 12x4999/1m"),
        ("should I buy a sofa for 6 interest-free payments of $80", "48000 6x8000/1m"),
        ("should I get a phone for $80 a month for 2 years", "192000 24x8000/1m"),
        ("can I afford a car for $310/month over 60 months", "1860000 60x31000/1m"),
        ("should I get a gym membership for $40 per month", "48000 subscription 4000/1m"),
        ("should I subscribe to hulu for $15/mo", "18000 subscription 1500/1m"),
        ("should I get a magazine subscription for $99 a year", "9900 subscription 9900/12m"),
        ("can I afford a cleaner for $60 every two weeks", "156000 subscription 6000/14d"),
        ("should I buy shoes for $90 and a hat for $30", "12000 (added 2 prices up to $120.00)"),
        (
            "can I afford a desk for $200, a chair for $150 and a lamp for $40",
            "39000 (added 3 prices up to $390.00)"
        ),
        ("should I get two tickets at $60 each", "12000 (read as 2 at $60.00 each)"),
        ("I have $500, should I buy a $300 bike", "30000"),
        ("should I buy the $200 headphones, they were $350", "20000"),
        ("should I buy a jacket for between $80 and $100", "10000"),
        ("should I buy a tent for $150 tomorrow", "15000 2026-11-01"),
        ("should I have bought a tent for $150 yesterday", "15000 2026-10-30"),
        ("was it ok to buy a tent for $150 three days ago", "15000 2026-10-28"),
        ("can I afford a $900 flight next year in march", "90000 2027-03-01"),
        ("a tv for 900, 12 payments", "90000 12x7500/1m (read as 12 monthly payments of $75.00)"),
        (
            "should I get a couch for $800, 4 instalments",
            "80000 4x20000/14d (read as 4 payments two weeks apart of $200.00)"
        ),
        ("can I afford a $90 dinner next Friday", "9000 2026-11-06"),
        ("should I buy a tv for $700 on Black Friday", "70000 2026-11-27"),
        ("can I afford a $60 haircut on Monday", "6000 2026-11-02"),
        ("can I afford a $60 haircut today", "6000"),
        ("can I afford a $900 flight next month", "90000 2026-11-01"),
        ("can I afford a $900 couch from my savings account", "90000 from High-Yield Savings"),
        ("should I buy a $900 couch with the chase sapphire card", "90000 from Chase Sapphire"),
        ("should I buy a keyboard online for $80", "8000 online"),
        ("should I buy a keyboard", ""),
        ("should I get 2 lamps at 45 each", "9000 (read as 2 at $45.00 each)"),
        ("should I get 3 lamps at $20", "6000 (read as 3 at $20.00 each)"),
        ("should I get 3 lamps for $20", "2000"),
        ("should I get a drill for $399 down from $549", "39900"),
        ("should I get the shoes at 84 instead of 150", "8400"),
        ("my half of the gift would be $150, ok?", "15000"), ("our third is $300 for the cabin, ok?", "30000"),
        ("can we buy tickets, 4 x $129", "51600 (read as 4 at $129.00 each)"),
        ("can we book the hotel for 189 x 2 nights", "37800 (read as 2 at $189.00 each)"),
        ("should I get 2 tickets at $96 each plus fees so call it $230", "23000"),
        ("should I buy a glove 34.99, a bat 60, and cleats 45", "13999 (added 3 prices up to $139.99)"),
        ("can we do the $75 per kid fundraiser, we got two", "15000 (read as 2 at $75.00 each)"),
        ("should I get the phone for $799 minus $300", "49900 (took $300.00 off $799.00: $499.00)"),
        ("should I get the $139 pack if I buy before november 20", "13900"),
        ("should I get the box for 29.99 monthly", "35988 subscription 2999/1m"),
        ("can we do camp for $350 each a week for 4 weeks, 2 kids", "140000 4x35000/7d"),
        ("they quoted 480, should I get the glasses", "48000"),
        ("dinner for two at $80, ok?", "8000"), ("can I have a $4 muffin", "400"),
        ("I have $500, should I buy a $300 bike", "30000"), ("can I drop a hundred on sandals", "10000"),
        ("can I spend three hundred fifty on a suit", "35000"),
        ("should I book a hotel at $90 a night for 4 nights", "36000 (read as 4 at $90.00 each)"),
        (
            "should I buy the $80 lamp or the $120 one",
            "12000 (looked at $120.00, the higher of the two: ask again for $80.00)"
        ),
        (
            "should I buy a jacket for 40 or 60 dollars",
            "6000 (looked at $60.00, the higher of the two: ask again for $40.00)"
        ),
        ("a jacket for $60 or 40, yes or no", "6000 (looked at $60.00, the higher of the two: ask again for $40.00)"),
        ("should I get a jacket for 40 or 60", "6000 (looked at $60.00, the higher of the two: ask again for $40.00)"),
        ("should I buy an iphone 15 or 16 for $900", "90000"),
        ("zero down and 400 a month for 6 years for a car", "2880000 72x40000/1m"),
        ("6 payments of 50 for a vacuum", "30000 6x5000/1m"),
        ("can I afford a table for 2 at 120", "12000"),
        ("should I get a 43 inch monitor for 380", "38000"),
        ("should I get a 64gb tablet for 250", "25000"),
        ("should I buy a pixel 9 749", "74900"),
        ("should I get a cleaner, weekly $30", "156000 subscription 3000/7d"),
        (
            "can I afford a $20,000 van at 450 a month for 48 months",
            "2160000 48x45000/1m (the payments come to $21,600.00, $1,600.00 more than the price of $20,000.00)"
        ),
        (
            "can I afford a $9,000 boat at 300 a month",
            "900000 30x30000/1m (assumed $9,000.00 is paid off in 30 payments)"
        ),
        (
            "van with a down payment of 1,000 and 250 a month for 2 years, can I afford it",
            "700000 24x25000/1m +100000 (counted $1,000.00 paid up front)"
        ),
        (
            "should I lease a van for $199 a month for 24 months with $1500 down",
            "627600 24x19900/1m +150000 (counted $1,500.00 paid up front)"
        ),
        (
            "should I get a $150 router and $10 a month for 12 months",
            "27000 12x1000/1m +15000 (counted $150.00 paid up front)"
        ),
        (
            "can I afford a $20,000 van with 4,000 down",
            "2000000 (counted the whole $20,000.00 as paid up front: how the $16,000.00 after $4,000.00 down is paid was "
                + "not said)"
        ),
        (
            "should I get a stove for $600, 0% for 6 months", "60000 6x10000/1m (read as 6 monthly payments of $100.00)"
        ),
        ("should I get a stove for $600 over a year", "60000 12x5000/1m (read as 12 monthly payments of $50.00)"),
        (
            "$600 stove, pay in 4?", "60000 4x15000/14d (read as 4 payments two weeks apart of $150.00)"
        ),
        (
            "should I buy a $600 stove, half now, half later",
            "60000 2x30000/1m (read as 2 monthly payments of $300.00)"
        ),
        ("should I buy a $600 stove with 15% off", "51000 (took 15% off $600.00: $510.00)"),
        ("should I buy a $600 stove at half price", "30000 (took 50% off $600.00: $300.00)"),
        ("should I buy a $600 stove with a $50 coupon", "55000 (took $50.00 off $600.00: $550.00)"),
        (
            "should I buy a $90 kettle, split with my brother",
            "4500 (counted your part, half of $90.00: $45.00)"
        ),
        (
            "should I buy a $90 kettle and split it four ways",
            "2250 (counted your part, one of 4 parts of $90.00: $22.50)"
        ),
        (
            "can I afford a $100 cabin shared with 2 friends",
            "3334 (counted your part, one of 3 parts of $100.00: $33.34)"
        ),
        (
            "should I buy a $90 kettle and split it with friends",
            "9000 (counted all of $90.00: you didn't say how many ways it's split)"
        ),
        ("should I buy a kettle for -90", "-9000"), ("can I afford a -$90 kettle", "-9000"),
        ("should I buy a kettle - $90", "9000"), ("should I buy a kettle for $40-90", "9000"),
        ("can I afford a free kettle", "0"), ("should I get a gluten free cake for 12", "1200"),
        ("can I afford a $123456789012345 kettle", "9223372036854775807"),
        ("should I buy an island for 2 billion dollars", "200000000000"),
    ]

    /// Parts paid down beside payments, payments of every day, what is paid on top, and prices to choose from.
    private static let more: [(question: String, slots: String)] = [
        (
            "can I afford a $20,000 van with $2,000 down and $375 a month for 48 months at 6% interest",
            "2000000 48x37500/1m +200000 (counted $2,000.00 paid up front)"
        ),
        (
            "should I get a $900 stove, $100 down, and 8 payments of $110",
            "98000 8x11000/1m +10000 (the payments come to $980.00, $80.00 more than the price of $900.00; "
                + "counted $100.00 paid up front)"
        ),
        ("should I buy a bagel for $4 every day", "146000 subscription 400/1d"),
        ("can I get a $6 sandwich every day", "219000 subscription 600/1d"),
        ("should I get a bagel for $4 daily", "146000 subscription 400/1d"),
        ("can I afford $9 per day on parking for a month", "27000 30x900/1d"),
        ("can I afford a $9 sandwich each day for two weeks", "12600 14x900/1d"),
        ("should I get a $500 bike that I ride every day", "50000"),
        ("can I rent a car at $50 a day for 3 days", "15000 (read as 3 at $50.00 each)"),
        (
            "should I finance a $600 stove at 15% APR for 6 months",
            "62652 6x10442/1m (read as 6 monthly payments of $104.42, with $26.52 of interest at 15% a year)"
        ),
        (
            "should I buy a $90 kettle plus tax",
            "9000 (I didn't count the tax: say the price with it to have it counted)"
        ),
        (
            "should I buy a $90 kettle with a 5% fee",
            "9450 (added $4.50 to $90.00: $94.50)"
        ),
        ("should I buy a $90 kettle with free shipping", "9000"), ("should I buy a $90 kettle including tax", "9000"),
        (
            "should I buy boots for $70 or $110",
            "11000 (looked at $110.00, the higher of the two: ask again for $70.00)"
        ),
    ]

    /// Payments are loan · i / (1 − (1 + i)⁻ⁿ) with i a twelfth of the yearly rate, worked out with decimal numbers and
    /// rounded to cents; $80.00 each month for $2,000.00 was counted down month by month.
    private static let interest: [(question: String, slots: String)] = [
        (
            "can I afford a $2,000 bike over 24 months at 12% APR",
            "225960 24x9415/1m (read as 24 monthly payments of $94.15, with $259.60 of interest at 12% a year)"
        ),
        (
            "can I afford a $900 stove for 12 months at 9 % interest",
            "94452 12x7871/1m (read as 12 monthly payments of $78.71, with $44.52 of interest at 9% a year)"
        ),
        (
            "should I buy a $900 stove over a year at 1.5 % a month",
            "99012 12x8251/1m (read as 12 monthly payments of $82.51, with $90.12 of interest at 1.5% a month)"
        ),
        (
            "should I finance a $30,000 van with $3,000 down over 60 months at 7.5 %",
            "3546120 60x54102/1m +300000 (read as 60 monthly payments of $541.02, with $5,461.20 of interest at 7.5% a "
                + "year)"
        ),
        (
            "should I buy a stove for $80 a month for 2 years at 12 %",
            "192000 24x8000/1m (assumed the payments include the interest: at 12% a year $220.53 of $1,920.00, so that "
                + "the price itself is $1,699.47)"
        ),
        (
            "can I afford a $2,000 stove at $80 a month at 24.9 % APR",
            "288000 36x8000/1m (assumed $2,000.00 is paid off in 36 payments with its interest at 24.9% a year)"
        ),
        (
            "should I buy a $1,000 stove with an interest rate of 24.9 %",
            "100000 (the interest at 24.9% a year is $20.75 for each month that all of it is owed: say how many "
                + "months you'd take to pay it and I'll count it)"
        ),
        (
            "should I get a $600 stove with 0% interest for 6 months",
            "60000 6x10000/1m (read as 6 monthly payments of $100.00)"
        ),
    ]

    @Test(arguments: interest) func interestIsCounted(_ row: (question: String, slots: String)) { slots(row) }

    @Test(arguments: more) func moreSlots(_ row: (question: String, slots: String)) { slots(row) }

    @Test(arguments: rows) func slots(_ row: (question: String, slots: String)) {
        #expect(Self.words(Household().understood(row.question).purchase) == row.slots)
    }

    private static func words(_ slots: PurchaseSlots) -> String {
        var parts: [String] = []
        if let amount = slots.amount { parts.append("\(amount.minorUnits)") }
        if let plan = slots.instalments {
            let step: String =
                switch plan.every {
                case .days(let days): "\(days)d"
                case .months(let months): "\(months)m"
                }
            parts.append(plan.count.map { "\($0)x" } ?? "subscription ")
            parts[parts.count - 1] += "\(plan.cents)/\(step)"
        }
        if let down = slots.instalments?.down, down > 0 { parts.append("+\(down)") }
        if let day = slots.day { parts.append(day.iso) }
        if let account = slots.account { parts.append("from \(account)") }
        if slots.isOnline { parts.append("online") }
        if !slots.notes.isEmpty { parts.append("(\(slots.notes.joined(separator: "; ")))") }
        return parts.joined(separator: " ")
    }

    @Test(arguments: [
        ("a laptop", "electronics"), ("new running shoes", "clothing"), ("concert tickets", "events"),
        ("leather phone case", "electronics"), ("Winter Coat", "clothing"), ("puppies", "pets"),
        ("a pair of sneakers", "clothing"), ("bottle of wine", "alcohol"), ("dog bed", "pets"),
        ("coffee table", "furniture"), ("coffee", "coffee"), ("gym membership", "fitness"),
        ("nintendo switch", "games"), ("watches", "clothing"), ("T-shirt", "clothing"),
    ])
    func items(_ item: String, _ category: String) { #expect(PurchaseItems.category(of: item) == category) }

    @Test func whatNobodyKnowsHasNoCategory() { #expect(PurchaseItems.category(of: "a flurb") == nil) }

    @Test(arguments: ["about 400", "400 bucks", "it's 400", "$400", "around $400 I think"])
    func aPriceAsked(_ answer: String) {
        let understood = Household().understood("can I afford a couch", answer)
        #expect(understood.intent == .purchase)
        #expect(understood.purchase.amount == Money(40_000, .usd))
        #expect(understood.purchase.item == "couch")
    }

    @Test func thePriceAskedForMayBeAPlan() {
        let understood = Household().understood("should I get a new phone", "$40 a month for 2 years")
        #expect(understood.purchase.amount == Money(96_000, .usd))
        #expect(understood.purchase.instalments?.count == 24)
    }

    @Test func aDroppedQuestionIsNotAnswered() {
        var state = ConversationState()
        let context = Household().context()
        _ = Understander().understand("can I afford a couch", context: context, state: &state)
        #expect(state.asksForPrice)
        state.dropQuestion()
        #expect(!state.asksForPrice)
    }

    /// A rhythm beyond every calendar is none.
    @Test(
        arguments: [
            "should I buy a phone for $20 every 99999999999 days", "a phone for $20 every 9223372036854775807 weeks",
            "should I buy a phone for $20 a month for 9223372036854775807 years",
            "should I buy a phone for $20 every 0 days for 2 years", "a couch for 500 in 99999999999 days",
        ])
    func rhythmsBeyondTheCalendar(question: String) {
        var state = ConversationState()
        _ = Understander().understand(question, context: Household().context(), state: &state)
    }
}
