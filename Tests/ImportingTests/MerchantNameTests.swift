import Importing
import Ledger
import Store
import Testing

/// What of a bank's text is a merchant's name, and what is the place, the branch, or a field of the bank.
@Suite struct MerchantNameTests {
    private func classify(
        _ text: String, _ account: AccountType = .creditCard, _ minorUnits: Int64 = -4200
    ) -> Classification {
        var classifier = Classifier()
        return classifier.classify(
            description: text, bankCategory: nil, bankType: nil, minorUnits: minorUnits, accountType: account)
    }

    /// A state right behind its town, as Discover writes them, is the place just as one behind a space is.
    @Test(
        "A day behind a name and an amount before it are no part of it",
        arguments: [
            ("Oaktree Dental On 24 Oct BCC", "Oaktree Dental"), ("ELM ALLOTMENTS ON 3 NOV BDC", "Elm Allotments"),
            ("Card transaction of 7.90 EUR issued by Five Elefants", "Five Elefants"),
        ])
    func dayAndAmount(text: String, name: String) {
        #expect(classify(text).merchant == name)
    }

    /// What a processor pays out itself has its own name, and no field of the bank's.
    @Test func aProcessorThatPaysOut() {
        #expect(
            classify("CASH APP DES:CASH OUT ID:T4K INDN:JO DOE CO ID:XXXXX01 PPD", .checking, 5000).merchant
                == "Cash App")
        #expect(classify("CASH APP*ELM BAKERY", .checking).merchant == "Elm Bakery")
    }

    @Test(arguments: [
        ("ELM STREET TAQUERIA SPOKANE VALLEYWA", "Elm Street Taqueria"),
        ("HERON HAMBURGERS SPOKANEWA", "Heron Hamburgers"),
        ("TST* THE OTTER & OAK PORTLANDOR", "The Otter & Oak"),
        ("SQ *JUNIPER BAGELS COEUR D ALENEID", "Juniper Bagels"),
        ("GRAY HERON SWIM SCHOOL SPOKANE VALLEWA", "Gray Heron Swim School"),
        ("BRIAR YARN ST PETERSBURGFL", "Briar Yarn"),
        ("BRIAR YARN N LAS VEGASNV", "Briar Yarn"), ("HERON PHO SALT LAKE CITYUT", "Heron Pho"),
    ])
    func aStateBehindItsTown(text: String, name: String) {
        #expect(classify(text).merchant == name)
    }

    /// Words that only end like a state's code stay whole.
    @Test(arguments: [
        ("BRIAR LANE TAQUERIA", "Briar Lane Taqueria"), ("OTTER CREEK DENTAL", "Otter Creek Dental"),
        ("SPOKANEWA", "Spokanewa"), ("HERON KIOWA", "Heron Kiowa"), ("OTTER MEXICO", "Otter Mexico"),
    ])
    func noStateBehindATown(text: String, name: String) {
        #expect(classify(text).merchant == name)
    }

    @Test(arguments: [
        ("HERON DELI SPOKANE VALLEY WA", "Heron Deli"), ("HERON DELI COEUR D ALENE ID", "Heron Deli"),
        ("HERON DELI WHITE RIVER JCT VT", "Heron Deli"), ("HERON DELI KETTLEMAN C CA", "Heron Deli"),
        ("BRIAR STREET PIE CO", "Briar Street Pie Co"), ("BRIAR STREET PIE CO SPOKANE WA", "Briar Street Pie Co"),
        ("BRIAR STREET DELI DENVER CO", "Briar Street Deli"), ("OTTER BREWING CO", "Otter Brewing Co"),
        ("OTTER PIZZA NJ", "Otter Pizza"), ("HERON PALM INN ANAHEIM ANAHEIM CA", "Heron Palm Inn"),
        ("FRIENDS OF DENVER DENVER CO", "Friends of Denver"), ("BRIAR LODGE S LAKE TAHOE CA", "Briar Lodge"),
        ("OTTER DELI EAST PORTLAND OR", "Otter Deli"),
    ])
    func towns(text: String, name: String) {
        #expect(classify(text).merchant == name)
    }

    @Test(arguments: [
        ("Withdrawal ACH HERON FITNESS TYPE: CLUB FEES ID: 2850466129 CO: HERON FITNESS", "Heron Fitness"),
        (
            "Withdrawal Debit Card DECA FORT LYDEN COMMIS FORT LYDEN GA Date 08/08/26 2 Card 4471",
            "Deca Fort Lyden Commis"
        ),
        ("Withdrawal Debit Card HERON CAFE Date 06/03/25 24692166122850930122054 5812 TULSA OK", "Heron Cafe"),
        ("TST* OTTER KITCHEN - MAPLE TUCSON AZ", "Otter Kitchen"),
        ("ACH Withdrawal CITY OF PORTLAND - SEWER", "City of Portland Sewer"),
    ])
    func fieldsAndBranches(text: String, name: String) {
        #expect(classify(text, .checking).merchant.lowercased() == name.lowercased())
    }

    /// The card that a purchase was paid with hides neither the wallet nor whose the money is.
    @Test func aWalletBeforeTheCard() {
        let paid = classify("POS Withdrawal VENMO *ANN STROM NEW YORK NY Card Ending In 1234 0206", .checking)
        #expect(paid.category == "people" && paid.merchant == "Ann Strom")
        #expect(classify("PAYMENT TO CARD ENDING IN 1234", .checking).category == "card_payment")
    }

    @Test func payFromAHospitalIsPay() {
        #expect(classify("Deposit ACH HERON HOSPITALS TYPE: DIR DEP ID: 185", .checking, 210_000).category == "salary")
        #expect(classify("HERON HOSPITALS COPAY", .checking).category == "doctor")
    }

    @Test func aSupermarketsPumpsSellFuel() {
        #expect(classify("INGLES FUEL #47 ASHEVILLE NC").category == "fuel")
        #expect(classify("INGLES GAS EXPRESS #47 ASHEVILLE NC").merchant != classify("INGLES MARKETS #108").merchant)
        #expect(classify("INGLES MARKETS #108").category == "groceries")
    }

    /// A shop of another country has no branch in a town of the United States that is called otherwise.
    @Test func aNameOfAnotherCountry() {
        #expect(classify("COSTA COFFEE LEEDS GBR").category == "coffee")
        #expect(classify("NORMA HERON BOISE ID").merchant == "Norma Heron")
    }

    /// Two cards that write the place differently have one merchant, and a file teaches towns that no table has.
    @Test func oneMerchantOfTwoFiles() throws {
        let index = try HouseholdIndex(path: ":memory:")
        let ingest = Ingest(index, today: CivilDate(dayNumber: 20_700))
        let glued = [
            "HERON DELI SPOKANEWA", "OTTER BOOKS SPOKANEWA", "BRIAR YARN SPOKANE VALLEYWA", "HERON DELI QUILLBROOKWA",
            "OTTER BOOKS QUILLBROOKWA",
        ]
        let spaced = ["HERON DELI SPOKANE WA", "OTTER BOOKS SPOKANE WA", "BRIAR YARN SPOKANE VALLEY WA"]
        for (name, texts) in [("glued", glued), ("spaced", spaced)] {
            let rows = texts.enumerated().map { "2026-05-\(10 + $0.offset),\($0.element),-\(12 + $0.offset).50" }
            let csv = (["Date,Description,Amount"] + rows).joined(separator: "\n") + "\n"
            var request = IngestRequest()
            request.account = name
            request.options.accountType = .creditCard
            _ = try ingest.importBytes(StatementBytes(Array(csv.utf8), path: "\(name).csv"), request)
        }
        #expect(try Set(index.merchantNames()) == ["Heron Deli", "Otter Books", "Briar Yarn"])
    }
}
