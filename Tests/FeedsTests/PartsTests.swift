import Importing
import Ledger
import Store
import TestSupport
import Testing

@testable import Feeds

@Suite("Secrets at rest")
struct SecretVaultTests {
    private func vault(_ key: String = String(repeating: "k", count: 32), _ earlier: [String] = []) throws
        -> SecretVault
    {
        try SecretVault(Secret(key), earlier: earlier.map { Secret($0) })
    }

    private func text(_ secret: Secret) -> String { secret.withBytes { String(decoding: $0, as: UTF8.self) } }

    @Test("What was sealed opens in its own place only")
    func seal() throws {
        let vault = try vault()
        let sealed = try vault.seal(Secret("https://user:word@bank.example"), for: "simplefin-1")
        #expect(text(try vault.open(sealed, for: "simplefin-1")) == "https://user:word@bank.example")
        #expect(throws: FeedError.self) { try vault.open(sealed, for: "simplefin-2") }
        for position in sealed.indices {
            var broken = sealed
            broken[position] ^= 1
            #expect(throws: FeedError.self) { try vault.open(broken, for: "simplefin-1") }
        }
        for count in 0..<sealed.count {
            #expect(throws: FeedError.self) { try vault.open(Array(sealed.prefix(count)), for: "simplefin-1") }
        }
    }

    @Test("Each sealing has a nonce of its own, and nothing of the text shows")
    func nonces() throws {
        let vault = try vault()
        let secret = Secret("access-sandbox-123456")
        let sealed = try (0..<200).map { _ in try vault.seal(secret, for: "x") }
        #expect(Set(sealed.map { Array($0[1..<13]) }).count == 200)
        #expect(sealed.allSatisfy { !String(decoding: $0, as: UTF8.self).contains("access") })
    }

    @Test("A key that was used before still opens")
    func rotation() throws {
        let old = String(repeating: "a", count: 40)
        let sealed = try vault(old).seal(Secret("token"), for: "x")
        let new = try vault(String(repeating: "b", count: 40), [old])
        let again = try new.seal(try new.open(sealed, for: "x"), for: "x")
        #expect(throws: FeedError.self) { try vault(old).open(again, for: "x") }
    }

    @Test("A short key is refused; space around it does not count")
    func keys() throws {
        #expect(throws: FeedError.self) { try vault(String(repeating: "k", count: 31) + "\n") }
        let sealed = try vault(String(repeating: "k", count: 32) + "\n").seal(Secret("t"), for: "x")
        #expect(text(try vault().open(sealed, for: "x")) == "t")
        #expect(try SecretVault.newMaterial().count == 64)
    }

    @Test("AES-256-GCM as NIST has it: test case 16 of the GCM specification")
    func knownAnswer() throws {
        func bytes(_ hex: String) throws -> [UInt8] { try #require(HexText.bytes(hex)) }
        let key = try bytes("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308")
        let nonce = try bytes("cafebabefacedbaddecaf888")
        let plain = try bytes(
            "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39"
        )
        let associated = try bytes("feedfacedeadbeeffeedfacedeadbeefabaddad2")
        let expected = try bytes(
            "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662"
                + "76fc6ece0f4e1768cddf8853bb2d551b")
        let sealed = plain.withUnsafeBytes { plain in
            key.withUnsafeBytes { SecretVault.sealed(plain, key: $0, nonce: nonce, associated: associated) }
        }
        #expect(sealed == expected)
    }

    @Test("Base64 both ways, at every length")
    func base64() {
        var random = SeededGenerator(seed: 3)
        for count in 1...60 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            let secret = bytes.withUnsafeBytes { Secret(copying: $0) }
            let encoded = secret.base64Encoded()
            #expect(encoded.count == (count + 2) / 3 * 4)
            #expect(encoded.base64Decoded()?.withBytes { Array($0) } == bytes)
        }
        #expect(text(Secret("M").base64Encoded(after: "Basic ")) == "Basic TQ==")
        #expect(Secret("no base64!").base64Decoded() == nil)
    }

    @Test("It shows itself nowhere")
    func descriptions() {
        let secret = Secret("hunter2hunter2")
        var dumped = ""
        dump(secret, to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), dumped] { #expect(!text.contains("hunter2")) }
    }
}

@Suite("Words of banks")
struct CleanTextTests {
    @Test(
        "They are one plain line",
        arguments: [
            (
                "<b>Joint</b><script>alert('x')</script> \u{1b}[2J\u{1b}[31mCHECKING\u{1b}[0m\u{7} \u{202e}txt.evil",
                "Joint CHECKING txt.evil"
            ),
            ("\u{1b}[31mPAWS & CLAWS\u{1b}[0m <img src=x onerror=alert(1)>\tVET\r\nCLINIC", "PAWS & CLAWS VET CLINIC"),
            ("A < B > C", "A < B > C"), ("  two   spaces ", "two spaces"), ("\u{1b}]0;title\u{7}x", "x"),
            ("Z\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}o", "Z\u{300}\u{301}\u{302}\u{303}o"), ("", ""),
            ("café 🍕", "café 🍕"),
        ])
    func line(_ text: String, _ expected: String) { #expect(CleanText.line(text) == expected) }

    @Test("Long ones are cut")
    func long() { #expect(CleanText.line(String(repeating: "x", count: 500), longest: 40).count == 40) }

    @Test(
        "Of a number the last four digits are kept",
        arguments: [
            ("Everyday Checking (1234)", "Everyday Checking (1234)", "1234"),
            ("Visa 4111111111111111", "Visa …1111", "1111"),
            ("Savings", "Savings", nil), ("401k", "401k", nil),
        ] as [(String, String, String?)])
    func label(_ text: String, _ name: String, _ mask: String?) {
        #expect(AccountLabel(text).name == name)
        #expect(AccountLabel(text).mask == mask)
    }

    @Test(
        "Amounts are exact",
        arguments: [
            ("-12.34", -1_234), ("12", 1_200), ("0.5", 50), (".5", 50), ("-0.01", -1), ("1234.567", 123_457),
            ("1.994", 199),
            ("+7.10", 710), ("", nil), ("-", nil), ("1,000.00", nil), ("1e5", nil), ("12.3.4", nil),
            ("9999999999999999", nil),
            ("NaN", nil),
        ] as [(String, Int64?)])
    func amount(_ text: String, _ cents: Int64?) { #expect(DecimalText.minorUnits(text, .usd) == cents) }
}
