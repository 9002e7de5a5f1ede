import Glibc
import Service

/// The index files of a household: its owner's, and those of other people in a folder `people` beside it.
struct HouseholdFiles: Sendable {
    /// The owner's.
    let own: String

    /// Where others' indexes lie, in a folder `people`; empty for the working directory.
    private var folder: String { own.lastIndex(of: "/").map { String(own[...$0]) } ?? "" }

    /// The folder that the owner's lies in; empty for the working directory.
    var place: String { String(folder.dropLast()) }

    func path(of person: String) -> String {
        person == TokenBook.owner ? own : "\(folder)people/\(person).db"
    }

    /// Whose index lies there; nil for a path that is nobody's.
    func person(at path: String) -> String? {
        if path == own { return TokenBook.owner }
        let name = path.dropFirst((folder + "people/").count).dropLast(3)
        return path == self.path(of: String(name)) && TokenBook.isName(String(name)) ? String(name) : nil
    }

    /// All who have an index: the owner, and those in that folder.
    func people() -> [String] {
        var found = access(own, F_OK) == 0 ? [TokenBook.owner] : []
        guard let directory = opendir(folder + "people") else { return found }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name.hasSuffix(".db"), TokenBook.isName(String(name.dropLast(3))) else { continue }
            found.append(String(name.dropLast(3)))
        }
        return found
    }

    /// When somebody's index and its log were last written.
    func stamp(of person: String) -> [Int64] {
        let path = path(of: person)
        return [path, path + "-wal"].flatMap { file -> [Int64] in
            var info = stat()
            // An empty log is one that was merely opened.
            guard stat(file, &info) == 0, info.st_size > 0 else { return [0] }
            return [Int64(info.st_size), Int64(info.st_mtim.tv_sec), Int64(info.st_mtim.tv_nsec)]
        }
    }

    /// What tells somebody's index from all others: its path without links and detours, whether it is there yet or not.
    func identity(of person: String) -> String {
        let path = path(of: person)
        if let whole = HouseholdFiles.resolved(path) { return whole }
        let (folder, name) = HouseholdFiles.split(path)
        if let place = HouseholdFiles.resolved(folder) { return place + "/" + name }
        // Neither is there yet: the folders above, one after the other.
        let (above, last) = HouseholdFiles.split(folder)
        return (HouseholdFiles.resolved(above) ?? above) + "/" + last + "/" + name
    }

    private static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
    }

    private static func resolved(_ path: String) -> String? {
        guard let whole = realpath(path, nil) else { return nil }
        defer { free(whole) }
        return String(cString: whole)
    }
}
