/// What keeps a stream open, and what comes behind its last words.
extension StreamCase {
    private static let words = "data: {\"choices\":[{\"delta\":{\"content\":\"x\"}}]}\n\n"
    private static let last = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"
    private static let count = "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":1}}\n\n"

    static let ends = [
        StreamCase(
            name: "events without data", stream: "data:\n\n" + words + "data: \n\nevent: ping\ndata:\ndata:\n\n" + last,
            summary: #""x" | stop"#),
        StreamCase(
            name: "an event whose first line is empty", stream: words.replacing("data: ", with: "data:\ndata: ") + last,
            summary: #""x" | stop"#),
        StreamCase(name: "comments and no event", stream: ": waiting\n\n: waiting\n\n", summary: #""" | cut"#),
        StreamCase(
            name: "space behind the mark of the end", stream: words + "data: [DONE] \n\n", summary: #""x" | stop"#),
        StreamCase(name: "tab and no line end", stream: words + "data: [DONE]\t", summary: #""x" | stop"#),
        StreamCase(
            name: "no JSON behind the last words", stream: words + last + "data: bye\n\n" + count,
            summary: #""x" | usage 3+1 | stop"#),
        StreamCase(
            name: "an error behind the last words",
            stream: words + last + "data: {\"error\":{\"message\":\"late\",\"code\":500}}\n\n" + count,
            summary: #""x" | usage 3+1 | stop"#),
        StreamCase(
            name: "an error before the last words",
            stream: words + "data: {\"error\":{\"message\":\"early\",\"code\":500}}\n\n" + last,
            summary: #""x" | error 500  early | cut"#),
        StreamCase(
            name: "an error of one choice",
            stream: words
                + "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"error\",\"error\":{\"code\":502,\"message\":\"gone\"}}]}\n\n",
            summary: #""x" | error 502  gone | cut"#),
        StreamCase(
            name: "an error without words",
            stream: words + last.replacing("stop", with: "error") + "data: [DONE]\n\n",
            summary: #""x" | error 0   | cut"#),
        StreamCase(
            name: "an error in a field of its own",
            stream: words + "error: {\"code\":500,\"message\":\"early\",\"type\":\"server_error\"}\n\n",
            summary: #""x" | error 500 server_error early | cut"#),
        StreamCase(
            name: "thoughts among parts",
            stream:
                "data: {\"choices\":[{\"delta\":{\"content\":[{\"type\":\"reasoning\",\"text\":\"hm\"}]}}]}\n\n" + words
                + last,
            summary: #""x" | stop"#),
        StreamCase(
            name: "an error behind Anthropic's last words", provider: .anthropic,
            stream: """
                data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"x"}}

                data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":2}}

                event: error
                data: {"type":"error","error":{"type":"overloaded_error","message":"late"}}


                """, summary: #""x" | stop"#),
    ]
}
