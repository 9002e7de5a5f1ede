import Coaching
import Importing
import Ledger
import Store
import Testing

/// Merchants that no table knows get their category from the words of their names, and from rhythm.
@Suite struct NewMerchantTests {
    private func classify(
        _ text: String, _ account: AccountType = .creditCard, _ minorUnits: Int64 = -4200, category: String? = nil
    ) -> Classification {
        var classifier = Classifier()
        return classifier.classify(
            description: text, bankCategory: category, bankType: nil, minorUnits: minorUnits, accountType: account)
    }

    @Test(arguments: [
        ("SQ *RIVERBEND COFFEE CO BOISE ID", "coffee"), ("TST* THE COPPER HEN BISMARCK ND", "restaurants"),
        ("APLPAY ELM CITY TACOS NEW HAVEN CT", "restaurants"), ("DUTCHS HOAGIES 12", "fast_food"),
        ("BIG MESA BREWING MISSOULA MT", "alcohol"), ("SUNRISE FOOD CO-OP ITHACA NY", "groceries"),
        ("PRAIRIE DENTAL ASSOC FARGO ND", "dental"), ("KESSLER ORTHODONTICS TULSA OK", "dental"),
        ("OAK GROVE ANIMAL HOSP LINCOLN NE", "veterinary"), ("SUDSY PAWS GROOMING OGDEN UT", "pets"),
        ("CEDAR PEDIATRICS PLLC BEND OR", "doctor"), ("TRI COUNTY PHYSICAL THERAPY YORK PA", "doctor"),
        ("BRIGHT EYES OPTOMETRY MODESTO CA", "vision"), ("TWIN FORKS LITTLE LEAGUE WACO TX", "family"),
        ("MISS CARLAS SCHOOL OF DANCE ERIE PA", "family"), ("NORTHFIELD ISD LUNCHES", "education"),
        ("KINGS BARBERSHOP FLINT MI", "hair_beauty"), ("LOTUS YOGA STUDIO EUGENE OR", "fitness"),
        ("CITY OF MADISON PARKING METERS", "parking"), ("SPARKLE CAR WASH DOVER DE", "car_care"),
        ("BENSON PLUMBING & HEATING BANGOR ME", "home_improvement"), ("REEL CINEMA 8 MOSCOW ID", "events"),
        ("HIDDEN COVE MARINA", "hobbies"), ("BEAR CREEK CAMPGROUND ESTES PARK CO", "lodging"),
        ("SECOND CHANCE THRIFT STORE", "clothing"), ("PETAL & STEM FLORIST", "gifts"),
        ("QUICK STOP 14 BOWLING GREEN KY", "convenience_stores"), ("HEIDIS PLACE CHAPEL HILL NC", "other"),
    ])
    func wordsOfNames(text: String, category: String) {
        #expect(classify(text).category == category)
    }

    /// What a bank or a wallet writes before a name hides no known one.
    @Test(arguments: [
        ("7731 DBT PURCHASE - 208814 ALDI 41007 ERIE PA", "Aldi", "groceries"),
        ("7731 CREDIT REFUND - 118020 TARGET T-0917 ERIE PA", "Target", "department_stores"),
        ("AplPay QT 0911 TULSA OK", "QuikTrip", "fuel"), ("GglPay SHELL OIL 55512 TULSA OK", "Shell", "fuel"),
    ])
    func behindPrefixes(text: String, merchant: String, category: String) {
        let found = classify(text)
        #expect(found.merchant == merchant && found.category == category)
    }

    @Test(arguments: [
        ("CITY OF DURHAM DES:BILLPAY ID:123", "utilities"), ("HILL COUNTRY ELECTRIC COOP DRAFT", "electricity"),
        ("NORTHERN PLAINS GAS SVC DES:UTIL PYMT", "electricity"), ("RIO VERDE WATER DIST PAYMENT", "water"),
        ("BLUE RIDGE DISPOSAL SVC", "water"), ("HERITAGE RIDGE HOA DUES", "utilities"),
        ("WILLOW CREEK APTS ACH", "rent"), ("GRANITE PROPERTY MGMT", "rent"),
        ("Zelle payment to Ann Doe for rent", "rent"), ("LARIMER COUNTY TREASURER PROP TAX", "taxes"),
        ("TX BOARD OF NURS DES:LICENSE ID:690", "taxes"), ("FIRST VALLEY CU AUTO LOAN PMT", "car_payment"),
        ("CORNER MART ATM 07/21 #000009379 WITHDRWL 12 MAIN ST", "cash"),
        ("CORNER MART ATM 07/21 #000009638 WITHDRWL FEE", "atm_fee"), ("ATM FEE NON-NETWORK", "atm_fee"),
        ("ATM OPERATOR FEE", "atm_fee"), ("WIRE TRANSFER FEE", "fees"), ("CHECK ORDER FEE", "fees"),
    ])
    func billsAndCash(text: String, category: String) {
        #expect(classify(text, .checking, category == "atm_fee" ? -3_50 : -42_00).category == category)
    }

