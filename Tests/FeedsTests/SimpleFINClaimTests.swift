import Glibc
import Testing

@testable import Feeds

/// A setup token works once, so that it matters whether a request that failed was sent.
@Suite struct SimpleFINClaimTests {
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
