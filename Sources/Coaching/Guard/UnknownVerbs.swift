import Ledger

/// Verbs that say what a person did with an amount: `you spent $40`.
extension Verdict {
    /// Verbs that say nothing of the kind of money, or that money went out.
    private static let verbs: Set<String> = CountNouns.words(
        """
        spent spend paid pay used use dropped drop blew burned splashed forked shelled laid racked dished put ran went hit \
        logged made make charged swiped bought ordered parted gave give had have averaged average totaled came come ended \
        reached were are saw see got get took kept keep earned earn received receive saved save owe owed own made poured \
        allocated devoted dedicated budgeted tallied recorded posted handed sent moved transferred withdrew deposited \
        returned need needed want wanted lost lose tipped donated contributed added covered cleared cut reduced lowered \
        shaved trimmed freed gained beat topped exceeded passed crossed hold held accumulated accrued booked counted did \
        do of at to by with than and or for in on from is was be been around over under about exceed stay stayed remain \
        remained afford plan planned left leave set pocketed brought bring pulled netted clocked incurred committed \
        directed funneled channeled sank plunked doled expect go going withdrawn
        """)
    private static let subjects: Set<String> = ["you", "youve", "i", "ive", "we", "weve", "youd", "youll"]
    private static let adverbs: Set<String> = [
        "have", "had", "also", "actually", "still", "just", "only", "already", "then", "now", "even", "probably",
        "really", "will", "would", "could", "can", "should", "might", "did", "not", "almost", "nearly", "easily",
        "typically", "usually", "normally",
    ]

    /// `you banked $6,459.18`: whether that is so cannot be told of a verb that is not known.
    func unknownVerbs() -> [UnsupportedClaim] {
        reading.claims.compactMap { claim in
            guard claim.isMoney else { return nil }
            let start = claim.relationWords.isEmpty ? claim.tokens.lowerBound : claim.relationWords.lowerBound
            var verb = start - 1
            while Verdict.adverbs.contains(reading.key(verb)), !Verdict.verbs.contains(reading.key(verb)) { verb -= 1 }
            guard verb > 0, reading.tokens[verb].form == .word, !Verdict.verbs.contains(reading.key(verb)),
                !reading.names.contains(where: { $0.tokens.contains(verb) }),
                !reading.kinds.contains(where: { $0.tokens.contains(verb) })
            else { return nil }
            var subject = verb - 1
            while Verdict.adverbs.contains(reading.key(subject)) { subject -= 1 }
            guard Verdict.subjects.contains(reading.key(subject)), !base.words.contains(reading.key(verb)) else {
                return nil
            }
            return UnsupportedClaim(
                text: reading.written(verb..<claim.tokens.upperBound), reason: "is not what the data says of it",
                kind: .money)
        }
    }
}
