import Ledger
import Understanding

/// What is wrong with a model's reading, for its one repair.
struct ReadingFault: Error, Hashable {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// What a request names, as a model is told it and as the index has it: names without account numbers, and for an amount of
/// an earlier request a number below 0 that stands for it.
struct ReadingNames {
    private let catalog: any NameCatalog
    private let taxonomy: Taxonomy
    private let asOf: CivilDate
    /// The index's names by what the model is told.
    private var merchants: [String: String] = [:]
    private var accounts: [String: String] = [:]
    private var amounts: [Int64] = []
    private var rows: Set<Int64> = []

    init(_ catalog: any NameCatalog, _ taxonomy: Taxonomy, asOf: CivilDate) {
        self.catalog = catalog
        self.taxonomy = taxonomy
        self.asOf = asOf
    }

    // MARK: To the model

    mutating func shown(merchant name: String) -> String {
        let shown = DataText.line(name)
        merchants[shown] = name
        return shown
    }

    mutating func shown(account name: String) -> String {
        let shown = DataText.line(name)
        accounts[shown] = name
        return shown
    }

    /// The rows of an answer, which a request may then point at.
    mutating func show(rows ids: [Int64]) { rows.formUnion(ids) }

    private static let amountMembers: Set<String> = ["min_cents", "max_cents", "amount_cents", "bound"]

    /// A request without what says nothing in it.
    mutating func shown(_ json: JSON) -> JSON {
        switch json {
        case .string(let text): return .string(DataText.line(text))
        case .array(let values): return .array(values.map { shown($0) })
        case .object(let members):
            let isOfCount = json["quantity"]?.string == Ask.Condition.Quantity.count.rawValue
            return .object(
                members.compactMap { name, value in
                    let saysNothing = value.isNull || value.bool == false || name == "offset" && value.int == 0
                    return saysNothing || name == "label" ? nil : (name, shown(name, value, isOfCount))
                })
        default: return json
        }
    }

    private mutating func shown(_ member: String, _ value: JSON, _ isOfCount: Bool) -> JSON {
        switch (member, value) {
        case ("merchant", .string(let name)): return .string(shown(merchant: name))
        case ("account", .string(let name)): return .string(shown(account: name))
        case ("accounts", .array(let names)), ("without", .array(let names)):
            return .strings(names.compactMap(\.string).map { shown(account: $0) })
        case ("rows", .array(let ids)):
            rows.formUnion(ids.compactMap(\.int64))
            return value
        // No name, and `>=` is to be copied as it is.
        case ("relation", _): return value
        case (_, .integer(let amount)) where Self.amountMembers.contains(member) && !isOfCount:
            amounts.append(amount)
            return .int(-amounts.count)
        default: return shown(value)
        }
    }

    // MARK: From the model

    /// The same with the names of the index.
    ///
    /// - Throws: for the first name that there is none of.
    func resolved(_ json: JSON) throws(ReadingFault) -> JSON {
        switch json {
        case .array(let values):
            var out: [JSON] = []
            for value in values { out.append(try resolved(value)) }
            return .array(out)
        case .object(let members):
            if let name = json["merchant"]?.string { return try merchant(name) }
            var out: [(String, JSON)] = []
            for (name, value) in members { out.append((name, try resolved(name, value))) }
            if let label = label(json) { out.append(("label", .string(label))) }
            return .object(out)
        default: return json
        }
    }

    /// What days that end today are called; nil for others, which their ends name.
    private func label(_ period: JSON) -> String? {
        guard let start = period["start"]?.string.flatMap({ CivilDate(iso: $0) }), period["label"] == nil,
            period["end"]?.string == asOf.iso, start <= asOf, asOf != asOf.endOfMonth
        else { return nil }
        if start == asOf.startOfMonth { return "\(Period.month(of: asOf).label) so far" }
        if start == asOf.startOfYear { return "\(asOf.year) so far" }
        let days = asOf.days(since: start) + 1
        return [7, 14, 30, 60, 90].contains(days) ? Period.past(days: days, endingOn: asOf).label : nil
    }

    private func resolved(_ member: String, _ value: JSON) throws(ReadingFault) -> JSON {
        switch (member, value) {
        case ("category", .string(let id)):
            guard taxonomy[id] != nil else { throw ReadingFault("there is no category id “\(DataText.line(id))”") }
            return value
        case ("account", .string(let name)): return .string(try account(name))
        case ("accounts", .array(let names)), ("without", .array(let names)):
            var found: [JSON] = []
            for name in names { found.append(.string(try account(name.string ?? ""))) }
            return .array(found)
        case ("rows", .array(let ids)):
            guard ids.allSatisfy({ $0.int64.map(rows.contains) ?? false }) else {
                throw ReadingFault("“rows” are ids out of the conversation")
            }
            return value
        case (_, .integer(let number)) where Self.amountMembers.contains(member) && number < 0:
            guard number >= -Int64(amounts.count) else {
                if member == "bound" || member == "amount_cents" { return value }
                throw ReadingFault("“\(member)” is below 0, and the last request has no such number")
            }
            return .integer(amounts[Int(-number) - 1])
        default: return try resolved(value)
        }
    }

    /// A condition for the name; of several that are written alike any.
    private func merchant(_ name: String) throws(ReadingFault) -> JSON {
        let found = merchants[name].map { [$0] } ?? catalog.merchants(key: NameKey.key(of: name))
        let conditions = found.map { JSON.object([("merchant", .string($0))]) }
        guard let first = conditions.first else {
            let shown = DataText.line(name)
            throw ReadingFault(
                "there is no merchant “\(shown)”; use one that was given, a category, or {\"text\": \"\(shown)\"}")
        }
        return conditions.count == 1 ? first : .object([("or", .array(conditions))])
    }

    private func account(_ name: String) throws(ReadingFault) -> String {
        let key = NameKey.key(of: name)
        let known = accounts[name] ?? catalog.accounts.map(\.name).first { NameKey.key(of: $0) == key }
        guard let known else { throw ReadingFault("there is no account “\(DataText.line(name))”") }
        return known
    }
}
