import Ledger
import Retrieval
import Store
import Understanding

/// `tag everything from June 3 to 12 in Lisbon as Portugal`, `tag that #work`, `untag Portugal`.
struct TagOrder {
    let isOn: Bool
    /// The words for the rows; empty for all that have the tag.
    private(set) var rows: String
    private(set) var name: String

    fileprivate static let table = PhraseLists("rag-index/intents/tag-talk.tsv")

    fileprivate static func says(_ row: String, _ word: String) -> Bool { table.words(row).contains(word) }

    init?(_ line: String) {
        let text = line.plainSpaces
        let words = text.split(separator: " ").map(String.init)
        var rest = words.drop { TagOrder.says("opening", $0.lowercased()) }
        guard let verb = rest.first?.lowercased(), rest.count > 1, !text.hasSuffix("?") else { return nil }
        rest = rest.dropFirst()
        if TagOrder.says("on", verb) || TagOrder.says("off", verb) {
            isOn = TagOrder.says("on", verb)
        } else if TagOrder.says("remove", verb),
            let tag = rest.firstIndex(where: { TagOrder.says("on", $0.lowercased()) }),
            tag <= rest.startIndex + 1
        {
            isOn = false
            rest = rest[(tag + 1)...]
        } else if TagOrder.says("mark", verb), rest.contains(where: { $0.hasPrefix("#") }) {
            isOn = true
        } else {
            return nil
        }
        guard let (rows, name) = TagOrder.parts(Array(rest), isOn: isOn), RowTags.tag(name) != nil else { return nil }
        self.rows = rows
        self.name = name
    }

    private static func parts(_ words: [String], isOn: Bool) -> (String, String)? {
        func text(_ words: some Sequence<String>) -> String { words.joined(separator: " ") }
        if let mark = words.lastIndex(where: { $0.hasPrefix("#") && $0.count > 1 }) {
            let rows = words[..<mark].filter { !TagOrder.says("as", $0.lowercased()) || $0 != words[mark - 1] }
            return (text(rows), text(words[mark...]).filter { $0 != "#" })
        }
        guard let link = words.lastIndex(where: { says(isOn ? "as" : "from", $0.lowercased()) }),
            link + 1 < words.count, link > 0
        else { return isOn ? nil : ("", unquoted(text(words))) }
        let (before, behind) = (text(words[..<link]), text(words[(link + 1)...]))
        // `untag Portugal from the Delta flight`
        return isOn ? (before, unquoted(behind)) : (behind, unquoted(before))
    }

    /// `take the Ally payment out of Portugal`, `remove the $40 one from Portugal`: rows that leave a tag there is.
    init?(removing line: String, from tags: some Collection<String>) {
        let words = line.plainSpaces.split(separator: " ").map(String.init).drop {
            TagOrder.says("opening", $0.lowercased())
        }
        guard let verb = words.first?.lowercased(), TagOrder.says("removing", verb), !line.hasSuffix("?"),
            let link = words.lastIndex(where: { TagOrder.says("from", $0.lowercased()) }), link > words.startIndex + 1,
            link + 1 < words.endIndex
        else { return nil }
        let name = TagOrder.unquoted(words[(link + 1)...].joined(separator: " ")).filter { $0 != "#" }
        guard let tag = RowTags.tag(name), tags.contains(tag) else { return nil }
        let rows = words[(words.startIndex + 1)..<link].filter { !["out", "off"].contains($0.lowercased()) }
        (isOn, self.rows, self.name) = (false, rows.joined(separator: " "), name)
    }

    /// The order as it is meant among the tags there are: `untag Portugal from the Delta flight`, and `untag the Delta flight from
    /// Portugal`; without a tag's name, rows that one of them has.
    func among(_ tags: some Collection<String>) -> TagOrder {
        guard !isOn, let tag = RowTags.tag(name), !tags.contains(tag) else { return self }
        var order = self
        if let other = RowTags.tag(rows), tags.contains(other) { (order.rows, order.name) = (name, rows) }
        return order
    }

    private static func unquoted(_ text: String) -> String {
        text.filter { !"\"“”'.!".contains($0) }
    }

    /// Whether it means what the last answer was about.
    var pointsBack: Bool { TagOrder.says("pointing", rows.lowercased()) }

    /// Whether all rows of some days or place are meant: `everything from June 3 to 12`.
    var meansAll: Bool { TagOrder.says("all", String(rows.lowercased().prefix { $0 != " " })) }

    /// The rows as a question for them.
    var question: String {
        var words = rows.split(separator: " ").map(String.init)
        while let first = words.first?.lowercased(), TagOrder.says("all", first) || first == "of" {
            words.removeFirst()
        }
        let isNamed = words.contains { TagOrder.says("rows", $0.lowercased()) }
        return "show " + (isNamed ? "" : "transactions ") + words.joined(separator: " ")
    }
}

