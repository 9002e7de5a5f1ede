import Glibc
import Testing

@testable import Feeds

/// A setup token works once, so that it matters whether a request that failed was sent.
@Suite struct SimpleFINClaimTests {
    /// A socket of this machine that takes connections; nobody answers on it.
    private final class Listener {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        private(set) var port: UInt16 = 0

        init() throws {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isBound = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
                }
            }
            try #require(isBound)
            port = UInt16(bigEndian: address.sin_port)
        }

        deinit { close(descriptor) }
    }

    private func claim(at port: UInt16) -> FeedError? {
        let token = Secret("http://127.0.0.1:\(port)/claim/x").base64Encoded()
        let feed = SimpleFIN(BankHTTP())
        do {
            _ = try feed.finish(try feed.begin(mending: nil), answer: token)
            return nil
        } catch { return error }
    }

    @Test func aTokenThatWasNeverSentIsNotUsedUp() throws {
        // Bound, and not listening: nobody else gets the port meanwhile.
        let listener = try Listener()
        let fault = try #require(claim(at: listener.port))
        #expect(fault.reason == .network && !fault.mayHaveArrived)
        #expect(!fault.message.contains("used up"))
    }

    @Test func aTokenThatMayHaveArrivedMayBeUsedUp() throws {
        let listener = try Listener()
        try #require(listen(listener.descriptor, 1) == 0)
        let descriptor = listener.descriptor
        let receiver = Thread {
            let connection = accept(descriptor, nil, nil)
            var bytes = [UInt8](repeating: 0, count: 4_096)
            _ = read(connection, &bytes, bytes.count)
            close(connection)
        }
        let fault = try #require(claim(at: listener.port))
        receiver.join()
        #expect(fault.reason == .network && fault.mayHaveArrived)
        #expect(fault.message.contains("if this setup token is refused then, it was used up"))
    }

    /// Runs `body` beside the test.
    private final class Thread {
        private var thread = pthread_t()

        init(_ body: @escaping () -> Void) {
            let box = Unmanaged.passRetained(Box(body))
            pthread_create(
                &thread, nil,
                { argument in
                    Unmanaged<Box>.fromOpaque(argument!).takeRetainedValue().body()
                    return nil
                }, box.toOpaque())
        }

        func join() { pthread_join(thread, nil) }

        private final class Box {
            let body: () -> Void
            init(_ body: @escaping () -> Void) { self.body = body }
        }
    }
}
