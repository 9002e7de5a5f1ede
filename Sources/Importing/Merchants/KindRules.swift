import Ledger

/// Bank wording that says what a row is, whoever the merchant.
struct KindRules {
    enum Meaning: Int {
        /// A move between own accounts.
        case transfer
        /// Wording that a move between own accounts has, and others too.
        case possibleTransfer
        case savings
        case investment
        /// A purchase or sale of a security, where the account holds any.
        case security
        /// A payment of a card's bill, on the card or in the account that paid it.
        case cardPayment
        /// The same wording where only a row of a card account can be trusted.
        case cardPaymentOnCard
        case toPerson
        case fromPerson
        case person
        /// "card ending in 1234": a payment of that card where the text also says payment.
        case cardEnding
        case check
        case cashWithdrawal
        case refund
    }

    private let patterns: MerchantPatterns
    private let deposits: MerchantPatterns

    static let builtIn = KindRules()

    private init() {
        var patterns = MerchantPatterns(minimumCapacity: 256)
        func add(_ meaning: Meaning, _ list: String) {
            for text in list.split(separator: "|") { patterns.add(text, payload: meaning.rawValue) }
        }
        add(
            .transfer,
            """
            ONLINE TRANSFER|INTERNAL TRANSFER|FUNDS TRANSFER|ACCOUNT TRANSFER|ACCT XFER|ONLINE XFER|MOBILE TRANSFER|\
            ONLINE BANKING TRANSFER|TRANSFER TO CHK|TRANSFER TO CHECKING|TRANSFER FROM CHK|TRANSFER FROM CHECKING|\
            TRANSFER TO SHARE|TRANSFER FROM SHARE|TRANSFER TO ACCOUNT|TRANSFER FROM ACCOUNT|XFER TO|XFER FROM|\
            ^TRANSFER TO X*|^TRANSFER FROM X*|RECURRING TRANSFER|AUTOMATIC TRANSFER|AUTO TRANSFER|SCHEDULED TRANSFER|\
            TRANSFER BETWEEN|BOOK TRANSFER|零钱提现|EIGENER UBERTRAG|UMBUCHUNG|VIREMENT INTERNE|GIROCONTO|TRASPASO INTERNO|\
            OVERBOEKING EIGEN*|INTERBANK TRANSFER|BANK TRANSFER FROM MY*|BANK TRANSFER TO MY*|ACH TRANSFER TO|ACH TRANSFER FROM
            """)
        add(
            .possibleTransfer,
            """
            TRANSFER|XFER|TFR|^TRANSFER TO|^TRANSFER FROM|UEBERTRAG|UBERTRAG|VIREMENT|OVERBOEKING|TRASPASO|WIRE|\
            BANK TRANSFER|REAL TIME TRANSFER|DEPOSIT FROM|WITHDRAWAL TO
            """)
        add(
            .savings,
            """
            TRANSFER TO SAV*|TRANSFER FROM SAV*|ONLINE TRANSFER TO SAV*|ONLINE TRANSFER FROM SAV*|XFER TO SAV*|XFER FROM SAV*|SAVINGS TRANSFER|TRANSFER SAVINGS|\
            KEEP THE CHANGE|ROUND UP|ROUNDUP|ROUND UPS|SAVE THE CHANGE|SAVINGS DEPOSIT|TO SAVINGS|FROM SAVINGS|SAVINGS PLAN|\
            POT TRANSFER|SAVINGS POT|SPACE TRANSFER|TAGESGELD|LIVRET A
            """)
        add(
            .investment,
            "BROKERAGE TRANSFER|TRANSFER TO BROKERAGE|IRA CONTRIBUTION|401K CONTRIBUTION|INVESTMENT TRANSFER")
        add(
            .security,
            """
            YOU BOUGHT|YOU SOLD|^BOUGHT|^SOLD|^BUY|^SELL|REINVESTMENT|^REINVEST|DIVIDEND REINVEST*|DIV REINVEST*|PURCHASE OF SHARES|\
            SALE OF SHARES|SHARES PURCHASED|SHARES SOLD|REDEMPTION|^KAUF|^VERKAUF|WERTPAPIERKAUF|WERTPAPIERVERKAUF|^ACHAT|^VENTE
            """)
        add(
            .cardPayment,
            """
            PAYMENT THANK YOU|THANK YOU PAYMENT|PAYMENT RECEIVED THANK*|CREDIT CRD AUTOPAY|CREDIT CRD EPAY|CRCARDPMT|\
            CREDIT CARD PAYMENT|CREDIT CARD PMT|CREDIT CARD BILL|CREDIT CARD AUTOPAY|CARD AUTOPAY|CARDMEMBER SERV*|\
            PAYMENT TO CHASE CARD|PAYMENT TO CREDIT CARD|PAYMENT TO CREDIT CRD|PAYMENT TO CRD|CARD ONLINE PAYMENT|\
            CREDIT CRD|CRD EPAY|CRD AUTOPAY|CREDIT CARD|KREDITKARTENABRECHNUNG|KREDITKARTE ABRECHNUNG|AMEX EPAYMENT|AMERICAN EXPRESS ACH PMT|\
            DISCOVER E PAYMENT|DISCOVER EPAYMENT|GSBANK PAYMENT|CAPITAL ONE MOBILE PMT|CAPITAL ONE ONLINE PMT|\
            CAPITAL ONE CRCARDPMT|CITI CARD|BARCLAYCARD US|SYNCHRONY BANK PAYMENT|BA ELECTRONIC PAYMENT|CARD BILL PAYMENT
            """)
        add(
            .cardPaymentOnCard,
            """
            AUTOPAY|AUTOPAY PAYMENT|AUTOMATIC PAYMENT|AUTO PAYMENT|ONLINE PAYMENT|MOBILE PAYMENT|INTERNET PAYMENT|E PAYMENT|\
            EPAYMENT|ELECTRONIC PAYMENT|DIRECTPAY|PAYMENT RECEIVED|PAYMENT FROM|ACH PAYMENT|BILL PAYMENT|PAYMENT MADE|\
            ^PAYMENT|PAYMENT BY|MOBILE PMT|ONLINE PMT|AUTO PMT|DEPOSIT INTERNET TRANSFER|\
            PAGAMENTO RECEBIDO|INCLUSAO DE PAGAMENTO|OBRIGADO PELO PAGAMENTO|PAGAMENTO RICEVUTO|PAGO RECIBIDO|SU PAGO GRACIAS|GRACIAS POR SU PAGO|\
            GRAZIE PER IL PAGAMENTO|IHRE ZAHLUNG|ZAHLUNG ERHALTEN|ZAHLUNG DANKE|DANK FUR IHRE ZAHLUNG|ZAHLUNGSEINGANG|\
            PAIEMENT RECU|PAIEMENT MERCI|MERCI POUR VOTRE PAIEMENT|BETALING ONTVANGEN|BEDANKT VOOR UW BETALING|\
            BETALNING MOTTAGEN|TACK FOR DIN BETALNING
            """)
        add(.cardEnding, "CARD ENDING|CARD ENDING IN|CRD ENDING IN")
        add(
            .toPerson,
            "ZELLE TO|ZELLE PAYMENT TO|ZELLE PMT TO|ZELLE INSTANT PMT TO|ZELLE TRANSFER TO|ZELLE MONEY SENT|ZELLE MONEY SENT TO|ZELLE SENT|ZELLE SENT TO|INTERAC ETRANSFER TO"
        )
        add(
            .fromPerson,
            """
            ZELLE FROM|ZELLE PAYMENT FROM|ZELLE PMT FROM|ZELLE INSTANT PMT FROM|ZELLE TRANSFER FROM|\
            ZELLE MONEY RECEIVED|ZELLE MONEY RECEIVED FROM|ZELLE RECEIVED|ZELLE RECEIVED FROM|INTERAC ETRANSFER FROM
            """)
        add(
            .person,
            "ZELLE|ZELLE TRANSFER|VENMO|CASH APP|CASHAPP|INTERAC ETRANSFER|E TRANSFER|ETRANSFER|APPLE CASH|PAYPAL TRANSFER|POPMONEY"
        )
        add(.check, "^CHECK|^CHECK PAID|^CHEQUE|^CHK|^CHECK NO|^CHECK NUMBER|^CASHED CHECK|^SUBSTITUTE CHECK|^DRAFT")
        add(
            .cashWithdrawal,
            """
            ATM WITHDRAWAL|ATM CASH|CASH WITHDRAWAL|ATM WD|ATM W D|^ATM|ATM WITHDRAW|NON CHASE ATM WITHDRAW|NONNETWORK ATM WITHDRAW*|\
            BKOFAMERICA ATM|WITHDRWL|WITHDRAWAL ATM|CASH EWITHDRAWAL|CASHPOINT|GELDAUTOMAT|BARGELDAUSZAHLUNG|RETRAIT DAB|RETRAIT|CAJERO|GELDAUTOMAAT|BANCOMAT|ATM DEBIT
            """)
        add(
            .refund,
            "REFUND|RETURN|REVERSAL|PURCHASE RETURN|GUTSCHRIFT STORNO|REMBOURSEMENT|CREDIT VOUCHER|MERCHANDISE RETURN|退款*"
        )
        self.patterns = patterns
        var deposits = MerchantPatterns()
        for text in [
            "DEPOSIT ACH", "ACH DEPOSIT", "EXTERNAL DEPOSIT", "ELECTRONIC DEPOSIT", "DIRECT DEPOSIT", "ACH CREDIT",
            "ACH CRDT", "PREAUTHORIZED CREDIT", "ELECTRONIC CREDIT", "PAYOUT", "PAYOUTS",
        ] {
            deposits.add(text, payload: 0)
        }
        self.deposits = deposits
    }

