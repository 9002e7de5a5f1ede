extension CSVColumnFinder {
    /// Texts by header, else by contents: payee first, then what it was for.
    func textColumns(without taken: Set<Int>) -> (texts: [Int], spare: [Int]) {
        func free(_ role: CSVRole) -> [Int] { columns(role).filter { !taken.contains($0) } }
        let weak = free(.weakMemo)
        let spare = weak + free(.kind) + free(.category)
        // A broker's kind of a row tells the whole story: "YOU BOUGHT …", "DIRECT DEBIT …".
        let stories =
            tradesSecurities
            ? free(.kind).filter { profiles[$0].averageLength >= 20 && profiles[$0].distinct * 2 > profiles[$0].filled }
            : []
        if !stories.isEmpty { return (stories, spare) }
        let payees = free(.payee)
        let memos = memoColumns(free(.memo), taken)
        let told = (payees + memos).filter(isTelling)
        if !told.isEmpty {
            let hasMemo = memos.contains(where: isTelling)
            let extra = hasMemo ? [] : weak.filter(isTelling).prefix(1)
            return (Array(payees.filter(isTelling).prefix(2)) + memos.filter(isTelling).prefix(14) + extra, spare)
        }
        let toldWeakly = weak.filter(isTelling)
        if !toldWeakly.isEmpty { return (Array(toldWeakly.prefix(2)), spare) }
        // One value all the way down is the holder's name or "no description", if there is another text.
        let named = payees + memos + weak
        let others = plainTexts(without: taken).filter {
            named.isEmpty || (isTelling($0) && (roles[$0] == nil || (rows.count >= 4 && !profiles[$0].isRepetitive)))
        }
        return (others.isEmpty ? Array(named.prefix(3)) : others, spare)
    }

    /// The bank's own text alone where it stands beside a cleaned one; with the nameless columns that go on with it.
    private func memoColumns(_ memos: [Int], _ taken: Set<Int>) -> [Int] {
        if memos.count > 1, let original = memos.first(where: isOriginal), isTelling(original) { return [original] }
        guard let last = memos.last else { return [] }
        // "Extended details" repeat what "Description" says.
        let exact = memos.filter { header[$0].isExact }
        var memos = exact.isEmpty ? memos : exact
        var next = last + 1
        while next < roles.count, isNameless(next), !taken.contains(next), profiles[next].texts > 0 {
            memos.append(next)
            next += 1
        }
        return memos
    }

    private func isOriginal(_ column: Int) -> Bool {
        guard let headerRow else { return false }
        return HeaderText.words(sample.string(headerRow, column)).joined(separator: " ") == "original description"
    }

    private func isNameless(_ column: Int) -> Bool {
        headerRow.map { sample.bytes($0, column).isEmpty } ?? false
    }

    /// Not the same in every row, and no numbers of rows.
    private func isTelling(_ column: Int) -> Bool {
        let profile = profiles[column]
        if profile.amounts > 0, profile.amounts * 10 >= profile.filled * 9 { return false }
        return rows.count <= 1 || profile.distinct > 1 || (profile.filled > 0 && profile.filled * 10 < profile.rows * 9)
    }

    /// Roles of columns that may hold the only text there is.
    private static let textual: Set<CSVRole> = [.kind, .category, .reference]

    /// The columns that read like texts, neither flags nor numbers; at most two.
    private func plainTexts(without taken: Set<Int>) -> [Int] {
        let candidates = profiles.indices.filter { column in
            let profile = profiles[column]
            guard !taken.contains(column), roles[column].map(Self.textual.contains) ?? true else { return false }
            guard profile.texts * 2 > profile.filled, profile.filled > 0, !profile.isCurrencies, !profile.isFlags else {
                return false
            }
            return profile.codes * 2 <= profile.filled
        }
        let telling = candidates.filter(isTelling)
        func weight(_ column: Int) -> Double {
            let profile = profiles[column]
            return Double(profile.textLength) / Double(max(1, profile.filled)) * Double(min(profile.distinct, 200))
                * Double(profile.filled) / Double(max(1, rows.count))
        }
        let ranked = (telling.isEmpty ? candidates : telling).sorted { weight($0) > weight($1) }
        let second = ranked.dropFirst().first { !profiles[$0].isRepetitive && !profiles[$0].isCategories }
        return (ranked.prefix(1) + [second].compactMap(\.self)).sorted()
    }
}
