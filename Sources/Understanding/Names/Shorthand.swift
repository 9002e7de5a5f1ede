/// Words as they are shortened in messages, and what they stand for.
enum Shorthand {
    /// By token key; one word for one word, so that tokens keep their places.
    static let words: [String: String] = [
        "u": "you", "ya": "you", "ur": "your", "r": "are", "whys": "why", "hw": "how", "wat": "what", "wut": "what",
        "wht": "what", "wen": "when", "til": "until", "thru": "through", "acct": "account", "accts": "accounts",
        "amt": "amount", "bal": "balance", "cud": "could", "shud": "should", "enuf": "enough", "tmrw": "tomorrow",
        "tho": "though", "dat": "that", "diff": "difference", "prev": "previous", "ppl": "people", "cuz": "because",
        "totl": "total", "ttl": "total", "spnt": "spent", "spnd": "spend", "abt": "about", "teh": "the",
        "hte": "the", "wich": "which", "whcih": "which", "wihch": "which", "hwo": "how", "waht": "what", "adn": "and",
        "ck": "check", "cks": "checks", "pymt": "payment", "pymts": "payments", "pmt": "payment", "ins": "insurance",
        "b4": "before",
    ]
}
