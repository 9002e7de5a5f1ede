import Ledger

/// What a text alone says, whatever the amount and the account.
struct TextReading: Sendable {
    var merchant: String
    /// Whose name stands before the wording of a card's payment: the merchant, where it is none.
    var payee: String?
    var meaning: KindRules.Meaning?
    var knownCategory: String?
    /// Where a known merchant does business.
    var region: MerchantDirectory.Region?
    var wordCategory: String?
    /// What words say it is if money comes in.
    var incomeCategory: String?
    /// Whether those words mean nothing else in any name.
    var hasClearWords = false
    /// What the model takes an unknown name for.
    var guess: MerchantModel.Guess?
    /// Whether a bank charges for what the wording else means: `WIRE TRANSFER FEE`, `CHECK ORDER FEE`.
    var isFeeForService = false

    /// Whether a shop's name stands before words for the payment of a bill: of its card, most likely.
    var paysShop = false
    /// Whether such words, or a bank that issues cards for shops, leave no doubt.
    var paysShopCard = false
    /// Whether a wallet or a processor sends on what it holds.
    var isCashOut = false
    /// Whether somebody sent it, and no card was paid back.
    var isPaidIn = false

    /// A name of a kind that sells coffee here and meals there: what is paid at a time tells.
    var isCafe: Bool { wordCategory == "coffee" && !hasClearWords && knownCategory == nil }

    /// The same of drinks and meals.
    var isPub: Bool { wordCategory == "alcohol" && !hasClearWords && knownCategory == nil }

    fileprivate var isSurelyGuessed: Bool { sureGuess != nil }
    /// That, where it may be taken without asking.
    var sureGuess: String? { guess.flatMap { $0.isSure ? $0.category : nil } }
}

/// Reads banks' texts: whose they are and what they are for. The costly half of classifying; needs nothing but the
/// text, so that it can run beside the writing of rows.
struct TextReader {
    private let taxonomy: Taxonomy
    private let directory = MerchantDirectory.builtIn
    private let prefixes = MerchantPrefixes.builtIn
    private let kindRules = KindRules.builtIn
    private let towns = Towns.builtIn
    private let parts = PartsOfPlaces.builtIn
    /// Last words of texts that are towns with a state's code right behind them, besides those of the table.
    private var learnedTowns: Set<UInt64> = []
    private var text = MerchantTokens()
    private var readings: [String: TextReading] = [:]
    /// The cache is emptied at this size, to bound memory.
    private static let cacheLimit = 50_000

    init(taxonomy: Taxonomy) { self.taxonomy = taxonomy }

    mutating func reading(of description: String) -> TextReading {
        if let known = readings[description] { return known }
        if readings.count >= TextReader.cacheLimit { readings.removeAll(keepingCapacity: true) }
        var copy = description
        let reading = copy.withUTF8 { read($0) }
        readings[description] = reading
        return reading
    }

    /// The same, where a provider names the other side as well: that decides what the bank's text leaves open.
    mutating func reading(of description: String, payee: String?) -> TextReading {
        var own = reading(of: description)
        guard let payee, payee != description, own.knownCategory == nil, own.meaning == nil else { return own }
        let theirs = reading(of: payee)
        guard theirs.meaning == nil else { return own }
        if theirs.knownCategory != nil { return theirs }
        if own.wordCategory == nil {
            (own.wordCategory, own.hasClearWords) = (theirs.wordCategory, theirs.hasClearWords)
            if !own.isSurelyGuessed, theirs.isSurelyGuessed { own.guess = theirs.guess }
        }
        return own
    }

    private mutating func fill(_ raw: UnsafeBufferPointer<UInt8>) {
        text.fill(raw)
        towns.separateState(&text, learned: learnedTowns)
    }

    /// A file writes a state right behind the town when it does so with so many towns of the table,
    private static let leastKnownTowns = 3
    /// and what stands there behind the names of so many payees is a town as well.
    private static let leastPayees = 2

    /// Learns towns that no table has from the texts of a file that writes states right behind them: `CHATTAROYWA`.
    mutating func learnTowns(from descriptions: some Sequence<String>) {
        var known: [UInt64: Int] = [:]
        var payees: [UInt64: (state: UInt64, first: Set<UInt64>)] = [:]
        for var description in descriptions {
            let state = description.withUTF8 { raw -> UInt64? in
                text.fill(raw)
                return towns.endingState(text)
            }
            guard let state, let first = text.tokens.first, let last = text.tokens.last else { continue }
            if towns.endsWithTown(text, in: state) {
                known[state, default: 0] += 1
            } else if !directory.isKindOfPlace(text, at: text.tokens.count - 1) {
                payees[last.hash, default: (state, [])].first.insert(first.hash)
            }
        }
        for (word, place) in payees
        where place.first.count >= TextReader.leastPayees && known[place.state] ?? 0 >= TextReader.leastKnownTowns {
            learnedTowns.insert(word)
        }
    }

