import Ledger

/// Holds values against a JSON Schema, as far as the project's schemas use it.
public struct SchemaCheck {
    private let root: JSON

    public init(_ root: JSON) { self.root = root }

    /// The first place where a value is not of the schema; nil where it is.
    public func fault(in value: JSON) -> String? { fault(value, root, at: "") }

    public func definition(_ reference: String) -> JSON {
        root["$defs"]?[String(reference.split(separator: "/").last ?? "")] ?? .null
    }

    private func fault(_ value: JSON, _ schema: JSON, at path: String) -> String? {
        if let reference = schema["$ref"]?.string { return fault(value, definition(reference), at: path) }
        if let choices = schema["anyOf"]?.array {
            let faults = choices.map { fault(value, $0, at: path) }
            return faults.contains(nil) ? nil : "\(path): none of \(choices.count)"
        }
        if let names = schema["enum"]?.array {
            return names.contains { $0.text == value.text } ? nil : "\(path): \(value.text)"
        }
        switch schema["type"]?.string {
        case "object":
            let (names, members) = (schema["properties"]?.object ?? [], value.object)
            guard let members, members.map(\.0).sorted() == names.map(\.0).sorted() else { return "\(path): members" }
            return names.lazy.compactMap { fault(value[$0] ?? .null, $1, at: "\(path).\($0)") }.first
        case "array":
            guard let values = value.array else { return "\(path): no list" }
            return values.lazy.compactMap { fault($0, schema["items"] ?? .null, at: "\(path)[]") }.first
        case "string": return value.string == nil ? "\(path): no text" : nil
        case "integer": return value.int64 == nil ? "\(path): no number" : nil
        case "boolean": return value.bool == nil ? "\(path): no truth" : nil
        case "null": return value.isNull ? nil : "\(path): not null"
        default: return "\(path): no type"
        }
    }
}