extension Coach {
    /// Rows that an order to tag reaches at most.
    private static let mostTagged = 5_000

    mutating func tagTalk(_ line: String) throws -> Answer? {
        if let order = TagOrder(line), !isCategory(order) { return try carryOut(order, line) }
        let tags = try index.tags()
        if !tags.isEmpty, let order = TagOrder(removing: line, from: tags.keys) { return try carryOut(order, line) }
        let words = SpokenLine(line).words
        if TagOrder.says("list", words.joined(separator: " ")) {
            return try tagList(line, tags)
        }
        guard !tags.isEmpty, let question = TagQuestion(words, tags: tags.keys.sorted()) else { return nil }
        guard isSaidAsTag(question, line) || !isOtherwiseNamed(question.tag) else {
            talk.everyday.otherTag = question.tag
            return nil
        }
        return try cost(of: question, tags[question.tag] ?? [], line)
    }

    /// `#gas`, `tagged gas`, `the tag gas`.
    private func isSaidAsTag(_ question: TagQuestion, _ line: String) -> Bool {
        question.isSaidAsTag || line.lowercased().contains("#" + question.name.lowercased())
            || line.lowercased().contains("#" + question.tag)
    }

    /// Whether something else has the name as well: a category, or a merchant that is called just so.
    private func isOtherwiseNamed(_ tag: String) -> Bool {
        let name = TagQuestion.spoken(tag).lowercased()
        if !context.names.merchants(key: NameKey.key(of: tag)).isEmpty { return true }
        // Several words that only stand for something, such as a date night, are the tag's own.
        guard !name.contains(" ") else { return index.taxonomy.categories.contains { $0.name.lowercased() == name } }
        return reader.named(in: name).contains { named in
            if case .categories = named.what { true } else { false }
        }
    }

    /// How a tag is called in a question that is surely about it.
    private func asked(_ tag: String, _ name: String) -> String {
        TagOrder.says("journey", tag) ? "the \(name)" : isOtherwiseNamed(tag) ? "#\(tag)" : name
    }

    /// Below an answer to a question for a name that is a tag as well: how that one is asked for.
    func offerTag(beside answer: inout Answer) {
        guard let tag = talk.everyday.otherTag, answer.evidence != nil else { return }
        answer.reply += " Or did you mean what's tagged “\(tag)”? Ask “what did #\(tag) cost?”"
    }

    /// `what did the vacation cost?` where that is a tag: its rows, and no trip that the data may show.
    mutating func taggedTripTalk(_ line: String) throws -> Answer? {
        let words = SpokenLine(line).words
        guard !TagOrder.table.words("journey").isDisjoint(with: words) else { return nil }
        let tags = try index.tags()
        let named = tags.keys.filter { TagOrder.says("journey", $0) }.sorted()
        guard let question = TagQuestion(words, tags: named) else { return nil }
        return try cost(of: question, tags[question.tag] ?? [], line)
    }

    /// `tag my last order as gifts` puts it into that category, as it always has; everything of some days isn't of one, and a trip is
    /// none.
    private func isCategory(_ order: TagOrder) -> Bool {
        order.isOn && !order.name.hasPrefix("#") && !order.rows.isEmpty && !(order.meansAll && days(of: order) != nil)
            && !TagOrder.says("journey", order.name.lowercased())
            && !index.taxonomy.categories(named: order.name.lowercased()).isEmpty
    }

    /// The days that an order names.
    private func days(of order: TagOrder) -> Period? {
        reader.named(in: order.rows).lazy.compactMap { named -> Period? in
            if case .days(let period) = named.what { period } else { nil }
        }.first
    }

    /// What else was bought on the days of a trip: a bank's text may write the place in another way.
    private func leftUntagged(_ order: TagOrder, _ tagged: [Transaction]) throws -> String {
        guard order.isOn, order.meansAll, let period = days(of: order) else { return "" }
        let known = Set(tagged.map(\.id))
        let others = try rows(Selection(.spending, .all, .periods([period])), limit: Coach.mostTagged)
            .filter { !known.contains($0.id) && $0.amount.currency == currency }
        guard !others.isEmpty else { return "" }
        let spent = Money(others.reduce(0) { $0 - $1.amount.minorUnits }, currency)
        let isOne = others.count == 1
        return
            " \(others.count) other transaction\(isOne ? "" : "s") on those days (\(spent.text)) "
            + "\(isOne ? "doesn't" : "don't") match that; to tag \(isOne ? "it" : "them") too, leave the place out."
    }

