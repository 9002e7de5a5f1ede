/// Makes a name for people out of the text of a merchant that the directory does not have.
enum MerchantName {
    /// Words after which nothing of the name follows.
    private static let enders: Set<UInt64> = hashes(
        """
        PPD CCD WEB TEL ID REF REFERENCE TRACE CONF CONFIRMATION INDN DES DESC TRN TRANSACTION AUTH CARD XXXXXX EREF \
        MREF KREF CRED SVWZ IBAN BIC MANDAT DATUM UHRZEIT STORE STR LOCATION TERMINAL SEQ INV INVOICE ORDER POLICY ACCT \
        ACH PMT PMTS PYMT PAYMT ORIG PAYROLL DIRDEP UTIL BILLPAY AUTOPAY EDI LLC INC LTD LLP PLLC PLC
        """)
    /// After these a bank's wording goes on about the occasion: `LATE FEE FOR PAYMENT DUE`, `INTEREST CHARGE ON PURCHASES`.
    private static let serviceEnders: Set<UInt64> = hashes("PPD WEB REF FOR ON")
    /// States, provinces and countries as card networks write them.
    private static let regions: Set<UInt64> = hashes(
        """
        AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR \
        PA RI SC SD TN TX UT VT VA WA WV WI WY DC PR VI GU AB BC MB NB NL NS NT NU ON PE QC SK YT \
        US USA GB GBR UK CAN DEU FR FRA ES ESP IT ITA NLD IE IRL AT AUT BE BEL PT PRT FI FIN CH CHE AUS NZL LU LUX
        """)
    private static let cityFirstWords: Set<UInt64> = hashes(
        "SAN SANTA LOS LAS NEW FORT FT SAINT ST EL PORT MOUNT MT NORTH SOUTH EAST WEST PALO SALT GRAND CEDAR DES BATON "
            + "PIGEON WARNER BOWLING COLORADO VIRGINIA JERSEY KANSAS OKLAHOMA LONG LITTLE ROUND SIOUX CORPUS ANN BOCA COSTA LA"
    )
    private static let cityLastWords: Set<UInt64> = hashes(
        "CITY CIT BEACH BEA SPRINGS SPRING SPRI HEIGHTS HTS FALLS VALLEY VALLE HILLS GROVE ISLAND VEGAS ROCK RAPIDS LAKE LAKES HILL CREEK "
            + "SHORES SHORE HARBOR HARBORS JUNCTION JUNCTIO BLUFFS BLUFF GABLES FORGE RIVER OAKS PINES VISTA PARK MOUNTAIN "
            + "MOUNTAI MOUNTA HAVEN SHOALS PRAIRIE LANDING")
    /// What streets are called, as card networks shorten it.
    private static let streets: Set<UInt64> = hashes(
        "ST STREET AVE AVENUE AV BLVD RD ROAD DR DRIVE LN LANE HWY HIGHWAY PKWY PARKWAY PKY PIKE CIR SQ PLZ TER TRL WAY CT PL"
    )

    private static func hashes(_ words: String) -> Set<UInt64> {
        Set(words.split(separator: " ").map { MerchantTokens.hash($0.utf8) })
    }

    /// - Parameters:
    ///   - start: the first token after rails and processors.
    ///   - isService: whether the text is a bank's wording for a service of its own and no merchant's.
    static func name(
        _ text: MerchantTokens, _ raw: UnsafeBufferPointer<UInt8>, from start: Int, isService: Bool = false
    ) -> String {
        guard start < text.tokens.count else { return whole(raw) }
        return words(text, raw, range(of: text, from: start, isService: isService))
    }

    /// The tokens that are the merchant's name.
    ///
    /// - Precondition: there is a token at `start`.
    static func range(of text: MerchantTokens, from start: Int, isService: Bool = false) -> Range<Int> {
        let tokens = text.tokens
        var end = start + 1
        while end < tokens.count, !endsName(text, at: end, start: start, isService) { end += 1 }
        if end == tokens.count || isBehindPlace(text, end) {
            let isPlaced = end < tokens.count && (isWallet(text, end) || isIdaho(text, end))
            end = withoutPlace(text, start: start, end: end, isRegionOff: isPlaced)
        }
        return start..<end
    }

    /// Whether the token that ends a name stands behind the place, and not between name and place as a store's number does: a
    /// day, a long reference, the card, or the wallet.
    private static func isBehindPlace(_ text: MerchantTokens, _ index: Int) -> Bool {
        let token = text.tokens[index]
        if token.isNumber { return beginsDate(text, index) || token.digits >= 10 }
        return token.isMixed && token.digits >= 6 || text.isToken(index, "CARD") || isDated(text, index)
            || isWallet(text, index)
            || isIdaho(text, index) || MerchantPrefixes.builtIn.beginsTail(text, at: index)
    }

