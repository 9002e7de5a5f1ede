import Testing

@testable import LanguageModel

/// A stream, and all that is to be understood of it: text, usage, faults, errors, the end.
struct StreamCase: CustomTestStringConvertible {
    let name: String
    var provider = ModelProvider.openai
    let stream: String
    let summary: String
    var testDescription: String { name }

    static let all = openAI + anthropic + ollama + forms

    static let openAI =
        [
            StreamCase(
                name: "two words and the end",
                stream: """
                    data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"Calm "}}]}

                    data: {"choices":[{"index":0,"delta":{"content":"month – 🍕"}}]}

                    data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

                    data: [DONE]


                    """, summary: #""Calm month – 🍕" | stop"#),
            StreamCase(
                name: "CRLF, comments, ids, retry, no space after the colon",
                stream: [
                    ": hello", "", "id: 7", "retry: 10", "event: message",
                    #"data:{"choices":[{"delta":{"content":"a"},"finish_reason":null}]}"#, "", ": ping", "",
                    #"data: {"choices":[{"delta":{"content":"b"},"finish_reason":"stop"}]}"#, "", "data: [DONE]", "",
                    "",
                ].joined(separator: "\r\n"), summary: #""ab" | stop"#),
            StreamCase(
                name: "one event over several data lines, CR as line end",
                stream:
                    "data: {\"choices\":[{\rdata: \"delta\":{\"content\":\"x\"},\rdata\rdata:\"finish_reason\":\"stop\"}]}\r\r",
                summary: #""x" | stop"#),
            StreamCase(
                name: "usage with an empty list of choices",
                stream: """
                    data: {"choices":[{"index":0,"delta":{"role":null,"content":null}}],"usage":null}

                    data: {"choices":[{"index":0,"delta":{"content":"x"},"finish_reason":"length"}]}

                    data: {"choices":[],"usage":{"prompt_tokens":96,"completion_tokens":12,"total_tokens":108}}

                    data: [DONE]


                    """, summary: #""x" | usage 96+12 | length"#),
            StreamCase(
                name: "usage beside an empty choice, and without any",
                stream: """
                    data: {"choices":[{"index":0,"delta":{"content":"x"},"finish_reason":"stop"}],"usage":{"prompt_tokens":5}}

                    data: {"usage":{"prompt_tokens":11,"completion_tokens":9}}


                    """, summary: #""x" | usage 11+9 | stop"#),
            StreamCase(
                name: "no mark for the end",
                stream: "data: {\"choices\":[{\"delta\":{\"content\":\"x\"},\"finish_reason\":\"stop\"}]}\n\n",
                summary: #""x" | stop"#),
            StreamCase(
                name: "no reason to stop",
                stream: "data: {\"choices\":[{\"delta\":{\"content\":\"x\"}}]}\n\ndata: [DONE]\n\n",
                summary: #""x" | stop"#),
            StreamCase(
                name: "neither: cut off", stream: "data: {\"choices\":[{\"delta\":{\"content\":\"x\"}}]}\n\n",
                summary: #""x" | cut"#),
            StreamCase(
                name: "cut within an event",
                stream: "data: {\"choices\":[{\"delta\":{\"content\":\"x\"}}]}\n\ndata: {\"choi", summary: #""x" | cut"#
            ),
            StreamCase(
                name: "the last empty line is missing",
                stream: "data: {\"choices\":[{\"delta\":{\"content\":\"x\"}}]}\n\ndata: [DONE]", summary: #""x" | stop"#
            ),
            StreamCase(
                name: "an error in mid-stream",
                stream: """
                    data: {"choices":[{"delta":{"content":"x"}}]}

                    data: {"error":{"message":"it broke","type":"server_error","param":null,"code":"503"}}

                    data: {"choices":[{"delta":{"content":"y"}}]}


                    """, summary: #""x" | error 503 server_error,503 it broke | cut"#),
            StreamCase(
                name: "an error that is a text", stream: "data: {\"error\":\"it broke\"}\n\n",
                summary: #""" | error 0  it broke | cut"#),
            StreamCase(
                name: "an error of type null and a numeric code",
                stream: "data: {\"error\":{\"code\":400,\"message\":\"no\",\"type\":null}}\n\n",
                summary: #""" | error 400  no | cut"#),
            StreamCase(
                name: "an event that is no JSON",
                stream: "data: {\"choices\":[{\"delta\":{\"content\":\"x\"}}]}\n\ndata: {not json\n\ndata: [DONE]\n\n",
                summary: "\"x\u{FFFC}\" | stop"),
            StreamCase(
                name: "words around two events that cannot be read",
                stream: """
                    data: {"choices":[{"delta":{"content":"a"}}]}

                    data: {"choices":[{"delta":{"content":"lost

                    data: tent":"lost"}}]}

                    data: {"choices":[{"delta":{"content":"b"},"finish_reason":"stop"}]}


                    """, summary: "\"a\u{FFFC}b\" | stop"),
            StreamCase(
                name: "events that held no words",
                stream: """
                    data: ping

                    data: {"choices":[{"delta":{"content":"a"}}]}

                    data: {"timings":{"rate":NaN}}

                    data: {"choices":[{"delta":{"content":"b"},"finish_reason":"stop"}]}


                    """, summary: #""ab" | stop"#),
            StreamCase(
                name: "nothing but what cannot be read",
                stream: "data: ping\n\ndata: {not json\n\ndata: [DONE]\n\n",
                summary: "\"\u{FFFC}\" | fault noJSON | stop"),
            StreamCase(
                name: "thoughts are not shown",
                stream: """
                    data: {"choices":[{"delta":{"reasoning_content":"hm"}}]}

                    data: {"choices":[{"delta":{"content":[{"type":"thinking","text":"hm"},{"type":"text","text":"x"}]},"finish_reason":"eos"}]}


                    """, summary: #""x" | stop"#),
            StreamCase(
                name: "another choice that nobody asked for",
                stream: """
                    data: {"choices":[{"index":1,"delta":{"content":"no"}},{"index":0,"delta":{"content":"x"},"finish_reason":"stop"}]}


                    """, summary: #""x" | stop"#),
            StreamCase(
                name: "nothing behind the end counts",
                stream:
                    "data: {\"choices\":[{\"delta\":{\"content\":\"x\"}}]}\n\ndata: [DONE]\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"y\"}}]}\n\n",
                summary: #""x" | stop"#),
        ] + ends

    static let anthropic = [
        StreamCase(
            name: "text, with a ping", provider: .anthropic,
            stream: """
                event: message_start
                data: {"type":"message_start","message":{"usage":{"input_tokens":4,"cache_read_input_tokens":90,"output_tokens":1}}}

                event: ping
                data: {"type":"ping"}

                event: content_block_start
                data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

                event: content_block_delta
                data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Calm"}}

                event: content_block_stop
                data: {"type":"content_block_stop","index":0}

                event: message_delta
                data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":7}}

                event: message_stop
                data: {"type":"message_stop"}


                """, summary: #""Calm" | usage 94+7 | stop"#),
        StreamCase(
            name: "thinking, then what a tool is called with", provider: .anthropic,
            stream: """
                event: content_block_start
                data: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":""}}

                data: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"hm"}}

                data: {"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t1","name":"sum","input":{}}}

                data: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\\"a\\":"}}

                data: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"1}"}}

                data: {"type":"message_delta","delta":{"stop_reason":"tool_use"}}


                """, summary: #""{\"a\":1}" | stop"#),
        StreamCase(
            name: "an error event", provider: .anthropic,
            stream: """
                event: error
                data: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}


                """, summary: #""" | error 0 overloaded_error Overloaded | cut"#),
        StreamCase(
            name: "the type only in the event line", provider: .anthropic,
            stream: "event: message_stop\ndata: {}\n\n", summary: #""" | stop"#),
    ]

    static let ollama = [
        StreamCase(
            name: "lines", provider: .ollama,
            stream: """
                {"model":"m","message":{"role":"assistant","content":"Calm "},"done":false}
                {"model":"m","message":{"role":"assistant","content":"month"},"done":false}

                {"model":"m","message":{"content":""},"done":true,"done_reason":"stop","prompt_eval_count":26,"eval_count":5}

                """, summary: #""Calm month" | usage 26+5 | stop"#),
        StreamCase(
            name: "cut to length", provider: .ollama,
            stream: "{\"message\":{\"content\":\"x\",\"thinking\":\"hm\"},\"done\":true,\"done_reason\":\"length\"}\n",
            summary: #""x" | length"#),
        StreamCase(
            name: "a line that cannot be read", provider: .ollama,
            stream:
                "{\"message\":{\"content\":\"x\"}}\n{\"message\":{\"con\n{\"done\":true,\"done_reason\":\"stop\"}\n",
            summary: "\"x\u{FFFC}\" | stop"),
        StreamCase(
            name: "an error behind words", provider: .ollama,
            stream: "{\"message\":{\"content\":\"x\"},\"done\":false}\n{\"error\":\"it broke\"}\n",
            summary: #""x" | error 0  it broke | cut"#),
        StreamCase(
            name: "cut within a line", provider: .ollama,
            stream: "{\"message\":{\"content\":\"x\"},\"done\":false}\n{\"message\":{\"con", summary: #""x" | cut"#),
    ]

    static let forms = [
        StreamCase(name: "nothing", stream: "", summary: #""" | cut"#),
        StreamCase(name: "only space", stream: " \r\n\n", summary: #""" | cut"#),
        StreamCase(name: "a page", stream: "\n <html><body>502</body></html>", summary: #""" | fault html | cut"#),
        StreamCase(name: "a page for Ollama", provider: .ollama, stream: "<html>", summary: #""" | fault html | cut"#),
        StreamCase(name: "plain words", stream: "Bad gateway\n", summary: #""" | fault noJSON | cut"#),
        StreamCase(name: "broken JSON", stream: "{\"choices\":[", summary: #""" | fault noJSON | cut"#),
        StreamCase(
            name: "one object although a stream was asked for",
            stream:
                #"{"choices":[{"message":{"role":"assistant","content":"x","tool_calls":null},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":1}}"#,
            summary: #""x" | usage 3+1 | stop"#),
        StreamCase(
            name: "one object of Anthropic's", provider: .anthropic,
            stream:
                #"{"content":[{"type":"tool_use","id":"t","name":"sum","input":{"a":1}}],"stop_reason":"tool_use","usage":{"input_tokens":3,"output_tokens":1}}"#,
            summary: #""{\"a\":1}" | usage 3+1 | stop"#),
        StreamCase(
            name: "an error as an object", stream: #"{"error":{"message":"no","code":404}}"#,
            summary: #""" | error 404  no | cut"#),
        StreamCase(
            name: "an error that only its event's name tells",
            stream: "event: error\ndata: {\"message\":\"no\",\"code\":503}\n\n", summary: #""" | error 503  no | cut"#),
        StreamCase(
            name: "a byte order mark",
            stream: "\u{FEFF}data: {\"choices\":[{\"delta\":{\"content\":\"x\"}}]}\n\ndata: [DONE]\n\n",
            summary: #""x" | stop"#),
    ]
}

@Suite struct StreamParserTests {
    /// Wherever the bytes are cut in two, and one by one, the same is understood.
    @Test(arguments: StreamCase.all)
    func atEveryByteSplit(stream: StreamCase) {
        let bytes = Array(stream.stream.utf8)
        #expect(Parsed(stream.provider, stream.stream).summary == stream.summary)
        for split in bytes.indices {
            let parsed = Parsed(stream.provider, [bytes[..<split], bytes[split...]])
            #expect(parsed.summary == stream.summary, "cut at byte \(split)")
        }
        #expect(Parsed(stream.provider, bytes.indices.map { bytes[$0...$0] }).summary == stream.summary)
    }

    @Test(
        arguments: [
            ("litellm-text", .openai, #""Good day – your café spending 🍕 was calm." | usage 11+9 | stop"#),
            ("litellm-tools", .openai, #""One moment." | usage 11+2 | stop"#),
            (
                "litellm-dies", .openai,
                #""alpha beta " | error 500 internal_server_error,500 litellm.InternalServerError: "#
                    + "ScriptedException - scripted mid-stream death | cut"
            ),
            ("litellm-messages", .anthropic, #""Good day – your café spending 🍕 was calm." | usage 11+9 | stop"#),
            (
                "litellm-messages-tools", .anthropic,
                #""One moment.{\"category\": \"bakery\", \"month\": \"2026-05\"}{}" | usage 11+2 | stop"#
            ),
            (
                "litellm-messages-limited", .anthropic,
                #""" | error 0 rate_limit_error litellm.RateLimitError: not so fast | cut"#
            ),
            (
                "llama-text", .openai,
                #"" coffeet lastbA<tool_call>\n a was coffeec coffee last" | usage 96+12 | length"#
            ),
            ("llama-tools", .openai, #""coffeez lastc coffee" | length"#),
            ("llama-messages", .anthropic, #"" dayB perZ lastA* last dayz9h" | usage 96+12 | length"#),
        ] as [(String, ModelProvider, String)])
    func recordings(name: String, provider: ModelProvider, summary: String) {
        let bytes = recorded(name)
        #expect(Parsed(provider, [bytes[...]]).summary == summary)
        #expect(Parsed(provider, bytes.indices.map { bytes[$0...$0] }).summary == summary)
        for split in stride(from: 1, to: bytes.count, by: 61) {
            #expect(Parsed(provider, [bytes[..<split], bytes[split...]]).summary == summary, "cut at byte \(split)")
        }
        // Other line ends, and comments between the events.
        let text = String(decoding: bytes, as: UTF8.self)
        for (from, to) in [("\n", "\r\n"), ("\n", "\r"), ("\n\n", "\n\n: keep-alive\n\n")] {
            #expect(Parsed(provider, text.replacing(from, with: to)).summary == summary)
        }
    }

    @Test func wordsComeAsSoonAsTheirEventIsWhole() {
        var parser = StreamParser(.openai)
        func add(_ text: String) -> String { Array(text.utf8).withUnsafeBytes { parser.add($0) } }
        #expect(add("data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n") == "")
        #expect(add("\n") == "a")
        #expect(add("data: {\"choices\":[{\"delta\":{\"content\":\"b\"}}]}\r\n\r") == "b")
        #expect(add("\ndata: [DONE]\n\n") == "" && parser.isOver)
    }

    @Test func whatIsFarTooLargeIsRefused() {
        let line = String(repeating: "x", count: LineSplitter.longestLine + 1)
        #expect(Parsed(.openai, "data: " + line).parser.fault == .tooLarge)
        #expect(Parsed(.ollama, "{\"" + line).parser.fault == .tooLarge)
        let object = "{\"a\":\"" + String(repeating: line, count: 9)
        #expect(Parsed(.openai, object).parser.fault == .tooLarge)
        let event = "data: {\"choices\":[{\"delta\":{\"content\":\"\(line.prefix(1 << 19))\"}}]}\n\n"
        #expect(Parsed(.openai, event + event + event).parser.fault == .tooLarge)
        // Many lines of one event are bounded too.
        let lines = String(repeating: "data: \(line.prefix(1 << 18))\n", count: 6) + "\n"
        #expect(Parsed(.openai, lines).parser.fault == .noJSON)
    }

    /// Whatever is done to a stream, and however it is cut, reading it ends, and the same way however it is cut.
    @Test func noiseIsSurvived() {
        var random = Seeded(state: 11)
        let parts = Array("{}[]\":,\\\r\n dataevent:0<".utf8) + [0xFF, 0xC3]
        for round in 0..<4000 {
            let stream = StreamCase.all[round % StreamCase.all.count]
            var bytes = Array(stream.stream.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0...bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes.insert(parts.randomElement(using: &random)!, at: place)
                case 1: bytes.removeSubrange(min(place, bytes.count)..<min(place + 5, bytes.count))
                default: bytes = Array(bytes.prefix(place)) + bytes.suffix(40)
                }
            }
            let split = Int.random(in: 0...bytes.count, using: &random)
            let whole = Parsed(stream.provider, [bytes[...]])
            #expect(Parsed(stream.provider, [bytes[..<split], bytes[split...]]).summary == whole.summary)
        }
    }
}
