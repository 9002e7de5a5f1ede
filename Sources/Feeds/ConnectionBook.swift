import Store

/// Keeps what connecting brought in an index, and ends connections.
public struct ConnectionBook {
    /// What became of a grant.
    public struct Kept: Sendable {
        public enum Way: String, Sendable {
            case connected, renewed
            /// Its access was taken and kept before.
            case before
            /// A connection that is well has all of its accounts: the new access is not kept.
            case known
        }

        public let connection: Connection
        public let way: Way
        /// Whether the access that was there before works as well.
        public var hasOtherAccess = false
    }

    private let index: HouseholdIndex

    public init(_ index: HouseholdIndex) { self.index = index }

    /// Begins to connect, or to mend a connection; where its access is gone for good that takes a new one, which goes on in its
    /// place.
    public func begin(_ feed: any Feed, mending connected: Connected?) throws -> Linking {
        guard let connected, !connected.connection.isOver else { return try feed.begin(mending: nil) }
        do throws(FeedError) {
            return try feed.begin(mending: connected)
        } catch {
            guard error.isEnd else { throw error }
            try index.note(error.health, error.message, isOver: true, ofConnection: connected.connection.id)
            return try feed.begin(mending: nil)
        }
    }

    /// Takes what the user's step gave, and keeps it.
    public func finish(
        _ linking: Linking, answer: Secret?, of provider: FeedProvider, sealing vault: SecretVault,
        asking feed: any Feed, at now: Int64
    ) throws -> [Kept] {
        let tickets = try feed.tickets(of: linking)
        guard tickets.isEmpty else {
            return try redeem(tickets, of: provider, sealing: vault, asking: feed, at: now).kept
        }
        return try feed.finish(linking, answer: answer).map {
            try keep($0, of: provider, sealing: vault, asking: feed, at: now)
        }
    }

    /// Takes and keeps what tickets are good for. One that fails does not take the others away.
    ///
    /// - Returns: also why some gave nothing.
    /// - Throws: why none gave anything.
    private func redeem(
        _ tickets: [Ticket], of provider: FeedProvider, sealing vault: SecretVault, asking feed: any Feed, at now: Int64
    ) throws -> (kept: [Kept], failures: [FeedError]) {
        var all: (kept: [Kept], failures: [FeedError]) = ([], [])
        for ticket in tickets {
            do {
                all.kept.append(try redeem(ticket, of: provider, sealing: vault, asking: feed, at: now))
            } catch let error as FeedError {
                all.failures.append(error)
            }
        }
        if all.kept.isEmpty, let failure = all.failures.last { throw failure }
        return all
    }

    /// Takes and keeps what a ticket is good for, once, however often it comes and whenever the program ended before. Access that
    /// can't be kept is ended, since nobody could do that later.
    ///
    /// - Throws: `FeedError`, with the reason `lost` where the access was given and the program ended before it was kept.
    public func redeem(
        _ ticket: Ticket, of provider: FeedProvider, sealing vault: SecretVault, asking feed: any Feed, at now: Int64
    ) throws -> Kept {
        let mark = try ticket.mark
        let earlier = try index.use(ofToken: mark)
        if case .kept(let id) = earlier, let connection = try index.connection(id: id) {
            return Kept(connection: connection, way: .before)
        }
        try index.note(.begun, ofToken: mark, at: now)
        var grant: Grant
        do throws(FeedError) {
            grant = try feed.exchange(ticket)
        } catch {
            let mayBeSpent = [.network, .provider, .malformed, .cancelled].contains(error.reason)
            // What is lost stays so, whoever asks for it again.
            if !mayBeSpent, earlier == nil { try index.forgetUse(ofToken: mark) }
            throw earlier != nil && error.reason == .refused ? FeedError.lost(ticket.bank) : error
        }
        grant.ticket = ticket
        do {
            return try keep(grant, of: provider, sealing: vault, asking: feed, at: now)
        } catch {
            try? feed.discard(grant)
            throw error
        }
    }

    /// Notes a linking before its user goes to its page: what comes of it is known then although the program ends meanwhile.
    ///
    /// - Returns: by what `isOpen` and `forget(linking:)` know it; nil where nothing can come of it without its program.
    public func note(_ linking: Linking, of provider: FeedProvider, sealing vault: SecretVault, at now: Int64) throws
        -> String?
    {
        guard linking.isResumable, let state = linking.state else { return nil }
        let reference = "linking-" + HexText.text(try Secret.random(count: 8).withBytes { Array($0) })
        try index.keep(
            OpenLinking(
                provider: provider.rawValue, reference: reference,
                sealedSecret: try vault.seal(state, for: reference), begunAt: now))
        return reference
    }