    /// `BOISE ID 24431061234` and `BOISE ID`, unlike `PPD ID: 24431061234`.
    private static func isIdaho(_ text: MerchantTokens, _ index: Int) -> Bool {
        guard text.isToken(index, "ID"), text.tokens[index].gap == .space else { return false }
        guard index + 1 < text.tokens.count else { return endsInTown(text) }
        return text.tokens[index + 1].gap == .space
    }

    /// Whether the wallet begins here, whose words some banks write right behind the state: `DENVER COAPPLE PAY ENDING IN`.
    private static func isWallet(_ text: MerchantTokens, _ index: Int) -> Bool {
        guard index + 2 < text.tokens.count, text.isToken(index + 1, "PAY"), text.isToken(index + 2, "ENDING") else {
            return false
        }
        return text.bytes[text.tokens[index].range].suffix(5).elementsEqual("APPLE".utf8)
            || text.bytes[text.tokens[index].range].suffix(6).elementsEqual("GOOGLE".utf8)
    }

    /// Whether a token is no longer part of the name.
    private static func endsName(_ text: MerchantTokens, at index: Int, start: Int, _ isService: Bool) -> Bool {
        let token = text.tokens[index]
        if isLabel(text, index) { return true }
        switch token.gap {
        case .hash: return true
        case .wide: return index > start
        // The branch: `TST* SEIS KITCHEN - MERCA`.
        case .dash where text.tokens[start].gap == .star: return true
        case .star: return token.digits > 0 || text.tokens[start].count >= 3
        default: break
        }
        if MerchantPrefixes.builtIn.beginsTail(text, at: index) { return true }
        if token.isNumber {
            // "SUBWAY 03" is the third Subway, "PHO 88" a name.
            let isPadded = text.bytes[token.range.lowerBound] == 0x30
            return token.digits >= 3 || isPadded || token.gap == .slash || beginsDate(text, index)
                || beginsAddress(text, index)
        }
        if token.isMixed { return token.count >= 5 || token.digits >= 3 }
        if isService { return serviceEnders.contains(token.hash) }
        if text.isToken(index, "DIRECT"), text.isToken(index + 1, "DEP") { return true }
        if isWallet(text, index) { return true }
        // A second text of the bank, put behind the first: `ELM DISPOSAL Withdrawal ACH ELM DISPOSAL TYPE: PAYMENT`.
        if MerchantPrefixes.builtIn.beginsRail(text, at: index) { return true }
        // The till's own text behind the name that the bank made of it: `GRAY HERON CAFE TST* GRAY HERON CAF`.
        if MerchantPrefixes.builtIn.beginsStarred(text, at: index) { return true }
        return enders.contains(token.hash)
    }

    /// What a bank calls a field that it writes behind the name: `TYPE: PAYROLL`, or a day.
    private static func isLabel(_ text: MerchantTokens, _ index: Int) -> Bool {
        guard index + 1 < text.tokens.count, text.tokens[index].digits == 0 else { return false }
        let next = text.tokens[index + 1]
        let isColonSpace = next.gap == .colon && next.raw.lowerBound - text.tokens[index].raw.upperBound == 2
        return isColonSpace || isDated(text, index)
    }

    /// `Date 06/03/25`, `ON 24 OCT`
    private static func isDated(_ text: MerchantTokens, _ index: Int) -> Bool {
        if text.isToken(index, "DATE") { return beginsDate(text, index + 1) }
        guard text.isToken(index, "ON"), index + 2 < text.tokens.count, text.tokens[index + 1].isNumber else {
            return false
        }
        return text.tokens[index + 1].digits <= 2 && months.contains(text.tokens[index + 2].hash)
    }

    private static let months: Set<UInt64> = hashes("JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC")

    /// A number with a street behind it, as in `17 W 41ST ST`: the address, which some banks write behind the name.
    private static func beginsAddress(_ text: MerchantTokens, _ index: Int) -> Bool {
        let behind = text.tokens[(index + 1)...].prefix(4)
        guard let street = behind.firstIndex(where: { streets.contains($0.hash) }), street > index + 1 else {
            return false
        }
        // A town follows the street, and a name may well end with `ST`.
        return street + 1 < text.tokens.count
    }

    /// The month of `03/11`, which would else give a merchant another name each month.
    private static func beginsDate(_ text: MerchantTokens, _ index: Int) -> Bool {
        guard index + 1 < text.tokens.count else { return false }
        let next = text.tokens[index + 1]
        return next.isNumber && next.gap == .slash
    }

