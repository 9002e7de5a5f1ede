import Glibc
import Ledger
import Testing

@testable import Coaching

/// Replies of real language models, read again as they were. Each wrote from the bytes of a request and nothing else.
///
/// A file of `recordings` is one question: what was offered, and the replies with what is shown of each. With
/// `COACH_RECORD=1` what is shown is written anew, to be read by a person.
@Suite struct RecordingTests {
    private static let folder = String(#filePath.prefix(upTo: #filePath.lastIndex(of: "/")!)) + "/recordings"

    static let files: [String] = {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(".json") { names.append(name) }
        }
        return names.sorted()
    }()

    /// What is shown of a reply.
    static func shown(_ reply: String, _ sheet: FactSheet, isPurchase: Bool) -> (text: String, isAnswer: Bool) {
        var reader = ReplyReader(sheet, needsAnswer: !isPurchase)
        var text = reader.add(reply)
        text += reader.finish(isWhole: true)
        text += reader.due()
        return (text, reader.isAnswer || isPurchase && !text.isEmpty)
    }

    @Test(arguments: files) func areShownAsTheyWere(_ file: String) throws {
        let path = RecordingTests.folder + "/" + file
        let recording = try JSON.parse(try #require(read(path)))
        let sheet = try #require(recording["offered"].flatMap(FactSheet.init))
        let isPurchase = recording["purchase"]?.bool ?? false
        var replies: [JSON] = []
        for reply in try #require(recording["replies"]?.array) {
            let text = try #require(reply["reply"]?.string)
            let shown = RecordingTests.shown(text, sheet, isPurchase: isPurchase).text
            if !RecordingTests.isRecording { #expect(shown == reply["shown"]?.string, "\(file): \(text)") }
            replies.append(
                .object([("by", reply["by"] ?? .null), ("reply", .string(text)), ("shown", .string(shown))]))
        }
        guard RecordingTests.isRecording, let members = recording.object else { return }
        write(.object(members.map { $0.0 == "replies" ? ("replies", .array(replies)) : $0 }), path)
    }

    private static let isRecording = getenv("COACH_RECORD") != nil

    private func read(_ path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func write(_ json: JSON, _ path: String) {
        guard let file = fopen(path, "w") else { return }
        defer { fclose(file) }
        fputs(json.text + "\n", file)
    }
}
