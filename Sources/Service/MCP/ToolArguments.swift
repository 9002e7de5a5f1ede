import Ledger

/// The arguments of a call, read one by one; what is not understood is refused and never passed over.
struct ToolArguments {
    private let value: JSON

    /// - Throws: for a name that the tool does not take.
    init(_ value: JSON, of tool: Tool) throws(ToolError) {
        self.value = value
        let known = (tool.input["properties"]?.object ?? []).map(\.0)
        for (name, _) in value.object ?? [] where !known.contains(name) {
            let list: DoorWords = known.isEmpty ? "it takes none" : "it takes \(known.joined(separator: ", "))"
            throw ToolError("“\(tool.name)” has no argument “\(name.prefix(60))”", hint: list)
        }
        for name in tool.input["required"]?.array?.compactMap(\.string) ?? [] where self[name] == nil {
            throw ToolError(
                "“\(tool.name)” needs \(argument: name)", hint: "\(tool.input["properties"]?[name]?.words ?? "give it")"
            )
        }
    }

    /// nil where it is missing or null.
    subscript(name: String) -> JSON? { value[name].flatMap { $0.isNull ? nil : $0 } }

    /// A text that says something; nil where it is missing.
    func text(_ name: String, most: Int = 200) throws(ToolError) -> String? {
        guard let given = self[name] else { return nil }
        guard let text = given.string, text.contains(where: { !$0.isWhitespace }) else {
            throw ToolError("\(argument: name) must be a text that isn't empty", hint: "leave it out to say nothing")
        }
        guard text.count <= most else {
            throw ToolError("\(argument: name) is longer than \(most) characters", hint: "make it shorter")
        }
        return text
    }

    func whole(_ name: String, in range: ClosedRange<Int64>) throws(ToolError) -> Int64? {
        guard let given = self[name] else { return nil }
        guard let number = given.int64, range.contains(number) else {
            throw ToolError(
                "\(argument: name) must be a whole number from \(range.lowerBound) to \(range.upperBound)",
                hint: name.hasSuffix("_cents") ? "money is in cents: 12.34 is 1234" : "leave it out for the usual")
        }
        return number
    }

    func flag(_ name: String) throws(ToolError) -> Bool? {
        guard let given = self[name] else { return nil }
        guard let flag = given.bool else {
            throw ToolError("\(argument: name) must be true or false", hint: "no quotes")
        }
        return flag
    }

    func choice(_ name: String, of names: [String]) throws(ToolError) -> String? {
        guard let given = self[name] else { return nil }
        guard let text = given.string, names.contains(text) else {
            throw ToolError("\(argument: name) isn't one of its values", hint: "use \(names.joined(separator: ", "))")
        }
        return text
    }

    /// How many items are passed over.
    ///
    /// - Parameter total: how many there are: a cursor is of another list where it's beyond them.
    func offset(in total: Int = .max) throws(ToolError) -> Int {
        guard let given = self["cursor"] else { return 0 }
        guard let offset = given.string.flatMap({ Int($0) }), (0...1_000_000).contains(offset), offset < max(1, total)
        else {
            throw ToolError("this “cursor” isn't known", hint: "give “next” of the list before as it is")
        }
        return offset
    }

    /// A day `2026-10-31`, or the first or last one of a month `2026-10`.
    func day(_ name: String, isEnd: Bool = false) throws(ToolError) -> CivilDate? {
        guard let given = self[name] else { return nil }
        let text = given.string ?? ""
        if let day = CivilDate(iso: text) { return day }
        if text.count == 7, let first = CivilDate(iso: text + "-01") { return isEnd ? first.endOfMonth : first }
        throw ToolError("\(argument: name) isn't a day", hint: "write it as 2026-10-31 or 2026-10")
    }
}

extension JSON {
    /// The description of a schema.
    fileprivate var words: String? { self["description"]?.string }
}
