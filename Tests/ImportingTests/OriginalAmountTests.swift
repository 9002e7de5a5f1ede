import Importing
import Ledger
import Testing

/// Of two amounts the one in the account's own currency is what moved the account.
struct OriginalAmountTests {
    private let card = ImportOptions(accountType: .creditCard)

    @Test("A currency column goes with the amount of the purchase where both are equal in the account's currency")
    func equalAtHome() throws {
        let found = try CSVRows(
            [
                "Dato\tTekst\tBelop i valuta\tKurs\tValuta\tBelop", "02.05.2026\tKIWI\t-66,40\t1\tNOK\t-66,40",
                "06.05.2026\tHOTEL\t-198,00\t11,69\tEUR\t-2314,62", "09.05.2026\tGAME\t-20,00\t10,74\tUSD\t-214,80",
            ], card)
        #expect(found.rows == ["2026-05-02 -6640 NOK", "2026-05-06 -231462 NOK", "2026-05-09 -21480 NOK"])
    }

    @Test("The rate tells which of two amounts without telling names is the account's")
    func rate() throws {
        let header = "Date,Shop,Amount A,Currency,Rate,Amount B"
        let rows = ["2026-03-02,Migros,-21.50,CHF,1,-21.50", "2026-03-05,Amazon,-20.00,EUR,0.96,-19.20"]
        #expect(try CSVRows([header] + rows, card).rows == ["2026-03-02 -2150 CHF", "2026-03-05 -1920 CHF"])
    }

    @Test("Where nothing tells it is asked")
    func open() {
        let header = "Date,Shop,Amount A,Note,Currency,Remark,Amount B"
        let rows = ["2026-03-02,Migros,-21.50,,CHF,,-21.50", "2026-03-05,Amazon,-20.00,,EUR,,-19.20"]
        guard case .amount(let columns)? = CSVRows.doubt([header] + rows, card) else {
            Issue.record("not asked")
            return
        }
        #expect(Set(columns.map(\.number)) == [3, 7])
    }

    @Test("A currency that stands only where the second amount does belongs to that one")
    func filledAlike() throws {
        let found = try CSVRows(
            [
                "Datum;Inköpsställe;Valuta;Utländskt belopp;Belopp", "2026-03-02;ICA MAXI;;;-210,50",
                "2026-03-05;AMAZON;EUR;-20,00;-224,10",
            ], ImportOptions(currency: Currency("SEK"), accountType: .creditCard))
        #expect(found.rows == ["2026-03-02 -21050 SEK", "2026-03-05 -22410 SEK"])
    }

    @Test("A fee is no other currency")
    func fees() throws {
        let found = try CSVRows([
            "Date,Name,Currency,Gross,Fee,Net", "2026-03-02,Ann,USD,20.00,0.00,20.00",
            "2026-03-05,Bob,GBP,80.00,-3.00,77.00",
        ])
        #expect(found.rows == ["2026-03-02 2000 USD", "2026-03-05 7700 GBP"])
    }

    @Test("Of an instalment what is charged now counts, not the whole")
    func instalments() throws {
        let found = try CSVRows(
            [
                "Fecha;Comercio;Detalle;Importe;Importe cuota", "02/03/2026;COTO;;-2150,00;-2150,00",
                "05/03/2026;FRAVEGA;CUOTA 3 DE 12;-120000,00;-10000,00",
                "07/03/2026;DISCOS;CUOTA 01/06;-60000,60;-10000,10",
            ], ImportOptions(currency: Currency("ARS"), accountType: .creditCard))
        #expect(found.rows == ["2026-03-02 -215000 ARS", "2026-03-05 -1000000 ARS", "2026-03-07 -1000010 ARS"])
    }

    private let wallet = [
        "ID,Status,Direction,Created on,Source fee amount,Source fee currency,Source name,Source amount (after fees),"
            + "Source currency,Target name,Target amount (after fees),Target currency"
    ]

    @Test("Money out is what left, money in what arrived, and between own balances it is both")
    func sides() throws {
        let found = try CSVRows(
            wallet + [
                "T1,COMPLETED,OUT,2026-03-02,1.50,EUR,Ann Lee,98.50,EUR,Bo Kim,120.00,USD",
                "T2,COMPLETED,IN,2026-03-04,,,Acme,1000.00,USD,Ann Lee,918.00,EUR",
                "B3,COMPLETED,NEUTRAL,2026-03-05,0.50,EUR,Ann Lee,99.50,EUR,Ann Lee,85.00,GBP",
            ])
        #expect(
            found.rows == [
                "2026-03-02 -10000 EUR", "2026-03-04 91800 EUR", "2026-03-05 -10000 EUR", "2026-03-05 8500 GBP",
            ])
        #expect(found.says("is added to money out"))
    }

    /// A charge of some rows beside an amount that goes both ways is no side of its own.
    @Test func aChargeOnTopIsNoSide() throws {
        let rows = [
            "Direct Credit,2650.00,26/08/2026,,", "Rent,-520.00,24/08/2026,,", "Grocer,-87.69,17/08/2026,,",
            "Fuel,-41.23,15/08/2026,,", "Refund,89.90,18/08/2026,,", "Bookshop,-15.02,13/08/2026,,",
            "Cafe,-4.10,13/08/2026,,", "Bus,-2.50,13/08/2026,,", "Cinema,-18.00,13/08/2026,,",
            "Software,-37.44,14/08/2026,USD 21.99,0.91", "Gym,-20.00,12/08/2026,,", "Shoes,-99.00,12/08/2026,,",
        ]
        let found = try CSVRows(["Details,Amount,Date,ForeignCurrencyAmount,ConversionCharge"] + rows)
        #expect(found.rows.count == rows.count)
        #expect(found.rows[9] == "2026-08-14 -3744 -")
    }
}