    /// A coffee house is a restaurant to the bank; a place that could be several things is what the bank says.
    @Test func clearWordsGoBeforeTheBank() {
        #expect(classify("SQ *ELM STREET COFFEE ROASTERS", category: "Restaurants").category == "coffee")
        #expect(classify("QUARRY ANIMAL HOSP", category: "Pets").category == "veterinary")
        #expect(classify("GREENFIELD FAMILY DENTAL", category: "Medical Services").category == "dental")
        #expect(classify("HARBOR STREET MARKET", category: "Restaurants").category == "restaurants")
        #expect(classify("SUNNY GARDENS", category: "Entertainment").category == "entertainment")
        #expect(classify("ELM DENTAL LATE FEE", category: "Fees").category == "late_fee")
    }

    @Test func aKnownNameInsideAnotherIsNotMeant() {
        #expect(classify("LUCKY DUMPLING HOUSE").category == "restaurants")
        #expect(classify("LUCKY #512 SAN JOSE CA").category == "groceries")
        #expect(classify("LITTLE ACORNS PRESCHOOL SALEM OR").category == "family")
        #expect(classify("SHELL FOOD MART 12").category == "fuel")
        #expect(classify("ADOBE CREEK PEDIATRIC CTR").category == "doctor")
        #expect(classify("ADOBE *CREATIVE CLOUD").category == "software")
    }

    /// One word of a name may be of another trade: what all of it says goes before it.
    @Test func theWholeNameGoesBeforeAWord() {
        #expect(classify("DEER RIVER GAS & LUBE SCANDIA MN").category != "internet")
        #expect(classify("VALLEY FIBER INTERNET 800-555-0100").category == "internet")
    }

    @Test func whatCustomersPayIsNoRefund() {
        let paid = classify("BIRCH DECK & FENCE LLC PAYMENT", .checking, 86_000)
        #expect(paid.category == "income" && paid.kind == .income)
        #expect(classify("BIRCH DECK & FENCE LLC REFUND", .checking, 8600).kind == .refund)
    }