    /// - Parameter end: the token at which the text counts as ended; nil for its end.
    func meaning(of text: MerchantTokens, until end: Int? = nil) -> (meaning: Meaning, tokens: Range<Int>)? {
        guard let match = patterns.longestMatch(in: text, from: 0, until: end),
            let meaning = Meaning(rawValue: match.payload)
        else {
            return billOfCard(text, until: end) ?? numberedCheck(text)
        }
        if meaning == .cardPaymentOnCard, let bill = billOfCard(text, until: end) { return bill }
        if meaning == .cardPaymentOnCard, let person = person(in: text, behind: match.tokens.upperBound) {
            return person
        }
        guard meaning == .cardEnding else { return (meaning, match.tokens) }
        let pays = text.tokens[..<match.tokens.lowerBound].indices.contains { index in
            text.isToken(index, "PAYMENT") || text.isToken(index, "PMT") || text.isToken(index, "PYMT")
        }
        // The card that a purchase was paid with says nothing: `POS WITHDRAWAL VENMO *ANN DOE CARD ENDING IN 1234`.
        return pays ? (.cardPayment, match.tokens) : self.meaning(of: text, until: match.tokens.lowerBound)
    }

    private static let cards: [StaticString] = ["CARD", "CRD", "CREDITCARD", "VISA", "MASTERCARD", "AMEX"]
    /// Cards whose bill nobody pays.
    private static let otherCards: [StaticString] = ["DEBIT", "GIFT", "PREPAID", "CHECK", "ID", "SIM", "LIBRARY"]
    private static let payments: [StaticString] = [
        "PAYMENT", "PMT", "PYMT", "PYMNT", "PAYMNT", "EPAYMENT", "EPAY", "AUTOPAY",
    ]
    /// How it is paid.
    private static let ways: [StaticString] = [
        "ONLINE", "WEB", "BILL", "AUTO", "AUTOMATIC", "MOBILE", "ACH", "INTERNET", "ELECTRONIC", "E", "SERVICES",
        "ENDING", "IN", "PPD", "CCD", "ID", "REF",
    ]

