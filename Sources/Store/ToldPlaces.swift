/// Takes out of what coach said the sentences that tell in which geofence somebody was: no conversation keeps them.
struct ToldPlaces {
    /// How such sentences go, in small letters, before the geofence's name.
    private static let leads = [
        "you're at ", "you are at ", "you may be at ", "you were at ", "you may have been at ", "you've been at ",
        " m of ", "the geofence ",
    ]
    /// How sentences go that only tell that one was where payments are declined.
    private static let hints = ["not here.", "anywhere else it would be fine.", "as soon as you're elsewhere"]
    private static let ends: Set<Character> = [".", "!", "?", "\n"]
    /// What stands for a reply of which nothing else is left.
    static let nothingLeft = "(What was said of where you were isn't kept.)"

    /// Whether a reply of `conversation_turn` may tell it.
    static let condition = (leads + hints).map { "instr(lower(reply), '\($0.replacing("'", with: "''"))')" }.joined(
        separator: " OR ")

    /// The geofences' names, which may hold the end of a sentence, the longest first.
    private let names: [[Character]]

    init(_ names: some Sequence<String>) {
        self.names = Set(names).map { Array($0.lowercased()) }.sorted { $0.count > $1.count }
    }

    static func mayBe(in reply: String) -> Bool {
        let reply = reply.lowercased()
        return (leads + hints).contains { reply.contains($0) }
    }

    /// The reply without these sentences.
    func removed(from reply: String) -> String {
        let rest = without(ToldPlaces.leads, isNamed: true, in: reply)
        let kept = without(ToldPlaces.hints, isNamed: false, in: rest)
        return kept.isEmpty && !reply.isEmpty ? ToldPlaces.nothingLeft : kept
    }

    /// - Parameter isNamed: whether only what a geofence's name stands behind counts.
    private func without(_ leads: [String], isNamed: Bool, in reply: String) -> String {
        let (text, leads) = (Array(reply), leads.map { Array($0) })
        // A letter whose small form is longer is none of a lead.
        let small = text.map { $0.lowercased().first ?? $0 }
        var (out, start, at, isTold) = ("", 0, 0, false)
        while at < text.count {
            if !isTold, let lead = leads.first(where: { small[at...].starts(with: $0) }) {
                let name = isNamed ? names.first { small[(at + lead.count)...].starts(with: $0) } : []
                isTold = name != nil
                at += name.map { lead.count + $0.count - 1 } ?? 0
            }
            let isEnd = ToldPlaces.ends.contains(text[at]) && (at + 1 == text.count || text[at + 1].isWhitespace)
            at += 1
            guard isEnd || at == text.count else { continue }
            while at < text.count, text[at].isWhitespace { at += 1 }
            if !isTold { out += String(text[start..<at]) }
            (start, isTold) = (at, false)
        }
        guard out.count < text.count else { return reply }
        while out.last?.isWhitespace ?? false { out.removeLast() }
        return out
    }
}

extension HouseholdIndex {
    /// A reply as conversations keep it.
    func withoutPlaces(_ reply: String) throws(StoreError) -> String {
        ToldPlaces.mayBe(in: reply) ? try toldPlaces().removed(from: reply) : reply
    }

    /// Takes them out of the conversations that were kept before.
    ///
    /// - Returns: how many replies told it.
    func removePlacesFromConversations() throws(StoreError) -> Int {
        let turns = try database.rows("SELECT id, reply FROM conversation_turn WHERE \(ToldPlaces.condition)") {
            (id: $0.int(0), reply: $0.text(1))
        }
        guard !turns.isEmpty else { return 0 }
        let places = try toldPlaces()
        var count = 0
        for turn in turns {
            let kept = places.removed(from: turn.reply)
            guard kept != turn.reply else { continue }
            try database.run("UPDATE conversation_turn SET reply = ? WHERE id = ?", .text(kept), .int(turn.id))
            count += 1
        }
        return count
    }

    /// Geofences that are gone may be told of as well.
    private func toldPlaces() throws(StoreError) -> ToldPlaces {
        let gone = try database.rows("SELECT before FROM correction WHERE before LIKE 'fence %'") { $0.text(0) }
        return ToldPlaces(try geofences().map(\.name) + gone.compactMap { GeofenceSnapshot($0)?.name })
    }
}
