import Importing
import Ledger

/// A parser of files, as random bytes meet it: it ends, does not crash, and what it reads stays within bounds.
public enum FuzzedParser: String, CaseIterable, Sendable {
    case csv, ofx, qif, camt, mt940, plaid
    /// Whatever the bytes are taken for, packed files among them.
    case any

    /// What an input did that no input may do.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// Reads bytes as a file of this kind to the end.
    ///
    /// - Returns: how many rows were read; nil where the file was refused, which it is with words.
    /// - Throws: `Failure`.
    @discardableResult
    public func read(_ bytes: [UInt8], name: String = "input") throws(Failure) -> Int? {
        let file = StatementBytes(bytes, path: name)
        var rows = 0
        do {
            for part in try self == .any ? StatementBytes.unpacked(file) : [file] {
                let format = try StatementFormat(rawValue: rawValue) ?? .detect(part)
                var reader = try format.reader(part, ImportOptions())
                rows += try drain(&reader, part)
            }
        } catch let error as ImportError {
            guard !error.message.isEmpty else { throw Failure(description: "refused without a word") }
            return nil
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(description: "\(error)")
        }
        return rows
    }

    private func drain(_ reader: inout any StatementReader, _ file: StatementBytes) throws -> Int {
        var records: [ImportedRecord] = []
        var problems: [RowProblem] = []
        var count = 0
        var goesOn = true
        while goesOn {
            goesOn = try reader.read(upTo: 50, into: &records, problems: &problems)
            count += records.count
            guard records.allSatisfy(isSane) else { throw Failure(description: "a row beyond all bounds") }
            // No file has more rows than bytes: a parser that does not advance is stopped here.
            guard count <= file.bytes.count, problems.count <= file.bytes.count + 4 else {
                throw Failure(description: "\(count) rows in \(file.bytes.count) bytes")
            }
        }
        return count
    }

    private func isSane(_ record: ImportedRecord) -> Bool {
        (1900...2199).contains(record.date.year) && record.minorUnits.magnitude <= 2_000_000_000_000_000
    }
}