    /// `CASCADE BANK CARD ONLINE PMT`, `HARBOR VISA 4007 PAYMENT`: a card, and behind it nothing but that it is paid.
    private func billOfCard(_ text: MerchantTokens, until end: Int?) -> (meaning: Meaning, tokens: Range<Int>)? {
        func isOne(of words: [StaticString], _ index: Int) -> Bool { words.contains { text.isToken(index, $0) } }
        let count = end ?? text.tokens.count
        guard let card = (0..<count).first(where: { isOne(of: KindRules.cards, $0) }),
            card == 0 || !isOne(of: KindRules.otherCards, card - 1)
        else { return nil }
        var paid: Int?
        for index in (card + 1)..<max(count, card + 1) {
            if isOne(of: KindRules.payments, index) {
                paid = paid ?? index
            } else if text.tokens[index].digits == 0, !isOne(of: KindRules.ways, index),
                !isOne(of: KindRules.cards, index)
            {
                return nil
            }
        }
        return paid.map { (.cardPayment, card..<($0 + 1)) }
    }

    /// `DOWNLOAD FROM USBANK.COM. CHECK #1042`: the number tells that the bank's text is of a check, wherever it stands.
    private func numberedCheck(_ text: MerchantTokens) -> (meaning: Meaning, tokens: Range<Int>)? {
        let number = text.tokens.count - 1
        guard number > 0, text.tokens[number].isNumber, text.tokens[number].gap == .hash,
            ["CHECK", "CHK", "CHEQUE"].contains(where: { text.isToken(number - 1, $0) })
        else { return nil }
        return (.check, number - 1..<number)
    }

    /// Whether the words are of a transfer that somebody sends, as a shop does only to those who sell there: what it takes
    /// back goes to the card.
    func isPaidIn(_ text: MerchantTokens) -> Bool { deposits.longestMatch(in: text, from: 0) != nil }

    /// `PAYMENT VENMO`, `WEB PAYMENT CASH APP`: through whom it was paid says more than that it was.
    private func person(in text: MerchantTokens, behind start: Int) -> (meaning: Meaning, tokens: Range<Int>)? {
        guard let match = patterns.longestMatch(in: text, from: start), let meaning = Meaning(rawValue: match.payload),
            [.person, .toPerson, .fromPerson].contains(meaning)
        else { return nil }
        return (meaning, match.tokens)
    }
}
