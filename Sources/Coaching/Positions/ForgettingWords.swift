import Advice

extension LocationGuard.Forgetting {
    /// For people.
    public var words: String {
        let rest =
            " Another program is reading the index, so traces stay in its log until the next coach command, or a "
            + "running `coach serve`, clears them."
        return "Forgot \(count) position\(count == 1 ? "" : "s").\(isComplete ? "" : rest)"
    }
}
