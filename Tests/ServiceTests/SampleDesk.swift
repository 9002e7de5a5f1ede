import Advice
import Importing
import Ledger
import Resources
import Store
import TestSupport

@testable import Service

/// The sample household behind a desk of tools, as of its last day.
struct SampleDesk {
    let index: HouseholdIndex
    let desk: ToolDesk
    static let today = CivilDate(year: 2026, month: 10, day: 31)!

    /// Imported once for all tests.
    static let imported = Result {
        let index = try HouseholdIndex(path: ":memory:")
        try bring(into: index)
        return index.database.snapshot() ?? []
    }

    init(allowsWrites: Bool = false) throws {
        let index = try HouseholdIndex(snapshot: Self.imported.get())
        self.index = index
        desk = ToolDesk(index, settings: ToolDesk.Settings(allowsWrites: allowsWrites)) { Self.today }
    }

    /// Imports the sample's files.
    static func bring(into index: HouseholdIndex) throws {
        let ingest = Ingest(index, today: Self.today)
        for row in Resource.named("rag-index/sample/accounts.tsv").tableRows {
            var request = IngestRequest()
            request.account = row[1]
            request.options.accountType = AccountType(userText: row[2])
            request.options.currency = Currency(row[3])
            request.format = .csv
            let file = StatementBytes(Array(Resource.named("rag-index/sample/\(row[0])").bytes), path: row[0])
            _ = try ingest.importBytes(file, request)
        }
    }

    /// Imports a statement of one checking account.
    static func bring(_ statement: String, into index: HouseholdIndex) throws {
        var request = IngestRequest()
        request.account = "Checking"
        request.options.accountType = .checking
        request.options.currency = .usd
        request.format = .csv
        let file = StatementBytes(Array(statement.utf8), path: "statement.csv")
        _ = try Ingest(index, today: Self.today).importBytes(file, request)
    }

    func call(_ tool: String, _ arguments: (String, JSON)...) -> ToolResult? {
        desk.call(tool, .object(arguments))
    }
}

/// Holds values against schemas as tools write them.
struct ToolSchema {
    let schema: JSON

    /// The first place where a value is not of the schema; nil where it is.
    func fault(in value: JSON, at path: String = "") -> String? {
        if let choices = schema["anyOf"]?.array {
            return choices.contains { ToolSchema(schema: $0).fault(in: value) == nil } ? nil : "\(path): none"
        }
        let types = schema["type"]?.string.map { [$0] } ?? schema["type"]?.array?.compactMap(\.string) ?? []
        guard types.contains(where: { isOf($0, value) }) else { return "\(path): not \(types)" }
        if let members = value.object {
            let properties = schema["properties"]?.object ?? []
            for name in schema["required"]?.array?.compactMap(\.string) ?? [] where value[name] == nil {
                return "\(path).\(name): missing"
            }
            for (name, member) in members {
                guard let known = properties.first(where: { $0.0 == name }) else {
                    if schema["additionalProperties"]?.bool == false { return "\(path).\(name): unknown" }
                    continue
                }
                if let fault = ToolSchema(schema: known.1).fault(in: member, at: "\(path).\(name)") { return fault }
            }
        }
        guard let items = schema["items"], let values = value.array else { return nil }
        return values.lazy.compactMap { ToolSchema(schema: items).fault(in: $0, at: "\(path)[]") }.first
    }

    private func isOf(_ type: String, _ value: JSON) -> Bool {
        switch type {
        case "object": value.object != nil
        case "array": value.array != nil
        case "string": value.string != nil
        case "integer": value.int64 != nil
        case "number": value.double != nil
        case "boolean": value.bool != nil
        case "null": value.isNull
        default: false
        }
    }
}
