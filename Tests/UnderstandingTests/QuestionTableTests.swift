import Ledger
import Testing
import Understanding

/// Questions and what they mean, as text.
enum QuestionTable {
    struct Row: Sendable, CustomTestStringConvertible {
        let question: String
        let meaning: String

        init(_ question: String, _ meaning: String) {
            self.question = question
            self.meaning = meaning
        }

        var testDescription: String { question }
    }
}

@Suite struct QuestionTableTests {
    @Test(arguments: QuestionTable.otherSubjects)
    func means(_ row: QuestionTable.Row) {
        #expect("\(Household().understood(row.question))" == row.meaning)
    }

    @Test(arguments: QuestionTable.otherSubjects)
    func meansTheSameShouted(_ row: QuestionTable.Row) {
        let plain = Household().understood(row.question.lowercased())
        let shouted = Household().understood(row.question.uppercased())
        guard ![.help, .outOfScope].contains(plain.intent) else { return }
        #expect(shouted.intent == plain.intent)
        #expect(shouted.query.period == plain.query.period)
        #expect(shouted.query.categories == plain.query.categories)
        #expect(shouted.query.merchants == plain.query.merchants)
    }

    @Test(arguments: QuestionTable.conversations)
    func conversation(_ rows: [QuestionTable.Row]) {
        var state = ConversationState()
        for row in rows {
            let understood = Understander().understand(row.question, context: Household().context(), state: &state)
            #expect("\(understood)" == row.meaning, "\(row.question)")
        }
    }
}