    private mutating func read(_ raw: UnsafeBufferPointer<UInt8>) -> TextReading {
        fill(raw)
        let prefix = prefixes.end(in: text, raw)
        let start = prefix.token
        let found = kindRules.meaning(of: text)
        let known = spanning(prefix: start) ?? directory.merchant(in: text, from: start)
        // What a person was sent money for stands behind the words that say so.
        let note = found.flatMap { $0.meaning == .toPerson ? $0.tokens.upperBound : nil }
        let wording = placed(words(from: note, behind: start), prefix.places)
        let words = wording?.category
        var reading = TextReading(
            merchant: "", meaning: found?.meaning, knownCategory: nil, wordCategory: words,
            incomeCategory: words.flatMap { taxonomy[$0]?.flow == .in ? $0 : nil } ?? directory.incomeWords(in: text),
            hasClearWords: wording?.isClear ?? false)
        if let known, isTrusted(known, against: found), !isDoubtful(known, wording, from: start),
            isOneOf(prefix.places, known.entry.category), !isOtherPlace(known, prefix)
        {
            reading.merchant = known.entry.name
            reading.knownCategory = known.entry.category
            reading.region = known.entry.region
            readPart(of: known, &reading)
            if let meaning = found?.meaning, meaning != .refund { reading.meaning = keeps(meaning, known.entry) }
            readPayment(to: known, &reading)
        } else {
            // The wording of a fee or of interest is its name; pay has the name of who pays it.
            let service = words.flatMap { taxonomy[$0] }
            let isFee = reading.hasClearWords && service.map { ($0.parent ?? $0.id) == "fees" } ?? false
            switch found?.meaning {
            case .transfer, .possibleTransfer, .savings, .check: reading.isFeeForService = isFee
            default: break
            }
            let own = found.flatMap { found in
                reading.isFeeForService ? nil : ServiceNames.name(found.meaning, text, raw, after: found.tokens)
            }
            let isService = service.map { category in
                (category.parent ?? category.id) == "fees" || category.flow == .in && category.id != "salary"
            }
            // `PAYMENT VENMO ANN DOE`: the bank's words before the wallet's are no name.
            let wallet = found.flatMap {
                $0.meaning == .person && start == 0 && isPayment(0) ? $0.tokens.lowerBound : nil
            }
            reading.merchant =
                own ?? MerchantName.name(text, raw, from: wallet ?? start, isService: isService ?? false)
            if let found, found.meaning == .cardPaymentOnCard,
                found.tokens.lowerBound > start || namesPayee(found, behind: start)
            {
                reading.payee = MerchantName.name(text, raw, from: start)
            }
            if own == nil || reading.payee != nil, start < text.tokens.count {
                reading.guess = guess(from: prefix)
                if let sure = reading.sureGuess, sure != words, isSpending(words), isSpending(sure) {
                    // A name says more than one word of it: `GAS & LUBE`, `FIBER CO`, `HOSPICE THRIFT`.
                    reading.hasClearWords = false
                } else if reading.hasClearWords {
                    reading.guess = nil
                }
            }
        }
        reading.isCashOut = reading.meaning == .person && cashesOut
        reading.isPaidIn = kindRules.isPaidIn(text)
        return reading
    }

    /// Whether a name follows words that would be a card's payment on the card itself: `BILL PAYMENT TO ELM LANDSCAPING`.
    private func namesPayee(_ found: (meaning: KindRules.Meaning, tokens: Range<Int>), behind start: Int) -> Bool {
        guard start >= found.tokens.upperBound, start < text.tokens.count else { return false }
        let goesOn: [StaticString] = ["THANK", "FROM", "RECEIVED", "MADE", "BY", "REF"]
        return !goesOn.contains { text.isToken(start, $0) }
    }

    private func isPayment(_ index: Int) -> Bool { TextReader.paymentWords.contains { text.isToken(index, $0) } }

    /// What the words of the text say it is for. A bank's words for the way of payment say nothing of what was bought:
    /// `ELECTRONIC WITHDRAWAL` is no electronics.
    private func words(from note: Int?, behind start: Int) -> MerchantDirectory.Words? {
        if isTaxRefund { return MerchantDirectory.Words(category: "tax_refund", isClear: true) }
        let found = directory.words(in: text, from: note ?? 0)
        guard note == nil, start > 0, let category = found.flatMap({ taxonomy[$0.category] }), category.flow == .out,
            !["fees", "cash", "checks", "loans", "people"].contains(category.parent ?? category.id)
        else { return found }
        return directory.words(in: text, from: start)
    }

    private static let taxRefunds = ["TAXRFD", "TAXRFND", "TAXRFUND", "TAXREFUND"].map { Array($0.utf8) }
    private static let refundWords: [StaticString] = ["REF", "REFUND", "REFND", "REFD", "RFND", "RFD"]

