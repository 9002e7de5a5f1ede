import Glibc

/// What libFuzzer calls for every input; the environment names the parser.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do throws(FuzzedParser.Failure) {
        try FuzzEntry.read(Array(UnsafeBufferPointer(start: start, count: count)))
    } catch {
        fatalError(error.description)
    }
    return 0
}

private enum FuzzEntry {
    static let name = getenv("FUZZ_PARSER").map { String(cString: $0) } ?? "any"
    static let file = FuzzedParser(rawValue: name)
    static let text = FuzzedText(rawValue: name)

    static func read(_ bytes: [UInt8]) throws(FuzzedParser.Failure) {
        guard let text else {
            guard let file else { fatalError("FUZZ_PARSER=\(name) is no parser") }
            try file.read(bytes)
            return
        }
        try text.read(bytes)
    }
}
