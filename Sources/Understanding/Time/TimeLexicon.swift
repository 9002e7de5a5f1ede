/// What a word can mean in a time expression.
enum TimeWord: Hashable {
    case month(Int)
    case weekday(Int)
    /// "mondays", "weekends", "weekdays": these ISO weekdays again and again.
    case weekdays(Set<Int>)
    case unit(TimeUnit)
    case number(Int)
    /// `3rd`, "third".
    case ordinal(Int)
    case quarter(Int)
    case half(Int)
    case season(Season)
    /// "yesterday": days from the as-of date.
    case day(Int)
    /// "ytd": from the beginning of the unit to the as-of date.
    case toDate(TimeUnit)
    /// `30d`, `6mo`.
    case span(Int, TimeUnit)
    case relation(Relation)

    /// The meteorological ones.
    enum Season: Int {
        case spring = 3
        case summer = 6
        case autumn = 9
        case winter = 12
    }
    enum Relation { case this, last, past, next, coming }
}

/// The words that time expressions are made of, and the ways in which people misspell them.
enum TimeLexicon {
    static let words: [String: TimeWord] = {
        var table: [String: TimeWord] = [:]
        func add(_ names: String, _ word: TimeWord) {
            for name in names.split(separator: " ") { table[String(name)] = word }
        }
        for (number, names) in months.enumerated() { add(names, .month(number + 1)) }
        for (number, names) in weekdays.enumerated() {
            add(names, .weekday(number + 1))
            let first = names.split(separator: " ")[0]
            add("\(first)s", .weekdays([number + 1]))
        }
        add("weekends wknds", .weekdays([6, 7]))
        add("weekday weekdays workday workdays", .weekdays([1, 2, 3, 4, 5]))
        add("weeknight weeknights", .weekdays([1, 2, 3, 4]))
        add("day days dy", .unit(.day))
        add("week weeks wk wks", .unit(.week))
        add("weekend wknd wkend", .unit(.weekend))
        add("month months mo mos mth mths mnth mnths", .unit(.month))
        add("quarter quarters qtr qtrs", .unit(.quarter))
        add("half", .unit(.half))
        add("year years yr yrs", .unit(.year))
        for (number, name) in cardinals.split(separator: " ").enumerated() { add(String(name), .number(number + 1)) }
        add("couple", .number(2))
        add("few some", .number(3))
        add("several", .number(4))
        add("dozen", .number(12))
        add("thirty", .number(30))
        add("sixty", .number(60))
        add("ninety", .number(90))
        for (number, name) in ordinals.split(separator: " ").enumerated() { add(String(name), .ordinal(number + 1)) }
        for number in 1...4 { table["q\(number)"] = .quarter(number) }
        table["h1"] = .half(1)
        table["h2"] = .half(2)
        add("spring springtime", .season(.spring))
        add("summer summertime", .season(.summer))
        add("autumn fall", .season(.autumn))
        add("winter wintertime", .season(.winter))
        add("today tonight tonite todays 2day tdy", .day(0))
        add("yesterday yesterdays yday ystrday", .day(-1))
        add("tomorrow tomorrows tmrw tmr tmrrw tomorow", .day(1))
        add("ytd", .toDate(.year))
        add("mtd", .toDate(.month))
        add("qtd", .toDate(.quarter))
        add("wtd", .toDate(.week))
        add("this these current present ths thsi tihs", .relation(.this))
        add("last previous prev preceding prior lst lats lastest", .relation(.last))
        add("past trailing rolling", .relation(.past))
        add("fortnight", .span(2, .week))
        add("next nxt", .relation(.next))
        add("coming upcoming following", .relation(.coming))
        return table
    }()

    /// January to December.
    private static let months = [
        "january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug",
        "september sep sept", "october oct", "november nov", "december dec",
    ]

    /// Monday to Sunday.
    private static let weekdays = [
        "monday mon", "tuesday tue tues", "wednesday wed weds wensday wendsday wednsday", "thursday thu thur thurs",
        "friday fri", "saturday sat", "sunday sun",
    ]

    private static let cardinals =
        "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        + "seventeen eighteen nineteen twenty"

    private static let ordinals =
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
        + "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"

