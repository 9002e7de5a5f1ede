/// Words that say which way something went.
enum ChangeWords {
    /// It became more.
    static let rises: Set<String> = CountNouns.words(
        """
        increase increased increases increasing rose risen rise rises rising grew grown grow grows growing growth climbed \
        climb climbs climbing jumped jump jumps jumping surged surge surges surging spiked spike spikes spiking soared soar \
        soars soaring skyrocketed skyrocketing rocketed rocketing ballooned ballooning swelled swollen swelling mushroomed \
        escalated escalating exploded leapt leaped upped hike hiked gained gain uptick
        """)
    /// It became less.
    static let falls: Set<String> = CountNouns.words(
        """
        decrease decreased decreases decreasing fell fallen falling fall falls drop dropped drops dropping dip dipped dips \
        dipping decline declined declines declining reduced reduction shrank shrunk shrink shrinking slid slide sliding \
        slipped slipping plunged plunge plunging plummeted plummet plummeting sank sunk tumbled tumbling eased easing \
        trimmed dwindled dwindling nosedived slumped slump sagged collapsed receded tapered \
        cooled waned lessened
        """)
    /// It did not change.
    static let steady: Set<String> = ["unchanged", "identical", "flat", "steady", "stable"]
    /// Said of two things that are held against each other.
    static let above: Set<String> = [
        "beat", "beats", "topped", "outpaced", "exceeded", "surpassed", "overtook", "dwarfed", "dwarfs", "eclipsed",
        "outstripped", "outranks", "outranked", "outweighs", "outweighed", "outdid", "outspent", "trumped", "bested",
    ]
    static let below: Set<String> = ["trailed", "trails"]
    /// Verbs that tell their way by a word behind them: `inched up`, `went down`.
    static let motions: Set<String> = CountNouns.words(
        """
        inch inched inching edge edged edging shoot shot shooting go goes went gone going creep crept creeping tick ticked \
        ticking trend trended trending nudge nudged move moved moving head headed heading drift drifted drifting bumped
        """)
    private static let barely: Set<String> = ["barely", "hardly", "scarcely"]
    private static let budging: Set<String> = [
        "moved", "changed", "budged", "changes", "moves", "change", "move", "shifted",
    ]

    private static let pulls: Set<String> = [
        "cut", "scaled", "dialed", "pulled", "cutting", "scaling", "pulling", "reined",
    ]

    /// `cut back`, `scaled down`
    static func isCutBack(_ word: String, _ next: String) -> Bool {
        pulls.contains(word) && (["back", "down"].contains(next) || word == "reined" && next == "in")
    }

    /// Verbs before `more expensive`.
    static let becoming: Set<String> = ["got", "get", "getting", "gotten", "became", "become", "becoming"]

    static func isChange(_ word: String) -> Bool { rises.contains(word) || falls.contains(word) }

    /// `flat`, `held steady`, `barely moved`.
    static func isSteady(_ word: String, after before: String, before next: String = "") -> Bool {
        // `on steady ground`: how one stands, and not what changed.
        steady.contains(word) && !["ground", "footing", "hand", "hands", "feet"].contains(next)
            || barely.contains(before) && budging.contains(word)
    }
}
