import Resources

/// The classes of single words that the grammar tells apart, from `rag-index/grammar/words.tsv`.
struct GrammarWords: Sendable {
    static let builtIn = GrammarWords()

    /// Named as in the first column of the table.
    enum Class: String, CaseIterable {
        /// May be passed over without a loss.
        case filler
        /// Stand before a time that says what the time before it means.
        case explaining
        /// What a half is called by itself.
        case half
        /// Begin a question.
        case asking
        /// Of what is usual.
        case habitual
        /// Pay, and the days of it.
        case pay
        /// Days away from home.
        case journey
        /// Behind a town: days spent there.
        case staying
        /// Before a trip: which one.
        case whichTrip = "whichtrip"
        /// Small words before days: `during the trip`.
        case throughout
        /// Before `in` and a town: that one was there.
        case beingThere = "beingthere"
        /// Before that: `except the days we were in Moab`.
        case awayDays = "awaydays"
        /// What a trip did to the purse.
        case costing
        /// Of two things in one unit: `as well`.
        case asWell = "aswell"
        /// Before a person: that one gets the money, or it comes from them.
        case givingTo = "givingto"
        /// Begin what only asks or supposes; behind `how`, or before who asks, of what comes of it; before who could do something.
        case supposing, resulting, modal
        /// Between several times or things of one list.
        case listing
        /// Before what isn't there: `months with no delivery`.
        case none
        /// Verbs of money between people: of who gives it, of who gives it to people and not to shops, and of who gets it.
        case giving, sending, getting
        /// Who asks, and words for somebody else.
        case oneself, somebody
        /// Between who does something and the verb, and between that and whom it is done to.
        case auxiliary, handing
        /// Of the last time of several.
        case newest
        /// Begin a line and say nothing.
        case opening
        /// Begin words that tell something and ask nothing.
        case telling
        /// Begin a question.
        case questioning
        /// Of how somebody feels about what is asked.
        case feeling
        /// Of something that may be bought, which is judged with all that was told of it.
        case wishing
        /// Between two times.
        case joining
        /// Begin a supposition that something is shared, and words of those who have a part of it each.
        case splitting, sharing
        /// Of what happens once in a life: what is told with them is no question.
        case happening
        /// Ways to send money to people.
        case wallet
        /// Before a day: the days up to it.
        case before
        /// Before a day: the days from it on.
        case after
        /// Behind a name: money that goes to it.
        case goingOut = "goingout"
        /// Behind a name: money that comes from it.
        case comingIn = "comingin"
        /// Verbs of a sum that grows to an amount.
        case reaching
        /// Verbs of what is paid again and again and once was not: `did he skip a month`.
        case skipping
        /// Before what is added to the days of a trip, behind it, and between: `plus the Zoo tickets`, `flights included`.
        case adding, included, ticket
        /// Verbs of what happened on a day from which on something is asked: `since school started`.
        case beginning
        /// What one may have done or not: `have I paid`.
        case occurring
        /// Before what is part of all that was said, and what all of it is called: `all of it including rent`.
        case including, whole
        /// Begin the perfect tense, and end it: `have they cost`.
        case having, perfect
        /// More times, not more money.
        case oftener
        /// Verbs of going somewhere, of spending, of moving money between accounts.
        case going, spending, moving
        /// Verbs of money that leaves an account, what may stand between such a verb and its way, and nouns of money that comes to an
        /// account or leaves it.
        case pulling, inward, outward
        case movedThing = "movedthing"
        /// Of money that somebody earns.
        case earning
        /// Banks that issue cards under the names of others, and words of the payments to them that name nobody.
        case issuer
        case cardPayment = "cardpayment"
        /// Before what is one of several: `the biggest trip`, `per visit`.
        case oneOfSeveral = "oneofseveral"
        /// Verbs that make something what was shown, and words for that: `make that the limit`.
        case declaring, pointed
        /// All that is spent, as a question of its own names it: `spending by month`, `where did my money go`.
        case allSpending = "allspending"
        /// Verbs that tell of the past.
        case past
        /// Verbs between a share and what it is of.
        case linking
        /// Of two things.
        case comparative
        /// Words of all that was spoken of: `in all`, `all told`.
        case inAll = "inall"
        /// Before a word that stands for whom or what money went to: `on it`, `to them`.
        case towards
        /// What single rows are called that are bought or paid.
        case purchase
    }

    private let words: [Class: Set<String>]

    private init() {
        var words: [Class: Set<String>] = [:]
        let table = Resource.named("rag-index/grammar/words.tsv")
        table.eachRow { name, rest in
            guard let own = Class(rawValue: table.text(name)) else { return }
            let fields = table.parts(of: rest, separatedBy: 0x09)
            for phrase in fields.last.map({ table.parts(of: $0, separatedBy: 0x7C) }) ?? [] {
                for word in table.parts(of: phrase, separatedBy: 0x20) {
                    words[own, default: []].insert(table.text(word))
                }
            }
        }
        self.words = words
    }

    subscript(_ own: Class) -> Set<String> { words[own] ?? [] }
}
