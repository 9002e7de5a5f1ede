import COFX
import Glibc
import Ledger

/// What libofx made of a transaction.
struct OFXEntry {
    /// The place of the transaction among those that were given.
    var key: Int
    var posted: CivilDate?
    var user: CivilDate?
    /// Major units; NaN when there is none.
    var amount: Double
    var type: String
    var checkNumber: String
    var text: String
}

/// What libofx made of a statement. Balances are major units; NaN when there is none.
struct OFXClosing {
    var key: Int
    var currency: Currency?
    var ledger: Double
    var available: Double
    var day: CivilDate?
}

/// A document for libofx and its reading.
///
/// libofx does not get the file itself but a copy, because it moves dates by the time zone, cuts account numbers to 22
/// bytes, takes a broken date or amount for another one, leaves out payees, names no lines, and loses statements when
/// elements stand out of order. In the copy a day is a day, an amount has a point, the elements stand in the order of
/// the DTD, and numbers in the place of FITID and ACCTID lead back to where they came from.
struct OFXDocument {
    /// libofx's time grows with the square of the transactions in one document: 1,000 take 30 ms, 20,000 take 2 s.
    static let mostTransactions = 1000

    private var text =
        "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:UTF-8\nCHARSET:NONE\nCOMPRESSION:NONE\n"
        + "OLDFILEUID:NONE\nNEWFILEUID:NONE\n\n<OFX>\n<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS>"
        + "<DTSERVER>20000101<LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1>\n<BANKMSGSRSV1>\n"

    /// Adds a statement with its closing balances.
    mutating func append(_ statement: OFXStatement, key: Int) {
        begin(key: key, currency: statement.currency)
        append(statement.ledger, as: "LEDGERBAL")
        append(statement.available, as: "AVAILBAL")
        end()
    }

    /// Adds one statement that holds all `transactions`.
    ///
    /// - Parameter transactions: their fields, made plain; the key of each is its place among them.
    mutating func append(_ transactions: [[(field: OFXField, value: String)]]) {
        begin(key: 0, currency: "")
        text += "<BANKTRANLIST><DTSTART>20000101<DTEND>20000101\n"
        for (key, fields) in transactions.enumerated() {
            text += "<STMTTRN>"
            for (field, value) in fields {
                text += "<\(field.rawValue)>\(OFXDocument.escaped(value))\n"
                if field == .amount { text += "<FITID>\(key)\n" }
            }
            text += "</STMTTRN>\n"
        }
        text += "</BANKTRANLIST>\n"
        end()
    }

    private mutating func begin(key: Int, currency: String) {
        text += "<STMTTRNRS><TRNUID>0<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS>"
        text += "<CURDEF>\(Currency(currency)?.code ?? "XXX")"
        text += "<BANKACCTFROM><BANKID>0<ACCTID>\(key)<ACCTTYPE>CHECKING</BANKACCTFROM>\n"
    }

    private mutating func append(_ balance: OFXBalance, as element: String) {
        guard let amount = OFXValues.amount(balance.amount) else { return }
        text += "<\(element)><BALAMT>\(amount.plain)"
        if let day = OFXValues.day(balance.day) { text += "<DTASOF>\(OFXDocument.plain(day))" }
        text += "</\(element)>\n"
    }

    private mutating func end() {
        text += "</STMTRS></STMTTRNRS>\n"
    }

    /// `20261031`.
    static func plain(_ day: CivilDate) -> String { day.iso.filter { $0 != "-" } }

    private static func escaped(_ value: String) -> String {
        guard value.utf8.contains(where: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") }) else { return value }
        return value.reduce(into: "") { out, character in
            switch character {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            default: out.append(character)
            }
        }
    }

    /// Lets libofx read what was added.
    ///
    /// - Parameter path: what messages call the file.
    /// - Throws: when libofx is missing, or fails on the document.
    consuming func read(for path: String) throws(ImportError) -> (entries: [OFXEntry], closings: [OFXClosing]) {
        text += "</BANKMSGSRSV1>\n</OFX>\n"
        var events: UnsafeMutablePointer<cofx_event>?
        var count = 0
        let result = text.withUTF8 { cofx_read($0.baseAddress, $0.count, &events, &count) }
        guard result == COFX_READ else { throw OFXDocument.error(result, path, errno) }
        defer { free(events) }
        var entries: [OFXEntry] = []
        var closings: [OFXClosing] = []
        for event in UnsafeBufferPointer(start: events, count: count) {
            if event.kind == COFX_TRANSACTION {
                entries.append(OFXEntry(event))
            } else {
                closings.append(OFXClosing(event))
            }
        }
        return (entries, closings)
    }

    private static func error(_ result: cofx_result, _ path: String, _ code: Int32) -> ImportError {
        switch result {
        case COFX_NO_LIBRARY:
            ImportError(
                "reading OFX needs libofx: install it with `apt install libofx7` (or import the CSV export instead)")
        case COFX_TOO_SLOW: ImportError("libofx can't get through \(path): import the CSV export instead")
        case COFX_NO_RESOURCES:
            ImportError("can't start libofx for \(path): \(String(cString: strerror(code)))")
        default: ImportError("libofx can't read \(path): download it again, or import the CSV export instead")
        }
    }
}

extension OFXEntry {
    fileprivate init(_ event: cofx_event) {
        key = Int(event.key)
        posted = CivilDate(ofxSeconds: event.posted)
        user = CivilDate(ofxSeconds: event.initiated)
        amount = event.amount
        (type, checkNumber, text) = withUnsafePointer(to: event) {
            (String(cString: cofx_type($0)), String(cString: cofx_check_number($0)), String(cString: cofx_memo($0)))
        }
    }
}

extension OFXClosing {
    fileprivate init(_ event: cofx_event) {
        key = Int(event.key)
        let code = withUnsafePointer(to: event) { String(cString: cofx_currency($0)) }
        currency = code == "XXX" ? nil : Currency(code)
        ledger = event.amount
        available = event.available
        day = CivilDate(ofxSeconds: event.posted)
    }
}

extension CivilDate {
    /// The day of a time in UTC; nil for `COFX_NO_TIME`.
    fileprivate init?(ofxSeconds seconds: Int64) {
        guard seconds != COFX_NO_TIME else { return nil }
        let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        self.init(dayNumber: Int32(truncatingIfNeeded: days))
    }
}
