import Glibc
import Ledger
import TestSupport
import Testing

@Suite struct JSONParserTests {
    @Test func membersThatNobodyReadsAreLeftOut() throws {
        let text = #"""
            {"a": 1, "skip": {"a": [1, "}]\"", {"skip": "\\"}], "b": "é"}, "b": [{"skip": "x", "c": "y\"z"}], "skip": -1.5, "skipped": 2, "skip" : null}
            """#
        let found = try JSON.parse(Array(text.utf8), without: ["skip", "nothing"])
        #expect(found.text == #"{"a":1,"b":[{"c":"y\"z"}],"skipped":2}"#)
        let broken = [
            #"{"skip": [1, 2"#, #"{"skip": "x"#, #"{"skip" 1}"#, #"{"skip": }"#, #"{"skip": 1 2}"#, #"{"skip": "\"#,
        ]
        for broken in broken {
            #expect(throws: JSONError.self) { try JSON.parse(Array(broken.utf8), without: ["skip"]) }
        }
        let deep = #"{"skip": "# + String(repeating: "[", count: 600) + String(repeating: "]", count: 600) + "}"
        #expect(throws: JSONError.self) { try JSON.parse(Array(deep.utf8), without: ["skip"]) }
    }

    @Test(
        arguments: [
            ("null", "null"), (" true ", "true"), ("\t\r\nfalse\n", "false"), ("0", "0"), ("-0", "-0"), ("12", "12"),
            ("9223372036854775807", "9223372036854775807"), ("-9223372036854775808", "-9223372036854775808"),
            ("9223372036854775808", "9223372036854775808"), ("0.10", "0.10"), ("-1.5e+7", "-1.5e+7"), ("1E2", "1E2"),
            ("0e1", "0e1"), ("\"\"", "\"\""), ("[]", "[]"), ("[ ]", "[]"), ("{}", "{}"), ("{ }", "{}"),
            ("[1,[2,[3]]]", "[1,[2,[3]]]"), ("{\"a\":{\"b\":[]}}", "{\"a\":{\"b\":[]}}"),
            ("{\"\":0}", "{\"\":0}"), ("{\"a\":1,\"a\":2}", "{\"a\":1,\"a\":2}"),
            (#""\"\\\/\b\f\n\r\t""#, #""\"\\/\u0008\u000c\n\r\t""#), (#""\u0041\u00e9\u20AC""#, "\"Aé€\""),
            (#""\ud83c\udf55""#, "\"🍕\""), (#""\ud83c""#, "\"\u{FFFD}\""), (#""\udf55\ud83c""#, "\"\u{FFFD}\u{FFFD}\""),
            (#""\ud83cx\u0041""#, "\"\u{FFFD}xA\""), (#""\ud83c\u0041""#, "\"\u{FFFD}A\""),
            (#""\ud83c\ud83c\udf55""#, "\"\u{FFFD}🍕\""), (#""\u0000""#, #""\u0000""#),
            ("\"\u{7F}é🍕\"", "\"\\u007fé🍕\""),
            ("\u{FEFF}1", "1"),
        ])
    func accepted(document: String, written: String) throws {
        #expect(try JSON.parse(document).text == written)
    }

    @Test(
        arguments: [
            ("", "line 1, column 1: it ends where a value was expected"), ("  ", "line 1, column 3: it ends"),
            ("nul", "line 1, column 1: expected a value, found “n”"), ("True", "column 1: expected a value"),
            ("nulll", "column 5: expected nothing more"), ("1 2", "column 3: expected nothing more"),
            ("01", "column 2: expected nothing more"), ("-", "column 2: it ends where a digit"), ("-a", "a digit"),
            ("1.", "a digit"), (".5", "a value"), ("1e", "a digit"), ("1e+", "a digit"), ("+1", "a value"),
            ("0x1", "nothing more"), ("NaN", "a value"), ("Infinity", "a value"), ("[1", "“,” or “]”"),
            ("[1,", "a value"), ("[1,]", "column 4: expected a value, found “]”"), ("[,1]", "a value"),
            ("[1 2]", "“,” or “]”"), ("[1}", "“,” or “]”"), ("{", "a name in double quotes"), ("{a:1}", "a name"),
            ("{\"a\"}", "“:”"), ("{\"a\":}", "a value"), ("{\"a\":1,}", "a name"), ("{\"a\":1", "“,” or “}”"),
            ("{'a':1}", "a name"), ("{1:1}", "a name"), ("\"", "column 1: a string that does not end"),
            ("\"a\nb\"", "line 1, column 3: a control character"), ("\"\t\"", "a control character"),
            (#""\x""#, "column 3: an unknown escape"), (#""\u12""#, "four hexadecimal digits"),
            (#""\uＡ123""#, "four hexadecimal digits"), (#""\"#, "an escape that does not end"),
            ("[\n  1,\r\n  é\n]", "line 3, column 3: expected a value"), ("// a\n1", "expected a value, found “/”"),
            ("]", "a value"), ("\u{0}", "a value"), ("1\u{0}", "nothing more"), ("\u{A0}1", "a value"),
        ])
    func refused(document: String, reason: String) {
        let error = #expect(throws: JSONError.self) { try JSON.parse(document) }
        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    }

    @Test func bytesThatAreNoText() {
        for bytes: [UInt8] in [
            [0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0xE9],
        ] {
            #expect(throws: JSONError.self) { try JSON.parse(bytes) }
        }
    }

    @Test func nestingHasALimit() throws {
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            func nested(_ depth: Int) -> String {
                String(repeating: open, count: depth) + (open == "[" ? "" : "1")
                    + String(repeating: close, count: depth)
            }
            #expect(try JSON.parse(nested(512)).text == nested(512))
            let error = #expect(throws: JSONError.self) { try JSON.parse(nested(513)) }
            #expect(error?.reason == "nested more than 512 deep")
            #expect(throws: JSONError.self) { try JSON.parse(String(repeating: open, count: 1_000_000)) }
        }
        #expect(try JSON.parse("[" + String(repeating: "[],", count: 600) + "1]").array?.count == 601)
    }

    // MARK: Leniency

    @Test func commentsAndTrailingCommas() throws {
        let text = """
            // what it is
            { "url": "http://a//b", /* inside
               of it **/ "list": [1, 2, ], // behind
            }
            /**/
            """
        let value = try JSON.parse(text, allowing: [.comments, .trailingCommas])
        #expect(value.text == #"{"url":"http://a//b","list":[1,2]}"#)
        #expect(throws: JSONError.self) { try JSON.parse(text, allowing: .comments) }
        for text in ["[,]", "{,}", "[1,,]", "/* 1", "/", "/ 1", "1 /", "/*/ 1"] {
            #expect(throws: JSONError.self) { try JSON.parse(text, allowing: [.comments, .trailingCommas]) }
        }
    }

    @Test func membersKnowTheirLines() throws {
        let members = try JSON.members(of: "{\n\"a\":\n 1, \"b\": 2,\r\n\r\n\"a\": {\"c\": 3}}")
        #expect(members.map(\.name) == ["a", "b", "a"])
        #expect(members.map(\.line) == [3, 3, 5])
        #expect(throws: JSONError.self) { try JSON.members(of: "[1]") }
        #expect(throws: JSONError.self) { try JSON.members(of: "{} {}") }
    }

    // MARK: Access

    @Test func access() throws {
        let value = try JSON.parse(
            #"{"s":"x","i":-3,"d":1.25,"big":12345678901234567890,"b":true,"n":null,"l":[1,"2"],"s":"y"}"#)
        #expect(value["s"]?.string == "y")
        #expect(value["i"]?.int == -3 && value["i"]?.double == -3 && value["i"]?.numberText == "-3")
        #expect(value["d"]?.int == nil && value["d"]?.double == 1.25 && value["d"]?.numberText == "1.25")
        #expect(value["big"]?.numberText == "12345678901234567890" && value["big"]?.int64 == nil)
        #expect(value["b"]?.bool == true && value["n"]?.isNull == true && value["n"]?.string == nil)
        #expect(value["l"]?[1]?.string == "2" && value["l"]?[2] == nil && value["l"]?[-1] == nil)
        #expect(value["none"] == nil && value[0] == nil && value["s"]?["x"] == nil)
        #expect(value.object?.count == 8 && value["l"]?.array?.count == 2)
    }

    // MARK: Others' values, and noise

    /// Random documents in the form that Python's reader gives them; Tests/Fixtures/json/generate.py makes them.
    @Test func agreesWithPython() throws {
        let path = #filePath.replacing("LedgerTests/JSONParserTests.swift", with: "Fixtures/json/values.jsonl")
        let lines = try #require(contents(path)).split(separator: "\n")
        #expect(lines.count == 300)
        for line in lines {
            let pair = try JSON.parse(String(line))
            let document = try #require(pair[0]?.string)
            let value = try JSON.parse(document)
            #expect(value.text == pair[1]?.string)
            #expect(try JSON.parse(value.prettyText).text == value.text)
        }
    }

    /// Whatever is done to a document, reading it ends in a value or an error.
    @Test func noiseIsSurvived() {
        let seeds = [
            #"{"a":[1,-2.5e3,null,true],"é":"x\u00e9\ud83c\udf55\n","o":{}}"#, "/*c*/[1,// d\n2,]", "\"\\u12\"",
        ]
        var random = SeededGenerator(seed: 7)
        let parts = Array("{}[]\",:\\/*u0123eE-+. \n\u{1}tfn".utf8) + [0xC3, 0xFF, 0xF0, 0x80]
        for round in 0..<20_000 {
            var bytes = Array(seeds[round % seeds.count].utf8)
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 0...bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes.insert(parts.randomElement(using: &random)!, at: place)
                case 1: bytes.removeSubrange(min(place, bytes.count)..<min(place + 3, bytes.count))
                default: bytes = Array(bytes.prefix(place)) + bytes.suffix(10)
                }
            }
            for leniency: JSON.Leniency in [[], [.comments, .trailingCommas]] {
                guard let value = try? JSON.parse(bytes, allowing: leniency) else { continue }
                #expect((try? JSON.parse(value.text))?.text == value.text)
            }
        }
    }

    private func contents(_ path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }
}
