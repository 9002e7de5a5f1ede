import Ledger
import Resources

/// What a model is told: its character, and a text for each task.
///
/// The built-in ones are the files of `prompts/`; each can be replaced by a file of the user's with the same name.
public struct Prompts: Sendable {
    /// A file of `prompts/`.
    public enum Name: String, CaseIterable, Sendable {
        /// Who coach is and what holds for every reply.
        case character
        case answer, list, purchase, summary, advice, recurring, unusual, forecast
        /// For a reply that did not say what was asked.
        case repair
        /// What reading a line to requests is, the line itself, and what was wrong with a reading.
        case reading
        case readingLine = "reading-line"
        case readingRepair = "reading-repair"

        public var fileName: String { rawValue + ".md" }

        /// All must be used, no others may be.
        var placeholders: [String] {
            switch self {
            case .character: ["today"]
            case .repair: ["reasons", "asked"]
            case .reading: ["schema", "categories"]
            case .readingLine: ["today", "accounts", "shops", "merchants", "last", "before", "shown", "missed", "line"]
            case .readingRepair: ["reason"]
            default: ["facts", "question"]
            }
        }

        /// The task of a question that is understood.
        init(_ intent: Intent) {
            switch intent {
            case .transactions, .edit: self = .list
            case .purchase: self = .purchase
            case .summary: self = .summary
            case .advice, .budget: self = .advice
            case .recurring: self = .recurring
            case .unusual: self = .unusual
            case .forecast: self = .forecast
            case .spending, .income, .cashFlow, .balance, .netWorth, .help, .outOfScope: self = .answer
            }
        }
    }

    /// The user's own.
    private let replacements: [Name: PromptTemplate]

    /// Why some of the user's own cannot be used, so that the built-in ones stay.
    public let faults: [PromptError]

    /// - Parameters:
    ///   - faults: that were found before.
    ///   - replacement: the path and bytes of the user's own file of this name; nil where there is none.
    public init(faults: [PromptError] = [], replacement: (Name) -> (path: String, bytes: [UInt8])? = { _ in nil }) {
        var replacements: [Name: PromptTemplate] = [:]
        var faults = faults
        for name in Name.allCases {
            guard let own = replacement(name) else { continue }
            do throws(PromptError) {
                replacements[name] = try Prompts.template(own.bytes, own.path, name)
            } catch {
                faults.append(error)
            }
        }
        self.replacements = replacements
        self.faults = faults
    }

    private static func template(
        _ bytes: [UInt8], _ path: String, _ name: Name
    ) throws(PromptError) -> PromptTemplate {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw PromptError("\(path): this is no UTF-8 text")
        }
        if text.allSatisfy(\.isWhitespace) { throw PromptError("\(path): the file is empty or cannot be read") }
        return try PromptTemplate(text, source: path, placeholders: name.placeholders)
    }

    /// `Saturday, October 31, 2026`.
    static func today(_ day: CivilDate) -> String { "\(CivilDate.weekdayNames[day.weekday - 1]), \(day.americanText)" }

    func text(_ name: Name, _ values: [String: String]) -> String {
        (replacements[name] ?? Prompts.builtIn(name)).filled(values)
    }

    /// One of the binary's own, of which a question needs two.
    private static func builtIn(_ name: Name) -> PromptTemplate {
        let path = "prompts/\(name.fileName)"
        do {
            return try PromptTemplate(Resource.named(path).text, source: path, placeholders: name.placeholders)
        } catch {
            preconditionFailure(error.message)
        }
    }
}
