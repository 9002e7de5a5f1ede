import Glibc
import Ledger

/// The text of an OFX file: its bytes as UTF-8, and the values in it as a person reads them.
enum OFXText {
    /// What may stand in a text besides tags. A CDATA section is the only one whose content is text.
    static let markup: [(opening: [UInt8], closing: [UInt8])] = [
        (Array("<!--".utf8), Array("-->".utf8)), (cdata, Array("]]>".utf8)), (Array("<?".utf8), Array(">".utf8)),
        (Array("<!".utf8), Array(">".utf8)),
    ]
    private static let cdata = Array("<![CDATA[".utf8)

    /// The index behind the first occurrence of `mark`.
    static func end(of mark: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        var at = bytes.startIndex
        while at + mark.count <= bytes.endIndex {
            if bytes[at] == mark[0], bytes[at..<at + mark.count].elementsEqual(mark) { return at + mark.count }
            at += 1
        }
        return nil
    }

    /// Turns the bytes of a file into UTF-8 without byte order mark.
    ///
    /// Bytes that are UTF-8 are taken as that whatever the header says; else the header's character set counts, and
    /// Windows-1252 where it names none that the system knows.
    /// - Returns: the text and the lower-case name of the encoding it came in.
    static func decode(_ bytes: [UInt8]) -> (text: [UInt8], encoding: String) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (Array(bytes.dropFirst(3)), "utf-8") }
        if bytes.starts(with: [0xFF, 0xFE]) { return (converted(bytes, from: "UTF-16") ?? [], "utf-16le") }
        if bytes.starts(with: [0xFE, 0xFF]) { return (converted(bytes, from: "UTF-16") ?? [], "utf-16be") }
        if String(validating: bytes, as: UTF8.self) != nil { return (bytes, "utf-8") }
        let named = characterSet(of: bytes)
        if named == "UTF-8" { return (bytes, "utf-8") }
        if let named, named != "CP1252", let text = converted(bytes, from: named) { return (text, named.lowercased()) }
        return (converted(bytes, from: "CP1252") ?? bytes, "windows-1252")
    }

    /// The character set that the header names, as iconv calls it: `CHARSET:1252`, `CHARSET:ISO-8859-15`,
    /// `ENCODING:UTF-8`, `<?xml encoding="windows-1250"?>`. ISO-8859-1 is read as Windows-1252, which holds it and is
    /// what is meant where it is not.
    private static func characterSet(of bytes: [UInt8]) -> String? {
        let head = String(decoding: bytes.prefix(1024).prefix { $0 < 0x80 }, as: UTF8.self).uppercased()
        for key in ["CHARSET:", "ENCODING=\"", "ENCODING='", "ENCODING:"] {
            guard let at = end(of: Array(key.utf8), in: Array(head.utf8)[...]) else { continue }
            let name = head.utf8.dropFirst(at).prefix { $0 > 0x20 && $0 != 0x22 && $0 != 0x27 && $0 != 0x3C }
            switch String(decoding: Array(name), as: UTF8.self) {
            case "UTF-8", "UTF8", "UNICODE": return "UTF-8"
            case "NONE", "USASCII", "US-ASCII", "": continue
            case "1252", "ISO-8859-1", "8859-1", "WINDOWS-1252": return "CP1252"
            case let set where set.hasPrefix("125"): return "CP" + set
            case let set where set.hasPrefix("8859"): return "ISO-" + set
            case let set: return set
            }
        }
        return nil
    }

    /// - Returns: nil when the system has no such encoding. A byte that means nothing in it becomes U+FFFD.
    private static func converted(_ bytes: [UInt8], from encoding: String) -> [UInt8]? {
        guard let converter = Converter(from: encoding) else { return nil }
        return bytes.withUnsafeBytes { converter.convert($0) }
    }

    /// A value as a person reads it: entities and CDATA resolved, control characters as spaces, no white space around.
    static func value(_ raw: ArraySlice<UInt8>) -> String {
        var bytes = trimmed(raw)
        let isPlain = bytes.allSatisfy {
            (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&")
        }
        if isPlain { return String(decoding: bytes, as: UTF8.self) }
        if bytes.contains(UInt8(ascii: "<")) { bytes = withoutMarkup(bytes)[...] }
        if bytes.contains(UInt8(ascii: "&")) {
            // Some banks escape twice: `A&amp;amp;B`.
            bytes = resolved(resolved(bytes)[...])[...]
        }
        return readable(String(decoding: bytes, as: UTF8.self))
    }

    private static func trimmed(_ raw: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        // What an escape character begins is taken out as a whole.
        var bytes = raw.drop { $0 <= 0x20 && $0 != 0x1B }
        while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
        return bytes
    }

    /// Control characters as spaces, without escape sequences and without white space around.
    private static func readable(_ text: String) -> String {
        let all = Array(text.unicodeScalars)
        var scalars = String.UnicodeScalarView()
        var sequenceEnd = 0
        for (index, scalar) in all.enumerated() where index >= sequenceEnd {
            sequenceEnd =
                index + EscapeSequence.length(at: index, count: all.count) { (at: Int) in all[at].value }
            if sequenceEnd > index { continue }
            let isBlank = scalar.value < 0x20 || (0x7F...0xA0).contains(scalar.value)
            if isBlank || scalar == " " {
                if !scalars.isEmpty { scalars.append(" ") }
            } else {
                scalars.append(scalar)
            }
        }
        while scalars.last == " " { scalars.removeLast() }
        return String(scalars)
    }

    private static func withoutMarkup(_ raw: ArraySlice<UInt8>) -> [UInt8] {
        var out: [UInt8] = []
        var at = raw.startIndex
        while at < raw.endIndex {
            let rest = raw[at...]
            guard let found = markup.first(where: { rest.starts(with: $0.opening) }) else {
                out.append(raw[at])
                at += 1
                continue
            }
            let end = end(of: found.closing, in: rest) ?? raw.endIndex
            if found.opening == cdata { out += raw[(at + cdata.count)..<max(at + cdata.count, end - 3)] }
            at = end
        }
        return out
    }

    /// Resolves `&amp;`, `&#233;`, `&#xE9;` and `&eacute;`; what is no entity stays.
    private static func resolved(_ raw: ArraySlice<UInt8>) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(raw.count)
        var at = raw.startIndex
        while at < raw.endIndex {
            if raw[at] == UInt8(ascii: "&"), let end = raw[at...].prefix(12).firstIndex(of: UInt8(ascii: ";")),
                let scalar = scalar(named: raw[(at + 1)..<end])
            {
                out += Array(String(Character(scalar)).utf8)
                at = end + 1
            } else {
                out.append(raw[at])
                at += 1
            }
        }
        return out
    }

    private static func scalar(named bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
        let name = String(decoding: bytes, as: UTF8.self)
        if name.hasPrefix("#x") || name.hasPrefix("#X") {
            return UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
        }
        if name.hasPrefix("#") { return UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init) }
        return entities[name] ?? entities[name.lowercased()]
    }

    /// The entities of HTML 4 that name a character of Latin-1 (U+00A0…U+00FF), and those of markup and typography.
    private static let entities: [String: Unicode.Scalar] = {
        let latin =
            "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 "
            + "acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde "
            + "Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute "
            + "Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde "
            + "auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute "
            + "ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml"
        var out: [String: Unicode.Scalar] = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "euro": "€", "ndash": "–", "mdash": "—",
            "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "hellip": "…", "bull": "•", "trade": "™",
        ]
        for (offset, name) in latin.split(separator: " ").enumerated() {
            out[String(name)] = Unicode.Scalar(0xA0 + UInt32(offset))
        }
        return out
    }()
}
