import Glibc
import Importing
import TestSupport
import Testing

struct StatementArchiveTests {
    /// `Date,Text,Amount` and one row, as gzip packs it.
    private static let gzip: [UInt8] = [
        31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 115, 73, 44, 73, 213, 9, 73, 173, 40, 209, 113, 204, 205, 47,
        205, 43, 225, 50, 50, 48, 50, 211, 53, 48, 214, 53, 52, 209, 9, 206, 200, 47, 208, 209, 53, 213,
        51, 48, 224, 2, 0, 138, 31, 173, 193, 39, 0, 0, 0,
    ]
    private static let zip: [UInt8] = [
        80, 75, 3, 4, 20, 0, 0, 0, 0, 0, 0, 0, 33, 92, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0,
        100, 105, 114, 47, 80, 75, 3, 4, 20, 0, 0, 0, 8, 0, 0, 0, 33, 92, 138, 31, 173, 193, 41, 0, 0, 0,
        39, 0, 0, 0, 7, 0, 0, 0, 111, 110, 101, 46, 99, 115, 118, 115, 73, 44, 73, 213, 9, 73, 173, 40,
        209, 113, 204, 205, 47, 205, 43, 225, 50, 50, 48, 50, 211, 53, 48, 214, 53, 52, 209, 9, 206, 200,
        47, 208, 209, 53, 213, 51, 48, 224, 2, 0, 80, 75, 3, 4, 20, 0, 0, 0, 0, 0, 0, 0, 33, 92, 138, 31,
        173, 193, 39, 0, 0, 0, 39, 0, 0, 0, 11, 0, 0, 0, 100, 105, 114, 47, 116, 119, 111, 46, 99, 115,
        118, 68, 97, 116, 101, 44, 84, 101, 120, 116, 44, 65, 109, 111, 117, 110, 116, 10, 50, 48, 50,
        54, 45, 48, 51, 45, 49, 52, 44, 83, 104, 111, 112, 44, 45, 53, 46, 48, 48, 10, 80, 75, 1, 2, 20,
        3, 20, 0, 0, 0, 0, 0, 0, 0, 33, 92, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 128, 1, 0, 0, 0, 0, 100, 105, 114, 47, 80, 75, 1, 2, 20, 3, 20, 0, 0, 0, 8, 0, 0, 0,
        33, 92, 138, 31, 173, 193, 41, 0, 0, 0, 39, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 128, 1,
        34, 0, 0, 0, 111, 110, 101, 46, 99, 115, 118, 80, 75, 1, 2, 20, 3, 20, 0, 0, 0, 0, 0, 0, 0, 33,
        92, 138, 31, 173, 193, 39, 0, 0, 0, 39, 0, 0, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 128, 1,
        112, 0, 0, 0, 100, 105, 114, 47, 116, 119, 111, 46, 99, 115, 118, 80, 75, 5, 6, 0, 0, 0, 0, 3, 0,
        3, 0, 160, 0, 0, 0, 192, 0, 0, 0, 0, 0,
    ]

    private func files(_ bytes: [UInt8], _ name: String) throws -> [StatementBytes] {
        let folder = try TestFolder()
        let path = folder.path + "/" + name
        let file = try #require(fopen(path, "w"))
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
        return try StatementBytes.files(at: path)
    }

    private static let text = "Date,Text,Amount\n2026-03-14,Shop,-5.00\n"

    @Test func gzipHoldsOneFile() throws {
        let found = try files(Self.gzip, "bank.csv.gz")
        #expect(found.map { String(decoding: $0.bytes, as: UTF8.self) } == [Self.text])
        #expect(found.first?.path.hasSuffix("/bank.csv") == true)
    }

    @Test func zipHoldsSeveral() throws {
        let found = try files(Self.zip, "bank.zip")
        #expect(found.map { String(decoding: $0.bytes, as: UTF8.self) } == [Self.text, Self.text])
        #expect(found.map { $0.path.split(separator: "/").last ?? "" } == ["one.csv", "two.csv"])
    }

    @Test func damagedArchivesAreRefused() {
        for length in stride(from: 4, to: Self.zip.count, by: 7) {
            #expect(throws: ImportError.self) { try files(Array(Self.zip.prefix(length)), "bank.zip") }
        }
        for length in stride(from: 3, to: Self.gzip.count, by: 5) {
            #expect(throws: ImportError.self) { try files(Array(Self.gzip.prefix(length)), "bank.gz") }
        }
    }
}
