import Ledger

extension Resource {
    /// The rows of a tab-separated file with `#` comment lines and one header line, which is left out.
    ///
    /// Every row has as many fields as the header; missing ones at the end are empty.
    public var tableRows: [[String]] {
        var rows: [[String]] = []
        var width: Int?
        eachLine { line in
            var fields = UnsafeRawBufferPointer(rebasing: bytes[line]).withMemoryRebound(to: UInt8.self) {
                $0.parts(separatedBy: 0x09, keepsEmpty: true)
            }
            guard let columns = width else {
                width = fields.count
                return
            }
            while fields.count < columns { fields.append("") }
            rows.append(fields)
        }
        return rows
    }
}

extension Taxonomy {
    /// The list that ships with the program, `rag-index/taxonomy/categories.tsv`.
    public static let builtIn = Taxonomy(
        Resource.named("rag-index/taxonomy/categories.tsv").tableRows.map { row in
            Taxonomy.Row(
                category: Category(
                    id: row[0], parent: row[1].isEmpty ? nil : row[1], name: row[2],
                    flow: Category.Flow(rawValue: row[3]) ?? .out, guardian: row[4].isEmpty ? nil : row[4]),
                plaidCodes: row[5].parts(separatedBy: 0x20),
                bankNames: row[6].parts(separatedBy: 0x3B))
        })
}
