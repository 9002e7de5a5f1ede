import Ledger

/// Pieces of JSON Schema for what goes over HTTP.
enum Shape {
    static let text = type("string")
    static let whole = type("integer")
    static let number = type("number")
    static let flag = type("boolean")
    static let day = JSON.object([("type", .string("string")), ("format", .string("date"))])
    static let any = JSON.object([])
    static let anyObject = type("object")

    /// A text that names something.
    static let textOfName = JSON.object([
        ("type", .string("string")), ("minLength", .int(1)), ("maxLength", .int(200)),
    ])
    /// A text of a parameter.
    static func text(like pattern: String) -> JSON {
        .object([("type", .string("string")), ("pattern", .string(pattern))])
    }
    static func textUpTo(_ most: Int) -> JSON {
        .object([("type", .string("string")), ("maxLength", .int(most))])
    }
    static func whole(in range: ClosedRange<Int64>) -> JSON {
        .object([
            ("type", .string("integer")), ("minimum", .integer(range.lowerBound)),
            ("maximum", .integer(range.upperBound)),
        ])
    }

    static func type(_ name: String) -> JSON { .object([("type", .string(name))]) }
    static func list(_ item: JSON) -> JSON { .object([("type", .string("array")), ("items", item)]) }
    /// A shape with a sentence for its reader.
    static func described(_ shape: JSON, _ sentence: String) -> JSON {
        .object((shape.object ?? []) + [("description", .string(sentence))])
    }
    static func orNull(_ shape: JSON) -> JSON { .object([("anyOf", .array([shape, type("null")]))]) }
    static func choice(_ values: [String]) -> JSON {
        .object([("type", .string("string")), ("enum", .strings(values))])
    }

    /// - Parameter optional: names of members that may be missing.
    static func object(_ members: [(String, JSON)], optional: [String] = []) -> JSON {
        let needed = members.map(\.0).filter { !optional.contains($0) }
        return .object(
            [("type", .string("object")), ("properties", .object(members))]
                + (needed.isEmpty ? [] : [("required", .strings(needed))]))
    }

    /// The same shape where every object has the members that are listed and no others; those that list none stay open.
    static func closed(_ shape: JSON) -> JSON {
        guard let members = shape.object else { return shape }
        let parts = members.map { name, part -> (String, JSON) in
            switch name {
            case "properties": (name, .object((part.object ?? []).map { ($0, closed($1)) }))
            case "items": (name, closed(part))
            case "anyOf": (name, .array((part.array ?? []).map(closed)))
            default: (name, part)
            }
        }
        let isOpen = shape["properties"] == nil || shape["additionalProperties"] != nil
        return .object(parts + (isOpen ? [] : [("additionalProperties", .bool(false))]))
    }
}