    /// `CSTTAXRFD`, `INTAXRFUND`: a state's letters before the words. `OREGON DEPT REVENU TAX REFUND`, whatever the bank's words
    /// before it say of the way it came.
    private var isTaxRefund: Bool {
        text.tokens.indices.contains { index in
            let token = text.tokens[index]
            if text.isToken(index, "TAX") { return TextReader.refundWords.contains { text.isToken(index + 1, $0) } }
            return token.count > 6
                && TextReader.taxRefunds.contains { text.bytes[token.range].suffix($0.count).elementsEqual($0) }
        }
    }

    /// A name that the words taken for a processor's belong to: `STRIPE TRANSFER` is no transfer through Stripe.
    private func spanning(prefix start: Int) -> MerchantDirectory.Match? {
        guard start > 0, let match = directory.merchant(in: text, from: 0), match.tokens.lowerBound < start,
            match.tokens.upperBound > start
        else { return nil }
        return match
    }

    private static let shops: Set = ["shopping", "home_improvement", "furniture", "fuel", "groceries", "toys"]
    private static let paymentWords: [StaticString] = [
        "PAYMENT", "PMT", "PYMT", "PYMNT", "PAYMNT", "EPAYMENT", "EPAY", "AUTOPAY",
    ]
    private static let cardWords: [StaticString] = [
        "SYNCB", "SYNCHRONY", "COMENITY", "STORECRD", "STORECARD", "CRD", "CARD", "CREDIT",
    ]

    /// A part of a place sells something else than the place does: `INGLES GAS EXPRESS` fuel, `MERCY HOSPITAL CAFE` meals.
    private func readPart(of known: MerchantDirectory.Match, _ reading: inout TextReading) {
        let behind = known.tokens.upperBound..<min(text.tokens.count, known.tokens.upperBound + 2)
        guard let part = behind.lazy.compactMap({ parts.part(text.tokens[$0].hash, of: known.entry.category) }).first
        else { return }
        reading.merchant += " " + part.name
        reading.knownCategory = part.category
    }

    /// Words behind a shop's name that nobody writes of a purchase in it.
    private func readPayment(to known: MerchantDirectory.Match, _ reading: inout TextReading) {
        let category = known.entry.category
        guard TextReader.shops.contains(category) || taxonomy[category]?.parent == "shopping" else { return }
        func stands(_ words: [StaticString], in range: Range<Int>) -> Bool {
            range.contains { index in words.contains { text.isToken(index, $0) } }
        }
        let behind = known.tokens.upperBound..<min(text.tokens.count, known.tokens.upperBound + 4)
        reading.paysShop = stands(TextReader.paymentWords, in: behind)
        reading.paysShopCard = reading.paysShop && stands(TextReader.cardWords, in: behind)
    }

    /// `VENMO CASHOUT`, `PAYPAL TRANSFER`
    private var cashesOut: Bool {
        text.tokens.indices.contains { index in
            text.isToken(index, "CASHOUT") || text.isToken(index, "TRANSFER") || text.isToken(index, "XFER")
                || text.isToken(index, "CASH") && index + 1 < text.tokens.count && text.isToken(index + 1, "OUT")
        }
    }

    private func guess(from prefix: MerchantPrefixes.End) -> MerchantModel.Guess? {
        MerchantModel.builtIn.guess(features(from: prefix)) { isOneOf(prefix.places, $0) }
    }

    private func features(from prefix: MerchantPrefixes.End) -> [UInt32] {
        MerchantModel.builtIn.features(
            of: text, MerchantName.range(of: text, from: prefix.token), processor: prefix.processor)
    }

    /// What the model sees in a text, and in what is paid there.
    mutating func features(of description: String, ticket: Int64?, perYear: Double) -> [UInt32] {
        open(description, ticket, perYear).features
    }

    /// What the model takes a name for, with what is usually paid there, in hundredths, and purchases in a year.
    mutating func guess(of description: String, ticket: Int64, perYear: Double) -> MerchantModel.Guess? {
        let (features, prefix) = open(description, ticket, perYear)
        return MerchantModel.builtIn.guess(features) { isOneOf(prefix.places, $0) }
    }

    private mutating func open(
        _ description: String, _ ticket: Int64?, _ perYear: Double
    ) -> (features: [UInt32], prefix: MerchantPrefixes.End) {
        var copy = description
        return copy.withUTF8 { raw in
            fill(raw)
            let prefix = prefixes.end(in: text, raw)
            let name = prefix.token < text.tokens.count ? features(from: prefix) : []
            let habit = ticket.map {
                MerchantModel.habit(ticket: $0, perYear: perYear, processor: prefix.processor)
            }
            return (name + (habit ?? []), prefix)
        }
    }

