import Coaching
import Ledger
import Retrieval
import Store
import Terminal

/// The commands that look for what comes again and what stands out, and remember what the user says of it.
struct RecurringCommands {
    let session: Session

    // MARK: Recurring

    func recurring() throws -> Int32 {
        let index = try session.openFilledIndex()
        let asOf = try session.asOf(index)
        if let key = session.command[Options.dismiss] { return try dismiss(key, index, asOf) }
        if let key = session.command[Options.restore] { return try restore(key, index, asOf) }
        let result = try Retriever(index).recurring(asOf: asOf)
        let notes = try session.gaps(index, over: Period(asOf.adding(years: -1), asOf), kinds: ReadingGaps.flows)
        if session.wantsJSON {
            try session.write(
                .object([
                    ("as_of", .string(asOf.iso)), ("recurring", .array(result.streams.map(\.json))),
                    ("rejections", .array(result.rejections.map(\.json))), ("notes", .strings(notes)),
                ]))
            return 0
        }
        guard !result.streams.isEmpty else {
            try session.write(
                "I don't see anything recurring yet: it takes three charges at a steady interval, or two a year apart.\n"
            )
            try session.write(notes: notes)
            return 0
        }
        var blocks: [String] = []
        for (group, title) in [
            (RecurringStream.Group.subscription, "Subscriptions"), (.bill, "Bills"), (.income, "Income"),
        ] {
            let streams = result.streams.filter { $0.group == group }
            if !streams.isEmpty { blocks.append(block(title, streams)) }
        }
        try session.write(blocks.joined(separator: "\n"))
        try session.write(notes: notes)
        return 0
    }

    private func block(_ title: String, _ streams: [RecurringStream]) -> String {
        var sums: [(currency: Currency, amount: Int64)] = []
        for stream in streams where stream.isLive {
            let currency = stream.monthlyCost.currency
            if let place = sums.firstIndex(where: { $0.currency == currency }) {
                sums[place].amount += stream.monthlyCost.minorUnits
            } else {
                sums.append((currency, stream.monthlyCost.minorUnits))
            }
        }
        let cost = sums.map { Money($0.amount, $0.currency).text }
        let head = session.prose(title + (cost.isEmpty ? "" : ", \(Subject.list(cost)) a month"))
        return session.style(head, .bold) + "\n" + AnswerText(session).table(.streams(streams))
    }

    private func dismiss(_ key: String, _ index: HouseholdIndex, _ asOf: CivilDate) throws -> Int32 {
        let streams = try Retriever(index).recurring(asOf: asOf).streams
        let stream = try only(streams.filter { matches(key, $0.key, $0.merchant) }, key, streams)
        try index.dismiss(
            DismissedStream(
                merchant: stream.merchant, account: stream.account, amount: stream.amount.minorUnits,
                rowID: stream.rowIDs.last))
        return try tell("\(stream.merchant) on \(stream.account) will be left out from now on", stream.key)
    }

    private func restore(_ key: String, _ index: HouseholdIndex, _ asOf: CivilDate) throws -> Int32 {
        let dismissed = try index.dismissedStreams()
        let found = dismissed.filter {
            matches(key, RecurringStream.key(merchant: $0.merchant, account: $0.account), $0.merchant)
        }
        guard let first = found.first else { throw Failure("“\(SafeText.line(key))” wasn't dismissed") }
        for stream in found { _ = try index.restoreStreams(merchant: stream.merchant, account: stream.account) }
        return try tell(
            "\(first.merchant) is back", RecurringStream.key(merchant: first.merchant, account: first.account))
    }

    /// A key, its beginning up to a `/`, or the merchant's name.
    private func matches(_ text: String, _ key: String, _ merchant: String) -> Bool {
        let text = text.lowercased()
        return key == text || key.hasPrefix(text + "/") || merchant.lowercased() == text
    }

    private func only(
        _ found: [RecurringStream], _ key: String, _ all: [RecurringStream]
    ) throws -> RecurringStream {
        guard let stream = found.first else {
            let near = Suggestion.nearest(
                to: key.lowercased(), among: all.map(\.key) + all.map { $0.merchant.lowercased() })
            throw Failure(
                "there's no recurring payment “\(SafeText.line(key))”"
                    + (near.map { ": did you mean \($0)?" } ?? "; `coach recurring --json` shows the keys"))
        }
        guard found.count == 1 else {
            throw Failure(
                "“\(SafeText.line(key))” is more than one recurring payment; pick one: \(found.map(\.key).joined(separator: ", "))"
            )
        }
        return stream
    }

    private func tell(_ text: String, _ key: String) throws -> Int32 {
        if session.wantsJSON {
            try session.write(.object([("key", .string(key)), ("summary", .string(text))]))
        } else {
            try session.write(SafeText.line(text) + ".\n")
        }
        return 0
    }

    // MARK: Unusual

    func unusual() throws -> Int32 {
        let index = try session.openFilledIndex()
        if let id = session.command[Options.confirm] {
            try index.confirm(rows: [Int64(id)])
            return try tell("Okay, transaction \(id) won't come up again", String(id))
        }
        let asOf = try session.asOf(index)
        var query = Query(direction: .any)
        if let from = session.command[Options.from]?.start {
            let end = session.command[Options.to]?.end ?? max(from, asOf)
            guard from <= end else { throw Failure("--from \(from) is after --to \(end)", exitCode: 2) }
            query.period = Period(from, end)
        } else if let end = session.command[Options.to]?.end {
            query.period = Period(end.adding(days: -89), end)
        }
        let found = try Retriever(index).unusual(UnusualQuestion(query: query), asOf: asOf)
        let notes = try session.gaps(index, over: found.period, kinds: ReadingGaps.flows)
        let currency = try index.accounts.first?.currency ?? .usd
        let reply = UnusualReply(taxonomy: index.taxonomy, currency: currency, asOf: asOf)
        if session.wantsJSON {
            let findings = try found.findings.map { $0.json(reply, try index.transaction(id: $0.row.id)) }
            try session.write(
                .object([
                    ("as_of", .string(asOf.iso)), ("period", found.period.json), ("unusual", .array(findings)),
                    ("matched", .int(found.count)), ("notes", .strings(notes)),
                ]))
            return 0
        }
        if found.findings.isEmpty { try session.write(session.prose(reply.text(found)) + "\n") }
        for finding in found.findings {
            let line = "\(reply.why(finding)) (Id \(finding.row.id))"
            try session.write(session.prose(line) + "\n")
        }
        try session.write(notes: notes)
        return 0
    }
}
