import Ledger
import Testing

@testable import Importing

/// Whose accounts a column names whose values hardly ever stand twice.
struct AccountColumnTests {
    private func read(_ lines: [String], _ options: ImportOptions = ImportOptions()) throws(ImportError) -> (
        names: [String?], layout: StatementLayout
    ) {
        let text = lines.map { $0 + "\n" }.joined()
        let (reader, records, _) = try CSVFileTests.read(CSVFileTests.file(text), options)
        return (records.map(\.accountName), reader.layout)
    }

    func doubt(_ lines: [String], _ options: ImportOptions = ImportOptions()) -> LayoutDoubt? {
        do throws(ImportError) {
            _ = try read(lines, options)
            return nil
        } catch {
            return error.doubt
        }
    }

    @Test(
        "Names that only accounts have are own ones, though each stands in one row",
        arguments: [
            [
                "Date,Account,Payee,Amount", "2026-04-13,Everyday Checking,Zorblax,-1.00",
                "2026-04-14,Rainy Day Savings,Quim,2.00",
            ],
            [
                "Datum;Konto;Empfänger;Betrag", "13.04.2026;Girokonto;Zorblax;-1,00",
                "14.04.2026;Tagesgeldkonto;Quim;2,00",
            ],
            [
                "Date;Compte;Libellé;Montant", "13/04/2026;Compte courant;Zorblax;-1,00",
                "14/04/2026;Livret A;Quim;2,00",
            ],
            [
                "Fecha;Cuenta;Concepto;Importe", "13/04/2026;Cuenta nómina;Zorblax;-1,00",
                "14/04/2026;Tarjeta;Quim;2,00",
            ],
        ])
    func ownNames(lines: [String]) throws {
        let found = try read(lines)
        #expect(Set(found.names.compactMap(\.self)).count == 2)
        #expect(found.layout.certainty[.accounts]?.degree == .likely)
    }

    private static let open = [
        "Date,Account,Payee,Amount", "2026-04-13,Zed,Zorblax,-1.00", "2026-04-14,Wye,Quim,2.00",
        "2026-04-15,Exe,Vint,-3.00",
    ]

    @Test("Names that may be anybody's are asked about, and the options are obeyed")
    func names() throws {
        #expect(
            doubt(Self.open) == .accounts(LayoutDoubt.Column(number: 2, name: "“Account”", example: "Zed"), names: 3))
        #expect(
            try read(Self.open, ImportOptions(columns: [ColumnChoice(.account, "2")])).names == ["Zed", "Wye", "Exe"])
        #expect(try read(Self.open, ImportOptions(columns: [ColumnChoice(.none, "2")])).names == [nil, nil, nil])
        // All of it is of the account that the person names.
        var options = ImportOptions()
        options.isOneAccount = true
        #expect(doubt(Self.open, options) == nil)
        let message = CSVFileTests.error { () throws(ImportError) in _ = try read(Self.open) }
        #expect(message.contains("“Account”") && message.contains("account=2") && message.contains("--account NAME"))
    }

    @Test("An account that stands beside several payees is an own one")
    func severalPayees() throws {
        let found = try read(Self.open + ["2026-04-16,Zed,Plim,-4.00"])
        #expect(found.names == ["Zed", "Wye", "Exe", "Zed"])
    }

    @Test("Numbers that go with one payee each are the other side's, which is said")
    func otherSide() throws {
        let rows = [
            "Buchungstag;Konto;Name;Verwendungszweck;Betrag", "13.04.2026;DE02120300000000202051;Zorblax;A;-1,00",
            "14.04.2026;DE02500105170137075030;Quim;B;-2,00", "15.04.2026;DE02120300000000202051;Zorblax;C;-3,00",
        ]
        let found = try read(rows)
        #expect(found.names == [nil, nil, nil])
        #expect(
            found.layout.assumptions.contains { $0.contains("the other side's account") && $0.contains("account=2") })
        #expect(
            try read(rows, ImportOptions(columns: [ColumnChoice(.account, "Konto")])).names == [
                "…2051", "…5030", "…2051",
            ])
    }

    @Test(
        "The first row of another account is no standing balance, though its amount and balance are those of the row above"
    )
    func firstRows() throws {
        let rows = [
            "Date,Account,Description,Amount,Balance", "2026-04-13,Checking,Payroll,500.00,500.00",
            "2026-04-13,Savings,Payroll,500.00,500.00", "2026-04-14,Checking,Quim,-20.00,480.00",
            "2026-04-15,Savings,Interest paid,1.25,501.25", "2026-04-16,Checking,Vint,-11.00,469.00",
        ]
        let (_, records, problems) = try CSVFileTests.read(CSVFileTests.file(rows.map { $0 + "\n" }.joined()))
        #expect(records.map(\.minorUnits) == [50_000, 50_000, -2000, 125, -1100])
        #expect(problems == [])
    }

    @Test("A row behind one of no money is none either")
    func behindNothing() throws {
        let rows = [
            "Date,Description,Amount,Balance", "2026-04-17,Quim,-20.00,480.00", "2026-04-16,Waived,0.00,500.00",
            "2026-04-15,Zorblax,500.00,500.00",
        ]
        let found = try CSVFileTests.read(CSVFileTests.file(rows.map { $0 + "\n" }.joined()))
        #expect(found.records.map(\.minorUnits) == [-2000, 0, 50_000])
    }
}

/// Numbers of accounts, of either side.
extension AccountColumnTests {
    @Test("A number in every row that stands beside different payees may be either side's")
    func numbers() {
        let rows = [
            "Account Number,Date,Description,Amount", "11112222,2026-04-13,Zorblax,-20.00",
            "33334444,2026-04-14,Quim,-31.00", "11112222,2026-04-15,Payroll,900.00",
        ]
        #expect(
            doubt(rows)
                == .accounts(LayoutDoubt.Column(number: 1, name: "“Account Number”", example: "…2222"), names: 2))
        // A number for each payee is the payee's.
        #expect(doubt(rows.dropLast() + ["11112222,2026-04-15,Zorblax,900.00"]) == nil)
    }
}
