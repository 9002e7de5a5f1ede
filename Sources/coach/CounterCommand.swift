import Advice
import Coaching
import Ledger
import Store
import Terminal

/// `coach counter`: advice before paying, and what coach offers to do about it.
struct CounterCommand {
    let session: Session

    func run() throws -> Int32 {
        let operands = session.command.operands
        guard let index = try session.openExistingIndex() else { throw session.emptyIndex }
        let asOf = try session.asOf(index)
        let settings = try session.purchaseSettings(index)
        let book = OfferBook(index, asOf: asOf, settings: settings)
        if operands.count == 2, operands[0].lowercased() == "confirm" {
            guard let id = Int64(operands[1]) else { throw Failure("expected the number of an offer", exitCode: 2) }
            return try confirm(id, book)
        }
        var request = CounterRequest()
        request.message = session.command.text.trimmed.nonEmpty
        request.fix = settings.whereabouts?.said
        request.purchase = try purchase(index, asOf)
        guard request.message != nil || request.purchase != nil else {
            throw Failure(
                "say what it's about, such as `coach counter \"should I get it?\" --amount 150 --merchant Steam`",
                exitCode: 2)
        }
        let desk = CounterDesk(
            index, asOf: asOf, settings: settings, mayWrite: !index.database.isReadOnly)
        let reply = try desk.reply(to: request, now: Session.now)
        if session.wantsJSON {
            try session.write(reply.json)
            return 0
        }
        let lines = [reply.nudge, reply.message].compactMap(\.self).map { session.prose($0) + "\n" }
        try session.writeNow(lines.joined())
        try offer(reply.offers, book)
        return 0
    }

    private func purchase(_ index: HouseholdIndex, _ asOf: CivilDate) throws -> Purchase? {
        guard let text = session.command[Options.payAmount] else {
            guard session.command[Options.payMerchant] == nil else {
                throw Failure("--merchant goes with --amount", exitCode: 2)
            }
            return nil
        }
        let options = PurchaseOptions(session: session, index: index)
        let amount = try options.money(text)
        let desk = PurchaseDesk(index, asOf: asOf)
        if let problem = desk.problem(amount: amount, day: asOf) { throw Failure("--amount: \(problem)", exitCode: 2) }
        var purchase = Purchase(
            amount: amount, merchant: session.command[Options.payMerchant].map { SafeText.line($0).trimmed }?.nonEmpty,
            item: session.command[Options.item].map { SafeText.line($0).trimmed }?.nonEmpty, day: asOf)
        purchase.category = try session.command[Options.payCategory].map { try options.category($0).id }
        return purchase
    }

    /// Asks on a terminal which of the offers to carry out; elsewhere says how to.
    private func offer(_ offers: [Offer], _ book: OfferBook) throws {
        guard !offers.isEmpty else { return }
        let list = offers.compactMap { offer in offer.id.map { "  \($0)  \(SafeText.line(offer.label))\n" } }.joined()
        try session.writeNow("\n" + list)
        guard TerminalDevice.isTerminal(.input), TerminalDevice.isTerminal(.output) else {
            return try session.write("`coach counter confirm ID` does one of them.\n")
        }
        guard
            case .text(let line) = LineEditor.readAnswer(prompt: session.style("number, or Enter for none › ", .bold)),
            let id = Int64(line.trimmed), offers.contains(where: { $0.id == id })
        else { return try session.write("Nothing was done.\n") }
        _ = try confirm(id, book)
    }

    private func confirm(_ id: Int64, _ book: OfferBook) throws -> Int32 {
        let point = try session.command[Options.position].map { try PlaceWords.fix($0, session).point }
        let words = try book.confirm(id, at: point, now: Session.now)
        if session.wantsJSON {
            try session.write(.object([("status", .string("done")), ("message", .string(words))]))
        } else {
            try session.write(session.prose(words) + "\n")
        }
        return 0
    }
}

/// `coach wishes`: purchases that are slept on.
struct WishesCommand {
    let session: Session

