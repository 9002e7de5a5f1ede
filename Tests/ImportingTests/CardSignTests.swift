import Importing
import Ledger
import Testing

/// Signs of a card's amounts: what nothing proves is asked about.
struct CardSignTests {
    private let card = ImportOptions(accountType: .creditCard)

    private let mixed = [
        "Date,Name,Amount", "2026-03-05,Zorbax,12.40", "2026-03-06,Plimmo,-45.10", "2026-03-13,REF 2211,500.00",
        "2026-03-15,Quandle,-33.20", "2026-03-17,Quandle,33.20", "2026-03-19,Plimmo,-18.20",
    ]

    @Test("As many above zero as below, and no word that tells")
    func isOpen() throws {
        #expect(CSVRows.doubt(mixed, card) != nil)
        // The file's name speaks of one.
        #expect(CSVRows.doubt(mixed, name: "my-visa-card.csv") != nil)
        #expect(CSVRows.doubt(mixed, ImportOptions(accountType: .checking), name: "my-visa-card.csv") == nil)
        let told = try CSVRows(mixed + ["2026-03-20,PAYMENT THANK YOU,100.00"], card)
        #expect(told.rows.first == "2026-03-05 1240 -")
    }

    @Test("Without any sign payments and refunds are turned by their words, and the note says so")
    func turnedByWords() throws {
        let found = try CSVRows(
            [
                "Transaction Date,Description,Amount (SGD)", "2026-03-05,GRAB RIDES,12.40",
                "2026-03-06,NTUC FAIRPRICE,45.10",
                "2026-03-13,PAYMT THRU E-BANK/CYBERB,500.00", "2026-03-15,LATE PAYMENT FEE,100.00",
                "2026-03-18,M1 BILL PAYMENT,40.00", "2026-03-21,SHOPEE REFUND,20.00",
            ], card)
        #expect(
            found.rows == [
                "2026-03-05 -1240 SGD", "2026-03-06 -4510 SGD", "2026-03-13 50000 SGD", "2026-03-15 -10000 SGD",
                "2026-03-18 -4000 SGD", "2026-03-21 2000 SGD",
            ])
        #expect(found.says("2 rows that call themselves a payment or refund"))
    }

    @Test(
        "In other languages",
        arguments: [
            [
                "Datum;Beschreibung;Betrag", "05.03.2026;REWE;12,40", "13.03.2026;IHRE ZAHLUNG;500,00",
                "15.03.2026;LIDL;9,00",
            ],
            [
                "Fecha;Concepto;Importe", "05/03/2026;MERCADONA;12,40", "13/03/2026;SU PAGO GRACIAS;500,00",
                "15/03/2026;ZARA;9,00",
            ],
            ["消費日,交易說明,金額", "2026/03/05,全聯,1240", "2026/03/13,感謝您的繳款,50000", "2026/03/15,高鐵,900"],
        ])
    func languages(lines: [String]) throws {
        let rows = try CSVRows(lines, ImportOptions(currency: .usd, accountType: .creditCard)).rows
        #expect(rows.map { $0.contains(" -") } == [true, false, true])
    }

    @Test(
        "What may be a payment or a purchase is asked about",
        arguments: ["PAYMENT 0312", "BILL PAYMENT - WIRELESS", "Zahlung 4711"])
    func mayBeEither(text: String) throws {
        let rows = [
            "Date,Description,Amount", "2026-03-05,NETFLIX,12.40", "2026-03-13,\(text),500.00",
            "2026-03-15,SHELL,33.20",
        ]
        guard case .sign? = CSVRows.doubt(rows, card) else {
            Issue.record("not asked")
            return
        }
    }

    @Test("What the person says holds, but no payment becomes a purchase")
    func said() throws {
        let rows = ["Date,Description,Amount", "2026-03-05,AB12,12.40", "2026-03-13,PYMT RECEIVED,500.00"]
        let options = ImportOptions(currency: .usd, accountType: .creditCard, flipsSign: true)
        #expect(try CSVRows(rows, options).rows.map { $0.contains(" -") } == [true, false])
    }
}
