/// Forms of questions whose answer would be a figure for something else.
enum UnansweredForm {
    static func clarification(for reading: QuestionReading) -> Clarification? {
        if asksShareReturned(reading) {
            return Clarification(
                need: .choice,
                text: "I can't work out what share of spending was returned. I can give you each one by itself: "
                    + "“what was refunded this year?” and “how much did I spend this year?”.")
        }
        if holdsCashAgainstCards(reading) {
            return Clarification(
                need: .choice,
                text:
                    "Your bank knows what cash you withdrew, not what you spent it on. Ask for each by itself: "
                    + "“cash withdrawn last month” and “spending by card last month”.")
        }
        if asksWhatIsLeftBehind(reading) {
            return Clarification(
                need: .choice,
                text:
                    "I can't list the stores you no longer go to. Ask about one, “when did I last go to Target?”, or "
                    + "“which subscriptions did I cancel?” for payments that have ended.")
        }
        if asksWhoseIncome(reading) {
            return Clarification(
                need: .choice,
                text:
                    "I can't tell whose income it is, or from which job: your bank only names who paid. See it by "
                    + "payer, “income by merchant this year”, or name one of them.")
        }
        if asksNonessential(reading) {
            return Clarification(
                need: .choice,
                text: "I can't tell what's essential to you. Name what to count or leave out: “spending last "
                    + "month without rent and groceries”.")
        }
        if asksPerPerson(reading.keys) {
            return Clarification(
                need: .choice,
                text:
                    "I don't know how many of you there are, so I can't split it. Ask for the total: “how much "
                    + "did I spend last month?”.")
        }
        if reading.namesTimeOfDay, reading.times.isEmpty, reading.names.isEmpty, reading.keys.contains("late") {
            return Clarification(
                need: .choice,
                text:
                    "Bank files don't have times of day, so I can't tell when during the day you bought something. Name days: "
                    + "“purchases last weekend”.")
        }
        if let days = daysBetweenPay(reading) { return days }
        if asksLastDays(reading.keys) {
            return Clarification(
                need: .choice,
                text: "I can't pick the last day out of every month. Name one month: "
                    + "“how much did I spend on September 30?”.")
        }
        return nil
    }

    private static let incomes: Set<String> = [
        "income", "salary", "paycheck", "paychecks", "earnings", "wages", "job", "hustle", "gig",
    ]

    /// `my wife's income`, `side income`: whose it is, or of what kind, which no row says.
    private static func asksWhoseIncome(_ reading: QuestionReading) -> Bool {
        let keys = reading.keys
        guard reading.accounts.isEmpty, reading.merchants().isEmpty, !incomes.isDisjoint(with: keys) else {
            return false
        }
        if keys.indices.dropLast().contains(where: { keys[$0] == "side" && incomes.contains(keys[$0 + 1]) }) {
            return true
        }
        let isOwned = reading.tokens.indices.contains { place in
            UnknownPerson.people.contains(keys[place])
                && reading.tokens[place].text.contains { $0 == "'" || $0 == "’" }
        }
        return isOwned || keys.contains { ["wifes", "husbands", "partners"].contains($0) }
    }

    /// `non-essential spending`.
    private static func asksNonessential(_ reading: QuestionReading) -> Bool {
        let keys = reading.keys
        return keys.contains { ["nonessential", "nonessentials", "discretionary", "unessential"].contains($0) }
            || keys.indices.dropFirst().contains { place in
                ["essential", "essentials"].contains(keys[place])
                    && (keys[place - 1] == "non" || keys[place - 1] == "-" && place > 1 && keys[place - 2] == "non")
            }
    }

    /// `spending between my last two paychecks`: of days that are not read.
    static func daysBetweenPay(_ reading: QuestionReading) -> Clarification? {
        guard let place = reading.keys.firstIndex(of: "between"), reading.times.isEmpty,
            reading.keys[place...].contains(where: ["paychecks", "paycheques", "paydays", "payslips"].contains)
        else { return nil }
        return Clarification(
            need: .choice,
            text: "Which days are those? Ask “my last 2 paychecks” to see the days, and then name them: "
                + "“spending from September 1 to 15”.")
    }

    private static func asksPerPerson(_ keys: [String]) -> Bool {
        keys.indices.dropLast().contains { keys[$0] == "per" && ["person", "head", "capita"].contains(keys[$0 + 1]) }
    }

    /// `cash vs card last month`.
    private static func holdsCashAgainstCards(_ reading: QuestionReading) -> Bool {
        let cards = ["card", "cards", "credit", "debit", "plastic"]
        let between = ["or", "vs", "versus", "v", "than", "against", "and", "compared", "to", "by", "on", "in", "my"]
        guard let cash = reading.keys.firstIndex(of: "cash"), reading.merchants().isEmpty,
            let card = reading.keys.firstIndex(where: cards.contains)
        else { return false }
        let words = reading.keys[min(cash, card) + 1..<max(cash, card)]
        return words.allSatisfy(between.contains)
            && words.contains { ["or", "vs", "versus", "v", "than", "against", "compared"].contains($0) }
    }

    /// `which merchants did I stop using`.
    private static func asksWhatIsLeftBehind(_ reading: QuestionReading) -> Bool {
        let stops = ["stop", "stopped", "quit"]
        let uses = ["using", "going", "visiting", "shopping", "buying", "ordering", "eating"]
        let keys = reading.keys
        return ["which", "what", "where"].contains(keys[0]) && reading.merchants().isEmpty
            && reading.categories().isEmpty
            && keys.indices.dropLast().contains { stops.contains(keys[$0]) && uses.contains(keys[$0 + 1]) }
    }

    /// `what percent of my amazon spending was returned`.
    private static func asksShareReturned(_ reading: QuestionReading) -> Bool {
        reading.has("measure.share")
            && reading.keys.contains { ["returned", "refunded", "reimbursed"].contains($0) }
    }

    /// `on the last of each month`: which number that day has differs.
    private static func asksLastDays(_ keys: [String]) -> Bool {
        keys.indices.dropLast(3).contains { place in
            keys[place] == "last" && keys[place + 1] == "of" && ["each", "every"].contains(keys[place + 2])
                && ["month", "months"].contains(keys[place + 3])
        }
    }
}
