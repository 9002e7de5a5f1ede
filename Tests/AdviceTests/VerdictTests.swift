import Advice
import Ledger
import Retrieval
import Testing

/// Situations with the verdict worked out by hand. Unless a row says otherwise: Tuesday 10 March 2026, $1,000 in the
/// account, pay of $2,000 every second Friday from 20 March on, $100 in reserve, nothing due, no limit, a price of $100,
/// and a score of 0.20 where 0.60 is advised against.
@Suite struct VerdictTests {
    struct Row: CustomTestStringConvertible {
        let testDescription: String
        let expected: String
        let situation: Situation

        init(_ words: String, _ expected: String, _ change: (inout Situation) -> Void) {
            testDescription = words
            self.expected = expected
            var situation = Situation()
            change(&situation)
            self.situation = situation
        }
    }

    static let money: [Row] = [
        Row("plenty is there", "buy") { _ in },
        Row("exactly the reserve is left: 1000 − 900 = 100", "buy") { $0.price = 900 },
        Row("a cent less than the reserve is left; pay makes up for it", "wait 2026-03-20 reserve") {
            $0.price = 900.01
        },
        Row("exactly nothing is left", "wait 2026-03-20 reserve") { $0.price = 1000 },
        Row("a cent below zero", "wait 2026-03-20 overdrawn") { $0.price = 1000.01 },
        Row("a bill before pay counts: 1000 − 850 − 100 = 50", "wait 2026-03-20 reserve") {
            $0.bills = [("2026-03-15", 850)]
        },
        Row("a bill after pay is paid from pay: 1000 + 2000 − 2500 − 100 = 400", "buy") {
            $0.bills = [("2026-03-25", 2500)]
        },
        Row("a bill after pay that pay does not cover: 3000 − 2950 − 100 = −50", "wait 2026-04-03 overdrawnLater") {
            $0.bills = [("2026-03-25", 2950)]
        },
        // 1000 − 90 a day is 100 on 20 March without pay; with the price 0 on the 19th: 1000 − 810 − 100 = 90.
        Row("every day counts: 1000 − 9 · 90 − 100 = 90", "wait 2026-03-20 reserve") { $0.everyday = 90 },
        Row("exactly enough: 1000 − 9 · 80 − 180 = 100", "buy") {
            $0.everyday = 80
            $0.price = 180
        },
        Row("two pays are needed: 1000 + 4000 − 4800 = 200", "wait 2026-04-03 overdrawn") { $0.price = 4800 },
        Row("all pay of 60 days is not enough: 1000 + 4 · 2000 − 8901 = 99 on 8 May", "skip overdrawn") {
            $0.price = 8901
        },
        Row("it just is on the last pay of 60 days", "wait 2026-05-01 overdrawn") { $0.price = 8900 },
        Row("without pay to come nothing gets better", "skip reserve") {
            $0.payDays = []
            $0.price = 950
        },
        Row("without pay to come 35 days count, the last one too: 1000 − 850 − 100 = 50", "skip reserve") {
            $0.payDays = []
            $0.everyday = 0
            $0.price = 850
            $0.bills = [("2026-04-14", 100)]
        },
        Row("what is due later does not yet", "buy") {
            $0.payDays = []
            $0.price = 850
            $0.bills = [("2026-04-15", 100)]
        },
        Row("after pay the reserve must stay too: 3000 − 2850 − 100 = 50", "wait 2026-04-03 reserveLater") {
            $0.bills = [("2026-03-25", 2850)]
        },
        Row("pay today is in the balance; the next pay is in ten days", "buy") {
            $0.asOf = "2026-03-20"
            $0.payDays = ["2026-03-20", "2026-04-03"]
            $0.price = 900
        },
        Row("pay tomorrow: only today must hold", "wait 2026-03-11 reserve") {
            $0.payDays = ["2026-03-11", "2026-03-25"]
            $0.price = 950
        },
        Row("a purchase planned for the day of pay", "buy") {
            $0.day = "2026-03-20"
            $0.price = 2900
        },
        Row("planned for the day before pay", "wait 2026-03-20 overdrawn") {
            $0.day = "2026-03-19"
            $0.price = 2900
        },
        Row("the money is not known: limit and score decide", "buy") { $0.knowsBalance = false },
        // $100.00 of a month's $1,000.00 is kept.
        Row("no balance, and exactly two thirds of what a month leaves", "buy") {
            $0.knowsBalance = false
            $0.pace = SavingPace(perMonth: 15_000, income: 100_000)
        },
        // 100.01 of 100 in 30.436875 days: after 31 of them.
        Row("no balance, and a cent more: kept at that pace a month from now", "wait 2026-04-10 beyondSaving") {
            $0.knowsBalance = false
            $0.pace = SavingPace(perMonth: 10_000, income: 100_000)
            $0.price = 100.01
        },
        // 804.00 takes 244.7 days of it, 805.00 takes 245.02.
        Row("no balance, and eight months of saving", "wait 2026-11-10 beyondSaving") {
            $0.knowsBalance = false
            $0.pace = SavingPace(perMonth: 10_000, income: 100_000)
            $0.price = 804
        },
        Row("no balance, and more than eight months of saving", "skip beyondSaving") {
            $0.knowsBalance = false
            $0.pace = SavingPace(perMonth: 10_000, income: 100_000)
            $0.price = 805
        },
        // From today to then 91 days of saving, 298.98.
        Row("no balance, but a purchase three months from now", "buy") {
            $0.knowsBalance = false
            $0.pace = SavingPace(perMonth: 10_000, income: 100_000)
            ($0.price, $0.day) = (298, "2026-06-09")
        },
        Row("nothing is kept, but a hundredth of the income is no matter", "buy") {
            $0.knowsBalance = false
            $0.pace = SavingPace(perMonth: -10_000, income: 100_000)
            $0.price = 10
        },
        Row("nothing is kept, and a cent more than that", "skip beyondSaving") {
            $0.knowsBalance = false
            $0.pace = SavingPace(perMonth: -10_000, income: 100_000)
            $0.price = 10.01
        },
        // A fiftieth of the income is 40.
        Row("already short by 50, savings hold more, and 40 are no matter", "buy") {
            ($0.balance, $0.bills, $0.savings, $0.price) = (100, [("2026-03-15", 150)], 190, 40)
            $0.pace = SavingPace(perMonth: 10_000, income: 200_000, spending: 190_000)
        },
        Row("savings hold a dollar too little for what is short", "wait 2026-03-20 overdrawn") {
            ($0.balance, $0.bills, $0.savings, $0.price) = (100, [("2026-03-15", 150)], 189, 40)
            $0.pace = SavingPace(perMonth: 10_000, income: 200_000, spending: 190_000)
        },
        Row("a cent more is some matter: savings are kept", "wait 2026-03-20 overdrawn") {
            ($0.balance, $0.bills, $0.savings, $0.price) = (100, [("2026-03-15", 150)], 500, 40.01)
            $0.pace = SavingPace(perMonth: 10_000, income: 200_000, spending: 190_000)
        },
        Row("overdrawn already", "skip overdrawn") {
            $0.balance = -200
            $0.payDays = []
            $0.price = 20
        },
    ]

