import Ledger

/// Tags of rows: words with `#` before them in a row's notes, such as `#portugal`, so that they are searched, exported, and
/// taken back as notes are.
public enum RowTags {
    /// A name as a tag is written: letters and digits, with `-` between words; nil where nothing is left.
    public static func tag(_ name: String) -> String? {
        let words = name.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "_") }
        return words.isEmpty || words.joined().count > 40 ? nil : words.joined(separator: "-")
    }

    /// The tags in a row's notes.
    public static func tags(in notes: String) -> [String] {
        notes.split(whereSeparator: \.isWhitespace).compactMap { word in
            word.first == "#" ? tag(String(word.dropFirst())) : nil
        }
    }

    static func adding(_ tag: String, to notes: String?) -> String {
        guard let notes, !notes.isEmpty else { return "#" + tag }
        return tags(in: notes).contains(tag) ? notes : notes + " #" + tag
    }

    /// The notes of two rows that are one: those of the first, and of the second what they do not say, word by word; each tag once.
    static func joined(_ notes: String?, _ others: String?) -> String? {
        guard let others, !others.isEmpty else { return notes }
        guard let notes, !notes.isEmpty else { return others }
        let (words, news) = (untagged(notes, besides: others), untagged(others, besides: notes))
        if says(notes.split(whereSeparator: \.isWhitespace), news) { return notes }
        if says(others.split(whereSeparator: \.isWhitespace), words) { return others }
        return notes + " " + (news.count == wordCount(others) ? others : news.joined(separator: " "))
    }

    private static func wordCount(_ text: String) -> Int { text.split(whereSeparator: \.isWhitespace).count }

    /// The words of a text without the tags that the other has.
    private static func untagged(_ text: String, besides other: String) -> [Substring] {
        let known = Set(tags(in: other))
        return text.split(whereSeparator: \.isWhitespace).filter { Set(tags(in: String($0))).isDisjoint(with: known) }
    }

    /// Whether these words stand in a text one after the other.
    private static func says(_ text: [Substring], _ words: [Substring]) -> Bool {
        guard !words.isEmpty else { return true }
        return text.indices.contains { text[$0...].starts(with: words) }
    }

    static func removing(_ name: String, from notes: String) -> String {
        notes.split(whereSeparator: \.isWhitespace).filter { word in
            !(word.first == "#" && tag(String(word.dropFirst())) == name)
        }.joined(separator: " ")
    }
}

extension HouseholdIndex {
    /// Every tag with the rows that have it and their parts, which count in their place.
    public func tags() throws -> [String: [Int64]] { try kept(["tags"]) { try readTags() } }

    /// Looks at all notes, through an index that holds no other texts.
    private func readTags() throws(StoreError) -> [String: [Int64]] {
        let rows = try database.rows(
            """
            SELECT t.id, d.notes FROM document d CROSS JOIN txn t ON t.document_id = d.id
            WHERE d.notes IS NOT NULL AND d.notes LIKE '%#%' ORDER BY t.day, t.id
            """
        ) { ($0.int(0), $0.text(1)) }
        var found: [String: [Int64]] = [:]
        for (id, notes) in rows {
            for tag in RowTags.tags(in: notes) { found[tag, default: []].append(id) }
        }
        guard !found.isEmpty else { return [:] }
        let parts = try database.rows("SELECT parent_id, id FROM txn WHERE parent_id IS NOT NULL") {
            ($0.int(0), $0.int(1))
        }
        let ofWhole = Dictionary(grouping: parts, by: \.0).mapValues { $0.map(\.1) }
        return found.mapValues { ids in
            var seen: Set<Int64> = []
            return ids.flatMap { [$0] + (ofWhole[$0] ?? []) }.filter { seen.insert($0).inserted }
        }
    }

    /// Gives rows a tag, or takes it from them, as one action that can be taken back.
    ///
    /// - Returns: how many rows are different now.
    /// - Throws: `UnknownTransaction` for an id that is not there; nothing is changed then.
    public func setTag(_ tag: String, on ids: [Int64], isOn: Bool) throws -> CorrectionResult {
        try StoreError.refuseCardNumber(in: isOn ? tag : nil)
        return try database.write {
            let log = try CorrectionLog(self)
            for id in ids {
                guard let before = try state(ofRow: id) else { throw UnknownTransaction(id: id) }
                var after = before
                if isOn {
                    after.notes = RowTags.adding(tag, to: before.notes)
                } else {
                    let rest = RowTags.removing(tag, from: before.notes ?? "")
                    after.notes = rest.isEmpty ? nil : rest
                }
                if after != before { try log.set(after, ofRow: id, before: before) }
            }
            try log.finish()
            let count = "\(log.changed) transaction\(log.changed == 1 ? "" : "s")"
            return CorrectionResult(changed: log.changed, summary: count + (isOn ? " tagged" : " untagged"))
        }
    }
}
