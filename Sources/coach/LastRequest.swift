import Glibc

/// The bytes that were last sent to a model, kept for `coach privacy`; never the key, which is no part of them.
struct LastRequest {
    /// What a request was for.
    enum Purpose: String {
        case words = "last-request"
        case reading = "last-reading"
    }

    private let folder: String
    private let purpose: Purpose
    private var path: String { folder + "/\(purpose.rawValue).json" }

    init(folder: String, _ purpose: Purpose = .words) {
        self.folder = folder
        self.purpose = purpose
    }

    /// Writes beside the place and moves it there. A record that cannot be kept stops no question.
    ///
    /// The one before is taken away first: a file that takes another's place is written to the disk at once (ext4), and
    /// the reply would wait for it.
    func keep(_ text: String) {
        for (index, character) in folder.enumerated() where character == "/" && index > 0 {
            mkdir(String(folder.prefix(index)), 0o700)
        }
        mkdir(folder, 0o700)
        let draft = "\(path).\(getpid())"
        let descriptor = open(draft, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        var text = text
        let isWhole = text.withUTF8 { write(descriptor, $0.baseAddress, $0.count) == $0.count }
        close(descriptor)
        if isWhole { unlink(path) }
        if !isWhole || rename(draft, path) != 0 { unlink(draft) }
    }

    /// What was kept, and when, as local time: `2026-10-31 14:03`; nil when nothing was sent yet.
    func read() -> (bytes: [UInt8], time: String)? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var info = stat()
        guard fstat(descriptor, &info) == 0 else { return nil }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = Glibc.read(descriptor, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
        var local = tm()
        localtime_r(&info.st_mtim.tv_sec, &local)
        var text = [CChar](repeating: 0, count: 32)
        strftime(&text, text.count, "%Y-%m-%d %H:%M", &local)
        return (bytes, String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
}
