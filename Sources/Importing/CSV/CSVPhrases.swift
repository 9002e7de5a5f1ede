/// Which way a cell says that the money went.
enum CSVFlow: Sendable {
    case out, `in`
    /// Said to be neither, or not said at all.
    case none
}

/// Words inside rows: flags of direction, and texts that tell a purchase from a payment.
enum CSVPhrases {
    /// Flags that say the direction and nothing else.
    private static let flags = table([
        (
            .out,
            """
            d|dr|db|deb|debit|debits|debet|out|o|outflow|outgoing|money out|withdrawal|s|soll|af|uit|uitgaven|ausgang|ausgabe|belastung|sortie|depense
            debito|cargo|salida|uscita|addebito|dare|saida|obciazenie|wydatek|vydaj|terheles|kiadas|uttag|ut|ud|panot|expense|spend|spent|minus|du|χ|χρεωση|חובה|расход|списание|дебет|支出|借|借 dr|借方|出|付款
            """
        ),
        (
            .in,
            """
            c|k|cr|cred|credit|credits|in|i|inflow|incoming|money in|deposit|h|haben|bij|ontvangsten|inkomsten|eingang|einnahme|gutschrift|entree|recette
            credito|abono|ingreso|entrata|accredito|avere|entrada|uznanie|wplyw|prijem|jovairas|bevetel|insattning|inn|ind|tulot|income|received|plus|π|πιστωση|זכות|приход|поступление|зачисление|кредит|收入|贷|贷 cr|贷方|入|收款
            """
        ),
        (.none, "neutral|neither|none|其他|不计收支|不计"),
    ])

    /// Words for the kind of a transaction that go with one direction nearly always.
    private static let kinds = table([
        (
            .out,
            """
            purchase|sale|sales|charge|charges|fee|fees|service charge|service fee|annual fee|interest charge|interest charged|finance charge|cash advance|atm|atm withdrawal|cash withdrawal|atmdebit
            debit card|debit card purchase|card payment|card purchase|pos|pos purchase|point of sale|direct debit|dd|standing order|bill payment|bill pay|billpay|check paid|check|chk|ach debit|ach dbt|advanced trade buy|send|debit purchase|visa|visa debit|misc debit|transfer out|sent|buy|payment sent|merchant transaction|subscription payment|order
            kartenzahlung|lastschrift|folgelastschrift|einzelueberweisung|dauerauftrag|uberweisung|bargeldauszahlung|geldautomat|prelevement|retrait|achat|paiement carte|kauf|kartenumsatz|betaalautomaat|geldautomaat|incasso|overboeking af|compra|compra con tarjeta|pago|recibo|retirada|acquisto|pagamento|prelievo|nakup|platba kartou|zakup|platnosc karta|消费|付款|转出|支付
            """
        ),
        (
            .in,
            """
            payment received|refund|refunds|return|returns|reversal|credit|cashback|cash back|deposit|direct deposit|dep|direct dep|ach credit|ach crdt|interest|interest paid|interest earned|interest payment|dividend|salary|payroll|receive|staking income|rewards income|advanced trade sell|topup|top up|transfer in|received|payment credit|misc credit|atm deposit|mobile deposit|check deposit|payout|sell|merchandise return|statement credit|adjustment credit
            gehalt|lohn|lohn gehalt|rente|gutschrift|habenzinsen|eingang|gehalt rente|virement recu|remboursement|bijschrijving|storting|nomina|abono|transferencia recibida|stipendio|accredito|bonifico a vostro favore|mzda|wynagrodzenie|退款|还款|工资|转入|收入
            """
        ),
    ])

    /// On a card a payment comes in; elsewhere it goes out.
    private static let cardPayments: Set<String> = [
        "payment", "payments", "autopay", "pmt", "zahlung", "paiement", "betaling",
    ]

    private static func table(_ rows: [(CSVFlow, String)]) -> [String: CSVFlow] {
        var table: [String: CSVFlow] = [:]
        for (flow, words) in rows {
            for word in words.split(whereSeparator: { $0 == "|" || $0 == "\n" }) { table[String(word)] = flow }
        }
        return table
    }

    /// - Parameter key: words of a cell, folded, joined by spaces.
    /// - Returns: nil when it is no flag; `.none` for one that says neither.
    static func flag(_ key: String) -> CSVFlow? { flags[key] }

