import Ledger

/// Services by which people pay each other, in whose names the merchants of such rows begin: `zelle payments`.
extension NameReader {
    private static let services: Set<String> = ["zelle", "venmo"]
    private static let payers: Set<String> = ["i", "we", "to", "did", "you", "they", "can", "could", "should"]

    /// All that went through a service that is named, where nobody is named beside it.
    func services(beside matches: [NameMatch]) -> [NameMatch] {
        keys.indices.compactMap { place in
            guard NameReader.services.contains(keys[place]), !taken[place],
                !matches.contains(where: { $0.tokens.contains(place) }), !isVerb(place)
            else { return nil }
            let service = keys[place]
            let names = catalog.merchants(keyPrefix: service, limit: 200).filter {
                NameReader.words(of: $0).first == service
            }
            let isNamed = matches.contains { match in
                if case .merchant(let said) = match.kind { !Set(said).isDisjoint(with: names) } else { false }
            }
            guard !isNamed else { return nil }
            // Only what is left out must be known by name; else the texts of the rows say it.
            let isLeftOut = place > 0 && FunctionWords.exclusions.contains(keys[place - 1]) && !names.isEmpty
            return NameMatch(
                kind: isLeftOut ? .merchant(names) : .unknown(tokens[place].text), tokens: place..<place + 1)
        }
    }

    /// `who did I zelle`, `did jo zelle me`.
    private func isVerb(_ place: Int) -> Bool {
        // Whom money went to is told by all that went through the service.
        if ["who", "whom"].contains(keys[0]), place > 0, ["i", "we"].contains(keys[place - 1]) { return false }
        return place > 0 && NameReader.payers.contains(keys[place - 1])
            || place + 1 < keys.count && ["me", "us"].contains(keys[place + 1])
    }
}