    static let limits: [Row] = [
        Row("exactly half of the limit", "buy") {
            $0.limit = 200
            $0.price = 100
        },
        Row("a cent more than half: no later month is larger", "skip largeFraction") {
            $0.limit = 200
            $0.price = 100.01
        },
        Row("exactly the limit", "buy") {
            $0.limit = 200
            $0.spent = 120
            $0.price = 80
        },
        Row("a cent more than the limit: it starts afresh on 1 April", "wait 2026-04-01 exceedsLimit") {
            $0.limit = 200
            $0.spent = 120
            $0.price = 80.01
        },
        Row("200 a month, 120 spent, 150 asked: more than half comes first", "skip largeFraction") {
            $0.limit = 200
            $0.spent = 120
            $0.price = 150
        },
        Row("on the 31st the new month is tomorrow", "wait 2026-04-01 exceedsLimit") {
            $0.asOf = "2026-03-31"
            $0.payDays = ["2026-04-03", "2026-04-17"]
            $0.limit = 200
            $0.spent = 150
        },
        Row("on 29 February too", "wait 2028-03-01 exceedsLimit") {
            $0.asOf = "2028-02-29"
            $0.payDays = ["2028-03-10"]
            $0.limit = 200
            $0.spent = 150
        },
        Row("at the year's end", "wait 2027-01-01 exceedsLimit") {
            $0.asOf = "2026-12-31"
            $0.payDays = ["2027-01-08"]
            $0.limit = 200
            $0.spent = 150
        },
        Row("refunds may outweigh: −50 spent", "buy") {
            $0.limit = 200
            $0.spent = -50
        },
        Row("money and limit: both must be right, which is on 3 April", "wait 2026-04-03 reserve exceedsLimit") {
            $0.payDays = ["2026-04-03", "2026-04-17", "2026-05-01"]
            $0.balance = 190
            $0.limit = 200
            $0.spent = 150
        },
        Row("of a subscription a month counts: $15 of the $20 left", "buy") {
            $0.limit = 60
            $0.spent = 40
            $0.price = 180
            $0.instalments = Instalments(cents: 1500, count: nil, every: .months(1))
        },
        Row("of instalments the whole counts: $200 of a limit of $300", "skip largeFraction") {
            $0.limit = 300
            $0.price = 200
            $0.instalments = Instalments(cents: 5000, count: 4, every: .days(14))
        },
    ]

