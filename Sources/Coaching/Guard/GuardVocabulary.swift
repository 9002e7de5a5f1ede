import Ledger
import Resources

/// Words that are no names although they begin with a capital letter.
enum GuardVocabulary {
    /// Ordinary words, which may begin a sentence.
    private static let common: Set<String> = {
        let lines = Resource.named("rag-index/intents/common.txt").text.parts(separatedBy: 0x0A)
        var words = Set(lines.filter { !$0.hasPrefix("#") }.flatMap { $0.parts(separatedBy: 0x20) })
        words.formUnion(CountNouns.words(opening))
        return words
    }()

    /// Whether a word, or what it is made from, is an ordinary one.
    static func isCommon(_ key: String) -> Bool {
        if common.contains(key) || isNumber(key) { return true }
        for ending in ["s", "es", "ed", "d", "ing", "ly", "er", "est", "ier"] where key.hasSuffix(ending) {
            let stem = String(key.dropLast(ending.utf8.count))
            guard stem.utf8.count >= 3 else { continue }
            if common.contains(stem) || common.contains(stem + "e") || common.contains(stem + "y") { return true }
            let letters = Array(stem.utf8)
            if letters.count > 3, letters[letters.count - 1] == letters[letters.count - 2],
                common.contains(String(stem.dropLast()))
            {
                return true
            }
        }
        return key.hasSuffix("ies") && common.contains(key.dropLast(3) + "y")
    }

    private static func isNumber(_ key: String) -> Bool {
        key.utf8.first.map { (0x30...0x39).contains($0) } ?? true
    }

    /// Whether a word in the middle of a sentence may have a capital letter without being a name.
    static func isHeading(_ key: String) -> Bool { headings.contains(key) }

    private static let headings: Set<String> = CountNouns.words(
        """
        i im id ive ill ok okay yes no usd eur gbp cad aud jpy usa us uk eu atm pin faq ai csv ofx mtd ytd tldr ps fyi btw n a \
        january february march april may june july august september october november december jan feb mar apr jun jul \
        aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays \
        saturdays sundays mon tue tues wed thu thurs fri sat \
        sun christmas thanksgiving easter halloween q1 q2 q3 q4 visa mastercard coach summary total totals amount amounts \
        merchant merchants category categories date dates share count period month week year average change spending \
        income savings net balance note notes tip tips answer breakdown overview details item items description name \
        transactions transaction account accounts due next last rank visits percent percentage price cost
        """)

    /// Ordinary words of replies about money that the list of question words does not have.
    private static let opening = """
        overall altogether together combined compared comparing according based given looking judging breaking broken \
        summing adding taking including excluding meanwhile however though although despite whereas while since because \
        therefore thus hence additionally furthermore moreover also besides likewise similarly instead otherwise still \
        notably interestingly importantly unfortunately fortunately luckily happily sadly surprisingly clearly basically \
        roughly approximately nearly almost exactly precisely mostly mainly primarily largely partly specifically \
        particularly especially generally typically usually normally currently recently lately previously earlier later \
        soon eventually finally lastly firstly secondly thirdly next then there here hey hi hello sure certainly absolutely \
        definitely great good nice well okay ok yes yep yup nope no not none nothing nobody everything everyone all any \
        each every both either neither half most more less least fewer few several many much some other others another \
        such same only just even once twice thrice one two three four five six seven eight nine ten eleven twelve zero \
        your you youre youve youd yours my mine our we were its it this that these those they them their he she his her \
        i im ive id ill lets let heres theres thats whats hows so and or but nor yet for from to in on at by of with \
        without within across over under above below between among during throughout until through before after about \
        around against toward towards behind beyond near off out up down per plus minus versus vs than as if unless \
        when where why how who whom whose which what whatever whenever wherever whether \
        spending spend spent expense expenses expenditure expenditures cost costs outlay outlays outflow outflows inflow \
        inflows total totals totaling totalling subtotal sum sums amount amounts figure figures number numbers count \
        counts average averages mean median share shares percentage percent percentages portion proportion rate ratio \
        difference change changes increase increases decrease decreases rise rises drop drops dip dips jump growth \
        decline trend trends pattern patterns pace comparison breakdown summary overview snapshot recap highlight \
        highlights details detail list table row rows item items entry entries note notes reminder heads tip tips \
        suggestion suggestions advice recommendation bottom line takeaway takeaways tldr quick fun fact facts \
        transaction transactions purchase purchases payment payments charge charges refund refunds deposit deposits \
        withdrawal withdrawals transfer transfers visit visits trip trips order orders bill bills subscription \
        subscriptions membership memberships service services merchant merchants store stores shop shops place places \
        vendor vendors retailer retailers category categories account accounts checking savings saving card cards credit \
        debit balance balances income earnings salary paycheck paychecks pay payday wages money cash funds budget budgets \
        limit limits goal goals net gross worth assets liabilities debt debts loan surplus deficit shortfall cushion buffer \
        reserve remaining remainder rest leftover pending posted recurring regular fixed variable everyday essential \
        essentials discretionary forecast projection estimate estimated projected expected upcoming due overdue scheduled \
        month months monthly week weeks weekly day days daily year years yearly annual annually quarter quarters quarterly \
        today yesterday tomorrow tonight weekend weekends weekday weekdays period periods date dates time times \
        biggest largest highest top lowest smallest cheapest priciest leading runner second third fourth fifth sixth \
        seventh eighth ninth tenth first last final main major minor single double triple \
        looks seems appears shows means suggests indicates represents accounts makes comes works adds brings puts takes \
        keep keeping remember consider considering try trying check checking see seeing want need hope feel free know \
        note noting think thinking want wondering ask asking happy glad thanks thank please welcome sorry apologies \
        unusual suspicious duplicate potential possible likely unlikely apparent worthwhile worth \
        kept bought sold paid got made took gave held stayed went came left owed \
        excellent solid healthy steady stable consistent modest slight small big huge significant substantial dramatic \
        sharp noticeable considerable whopping hefty sizable moderate normal typical usual steady flat unchanged safe \
        data records record information based statement statements history activity \
        dining groceries grocery food restaurants coffee rent housing utilities transportation travel entertainment \
        shopping health insurance fuel gas clothing electronics gifts education fitness streaming music games takeout \
        delivery pets kids childcare household home internet phone electricity water parking taxi rideshare fees interest \
        taxes donations charity investments cashflow cancel cancels cancelling canceling cancelled canceled dropping
        """
}