    /// Seconds after which nothing comes of a page any more: it lives half an hour, and what it gives as long again.
    private static let linkingLife: Int64 = 3_600

    /// What came of pages whose program had ended.
    public struct TakenUp: Sendable {
        /// What is new.
        public fileprivate(set) var kept: [Kept] = []
        /// Why something isn't known yet, or is lost; a sentence each.
        public fileprivate(set) var problems: [String] = []
    }

    /// Takes the access that came of pages whose program had ended, and forgets pages of which none can come. To be called while no
    /// other sync runs.
    public func takeUp(
        asking feed: (FeedProvider) throws(FeedError) -> any Feed, opening vault: () throws(FeedError) -> SecretVault,
        at now: Int64
    ) throws -> TakenUp {
        var all = TakenUp()
        for open in try index.openLinkings {
            guard let provider = FeedProvider(rawValue: open.provider) else { continue }
            do {
                let vault = try vault()
                let state = try vault.open(open.sealedSecret, for: open.reference)
                let feed = try feed(provider)
                let tickets = try feed.tickets(of: Linking(.none, state: state, isResumable: true))
                let found = try redeem(tickets, of: provider, sealing: vault, asking: feed, at: now)
                all.kept += found.kept.filter { $0.way != .before }
                all.problems += found.failures.filter { $0.reason == .lost }.map(\.message)
                if tickets.isEmpty, now - open.begunAt <= Self.linkingLife { continue }
            } catch let error as FeedError {
                let isOver = now - open.begunAt > 24 * Self.linkingLife
                if error.reason == .lost || ![.refused, .key].contains(error.reason) && !isOver {
                    all.problems.append(
                        error.reason == .lost
                            ? error.message : "what came of a page to sign in on isn't known yet: \(error.message)")
                }
                guard [.refused, .key, .lost].contains(error.reason) || isOver else { continue }
            }
            try index.forget(linking: open.reference)
        }
        return all
    }

    /// Ends a new connection all of whose accounts come with others already: it would cost and bring nothing.
    ///
    /// - Returns: whether it was.
    public func endWithoutOwnAccounts(_ kept: Kept, asking feed: any Feed, opening vault: SecretVault) throws -> Bool {
        let id = kept.connection.id
        guard kept.way == .connected, try index.connectionAccounts(of: id).isEmpty,
            try index.hasSpareAccounts(ofConnection: id), let sealed = try index.sealedSecret(ofConnection: id)
        else { return false }
        let secret = try vault.open(sealed, for: kept.connection.reference)
        try feed.remove(Connected(kept.connection, secret: secret))
        _ = try index.removeConnection(id, deletingRows: false, isReplaced: true)
        return true
    }

    /// Keeps a grant as a new connection, or as the new access of one that is there.
    ///
    /// - Parameters:
    ///   - feed: asked which accounts the grant opens, where other connections of its provider may have them.
    ///   - now: seconds since 1970-01-01 UTC.
    public func keep(
        _ grant: Grant, of provider: FeedProvider, sealing vault: SecretVault, asking feed: (any Feed)? = nil,
        at now: Int64
    ) throws -> Kept {
        if let same = try index.connection(provider: provider.rawValue, reference: grant.reference) {
            return try renew(same, grant, vault, now)
        }
        let others = try index.connections.filter { $0.provider == provider.rawValue }
        if provider == .plaid, let over = others.first(where: { $0.isOver && ConnectionBook.isSameBank($0, grant) }) {
            return try replace(over, grant, provider, vault, feed, now)
        }
        // One that does not tell now is kept as what it most likely is.
        let opened = others.isEmpty ? nil : grant.secret.flatMap { try? feed?.accounts(openedBy: $0) }
        if let feed, let opened, !opened.isEmpty {
            for other in others {
                let linked = Set(try index.connectionAccounts(of: other.id).map(\.remoteID))
                guard !linked.isDisjoint(with: opened) else { continue }
                _ = try index.countRequest(ofConnection: other.id, at: now)
                let current = try linked.isSubset(of: opened) ? linked : accounts(of: other, linked, feed, vault, now)
                if other.health == .relink || current.isSubset(of: opened) {
                    return try renew(other, grant, vault, now)
                }
                if opened.isSubset(of: current) {
                    return Kept(connection: other, way: .known, hasOtherAccess: true)
                }
            }
        }
        let broken = others.filter { $0.health == .relink }
        if provider == .simplefin, broken.count == 1 { return try renew(broken[0], grant, vault, now) }
        let sealed = try grant.secret.map { try vault.seal($0, for: grant.reference) }
        return Kept(
            connection: try add(grant, provider, named: grant.name, at: grant.institution, sealed, now), way: .connected
        )
    }

