/// The days of a row as its source tells them: made, and posted where that is another day.
struct RowDays: Equatable {
    var day: Int32
    var posted: Int32?

    /// The days of a file's row when a bank connection tells of it, too: what the file leaves open is the connection's word. Most files
    /// have one day only, mostly that of the posting.
    func completed(by told: RowDays) -> RowDays {
        guard posted == nil, let booked = told.posted, day == booked || day == told.day else { return self }
        return told
    }
}
