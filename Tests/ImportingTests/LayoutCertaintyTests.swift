import Ledger
import Testing

@testable import Importing

/// How sure it is what a file means, what is said of it, and which evidence it rests on.
struct LayoutCertaintyTests {
    private func layout(_ lines: [String], _ options: ImportOptions = ImportOptions()) throws(ImportError)
        -> StatementLayout
    {
        try CSVFileTests.read(CSVFileTests.file(lines.map { $0 + "\n" }.joined()), options).reader.layout
    }

    private static let keepers = [
        "Date,Description,Amount,Balance", "2026-03-30,Zorblax,-12.00,88.00", "2026-03-31,Quim,-8.50,79.50",
        "2026-04-01,Vint,20.00,99.50", "2026-04-02,Zorblax,-0.50,99.00",
    ]

    @Test("A balance that follows every row makes amounts and signs certain, over all rows")
    func balance() throws {
        let found = try layout(Self.keepers).certainty
        #expect(
            found[.amounts] == .init(.amounts, .certain, "the running balance agrees in 3 of 3 rows", isOfBalance: true)
        )
        #expect(
            found[.signs] == .init(.signs, .certain, "the running balance agrees in 3 of 3 rows", isOfBalance: true))
        #expect(found[.dates] == .init(.dates, .certain, "4 of 4 can be read one way only"))
        #expect(found.confidence == 0.99)
        #expect(found.sentence == nil)
    }

    @Test("A balance that fails now and then is told as it is")
    func aBalanceWithHoles() throws {
        let found = try layout(Self.keepers + ["2026-04-03,Vint,-1.00,50.00"]).certainty
        #expect(
            found[.amounts] == .init(.amounts, .likely, "the running balance agrees in 3 of 4 rows", isOfBalance: true))
        #expect(found.confidence == 0.9)
        #expect(found.sentence == nil)
    }

    @Test(
        "What dates rest on",
        arguments: [
            (["13/04/2026", "02/04/2026"], nil, LayoutCertainty.Degree.certain, "1 of 2 can be read one way only"),
            (["04/04/2026", "05/05/2026"], nil, .certain, "day and month are the same number in all of them"),
            (["03/04/2026", "05/06/2026"], .dmy, .certain, "--date-order says so"),
            (["03.04.2026", "05.06.2026"], nil, .certain, "points stand between the numbers"),
            (["01/12/2025", "02/05/2026", "03/01/2026"], nil, .likely, "only then are the rows in order"),
        ] as [([String], StatementLayout.DateOrder?, LayoutCertainty.Degree, String)])
    func dates(days: [String], said: StatementLayout.DateOrder?, degree: LayoutCertainty.Degree, reason: String) throws
    {
        let rows = ["Date,Text,Amount"] + days.map { "\($0),Zork,-3.00" }
        #expect(try layout(rows, ImportOptions(dateOrder: said)).certainty[.dates] == .init(.dates, degree, reason))
    }

    @Test("What is only assumed is said in one line with its confidence")
    func sentence() throws {
        let found = try layout([
            "Date,Name,Gross,Fee,Net", "2026-04-21,Zorblax,50.00,-1.75,48.00", "2026-04-22,Quim,-20.00,0.00,-20.00",
        ])
        #expect(found.certainty[.amounts] == .init(.amounts, .assumed, "another column could be meant as well"))
        #expect(found.certainty.confidence == 0.75)
        #expect(
            found.certainty.sentence
                == "Its amounts are likely, not certain (confidence 75%): compare a row or two with your bank's list.")
        // What speaks for an order of days has a note of its own.
        let commas = try layout(["Date;Text;Amount", "03/04/2025;COFFEE;-4,10", "05/06/2025;BAKERY;-7,20"])
        #expect(commas.certainty[.dates] == .init(.dates, .likely, "its amounts have decimal commas"))
        #expect(commas.certainty.sentence == nil)
        var all = LayoutCertainty()
        for part in [LayoutCertainty.Part.signs, .dates, .amounts] { all.note(.init(part, .assumed, "x")) }
        #expect(all.findings.map(\.part) == [.dates, .amounts, .signs])
        #expect(all.sentence?.hasPrefix("Its dates, amounts and signs are likely") == true)
    }

    // MARK: Signs that facts turn

    @Test("A balance that falls by positive amounts turns the signs, and that is said with the option against it")
    func turnedByBalance() throws {
        let rows = [
            "Date,Text,Amount,Balance", "2026-03-30,Zorblax,12.00,88.00", "2026-03-31,Quim,8.50,79.50",
            "2026-04-01,Vint,-20.00,99.50",
        ]
        let (reader, records, _) = try CSVFileTests.read(CSVFileTests.file(rows.map { $0 + "\n" }.joined()))
        #expect(records.map(\.minorUnits) == [-1200, -850, 2000])
        #expect(
            reader.layout.assumptions == [
                "Positive amounts are read as money out, since the running balance falls by them; if they're money in, use "
                    + "--keep-sign."
            ])
        #expect(reader.layout.certainty[.signs]?.degree == .certain)
        // What falls is what one has, so no card's debt.
        #expect(reader.accounts.first?.type == nil)
        let kept = try CSVFileTests.read(
            CSVFileTests.file(rows.map { $0 + "\n" }.joined()), ImportOptions(keepsSign: true))
        #expect(kept.records.map(\.minorUnits) == [1200, 850, -2000])
        #expect(kept.reader.layout.assumptions == [])
        #expect(kept.reader.layout.certainty[.signs]?.reason == "--keep-sign says so")
    }

    @Test("A payment of the card's bill with a minus sign does so as well")
    func turnedByPayment() throws {
        let found = try layout([
            "Date,Description,Amount", "2026-04-21,ZORBLAX,84.12", "2026-04-19,PAYMENT RECEIVED - THANK YOU,-104.55",
            "2026-04-17,QUIM,20.43",
        ])
        #expect(found.sign == .flipped)
        #expect(
            found.assumptions.contains { $0.contains("a payment of the card's bill") && $0.contains("--keep-sign") })
        #expect(found.certainty[.signs]?.degree == .certain)
    }

    @Test("So do flags that all contradict the signs")
    func turnedByFlags() throws {
        let rows = ["Date,Text,Amount,D/C", "2026-04-21,Zorblax,84.12,D", "2026-04-19,Vint,-104.55,C"]
        let found = try layout(rows)
        #expect(found.sign == .flipped)
        #expect(found.assumptions.contains { $0.contains("“D/C” agrees in 2 of 2 rows") && $0.contains("--keep-sign") })
    }

    // MARK: Which column

    @Test("A fee that explains the difference of two amounts proves which one counts")
    func fees() throws {
        let rows = [
            "Date,Name,Gross,Fee,Net", "2026-04-21,Zorblax,50.00,-1.75,48.25", "2026-04-22,Quim,-20.00,0.00,-20.00",
        ]
        #expect(
            try layout(rows).certainty[.amounts]
                == .init(.amounts, .certain, "“Gross” less the fee comes to it in 2 of 2 rows"))
        #expect(try layout(rows + ["2026-04-23,Vint,9.00,-1.00,7.00"]).certainty[.amounts]?.degree == .assumed)
    }

    @Test("Formats that write everything one way are certain; a QIF file's dates are what they are")
    func otherFormats() throws {
        let text = "!Type:Bank\nD03/04/2026\nT-5.00\nPZork\n^\n"
        let file = StatementBytes(Array(text.utf8), path: "f.qif")
        let qif = try QIFReader(file, options: ImportOptions(dateOrder: .dmy)).layout.certainty
        #expect(qif[.signs] == .init(.signs, .certain, "QIF writes them one way only"))
        #expect(qif[.dates] == .init(.dates, .certain, "--date-order says so"))
        let swift = ":20:X\n:25:NL1234\n:60F:C260401EUR10,\n:61:2604030403D0,50NMSC\n:62F:C260403EUR9,50\n-\n"
        let statement = try MT940Reader(StatementBytes(Array(swift.utf8), path: "f.sta"), options: ImportOptions())
        #expect(
            statement.layout.certainty[.amounts]?.reason
                == "opening balance and transactions add up to the closing balance")
    }

    // MARK: What another reading contradicts

    private func failure(_ lines: [String]) -> ImportError? {
        do throws(ImportError) {
            _ = try layout(lines)
            return nil
        } catch {
            return error
        }
    }

    @Test("One side alone that goes both ways is asked about, unless a balance or words tell")
    func oneSideOfBothSigns() throws {
        let open = ["Date,Text,Withdrawal", "2026-04-20,Zork,-32.00", "2026-04-21,Vint,10.00"]
        guard case .sign? = failure(open)?.doubt else {
            Issue.record("not asked")
            return
        }
        // What was given back now and then leaves it the side that it is called.
        let given = ["2026-04-22,Quim,8.00", "2026-04-23,Plim,9.00", "2026-04-24,Exe,7.00"]
        #expect(try layout([open[0]] + [open[1]] + [open[2]] + given).sign == .debitCredit)
        let total = ["取引日,入出金(円),取引後残高(円),入出金内容", "20260420,-3200,96800,スーパー", "20260419,100000,100000,給与"]
        let found = try CSVFileTests.read(CSVFileTests.file(total.map { $0 + "\n" }.joined()))
        #expect(found.records.map(\.minorUnits) == [-3200, 100_000])
    }

    @Test("Payments of a loan are more than what they leave of it")
    func loan() {
        let rows = [
            "Date,Description,Principal,Interest,Payment,Balance", "2026-04-01,Zork,200.00,50.00,250.00,9800.00",
        ]
        #expect(failure(rows)?.message.contains("principal and interest") == true)
    }

    @Test("Balances in the languages of smaller countries are no transactions")
    func balancesInOtherLanguages() throws {
        let rows = [
            "Kuupäev;Selgitus;Summa;Deebet/Kreedit", "01.04.2026;Algsaldo;100,00;K", "20.04.2026;Kaart;12,50;D",
            "21.04.2026;Palk;1000,00;K", "21.04.2026;Käive;12,50;D", "21.04.2026;lõppsaldo;1087,50;K",
        ]
        let (_, records, problems) = try CSVFileTests.read(CSVFileTests.file(rows.map { $0 + "\n" }.joined()))
        #expect(records.map(\.minorUnits) == [-1250, 100_000])
        #expect(problems.map(\.line) == [2, 5, 6])
    }
}
