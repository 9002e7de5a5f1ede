import Feeds

/// What a secret key of Stripe's is for, which its beginning says.
public enum StripeKey {
    /// Whether it moves real money.
    ///
    /// - Throws: `PaymentError` for what is no secret key; nothing of it is in the words.
    public static func isLive(_ key: Secret) throws(PaymentError) -> Bool {
        func begins(_ prefix: String) -> Bool { key.withBytes { $0.starts(with: Array(prefix.utf8)) } }
        let isPlain = key.withBytes { bytes in
            bytes.count <= 300
                && bytes.allSatisfy {
                    (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x5F
                }
        }
        if isPlain, begins("sk_test_") || begins("rk_test_") { return false }
        if isPlain, begins("sk_live_") || begins("rk_live_") { return true }
        if begins("pk_") {
            throw PaymentError(
                .refused, "that's the publishable key; coach needs the secret one, which begins with sk_")
        }
        throw PaymentError(.refused, "that's no secret key of Stripe's; one begins with sk_test_ or sk_live_")
    }

    /// - Throws: `PaymentError` for what is no signing secret of a webhook.
    public static func checkWebhook(_ secret: Secret) throws(PaymentError) {
        guard secret.count <= 300, secret.withBytes({ $0.starts(with: Array("whsec_".utf8)) }) else {
            throw PaymentError(.refused, "that's no signing secret of a webhook; one begins with whsec_")
        }
    }

    /// What the vault seals the secrets for: those of test money open nowhere else.
    public static func reference(isLive: Bool) -> String { "payments stripe \(isLive ? "live" : "test")" }
    public static func webhookReference(isLive: Bool) -> String { "webhook \(reference(isLive: isLive))" }

    /// The provider's own address, or one on this machine in its place.
    ///
    /// - Throws: `PaymentError` for any other: a key is sent to nobody else.
    public static func address(_ text: String?) throws(PaymentError) -> String {
        guard let text else { return "https://api.stripe.com" }
        guard let address = BankAddress(text), address.credentials == nil, address.isLoopback,
            text.split(separator: "/", omittingEmptySubsequences: true).count == 2
        else {
            throw PaymentError(.refused, "the address must be one of this machine, such as http://127.0.0.1:8092")
        }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }
}