    /// "end of month" and the like in letters.
    static let abbreviatedEnds: Set<String> = ["eom", "eoy", "eow"]

    /// Words that join a sentence together: what stands before one of them is complete.
    static let functionWords: Set<String> = Set(
        """
        a about above after all am an and any are as at be been before below but by can compare compared could did do does \
        for from had has have how i if in into is it me more most less much my no not of off on only or our out over per \
        please should so spend spent than that the then there this through thru til till to total under until up us versus vs was we \
        were what when where which while who will with within without would you your
        """.split(separator: " ").map(String.init))

    /// Words that misspelling could turn into a time word, but which are words of their own.
    private static let ownWords: Set<String> = Set(
        """
        match larch patch marsh macho parch starch gust sundae sundaes sundry mundane moneys easter eastern western \
        caster faster fiesta quarts augusta octave quarterly quartet weaken weekender sunny \
        marco marcy marche precious previews previously christian christina christine augusto auguste augustus currant currants singe untie \
        simmer sumner summers summery hummer winner winners winters wintery writer winder wither
        """.split(separator: " ").map(String.init))

    /// Long words only: a short one is too near to too many others.
    private static let misspelt: [UInt8: [(key: [UInt8], word: String)]] = {
        let names =
            "january february march april august september october november december monday tuesday wednesday thursday "
            + "friday saturday sunday yesterday tomorrow weekend weekends previous current quarter christmas "
            + "thanksgiving halloween valentines between since until mondays tuesdays wednesdays thursdays fridays "
            + "saturdays sundays weekdays summer winter autumn"
        var table: [UInt8: [(key: [UInt8], word: String)]] = [:]
        for name in names.split(separator: " ") {
            let key = Array(name.utf8)
            table[key[0], default: []].append((key, String(name)))
            table[key[1], default: []].append((key, String(name)))
        }
        return table
    }()

    /// The time word that an unknown word is a misspelling of.
    ///
    /// One slip is forgiven from five letters on and two from eight on; the first letter has to be right or
    /// exchanged with the second.
    static func correction(of key: String) -> String? {
        let letters = Array(key.utf8)
        guard letters.count >= 5, letters.count <= 14, !ownWords.contains(key), let candidates = misspelt[letters[0]]
        else { return nil }
        var best: (word: String, slips: Int)?
        for candidate in candidates {
            let startsAlike = candidate.key[0] == letters[0]
            guard startsAlike || (candidate.key[0] == letters[1] && candidate.key[1] == letters[0]) else { continue }
            let allowed = candidate.key.count >= 8 && letters.count >= 7 ? 2 : 1
            let slips = distance(letters, candidate.key, atMost: allowed)
            guard slips <= allowed else { continue }
            // A letter is left out more often than put wrong: "tursday" is Thursday rather than Tuesday.
            let isBetter = best.map {
                slips < $0.slips || (slips == $0.slips && candidate.word.utf8.count > $0.word.utf8.count)
            }
            if isBetter ?? true { best = (candidate.word, slips) }
        }
        return best?.word
    }

    /// The relation or unit that a short word is one slip away from, for places where only such a word makes sense.
    static func correction(of key: String, among words: [String]) -> String? {
        let letters = Array(key.utf8)
        guard (3...8).contains(letters.count) else { return nil }
        return words.first { distance(letters, Array($0.utf8), atMost: 1) <= 1 }
    }

    /// Insertions, deletions, replacements and exchanges of neighbours, or more than `limit`.
    static func distance(_ a: [UInt8], _ b: [UInt8], atMost limit: Int) -> Int {
        guard abs(a.count - b.count) <= limit else { return limit + 1 }
        var beforeLast = [Int](repeating: 0, count: b.count + 1)
        var last = Array(0...b.count)
        var row = last
        for i in a.indices {
            row[0] = i + 1
            for j in b.indices {
                let replaced = last[j] + (a[i] == b[j] ? 0 : 1)
                row[j + 1] = min(replaced, last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    row[j + 1] = min(row[j + 1], beforeLast[j - 1] + 1)
                }
            }
            (beforeLast, last, row) = (last, row, beforeLast)
        }
        return last[b.count]
    }
}