    /// The token at which the place at a text's end begins; the number of tokens where it names none.
    static func placeStart(_ text: MerchantTokens) -> Int {
        text.tokens.isEmpty ? 0 : withoutPlace(text, start: 0, end: text.tokens.count)
    }

    /// The same of a text that isn't cut yet.
    static func endsInTown(_ text: String) -> Bool {
        var tokens = MerchantTokens()
        var text = text
        text.withUTF8 { tokens.fill($0) }
        return endsInTown(tokens)
    }

    /// Whether a text ends with a town of the United States and its state.
    static func endsInTown(_ text: MerchantTokens) -> Bool {
        let state = text.tokens.count - 1
        return state > 1
            && Towns.builtIn.words(text, from: 1, before: state, state: text.tokens[state].hash) > 0
    }

    /// Takes a state or country and the city before it off the end, leaving at least one word.
    ///
    /// - Parameter isRegionOff: whether the state stood right behind the end.
    private static func withoutPlace(_ text: MerchantTokens, start: Int, end: Int, isRegionOff: Bool = false) -> Int {
        var end = end
        var hadRegion = isRegionOff
        while end - start > 1, regions.contains(text.tokens[end - 1].hash), text.tokens[end - 1].gap != .ampersand {
            end -= 1
            hadRegion = true
        }
        // DR ANN DOE MD lives in no town in Maryland.
        let isDoctor = text.isToken(start, "DR") && end < text.tokens.count && text.isToken(end, "MD")
        if isDoctor { return end + 1 }
        guard hadRegion, end - start > 1 else { return end }
        let code = regionBehind(text, end)
        let town = Towns.builtIn.words(text, from: start + 1, before: end, state: code)
        if town > 0 {
            let isPartOfTown = end - town - start > 2 && directions.contains(text.tokens[end - town - 1].hash)
            return isPartOfTown ? end - town - 1 : withoutBranch(text, start: start, end: end - town, town: town)
        }
        let last = text.tokens[end - 1].hash
        let before = text.tokens[end - 2].hash
        let isSecond = cityLastWords.contains(last)
        // SALT LAKE CITY, WEST PALM BEACH.
        if isSecond, end - start > 3, cityFirstWords.contains(text.tokens[end - 3].hash) { return end - 3 }
        if isSecond || cityFirstWords.contains(before) { return max(start + 1, end - 2) }
        // No town is called so: PIE CO and DRIVE IN are of the name, and the place in PIZZA NJ is only the state.
        let isCompany = text.isToken(end, "CO") && companies.contains(last)
        if isCompany || MerchantDirectory.builtIn.isKindOfPlace(text, at: end - 1) {
            return end < text.tokens.count && nameEnds.contains(code) ? end + 1 : end
        }
        return end - 1
    }

    /// What companies sell or do, before the `CO` that is no Colorado, besides the words of `words.tsv`.
    private static let companies: Set<UInt64> = hashes(
        """
        PIE SODA TEA TRADING SUPPLY CANDY CANDLE SOAP TOY GAME PAPER GLASS STEEL IRON WOOD STONE BRICK TILE PAINT OIL GAS POWER \
        LIGHT WATER TELEPHONE TITLE TRUST LOAN FINANCE HOLDING MANAGEMENT PROPERTY REALTY LAND DEVELOPMENT CONSTRUCTION BUILDING \
        ENGINEERING DESIGN PRINTING PUBLISHING MEDIA FILM MUSIC PICTURE AMUSEMENT TRANSFER TRUCKING CAB BOAT TOUR OUTDOOR \
        ADVENTURE CLIMBING SKATE SURF BIKE CYCLE MOTOR PARTS EQUIPMENT TOOL SEED FEED GRAIN FARM GARDEN FLOWER TREE LAWN HONEY \
        MILK CHEESE EGG MEAT SAUSAGE JERKY FISH OYSTER CRAB NUT POPCORN CHOCOLATE COOKIE CAKE CUPCAKE BAKING PASTA SALSA SPICE \
        JUICE SPIRITS DISTILLING CIDER ROASTING HAT SHIRT DENIM WATCH RING OPTICAL MERCANTILE PROVISION PROVISIONS
        """)

    /// Before a town's name, a part of it.
    private static let directions: Set<UInt64> = hashes("NORTH SOUTH EAST WEST N S E W NE NW SE SW DOWNTOWN")
    /// Codes of states that are words at the end of names too.
    private static let nameEnds: Set<UInt64> = hashes("CO IN")

