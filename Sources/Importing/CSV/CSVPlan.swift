import Ledger

/// Everything that is needed to turn the rows of one table into records.
struct CSVPlan {
    var delimiter: UInt8
    var columns: CSVColumns
    var dates: DateParser
    var decimal: UInt8
    var sign: CSVSign
    /// What the header, the cells or the person say of the currency; a row's own goes before it.
    var currency: Currency?
    /// What a bare dollar sign stands for in a table of another currency, some of whose amounts have that one's sign.
    var dollar: Currency?
    /// The account that a line between two tables names, of the rows below it.
    var section: String?
    /// Rows without date and amount go on with the text of the row above.
    var hasContinuations = false
    /// The balance stands before the row's own amount.
    var balanceIsBefore = false
    /// Whether three digits behind the decimal mark are nothing unusual in the column of amounts.
    var writesThousandths = false
    /// Where rows begin that are unlike all others of a table without names.
    var outsiders: [Int] = []
    /// Where rows begin that the figures show to state a balance, as they say themselves.
    var statedBalances: Set<Int> = []
    /// How many columns the table has; a row with more has a delimiter in its text.
    var width = 0
    /// The name that is payer or recipient of most rows: the account's holder.
    var owner: String?
    /// The header row in the text; empty where there is none.
    var header: Range<Int> = 0..<0
    /// Where the rows begin.
    var start: (position: Int, line: Int)
    var layout: StatementLayout
    /// Whether some row has a date.
    var hasRows = true
    /// What the person has to settle before a row is read.
    var doubts: [LayoutDoubt] = []
    var accounts: [StatementAccount]
}
