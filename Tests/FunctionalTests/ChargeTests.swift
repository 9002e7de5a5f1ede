import Glibc
import TestSupport
import Testing

/// Charges and Stripe's webhooks as other programs see them, against the test kit's mock of Stripe.
///
/// `COACH_TORTURE` (`make torture`) breaks a charge in hundreds of ways; without it the single ones are tried.
@Suite(
    .enabled(if: StripeMock.kit != nil, "needs the test peers beside the repository: ../shared/peers/bin/setup stripe"))
struct ChargeTests {
    /// Killed and cut off at every request, no card is charged twice and no charge is lost.
    @Test func aBrokenChargeIsNeitherLostNorRepeated() throws {
        try run("torture.py", getenv("COACH_TORTURE") == nil ? "" : "--long")
    }

    @Test func chargesAndWebhooksOverHTTP() throws { try run("webhooks.py", "") }

    /// Killed at every request that a write with an `Idempotency-Key` makes, to a bank or to the card's provider.
    @Test func aKeyedWriteThatIsKilledIsDoneOnce() throws { try run("keys.py", "") }

    private func run(_ script: String, _ option: String) throws {
        let scripts = "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Charges/"
        let program = ProgramUnderTest.folder + "/coach"
        let command =
            "timeout 3600 python3 '\(scripts)\(script)' '\(program)' '\(try #require(StripeMock.kit))' \(option) 2>&1"
        let pipe = try #require(popen(command, "r"))
        var (output, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
        while case let count = fread(&chunk, 1, chunk.count, pipe), count > 0 { output += chunk[..<count] }
        #expect(pclose(pipe) == 0, "\(String(decoding: output, as: UTF8.self))")
    }
}

/// The test kit's mock of Stripe.
enum StripeMock {
    /// The folder of the kit; nil where it isn't there, or Stripe's mock isn't set up.
    static let kit: String? = {
        func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
        let repository = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let kit = (variable("COACH_SHARED") ?? repository + "/../shared") + "/peers"
        let home = variable("COACH_PEERS_HOME") ?? (variable("HOME") ?? "") + "/.cache/coach-peers"
        return access(kit + "/bin/stripe-mock", X_OK) == 0 && access(home + "/done/stripe", F_OK) == 0 ? kit : nil
    }()
}
