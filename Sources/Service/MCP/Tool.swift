import Ledger

/// One thing that a client can call, as it is told of it.
public struct Tool: Sendable {
    public let name: String
    /// For people who look at a list of tools.
    public let title: String
    /// For the model that chooses.
    public let description: String
    public let input: JSON
    public let output: JSON
    /// Whether it changes what is kept.
    public let isWriting: Bool
    /// Whether a second call like the first one changes nothing more.
    public let isIdempotent: Bool

    init(
        _ name: String, _ title: String, _ description: String, input: [(String, JSON)], required: [String] = [],
        output: JSON, isWriting: Bool = false, isIdempotent: Bool = true
    ) {
        (self.name, self.title, self.description, self.output) = (name, title, description, output)
        self.input = Schema.object(input, required: required)
        (self.isWriting, self.isIdempotent) = (isWriting, isIdempotent)
    }

    var json: JSON {
        .object([
            ("name", .string(name)), ("title", .string(title)), ("description", .string(description)),
            ("inputSchema", input), ("outputSchema", output),
            (
                "annotations",
                .object([
                    ("title", .string(title)), ("readOnlyHint", .bool(!isWriting)),
                    // Whatever is changed can be taken back.
                    ("destructiveHint", .bool(false)), ("idempotentHint", .bool(isIdempotent)),
                    ("openWorldHint", .bool(false)),
                ])
            ),
        ])
    }
}

/// What a call came to.
public struct ToolResult: Sendable {
    public let content: JSON
    /// nil where it came to something.
    let error: ToolError?
    public var isError: Bool { error != nil }

    init(_ content: JSON, about target: ProgramWords.Target = .init()) {
        (self.content, error) = (ProgramWords.tools.about(target).said(content.plainWords), nil)
    }

    init(_ error: ToolError, about target: ProgramWords.Target = .init()) {
        let words = JSON.object([
            ("error", .string(error.reason.text(at: .tools))), ("hint", .string(error.hint.text(at: .tools))),
        ])
        content = ProgramWords.tools.about(target).said(words.plainWords)
        self.error = error
    }

    /// As JSON for clients that know structured content, and the same as text for those that do not.
    var members: [(String, JSON)] {
        let text = JSON.object([("type", .string("text")), ("text", .string(content.text))])
        return [("content", .array([text])), ("structuredContent", content), ("isError", .bool(isError))]
    }
}

/// Why a call gives nothing, and what to do about it.
struct ToolError: Error, Equatable {
    let reason: DoorWords
    let hint: DoorWords

    init(_ reason: DoorWords, hint: DoorWords) { (self.reason, self.hint) = (reason, hint) }
}

/// Pieces of JSON Schema (draft 2020-12).
enum Schema {
    /// - Parameter required: names of members that must be there; all others may be missing.
    static func object(_ members: [(String, JSON)], required: [String] = [], isOpen: Bool = false) -> JSON {
        .object(
            [("type", .string("object")), ("properties", .object(members))]
                + (required.isEmpty ? [] : [("required", .strings(required))])
                + (isOpen ? [] : [("additionalProperties", .bool(false))]))
    }

    static func text(_ description: String) -> JSON {
        .object([("type", .string("string")), ("description", .string(description))])
    }

    static func whole(_ description: String, from least: Int? = nil, to most: Int? = nil) -> JSON {
        .object(
            [("type", .string("integer")), ("description", .string(description))]
                + (least.map { [("minimum", .int($0))] } ?? []) + (most.map { [("maximum", .int($0))] } ?? []))
    }

    static func flag(_ description: String) -> JSON {
        .object([("type", .string("boolean")), ("description", .string(description))])
    }

    static func choice(_ names: [String], _ description: String) -> JSON {
        .object([
            ("type", .string("string")), ("enum", .strings(names)), ("description", .string(description)),
        ])
    }

    static func array(_ items: JSON) -> JSON { .object([("type", .string("array")), ("items", items)]) }

    static func type(_ names: String...) -> JSON {
        .object([("type", names.count == 1 ? .string(names[0]) : .strings(names))])
    }

    static let period = object(
        [("start", type("string")), ("end", type("string")), ("label", type("string"))],
        required: ["start", "end", "label"])

    /// One computed number.
    static let figure = object(
        [
            ("name", type("string")), ("label", type("string")), ("text", type("string")),
            ("value", type("number", "string")), ("unit", type("string")), ("currency", type("string", "null")),
            ("period", period), ("rows", type("integer", "null")),
        ], required: ["name", "label", "text", "value", "unit", "currency", "period"])

    /// A list of which as much is given as fits.
    static func list(_ items: JSON) -> JSON {
        object(
            [
                ("total", whole("How many there are.", from: 0)),
                ("returned", whole("How many of them are here.", from: 0)),
                ("truncated", flag("Whether there are more behind these.")),
                (
                    "next",
                    .object([
                        ("type", .strings(["string", "null"])),
                        ("description", .string("The cursor for the next ones; null at the end.")),
                    ])
                ),
                ("items", array(items)),
            ], required: ["total", "returned", "truncated", "next", "items"])
    }

    /// An object whose members are told by the contract of `coach --json`.
    static let record = object([], isOpen: true)

    /// What every answer has, and what a tool adds.
    static func answer(_ members: [(String, JSON)] = []) -> JSON {
        object(
            [
                ("as_of", text("The day that counts as today.")),
                ("reply", text("The answer in words.")), ("reading", type("string", "null")),
                ("figures", array(figure)),
            ] + members + [
                ("unread", array(type("string"))), ("clarify", type("string", "null")),
                (
                    "choices",
                    array(
                        object([("reading", type("string")), ("request", record)], required: ["reading", "request"]))
                ),
                ("warnings", array(type("string"))), ("data_notice", type("string")),
            ], required: ["as_of", "reply", "figures", "unread", "warnings", "data_notice"] + members.map(\.0))
    }
}
