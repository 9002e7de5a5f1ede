import CResources

/// A file that is part of the binary.
public struct Resource: Sendable {
    /// The path below the repository: `rag-index/taxonomy/categories.tsv`.
    public let name: String
    private let address: UInt
    private let count: Int

    /// The bytes, which live as long as the process.
    public var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: address), count: count)
    }

    public var text: String { String(decoding: bytes, as: UTF8.self) }

    private init(name: String, address: UInt, count: Int) {
        (self.name, self.address, self.count) = (name, address, count)
    }

    /// A short list that stands in the source, without a name.
    public init(_ text: StaticString) {
        self.init(name: "", address: UInt(bitPattern: text.utf8Start), count: text.utf8CodeUnitCount)
    }

    /// Every embedded file, in the order of `resources.c`.
    public static let all: [Resource] = {
        var found: [Resource] = []
        while let entry = coach_resource_at(found.count)?.pointee {
            found.append(
                Resource(name: String(cString: entry.name), address: UInt(bitPattern: entry.bytes), count: entry.count))
        }
        return found
    }()

    /// - Precondition: the file is listed in `resources.c`.
    public static func named(_ name: String) -> Resource {
        guard let resource = all.first(where: { $0.name == name }) else {
            preconditionFailure("\(name) is not embedded: add it to resources.c")
        }
        return resource
    }

    /// The embedded files below a folder, in their order.
    public static func under(_ folder: String) -> [Resource] { all.filter { $0.name.hasPrefix(folder) } }
}
