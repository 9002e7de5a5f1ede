import Glibc
import Ledger
import Testing

@testable import Coaching

/// Replies of real language models, read again as they were. Each wrote from the bytes of a request and nothing else.
///
/// A file of `recordings` is one question: what was offered, and the replies with what is shown of each. With
/// `COACH_RECORD=1` what is shown is written anew, to be read by a person. With `COACH_REPAIRS` a folder gets what is sent
/// after each reply that did not say what was asked.
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

    /// What is shown of a reply, and what the repair is that is asked for where that is nothing.
    static func shown(
        _ reply: String, _ sheet: FactSheet, isPurchase: Bool, after memory: ReplyReader.Memory = .init()
    ) -> (text: String, reader: ReplyReader) {
        var reader = ReplyReader(sheet, needsAnswer: !isPurchase, after: memory)
        var text = reader.add(reply)
        text += reader.finish(isWhole: true)
        text += reader.due()
        return (text, reader)
    }

    @Test(arguments: files) func areShownAsTheyWere(_ file: String) throws {
        let path = RecordingTests.folder + "/" + file
        let recording = try JSON.parse(try #require(read(path)))
        let sheet = try #require(recording["offered"].flatMap(FactSheet.init))
        let isPurchase = recording["purchase"]?.bool ?? false
        var replies: [JSON] = []
        for reply in try #require(recording["replies"]?.array) {
            let text = try #require(reply["reply"]?.string)
            let (shown, reader) = RecordingTests.shown(text, sheet, isPurchase: isPurchase)
            if !RecordingTests.isRecording { #expect(shown == reply["shown"]?.string, "\(file): \(text)") }
            var members = [("by", reply["by"] ?? .null), ("reply", .string(text)), ("shown", .string(shown))]
            if shown.isEmpty, !reader.isSilent {
                offerRepair(reader.refusals, sheet, file, replies.count)
                if let second = reply["repair"]?.string {
                    let repaired = RecordingTests.shown(second, sheet, isPurchase: isPurchase, after: reader.said).text
                    if !RecordingTests.isRecording {
                        #expect(repaired == reply["repaired"]?.string, "\(file): \(second)")
                    }
                    members += [("repair", .string(second)), ("repaired", .string(repaired))]
                }
            }
            replies.append(.object(members))
        }
        guard RecordingTests.isRecording, let members = recording.object else { return }
        write(JSON.object(members.map { $0.0 == "replies" ? ("replies", .array(replies)) : $0 }).text, path)
    }

    /// Writes what is sent after a reply of which nothing was shown, for somebody to answer.
    private func offerRepair(_ refusals: [ReplyReader.Refusal], _ sheet: FactSheet, _ file: String, _ place: Int) {
        guard let folder = getenv("COACH_REPAIRS") else { return }
        let messages = Phraser.repair(refusals, sheet, Prompts())
        let text = messages.map { "=== \($0.role.rawValue) ===\n\($0.text)" }.joined(separator: "\n\n")
        write(text, String(cString: folder) + "/\(file.dropLast(5)).\(place).txt")
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

    private func write(_ text: String, _ path: String) {
        guard let file = fopen(path, "w") else { return }
        defer { fclose(file) }
        fputs(text + "\n", file)
    }
}