    func run() throws -> Int32 {
        let operands = session.command.operands
        guard let index = try session.openExistingIndex() else { throw session.emptyIndex }
        let book = WishBook(index, asOf: try session.asOf(index), settings: try session.purchaseSettings(index))
        switch (operands.first?.lowercased() ?? "list", operands.count) {
        case ("list", 0...1): try list(book)
        case ("add", 1): try add(book, index)
        case (let word, 2) where DecisionWord(rawValue: word) != nil:
            guard let word = DecisionWord(rawValue: word), let id = Int64(operands[1]),
                let told = try book.tell(word, of: id)
            else {
                throw Failure(
                    "there's no purchase “\(SafeText.line(operands[1]))”; `coach wishes` lists them", exitCode: 2)
            }
            try say(told)
        case ("later", 2):
            let day = try session.command[Options.askAgainOn] ?? session.asOf(index).adding(days: 1)
            try say(try book.putOff(operands[1], until: day))
        default:
            throw Failure(
                "expected `coach wishes`, `coach wishes add --amount 300 --item chair`, `coach wishes bought ID`, `coach wishes "
                    + "skipped ID`, or `coach wishes later ID`", exitCode: 2)
        }
        return 0
    }

    private func add(_ book: WishBook, _ index: HouseholdIndex) throws {
        let command = session.command
        guard let text = command[Options.payAmount], command[Options.item] != nil || command[Options.payMerchant] != nil
        else {
            throw Failure(
                "it needs --amount, and --item or --merchant, such as `coach wishes add --amount 300 --item chair`",
                exitCode: 2)
        }
        let asOf = try session.asOf(index)
        let purchase = Purchase(
            amount: try PurchaseOptions(session: session, index: index).money(text),
            merchant: command[Options.payMerchant].map { SafeText.line($0).trimmed }?.nonEmpty,
            item: command[Options.item].map { SafeText.line($0).trimmed }?.nonEmpty, day: asOf)
        let desk = PurchaseDesk(index, asOf: asOf)
        if let problem = desk.problem(amount: purchase.amount, day: asOf) {
            throw Failure("--amount: \(problem)", exitCode: 2)
        }
        let day = command[Options.askAgainOn] ?? asOf.adding(days: 1)
        let id = try book.putOff(purchase, until: day)
        if session.wantsJSON {
            return try session.write(
                .object([("status", .string("waiting")), ("id", .integer(id)), ("ask_again_on", .string(day.iso))]))
        }
        try say("Okay: I'll ask you about \(DecisionWords.name(purchase)) again on \(day.text(near: asOf)).")
    }

    private func list(_ book: WishBook) throws {
        if session.wantsJSON { return try session.write(try book.json()) }
        let wishes = try book.waiting()
        let saved = try book.saved()
        for wish in wishes where wish.isDue {
            let purchase = wish.decision.purchase
            try session.write(
                session.prose(
                    "\(wish.decision.id): you wanted to sleep on \(DecisionWords.name(purchase)) for \(purchase.amount.text). "
                        + "\(wish.change ?? "") Do you still want it?") + "\n")
        }
        if wishes.contains(where: \.isDue) { try session.write(session.prose(WishesCommand.howToAnswer) + "\n") }
        let later = wishes.filter { !$0.isDue }
        if !later.isEmpty {
            var table = Table([
                Table.Column("Id", .right), Table.Column("Wish"), Table.Column("Price", .right),
                Table.Column("Ask again"),
            ])
            for wish in later {
                let purchase = wish.decision.purchase
                table.add([
                    String(wish.decision.id), DecisionWords.name(purchase), purchase.amount.text, wish.askAgainOn.iso,
                ])
            }
            try session.write(table.text(width: session.width, style: session.style))
        }
        if wishes.isEmpty { try session.write("No wishes are waiting.\n") }
        if saved.count > 0 {
            let times = saved.count == 1 ? "1 purchase" : "\(saved.count) purchases"
            try session.write(
                session.prose(
                    "Letting \(times) go has saved \(saved.amounts.map(\.text).joined(separator: " and ")).") + "\n")
        }
    }

    /// What to type where no conversation is open.
    static let howToAnswer =
        "Answer with `coach wishes skipped ID`, `coach wishes bought ID`, or `coach wishes later ID --on 2026-12-24`."

    private func say(_ text: String) throws {
        if session.wantsJSON {
            return try session.write(.object([("status", .string("ok")), ("message", .string(text))]))
        }
        try session.write(session.prose(text) + "\n")
    }
}
