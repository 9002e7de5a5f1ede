/// A sentence about a call that names other calls and arguments, whatever these are called where it is told.
struct DoorWords: Equatable, ExpressibleByStringInterpolation {
    fileprivate enum Part: Equatable {
        case text(String)
        case argument(String)
        case call(Lookup)
    }

    private var parts: [Part]

    init(stringLiteral text: String) { parts = [.text(text)] }
    init(stringInterpolation words: StringInterpolation) { parts = words.parts }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ text: String) { parts.append(.text(text)) }
        mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            parts.append(.text(value.description))
        }
        /// - Parameter name: as tools have it.
        mutating func appendInterpolation(argument name: String) { parts.append(.argument(name)) }
        mutating func appendInterpolation(_ lookup: Lookup) { parts.append(.call(lookup)) }
    }

    /// Where names and rows are looked up.
    enum Lookup: Equatable {
        case categories, merchants, accounts, transactions, forecast, ask
    }

    func text(at door: Door) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .argument(let name): "“\(door.argument(name))”"
            case .call(let lookup): door.call(lookup)
            }
        }.joined()
    }

    /// The way in which a call came.
    struct Door: Sendable {
        /// What it calls an argument of a tool.
        var argument: @Sendable (String) -> String = { $0 }
        let call: @Sendable (Lookup) -> String

        static let tools = Door { lookup in
            switch lookup {
            case .categories: "list_names with kind categories"
            case .merchants: "list_names with kind merchants"
            case .accounts: "get_accounts"
            case .transactions: "get_transactions"
            case .forecast: "get_forecast"
            case .ask: "ask"
            }
        }

        static let http = Door { lookup in
            switch lookup {
            case .categories: "GET /api/names?kind=categories"
            case .merchants: "GET /api/names?kind=merchants"
            case .accounts: "GET /api/accounts"
            case .transactions: "GET /api/transactions"
            case .forecast, .ask: "POST /api/ask"
            }
        }
    }
}
