import Glibc
import TestSupport
import Testing

@testable import Terminal

/// The lines that were typed, in a file.
@Suite struct LineHistoryTests {
    private func file(_ text: String? = nil, mode: mode_t = 0o600) throws -> String {
        let folder = try TestFolder.lasting()
        let path = folder + "/state/history"
        guard let text else { return path }
        mkdir(folder + "/state", 0o700)
        let file = open(path, O_WRONLY | O_CREAT, 0o600)
        try #require(file >= 0 && write(file, Array(text.utf8), text.utf8.count) == text.utf8.count)
        fchmod(file, mode)
        close(file)
        return path
    }

    private func content(_ path: String) throws -> String {
        let file = open(path, O_RDONLY)
        try #require(file >= 0)
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        return String(decoding: bytes[..<max(0, read(file, &bytes, bytes.count))], as: UTF8.self)
    }

    private func mode(_ path: String) -> mode_t {
        var about = stat()
        return stat(path, &about) == 0 ? about.st_mode & 0o777 : 0
    }

    @Test func aFileThatOthersCanReadIsClosedToThem() throws {
        let path = try file("one\n", mode: 0o644)
        var history = LineHistory(path: path)
        #expect(mode(path) == 0o600)
        chmod(path, 0o644)
        _ = history.add("two")
        #expect(mode(path) == 0o600)
        chmod(path, 0o644)
        _ = history.add("one")
        #expect(mode(path) == 0o600)
    }

    @Test func aLineThatIsTypedAgainMovesToTheEnd() throws {
        let path = try file()
        var history = LineHistory(path: path)
        for line in ["one", "two", "one", "three", "three", "two", " hidden", ""] {
            _ = history.add(line)
        }
        #expect(history.lines == ["one", "three", "two"])
        #expect(try content(path) == "one\nthree\ntwo\n")
        #expect(LineHistory(path: path).lines == ["one", "three", "two"])
    }

    @Test func linesOfAnotherProgramStay() throws {
        let path = try file("old")
        var (here, there) = (LineHistory(path: path), LineHistory(path: path))
        _ = here.add("mine")
        _ = there.add("theirs")
        _ = here.add("mine again")
        _ = here.add("mine")
        _ = there.add("old")
        #expect(try content(path) == "theirs\nmine again\nmine\nold\n")
    }

    @Test func aLinkStaysOne() throws {
        let path = try file("one\ntwo\n")
        let link = path + ".link"
        try #require(symlink(path, link) == 0)
        var history = LineHistory(path: link)
        _ = history.add("one")
        #expect(try content(path) == "two\none\n")
        #expect(try content(link) == "two\none\n")
    }

    @Test func severalLinesAreOne() throws {
        let path = try file()
        var history = LineHistory(path: path)
        #expect(history.add("how much\non groceries\n") == "how much on groceries")
        #expect(try content(path) == "how much on groceries\n")
    }

    @Test func theOldestLinesGoWhenThereAreTooMany() throws {
        let count = LineHistory.limit + LineHistory.slack + 5
        let path = try file((1...count).map { "line \($0)\n" }.joined())
        #expect(LineHistory(path: path).lines.count == LineHistory.limit)
        let kept = try content(path).split(separator: "\n")
        #expect(
            kept.count == LineHistory.limit && kept.first == "line \(count - LineHistory.limit + 1)")
    }
}
