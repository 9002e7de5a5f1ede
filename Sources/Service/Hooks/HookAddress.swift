import Feeds

/// Where messages may be sent.
public enum HookAddress {
    /// Why an address can't be told anything; nil where it can.
    public static func problem(with url: String) -> String? {
        guard let address = BankAddress(url) else {
            return "that's no address; write it as https://example.com/coach"
        }
        guard address.isEncrypted || address.isLoopback else {
            return "what coach tells is about your money, so the address must begin with https://"
        }
        return address.credentials == nil ? nil : "leave out the name and password before the host: messages are signed"
    }

    /// The host alone: the rest of an address may be what lets one in.
    public static func host(_ url: String) -> String { BankAddress(url)?.host ?? "?" }
}
