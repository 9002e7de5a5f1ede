import Ledger

extension AvoidanceModel {
    /// How strongly the weights hold to the shipped ones: each is pulled back as if by so many answers.
    private static let hold = 4.0
    private static let sweeps = 500

    /// The shipped model moved towards the user's own answers.
    ///
    /// It minimises the logistic loss of the answers plus `hold / 2 · Σ (weight − shipped weight)²` over the weights
    /// that keep their sign constraints: coordinate descent with the bound ¼ on the curvature of the loss (Böhning and
    /// Lindsay 1988), so that every step lowers it. The same answers give the same model; no answers, the shipped one.
    ///
    /// - Parameter answers: the features of past purchases, and whether each was one to avoid.
    public static func retrained(on answers: [(features: PurchaseFeatures, isAvoidable: Bool)]) -> AvoidanceModel {
        var model = AvoidanceModel.shipped
        guard !answers.isEmpty else { return model }
        let shipped = model.weights + [model.intercept]
        let floors = AvoidanceModel.floors
        let rows = answers.map { $0.features.values + [1] }
        let labels = answers.map { $0.isAvoidable ? 1.0 : 0.0 }
        var weights = shipped
        var scores = rows.map { row in zip(row, weights).reduce(0) { $0 + $1.0 * $1.1 } }
        for _ in 0..<sweeps {
            var largestStep = 0.0
            for place in weights.indices {
                var slope = hold * (weights[place] - shipped[place])
                var curvature = hold
                for (index, row) in rows.enumerated() where row[place] != 0 {
                    slope += (sigmoid(scores[index]) - labels[index]) * row[place]
                    curvature += row[place] * row[place] / 4
                }
                let moved = max(weights[place] - slope / curvature, floors[place])
                let step = moved - weights[place]
                guard step != 0 else { continue }
                weights[place] = moved
                for (index, row) in rows.enumerated() where row[place] != 0 { scores[index] += step * row[place] }
                largestStep = max(largestStep, abs(step))
            }
            if largestStep < 1e-9 { break }
        }
        model.intercept = weights.removeLast()
        model.weights = weights
        return model
    }

    /// The least that each weight may be, the intercept last.
    private static let floors =
        PurchaseFeatures.names.map { name in
            PurchaseFeatures.Signal(rawValue: name)?.isNeverInFavour == true ? 0 : -Double.infinity
        } + [-Double.infinity]
}
