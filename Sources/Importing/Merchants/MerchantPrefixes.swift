/// What banks and payment processors write before a merchant's name.
struct MerchantPrefixes {
    private enum Form: Int {
        /// The rail: a date, card number or reference may follow.
        case rail
        /// A processor: the merchant follows at once.
        case processor
        /// A processor whose short name is one only before `*`.
        case starredProcessor
    }

    private let patterns: MerchantPatterns

    static let builtIn = MerchantPrefixes()

    private init() {
        var patterns = MerchantPatterns(minimumCapacity: 256)
        func add(_ list: String, _ form: Form) {
            for text in list.split(separator: "|") { patterns.add(text, payload: form.rawValue) }
        }
        add(
            """
            POS|POS DEBIT|POS PURCHASE|POS PUR|POS WITHDRAWAL|POS REFUND|POS RETURN|DEBIT POS|DEBIT PURCHASE|\
            DEBIT CARD PURCHASE|DEBIT CARD|DEBIT CARD CREDIT|DBT CRD|DBT PURCHASE|DBT REFUND|CREDIT REFUND|CREDIT PURCHASE|CRD PURCHASE|CHECKCARD|CHECK CARD|CHECK CARD PURCHASE|\
            CHECKCARD PURCHASE|CARD PURCHASE|CARD PURCHASE WITH PIN|PIN PURCHASE|SIGNATURE PURCHASE|VISA PURCHASE|\
            VISA DDA PUR|VISA DEBIT|VISA DEBIT PURCHASE|MASTERCARD PURCHASE|MC PURCHASE|PURCHASE|\
            PURCHASE AUTHORIZED ON|PURCHASE RETURN AUTHORIZED ON|PURCHASE RETURN|PURCHASE WITH CASH BACK|\
            RECURRING|RECURRING PAYMENT|RECURRING PAYMENT AUTHORIZED ON|RECURRING DEBIT CARD|RECURRING CARD PURCHASE|\
            ACH DEBIT|ACH CREDIT|CORPORATE ACH|ACH WEB|ACH WEB RECUR|ACH TEL|ACH PPD|ACH CCD|\
            ACH WITHDRAWAL|ACH DEPOSIT|ACH PAYMENT|ACH PMT|ACH|EFT DEBIT|EFT|\
            PREAUTHORIZED DEBIT|PREAUTHORIZED CREDIT|PREAUTHORIZED WD|PREAUTH|PRE AUTH|PENDING|\
            EXTERNAL WITHDRAWAL|EXTERNAL DEPOSIT|WITHDRAWAL DEBIT CARD|WITHDRAWAL POS|WITHDRAWAL ACH|DEPOSIT ACH|\
            ELECTRONIC PMT WEB|ELECTRONIC WITHDRAWAL|ELECTRONIC DEPOSIT|WEB PMT|WEB AUTHORIZED PMT|BILL PAYMENT|\
            BILLPAY|BILL PAY|ONLINE BILL PAYMENT TO|CONTACTLESS|CONTACTLESS PURCHASE|INTERAC PURCHASE|INTERAC|IDP PURCHASE|\
            CARD PAYMENT TO|CARD PAYMENT|PAYMENT TO|DIRECT DEBIT TO|DIRECT DEBIT|STANDING ORDER TO|FASTER PAYMENT TO|\
            UTIL PMT|UTIL PYMT|UTIL PAYMT|ELEC PYMT|ELEC PMT|GAS PYMT|GAS PMT|INS PREM|INS PYMT|INS PMT|CLUB FEES|\
            BILL PMT|BILL PYMT|LOAN PMT|LOAN PYMT|STUDNTLOAN|MTG PYMT|MTG PMT|\
            KARTENZAHLUNG|LASTSCHRIFT|SEPA LASTSCHRIFT|GIROCARD|EC KARTENZAHLUNG|DAUERAUFTRAG|\
            ACHAT CB|PAIEMENT CB|PAIEMENT PAR CARTE|CARTE|CB|PRLV|PRLV SEPA|PRELEVEMENT|PRELEVEMENT DE|VIR|VIR SEPA|\
            PAGO EN|PAGO|COMPRA EN|COMPRA|COMPRA TARJETA|RECIBO|BETAALPAS|BEA|PIN BETALING|INCASSO|IDEAL|\
            PAGAMENTO POS|PAGAMENTO|ADDEBITO|KORTKOP|KORTTIOSTO|VAREKOP
            """, .rail)
        add(
            """
            SQ|TST|PP|PAYPAL|PAYPAL INST XFER|PAYPAL PURCHASE|SP|SUMUP|IZETTLE|IZ|ZETTLE|STRIPE|SHOPIFY|KLARNA|AFTERPAY|\
            CLOVER|TOAST|APLPAY|APL PAY|GGLPAY|GGL PAY|VENMO PURCHASE|CASH APP|CASHAPP|WL|EVENTBRITE|WWW
            """, .processor)
        add("PY|CKE|EB|IN|FSP|ZZ|BT|2CO|PAY|DRI|FS|SMP|CCI|NYX|PAR|LS|ACT|BB|GG|WPY|SPO|SPI", .starredProcessor)
        self.patterns = patterns
    }

    /// Whether two or more words of a rail stand at a token.
    func beginsRail(_ text: MerchantTokens, at index: Int) -> Bool {
        guard let match = patterns.longestMatch(in: text, from: index, onlyAtStart: true) else { return false }
        return match.tokens.count > 1 && Form(rawValue: match.payload) == .rail
    }

    /// The token at which the merchant's own text begins.
    func end(in text: MerchantTokens) -> Int {
        // The last digits of the card stand before the rail: `4410 DBT PURCHASE`.
        let isNumbered = text.tokens.first?.isNumber ?? false && text.tokens.count > 1 && beginsRail(text, at: 1)
        var start = isNumbered ? 1 : 0
        for _ in 0..<4 {
            guard let match = patterns.longestMatch(in: text, from: start, onlyAtStart: true),
                match.tokens.upperBound < text.tokens.count
            else { break }
            let next = match.tokens.upperBound
            switch Form(rawValue: match.payload) {
            case .starredProcessor where text.tokens[next].gap != .star: return start
            case .rail: start = skipReference(in: text, from: next)
            default: start = next
            }
        }
        return start
    }

    /// Passes over dates and card numbers that stand between a rail and the merchant, unless nothing else is left.
    private func skipReference(in text: MerchantTokens, from start: Int) -> Int {
        var position = start
        while position < text.tokens.count {
            let token = text.tokens[position]
            let isCardNumber = token.isMixed && token.digits >= 4 && text.bytes[token.range.lowerBound] == 0x58
            guard token.isNumber || isCardNumber else { return position }
            position += 1
        }
        return start
    }
}
