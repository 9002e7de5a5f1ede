import CCrypto
import Importing
import Ledger
import Store

/// One way to reach banks: SimpleFIN, Plaid, the bank of the demo.
///
/// Connecting is `begin`, a step of the user, `finish`. From then on each `pull` brings what is new since the last one. A
/// feed keeps nothing: rows, cursor and secret are the caller's, who keeps rows and cursor in one transaction.
public protocol Feed {
    /// The requests that the provider allows for one connection in a day (UTC); nil where it counts none.
    var dailyRequests: Int? { get }

    /// Begins to connect, or to mend a connection.
    ///
    /// - Parameter connected: what is to be mended; nil for a new connection.
    func begin(mending connected: Connected?) throws(FeedError) -> Linking

    /// Waits until the user has done their step, where that is done elsewhere. What it gives is not taken yet.
    func wait(for linking: Linking) throws(FeedError)

    /// Ends what `begin` began, when the user has done their step.
    ///
    /// - Parameter answer: what the step asked for; nil where it asked for nothing.
    /// - Returns: the connections that came of it, but for those that `tickets` stand for; one that was mended comes with its own
    ///   reference.
    func finish(_ linking: Linking, answer: Secret?) throws(FeedError) -> [Grant]

    /// What the user's step has given so far that is to be exchanged for access, without waiting for more.
    ///
    /// - Throws: `refused` where nothing can come of it any more.
    func tickets(of linking: Linking) throws(FeedError) -> [Ticket]

    /// Takes the access that a ticket is good for, once.
    ///
    /// - Throws: `refused` where it isn't good for any, or not any more.
    func exchange(_ ticket: Ticket) throws(FeedError) -> Grant

    /// The ids of the accounts that an access opens; nil where a grant's reference tells whether it is there already.
    func accounts(openedBy secret: Secret) throws(FeedError) -> Set<String>?

    /// Asks for what is new. Nothing is written.
    func pull(_ connected: Connected, _ request: PullRequest) throws(FeedError) -> Pull

    /// Ends an access that was given and can't be kept, where there is a way to.
    func discard(_ grant: Grant) throws(FeedError)

    /// Tells the provider that the connection is over, where there is a way to.
    func remove(_ connected: Connected) throws(FeedError)
}

extension Feed {
    public var dailyRequests: Int? { nil }
    public func wait(for linking: Linking) throws(FeedError) {}
    public func tickets(of linking: Linking) throws(FeedError) -> [Ticket] { [] }
    public func exchange(_ ticket: Ticket) throws(FeedError) -> Grant {
        throw FeedError(.refused, "there's nothing to be exchanged for access to this bank")
    }
    public func discard(_ grant: Grant) throws(FeedError) {}
    public func accounts(openedBy secret: Secret) throws(FeedError) -> Set<String>? { nil }
}

/// A connection with its secret, opened.
public struct Connected: Sendable {
    public let connection: Connection
    /// nil for one that needs none.
    public let secret: Secret?

    public init(_ connection: Connection, secret: Secret?) {
        self.connection = connection
        self.secret = secret
    }
}

/// A connection on its way.
public struct Linking: Sendable {
    public enum Step: Sendable, Equatable {
        /// The user has something that nobody else may see.
        ///
        /// - help: where it comes from; prompt: what to type.
        case enterSecret(help: String, prompt: String)
        /// The user goes to a page; `finish` waits until they are done there.
        case visit(address: String)
        /// Nothing to do.
        case none
    }

    public let step: Step
    /// What `finish` needs to know of `begin`.
    public let state: Secret?
    /// Whether new access may come of it although nobody waits for that: `tickets` tells of it then.
    public let isResumable: Bool

    public init(_ step: Step, state: Secret? = nil, isResumable: Bool = false) {
        self.step = step
        self.state = state
        self.isResumable = isResumable
    }
}

/// What a page gave for access to a bank, which it can be exchanged for once.
public struct Ticket: Sendable {
    public let token: String
    /// The bank's name, as the provider or the program that showed the page tells it; may be empty.
    public let bank: String

    public init(_ token: String, at bank: String) { (self.token, self.bank) = (token, bank) }

    /// A hash that tells it from others and is no token itself.
    var mark: String {
        get throws(FeedError) {
            var out = [UInt8](repeating: 0, count: Int(ccrypto_sha256_size))
            let bytes = Array(token.utf8)
            guard ccrypto_sha256(bytes, bytes.count, &out) else { throw FeedError.noCrypto }
            return HexText.text(out)
        }
    }
}

/// A connection that the user has allowed.
public struct Grant: Sendable {
    /// What it is called unless that is taken.
    public let name: String
    /// The provider's own id for it, or one made at random. No secret.
    public let reference: String
    /// nil where its accounts say theirs.
    public let institution: String?
    public let secret: Secret?
    /// What it was exchanged for; nil where it came by itself.
    public var ticket: Ticket?

    public init(name: String, reference: String, institution: String? = nil, secret: Secret?) {
        self.name = name
        self.reference = reference
        self.institution = institution
        self.secret = secret
    }
}

