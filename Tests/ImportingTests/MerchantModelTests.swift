import Coaching
import Ledger
import Resources
import Store
import Testing

@testable import Importing

/// Names that no table knows, and what stands around names.
@Suite struct MerchantModelTests {
    private func classify(
        _ text: String, _ account: AccountType = .checking, category: String? = nil
    ) -> Classification {
        var classifier = Classifier()
        return classifier.classify(
            description: text, bankCategory: category, bankType: nil, minorUnits: -4200, accountType: account)
    }

    /// Cut where a terminal had no more room, or with a word that only people use for such places.
    @Test(arguments: [
        ("SQ *PEBBLE HOLLOW ANIMAL CL", "veterinary"), ("CHECKCARD 0611 DRY FORK EMERGENCY ANIMAL", "veterinary"),
        ("SQ *TRAIL END DRIVING SCH", "education"), ("WINDY KNOLL ESTHETICS", "hair_beauty"),
        ("MOSSY BANK CEVICHE", "restaurants"), ("OAKHURST YOUTH HOCKEY", "family"),
    ])
    func namesOfNoTable(text: String, category: String) {
        #expect(classify(text).category == category)
    }

    /// What a bank calls the way of payment, or a line of business, is not what was bought.
    @Test(
        arguments: [
            ("ELECTRONIC WITHDRAWAL LAKESIDE AREA YMCA", nil, "fitness"),
            ("KNOLL FORD SERVICE", "Gas/Automotive", "car_care"),
            ("JUNIPER SUSTAINER", nil, "giving"), ("TST* PEBBLE HOLLOW BREAD", nil, "restaurants"),
        ] as [(String, String?, String)])
    func whatIsNoKindOfPlace(text: String, bank: String?, category: String) {
        #expect(classify(text, category: bank).category == category)
    }

    @Test(arguments: ["STATE OF COLORAD CSTTAXRFD PPD ID: 88", "IN STATE TAX RFD INTAXRFUND PPD ID: 13"])
    func aStatesRefundOfTaxes(text: String) {
        var classifier = Classifier()
        let found = classifier.classify(
            description: text, bankCategory: nil, bankType: nil, minorUnits: 4200, accountType: .checking)
        #expect(found.category == "tax_refund")
    }

    @Test(arguments: ["QXZ VRELDON", "HEIDIS PLACE", "JUNIPER HILL 4471", "THE MIDDLE ONE"])
    func whatSaysNothingStaysOpen(text: String) {
        let found = classify(text)
        #expect(found.category == "other" && found.certainty == .guess)
    }

    @Test func theModelIsSmallAndSureOfMostWords() {
        #expect(Resource.named("rag-index/merchants/weights.bin").bytes.count <= 1_700_000)
        var reader = TextReader(taxonomy: .builtIn)
        let names = [("PEBBLE HOLLOW VETERINARY", "veterinary"), ("WINDY KNOLL PLUMBING", "home_improvement")]
        for (text, category) in names {
            let guess = MerchantModel.builtIn.guess(reader.features(of: text, ticket: nil, perYear: 1))
            #expect(guess?.category == category && guess?.isSure == true, "\(text)")
        }
    }

    /// A till that only restaurants have sells no cruises, and no clothes.
    @Test func whoTakesThePaymentTellsTheKindOfPlace() {
        #expect(classify("TST* LULUS").category == "restaurants")
        #expect(classify("TST* THE CRUISE CABIN").category == "restaurants")
        #expect(classify("TST* ELK RUN BREWING").category == "alcohol")
        #expect(classify("LULUS 8012 CHICO CA").category == "clothing")
    }

    @Test(arguments: [
        ("295175 ALDI", "Aldi"), ("MURPHY6120ATWALMART EVANS GA", "Murphy USA"),
        ("APPLE PAY QT 912 TULSA OK", "QuikTrip"), ("POS DB KROGER 412", "Kroger"),
        ("#4410 POS ALDI 67031", "Aldi"), ("SAMSUNG PAY SHEETZ 022", "Sheetz"),
        ("POS PURCHASE TERMINAL 09876543 DRY FORK MKT SEATTLE WA", "Dry Fork MKT"),
        ("POS DEBIT VISA CHECK CARD 4482 DRY FORK MART 12 JACKSON MS", "Dry Fork Mart 12"),
        ("1800CONTACTS", "1-800 Contacts"), ("76 - DRY FORK", "76"),
        ("SQ *PEBBLE HOLLOW BEAN 13 E PARK AVE JACKSON 39201 MS USA", "Pebble Hollow Bean"),
        ("Windy Knoll Noodle Bar TST* WINDY KNOLL NOODLE 5 W OAK ST JACKSON 39201 MS USA", "Windy Knoll Noodle Bar"),
        ("DEBIT PURCHASE -VISA KNOLL BARBER SHOP JACKSON MS Download from usbank.com.", "Knoll Barber Shop"),
        ("DRY FORK PARKING WINTER PARK CO", "Dry Fork Parking"), ("SHOPIFY* 218849301 NEW YORK NY", "Shopify"),
        ("ORIG CO NAME:STRIPE ORIG ID:1800948598 DESC DATE:260608 CO ENTRY DESCR:TRANSFER", "Stripe Payouts"),
    ])
    func behindNumbersAndWallets(text: String, merchant: String) {
        #expect(classify(text).merchant == merchant)
    }