    @Test func theSecondTextOfABankIsNotPartOfTheName() {
        let found = classify("ELM DISPOSAL CO Withdrawal ACH ELM DISPOSAL TYPE: PAYMENT", .checking)
        #expect(
            found.merchant == "Elm Disposal Co" && found.category == "water")
    }

    // MARK: Files

    private func bring(_ text: String, into index: HouseholdIndex) throws {
        var request = IngestRequest()
        request.account = "Main"
        let file = StatementBytes(Array(text.utf8), path: "main.csv")
        _ = try Ingest(index, today: CivilDate(dayNumber: 20_700)).importBytes(file, request)
    }

    private func categories(_ index: HouseholdIndex) throws -> [String: Set<String>] {
        var found: [String: Set<String>] = [:]
        try index.forEachTransaction(in: nil) { found[$0.merchant, default: []].insert($0.category) }
        return found
    }

    @Test func whoHoldsTheCardIsNotTheMerchant() throws {
        let index = try HouseholdIndex(path: ":memory:")
        try bring(
            """
            Status,Date,Description,Debit,Credit,Member Name
            Cleared,11/17/2026,SQ *JUNIPER COFFEE CO Hillsboro OR,9.25,,ANN B DOE
            Cleared,11/16/2026,TST* ROOSTER TABLE Portland OR,39.25,,JOHN C DOE
            Cleared,11/15/2026,ONLINE PAYMENT THANK YOU,,-120.00,ANN B DOE

            """, into: index)
        let found = try categories(index)
        #expect(found["Juniper Coffee Co"] == ["coffee"] && found["Rooster Table"] == ["restaurants"], "\(found)")
    }

    private static func months(_ payee: String, _ amounts: [String], day: String = "01", from first: Int = 3) -> String
    {
        amounts.enumerated().map { "2026-0\($0.offset + first)-\(day),\(payee),-\($0.element)\n" }.joined()
    }
    private static let head = "Date,Description,Amount\n2026-03-13,NORTHWIND LLC DIRDEP,2100.00\n"

    @Test func aLargeSameAmountAtTheTurnOfTheMonthIsRent() throws {
        let index = try HouseholdIndex(path: ":memory:")
        try bring(Self.head + Self.months("JUNIPER HILL 4471", ["1450.00", "1450.00", "1495.00"]), into: index)
        #expect(try categories(index)["Juniper Hill"] == ["rent"])
        // What comes later is the same payee's, and other money paid to it is not.
        try bring(
            Self.head + Self.months("JUNIPER HILL 4471", ["1495.00"], from: 6)
                + "2026-06-15,JUNIPER HILL 4471,-35.00\n", into: index)
        let found = try index.database.rows(
            "SELECT amount, basis FROM txn t JOIN category c ON c.id = t.category_id WHERE c.slug = 'rent' ORDER BY day"
        ) { [$0.int(0), $0.int(1)] }
        #expect(found == [[-145_000, -1], [-145_000, -1], [-149_500, -1], [-149_500, -1]])
    }

    @Test(arguments: [
        months("JUNIPER HILL 4471", ["1450.00", "1450.00"]),
        months("JUNIPER HILL 4471", ["1450.00", "900.00", "1200.00"]),
        months("JUNIPER HILL 4471", ["145.00", "145.00", "145.00"]),
        months("JUNIPER HILL 4471", ["1450.00", "1450.00", "1450.00"], day: "15"),
        months("JUNIPER HILL 4471", ["1450.00", "1450.00", "1450.00"])
            + months("VALE MORTGAGE SERVICING", ["1850.00", "1850.00", "1850.00"]),
    ])
    func otherRhythmsAreNoRent(rows: String) throws {
        let index = try HouseholdIndex(path: ":memory:")
        try bring(Self.head + rows, into: index)
        #expect(try categories(index)["Juniper Hill"] == ["other"])
    }

    @Test func theReviewAsksAboutAGuessFirst() throws {
        let index = try HouseholdIndex(path: ":memory:")
        let rows =
            Self.head + Self.months("JUNIPER HILL 4471", ["1450.00", "1450.00", "1450.00"])
            + "2026-03-20,QXZ UNKNOWN PLACE,-900.00\n"
        try bring(rows, into: index)
        let queue = ReviewQueue(index, asOf: CivilDate(dayNumber: 20_700))
        let item = try #require(try queue.items().first)
        #expect(item.stake.minorUnits == 435_000 && item.choices.first?.key == "rent")
        let no = try #require(item.choices.last?.key)
        _ = try queue.answer(item, no)
        #expect(try categories(index)["Juniper Hill"] == ["other"])
        #expect(try !queue.items().contains { $0.question.contains("Juniper Hill") })
        // The answer holds for what comes later.
        try bring(Self.head + Self.months("JUNIPER HILL 4471", ["1450.00"], from: 6), into: index)
        #expect(try categories(index)["Juniper Hill"] == ["other"])
    }

    @Test func confirmingAGuessMakesItCertain() throws {
        let index = try HouseholdIndex(path: ":memory:")
        try bring(Self.head + Self.months("JUNIPER HILL 4471", ["1450.00", "1450.00", "1450.00"]), into: index)
        let queue = ReviewQueue(index, asOf: CivilDate(dayNumber: 20_700))
        _ = try queue.answer(try #require(try queue.items().first), "1")
        #expect(try categories(index)["Juniper Hill"] == ["rent"] && queue.items().isEmpty)
    }

    /// A bank whose kind of row is only "Deposit" says nothing against what its text says.
    @Test(arguments: [("Interest Paid", "interest_income"), ("Counter Deposit 12", "cash_deposit")])
    func aDepositIsWhatItsTextSays(text: String, category: String) {
        var classifier = Classifier()
        let found = classifier.classify(
            description: text, bankCategory: nil, bankType: "Deposit", minorUnits: 912, accountType: .savings)
        #expect(found.category == category && found.kind == .income)
    }
}
