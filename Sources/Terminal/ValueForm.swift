import Ledger

/// What a shell can offer while a value is being typed.
public enum ValueCompletion: Hashable, Sendable {
    case nothing
    case words([String])
    case path

    func holds(_ word: String) -> Bool {
        if case .words(let words) = self { words.contains(word) } else { false }
    }
}

/// What the text of an option or operand must look like, and the value it stands for.
public struct ValueForm<Value: Sendable>: Sendable {
    /// What help shows in its place: `DATE`, `FILE`, `csv|json`.
    public let placeholder: String
    /// Completes "expected …", with an example: `a date such as 2026-03-31`.
    public let expectation: String
    public let completion: ValueCompletion
    /// Returns nil for text that does not have this form.
    public let read: @Sendable (String) -> Value?

    @inlinable
    public init(
        placeholder: String, expectation: String, completion: ValueCompletion = .nothing,
        read: @escaping @Sendable (String) -> Value?
    ) {
        self.placeholder = placeholder
        self.expectation = expectation
        self.completion = completion
        self.read = read
    }

    /// One of a few words, written as listed or in capitals.
    ///
    /// Inlinable, since all forms are made at every start and the type of the value would be looked up for each.
    @inlinable
    public static func choice(_ words: [String], as read: @escaping @Sendable (String) -> Value?) -> ValueForm {
        ValueForm(
            placeholder: words.joined(separator: "|"), expectation: listed(words), completion: .words(words)
        ) { text in
            let word = text.lowercased()
            return words.contains(word) ? read(word) : nil
        }
    }
}

extension ValueForm where Value: CaseIterable & RawRepresentable<String> {
    /// One of the cases by its raw value.
    @inlinable
    public static func choice(of type: Value.Type) -> ValueForm {
        choice(type.allCases.map(\.rawValue)) { Value(rawValue: $0) }
    }
}

extension ValueForm<String> {
    /// Any text, also an empty one.
    ///
    /// - Parameter suggestions: words that are often written there.
    public static func text(_ placeholder: String, expectation: String, suggestions: [String] = []) -> ValueForm {
        let completion = suggestions.isEmpty ? ValueCompletion.nothing : .words(suggestions)
        return ValueForm(placeholder: placeholder, expectation: expectation, completion: completion) { $0 }
    }

    public static func path(_ placeholder: String, expectation: String) -> ValueForm {
        ValueForm(placeholder: placeholder, expectation: expectation, completion: .path) { $0.isEmpty ? nil : $0 }
    }

    public static func choice(_ words: [String]) -> ValueForm { choice(words) { $0 } }
}

extension ValueForm<Period> {
    /// A day `YYYY-MM-DD` or a month `YYYY-MM`; the period is all of its days.
    public static let date = ValueForm(
        placeholder: "DATE", expectation: "a date such as 2026-03-31 or a month such as 2026-03"
    ) { text in
        if let day = CivilDate(iso: text) { return Period(day, day) }
        guard let first = CivilDate(iso: text + "-01") else { return nil }
        return Period.month(of: first)
    }
}

extension ValueForm<CivilDate> {
    /// A day `YYYY-MM-DD`.
    public static let day = ValueForm(
        placeholder: "DATE", expectation: "a date such as 2026-03-31", read: { CivilDate(iso: $0) })
}

extension ValueForm<Int> {
    public static func number(_ placeholder: String, in range: ClosedRange<Int>, expectation: String) -> ValueForm {
        ValueForm(placeholder: placeholder, expectation: expectation) { text in
            guard let number = Int(text), range.contains(number) else { return nil }
            return number
        }
    }
}

extension ValueForm<DecimalAmount> {
    public static let amount = ValueForm(
        placeholder: "AMOUNT", expectation: "an amount such as 12.34 or $1,234", read: { DecimalAmount($0) })
}

extension ValueForm<Currency> {
    public static let currency = ValueForm(
        placeholder: "CURRENCY", expectation: "a currency code such as USD", read: { Currency(inUse: $0) })
}

extension ValueForm<AccountType> {
    /// The contract's names and everyday words for them.
    public static let accountType = ValueForm(
        placeholder: "TYPE", expectation: listed(AccountType.allCases.map(\.rawValue)),
        completion: .words(AccountType.allCases.map(\.rawValue)),
        read: { AccountType(userText: $0) })
}

/// `csv, ofx or qif`.
@usableFromInline
func listed(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
}
