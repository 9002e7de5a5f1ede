import Coaching
import Testing

@Suite struct ReplySourceTests {
    @Test func namesOfTheContract() {
        #expect(ReplySource.composed.name == "composed" && ReplySource.composed.model == nil)
        #expect(ReplySource.model("tiny").name == "model" && ReplySource.model("tiny").model == "tiny")
    }
}
