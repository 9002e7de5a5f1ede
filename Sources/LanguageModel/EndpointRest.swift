/// How long an endpoint is left alone that let a time-out pass, so that a hung server does not cost as much again for each
/// question of a conversation. All times are seconds of one clock.
struct EndpointRest {
    /// It doubles with each failure in a row: a model that was being loaded is back soon, a dead server costs ever less.
    private static let shortest = 60.0
    private static let longest = 960.0

    private var length = 0.0
    private var end = 0.0
    private var cause: ModelError?

    mutating func begin(after error: ModelError, at now: Double) {
        length = length == 0 ? Self.shortest : min(2 * length, Self.longest)
        end = now + length
        cause = error
    }

    /// Why nothing is asked now; nil where something may be.
    func error(at now: Double) -> ModelError? {
        guard let cause, now < end else { return nil }
        var error = ModelError(
            cause.reason,
            "\(cause.message), so coach answers by itself and tries the model again after \(FailureWords.wait(length))")
        error.requests = 0
        return error
    }
}
