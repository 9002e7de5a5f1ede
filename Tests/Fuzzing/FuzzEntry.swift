import Glibc

/// What libFuzzer calls for every input; the environment names the parser.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
        try FuzzEntry.parser.read(Array(UnsafeBufferPointer(start: start, count: count)))
    } catch {
        fatalError(error.description)
    }
    return 0
}

private enum FuzzEntry {
    static let parser: FuzzedParser = {
        let name = getenv("FUZZ_PARSER").map { String(cString: $0) } ?? "any"
        guard let parser = FuzzedParser(rawValue: name) else { fatalError("FUZZ_PARSER=\(name) is no parser") }
        return parser
    }()
}
