import Glibc

/// A conversion of the C library to UTF-8.
struct Converter: ~Copyable {
    private let descriptor: iconv_t

    init?(from encoding: String) {
        ForkLock.hold()
        descriptor = iconv_open("UTF-8", encoding)
        ForkLock.release()
        // The C library says (iconv_t)-1 where it has no such table.
        guard Int(bitPattern: descriptor) != -1 else { return nil }
    }

    deinit {
        ForkLock.hold()
        iconv_close(descriptor)
        ForkLock.release()
    }

    /// Bytes that mean nothing in the encoding become U+FFFD.
    func convert(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var out: [UInt8] = []
        var chunk = [CChar](repeating: 0, count: 1 << 16)
        var input = UnsafeMutablePointer<CChar>(
            mutating: bytes.baseAddress?.assumingMemoryBound(to: CChar.self))
        var inputLeft = bytes.count
        while inputLeft > 0 {
            let (produced, failed) = chunk.withUnsafeMutableBufferPointer { buffer in
                var output = buffer.baseAddress
                var outputLeft = buffer.count
                let result = iconv(descriptor, &input, &inputLeft, &output, &outputLeft)
                return (buffer.count - outputLeft, result == -1 && errno != E2BIG)
            }
            chunk.withUnsafeBytes { out += $0[0..<produced] }
            if failed, inputLeft > 0 {
                out += [0xEF, 0xBF, 0xBD]
                input = input?.advanced(by: 1)
                inputLeft -= 1
            }
        }
        return out
    }
}

/// Held while the C library looks for its tables, and by the process while it forks: the child, which has one thread
/// only, could wait for ever for a lock of the C library that another thread had at that moment.
private enum ForkLock {
    private nonisolated(unsafe) static let mutex: UnsafeMutablePointer<pthread_mutex_t> = {
        let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        pthread_atfork({ hold() }, { release() }, { release() })
        return mutex
    }()

    static func hold() { pthread_mutex_lock(mutex) }
    static func release() { pthread_mutex_unlock(mutex) }
}
