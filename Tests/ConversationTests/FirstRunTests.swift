import Glibc
import TestSupport
import Testing

/// The first minutes of who has nothing in yet and a bank file in Downloads.
@Suite(.serialized) struct FirstRunTests {
    private static let day = ["COACH_AS_OF": "2026-10-31"]

    private func home() throws -> String {
        let home = try TestFolder.lasting()
        mkdir(home + "/Downloads", 0o700)
        let rows = [
            "08-03,HARBOR FLATS RENT,-1450.00", "09-03,HARBOR FLATS RENT,-1450.00", "10-03,HARBOR FLATS RENT,-1450.00",
            "10-04,STARBUCKS 123,-5.50", "10-05,STARBUCKS 123,-6.25", "10-08,ZQXV 77,-95.50",
            "10-09,PAYROLL ACME,3054.50",
        ]
        try writeFile(
            home + "/Downloads/bank.csv", "Date,Description,Amount\n" + rows.map { "2026-\($0)\n" }.joined())
        try writeFile(home + "/Downloads/recipes.csv", "Dish,Minutes\nSoup,30\n")
        return home
    }

    /// What is in the file is shown first; then come the account, what is unclear, its balance, and three questions.
    @Test(arguments: ["coach", "coach start"]) func aFileInDownloadsLeadsToAnAnswer(command: String) throws {
        let home = try home()
        let terminal = try Pseudoterminal(command, home: home, environment: Self.day)
        let offer = try terminal.expect("Import it? y, n; Enter = y ›")
        #expect(offer.contains("~/Downloads/bank.csv: 7 transactions"))
        #expect(offer.contains("Oct  9, 2026") && offer.contains("$3,054.50"))
        #expect(offer.contains("Nothing is stored so far."))
        #expect(!offer.contains("recipes"))
        terminal.type("maybe\r")
        try terminal.expect("Import it? y, n; Enter = y ›")
        terminal.type("y\r")
        try terminal.expect("What should the account of ~/Downloads/bank.csv be called?")
        try terminal.expect("›")
        terminal.type("Everyday\r")
        try terminal.expect("Enter = checking ›")
        terminal.type("\r")
        try terminal.expect("USD was assumed")
        try terminal.expect("Zqxv 77")
        try terminal.expect("q = quit ›")
        terminal.type("\r")
        try terminal.expect("How much is in Everyday today?")
        try terminal.expect("q = quit ›")
        terminal.type("lots\r")
        try terminal.expect("q = quit ›")
        terminal.type("1,240.50\r")
        try terminal.expect("$1,240.50")
        let proposed = try terminal.expect("type a number.")
        #expect(proposed.contains("how much did I spend on coffee in October 2026?"))
        try terminal.expect("›")
        let lines = proposed.split(separator: "\n").filter { $0.contains("coffee") }
        let number = lines.first?.first { $0.isNumber }
        terminal.enter(number.map(String.init) ?? "")
        try terminal.expect(" on coffee in October 2026, in 2 transactions.")
        try terminal.expect("›")
        terminal.press(.controlD)
        #expect(try terminal.waitForEnd() == 0)
    }

    @Test func whatIsDeclinedIsNotStored() throws {
        let home = try home()
        let terminal = try Pseudoterminal("coach", home: home, environment: Self.day)
        try terminal.expect("Import it? y, n; Enter = y ›")
        terminal.type("n\r")
        try terminal.expect("Three ways to start")
        try terminal.expect("›")
        terminal.enter("import ~/Downloads/bank.csv")
        try terminal.expect("USD was assumed")
        try terminal.expect("q = quit ›")
        terminal.type("q\r")
        try terminal.expect("How much is in")
        try terminal.expect("q = quit ›")
        terminal.type("\r")
        try terminal.expect("Three questions worth asking")
        try terminal.expect("›")
        terminal.press(.controlD)
        #expect(try terminal.waitForEnd() == 0)
    }

    /// `q` ends what is being asked, and what was stored by then stays.
    @Test func qEndsTheQuestions() throws {
        let terminal = try Pseudoterminal("coach start", home: try home(), environment: Self.day)
        try terminal.expect("Import it? y, n; Enter = y ›")
        terminal.type("y\r")
        try terminal.expect("Enter = My Account ›")
        terminal.type("\r")
        try terminal.expect("Enter = checking ›")
        terminal.type("\r")
        try terminal.expect("q = quit ›")
        terminal.type("q\r")
        try terminal.expect("How much is in")
        try terminal.expect("q = quit ›")
        terminal.type("q\r")
        let proposed = try terminal.expect("Three questions worth asking")
        #expect(!proposed.contains("isn't one of them") && !proposed.contains("an amount such as"))
        try terminal.expect("›")
        terminal.press(.controlD)
        #expect(try terminal.waitForEnd() == 0)
    }

