import Fuzzing
import TestSupport
import Testing

/// What comes as text from people and programs, damaged at random; `make fuzz` goes on from here.
struct TextFuzzTests {
    private static let seeds: [FuzzedText: [String]] = [
        .question: [
            "how much did I spend on coffee at Blue Door since March, without the refunds?", "and in May? by week",
            "should I buy 3 chairs for $120 each, or 36 months at 9.99", "more than 20% over usual on 2026-02-30",
        ],
        .request: [
            #"{"kind":"ask","filter":{"category":"groceries"},"group_by":"month","measure":"total"}"#,
            #"{"kind":"ask","span":{"periods":[{"start":"2026-01-01","end":"2026-03-31"}]},"view":"rows","limit":5}"#,
        ],
        .json: [#"{"a":[1,-2.5e3,"x\u00e9\n",null,true,{}],"b":{"c":[]}}"#, #"[[[[[[0.1]]]]]]"#],
        .sse: [
            "data: {\"choices\":[{\"delta\":{\"content\":\"Hé\"}}]}\n\ndata: [DONE]\n\n",
            "event: content_block_delta\r\ndata: {\"type\":\"content_block_delta\",\"delta\":{\"text\":\"a\"}}\r\n\r\n",
            "{\"message\":{\"content\":\"a\"},\"done\":false}\n{\"message\":{\"content\":\"b\"},\"done\":true}\n",
        ],
        .jwt: ["eyJhbGciOiJFUzI1NiIsImtpZCI6ImEifQ.eyJpYXQiOjF9.AAAA", "a.b.c", "..."],
    ]

    @Test(arguments: FuzzedText.allCases) func anyBytesAreReadToTheEnd(text: FuzzedText) throws {
        var numbers = SeededGenerator(seed: 27)
        for seed in TextFuzzTests.seeds[text] ?? [] {
            try text.read(Array(seed.utf8))
            for _ in 0..<(text == .question ? 40 : 400) {
                var bytes = Array(seed.utf8)
                for _ in 0...Int.random(in: 0...3, using: &numbers) {
                    let place = Int.random(in: 0..<bytes.count, using: &numbers)
                    switch Int.random(in: 0...3, using: &numbers) {
                    case 0: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
                    case 1: bytes.remove(at: place)
                    case 2: bytes.insert(contentsOf: Array("99999999999999999999".utf8), at: place)
                    default: bytes.insert(contentsOf: bytes[..<place], at: place)
                    }
                    if bytes.isEmpty || bytes.count > 4096 { break }
                }
                if !bytes.isEmpty { try text.read(bytes) }
            }
        }
    }
}
