import Glibc
import Synchronization

/// An HTTP server on this machine that answers as it is told, on a thread of its own.
final class ScriptedServer: Sendable {
    enum Step: Sendable {
        case send(String)
        case bytes([UInt8])
        /// Milliseconds.
        case wait(UInt32)
        /// Nothing more comes, and the connection stays open. The last step of a reply.
        case hang
        case reset
    }

    struct Received: Sendable {
        var head: String
        var body: String
    }

    private let listener: Int32
    let port: UInt16
    private let replies: Mutex<[[Step]]>
    private let received = Mutex<[Received]>([])

    var url: String { "http://127.0.0.1:\(port)" }
    var requests: [Received] { received.withLock { $0 } }
    /// Replies that nobody came for.
    var unused: Int { replies.withLock { $0.count } }

    /// - Parameter replies: one for each request; each ends with its connection.
    init(_ replies: [[Step]]) {
        // Commands that other tests run at the same time would hold it open.
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        port = withUnsafeMutablePointer(to: &address) { [listener] pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                precondition(bind(listener, pointer, length) == 0 && listen(listener, 8) == 0)
                getsockname(listener, pointer, &length)
            }
            return UInt16(bigEndian: pointer.pointee.sin_port)
        }
        self.replies = Mutex(replies)
        var thread = pthread_t()
        let me = Unmanaged.passRetained(self).toOpaque()
        pthread_create(
            &thread, nil,
            { context in
                let server = Unmanaged<ScriptedServer>.fromOpaque(context!).takeRetainedValue()
                server.serve()
                return nil
            }, me)
        pthread_detach(thread)
    }

    /// A reply of status 200 that streams events.
    static func events(_ body: String) -> [Step] { [.send(head(200, "text/event-stream") + body)] }

    static func head(_ status: Int, _ type: String = "application/json", _ more: [String] = []) -> String {
        (["HTTP/1.1 \(status) X", "Content-Type: \(type)", "Connection: close"] + more + ["", ""])
            .joined(separator: "\r\n")
    }

    private func serve() {
        var hanging: [Int32] = []
        while replies.withLock({ !$0.isEmpty }) {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { continue }
            _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
            guard let request = read(connection) else {
                close(connection)
                continue
            }
            received.withLock { $0.append(request) }
            let steps = replies.withLock { $0.isEmpty ? [] : $0.removeFirst() }
            for step in steps { run(step, connection) }
            // The next request does not wait for the other side to close.
            if case .hang? = steps.last { hanging.append(connection) } else { close(connection) }
        }
        // Nobody is there any more: the next one is refused.
        close(listener)
        for connection in hanging { waitUntilClosed(connection) }
    }

    private func waitUntilClosed(_ connection: Int32) {
        var byte: UInt8 = 0
        while recv(connection, &byte, 1, 0) > 0 {}
        close(connection)
    }

    private func run(_ step: Step, _ connection: Int32) {
        switch step {
        case .send(let text): run(.bytes(Array(text.utf8)), connection)
        case .bytes(let all):
            var bytes = all[...]
            while !bytes.isEmpty {
                let sent = bytes.withUnsafeBytes {
                    send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard sent > 0 else { return }
                bytes = bytes.dropFirst(sent)
            }
        case .wait(let milliseconds): usleep(milliseconds * 1000)
        case .hang: break
        case .reset:
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        }
    }

    private func read(_ connection: Int32) -> Received? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            // The first record of TLS, which is not understood here.
            if bytes.first == 0x16 { return Received(head: "", body: "") }
            let text = String(decoding: bytes, as: UTF8.self)
            if let end = text.utf8.firstRange(of: "\r\n\r\n".utf8) {
                let head = String(text[..<end.lowerBound])
                let rest = bytes.count - text.utf8.distance(from: text.startIndex, to: end.upperBound)
                let wanted = head.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
                    .flatMap { Int($0.dropFirst(15).drop { $0 == " " }) }
                if rest >= wanted ?? 0 { return Received(head: head, body: String(text[end.upperBound...])) }
            }
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            bytes += buffer[..<count]
        }
    }
}
