import Ledger
import Testing

@testable import Understanding

/// Which way money went between the user and a person.
struct DealingsTests {
    @Test(arguments: [
        ("what i sent dana", [Selection.Flow.spending]), ("what dana sent me", [.income]),
        ("what have we ever paid dana back", [.spending]), ("how much did dana pay us", [.income]),
        ("did we send dana more than she sent us", [.spending, .income]),
        ("dana sent him vs what he sent back", [.income]),
        ("what i sent dana minus what she's sent me", [.spending, .income]),
        ("dana , what i sent her vs got back", [.spending, .income]), ("what i got from dana", [.income]),
        ("what dana got from me", [.spending]), ("what has dana been paid", [.spending]), ("dana in march", []),
        ("i got groceries with dana", []),
    ])
    func whoStandsBeforeTheVerbGives(_ line: String, _ ways: [Selection.Flow]) {
        let keys = line.split(separator: " ").map(String.init)
        let dana = keys.firstIndex(of: "dana")!
        #expect(Dealings(keys, person: dana..<dana + 1).ways == ways, "\(line)")
    }

    private static let people = FiledNames([
        "Zelle to Dana Cole": "people", "Zelle from Dana Cole": "reimbursement", "Zelle to Kim Roe": "people",
        "Kroger": "groceries",
    ])

    private func asked(_ line: String) throws -> String {
        let context = UnderstandingContext(
            asOf: CivilDate(year: 2026, month: 10, day: 31)!, taxonomy: .builtIn, names: Self.people)
        let best = try #require(LineReader(context).candidates(line).first)
        return RequestWords(.builtIn).text(best.request)
    }

    @Test(arguments: [
        "what i sent dana minus what she sent me", "did i send dana more than she sent back",
        "dana: what i sent her vs what she sent back",
    ])
    func bothWaysAreHeldAgainstOneAnother(_ line: String) throws {
        let request = try asked(line)
        #expect(request.contains("all time, against income"), "\(request)")
    }

    @Test(arguments: [
        ("who do i send the most money to", "payments to people"), ("who zelled us the most in 2026", "“zelle” income"),
        ("how much has dana sent me", "Dana Cole income, all time"),
    ])
    func oneWayIsTheFlow(_ line: String, _ words: String) throws {
        let request = try asked(line)
        #expect(request.lowercased().contains(words.lowercased()), "\(request)")
    }

    @Test(arguments: [
        ("groceries june thru october vs same months last yr", "against June–October 2025"),
        ("sept and oct spending compared with sept and oct last year", "against September–October 2025"),
        ("groceries jul and aug this year vs last year", "against July–August 2025"),
        ("how much more is kroger in sept than same month last yr", "against September 2025"),
        ("months with nothing at kroger", "by month, where exactly 0"),
        ("days in oct i didnt spend anything", "by day, where exactly 0"),
    ])
    func yearsBeforeAndUnitsWithout(_ line: String, _ words: String) throws {
        let request = try asked(line)
        #expect(request.contains(words), "\(request)")
    }
}
