import Resources

/// A stretch of a question that names a category, a merchant or an account.
struct NameMatch: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// Category ids.
        case category([String])
        /// Canonical merchant names.
        case merchant([String])
        /// Account names.
        case account([String])
        /// An account that does not exist, as it was written.
        case unknownAccount(String)
        /// Something that stands where a name stands and exists nowhere, as it was written.
        case unknown(String)
    }

    var kind: Kind
    var tokens: Range<Int>
    /// Whether it is to be left out: `except rent`.
    var isExcluded = false
    /// The household's merchants that are meant by a word for a narrower kind than its category: `delivery` is DoorDash.
    var merchants: [String] = []
    /// Merchants that a category is meant without: fast food is not what is delivered.
    var without: [String] = []
    /// Merchants of other categories that a category means as well: the insurance of the dog.
    var beside: [String] = []
    /// Whether the whole category stands for a word for a part of it, as nothing tells which part that is.
    var isWhole = false
    /// Whether there is no row of the whole category either, in which a part of it would be.
    var isEmpty = false
    /// Whether it is one that the last answer showed, which words only point at.
    var isPointed = false
    /// What a reply must say about how it was read.
    var note: String?
}

extension Token {
    /// Whether it begins with a capital letter of ASCII.
    var isCapitalised: Bool { text.utf8.first.map { (0x41...0x5A).contains($0) } ?? false }
}

/// Small words that shape a sentence and never are, begin or end a name.
enum FunctionWords {
    static let determiners: Set<String> = [
        "my", "the", "a", "an", "our", "your", "his", "her", "their", "this", "that", "these", "those", "all", "any",
        "some", "every", "each", "of", "both", "only", "just", "even", "other", "more", "most", "much", "many",
    ]

    static let prepositions: Set<String> = [
        "at", "on", "from", "to", "in", "for", "with", "by", "via", "@", "towards", "toward", "into", "through",
        "called", "named", "of",
    ]

    static let all: Set<String> = determiners.union(prepositions).union([
        "and", "or", "but", "if", "as", "than", "then", "so", "no", "not", "nor", "i", "me", "we", "us", "you", "he",
        "she", "it", "they", "them", "its", "myself", "is", "are", "am", "was", "were", "be", "been", "being", "do",
        "does", "did", "done", "have", "has", "had", "having", "can", "could", "will", "would", "shall", "should",
        "may", "might", "must", "what", "whats", "which", "who", "whom", "whose", "when", "whens", "where", "why",
        "how", "hows", "there", "here", "ive", "im", "ill", "id", "dont", "didnt", "doesnt", "cant", "wont", "isnt",
        "arent", "werent", "wasnt", "havent", "please", "up", "down", "out", "off", "over", "under", "about", "again",
        "too", "also", "very", "really", "now", "per", "vs", "versus", "since", "until", "till", "til", "between",
        "during",
        "before", "after", "ago", "last", "past", "next", "previous", "while", "because", "lets", "let", "get", "got",
        "overall", "total", "together", "altogether", "lately", "recently", "yet", "ever", "never", "always", "usually",
        "back", "thanks", "hi", "hello", "hey", "ok", "okay", "yes", "yeah", "nope", "almost", "around", "still",
        "already", "far", "except", "excluding", "without", "minus", "versus", "ya", "u", "ur", "n", "nd", "w", "im",
        "theres", "thats", "whos", "wheres", "gonna", "wanna",
    ])

    /// Words that leave out what stands before them.
    static let exclusionsBehind = PhraseBook(
        linesOf: Resource(
            """
            doesnt count
            dont count
            does not count
            do not count
            not counted
            not counting
            not included
            not incl
            excluded
            aside
            left out
            doesnt matter
            """))

    /// Words that leave what follows out.
    static let exclusions = PhraseBook(
        linesOf: Resource(
            """
            except
            except for
            excluding
            excl
            without
            minus
            not counting
            not including
            other than
            outside
            apart from
            aside from
            besides
            but not
            leaving out
            ignoring
            ignore
            leave out
            not from
            not at
            not on
            dont count
            do not count
            exclude
            that isnt
            that arent
            thats not
            outside of
            non
            skipping
            skip
            minus the
            but no
            without the
            everything but
            all but
            anything but
            anywhere but
            everywhere but
            anyplace but
            anyone but
            everyone but
            anywhere except
            everywhere except
            anywhere other than
            anything other than
            everything other than
            that were not
            that was not
            but without
            sans
            ex
            dont include
            do not include
            isnt
            arent
            forgetting
            disregarding
            without touching
            without using
            not using
            not with
            not put on
            not charged to
            but havent been to
            but havent been back
            but not been to
            havent been to
            but didnt
            but not at all
            not paid with
            without cutting
            but keep
            w / o
            """))
}
