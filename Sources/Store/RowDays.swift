/// The days of a row as its source tells them: made, and posted where that is another day.
struct RowDays: Equatable {
    var day: Int32
    var posted: Int32?

    /// Whether both may be the days of one row: where each source tells both, one of them has to agree; a single day may be either.
    func mayBe(_ other: RowDays) -> Bool {
        guard let posted, let booked = other.posted else {
            return [day, posted ?? day].contains { [other.day, other.posted ?? other.day].contains($0) }
        }
        return day == other.day || posted == booked
    }

    /// Whether both may be the days of one row and its sources tell days alike.
    func isLike(_ other: RowDays) -> Bool { posted == nil || other.posted == nil ? mayBe(other) : self == other }

    /// The days of a file's row when a bank connection tells of it, too: what the file leaves open is the connection's word. Most files
    /// have one day only, mostly that of the posting.
    func completed(by told: RowDays) -> RowDays {
        guard posted == nil, let booked = told.posted, day == booked || day == told.day else { return self }
        return told
    }
}