/// What a pull is asked for.
public struct PullRequest {
    /// The day that counts as today.
    public var today: CivilDate
    /// Bring everything from this day on again; nil for what is new.
    public var since: CivilDate?
    /// What the pull before it in this sync gave as `next`; nil for the first one.
    public var page: String?
    /// The accounts of the connection that are linked already.
    public var links: [ConnectionAccount] = []
    /// How many of the day's requests are left; nil where none are counted.
    public var requestsLeft: Int?
    /// To be called with how many rows have come so far.
    public var didRead: (Int) -> Void = { _ in }
    /// To be called before each request; throws where no more may be sent.
    public var willSend: () throws(FeedError) -> Void

    public init(today: CivilDate, willSend: @escaping () throws(FeedError) -> Void = {}) {
        self.today = today
        self.willSend = willSend
    }
}

/// What a pull brought.
public struct Pull: Sendable {
    public var update = FeedUpdate()
    /// What is wrong with banks or accounts, although the pull as a whole worked.
    public var problems: [FeedProblem] = []
    /// Where this sync goes on, in the feed's own words; nil at its end.
    public var next: String?
    /// The days that were asked for; nil where the provider decides.
    public var period: Period?
    /// Why what the user asked for could not be read as a whole, and when it can be.
    public var shortfall: FeedError?

    public init() {}
}

/// Something that a provider says of a bank or an account.
public struct FeedProblem: Sendable, Equatable {
    /// `ok` for a notice, which is told and makes nothing fail.
    public let health: ConnectionHealth
    /// The provider's own code, such as `con.auth`.
    public let code: String
    /// A sentence for people: what is wrong and what to do.
    public let message: String
    /// The bank's name, where it concerns one bank.
    public let institution: String?
    /// The provider's ids of the accounts that it concerns; empty for the whole connection.
    public let accounts: [String]
    /// How many rows were left out, and why, where that is what is wrong.
    private(set) var rows: Int?
    private(set) var reason: String?

    public init(
        _ health: ConnectionHealth, code: String, message: String, institution: String? = nil, accounts: [String] = []
    ) {
        self.health = health
        self.code = code
        self.message = message
        self.institution = institution
        self.accounts = accounts
    }

    public var isNotice: Bool { health == .ok }
}

extension FeedProblem {
    /// Whether the bank told all that it was asked for, and some of it can't be taken in: asking again brings the same.
    var isOfContent: Bool { ["rows", "balance", "currency"].contains(code) }

    /// Miles and points are no money.
    ///
    /// - Parameter isLinked: whether its transactions were brought before.
    static func leftOut(account name: String, id: String, isLinked: Bool) -> FeedProblem {
        let name = name.isEmpty ? "one account" : name
        guard isLinked else {
            return FeedProblem(
                .ok, code: "currency", message: "\(name) is left out: it isn't in a currency that's in use")
        }
        return FeedProblem(
            .attention, code: "currency",
            message: "\(name) isn't in a currency that's in use any more, so nothing new of it is taken in",
            accounts: [id])
    }

    /// An account that was in one currency and is in another one now.
    static func recoined(_ one: FeedReport.Recoined) -> FeedProblem {
        let (name, new) = (one.account.name, one.currency.code)
        return FeedProblem(
            .attention, code: "currency",
            message:
                "\(name) is in \(new) now and was in \(one.account.currency.code), so nothing new of it is taken in. If your "
                + "bank changed that, `coach accounts --currency \(new) \"\(name)\"` goes on in \(new)",
            accounts: [one.id])
    }

    /// - Parameter accounts: the provider's ids of those that the rows are of.
    static func leftOut(rows count: Int, of accounts: Set<String>, _ reason: String) -> FeedProblem {
        let rows = count == 1 ? "1 transaction is" : "\(count) transactions are"
        var problem = FeedProblem(
            .attention, code: "rows", message: "\(rows) left out: \(reason)", accounts: accounts.sorted())
        (problem.rows, problem.reason) = (count, reason)
        return problem
    }

    /// Rows that were left out for the same reason, in all.
    func adding(_ other: FeedProblem) -> FeedProblem {
        .leftOut(rows: (rows ?? 0) + (other.rows ?? 0), of: Set(accounts + other.accounts), reason ?? "")
    }

    static func stale(_ name: String) -> FeedProblem {
        FeedProblem(
            .ok, code: "stale",
            message: "the bank sent older data of \(name) than last time, so nothing was taken; the next sync asks "
                + "again")
    }

    /// A bank that tells nothing new and does not say why.
    static func standing(_ name: String, since day: CivilDate, institution: String?, accounts: [String]) -> FeedProblem
    {
        FeedProblem(
            .attention, code: "standing",
            message:
                "\(name) has told SimpleFIN nothing since \(day.longText), so newer transactions may be missing: see at "
                + "https://beta-bridge.simplefin.org whether it wants you to sign in again", institution: institution,
            accounts: accounts)
    }

    static func unread(balanceOf name: String, account id: String) -> FeedProblem {
        FeedProblem(
            .attention, code: "balance",
            message: "the balance of \(name.isEmpty ? "one account" : name) can't be read, so it wasn't updated",
            accounts: [id])
    }

    static func leftOut(holding name: String) -> FeedProblem {
        FeedProblem(
            .ok, code: "holding",
            message: "the holding \(name) is left out: no readable value in a currency that's in use")
    }
}

/// The feeds that there are.
public enum FeedProvider: String, Sendable, CaseIterable {
    case simplefin, plaid, demo

    /// What people call it.
    public var name: String {
        switch self {
        case .simplefin: "SimpleFIN"
        case .plaid: "Plaid"
        case .demo: "Demo Bank"
        }
    }
}
