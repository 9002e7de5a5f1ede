import Understanding

/// Whether a question may name a time by when pay arrives: `since my last paycheck`, `until I get paid`.
enum PayWords {
    private static let beginnings = ["pay", "paid", "salar", "wage"]

    static func occur(in question: String) -> Bool {
        SpokenText.words(of: question).contains { word in beginnings.contains(where: word.hasPrefix) }
    }
}
