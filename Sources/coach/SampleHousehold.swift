import Glibc
import Importing
import Ledger
import Resources
import Store

/// The built-in household, brought in like any other files into an index that is thrown away.
///
/// The import is the same for every run of one program, so its result is kept beside other caches; a run then begins
/// with a copy in a millisecond. Without the cache nothing changes but the time.
enum SampleHousehold {
    static func open(cacheFolder: String) throws -> HouseholdIndex {
        let path = "\(cacheFolder)/sample-\(programKey).db"
        if let index = try? HouseholdIndex(image: path), (try? index.isEmpty) == false { return index }
        let index = try HouseholdIndex(path: ":memory:")
        try bring(into: index)
        if let snapshot = index.database.snapshot() { keep(snapshot, path, cacheFolder) }
        return index
    }

    static func bring(into index: HouseholdIndex) throws {
        let folder = "rag-index/sample/"
        let ingest = Ingest(index, today: Session.today)
        for row in Resource.named(folder + "accounts.tsv").tableRows {
            var request = IngestRequest()
            request.account = row[1]
            request.options.accountType = AccountType(userText: row[2])
            request.options.currency = Currency(row[3])
            request.format = .csv
            let file = StatementBytes(Array(Resource.named(folder + row[0]).bytes), path: row[0])
            _ = try ingest.importBytes(file, request)
        }
    }

    /// Tells builds of the program apart: another one may import differently.
    private static var programKey: String {
        var info = stat()
        guard stat("/proc/self/exe", &info) == 0 else { return "unknown" }
        return "\(info.st_size)-\(info.st_mtim.tv_sec)-\(info.st_mtim.tv_nsec)"
    }

    /// Writes beside the place and moves it there, so that no reader sees half a file. A cache that cannot be written
    /// is no fault.
    private static func keep(_ snapshot: [UInt8], _ path: String, _ folder: String) {
        mkdir(String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)]), 0o700)
        mkdir(folder, 0o700)
        removeOthers(in: folder)
        let draft = "\(path).\(getpid())"
        let descriptor = Glibc.open(draft, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        let written = snapshot.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
        if written != snapshot.count || rename(draft, path) != 0 { unlink(draft) }
    }

    /// Samples of other builds are of no use any more.
    private static func removeOthers(in folder: String) {
        guard let directory = opendir(folder) else { return }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasPrefix("sample-"), name.contains(".db") { unlink("\(folder)/\(name)") }
        }
    }
}
