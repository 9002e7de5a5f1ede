import Importing
import Ledger
import Testing

/// Rows and entries that state a balance are no transactions.
struct StatedBalanceTests {
    @Test("A text of nothing but words for a balance is one, whatever stands beside it")
    func plainWords() throws {
        let found = try CSVRows([
            "data;lançamento;valor;saldo", "02/03/2026;PIX JOAO;-150,00;",
            "02/03/2026;SALDO TOTAL DISPONÍVEL DIA;850,00;850,00",
            "05/03/2026;SALARIO;3.000,00;", "05/03/2026;SALDO TOTAL DISPONÍVEL DIA;3.850,00;3.850,00",
        ])
        #expect(found.rows == ["2026-03-02 -15000 -", "2026-03-05 300000 -"])
        let opened = try CSVRows([
            "20260301,OPEN BALANCE,1000.00", "20260302,CHECKERS SIXTY60,-200.50", "20260309,ELECTRICITY,-100.00",
            "20260325,SALARY ACME,9000.00", "20260331,CLOSE BALANCE,9699.50",
        ])
        #expect(opened.rows.count == 3 && opened.problems.count == 2)
    }

    @Test("Other texts with such a word are one where the rows between lead from one to the next, in either order")
    func provenByRows() throws {
        let rows = [
            "01/03/2026;SALDO CUENTA NARANJA;1200,00", "03/03/2026;MERCADONA;-45,20", "15/03/2026;NOMINA ACME;1800,00",
            "28/03/2026;IBERDROLA;-60,30", "31/03/2026;SALDO CUENTA NARANJA;2894,50",
        ]
        for lines in [rows, rows.reversed()] {
            let found = try CSVRows(["Fecha;Concepto;Importe"] + lines)
            #expect(Set(found.rows) == ["2026-03-03 -4520 -", "2026-03-15 180000 -", "2026-03-28 -6030 -"])
            #expect(found.says("2 rows state a balance"))
        }
        let changed = rows.dropLast() + ["31/03/2026;SALDO CUENTA NARANJA;2894,51"]
        #expect(try CSVRows(["Fecha;Concepto;Importe"] + changed).rows.count == 5)
    }

    @Test("Shops and services that are called like balances stay")
    func names() throws {
        let found = try CSVRows([
            "Date,Description,Amount", "2026-03-02,Balance Fitness,-50.00", "2026-03-05,Shell,-50.00",
            "2026-03-13,Payroll,1500.00", "2026-03-16,Balance Fitness,-100.00", "2026-03-17,New Balance,-119.00",
            "2026-03-19,BALANCE TRANSFER FEE,-15.00", "2026-03-20,STATEMENT BALANCE PAYMENT,-300.00",
        ])
        #expect(found.rows.count == 7 && found.problems.isEmpty)
    }

    @Test("Letters that are spaced out are one word")
    func spacedOut() throws {
        let found = try CSVRows([
            "Buchungstag;Text;Betrag", "02.03.2026;S A L D O  V O R T R A G;500,00", "03.03.2026;REWE;-32,10",
            "13.03.2026;Gehalt;2100,00", "31.03.2026;K O N T O S T A N D;2567,90",
        ])
        #expect(found.rows == ["2026-03-03 -3210 -", "2026-03-13 210000 -"])
    }

    @Test("A later table of balances holds no transactions, and a file of nothing else is refused")
    func tablesOfBalances() throws {
        let found = try CSVRows([
            "Data;Histórico;Crédito (R$);Débito (R$);Saldo (R$)", "02/03/2026;PIX;;-50,00;950,00",
            "05/03/2026;SALARIO;1.000,00;;1.950,00", "", "Saldos de investimento", "Data;Histórico;Valor (R$)",
            "31/03/2026;SALDO FUNDO AZUL;2.318,77", "31/03/2026;SALDO TOTAL DISPONÍVEL;4.268,77",
        ])
        #expect(found.rows.count == 2)
        let alone = CSVFileTests.error { () throws(ImportError) in
            _ = try CSVRows(["Data;Histórico;Valor", "31/03/2026;SALDO FUNDO;2,00", "01/04/2026;SALDO TOTAL;4,00"])
        }
        #expect(alone.contains("lists balances"))
    }

    @Test func entriesOfOFX() throws {
        func entry(_ day: String, _ amount: String, _ memo: String) -> String {
            "<STMTTRN><TRNTYPE>OTHER<DTPOSTED>202603\(day)<TRNAMT>\(amount)<FITID>\(day)\(amount)<MEMO>\(memo)</STMTTRN>"
        }
        let entries = [
            entry("02", "400.00", "SALDO PARCIAL CTA GARANTIDA"), entry("03", "-50.00", "PADARIA CENTRAL"),
            entry("05", "-30.00", "Balance Bikes"), entry("09", "1000.00", "SALARIO"),
            entry("09", "1320.00", "SALDO PARCIAL CTA GARANTIDA"), entry("10", "-20.00", "MERCADO"),
            entry("31", "1300.00", "S A L D O"),
        ]
        let text =
            "OFXHEADER:100\n\n<OFX><BANKMSGSRSV1>\(ofxStatement(entries.joined(), currency: "BRL"))</BANKMSGSRSV1></OFX>"
        let reading = try OFXReading(text)
        #expect(reading.records.map(\.minorUnits) == [-5000, -3000, 100_000, -2000])
        #expect(reading.problems.count == 3)
        #expect(reading.layout.assumptions.contains { $0.hasPrefix("3 of its entries state a balance") })
    }
}
