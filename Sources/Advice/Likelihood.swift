/// Probabilities in words that tell them apart from the threshold they are compared with.
enum Likelihood {
    /// `57%`; `more than 99%` for what is less than certain.
    static func percent(_ value: Double) -> String {
        let whole = Int((value * 100).rounded())
        if whole == 100, value < 1 { return "more than 99%" }
        if whole == 0, value > 0 { return "less than 1%" }
        return "\(whole)%"
    }

    /// The same with as many digits, at most two, as it takes to differ from a threshold; beyond that in words.
    static func percent(_ value: Double, besides threshold: Double) -> String {
        if percent(value) != percent(threshold) { return percent(value) }
        if value == threshold { return "exactly \(percent(threshold))" }
        for scale in [10, 100] {
            let digits = [value, threshold].map { Int(($0 * 100 * Double(scale)).rounded()) }
            guard digits[0] != digits[1] else { continue }
            let rest = String(digits[0] % scale + scale).dropFirst()
            return "\(digits[0] / scale).\(rest)%"
        }
        return "just \(value < threshold ? "below" : "above") \(percent(threshold))"
    }
}

extension AvoidanceScore {
    /// `57%`, told apart from the threshold.
    var likelihood: String { Likelihood.percent(probability, besides: threshold) }

    /// Why it is advised against.
    var againstIt: String {
        "It looks avoidable (\(likelihood), and my cutoff is \(Likelihood.percent(threshold))). \(reason)"
    }

    /// That it is not advised against.
    var notAgainstIt: String {
        let isNamed = likelihood.hasPrefix("just")
        return
            "It doesn't look avoidable (\(likelihood)\(isNamed ? "" : ", and my cutoff is \(Likelihood.percent(threshold))"))."
    }
}
