import Advice
import Testing

@Suite struct SpendingProfileTests {
    @Test(arguments: [(SpendingProfile.saver, 0.40), (.average, 0.60), (.spender, 0.75)])
    func thresholds(profile: SpendingProfile, threshold: Double) { #expect(profile.threshold == threshold) }
}
