import TestSupport

/// Prints how well the detectors find what is known to be in generated ledgers.
func reportDetectors() {
    for (name, score) in [("recurring streams", DetectorScore.recurring()), ("unusual rows", DetectorScore.unusual())] {
        print("\n\(name), generated ledgers: \(score.wanted) to find, \(score.found) found")
        print("  precision \(rounded(score.precision)), recall \(rounded(score.recall))")
        for (miss, count) in score.misses.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }).prefix(5) {
            print("  \(count) × \(miss)")
        }
    }
}

/// With three decimals at most.
private func rounded(_ share: Double) -> Double { (share * 1000).rounded() / 1000 }