    @Test func exitAtABalanceLeaves() throws {
        let terminal = try Pseudoterminal("coach start", home: try home(), environment: Self.day)
        try terminal.expect("Enter = y ›")
        terminal.type("\r")
        try terminal.expect("Enter = My Account ›")
        terminal.type("\r")
        try terminal.expect("Enter = checking ›")
        terminal.type("\r")
        let imported = try terminal.expect("q = quit ›")
        #expect(!imported.contains("\r\n\r\n\r\n"), "\(imported)")
        terminal.type("q\r")
        try terminal.expect("How much is in")
        try terminal.expect("q = quit ›")
        terminal.type("exit\r")
        #expect(try terminal.waitForEnd() == 0)
        #expect(!String(decoding: terminal.output, as: UTF8.self).contains("Three questions"))
    }

    /// A question that is typed too early becomes no account's name.
    @Test func aQuestionIsNoName() throws {
        let terminal = try Pseudoterminal("coach start", home: try home(), environment: Self.day)
        try terminal.expect("Enter = y ›")
        terminal.type("\r")
        for line in [
            "how much did I spend on groceries?", "how much did I spend on groceries",
            String(repeating: "Everyday ", count: 5),
        ] {
            try terminal.expect("Enter = My Account ›")
            terminal.type(line + "\r")
            try terminal.expect("that's no name for an account")
        }
        try terminal.expect("Enter = My Account ›")
        terminal.type("Am Ex Gold\r")
        try terminal.expect("What is Am Ex Gold?")
        try terminal.expect("Enter = ")
        terminal.type("huh\r")
        try terminal.expect("“huh”: type 1, 2, or 3, or press Enter")
        terminal.type("q\r")
        try terminal.expect("Three ways to start")
        try terminal.expect("›")
        terminal.press(.controlD)
        #expect(try terminal.waitForEnd() == 0)
    }

