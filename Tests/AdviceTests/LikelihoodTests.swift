import Testing

@testable import Advice

/// A probability is never said as the threshold that it is not.
@Suite struct LikelihoodTests {
    @Test(arguments: [
        (0.57, 0.60, "57%"), (0.599, 0.60, "59.9%"), (0.5996, 0.60, "59.96%"), (0.59999, 0.60, "just below 60%"),
        (0.6, 0.60, "exactly 60%"), (0.604, 0.60, "60.4%"), (0.60001, 0.60, "just above 60%"),
        (0.9999, 0.60, "more than 99%"), (1.0, 0.60, "100%"), (0.001, 0.60, "less than 1%"), (0.0, 0.60, "0%"),
        (0.7504, 0.75, "75.04%"),
    ])
    func besidesAThreshold(value: Double, threshold: Double, words: String) {
        #expect(Likelihood.percent(value, besides: threshold) == words)
    }
}
