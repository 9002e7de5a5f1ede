import Importing
import Ledger
import Store
import Testing

/// What pairs with another account's row is a transfer; what does not pair counts, and is asked about.
struct CounterpartTests {
    private let index: HouseholdIndex

    init() throws { index = try HouseholdIndex(path: ":memory:") }

    private func bring(_ account: String, _ rows: [String], type: AccountType = .checking) throws {
        var request = IngestRequest()
        request.account = account
        request.options.accountType = type
        request.options.keepsSign = true
        let text = (["Date,Description,Amount"] + rows).joined(separator: "\n") + "\n"
        _ = try Ingest(index, today: CivilDate(iso: "2026-04-30") ?? CivilDate(dayNumber: 0)).importBytes(
            StatementBytes(Array(text.utf8), path: account + ".csv"), request)
    }

    private func rows() throws -> [String] {
        try index.database.rows(
            """
            SELECT c.slug, t.kind, t.basis FROM txn t JOIN category c ON c.id = t.category_id ORDER BY t.id
            """
        ) { "\($0.text(0)) \($0.int(1)) \($0.int(2))" }
    }

    @Test(
        "texts of shops' cards, wallets and processors, alone and with the other side",
        arguments: [
            ("KOHLS DEPT STRS PAYMENT", -7700, "department_stores 0 -1", "card_payment 3 -1"),
            ("LOWES SYNCB PMT", -6400, "card_payment 3 0", "card_payment 3 0"),
            ("AMAZON STORECRD PMT", -6300, "card_payment 3 0", "card_payment 3 0"),
            ("VENMO CASHOUT", 7500, "reimbursement 2 -1", "transfers 3 -1"),
            ("PAYPAL TRANSFER", 7500, "reimbursement 2 -1", "transfers 3 -1"),
            ("STRIPE TRANSFER ST-A1B2", 7500, "income 2 0", "transfers 3 0"),
        ])
    func sides(text: String, cents: Int, alone: String, paired: String) throws {
        let amount = "\(cents < 0 ? "-" : "")\(abs(cents) / 100).00"
        try bring("Checking", ["2026-04-10,\(text),\(amount)"])
        #expect(try rows() == [alone])
        let other = "\(cents < 0 ? "" : "-")\(abs(cents) / 100).00"
        if cents < 0 {
            try bring("Store", ["2026-04-11,PAYMENT - THANK YOU,\(other)"], type: .creditCard)
        } else {
            try bring("Wallet", ["2026-04-09,Standard Transfer,\(other)"])
        }
        #expect(try rows()[0] == paired)
    }

    @Test func aPurchaseAtAShopIsNoBill() throws {
        try bring(
            "Checking", ["2026-04-10,KOHLS #123 DAYTON OH,-20.00", "2026-04-11,RECURRING PAYMENT AMAZON PRIME,-15.00"])
        #expect(try rows().allSatisfy { $0.hasSuffix(" 0 0") })
    }

    @Test(
        "a payment that the wallet takes from a bank counts once, in whichever order the files come",
        arguments: [true, false])
    func fundedPayments(bankFirst: Bool) throws {
        func wallet() throws {
            let lines = [
                "ID,Datetime,Type,Status,Note,From,To,Amount (total),Funding Source,Destination",
                "3700000000000000001,2026-04-10T18:03:25,Payment,Complete,Dinner,Pat Doe,Sam Lee,- $32.50,Bank One Checking *1234,",
                "3700000000000000002,2026-04-12T09:41:00,Payment,Complete,Gift,Pat Doe,Kim Roe,- $20.00,Venmo balance,",
            ]
            let file = StatementBytes(Array((lines.joined(separator: "\n") + "\n").utf8), path: "venmo.csv")
            let day = try #require(CivilDate(iso: "2026-04-30"))
            for _ in 0..<2 { _ = try Ingest(index, today: day).importBytes(file, IngestRequest()) }
        }
        if !bankFirst { try wallet() }
        try bring("Checking", ["2026-04-11,VENMO PAYMENT 1022334455 WEB ID: 3264681992,-32.50"])
        if bankFirst { try wallet() }
        let spent = try index.database.rows("SELECT SUM(amount) FROM txn WHERE kind = 0") { $0.int(0) }
        #expect(spent == [-5250])
        let all = try index.database.rows("SELECT SUM(amount), COUNT(*) FROM txn") { [$0.int(0), $0.int(1)] }
        #expect(all == [[-5250, 4]])
    }

    // MARK: Cafes

    @Test(
        "what is usually paid in a cafe tells coffee from meals",
        arguments: [
            (["4.75", "5.25", "31.00"], "coffee"), (["18.00", "22.50", "6.00"], "restaurants"),
            (["12.00"], "restaurants"), (["8.49", "8.49", "30.00"], "coffee"),
            (["8.50", "9.75", "11.99"], "fast_food"),
            (["9.75", "11.00"], "coffee"),
        ])
    func cafes(prices: [String], category: String) throws {
        try bring("Checking", prices.enumerated().map { "2026-04-1\($0.offset),LITTLE GOAT CAFE,-\($0.element)" })
        #expect(try rows().allSatisfy { $0.hasPrefix(category + " ") })
    }

    @Test(
        "a cafe within another house is where its people eat, whatever they pay",
        arguments: [
            "NORTH RIVER MED CAFE", "LAKESIDE HOSPITAL CAFE 2", "EMPLOYEE CAFE BLDG 7", "MERCY MEDICAL CENTER CAFE",
        ])
    func staffCafes(name: String) throws {
        try bring(
            "Checking", ["4.10", "9.60", "5.25"].enumerated().map { "2026-04-1\($0.offset),\(name),-\($0.element)" })
        #expect(try rows().allSatisfy { $0.hasPrefix("fast_food ") })
    }

    @Test(
        "what is usually paid in a convenience store tells gas from snacks",
        arguments: [
            (["4.75", "5.25", "31.00"], "convenience_stores"), (["28.00", "42.50", "6.00"], "fuel"),
            (["20.00"], "fuel"),
        ])
    func convenienceStores(prices: [String], category: String) throws {
        try bring("Checking", prices.enumerated().map { "2026-04-1\($0.offset),RED BARN CONVENIENCE,-\($0.element)" })
        #expect(try rows().allSatisfy { $0.hasPrefix(category + " ") })
    }

    // MARK: Rent

    @Test func aRaisedRentPaidByCheckIsOne() throws {
        let months = ["01", "02", "03", "04"]
        try bring(
            "Checking",
            months.enumerated().map {
                "2026-\($0.element)-03,CHECK 10\($0.offset),-\($0.offset < 2 ? "1200" : "1260").00"
            })
        #expect(try rows() == Array(repeating: "rent 0 -1", count: 4))
    }

    @Test func aNameThatBeginsLikeACheckIsNone() throws {
        try bring("Checking", ["01", "02", "03"].map { "2026-\($0)-03,CHECKERED FLAG LLC \($0),-1200.00" })
        #expect(
            try index.database.rows("SELECT DISTINCT name FROM merchant") { $0.text(0) }.allSatisfy {
                !$0.hasPrefix("Check ")
            })
    }
}
