import Glibc
import Importing
import Terminal

/// Files in the places where browsers leave downloads that are likely a bank's.
struct LikelyStatements {
    let home: String

    private static let folders = ["Downloads", "downloads", "Desktop", "Documents", "."]
    private static let endings = ["csv", "CSV", "ofx", "OFX", "qfx", "QFX", "qif", "QIF"]
    /// Most that are looked into.
    private static let most = 40

    /// Newest first; only those in which columns or marks of a statement are found.
    var files: [String] {
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
        return (try? Ingest.opened(file, IngestRequest())) != nil
    }

    /// A path as a person writes it.
    static func short(_ path: String, _ session: Session) -> String {
        let home = (session.environment("HOME") ?? "") + "/"
        return path.hasPrefix(home) && home.count > 1 ? "~/" + path.dropFirst(home.count) : path
    }
}
