import Ledger
import Testing

@Suite struct SavingGoalTests {
    @Test(arguments: [
        ("Vacation", "Vacation"), ("  Emergency   fund ", "Emergency fund"),
        ("Kids' bikes & helmets (2)", "Kids' bikes & helmets (2)"),
        ("家計", "家計"), ("Año nuevo", "Año nuevo"), ("👨‍👩‍👧 trip", "👨‍👩‍👧 trip"), ("a\nb", "a b"), ("2027", "2027"),
    ]) func aNameIsOnOneLine(text: String, name: String) { #expect(SavingGoal.name(text) == name) }

    @Test(arguments: [
        "", "   ", "…", "<img src=x>", "a > b", "a\u{1B}[31mb", "a\u{0}b", "a\u{202E}b", "a\u{200B}b", "\u{E000}x",
        String(repeating: "x", count: 61), "x" + String(repeating: "\u{301}", count: 400),
    ]) func whatIsNoNameIsRefused(text: String) { #expect(SavingGoal.name(text) == nil) }

    @Test func aNameOfTheFullLengthWillDo() {
        let name = String(repeating: "x", count: SavingGoal.longestName)
        #expect(SavingGoal.name(name) == name)
    }
}
