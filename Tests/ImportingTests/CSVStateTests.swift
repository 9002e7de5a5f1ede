import Ledger
import Testing

@testable import Importing

/// Rows that a column of states tells apart.
struct CSVStateTests {
    private func state(_ text: String) -> CSVStates.State {
        CSVStates.builtIn.state(of: HeaderText.words(text).joined(separator: " "))
    }

    @Test(
        "No money moved",
        arguments: [
            "Failed", "Declined - insufficient funds", "Rejected by bank", "Cancelled by user", "Unsuccessful",
            "Not completed", "Blocked", "Error", "Payment failed", "Authorization expired", "Slettet", "Afvist",
            "Annulleret", "Avvist", "Hylätty", "Peruttu", "Elutasított", "Visszavont", "Respinsa", "Rejeté", "Rejetée",
            "Stornata", "Rifiutata", "Annullata", "Respinta", "Non eseguito", "Zurückgewiesen", "Nicht ausgeführt",
            "Abgebrochen", "Ungültig", "Fallida", "Denegada", "No realizada", "Mislukt", "Afgewezen", "Recusada",
            "Não realizada", "Rejeitado", "Reddedildi", "İptal Edildi", "Başarısız", "Avvisad", "Makulerad", "Nekad",
            "Avbruten", "Odrzucona", "Anulowana", "Zamítnuto", "Zrušeno", "Отклонено", "Не выполнено", "交易关闭", "취소",
        ])
    func failed(text: String) { #expect(state(text) == .failed) }

    @Test(
        "The money came back",
        arguments: ["Returned", "Reversed", "Zurückgebucht", "Devuelta", "Estornada", "Teruggeboekt"])
    func returned(text: String) { #expect(state(text) == .returned) }

    @Test(
        "Settled",
        arguments: [
            "Completed", "Posted", "Cleared", "Executed", "Udført", "Bokført", "Kirjattu", "Könyvelt", "Procesata",
            "Exécuté",
            "Contabilizzata", "Ausgeführt", "Completada", "Uitgevoerd", "Concluída", "Tamamlandı", "Zaúčtováno",
            "Zaksięgowana", "交易成功", "Not declined", "Partially refunded", "정상",
        ])
    func posted(text: String) { #expect(state(text) == .posted) }

    @Test(
        "Not yet",
        arguments: [
            "Pending", "Pending - Authorized", "Umsatz vorgemerkt und nicht gebucht", "Not posted", "Nicht gebucht",
            "Non comptabilisé", "Ej bokförd", "En attente", "Venter", "On hold",
        ])
    func pending(text: String) { #expect(state(text) == .pending) }

    @Test("None that is known", arguments: ["Wobbly", "", "TX", "NE", "Terminal 3"])
    func unknown(text: String) { #expect(state(text) == .unknown) }

    private func read(_ lines: [String]) throws(ImportError) -> (
        amounts: [Int64], notes: [String], problems: [RowProblem]
    ) {
        let (reader, records, problems) = try CSVFileTests.read(CSVFileTests.file(lines.map { $0 + "\n" }.joined()))
        return (records.map(\.minorUnits), reader.layout.assumptions, problems)
    }

    @Test("A state that isn't known is said, with how many rows have it")
    func unknownStates() throws {
        let head = "Date,Description,Amount,Status"
        let rows = ["2026-10-05,KROGER,-5.00,Wobbly", "2026-10-06,SHELL,-6.00,Completed"]
        let one = try read([head] + rows)
        #expect(one.amounts == [-500, -600])
        #expect(one.notes.contains("The status “Wobbly” (1 row) isn't known; counted as posted."))
        let two = try read([head] + rows + ["2026-10-07,HEB,-7.00,Wobbly", "2026-10-08,HEB,-8.00,Blurred"])
        #expect(
            two.notes.contains("The statuses “Blurred” (1 row) and “Wobbly” (2 rows) aren't known; counted as posted."))
        // Of the United States.
        let states = try read(["Date,Description,Amount,State", "2026-10-05,KROGER,-5.00,OHIO"])
        #expect(!states.notes.contains { $0.contains("status") })
    }

    @Test("What was returned counts where the row that brought it back is there")
    func returnedRows() throws {
        let head = "Date,Description,Amount,Status"
        let alone = try read([head, "2026-10-05,KROGER,-5.00,Reversed", "2026-10-06,SHELL,-6.00,Completed"])
        #expect(alone.amounts == [-600] && alone.problems.count == 1)
        let both = try read([
            head, "2026-10-05,KROGER,-5.00,Reversed", "2026-10-06,SHELL,-6.00,Completed",
            "2026-10-07,REVERSAL KROGER,5.00,Completed",
        ])
        #expect(both.amounts == [-500, -600, 500])
    }

    @Test("Kinds of transactions are bookings of their own")
    func kinds() throws {
        let found = try read([
            "Date,Description,Type,Amount", "2026-10-05,KROGER,Purchase,-5.00",
            "2026-10-06,CHECK 12,Returned item,-6.00",
            "2026-10-07,ACME PAYROLL,Deposit,900.00", "2026-10-08,SHELL,Pending,-8.00",
        ])
        #expect(found.amounts == [-500, -600, 90_000, -800])
    }
}