    /// The code of the state right behind the end, which the wallet's words may stand at (`COAPPLE PAY`).
    private static func regionBehind(_ text: MerchantTokens, _ end: Int) -> UInt64 {
        guard end < text.tokens.count else { return 0 }
        return isWallet(text, end)
            ? MerchantTokens.hash(text.bytes[text.tokens[end].range].prefix(2)) : text.tokens[end].hash
    }

    /// A shop that is called after its town has it twice: `SEA LIFE KANSAS CITY KANSAS CITY MO`.
    private static func withoutBranch(_ text: MerchantTokens, start: Int, end: Int, town: Int) -> Int {
        let branch = end - town
        guard branch - start >= 2, !text.isToken(branch - 1, "OF"),
            zip(text.tokens[branch..<end], text.tokens[end..<end + town]).allSatisfy({ $0.hash == $1.hash })
        else { return end }
        return branch
    }

    private static func whole(_ raw: UnsafeBufferPointer<UInt8>) -> String {
        let text = String(decoding: raw, as: UTF8.self).split(separator: " ").joined(separator: " ")
        return text.isEmpty ? "Unknown" : text
    }

    // MARK: Spelling

    private static let smallWords: Set<UInt64> = hashes("OF AND THE FOR IN ON AT BY DE LA LE DU DES VAN DER UND Y E")

    /// The raw words of some tokens, in title case where the bank wrote capitals only.
    private static func words(_ text: MerchantTokens, _ raw: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> String
    {
        let isShouted = !text.tokens[range].contains { token in
            raw[token.raw].contains { (0x61...0x7A).contains($0) }
        }
        var out: [UInt8] = []
        for index in range {
            let token = text.tokens[index]
            if index > range.lowerBound {
                out += token.gap == .ampersand ? separator(text, index, raw) : [0x20]
            }
            let word = withoutWebSuffix(raw, token.raw)
            guard isShouted else {
                out += raw[word]
                continue
            }
            let isFirst = index == range.lowerBound
            if token.isMixed || isInitials(text, token) {
                out += raw[word]
            } else if !isFirst, smallWords.contains(token.hash) {
                out += raw[word].map { (0x41...0x5A).contains($0) ? $0 + 32 : $0 }
            } else {
                appendTitled(raw[word], to: &out)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// `&` as the bank wrote it, with or without spaces.
    private static func separator(_ text: MerchantTokens, _ index: Int, _ raw: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        let between = text.tokens[index - 1].raw.upperBound..<text.tokens[index].raw.lowerBound
        return between.count == 1 ? [0x26] : Array(" & ".utf8)
    }

    /// Written as words.
    private static let titles: Set<UInt64> = hashes("DR MR MRS MS ST MT")
    private static let initialsWithVowels: Set<UInt64> = hashes("ATM USA UK AG")

    /// Up to three letters without a vowel, or with one letter only: `BMW`, `JD`.
    private static func isInitials(_ text: MerchantTokens, _ token: MerchantTokens.Token) -> Bool {
        guard token.letters <= 3 else { return false }
        if initialsWithVowels.contains(token.hash) { return true }
        if titles.contains(token.hash) { return false }
        return !text.bytes[token.range].contains { "AEIOUY".utf8.contains($0) }
    }

    private static func appendTitled(_ word: Slice<UnsafeBufferPointer<UInt8>>, to out: inout [UInt8]) {
        var startsWord = true
        if word.contains(where: { $0 >= 0x80 }) {
            for scalar in String(decoding: word, as: UTF8.self).unicodeScalars {
                out += (startsWord ? String(scalar) : scalar.properties.lowercaseMapping).utf8
                startsWord = scalar == "-"
            }
            return
        }
        for byte in word {
            out.append(!startsWord && (0x41...0x5A).contains(byte) ? byte + 32 : byte)
            // O'Neil and Coca-Cola, but Joe's.
            startsWord = byte == 0x2D || (byte == 0x27 && out.count <= 2)
        }
    }

    private static let webSuffixes = [".COM", ".NET", ".ORG", ".CO", ".IO", ".DE", ".CO.UK"].map { Array($0.utf8) }

    private static func withoutWebSuffix(_ raw: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Range<Int> {
        for suffix in webSuffixes where range.count > suffix.count + 1 {
            let tail = raw[range.upperBound - suffix.count..<range.upperBound]
            if tail.elementsEqual(suffix, by: { $0 == $1 || $0 & 0xDF == $1 }) {
                return range.lowerBound..<range.upperBound - suffix.count
            }
        }
        return range
    }
}
