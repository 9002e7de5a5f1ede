import Ledger
import Retrieval
import Store

/// A call of a tool cannot be carried out; the text tells the model what to write instead.
struct ToolError: Error {
    let message: String

    init(_ message: String) { self.message = message }
}

/// The arguments of a tool call, read strictly: what is unknown, of another kind or out of range is an error.
struct ToolArguments {
    /// Bytes of one text: names are shorter.
    private static let longestText = 200

    private let members: [(String, JSON)]
    private let index: HouseholdIndex
    let asOf: CivilDate

    /// - Parameters:
    ///   - text: a JSON object as the model wrote it; empty for none.
    ///   - known: the names there are.
    init(_ text: String, known: [String], index: HouseholdIndex, asOf: CivilDate) throws(ToolError) {
        let value: JSON
        do throws(JSONError) {
            value = try JSON.parse(text.isEmpty ? "{}" : text)
        } catch {
            throw ToolError("the arguments are no JSON: \(error.message)")
        }
        guard let members = value.object else { throw ToolError("the arguments must be a JSON object") }
        for (name, _) in members where !known.contains(name) {
            throw ToolError("unknown argument “\(DataText.line(name))”; there are \(known.joined(separator: ", "))")
        }
        // Several models write null for what they leave out.
        self.members = members.filter { !$0.1.isNull }
        self.index = index
        self.asOf = asOf
    }

    private subscript(_ name: String) -> JSON? { members.last { $0.0 == name }?.1 }

    func string(_ name: String) throws(ToolError) -> String? {
        guard let value = self[name] else { return nil }
        guard let text = value.string, text.utf8.count <= ToolArguments.longestText else {
            throw ToolError("“\(name)” must be a text of at most \(ToolArguments.longestText) bytes")
        }
        return text
    }

    func choice<T: RawRepresentable & CaseIterable>(_ name: String, _ type: T.Type) throws(ToolError) -> T?
    where T.RawValue == String {
        guard let text = try string(name) else { return nil }
        guard let value = T(rawValue: text) else {
            throw ToolError("“\(name)” must be one of \(T.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return value
    }

    func number(_ name: String, in range: ClosedRange<Int>) throws(ToolError) -> Int? {
        guard let value = self[name] else { return nil }
        guard let number = value.int, range.contains(number) else {
            throw ToolError("“\(name)” must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// An amount of the user's currency in minor units; written as 12 or 12.50.
    func amount(_ name: String, _ currency: Currency) throws(ToolError) -> Int64? {
        guard let value = self[name] else { return nil }
        let parts = (value.numberText ?? "?").split(separator: ".", omittingEmptySubsequences: false)
        let fraction = parts.count == 2 ? parts[1] : ""
        let zeros = String(repeating: "0", count: max(0, currency.minorDigits - fraction.utf8.count))
        guard parts.count <= 2, fraction.utf8.count <= currency.minorDigits,
            let units = Int64(parts[0] + fraction + zeros), units >= 0
        else { throw ToolError("“\(name)” must be an amount of at least 0, such as 12.50") }
        return units
    }

    private func strings(_ name: String) throws(ToolError) -> [String] {
        guard let value = self[name] else { return [] }
        let texts = (value.array ?? [value]).compactMap(\.string)
        guard texts.count == value.array?.count ?? 1, texts.count <= 20,
            texts.allSatisfy({ $0.utf8.count <= ToolArguments.longestText })
        else {
            throw ToolError(
                "“\(name)” must be a list of at most 20 texts of at most \(ToolArguments.longestText) bytes")
        }
        return texts
    }

    // MARK: Days

    func day(_ name: String) throws(ToolError) -> CivilDate? {
        guard let text = try string(name) else { return nil }
        guard let day = CivilDate(iso: text) else { throw ToolError("“\(name)” must be a day such as \(asOf.iso)") }
        return day
    }

    /// From one day to another, both included; nil where neither is said.
    func period(_ from: String, _ to: String) throws(ToolError) -> Period? {
        let (start, end) = (try day(from), try day(to))
        guard start != nil || end != nil else { return nil }
        let first = start ?? (try? index.coverage)?.start ?? asOf
        let last = end ?? max(asOf, first)
        guard first <= last else { throw ToolError("“\(from)” lies after “\(to)”") }
        return Period(first, last)
    }

    // MARK: Names

    func categories(_ name: String) throws(ToolError) -> [String] {
        let taxonomy = index.taxonomy
        return try strings(name).map { (text: String) throws(ToolError) -> String in
            if taxonomy[text] != nil { return text }
            let wanted = text.lowercased()
            if let found = taxonomy.categories.first(where: { $0.name.lowercased() == wanted }) { return found.id }
            let known = taxonomy.categories.filter { $0.parent == nil }.map(\.id).joined(separator: ", ")
            throw ToolError("there is no category “\(DataText.line(text))”; the widest are \(known)")
        }
    }

    func merchants(_ name: String) throws(ToolError) -> [String] {
        let found = try strings(name).map { (text: String) throws(ToolError) -> [String] in
            let found = (try? index.merchantNames(key: NameKey.key(of: text))) ?? []
            guard !found.isEmpty else {
                throw ToolError("there is no merchant “\(DataText.line(text))”; use “text” to find part of a name")
            }
            return found
        }
        return found.flatMap(\.self)
    }

    func accounts(_ name: String) throws(ToolError) -> [String] {
        let known = ((try? index.accounts) ?? []).map(\.name)
        return try strings(name).map { (text: String) throws(ToolError) -> String in
            guard let found = known.first(where: { $0.lowercased() == text.lowercased() }) else {
                throw ToolError("there is no account “\(DataText.line(text))”")
            }
            return found
        }
    }
}
