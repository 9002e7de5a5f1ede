import Importing
import Ledger
import Testing

/// Days in words of many languages, and days without a year.
struct YearlessDayTests {
    @Test(
        "Months in the case that stands behind a day",
        arguments: [
            ("5. března 2026", "2026-03-05"), ("12 grudnia 2025", "2025-12-12"), ("2026. február 28.", "2026-02-28"),
            ("05 Şubat 2026", "2026-02-05"), ("12 Ağustos 2026", "2026-08-12"), ("12 Ιανουαρίου 2026", "2026-01-12"),
            ("31 martie 2026", "2026-03-31"), ("3 червня 2026", "2026-06-03"), ("7. septembra 2026", "2026-09-07"),
            ("9. kesäkuuta 2026", "2026-06-09"), ("4 octombrie 2026", "2026-10-04"),
            ("15 листопада 2026", "2026-11-15"),
            ("'16/12/2025", "2025-12-16"),
        ])
    func months(text: String, day: String) throws {
        #expect(try CSVRows(["Date;Text;Amount", "\(text);Zork;-3,00"]).rows.first?.hasPrefix(day) == true)
    }

    @Test("The period above the table gives the year, also over the turn of it")
    func turnOfTheYear() throws {
        let found = try CSVRows([
            "Statement Period: 10 Dec 2025 - 9 Jan 2026", "Date,Description,Amount", "28/12,TESCO,-20.50",
            "'02/01,PAY,1500.00",
        ])
        #expect(found.rows.map { $0.prefix(10) } == ["2025-12-28", "2026-01-02"])
        #expect(found.says("Its days have no year"))
    }

    @Test(
        "Other lines that tell it",
        arguments: [
            (
                ["Closing Date,01/15/2026", "Date,Text,Amount", "12-28,ZORK,-20.50", "01-02,PLIM,9.00"],
                ["2025-12-28", "2026-01-02"]
            ),
            (
                ["Extracto de Marzo 2026", "Fecha;Concepto;Importe", "05 mar;PAN;-2,50", "31 mar;PAGA;9,00"],
                ["2026-03-05", "2026-03-31"]
            ),
            (
                ["Date,Text,Amount", "Mar 5,ZORK,-20.50", "Mar 9,PLIM,9.00", "From 03/01/2026 to 03/31/2026"],
                ["2026-03-05", "2026-03-09"]
            ),
        ] as [([String], [String])])
    func periods(lines: [String], days: [String]) throws {
        #expect(try CSVRows(lines).rows.map { String($0.prefix(10)) } == days)
    }

    @Test("Day or month first is asked about where both lie in the period, and the option is obeyed")
    func order() throws {
        let lines = ["From 01/02/2026 to 12/02/2026", "Date,Text,Amount", "05/02,ZORK,-20.50", "06/02,PLIM,-15.00"]
        #expect(CSVRows.doubt(lines) == .dateOrder(date: "05/02"))
        #expect(try CSVRows(lines, ImportOptions(dateOrder: .dmy)).rows.first?.hasPrefix("2026-02-05") == true)
        #expect(try CSVRows(lines, ImportOptions(dateOrder: .mdy)).rows.first?.hasPrefix("2026-05-02") == true)
    }

    @Test("Nothing is guessed where no period is told, several are, or a day lies outside")
    func untold() throws {
        let table = ["Date,Text,Amount", "28/12,ZORK,-20.50", "02/01,PLIM,9.00"]
        for above in [
            [], ["Period 01/03/2026 - 31/03/2026"],
            ["Period 01/12/2024 - 31/01/2025", "Period 01/12/2025 - 31/01/2026"],
        ] {
            let rows = (try? CSVRows(above + table))?.rows ?? []
            #expect(rows.isEmpty)
        }
    }
}