    static let others: [Row] = [
        Row("the most decisive first", "wait 2026-04-01 reserve exceedsLimit") {
            $0.balance = 190
            $0.limit = 200
            $0.spent = 150
            $0.avoidance = 0.9
        },
        Row("what one needs is bought from the reserve", "buy") {
            $0.isEssential = true
            $0.price = 1000
        },
        Row("what one needs and cannot pay today", "wait 2026-03-20 overdrawn") {
            $0.isEssential = true
            $0.price = 1000.01
        },
        Row(
            "what one needs and a limit blocks is never to be bought; a new month has a new limit",
            "wait 2026-04-01 exceedsLimit"
        ) {
            $0.isEssential = true
            $0.limit = 200
            $0.spent = 150
        },
        Row(
            "what one needs and a limit blocks for good: no day is promised that does not come",
            "skip largeFraction"
        ) {
            $0.isEssential = true
            $0.limit = 100
            $0.spent = 100
            $0.avoidance = 0.99
        },
        // On 25 March 1000 − 500 + 2000 − 2600 = −100, which is told, and is no reason to go without.
        Row("what one needs and leaves too little for a bill after pay", "buy") {
            $0.isEssential = true
            $0.price = 500
            $0.bills = [("2026-03-25", 2600)]
        },
        Row("a tenth of it is bought all the same", "buy") {
            $0.isEssential = true
            $0.price = 100
            $0.bills = [("2026-03-25", 3000)]
        },
        Row("what one needs and can never pay", "skip overdrawn") {
            $0.isEssential = true
            $0.price = 50_000
        },
        Row("four payments of $250: two before pay would be too much, one is not", "buy") {
            $0.price = 1000
            $0.instalments = Instalments(cents: 25_000, count: 4, every: .days(14))
        },
        Row("four weekly payments of $500: bought on the 13th only one is before pay", "wait 2026-03-13 reserve") {
            $0.price = 2000
            $0.instalments = Instalments(cents: 50_000, count: 4, every: .days(7))
        },
        Row("a card that is paid after pay", "buy") {
            $0.price = 950
            $0.card = CardTerms(
                account: "Card", payments: [.init(paidOn: date("2026-03-28"), closesOn: date("2026-03-12"))])
        },
        // 1000 + 2000 − 2901 = 99 on 28 March; from the 13th on it is paid on 28 April.
        Row("a card that is paid after pay, with more than is there then", "wait 2026-03-13 reserve") {
            $0.price = 2901
            $0.card = CardTerms(
                account: "Card",
                payments: [
                    .init(paidOn: date("2026-03-28"), closesOn: date("2026-03-12")),
                    .init(paidOn: date("2026-04-28"), closesOn: date("2026-04-12")),
                    .init(paidOn: date("2026-05-28"), closesOn: date("2026-05-12")),
                ])
        },
        Row("a card hides no price", "skip overdrawn") {
            $0.price = 50_000
            $0.card = CardTerms(account: "Card", payments: [])
        },
        // Paid on 4 April: 1000 + 2 · 2000 − 4900 = 100.
        Row("a card of which no payment is known is paid after 25 days", "buy") {
            $0.price = 4900
            $0.card = CardTerms(account: "Card", payments: [])
        },
        Row("and with a cent more it is not", "wait 2026-03-23 reserve") {
            $0.price = 4900.01
            $0.card = CardTerms(account: "Card", payments: [])
        },
        Row("a card that is paid before pay with what it bought up to the 12th", "wait 2026-03-13 reserve") {
            $0.price = 950
            $0.card = CardTerms(
                account: "Card",
                payments: [
                    .init(paidOn: date("2026-03-18"), closesOn: date("2026-03-12")),
                    .init(paidOn: date("2026-04-18"), closesOn: date("2026-04-12")),
                ])
        },
    ]