    /// The address at which someone's payments are taken names no other merchant.
    @Test func theNameGoesBeforeAWebAddress() {
        #expect(classify("VRBO HA-7XKRELDON EXPEDIA.COM TX").merchant == "Vrbo")
        #expect(classify("CHEWY.COM 800-672-4399 FL").merchant == "Chewy")
    }

    /// One merchant has one name, whether a day, a reference, or a wallet stands behind its place.
    @Test(arguments: [
        "DRY FORK PHOTO PORTLAND OR", "DRY FORK PHOTO PORTLAND OR          09/23",
        "DRY FORK PHOTO PORTLAND ORAPPLE PAY ENDING IN 6120", "DRY FORK PHOTO BOISE ID 24431061234567890",
        "CHECKCARD 0312 DRY FORK PHOTO SALT LAKE CIT UT 24431061234567890",
        "PURCHASE AUTHORIZED ON 03/14 DRY FORK PHOTO DAYTON OH S383074112 CARD 1234",
    ])
    func thePlaceIsNoPartOfTheName(text: String) {
        #expect(classify(text).merchant == "Dry Fork Photo")
    }

    @Test func aReferenceIsNoPartOfAPersonsName() {
        #expect(classify("Zelle payment to Marta Doe xnjdquapj").merchant == "Zelle to Marta Doe")
        #expect(classify("Zelle payment to Marta de la Rosa").merchant == "Zelle to Marta de la")
    }

    // MARK: Review

    private func bring(_ rows: String, into index: HouseholdIndex) throws {
        var request = IngestRequest()
        request.account = "Main"
        let file = StatementBytes(Array(("Date,Description,Amount\n" + rows).utf8), path: "main.csv")
        _ = try Ingest(index, today: CivilDate(dayNumber: 20_700)).importBytes(file, request)
    }

    @Test func aReviewOffersWhatTheNameSpeaksFor() throws {
        let index = try HouseholdIndex(path: ":memory:")
        try bring("2026-03-20,QXZ PLACE,-900.00\n2026-03-21,NORTHWIND LLC DIRDEP,2100.00\n", into: index)
        let queue = ReviewQueue(index, asOf: CivilDate(dayNumber: 20_700)) { _ in "lodging" }
        let item = try #require(try queue.items().first)
        #expect(item.choices.first?.key == "lodging" && item.choices.count { $0.key == "lodging" } == 1)
        // It was put nowhere yet: leaving it so changes nothing.
        let kept = try queue.answer(item, "other")
        #expect(kept.changed == 0)
    }

    // MARK: Rent

    private func rents(_ index: HouseholdIndex) throws -> [Int64] {
        try index.database.rows(
            "SELECT -amount FROM txn t JOIN category c ON c.id = t.category_id WHERE c.slug = 'rent' ORDER BY day, 1"
        ) { $0.int(0) }
    }

    private func months(_ text: (Int) -> String, _ amount: String, day: String) -> String {
        (1...4).map { "2026-0\($0)-\(day),\(text($0)),-\(amount)\n" }.joined()
    }

    private var pay: String { (1...4).map { "2026-0\($0)-13,NORTHWIND LLC DIRDEP,4200.00\n" }.joined() }

    @Test func checksOfTheSameAmountMayBeTheRent() throws {
        let index = try HouseholdIndex(path: ":memory:")
        try bring(
            pay + months({ "CHECK \(1040 + $0)" }, "1310.00", day: "08") + "2026-02-20,CHECK 1055,-640.00\n",
            into: index)
        #expect(try rents(index) == [131_000, 131_000, 131_000, 131_000])
    }

    @Test func aLargePartOfTheIncomeOnAnyDayMayBeTheRent() throws {
        let index = try HouseholdIndex(path: ":memory:")
        try bring(pay + months({ _ in "JUNIPER HILL 4471" }, "1450.00", day: "15"), into: index)
        #expect(try rents(index).count == 4)
        let small = try HouseholdIndex(path: ":memory:")
        try bring(pay + months({ _ in "JUNIPER HILL 4471" }, "450.00", day: "15"), into: small)
        #expect(try rents(small).isEmpty)
        let person = try HouseholdIndex(path: ":memory:")
        try bring(pay + months({ _ in "Zelle payment to Ann Doe" }, "1450.00", day: "15"), into: person)
        #expect(try rents(person).isEmpty)
    }

    @Test func aFeeToAHouseAgentIsNoHome() throws {
        let index = try HouseholdIndex(path: ":memory:")
        try bring(
            pay + "2026-01-04,KNOLL PROPERTY MGMT,-55.00\n"
                + months({ _ in "JUNIPER HILL 4471" }, "1450.00", day: "01"),
            into: index)
        #expect(try rents(index).filter { $0 == 145_000 }.count == 4)
    }
}
