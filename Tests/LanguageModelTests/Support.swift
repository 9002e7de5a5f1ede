import Glibc
import Ledger

@testable import LanguageModel

/// Feeds a parser in pieces and keeps what came out.
struct Parsed {
    var text = ""
    var parser: StreamParser

    init(_ provider: ModelProvider, _ pieces: [ArraySlice<UInt8>], isStreaming: Bool = true) {
        parser = StreamParser(provider, isStreaming: isStreaming)
        for piece in pieces { text += piece.withUnsafeBytes { parser.add($0) } }
        text += parser.finish()
    }

    init(_ provider: ModelProvider, _ stream: String, isStreaming: Bool = true) {
        self.init(provider, [ArraySlice(Array(stream.utf8))], isStreaming: isStreaming)
    }

    /// Everything that was understood, on one line.
    var summary: String {
        let reply = parser.reply.reply(isCancelled: false, millisecondsToFirstToken: nil)
        var parts = [JSON.string(text).text]
        if let usage = reply.usage { parts.append("usage \(usage.prompt)+\(usage.completion)") }
        if let fault = parser.fault { parts.append("fault \(fault)") }
        if let error = parser.reply.error {
            parts.append("error \(error.status ?? 0) \(error.kinds.joined(separator: ",")) \(error.message)")
        }
        parts.append(parser.reply.isComplete ? "\(reply.finish)" : "cut")
        return parts.joined(separator: " | ")
    }
}

/// The bytes of a file below Tests/Fixtures/streams.
func recorded(_ name: String) -> [UInt8] {
    let path = #filePath.replacing("LanguageModelTests/Support.swift", with: "Fixtures/streams/\(name).sse")
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return bytes
}

/// Random numbers that are the same in each run (SplitMix64).
struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