    /// $200 kept of a month of $2,000 can go at once: a tenth of the $1,000 there is less. Each day adds
    /// 200 / 30.44 = $6.57.
    private static func keeps(_ change: @escaping (inout Situation) -> Void) -> (inout Situation) -> Void {
        { situation in
            situation.pace = SavingPace(perMonth: 200_00, income: 2000_00)
            change(&situation)
        }
    }

    /// $200 kept of a month of $2,000, of which $40.00 are no matter; 60 days end on 9 May.
    static let savings: [Row] = [
        Row(
            "a hundredth of the income may come out of the reserve", "buy",
            keeps {
                $0.balance = 50
                $0.price = 20
            }),
        Row(
            "and a cent more may not", "wait 2026-03-20 reserve",
            keeps {
                $0.balance = 50
                $0.price = 20.01
            }),
        // 250 − 200 = 50, so that 50 are missing: 50 · 30.44 / 200 = 7.61.
        Row(
            "what the balance lacks is saved after 60 days", "wait 2026-05-17 reserve",
            keeps {
                $0.payDays = []
                $0.balance = 250
                $0.price = 200
            }),
        // 1000 − 100 are there for 200 and the 1000 owed: 300 · 30.44 / 200 = 45.66.
        Row(
            "a card is paid off first", "wait 2026-06-24 debt",
            keeps {
                $0.payDays = []
                $0.owed = 1000
                $0.price = 200
            }),
        // 5000 − 3 · 1000 = 2000 may be taken: 300 + 2000 − 2200 = 100.
        Row("savings beyond three months of spending are there to be used", "buy") {
            $0.pace = SavingPace(perMonth: 2300_00, income: 3300_00, spending: 1000_00)
            ($0.balance, $0.savings, $0.price) = (300, 5000, 2200)
        },
        Row("and a cent more is not", "wait 2026-03-20 reserve") {
            $0.pace = SavingPace(perMonth: 2300_00, income: 3300_00, spending: 1000_00)
            ($0.balance, $0.savings, $0.price) = (300, 5000, 2200.01)
        },
        Row("what one needs may take all of them: 100 + 500 − 600 = 0", "buy") {
            $0.isEssential = true
            ($0.balance, $0.savings, $0.price) = (100, 500, 600)
        },
        Row("and a cent more is not there", "wait 2026-03-20 overdrawn") {
            $0.isEssential = true
            ($0.balance, $0.savings, $0.price) = (100, 500, 600.01)
        },
        // Till 20 May the $500 there are would be used up; from then on they may be.
        Row("what one needs and can wait for comes out of what comes in", "wait 2026-05-20 overdrawn") {
            ($0.isEssential, $0.canWaitUntil, $0.payDays) = (true, "2026-05-20", [])
            ($0.balance, $0.savings, $0.price) = (200, 500, 400)
        },
        Row("what comes in may be there sooner", "wait 2026-03-20 overdrawn") {
            ($0.isEssential, $0.canWaitUntil) = (true, "2026-05-20")
            ($0.balance, $0.savings, $0.price) = (200, 500, 400)
        },
        // $80 a month is more than an eighth of $200, and $480 no more than a tenth of the $5,000.
        Row(
            "what could be paid at once may be paid off", "buy",
            keeps {
                $0.balance = 5000
                $0.pay(6, of: 80)
            }),
    ]