    /// Keeps a new connection, and in one transaction with it that its ticket gave it.
    private func add(
        _ grant: Grant, _ provider: FeedProvider, named name: String, at bank: String?, _ sealed: [UInt8]?, _ now: Int64
    ) throws -> Connection {
        try index.database.write {
            let new = try index.addConnection(
                named: name, provider: provider.rawValue, reference: grant.reference, institution: bank,
                sealedSecret: sealed)
            try note(grant, new, now)
            return new
        }
    }

    private func note(_ grant: Grant, _ connection: Connection, _ now: Int64) throws {
        guard let ticket = grant.ticket else { return }
        try index.note(.kept(connection: connection.id), ofToken: ticket.mark, at: now)
    }

    private static func isSameBank(_ connection: Connection, _ grant: Grant) -> Bool {
        guard let bank = grant.institution?.lowercased() else { return true }
        return [connection.institution, connection.name].contains { $0?.lowercased() == bank }
    }

    /// A connection whose access is gone for good ends, and the new one takes over its name and its rows.
    private func replace(
        _ over: Connection, _ grant: Grant, _ provider: FeedProvider, _ vault: SecretVault, _ feed: (any Feed)?,
        _ now: Int64
    ) throws -> Kept {
        let sealed = try grant.secret.map { try vault.seal($0, for: grant.reference) }
        if let feed {
            let secret = try index.sealedSecret(ofConnection: over.id).flatMap {
                try? vault.open($0, for: over.reference)
            }
            try? feed.remove(Connected(over, secret: secret))
        }
        _ = try index.removeConnection(over.id, deletingRows: false, isReplaced: true)
        let new = try add(grant, provider, named: over.name, at: grant.institution ?? over.institution, sealed, now)
        return Kept(connection: new, way: .renewed)
    }

    /// What a connection opens now: of the accounts that it had some may be closed.
    private func accounts(
        of connection: Connection, _ linked: Set<String>, _ feed: any Feed, _ vault: SecretVault, _ now: Int64
    ) throws -> Set<String> {
        guard let sealed = try index.sealedSecret(ofConnection: connection.id),
            let secret = try? vault.open(sealed, for: connection.reference)
        else { return [] }
        _ = try index.countRequest(ofConnection: connection.id, at: now)
        do throws(FeedError) {
            return try feed.accounts(openedBy: secret) ?? linked
        } catch {
            return error.reason == .revoked ? [] : linked
        }
    }

    /// A connection goes on with the new access: its rows and accounts are known by the same ids.
    private func renew(_ known: Connection, _ grant: Grant, _ vault: SecretVault, _ now: Int64) throws -> Kept {
        let sealed = try grant.secret.map { try vault.seal($0, for: known.reference) }
        try index.securely {
            try index.database.write {
                if let sealed { try index.keep(sealedSecret: sealed, ofConnection: known.id) }
                try index.noteRenewal(ofConnection: known.id)
                try note(grant, known, now)
            }
        }
        let isOther = known.reference != grant.reference && known.health != .relink
        return Kept(connection: known, way: .renewed, hasOtherAccess: isOther)
    }

    /// Tells the provider that a connection is over, where there is a way to. It stays in the index.
    public func revoke(
        _ connection: Connection, feed: (FeedProvider) throws(FeedError) -> any Feed,
        vault: () throws(FeedError) -> SecretVault
    ) throws {
        guard let provider = FeedProvider(rawValue: connection.provider), provider != .simplefin else { return }
        let secret = try index.sealedSecret(ofConnection: connection.id).map { sealed in
            try vault().open(sealed, for: connection.reference)
        }
        try feed(provider).remove(Connected(connection, secret: secret))
    }
}
