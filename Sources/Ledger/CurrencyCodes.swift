extension Currency {
    /// - Returns: nil when `code` is not in use (ISO 4217 list one, 2024, without funds and metals) either.
    public init?(inUse code: some StringProtocol) {
        guard let currency = Currency(code), Currency.codesInUse.contains(currency.code) else { return nil }
        self = currency
    }

    /// What `$` means beside accounts that are mostly kept in `home`: that currency where it is written so, else US
    /// dollars.
    public static func dollar(home: Currency) -> Currency {
        dollars.contains(home.code) ? home : .usd
    }

    /// Whether it is written `$` where it is from.
    public var isDollar: Bool { Currency.dollars.contains(code) }

    private static let dollars: Set<String> = [
        "USD", "CAD", "AUD", "NZD", "MXN", "HKD", "SGD", "TWD", "ARS", "CLP", "COP",
    ]

    private static let codesInUse = Set(
        """
        AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF \
        CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD \
        HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD \
        MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN \
        PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY \
        TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG
        """.split(separator: " ").map(String.init))
}
