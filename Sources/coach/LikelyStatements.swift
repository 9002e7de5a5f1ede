import Glibc
import Importing
import Store
import Terminal

/// Files in the places where browsers leave downloads that are likely a bank's.
struct LikelyStatements {
    private let session: Session
    private var home: String { session.environment("HOME") ?? "" }

    init(_ session: Session) { self.session = session }

    /// What a look at these files gives.
    struct Found {
        var offered: [FoundFile] = []
        /// Files all of whose rows are there already.
        var imported: [FoundFile] = []
        /// Files that can't be offered, with what is wrong with them.
        var refused: [(path: String, why: String)] = []

        /// A line each.
        func refusals(_ session: Session) -> String {
            refused.map { path, why in
                session.prose("\(LikelyStatements.short(path, session)) isn't offered: \(why).") + "\n"
            }.joined()
        }
    }

    private static let folders = ["Downloads", "downloads", "Desktop", "Documents", "."]
    private static let endings = ["csv", "CSV", "ofx", "OFX", "qfx", "QFX", "qif", "QIF"]
    /// Most that are looked into.
    private static let most = 40
    /// Most that are told of as imported already.
    private static let mostImported = 10

    /// - Parameters:
    ///   - most: how many are offered at most; the newest are.
    ///   - index: what is there already; nil for nothing.
    func found(most: Int, in index: HouseholdIndex? = nil) -> Found {
        var found = Found()
        for path in files where found.offered.count < most && found.imported.count < LikelyStatements.mostImported {
            do {
                let file = try FoundFile(path, in: index)
                if file.isImported { found.imported.append(file) } else { found.offered.append(file) }
            } catch {
                found.refused.append((path, LikelyStatements.reason(error, path)))
            }
        }
        return found
    }

    /// What is wrong with a file, without its path and what to do about it.
    private static func reason(_ error: any Error, _ path: String) -> String {
        var text = Failure(error).message[...]
        if text.hasPrefix(path) { text = text.dropFirst(path.count).drop { $0 == ":" || $0 == " " } }
        if let end = text.firstRange(of: ": ")?.lowerBound { text = text[..<end] }
        return text.hasPrefix("has ") || text.hasPrefix("doesn't ") ? "it " + text : String(text)
    }

    /// Newest first; only those in which columns or marks of a statement are found.
    private var files: [String] {
        var seen: Set<UInt64> = []
        var found: [(path: String, changed: Int)] = []
        for folder in LikelyStatements.folders {
            let place = folder == "." ? "." : home + "/" + folder
            for ending in LikelyStatements.endings {
                for path in FilePattern.files(place + "/*." + ending) {
                    var status = stat()
                    guard stat(path, &status) == 0, status.st_size > 0, status.st_size < 50_000_000,
                        seen.insert(UInt64(status.st_ino)).inserted
                    else { continue }
                    found.append((path, status.st_mtim.tv_sec))
                }
            }
        }
        found.sort { ($1.changed, $0.path) < ($0.changed, $1.path) }
        return found.prefix(LikelyStatements.most).map(\.path).filter(isStatement)
    }

    /// Whether rows are found in it: some CSV files are of anything but money.
    private func isStatement(_ path: String) -> Bool {
        guard let files = try? StatementBytes.files(at: path), let file = files.first else { return false }
        do throws(ImportError) { _ = try Ingest.opened(file, IngestRequest()) } catch {
            // What a question or an option settles is a statement that leaves something open.
            return error.doubt != nil || error.message.contains("--")
        }
        return true
    }

    /// A path as a person writes it.
    static func short(_ path: String, _ session: Session) -> String {
        let home = (session.environment("HOME") ?? "") + "/"
        return path.hasPrefix(home) && home.count > 1 ? "~/" + path.dropFirst(home.count) : path
    }
}
