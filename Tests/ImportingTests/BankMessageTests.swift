import Ledger
import Testing

@testable import Importing

/// Statements in the formats that banks send to each other: MT940, CAMT, and Plaid's pages.
struct BankMessageTests {
    private func read(_ reader: some StatementReader) throws(ImportError) -> ([ImportedRecord], [RowProblem]) {
        var reader = reader
        var records: [ImportedRecord] = []
        var problems: [RowProblem] = []
        while try reader.read(upTo: 100, into: &records, problems: &problems) {}
        return (records, problems)
    }

    private func file(_ text: String) -> StatementBytes { StatementBytes(Array(text.utf8), path: "f") }

    private let swift = """
        {1:F01TESTDEFFXXXX0000000000}{2:I940TESTDEFFXXXXN}{4:
        :20:STARTUMS
        :25:50010517/0123456789
        :28C:00001/001
        :60F:C260301EUR1000,00
        :61:2603020302DR45,10NMSCNONREF//B1
        :86:106?00KARTENZAHLUNG?20SVWZ+Einkauf?21 Woche 10?32GRUENER MARKT
        :61:2603030303C1500,NTRFNONREF
        :86:166?00GEHALT?20Lohn Maerz?32MUSTER GMBH
        :61:2603040304RD12,00NMSCNONREF
        :86:Korrektur
        :62F:C260304EUR2466,90
        -}
        """

