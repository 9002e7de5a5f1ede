/// What a value holds, where it is of the kind that is asked for; nil elsewhere, so that questions can be chained.
extension JSON {
    /// The member of that name; the last one where several have it, as in most readers.
    public subscript(name: String) -> JSON? {
        if case .object(let members) = self { members.last { $0.0 == name }?.1 } else { nil }
    }

    /// The element at that index, counted from 0.
    public subscript(index: Int) -> JSON? {
        if case .array(let values) = self, values.indices.contains(index) { values[index] } else { nil }
    }

    public var isNull: Bool { if case .null = self { true } else { false } }
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    public var string: String? { if case .string(let value) = self { value } else { nil } }
    public var array: [JSON]? { if case .array(let values) = self { values } else { nil } }
    public var object: [(String, JSON)]? { if case .object(let members) = self { members } else { nil } }

    /// A whole number that was written as one.
    public var int64: Int64? { if case .integer(let value) = self { value } else { nil } }
    public var int: Int? { int64.flatMap(Int.init(exactly:)) }

    /// Any number, rounded to what a `Double` can hold. Never for money: see `numberText`.
    public var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        case .exact(let text): Double(text)
        default: nil
        }
    }

    /// The digits of a number as they were written, for what must stay exact.
    public var numberText: String? {
        switch self {
        case .integer, .number, .exact: text
        default: nil
        }
    }
}
