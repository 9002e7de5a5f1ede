import Feeds
import Glibc
import Synchronization
import Testing

@testable import Service

/// The sockets themselves.
@Suite struct HTTPServerTests {
    /// Eight requests that wait for something are more than there are threads that take requests in; what they wait for is a
    /// ninth one.
    @Test func whoTakesLongKeepsNobodyElseWaiting() throws {
        let arrived = Mutex(0)
        let isOpen = Mutex(false)
        let answered = Mutex(0)
        let answer: @Sendable (HTTPRequest) -> HTTPResponse = { request in
            if request.path == ["long"] {
                arrived.withLock { $0 += 1 }
                while !isOpen.withLock({ $0 }) { usleep(1_000) }
            } else {
                isOpen.withLock { $0 = true }
            }
            return HTTPResponse(200, body: Array("done".utf8))
        }
        let server = try HTTPServer(
            .address("127.0.0.1", 0), isLong: { _, target in target == "/long" }, handler: answer)
        try server.start()
        let address = "http://127.0.0.1:\(server.port)"
        for _ in 0..<8 {
            Background.run {
                let reply = try? BankHTTP().send(BankHTTP.Request(address + "/long"), to: "the server")
                if reply?.body == Array("done".utf8) { answered.withLock { $0 += 1 } }
            }
        }
        while arrived.withLock({ $0 }) < 8 { usleep(1_000) }
        #expect(try BankHTTP().send(BankHTTP.Request(address + "/"), to: "the server").status == 200)
        while answered.withLock({ $0 }) < 8 { usleep(1_000) }
        server.stop()
    }

    @Test func whatDoesNotListenIsNotTakenOver() {
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        defer { for end in ends { close(end) } }
        #expect(throws: HTTPServer.Problem.self) { try HTTPServer(.descriptor(ends[0])) { _ in HTTPResponse(200) } }
    }
}
