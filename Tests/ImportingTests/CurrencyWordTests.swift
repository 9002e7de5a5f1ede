import Importing
import Ledger
import Testing

/// Currencies by their own words, wherever these stand.
struct CurrencyWordTests {
    @Test(
        "Above the table",
        arguments: [
            (["Para Birimi;TL", "Tarih;Açıklama;Tutar", "02.03.2026;MIGROS;-120,50"], "TRY"),
            (["幣別,新臺幣", "交易日期,摘要,支出金額,存入金額", "2026/03/02,全聯,545,", "2026/03/05,薪資,,52300"], "TWD"),
            (
                [
                    "Account Currency: Dhs", "Date,Narration,Debit,Credit", "02-03-2026,Carrefour,120.50,",
                    "13-03-2026,Pay,,9.00",
                ], "AED"
            ),
            (["Kode Mata Uang :,Rp", "Tanggal,Keterangan,Jumlah", "16/03/2026,INDOMARET,-52500"], "IDR"),
        ] as [([String], String)])
    func above(lines: [String], code: String) throws {
        #expect(try CSVRows(lines).rows.allSatisfy { $0.hasSuffix(code) })
    }

    @Test(
        "In the name of a column",
        arguments: [
            (["Date,Description,Amount (RM)", "13/03/2026,SPEEDMART,-20.40"], "MYR"),
            (
                ["Date,Details,Withdrawn (KSh),Paid In (KSh)", "2026-03-13,Naivas,540.00,", "2026-03-14,Pay,,9.00"],
                "KES"
            ),
            (["Дата,Опис,Сума (грн)", "13.03.2026,Сільпо,-120.50"], "UAH"),
            (["日期,摘要,支出(元),存入(元),餘額(元)", "2026/03/02,全聯,545,,1000", "2026/03/05,薪資,,52300,53300"], "TWD"),
            (["交易日期,摘要,支出金额(元),收入金额(元)", "2026-03-02,超市,54.50,", "2026-03-05,工资,,5230.00"], "CNY"),
            (["日期,說明,台幣金額", "2026/03/02,全聯,-545"], "TWD"),
        ] as [([String], String)])
    func column(lines: [String], code: String) throws {
        #expect(try CSVRows(lines).rows.allSatisfy { $0.hasSuffix(code) })
    }

    @Test("Words that are none of a currency in a header stay words")
    func plainWords() throws {
        #expect(
            try CSVRows(["Date,Description,Amount (all)", "2026-03-13,Zork,-20.40"]).rows == ["2026-03-13 -2040 -"])
    }
}