    /// A file that leaves something open is offered all the same, one that is dropped is taken, and one that can't be read is told of.
    @Test func everyFileIsOfferedOrToldOf() throws {
        let home = try home()
        try writeFile(
            home + "/Downloads/open.csv",
            "Date,Description,Amount\n04/05/2025,CEDAR LANE CAFE,-4.00\n06/07/2025,PINE ST DELI,-9.00\n")
        try writeFile(
            home + "/Downloads/thousands.csv",
            "Date;Description;Amount\n2026-10-04;CEDAR;-1.250\n2026-10-06;PINE;-9.125\n")
        mkdir(home + "/elsewhere", 0o700)
        try writeFile(home + "/elsewhere/card.csv", "Date,Description,Amount\n2026-10-04,CEDAR LANE CAFE,-4.00\n")
        let terminal = try Pseudoterminal("coach start", home: home, environment: Self.day, columns: 200)
        let offer = try terminal.expect("Enter = all ›")
        #expect(offer.contains("thousands.csv isn't offered: it has three digits"), "\(offer)")
        #expect(
            offer.contains("bank.csv: 7 transactions") && offer.contains("open.csv: 2 transactions\r\n"), "\(offer)")
        #expect(offer.contains("which I'll ask about") && !offer.contains("recipes"), "\(offer)")
        terminal.type("'\(home)/elsewhere/card.csv' \r")
        try terminal.expect("What should the account of ~/elsewhere/card.csv be called?")
        terminal.type("\r\r")
        try terminal.expect("1 new")
        try terminal.expect("q = quit ›")
        terminal.type("exit\r")
        #expect(try terminal.waitForEnd() == 0)
        let again = try Pseudoterminal("coach", home: home, environment: Self.day, columns: 200)
        try again.expect("›")
        again.enter("import ~/elsewhere/card.csv")
        try again.expect("1 already imported")
        again.enter("import my bank")
        let list = try again.expect("drop another file")
        #expect(list.contains("import ~/Downloads/open.csv") && list.contains("import ~/Downloads/bank.csv"), "\(list)")
        try again.expect("thousands.csv isn't offered")
        again.press(.controlD)
        #expect(try again.waitForEnd() == 0)
    }

    /// What leaves anywhere stops the import at a file's own question, too.
    @Test(arguments: ["q", "quit", "exit"]) func wordsThatLeaveStopTheImport(word: String) throws {
        let home = try home()
        let rows = "Date,Description,Amount\n04/05/2025,CEDAR LANE CAFE,-4.00\n06/07/2025,PINE ST DELI,-9.00\n"
        for name in ["one", "two"] { try writeFile(home + "/\(name).csv", rows) }
        let terminal = try Pseudoterminal("coach import \(home)/one.csv \(home)/two.csv", home: home, columns: 200)
        try terminal.expect("n = day first ›")
        terminal.type("\r")
        try terminal.expect("Answer y or n, or q to import nothing.")
        terminal.type(word + "\r")
        try terminal.expect("nothing was imported")
        #expect(try terminal.waitForEnd() == 1)
        #expect(!String(decoding: terminal.output, as: UTF8.self).contains("two.csv"))
    }

    /// A question of nothing is told that nothing is there, not that nothing was bought.
    @Test func aQuestionBeforeTheFirstFileIsToldSo() throws {
        let terminal = try Pseudoterminal("coach", home: try home(), environment: Self.day)
        try terminal.expect("Import it? y, n; Enter = y ›")
        terminal.type("n\r")
        try terminal.expect("Three ways to start")
        try terminal.expect("›")
        terminal.enter("how much did I spend")
        let said = try terminal.expect("no transactions yet: type “import my bank”")
        #expect(!said.contains("You have no purchases"))
        try terminal.expect("›")
        terminal.press(.controlD)
        #expect(try terminal.waitForEnd() == 0)
    }

    /// What was shown before is cleared with what can be scrolled back to.
    @Test func hidingClearsWhatStandsThere() throws {
        let terminal = try Pseudoterminal(
            "coach --demo", home: try home(), environment: ["TERM": "xterm-256color", "COACH_AS_OF": "2026-10-31"])
        try terminal.expect("›")
        terminal.enter("/hide")
        let said = try terminal.expect("Amounts are hidden on this screen.")
        #expect(said.contains("\u{1B}[2J\u{1B}[3J\u{1B}[H"))
        try terminal.expect("›")
        terminal.press(.controlD)
        #expect(try terminal.waitForEnd() == 0)
    }

    /// A terminal that says it shows sixel graphics gets a picture; what it says is not taken for a line.
    @Test func aTerminalThatCanGetsAPicture() throws {
        let terminal = try Pseudoterminal(
            "coach ask --demo --no-model --chart \"coffee by month in 2026\"", home: try home(),
            environment: ["TERM": "xterm-256color"])
        try terminal.expect("\u{1B}[16t\u{1B}[c")
        terminal.type("\u{1B}[6;20;10t\u{1B}[?62;4;22c")
        let picture = try terminal.expect("The highest is")
        #expect(picture.contains("\u{1B}P0;1;0q"))
        #expect(!picture.contains("█"))
        #expect(try terminal.waitForEnd() == 0)
    }

    @Test func aTerminalThatCannotGetsBlocks() throws {
        let terminal = try Pseudoterminal(
            "coach ask --demo --no-model --chart \"coffee by month in 2026\"", home: try home(),
            environment: ["COACH_GRAPHICS": "blocks"])
        let chart = try terminal.expect("The highest is")
        #expect(chart.contains("█") && !chart.contains("\u{1B}P"))
        #expect(try terminal.waitForEnd() == 0)
    }

    /// Names and kinds of several files are one question; only those that are wrong are asked about one by one.
    @Test func severalFilesAreOneQuestion() throws {
        let home = try home()
        try writeFile(
            home + "/Downloads/Savings.csv",
            "Date,Description,Amount\n2026-10-02,TRANSFER IN,40.00\n2026-10-09,TRANSFER IN,45.00\n")
        let terminal = try Pseudoterminal("coach", home: home, environment: Self.day, columns: 200)
        try terminal.expect("Enter = all ›")
        terminal.type("\r")
        let asked = try terminal.expect("Is that right?")
        #expect(asked.contains("These would be your accounts:") && asked.contains("Savings"), "\(asked)")
        try terminal.expect("›")
        terminal.type("what\r")
        try terminal.expect("press Enter if all are right")
        try terminal.expect("›")
        terminal.type("y\r")
        let read = try terminal.expect("q = quit ›")
        #expect(read.contains("7 new") && read.contains("2 new") && !read.contains("be called?"), "\(read)")
        terminal.type("exit\r")
        #expect(try terminal.waitForEnd() == 0)
    }

    /// A yes is no account's name, and “import all” brings in whatever is offered.
    @Test func aYesIsNoName() throws {
        let terminal = try Pseudoterminal("coach start", home: try home(), environment: Self.day)
        try terminal.expect("Enter = y ›")
        terminal.type("y\r")
        try terminal.expect("Enter = My Account ›")
        terminal.type("y\r")
        try terminal.expect("What is My Account?")
        try terminal.expect("Enter = checking ›")
        terminal.type("q\r")
        try terminal.expect("Three ways to start")
        try terminal.expect("›")
        terminal.enter("import all")
        try terminal.expect("7 new")
        try terminal.expect("q = quit ›")
        terminal.type("exit\r")
        #expect(try terminal.waitForEnd() == 0)
    }
}
