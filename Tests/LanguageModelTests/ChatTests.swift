import LanguageModel
import Testing

@Suite struct ChatTests {
    @Test func aMessageWithoutToolsHasNone() {
        let message = ChatMessage(.user, "groceries?")
        #expect(message.toolCalls.isEmpty && message.toolCallID == nil)
    }
}
