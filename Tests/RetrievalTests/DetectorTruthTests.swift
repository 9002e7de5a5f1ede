import Ledger
import TestSupport
import Testing

/// The detectors against households of which it is known what is in them; `make eval` prints the same figures.
@Suite struct DetectorTruthTests {
    @Test func streamsAreFoundAndLittleElse() {
        let score = DetectorScore.recurring()
        #expect(score.wanted > 1000)
        #expect(score.precision >= 0.95, "\(score.misses)")
        #expect(score.recall >= 0.95, "\(score.misses)")
    }

    @Test func plantedRowsAreFoundAndLittleElse() {
        let score = DetectorScore.unusual()
        #expect(score.wanted == 160)
        #expect(score.precision >= 0.95, "\(score.misses)")
        #expect(score.recall >= 0.95, "\(score.misses)")
    }
}