    /// A name of one word is not meant where other words say that the place is of another kind: one that is an everyday
    /// word too (`LUCKY PIN LANES`), and any that stands inside a longer name (`LITTLE ACORNS PRESCHOOL`).
    private func isDoubtful(
        _ known: MerchantDirectory.Match, _ words: MerchantDirectory.Words?, from start: Int
    ) -> Bool {
        if known.entry.region?.isDayFirst == true, known.tokens.count == 1, isOtherName(known) { return true }
        guard let words, known.tokens.count == 1, !isSameKind(words.category, known.entry.category) else {
            return false
        }
        if words.isClear { return known.isOneWordAtTheStart || known.tokens.lowerBound > start }
        func group(_ id: String) -> String { taxonomy[id]?.parent ?? id }
        return known.isEverydayWord && group(words.category) != group(known.entry.category)
            && words.category != "shopping"
    }

    /// Whether a name that has one word in common with a known merchant is surely of a place of another kind: `ADOBE KIDS
    /// PEDIATRICS`, `WHOOPIE PIE HAUS`.
    private func isOtherPlace(_ known: MerchantDirectory.Match, _ prefix: MerchantPrefixes.End) -> Bool {
        guard known.tokens.count == 1, known.entry.region?.isDayFirst != true, isSpending(known.entry.category),
            prefix.token < text.tokens.count
        else { return false }
        let name = MerchantName.range(of: text, from: prefix.token)
        guard name.contains(where: { !known.tokens.contains($0) && text.tokens[$0].letters > 2 }),
            let guess = guess(from: prefix), guess.isSure
        else { return false }
        func group(_ id: String) -> String { taxonomy[id]?.parent ?? id }
        return group(guess.category) != group(known.entry.category)
            && !isSameKind(guess.category, known.entry.category)
            && !name.contains { parts.part(text.tokens[$0].hash, of: known.entry.category) != nil }
    }

    /// Whether a category is one of spending that names of places tell, and no matter of a bank or an office.
    private func isSpending(_ category: String?) -> Bool {
        guard let own = category.flatMap({ taxonomy[$0] }) else { return false }
        return own.flow == .out && !Classifier.bankMatters.contains(own.parent ?? own.id)
    }

    /// Whether a shop of another country has one word in common with a longer name in a town of the United States: `COSTA VIDA
    /// DENVER CO` serves no British coffee.
    private func isOtherName(_ known: MerchantDirectory.Match) -> Bool {
        let name = MerchantName.range(of: text, from: known.tokens.lowerBound)
        return name.count > 1 && MerchantName.endsInTown(text)
    }

    /// What words say of a place, among what those who use its processor are: `TST* THE CRUISE ROOM` sells no cruises.
    private func placed(_ words: MerchantDirectory.Words?, _ places: String?) -> MerchantDirectory.Words? {
        guard let places, !isOneOf(places, words?.category ?? "") else { return words }
        return MerchantDirectory.Words(category: places, isClear: false)
    }

    /// Whether a category is one of the same group as that of a processor's users, if these are of one kind.
    private func isOneOf(_ places: String?, _ category: String) -> Bool {
        guard let places, let group = taxonomy[places]?.parent else { return true }
        return taxonomy[category]?.parent == group
    }

    static let eatingOut: Set = ["restaurants", "fast_food", "coffee", "alcohol"]
    private static let atFillingStations: Set = ["convenience_stores", "groceries", "car_care"]

    /// Whether a place of the one category may be called by words of the other.
    private func isSameKind(_ words: String, _ known: String) -> Bool {
        words == known || taxonomy[words]?.parent == known || taxonomy[known]?.parent == words
            || TextReader.eatingOut.contains(words) && TextReader.eatingOut.contains(known)
            || known == "fuel" && TextReader.atFillingStations.contains(words)
    }

    /// A merchant's name in the text of a transfer or card payment is a bank's, not a shop's, unless the wording is a part of it.
    private func isTrusted(
        _ known: MerchantDirectory.Match, against found: (meaning: KindRules.Meaning, tokens: Range<Int>)?
    ) -> Bool {
        switch found?.meaning {
        case .transfer, .savings, .toPerson, .fromPerson, .cashWithdrawal, .check:
            taxonomy[known.entry.category]?.flow == .transfer
                || found.map { known.tokens.overlaps($0.tokens) && known.tokens.count > 1 } ?? false
        default: true
        }
    }

    /// Wording such as "online payment" or "transfer" that also occurs in payments to a known biller.
    private func keeps(_ meaning: KindRules.Meaning, _ known: MerchantDirectory.Entry) -> KindRules.Meaning? {
        switch meaning {
        case .cardPaymentOnCard, .possibleTransfer, .person: taxonomy[known.category]?.flow == .out ? nil : meaning
        default: meaning
        }
    }
}