    @Test func mt940() throws {
        let reader = try MT940Reader(file(swift), options: ImportOptions())
        let (records, problems) = try read(reader)
        #expect(problems.isEmpty)
        // A reversal of a debit comes back.
        #expect(records.map(\.minorUnits) == [-4510, 150_000, 1200])
        #expect(records.map(\.date.iso) == ["2026-03-02", "2026-03-03", "2026-03-04"])
        #expect(
            records.map(\.description) == ["GRUENER MARKT Einkauf Woche 10", "MUSTER GMBH Lohn Maerz", "Korrektur"])
        #expect(reader.accounts.map(\.ledgerBalance) == [246_690])
        #expect(reader.accounts.first?.currency == Currency("EUR"))
        #expect(try StatementFormat.detect(file(swift)) == .mt940)
    }

    @Test("Lines of a bank's own above the first field, and any line end", arguments: ["\n", "\r\n", "\r"])
    func linesAbove(end: String) throws {
        let text = [
            ":940:", ":20:940S260302", ":25:NL12RABO0123456789 EUR", ":28C:26041", ":60F:C260227EUR000000000982,15",
            ":61:260302D000000000141,00N426NONREF", "NL20INGB0001234561", ":86:/BENM//NAME/Jansen/REMI/Huur/ISDT/",
            "2026-03-02", ":62F:C260302EUR000000000841,15",
        ].joined(separator: end)
        #expect(try StatementFormat.detect(file(text)) == .mt940)
        let (records, problems) = try read(try MT940Reader(file(text), options: ImportOptions()))
        #expect(records.map(\.minorUnits) == [-14_100] && records.map(\.description) == ["Jansen Huur"])
        #expect(problems.isEmpty)
    }

    @Test("A line that can't be read is named by its number")
    func unreadableLine() throws {
        let broken = swift.split(separator: "\n").map { $0.hasPrefix(":61:260303") ? ":61:26O3030303C1500,NTRF" : $0 }
        let (records, problems) = try read(
            try MT940Reader(file(broken.joined(separator: "\n")), options: ImportOptions()))
        #expect(records.count == 2)
        #expect(problems.map(\.line) == [8])
    }

    /// The comma is the decimal mark there, whatever follows it.
    @Test(
        arguments: [
            ("1,005", nil), ("0,005", nil), ("1234,567", nil), ("1,500", 150), ("1,5", 150), ("1500,", 150_000),
        ] as [(String, Int64?)])
    func mt940CommasStandBeforeDecimals(written: String, minorUnits: Int64?) throws {
        let text = swift.replacing("C1500,NTRF", with: "C\(written)NTRF").replacing("EUR2466,90", with: "EUR\(written)")
        let reader = try MT940Reader(file(text), options: ImportOptions())
        let (records, problems) = try read(reader)
        #expect(records.dropFirst().first?.minorUnits == minorUnits ?? 1200)
        #expect(reader.accounts.first?.ledgerBalance == minorUnits)
        if minorUnits == nil {
            #expect(problems.count == 2)
            #expect(
                problems.contains {
                    $0.reason == "amount \"\(written)\" has more decimals than EUR allows: fix it and import again"
                }, "\(problems)")
        }
    }

    @Test(
        arguments: [
            ("1e5", 10_000_000), ("1.5e1", 1500), ("-2.5E-1", -25), ("100", 10_000), ("1.005", nil),
            ("92233720368547758.07", nil),
        ] as [(String, Int64?)])
    func plaidNumbersAreReadAsWrittenOrNamed(written: String, minorUnits: Int64?) throws {
        let text = """
            {"accounts": [{"account_id": "a", "name": "Checking", "type": "depository", "balances": {"current": \(written),
            "iso_currency_code": "USD"}}],
            "added": [{"transaction_id": "t", "account_id": "a", "amount": \(written), "date": "2026-03-02", "name": "SHOP"}]}
            """
        let reader = try PlaidReader(file(text), options: ImportOptions())
        let (records, problems) = try read(reader)
        #expect(records.first?.minorUnits == minorUnits.map { -$0 })
        #expect(reader.accounts.first?.ledgerBalance == minorUnits)
        guard minorUnits == nil else {
            #expect(problems.isEmpty)
            return
        }
        #expect(problems.count == 2)
        #expect(problems.allSatisfy { $0.reason.contains("amount \"\(written)\"") }, "\(problems)")
        #expect(problems.contains { $0.reason.hasPrefix("the balance of \"Checking\" is left out: ") })
    }

    @Test func mt940LinesThatCannotBeRead() throws {
        let text = swift.replacing(":61:2603030303C1500,NTRFNONREF", with: ":61:26130303C1500,NTRFNONREF")
        let (records, problems) = try read(try MT940Reader(file(text), options: ImportOptions()))
        #expect(records.count == 2)
        #expect(problems.map(\.line) == [8])
    }

    private let camt = """
        <?xml version="1.0" encoding="UTF-8"?>
        <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt>
        <Acct><Id><IBAN>CH5604835012345678009</IBAN></Id><Ccy>CHF</Ccy></Acct>
        <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="CHF">80.20</Amt><CdtDbtInd>DBIT</CdtDbtInd>
        <Dt><Dt>2026-03-05</Dt></Dt></Bal>
        <Ntry><Amt Ccy="CHF">19.90</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-02</Dt></BookgDt>
        <NtryDtls><TxDtls><RltdPties><Cdtr><Nm>Buch &amp; Bild</Nm></Cdtr></RltdPties>
        <RmtInf><Ustrd>Rechnung 7</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
        <Ntry><Amt Ccy="CHF">30.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>PDNG</Cd></Sts>
        <BookgDt><DtTm>2026-03-03T10:00:00</DtTm></BookgDt><NtryDtls>
        <TxDtls><Amt Ccy="CHF">10.00</Amt><RltdPties><Dbtr><Pty><Nm>Ann</Nm></Pty></Dbtr></RltdPties></TxDtls>
        <TxDtls><Amt Ccy="CHF">20.00</Amt><RltdPties><Dbtr><Nm>Ben</Nm></Dbtr></RltdPties></TxDtls></NtryDtls></Ntry>
        <Ntry><Amt Ccy="CHF">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>INFO</Sts><BookgDt><Dt>2026-03-04</Dt></BookgDt></Ntry>
        </Stmt></BkToCstmrStmt></Document>
        """

    @Test func camt053() throws {
        let reader = try CAMTReader(file(camt), options: ImportOptions())
        let (records, problems) = try read(reader)
        #expect(records.map(\.minorUnits) == [-1990, 1000, 2000])
        #expect(records.map(\.description) == ["Buch & Bild Rechnung 7", "Ann", "Ben"])
        #expect(records.map(\.isPending) == [false, true, true])
        #expect(problems.count == 1)
        #expect(reader.accounts.map(\.ledgerBalance) == [-8020])
        #expect(try StatementFormat.detect(file(camt)) == .camt)
    }

    @Test func plaidCallsMoneyOutPositive() throws {
        let text = """
            [{"accounts": [{"account_id": "a1", "mask": "0042", "name": "Plus Checking", "type": "depository",
            "subtype": "checking", "balances": {"current": 12.5, "iso_currency_code": "USD"}}],
            "added": [{"transaction_id": "t1", "account_id": "a1", "amount": 72.10, "date": "2026-03-04",
            "authorized_date": "2026-03-02", "name": "BIKE SHED", "pending": false, "iso_currency_code": "USD"}],
            "modified": [{"transaction_id": "t2", "account_id": "a1", "amount": -0.07, "date": "2026-03-05",
            "name": "INTEREST", "pending_transaction_id": "t0"}], "removed": [{"transaction_id": "t9"}]}]
            """
        let reader = try PlaidReader(file(text), options: ImportOptions())
        let (records, problems) = try read(reader)
        #expect(records.map(\.minorUnits) == [-7210, 7])
        #expect(records.map(\.date.iso) == ["2026-03-02", "2026-03-05"])
        #expect(records.map(\.pendingID) == [nil, "t0"])
        #expect(records.map(\.accountName) == ["Plus Checking …0042", "Plus Checking …0042"])
        #expect(problems.count == 1)
        #expect(try StatementFormat.detect(file(text)) == .plaid)
    }
}
