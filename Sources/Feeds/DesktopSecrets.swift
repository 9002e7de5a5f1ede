import CSecret
import Glibc

/// The secret service of the desktop, such as GNOME Keyring or KWallet, by libsecret.
public enum DesktopSecrets {
    /// What is kept there.
    public enum Name: Sendable {
        case key
        /// A key that is on its way into the place of the other.
        case next
        /// A key that was used before, counted from 1.
        case earlier(Int)

        fileprivate var text: String {
            switch self {
            case .key: "key"
            case .next: "next"
            case .earlier(let number): "earlier-\(number)"
            }
        }
    }

    private static let unavailable = FeedError(
        .key,
        "the desktop's secret service can't be asked: unlock it, install libsecret-1-0, or remove “key_store” from config.json"
    )

    /// - Returns: nil where there is none of that name.
    public static func read(_ name: Name) throws(FeedError) -> Secret? {
        var value: UnsafeMutablePointer<CChar>?
        defer { csecret_free(value) }
        switch csecret_read(name.text, &value) {
        case CSECRET_OK: return value.map { Secret(copying: UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
        case CSECRET_NONE: return nil
        default: throw unavailable
        }
    }

    /// - Parameter secret: holds no zeros.
    public static func write(_ secret: Secret, as name: Name) throws(FeedError) {
        let text = Secret.joined([secret, Secret("\0")])
        let result = text.withBytes { csecret_write(name.text, $0.assumingMemoryBound(to: CChar.self).baseAddress) }
        guard result == CSECRET_OK else { throw unavailable }
    }

    public static func remove(_ name: Name) throws(FeedError) {
        guard csecret_remove(name.text) != CSECRET_FAILED else { throw unavailable }
    }
}
