import Glibc
import TestSupport
import Testing

/// A home with an index of these rows, each a date, a text and an amount.
func household(_ rows: [String]) throws -> String {
    let home = try TestFolder.lasting()
    try writeFile(home + "/rows.csv", (["Date,Description,Amount"] + rows).map { $0 + "\n" }.joined())
    let terminal = try Pseudoterminal("coach import \(home)/rows.csv", home: home)
    #expect(try terminal.waitForEnd() == 0)
    return home
}

func writeFile(_ path: String, _ text: String) throws {
    let file = open(path, O_WRONLY | O_CREAT, 0o600)
    let bytes = Array(text.utf8)
    guard file >= 0, write(file, bytes, bytes.count) == bytes.count else {
        throw Pseudoterminal.SystemError(call: path)
    }
    close(file)
}

func readFile(_ path: String) throws -> String {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { throw Pseudoterminal.SystemError(call: path) }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    return String(decoding: bytes[..<max(0, read(file, &bytes, bytes.count))], as: UTF8.self)
}