    private mutating func carryOut(_ said: TagOrder, _ line: String) throws -> Answer {
        let tags = try index.tags()
        let order = said.among(tags.keys)
        guard var tag = RowTags.tag(order.name) else { return everyday(line, "What should the tag be called?") }
        var name = order.name.filter { $0 != "#" }
        var rows: [Transaction] = []
        if order.rows.isEmpty {
            rows = try (tags[tag] ?? []).compactMap { try index.transaction(id: $0) }
            if rows.isEmpty {
                // `untag the Delta flight`, which one tag has.
                let meant = try tags.mapValues { try tagged($0, as: order.name) }.filter { !$0.value.isEmpty }
                guard meant.count == 1, let only = meant.first else {
                    return everyday(line, "Nothing is tagged “\(name)”.")
                }
                (tag, name, rows) = (only.key, TagQuestion.spoken(only.key), only.value)
            }
        } else if !order.isOn, !order.pointsBack, let ids = tags[tag] {
            rows = try tagged(ids, as: order.rows)
            if rows.isEmpty {
                return everyday(
                    line,
                    "Nothing that's tagged “\(name)” is called “\(order.rows)”, so I didn't change anything. "
                        + "“show \(name)” lists what is.")
            }
        } else {
            guard let found = try taggable(order) else {
                return everyday(
                    line,
                    "Which transactions? Say it with days, a place, or a shop: "
                        + "“tag everything from June 3 to 12 in Lisbon as Portugal”.")
            }
            rows = found
        }
        guard !rows.isEmpty else { return everyday(line, try noneToTag(order)) }
        let result = try index.setTag(tag, on: rows.map(\.id), isOn: order.isOn)
        try renewNames()
        guard result.changed > 0 else { return everyday(line, "It's already that way, so I didn't change anything.") }
        let days = Period(rows.map(\.date).min() ?? asOf, rows.map(\.date).max() ?? asOf)
        let spent = rows.filter { [.expense, .refund].contains($0.kind) && $0.amount.currency == currency }
            .reduce(0) { $0 - $1.amount.minorUnits }
        let count = phrases.count(result.changed, "transaction")
        guard order.isOn else { return everyday(line, "Done: \(count) no longer tagged “\(name)”.\(undoHint)") }
        return everyday(
            line,
            "Done: tagged \(count) as “\(name)”, \(Money(spent, currency).text) in all, \(days.ends)."
                + " Ask “what did \(asked(tag, name)) cost?”\(try leftUntagged(order, rows))\(undoHint)"
        )
    }

    /// The rows of a tag that words mean: by what they are called or filed under, their amount, and their days.
    private func tagged(_ ids: [Int64], as words: String) throws -> [Transaction] {
        let times = LineTimes(words, context)
        let amounts = SpokenLine(times.otherWords.joined(separator: " ")).amounts(home: currency)
        let names = SpokenText.words(of: times.otherWords.joined(separator: " ")).filter {
            !TagOrder.says("noname", $0) && !$0.contains(where: \.isNumber)
        }
        guard !names.isEmpty || !amounts.isEmpty || !times.periods.isEmpty else { return [] }
        return try ids.compactMap { try index.transaction(id: $0) }.filter { row in
            let own = SpokenText.words(
                of: "\(row.merchant) \(row.rawDescription) \(index.taxonomy.displayName(row.category))")
            return names.allSatisfy(own.contains)
                && (amounts.isEmpty
                    || amounts.contains { PaidBackForm.isSaid($0, Int64(row.amount.minorUnits.magnitude)) })
                && (times.periods.isEmpty || times.periods.contains { $0.contains(row.date) })
        }
    }

    /// - Returns: nil where the words for the rows are not understood.
    private func taggable(_ order: TagOrder) throws -> [Transaction]? {
        if order.pointsBack {
            if let rows = talk.last?.evidence?.transactions, !rows.isEmpty, talk.last?.evidence?.matched == rows.count {
                return rows
            }
            guard let ask = talk.asked?.last, !talk.isElsewhere else { return nil }
            return try spendingRows(ask.selection)
        }
        guard
            let best = LineReader(context)
                .candidates(order.question).first, case .ask(let ask) = best.request, best.unread.isEmpty
        else { return nil }
        if let limit = ask.limit { return try rows(ask.selection, limit: limit) }
        guard ask.selection.filter != .all || ask.selection.span != .everything else { return nil }
        return try spendingRows(ask.selection)
    }

    /// What was bought and what came back of it; moves between accounts are no part of a trip's cost.
    private func spendingRows(_ selection: Selection) throws -> [Transaction] {
        var selection = selection
        if selection.flow == .any { selection.flow = .spending }
        if case .assumed = selection.span { selection.span = .everything }
        return try rows(selection, limit: Coach.mostTagged)
    }

