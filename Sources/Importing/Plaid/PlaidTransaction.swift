import Ledger

/// A transaction as Plaid writes it, in files and in replies (https://plaid.com/docs/api/products/transactions).
public enum PlaidTransaction {
    /// What a transaction lacks, or has in a form that can't be kept, in words.
    public struct Fault: Error, Equatable {
        public let words: String
    }

    /// - Parameters:
    ///   - line: where it stands among others.
    ///   - currency: takes precedence over its own; nil for its own.
    public static func record(_ row: JSON, line: Int, currency: Currency? = nil) throws(Fault) -> ImportedRecord {
        func text(_ key: String) -> String? { row[key]?.string.flatMap { $0.isEmpty ? nil : $0 } }
        guard let date = (text("authorized_date") ?? text("date")).flatMap(OFXValues.day) else {
            throw Fault(words: "no date: enter this transaction by hand")
        }
        let currency = currency ?? text("iso_currency_code").flatMap { Currency($0) }
        guard let amount = minorUnits(row["amount"], currency) else {
            let written = row["amount"]?.numberText.flatMap(DecimalText.plain)
            let fault = written.flatMap { OFXAmount.fault(of: $0, in: currency ?? .usd) }
            throw Fault(words: "\(fault ?? "no amount"): enter this transaction by hand")
        }
        let isPending = row["pending"]?.bool ?? false
        let posted = text("date").flatMap(OFXValues.day)
        var record = ImportedRecord(
            // Positive is money out.
            line: line, date: date, posted: posted == date ? nil : posted,
            description: text("name") ?? text("original_description") ?? text("merchant_name") ?? "",
            minorUnits: -amount, currency: currency, bankID: text("transaction_id"),
            bankCategory: row["personal_finance_category"]?["detailed"]?.string, isPending: isPending)
        record.pendingID = text("pending_transaction_id")
        record.payee = text("merchant_name")
        return record
    }

    /// - Returns: nil where it is no number.
    public static func minorUnits(_ value: JSON?, _ currency: Currency?) -> Int64? {
        value?.numberText.flatMap(DecimalText.plain).flatMap { OFXAmount($0)?.minorUnits(of: currency ?? .usd) }
    }
}

/// Plaid's types of accounts and ours.
public enum PlaidAccountType {
    /// - Returns: nil where there is none; a type that isn't known is no money to spend.
    public static func type(of account: JSON) -> AccountType? {
        let subtype = account["subtype"]?.string ?? ""
        switch account["type"]?.string ?? "" {
        case "credit": return .creditCard
        case "loan": return subtype == "mortgage" ? .mortgage : .loan
        case "investment", "brokerage": return retirement.contains(subtype) ? .retirement : .investment
        case "depository": return savings.contains(subtype) ? .savings : .checking
        case "": return nil
        default: return .other
        }
    }

    private static let savings: Set<String> = ["savings", "money market", "cd", "hsa", "gic", "cash isa"]
    private static let retirement: Set<String> = [
        "401a", "401k", "403B", "457b", "ira", "keogh", "lif", "lira", "lrif", "lrsp", "pension", "prif",
        "profit sharing plan", "retirement", "rlif", "roth", "roth 401k", "roth 403B", "roth 457b", "roth pension",
        "roth profit sharing plan", "roth thrift savings plan", "rrif", "rrsp", "sarsep", "sep ira", "simple ira",
        "sipp", "thrift savings plan",
    ]
}
