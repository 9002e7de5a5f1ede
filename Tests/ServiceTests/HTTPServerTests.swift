import Feeds
import Glibc
import Ledger
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
        let answer: HTTPServer.Handler = { request, _ in
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

    /// One request keeps the only thread; the others connect and send theirs before the server is told to end.
    @Test func whoHasAskedIsAnsweredBeforeTheEnd() throws {
        let hasArrived = Mutex(false)
        let isOpen = Mutex(false)
        let server = try HTTPServer(.address("127.0.0.1", 0)) { _, _ in
            hasArrived.withLock { $0 = true }
            while !isOpen.withLock({ $0 }) { usleep(1_000) }
            return HTTPResponse(200)
        }
        var limits = HTTPServer.Limits()
        limits.threads = 1
        try server.start(limits)
        let request = Array("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".utf8)
        var clients: [Int32] = []
        defer { for client in clients { close(client) } }
        for _ in 0..<4 {
            let client = try connected(to: server.port)
            clients.append(client)
            #expect(send(client, request, request.count, Int32(MSG_NOSIGNAL)) == request.count)
            while !hasArrived.withLock({ $0 }) { usleep(1_000) }
        }
        Background.run {
            usleep(100_000)
            isOpen.withLock { $0 = true }
        }
        server.stop()
        for client in clients {
            var head = [UInt8](repeating: 0, count: 12)
            #expect(recv(client, &head, head.count, Int32(MSG_WAITALL)) == 12)
            #expect(String(decoding: head, as: UTF8.self) == "HTTP/1.1 200")
        }
    }

    @Test func whatDoesNotListenIsNotTakenOver() {
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        defer { for end in ends { close(end) } }
        #expect(throws: HTTPServer.Problem.self) { try HTTPServer(.descriptor(ends[0])) { _, _ in HTTPResponse(200) } }
    }

    // MARK: Bytes that no client sends

    /// - Parameter own: the last number of the address 127.0.0.x that it comes from.
    private func connected(to port: UInt16, from own: UInt32 = 1) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        func use(
            _ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ number: UInt32, _ port: UInt16
        ) -> Int32 {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = (0x7F00_0000 + number).bigEndian
            return withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    call(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
        if own != 1 { try #require(use(bind, own, 0) == 0) }
        try #require(use(connect, 1, port) == 0)
        return descriptor
    }

    /// Sends bytes as they are, and then `more` until the other side has had enough.
    ///
    /// - Parameter onReply: takes what has come back so far.
    /// - Returns: all that comes back.
    private func raw(
        _ bytes: [UInt8], to port: UInt16, more: [UInt8] = [], onReply: (String) -> Void = { _ in }
    ) throws -> String {
        let descriptor = try connected(to: port)
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        var (reply, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 4_096))
        while true {
            if !more.isEmpty {
                usleep(50_000)
                _ = Glibc.send(descriptor, more, more.count, Int32(MSG_NOSIGNAL))
            }
            let count = recv(descriptor, &chunk, chunk.count, more.isEmpty ? 0 : Int32(MSG_DONTWAIT))
            if count < 0, errno == EAGAIN { continue }
            guard count > 0 else { return String(decoding: reply, as: UTF8.self) }
            reply += chunk[..<count]
            onReply(String(decoding: reply, as: UTF8.self))
        }
    }

    private func serving<T>(
        _ limits: HTTPServer.Limits = .init(), onRefusal: @escaping HTTPServer.OnRefusal = { _ in },
        _ body: (UInt16) throws -> T
    ) throws -> T {
        let server = try HTTPServer(.address("127.0.0.1", 0), onRefusal: onRefusal) { request, _ in
            HTTPResponse(200, body: Array("/\(request.path.joined(separator: "/")) \(request.body.count)".utf8))
        }
        try server.start(limits)
        defer { server.stop() }
        return try body(server.port)
    }

    /// Heads that two programs would read differently, one of which may be a proxy in front of this server.
    @Test(arguments: [
        ("GET / HTTP/1.1\r\nHost: x\r\n", 200), ("GET / HTTP/1.1\r\nHost:x\r\n", 200),
        ("GET / HTTP/1.1\r\nHost: x\r\nAccept: y \r\n", 200), ("GET / HTTP/1.1\r\nHost:  \t x\r\n", 200),
        ("GET / HTTP/1.1\r\nHost:x\r\nAccept:\r\n", 200),
        ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n", 200),
        ("GET /\0x HTTP/1.1\r\nHost: x\r\n", 400), ("GET / HTTP/1.1\r\nHost: x\0y\r\n", 400),
        ("GET /\0x HTTP/1.1\r\nHost:x\r\nA:y\r\nB:z\r\n", 400), ("GET /\0x HTTP/1.1\nHost: x\nA: y\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\r\nA\0B: y\r\n", 400), ("G\0T / HTTP/1.1\r\nHost: x\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\r\nA: y\r\n z\r\n", 400), ("GET / HTTP/1.1\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 5\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: +1\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999\r\n", 413),
    ])
    func headsAreReadInOneWay(_ head: String, _ status: Int) throws {
        try serving { port in
            let reply = try raw(Array((head + "Connection: close\r\n\r\n").utf8), to: port)
            #expect(reply.hasPrefix("HTTP/1.1 \(status) "), "\(reply.prefix(100))")
            // One request has one answer, whatever is hidden in it.
            #expect(reply.ranges(of: "HTTP/1.1 ").count == 1)
        }
    }

    /// Whoever refuses: errors have one form, and the log the name that the client got.
    @Test(arguments: [
        ("what is this\r\n\r\n", 400, "INVALID_REQUEST"),
        ("GET / HTTP/1.1\r\n\r\n", 400, "INVALID_REQUEST"),
        ("GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", 400, "INVALID_REQUEST"),
        ("GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 400, "INVALID_REQUEST"),
        ("GET x://y/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 400, "INVALID_REQUEST"),
        ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n", 400, "INVALID_REQUEST"),
        ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999999\r\n\r\n", 413, "PAYLOAD_TOO_LARGE"),
        ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999\r\n\r\n", 413, "PAYLOAD_TOO_LARGE"),
        ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400, "INVALID_REQUEST"),
        ("GET / HTTP/1.1\r\nHost: x\r\nA: LONG\r\n\r\n", 431, "HEADERS_TOO_LARGE"),
        ("GET /LONG HTTP/1.1\r\nHost: x\r\n\r\n", 414, "URI_TOO_LONG"),
        ("GET /?MANY HTTP/1.1\r\nHost: x\r\n\r\n", 414, "URI_TOO_LONG"),
        ("GET /a b HTTP/1.1\r\nHost: x\r\n\r\n", 400, "INVALID_REQUEST"),
        ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2;LONG\r\n", 400, "INVALID_REQUEST"),
        ("GET / HTTP/2.7\r\nHost: x\r\n\r\n", 505, "HTTP_VERSION_UNKNOWN"),
    ])
    func refusalsHaveOneForm(_ sent: String, _ status: Int, _ code: String) throws {
        let traces = Mutex([String]())
        let reply = try serving { refusal in
            traces.withLock { $0.append(refusal.trace) }
        } _: { port in
            let whole = sent.replacing("LONG", with: String(repeating: "y", count: 1 << 16))
                .replacing("MANY", with: String(repeating: "a&", count: 200))
            return try raw(Array(whole.utf8), to: port)
        }
        #expect(reply.hasPrefix("HTTP/1.1 \(status) ") && reply.ranges(of: "\nHTTP/1.").isEmpty, "\(reply)")
        #expect(reply.contains("Content-Type: application/json\r\n") && reply.contains("Connection: close\r\n"))
        let body = try JSON.parse(Array((reply.split(separator: "\r\n\r\n").last ?? "").utf8))
        #expect(body["error"]?["code"]?.string == code && body["error"]?["details"]?.object?.isEmpty == true)
        #expect(body["error"]?["message"]?.string?.isEmpty == false)
        #expect(traces.withLock { $0 } == [body["traceId"]?.string])
    }

    /// A body without a stated length that is too large, but comes to its end, is answered.
    @Test func largeBodiesInPiecesAreAnswered() throws {
        try serving { port in
            let chunk = "10000\r\n\(String(repeating: "z", count: 65_536))\r\n"
            let sent =
                "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + String(repeating: chunk, count: 32)
                + "0\r\n\r\n"
            let reply = try raw(Array(sent.utf8), to: port)
            #expect(reply.hasPrefix("HTTP/1.1 413 ") && reply.contains("PAYLOAD_TOO_LARGE"), "\(reply.prefix(200))")
        }
    }

    /// As a client sends it to a proxy, which every server takes as well.
    @Test(arguments: [
        ("http://x/a/b?c=d", "/a/b 0"), ("HTTP://x:80/a", "/a 0"), ("https://x", "/ 0"), ("http://x?c=d", "/ 0"),
        ("http:///a", nil), ("ftp://x/a", nil), ("http:/a", nil), ("x", nil),
    ])
    func wholeAddressesAreTaken(_ target: String, _ answer: String?) throws {
        try serving { port in
            let reply = try raw(
                Array("GET \(target) HTTP/1.1\r\nHost: y\r\nConnection: close\r\n\r\n".utf8), to: port)
            #expect(reply.hasPrefix("HTTP/1.1 \(answer == nil ? 400 : 200) "), "\(reply.prefix(100))")
            if let answer { #expect(reply.hasSuffix("\r\n\r\n\(answer)")) }
        }
    }

    /// However many there are, and in whichever form: what can't be meant is answered.
    @Test(arguments: [100, 101, 300, 1_000, 5_000])
    func manyParametersAreAnswered(_ count: Int) throws {
        try serving { port in
            for pair in ["a=1", "a", ""] {
                let query = Array(repeating: pair, count: count).joined(separator: "&")
                let reply = try raw(
                    Array("GET /x?\(query) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".utf8), to: port)
                #expect(
                    reply.hasPrefix("HTTP/1.1 \(count > 100 ? 414 : 200) "), "\(pair) \(count): \(reply.prefix(100))")
            }
        }
    }

    @Test func hugeHeadsAndEndlessBodiesAreNotTakenIn() throws {
        try serving { port in
            var replies: [String] = []
            let head = "GET / HTTP/1.1\r\nHost: x\r\nA: \(String(repeating: "y", count: 1 << 20))\r\n\r\n"
            replies.append(try raw(Array(head.utf8), to: port))
            let many = (0..<5_000).map { "A\($0): y\r\n" }.joined()
            replies.append(try raw(Array("GET / HTTP/1.1\r\nHost: x\r\n\(many)\r\n".utf8), to: port))
            let chunk = "10000\r\n\(String(repeating: "z", count: 65_536))\r\n"
            let body = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
            replies.append(try raw(Array(body.utf8), to: port, more: Array(chunk.utf8)))
            #expect(!replies.contains { $0.contains(" 200 ") })
            #expect(try BankHTTP().send(BankHTTP.Request("http://127.0.0.1:\(port)/"), to: "it").status == 200)
        }
    }

    /// A byte now and then keeps a connection from being silent, and not from being ended.
    @Test func whoSendsSlowlyIsNotWaitedFor() throws {
        var limits = HTTPServer.Limits()
        limits.patience = 1
        try serving(limits) { port in
            let reply = try raw(Array("GET / HTTP/1.1\r\nHost: x\r\nA: ".utf8), to: port, more: [0x79])
            #expect(!reply.contains(" 200 "))
        }
    }

    /// Whoever opens connections and says nothing keeps nobody else out.
    @Test func silentConnectionsGiveWay() throws {
        var limits = HTTPServer.Limits()
        (limits.connections, limits.patience, limits.idle) = (16, 600, 600)
        try serving(limits) { port in
            var silent: [Int32] = []
            defer { for descriptor in silent { close(descriptor) } }
            for _ in 0..<64 { silent.append(try connected(to: port)) }
            let reply = try raw(Array("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".utf8), to: port)
            #expect(reply.hasPrefix("HTTP/1.1 200 "))
        }
    }

    /// What no handler saw is told once, with who sent it: what is refused here, and by the library itself.
    @Test(arguments: [
        ("GET /x?a=1 HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", "GET /x?a=1", 400),
        ("GET /x%zz HTTP/1.1\r\nHost: x\r\n\r\n", "GET /x%zz", 400),
        ("POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999\r\n\r\n", "POST /x", 413),
        ("GET /x?MANY HTTP/1.1\r\nHost: x\r\n\r\n", "GET /x?", 414),
        ("POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: +1\r\n\r\n", " /x", 400),
        ("GET /x HTTP/1.1\r\nHost: x\r\nA: LONG\r\n\r\n", " /x", 431),
        ("GET /LONG HTTP/1.1\r\nHost: x\r\n\r\n", " ", 414),
        ("what is this\r\n\r\n", " ", 400),
        ("POST /x HTTP/1.1\r\nHost: x\r\n", " /x", 408),
        ("GET /x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "", 200),
    ])
    func refusalsAreTold(_ sent: String, _ first: String, _ status: Int) throws {
        let told = Mutex([HTTPServer.Refusal]())
        var limits = HTTPServer.Limits()
        if status == 408 { limits.patience = 1 }
        try serving(limits) { refusal in
            told.withLock { $0.append(refusal) }
        } _: { port in
            let whole = sent.replacing("LONG", with: String(repeating: "y", count: 1 << 16))
                .replacing("MANY", with: String(repeating: "a&", count: 200))
            _ = try raw(Array(whole.utf8), to: port)
        }
        let refusals = told.withLock { $0 }
        #expect(refusals.count == (status == 200 ? 0 : 1), "\(refusals)")
        for refusal in refusals {
            #expect("\(refusal.method) \(refusal.target)".hasPrefix(first) && refusal.peer == "127.0.0.1", "\(refusal)")
            #expect(refusal.status == status, "\(refusal)")
        }
    }

    /// However many are refused at the same moment, each by the library itself, each is told with who sent it.
    @Test func refusalsAtTheSameMomentAreToldApart() throws {
        let kinds = [
            (Array("what is this\r\n\r\n".utf8), 400),
            (Array("GET /x HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n".utf8), 400),
            (Array("GET / HTTP/2.7\r\nHost: x\r\n\r\n".utf8), 505),
        ]
        let told = Mutex([String: Int]())
        try serving { refusal in
            told.withLock { $0["\(refusal.peer ?? "") \(refusal.target) \(refusal.status)", default: 0] += 1 }
        } _: { port in
            let clients = try (0..<90).map { (try connected(to: port, from: 10 + UInt32($0 % 3)), kinds[$0 % 3].0) }
            for (client, bytes) in clients {
                #expect(Glibc.send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
            }
            for (client, _) in clients {
                var chunk = [UInt8](repeating: 0, count: 4_096)
                while recv(client, &chunk, chunk.count, 0) > 0 {}
                close(client)
            }
        }
        let whole = ["127.0.0.10  400": 30, "127.0.0.11 /x 400": 30, "127.0.0.12  505": 30]
        #expect(told.withLock { $0 } == whole)
    }

    // MARK: Answers in pieces

    /// The second piece is made once the first one has arrived.
    @Test func piecesAreSentAsTheyAreMade() throws {
        let hasArrived = Mutex(false)
        let answer: HTTPServer.Handler = { _, stream in
            stream?.begin(200, [("Content-Type", "text/event-stream")])
            #expect(stream?.write(Array("one ".utf8)) == true)
            while !hasArrived.withLock({ $0 }) { usleep(1_000) }
            #expect(stream?.write(Array("two".utf8)) == true)
            return HTTPResponse(500, body: Array("not sent".utf8))
        }
        let server = try HTTPServer(.address("127.0.0.1", 0), isLong: { _, _ in true }, handler: answer)
        try server.start()
        defer { server.stop() }
        let request = Array("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".utf8)
        let look: (String) -> Void = { reply in
            if reply.contains("one ") { hasArrived.withLock { $0 = true } }
        }
        let reply = try raw(request, to: server.port, onReply: look)
        #expect(reply.hasPrefix("HTTP/1.1 200 ") && reply.contains("Content-Type: text/event-stream"))
        #expect(reply.hasSuffix("\r\n\r\n4\r\none \r\n3\r\ntwo\r\n0\r\n\r\n"))
    }

    /// Whoever makes pieces learns that nobody takes them, and the server ends without waiting for them.
    @Test func whoHasGoneGetsNoMore() throws {
        let isOver = Mutex(false)
        let answer: HTTPServer.Handler = { _, stream in
            stream?.begin(200, [])
            while stream?.write(Array("more ".utf8)) == true { usleep(1_000) }
            isOver.withLock { $0 = true }
            return HTTPResponse(200)
        }
        let server = try HTTPServer(.address("127.0.0.1", 0), isLong: { _, _ in true }, handler: answer)
        try server.start()
        let descriptor = try connected(to: server.port)
        let request = Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
        #expect(Glibc.send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count)
        var chunk = [UInt8](repeating: 0, count: 64)
        #expect(recv(descriptor, &chunk, chunk.count, 0) > 0)
        close(descriptor)
        while !isOver.withLock({ $0 }) { usleep(1_000) }
        server.stop()
    }
}