    /// What is said where no row is meant: the days alone may hold some.
    private func noneToTag(_ order: TagOrder) throws -> String {
        guard let period = days(of: order) else { return "There are no such transactions, so I tagged nothing." }
        let count = try rows(Selection(.spending, .all, .periods([period])), limit: Coach.mostTagged).count
        return
            "I tagged nothing: no transaction on those days mentions that. \(phrases.count(count, "transaction")) "
            + "\(count == 1 ? "is" : "are") from \(period.label); to tag them all, leave the place out."
    }

    // MARK: What a tag cost

    private func tagList(_ line: String, _ tags: [String: [Int64]]) throws -> Answer {
        guard !tags.isEmpty else {
            return everyday(
                line, "You have no tags yet. Make one: “tag everything from June 3 to 12 in Lisbon as Portugal”.",
                intent: .help)
        }
        let parts = try tags.sorted { $0.key < $1.key }.map { name, ids in
            let ask = Ask(Selection(.spending, .rows(ids), .everything))
            let found = try AskEvaluator(index, asOf: asOf).evaluate(ask, tellsMore: false).evidence
            return
                "\(TagQuestion.spoken(name)) (\(found.money(currency).text), \(phrases.count(found.matched, "transaction")))"
        }
        return everyday(line, "Your tags: \(NumberText.list(parts)).", intent: .help)
    }

    private mutating func cost(of question: TagQuestion, _ ids: [Int64], _ line: String) throws -> Answer {
        let selection = Selection(.spending, .rows(ids), .everything)
        let ask =
            question.listsRows
            ? Ask(selection, view: .rows) : Ask(selection, by: question.grouping ?? .category)
        let understood = Understood(intent: ask.intent, confidence: 1, query: Query(direction: .any))
        var answer = try answer(ask, line, understood)
        let rows = try rows(selection, limit: Coach.mostTagged)
        if let first = rows.map(\.date).min(), let last = rows.map(\.date).max(), let evidence = answer.evidence {
            let total =
                question.listsRows ? -rows.reduce(0) { $0 + $1.amount.minorUnits } : evidence.money(currency).minorUnits
            let days = Period(first, last)
            // What was booked long before makes no days of the trip.
            let own = rows.map(\.date).sorted()
            let isOneRun = zip(own, own.dropFirst()).allSatisfy { $1.days(since: $0) <= 14 }
            let perDay =
                isOneRun && days.days > 1 && days.days <= 60
                ? " (\(days.days) days, \(Money(roundedQuotient(total, by: Int64(days.days)), currency).text) a day)"
                : ""
            answer.reply =
                "\(TagOrder.says("journey", question.tag) ? "The \(question.tag)" : question.name) cost \(Money(total, currency).text) in \(phrases.count(rows.count, "transaction")), "
                + "\(days.days == 1 ? "on " : "")\(days.ends)\(perDay)."
            if let most = evidence.groups.first, evidence.groups.count > 1, case .money(let money) = most.value,
                ask.grouping == .category || ask.grouping == .merchant
            {
                let name = ask.grouping == .category ? phrases.category(most.key) : most.label
                answer.reply += " The most went to \(name), \(money.text)."
            }
        }
        goOn(from: ask)
        talk.last = answer
        return answer
    }
}

extension Evidence {
    /// The sum that was asked for.
    fileprivate func money(_ home: Currency) -> Money {
        for figure in figures where figure.name == "total" {
            if case .money(let money) = figure.value { return money }
        }
        return Money(0, home)
    }
}

/// `what did Portugal cost?`, `Portugal by day`: a tag, and nothing that it could not answer.
struct TagQuestion {
    let tag: String
    /// As it was said.
    let name: String
    var grouping: Ask.Grouping?
    var listsRows = false
    /// Whether the line says that it's a tag.
    let isSaidAsTag: Bool

    /// `New York` for `new-york`.
    static func spoken(_ tag: String) -> String {
        tag.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
    }

    /// - Parameter words: of the line, in small letters.
    init?(_ words: [String], tags: [String]) {
        let parts = tags.map { ($0, $0.split(separator: "-").map(String.init)) }.sorted { $0.1.count > $1.1.count }
        for (tag, own) in parts {
            guard own.count <= words.count,
                let start = (0...(words.count - own.count)).first(where: { Array(words[$0..<$0 + own.count]) == own })
            else { continue }
            let rest = words[..<start] + words[(start + own.count)...]
            var grouping: Ask.Grouping?
            var lists = false
            for word in rest {
                if let unit = Ask.Grouping(rawValue: TagOrder.says("shop", word) ? "merchant" : word) {
                    grouping = unit
                } else if TagOrder.says("listing", word) {
                    lists = true
                } else if !TagOrder.says("small", word) {
                    return nil
                }
            }
            self.tag = tag
            isSaidAsTag = !TagOrder.table.words("said").isDisjoint(with: rest)
            name = TagQuestion.spoken(tag)
            (self.grouping, listsRows) = (grouping, lists)
            return
        }
        return nil
    }
}