    static let burdens: [Row] = [
        Row("all that can go at once", "buy", keeps { $0.price = 200 }),
        Row("a cent more is there tomorrow", "wait 2026-03-11 burden", keeps { $0.price = 200.01 }),
        // 500 + 200 · 153 / 30.44 = 1505.26, a day earlier 1498.69.
        Row(
            "a tenth of the $5,000 there is, and the rest is saved", "wait 2026-08-10 burden",
            keeps {
                $0.balance = 5000
                $0.price = 1500
            }),
        // (2109 − 500) · 30.44 / 200 = 244.87.
        Row(
            "eight months of saving", "wait 2026-11-10 burden",
            keeps {
                $0.balance = 5000
                $0.price = 2109
            }),
        // (2300 − 500) · 30.44 / 200 = 273.96: by December 9.
        Row(
            "more than that, asked about for a day in nine months and a half", "buy",
            keeps {
                $0.balance = 5000
                $0.price = 2300
                $0.day = "2026-12-20"
            }),
        Row(
            "more than eight months of saving", "skip burden",
            keeps {
                $0.balance = 5000
                $0.price = 2111
            }),
        Row(
            "savings count as what is held: a tenth of $5,000", "buy",
            keeps {
                $0.savings = 4000
                $0.price = 500
            }),
        Row(
            "what one needs is no burden", "buy",
            keeps {
                $0.balance = 5000
                $0.price = 2900
                $0.isEssential = true
            }),
        Row("nothing is kept: a fiftieth of the income, or a tenth of what is there", "buy") {
            $0.pace = SavingPace(perMonth: -50_00, income: 6000_00)
            $0.price = 120
        },
        Row("nothing is kept, and a cent more", "skip burden") {
            $0.pace = SavingPace(perMonth: -50_00, income: 6000_00)
            $0.price = 120.01
        },
        Row(
            "the score stops no small share, whatever it says", "buy",
            keeps {
                $0.price = 100
                $0.avoidance = 0.99
            }),
        // 100 + 200 · 14 / 30.44 = 191.98, a day earlier 185.41.
        Row(
            "the score counts between the half and the whole", "wait 2026-03-24 avoidable",
            keeps {
                $0.price = 190
                $0.avoidance = 0.60
            }),
        Row(
            "just below the threshold", "buy",
            keeps {
                $0.price = 190
                $0.avoidance = 0.599
            }),
        Row(
            "a saver at 0.40", "wait 2026-03-24 avoidable",
            keeps {
                $0.price = 190
                $0.avoidance = 0.40
                $0.profile = .saver
            }),
        Row(
            "a spender at 0.74", "buy",
            keeps {
                $0.price = 190
                $0.avoidance = 0.74
                $0.profile = .spender
            }),
        Row(
            "what is to replace something that works may take half", "buy",
            keeps {
                $0.stillWorks = true
                $0.price = 100
            }),
        Row(
            "and a cent more waits", "wait 2026-03-11 avoidable",
            keeps {
                $0.stillWorks = true
                $0.price = 100.01
            }),
        // 200 less 80 are 120; the rest is there tomorrow.
        Row(
            "what went on such things lately is off what can go at once", "buy",
            keeps {
                ($0.recently, $0.price) = (80, 120)
            }),
        Row(
            "and a cent more", "wait 2026-03-11 recently",
            keeps {
                ($0.recently, $0.price) = (80, 120.01)
            }),
        // A twentieth of a month's income may always go.
        Row(
            "however much went on such things lately", "buy",
            keeps {
                $0.pace?.income = 2500_00
                ($0.recently, $0.price) = (5000, 125)
            }),
        Row(
            "the score clears no huge price", "skip overdrawn burden",
            keeps {
                $0.price = 9000
                $0.avoidance = 0
            }),
        Row(
            "it saves money", "buy",
            keeps {
                $0.replaced = Replaced(name: "the old one", before: 60_00, cents: 35_00)
                $0.pay(nil, of: 35)
            }),
        Row(
            "a tenth more than what it takes the place of", "buy",
            keeps {
                $0.replaced = Replaced(name: "the old one", before: 60_00, cents: 66_00)
                $0.pay(nil, of: 66)
            }),
        Row(
            "more by an eighth of what a month leaves", "buy",
            keeps {
                $0.replaced = Replaced(name: "the old one", before: 60_00, cents: 85_00)
                $0.pay(nil, of: 85)
            }),
        Row(
            "and a cent more", "skip replaced",
            keeps {
                $0.payDays = []
                $0.replaced = Replaced(name: "the old one", before: 60_00, cents: 85_01)
                $0.pay(nil, of: 85.01)
            }),
    ]