    /// The direction that goes with a kind of transaction on a card or an account.
    static func kind(_ key: String, onCard: Bool) -> CSVFlow {
        if let flow = flags[key] ?? kinds[key] { return flow }
        if cardPayments.contains(key) { return onCard ? .in : .out }
        return .none
    }

    /// The direction of a kind on the statement of somebody who sells: sales come in, refunds and payouts go out.
    static func sellersKind(_ key: String) -> CSVFlow { sellers[key] ?? kind(key, onCard: true) }

    private static let sellers = table([
        (.in, "sale|sales|order|orders|charge|charges|payment|payments|merchant transaction"),
        (
            .out,
            "refund|refunds|return|returns|payout|payouts|transfer|withdrawal|deposit|disbursement|fee|fees|tax|shipping|shipping label"
        ),
    ])

    // MARK: Texts

    /// Texts of rows whose direction is known, for a file that does not say its sign otherwise.
    private static let incoming = [
        "payroll", "direct dep", "direct deposit", "salary", "salaire", "interest earned", "interest paid",
        "interest payment", "cashback", "cash back", "refund", "tax refund", "dividend",
        "you sold", "sell", "mobile deposit", "deposit", "incoming", "received from", "transfer from", "cashout",
        "cash out", "gehalt",
        "lohn", "nomina", "stipendio", "gutschrift", "收益发放",
        "habenzinsen",
        "remboursement", "退款",
        // On a card; an account that pays one says the same of money out.
        "autopay payment", "autopay pymt",
    ]
    private static let outgoing = [
        "withdrawal", "you bought", "reinvestment", "atm", "purchase", "pos", "debit card", "service fee",
        "monthly fee", "annual fee",
        "overdraft fee", "foreign transaction fee", "grocery", "restaurant", "coffee",
        "supermarket", "pharmacy", "gas station", "fuel", "parking", "uber", "lyft", "netflix", "spotify", "amazon",
        "amzn", "starbucks", "walmart", "target", "mcdonald s", "bill payment", "rent", "消费", "零钱提现",
    ]
    /// Only a card's own statement says these.
    private static let cardIncoming = [
        "payment thank you", "payment received", "payment received thank you", "thank you for your payment",
        "automatic payment thank you", "online payment thank you", "mobile payment thank you",
        "internet payment thank you",
        "directpay full balance", "payment thank", "electronic payment received", "ach deposit internet transfer",
        "thank you payment", "ihre zahlung", "zahlung erhalten", "zahlung danke", "dank fur ihre zahlung",
        "merci pour votre paiement", "paiement merci", "grazie per il pagamento", "gracias por su pago",
        "su pago gracias", "bedankt voor uw betaling", "tack for din betalning", "obrigado pelo pagamento",
        "paiement recu", "merci", "pagamento recebido", "inclusao de pagamento",
        "pagamento ricevuto", "pago recibido", "betaling ontvangen", "zahlungseingang", "betalning mottagen", "还款",
    ]

    private static let texts: [String: (flow: CSVFlow, isCard: Bool)] = {
        var table: [String: (flow: CSVFlow, isCard: Bool)] = [:]
        for phrase in outgoing { table[phrase] = (.out, false) }
        for phrase in incoming { table[phrase] = (.in, false) }
        for phrase in cardIncoming { table[phrase] = (.in, true) }
        return table
    }()

    /// What the text of a row says of its direction, and whether only a card would say so; the longest phrase decides.
    static func flow(_ words: [String]) -> (flow: CSVFlow, isCard: Bool) {
        let words = words.prefix(12)
        for length in stride(from: min(words.count, 5), through: 1, by: -1) {
            for start in 0...words.count - length {
                if let found = texts[words[start..<start + length].joined(separator: " ")] { return found }
            }
        }
        return (.none, false)
    }

    /// Whether a text is what a card's statement calls a payment of its bill, and nothing else. A wallet says "payment
    /// received" of what it got from people.
    static func isCardPayment(_ text: String) -> Bool {
        let key = HeaderText.words(text).joined(separator: " ")
        return key.contains(" ") && key != "payment received" && cardIncoming.contains(key)
    }
}
