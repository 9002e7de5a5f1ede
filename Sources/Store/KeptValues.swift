/// What was computed from an index and holds as long as nothing is written to it, by this process or another one.
struct KeptValues {
    private var values: [[AnyHashable]: Any] = [:]
    private var ownChanges = -1
    private var dataVersion: Int64 = -1

    /// So that a long pipe, each line about other days, does not grow.
    private static let most = 64

    fileprivate mutating func value<T>(_ key: [AnyHashable], ownChanges: Int, dataVersion: Int64) -> T? {
        if ownChanges != self.ownChanges || dataVersion != self.dataVersion || values.count >= KeptValues.most {
            values.removeAll(keepingCapacity: true)
            (self.ownChanges, self.dataVersion) = (ownChanges, dataVersion)
        }
        // What is not there would be taken for nothing that is kept, where that is what is looked for.
        guard let known = values[key] else { return nil }
        return known as? T
    }

    fileprivate mutating func keep(_ value: Any, _ key: [AnyHashable]) { values[key] = value }
}

extension HouseholdIndex {
    /// A value that is computed once for each state of the index.
    ///
    /// - Parameters:
    ///   - key: says what is computed and of what.
    ///   - most: how many elements of a list are kept in memory at most.
    public func kept<T>(_ key: [AnyHashable], most: Int = .max, _ make: () throws -> T) throws -> T {
        // What is written and not yet kept may be taken back.
        guard !database.isWriting else { return try make() }
        let (own, version) = (ownChanges, try dataVersion)
        if let known: T = keptValues.value(key, ownChanges: own, dataVersion: version) { return known }
        let made = try make()
        let count = (made as? any Collection)?.count ?? 0
        if own == ownChanges, count <= most { keptValues.keep(made, key) }
        return made
    }
}