    /// $900 are there to spend.
    static let debts: [Row] = [
        Row("both can be paid: 300 + 600", "buy") {
            $0.owed = 600
            $0.price = 300
        },
        Row("a cent more than both", "wait 2026-03-20 debt") {
            $0.owed = 600
            $0.price = 300.01
        },
        Row("savings pay a card too", "buy") {
            $0.owed = 1600
            $0.savings = 1000
            $0.price = 300
        },
        // 900 − 300 − 400 leave half of the $400 that a month takes.
        Row("half a month's spending stays", "buy") {
            $0.owed = 300
            $0.price = 400
            $0.pace = SavingPace(perMonth: 600_00, income: 1000_00, spending: 400_00)
        },
        Row("and a cent less would not", "wait 2026-03-20 debt") {
            $0.owed = 300
            $0.price = 400.01
            $0.pace = SavingPace(perMonth: 600_00, income: 1000_00, spending: 400_00)
        },
        Row("a third of what a month leaves is no matter beside a debt", "buy") {
            $0.owed = 50_000
            $0.price = 200
            $0.pace = SavingPace(perMonth: 600_00, income: 1000_00, spending: 400_00)
        },
        Row("and a cent more is", "skip debt") {
            $0.owed = 50_000
            $0.price = 200.01
            $0.pace = SavingPace(perMonth: 600_00, income: 1000_00, spending: 400_00)
        },
        Row("what one needs comes before", "buy") {
            $0.owed = 5000
            $0.isEssential = true
        },
        Row("no matter once: a fiftieth of the income", "buy") {
            $0.owed = 50_000
            $0.pace = SavingPace(perMonth: 500_00, income: 5000_00)
        },
    ]

    /// What the words say beside the price; $200 can go at once.
    static let said: [Row] = [
        Row(
            "what would hardly be used is skipped, however little it costs", "skip doubtful",
            keeps { ($0.doubt, $0.price) = (.unused, 5) }),
        Row(
            "and what pays back less than it costs", "skip doubtful",
            keeps { ($0.doubt, $0.price) = (.poorDeal, 100) }),
        Row(
            "a need is not", "buy",
            keeps { ($0.doubt, $0.isEssential, $0.price) = (.unused, true, 100) }),
        Row(
            "what was paid there again and again is in a usual month", "buy",
            keeps { ($0.customary, $0.price) = (260, 260) }),
        Row(
            "and a cent more is not", "wait 2026-03-20 burden",
            keeps { ($0.customary, $0.price) = (260, 260.01) }),
        // A tenth of $4,000.
        Row("a gift may cost a tenth of a month's income", "buy") {
            $0.pace = SavingPace(perMonth: 200_00, income: 4000_00)
            ($0.isGift, $0.price) = (true, 400)
        },
        Row("and a cent more waits", "wait 2026-04-10 burden") {
            $0.pace = SavingPace(perMonth: 200_00, income: 4000_00)
            ($0.isGift, $0.price) = (true, 400.01)
        },
        Row("what brings money in, a fifth, also beside a card that costs interest", "buy") {
            $0.pace = SavingPace(perMonth: 200_00, income: 4000_00)
            ($0.earns, $0.price, $0.owed) = (true, 800, 5000)
        },
        // A tenth of the 1,000 and 9,000 that are held at least.
        Row(
            "what accounts hold at least counts as held", "buy",
            keeps { ($0.atLeast, $0.price) = (9000, 900) }),
        Row(
            "a need that can wait is no heavier than a wish until then", "wait 2026-03-15 burden",
            keeps {
                ($0.isEssential, $0.canWaitUntil, $0.price) = (true, "2026-03-15", 260)
            }),
        Row(
            "a wish that is of no use before a day waits for it", "wait 2026-03-25 early",
            keeps { ($0.canWaitUntil, $0.price) = ("2026-03-25", 150) }),
        Row(
            "who asks whether to wait until a day loses nothing by it", "wait 2026-03-13 early",
            keeps { ($0.asked, $0.waitsFor, $0.price) = (.toWait, "2026-03-13", 150) }),
        Row(
            "what may go back goes back, but for what is no matter", "buy",
            keeps { ($0.asked, $0.price) = (.toReturn, 30) }),
        Row("and what is more goes back", "skip", keeps { ($0.asked, $0.price) = (.toReturn, 150) }),
    ]

