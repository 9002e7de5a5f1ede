import Resources

/// The rows of tables that are part of the binary: found at once, each read when it is wanted.
struct TableLines: Sendable {
    private struct Line: Sendable {
        let file: Int32
        let start: Int32
        let end: Int32
    }

    private let files: [Resource]
    private let lines: [Line]

    /// - Parameter files: tab-separated, with `#` comment lines and one header line each.
    init(_ files: [Resource]) {
        self.files = files
        var lines: [Line] = []
        for (file, resource) in files.enumerated() {
            resource.eachRow { first, rest in
                lines.append(
                    Line(file: Int32(file), start: Int32(first.lowerBound), end: Int32(rest.upperBound)))
            }
        }
        self.lines = lines
    }

    var count: Int { lines.count }

    private func bytes(_ index: Int) -> UnsafeRawBufferPointer {
        let line = lines[index]
        return UnsafeRawBufferPointer(rebasing: files[Int(line.file)].bytes[Int(line.start)..<Int(line.end)])
    }

    /// The bytes of the first field.
    func first(_ index: Int) -> UnsafeRawBufferPointer {
        let bytes = bytes(index)
        return UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.firstIndex(of: 0x09) ?? bytes.count)])
    }

    /// The first two fields; the second may be empty.
    func pair(_ index: Int) -> (String, String) {
        let fields = bytes(index).split(separator: 0x09, maxSplits: 2, omittingEmptySubsequences: false)
        return (
            String(decoding: fields[0], as: UTF8.self),
            fields.count > 1 ? String(decoding: fields[1], as: UTF8.self) : ""
        )
    }
}
