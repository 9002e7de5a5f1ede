import Ledger
import Testing

@Suite struct NameKeyTests {
    @Test(arguments: [
        ("Trader Joe's", "traderjoes"), ("Café Müller", "cafemuller"), ("H-E-B", "heb"), ("7-Eleven", "7eleven"),
        ("AT&T", "att"), ("Crêperie  Œuf", "creperieoeuf"), ("Weißbäckerei", "weissbackerei"),
        ("Smørrebrød", "smorrebrod"),
        ("Łódź", "lodz"), ("ÞÓR", "thor"), ("", ""), ("!?* -", ""), ("Москва", "москва"), ("日本 酒", "日本酒"),
        ("Caf\u{65}\u{301}", "cafe"), ("½ Price", "½price"), ("🍕 Pizza", "pizza"), ("ＡＢ", "ａｂ"),
    ]) func keys(name: String, key: String) {
        #expect(NameKey.key(of: name) == key)
    }

    /// Each letter of U+00C0…U+017F that Unicode decomposes, with its base letter (Python, `unicodedata` NFD).
    private static let accented = """
        Àa Áa Âa Ãa Äa Åa Çc Èe Ée Êe Ëe Ìi Íi Îi Ïi Ñn Òo Óo Ôo Õo Öo Ùu Úu Ûu Üu Ýy àa áa âa ãa äa åa çc èe ée êe ëe \
        ìi íi îi ïi ñn òo óo ôo õo öo ùu úu ûu üu ýy ÿy Āa āa Ăa ăa Ąa ąa Ćc ćc Ĉc ĉc Ċc ċc Čc čc Ďd ďd Ēe ēe Ĕe ĕe Ėe \
        ėe Ęe ęe Ěe ěe Ĝg ĝg Ğg ğg Ġg ġg Ģg ģg Ĥh ĥh Ĩi ĩi Īi īi Ĭi ĭi Įi įi İi Ĵj ĵj Ķk ķk Ĺl ĺl Ļl ļl Ľl ľl Ńn ńn Ņn \
        ņn Ňn ňn Ōo ōo Ŏo ŏo Őo őo Ŕr ŕr Ŗr ŗr Řr řr Śs śs Ŝs ŝs Şs şs Šs šs Ţt ţt Ťt ťt Ũu ũu Ūu ūu Ŭu ŭu Ůu ůu Űu űu \
        Ųu ųu Ŵw ŵw Ŷy ŷy Ÿy Źz źz Żz żz Žz žz
        """

    @Test func accentsAreFolded() {
        for pair in Self.accented.split(separator: " ") {
            let scalars = Array(pair.unicodeScalars)
            #expect(NameKey.key(of: String(Character(scalars[0]))) == String(Character(scalars[1])), "\(pair)")
        }
    }

    @Test func aKeyIsItsOwnKey() {
        for value in UInt32(0)..<0x250 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let key = NameKey.key(of: "a" + String(Character(scalar)) + "Z")
            #expect(NameKey.key(of: key) == key, "U+\(String(value, radix: 16))")
            #expect(key.hasPrefix("a") && key.hasSuffix("z"))
        }
    }
}