    @Test(arguments: money + limits + others + savings + burdens + debts + commitments + goals + said)
    func verdict(_ row: Row) {
        #expect(row.situation.words == row.expected)
    }

    /// Where too little is known there is neither a yes nor a day; what never passes is skipped all the same.
    @Test(arguments: [(100.0, true), (80.01, true), (100.01, false)])
    func tooLittleKnownIsNoYes(price: Double, isUnknown: Bool) {
        var situation = Situation()
        situation.knowsBalance = false
        situation.price = price
        let verdict = Verdict(
            VerdictSituation(
                purchase: situation.purchase, isEssential: false, limits: [LimitStanding(cents: 200_00, spent: 120_00)],
                knowsTooLittle: true,
                avoidance: { _ in 0 }))
        #expect(verdict.outcome == .skip && verdict.isUnknown == isUnknown)
        #expect(verdict.waitUntil == nil && verdict.passingCost == nil)
    }

    /// The day before the one waited for tells why it is that day: pay on 3 April, a new month on the 1st.
    @Test func whatLiftsLast() {
        var situation = Situation()
        situation.payDays = ["2026-04-03", "2026-04-17", "2026-05-01"]
        situation.balance = 190
        situation.limit = 200
        situation.spent = 150
        #expect(
            situation.verdict.waitUntil == date("2026-04-03")
                && situation.verdict.lastObstacles.map(\.role) == [.reserve])
        situation.balance = 1000
        #expect(situation.verdict.waitUntil == date("2026-04-01"))
        #expect(situation.verdict.lastObstacles.map(\.role) == [.exceedsLimit])
    }

    /// A day for which enough is saved stands when it is asked about, and for the day before it is the same.
    @Test(arguments: [("2026-08-10", "buy"), ("2026-08-09", "wait 2026-08-10")])
    func aDayThatWasNamedStands(_ day: String, _ expected: String) {
        var situation = Situation()
        situation.pace = SavingPace(perMonth: 200_00, income: 2000_00)
        (situation.balance, situation.price) = (5000, 1500)
        #expect(situation.verdict.waitUntil == date("2026-08-10"))
        situation.day = day
        #expect(
            [situation.verdict.outcome.rawValue, situation.verdict.waitUntil?.iso].compactMap { $0 }
                .joined(separator: " ") == expected)
    }

    /// The largest whole amount that passes: one more does not.
    @Test func theSmallerAmountThatWouldPass() {
        var situation = Situation()
        situation.price = 950
        #expect(situation.verdict.passingCost == 900_00, "1000 less the reserve of 100")
        situation.limit = 200
        situation.spent = 120
        #expect(situation.verdict.passingCost == 80_00, "what is left of the limit, and less than half of it")
        situation.spent = 200
        #expect(situation.verdict.passingCost == nil, "nothing is left")
        #expect(Situation().verdict.passingCost == nil, "it passes itself")
    }

    /// Of several payments each is a whole number of dollars: 24 of $4.00, as $100.00 can go at once.
    @Test func theSmallerPaymentThatWouldPass() {
        var situation = Situation()
        situation.pace = SavingPace(perMonth: 100_00, income: 2000_00)
        situation.pay(24, of: 150)
        #expect(situation.verdict.passingCost == 96_00)
    }

    /// $90 of $50 cannot be paid; of the $2,050 after pay it is no tenth, though a bill of $3,000 then takes more than all.
    @Test(arguments: [(3000 as Int64, false), (1000, true)])
    func whatIsNeededIsBoughtAlsoWhenTheMoneyDoesNotLast(_ bill: Int64, _ lasts: Bool) {
        var situation = Situation()
        situation.isEssential = true
        situation.balance = 50
        situation.price = 90
        situation.bills = [("2026-03-25", bill)]
        #expect(situation.verdict.waitUntil == date("2026-03-20"))
        #expect(situation.verdict.lastsThen == lasts)
    }
}
