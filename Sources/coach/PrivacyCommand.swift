import Coaching
import Ledger
import Store
import Terminal

/// `coach privacy`: the exact bytes last sent to a model, and those that would be sent now.
struct PrivacyCommand {
    let session: Session

    private static let sample = "how much did I spend on groceries last month?"

    func run() throws -> Int32 {
        let text = session.command.text.trimmed
        let question = text.isEmpty ? PrivacyCommand.sample : text
        let last = LastRequest(folder: session.stateFolder).read()
        let lastReading = LastRequest(folder: session.stateFolder, .reading).read()
        let settings = session.phrasingSettings()
        let next = try wouldSend(question)
        if session.wantsJSON {
            try session.write(
                .object([
                    ("privacy", .string(settings.privacy.rawValue)),
                    ("last_sent_at", .optional(last?.time, JSON.string)),
                    ("last_sent", .optional(last.map { String(decoding: $0.bytes, as: UTF8.self) }, JSON.string)),
                    ("last_reading_at", .optional(lastReading?.time, JSON.string)),
                    (
                        "last_reading",
                        .optional(lastReading.map { String(decoding: $0.bytes, as: UTF8.self) }, JSON.string)
                    ),
                    ("question", .string(question)), ("would_send_to_read", .optional(next.reading, JSON.string)),
                    ("would_send", .optional(next.bytes, JSON.string)),
                    ("facts", next.facts),
                    ("would_send_under", .object(next.others.map { ($0.rawValue, .optional($1, JSON.string)) })),
                ]))
            return 0
        }
        try session.write(session.prose("privacy is \(settings.privacy.rawValue): \(settings.privacy.words)") + "\n")
        if let last {
            try section("last sent, \(last.time), \(groupedThousands(last.bytes.count)) bytes")
            try bytes(String(decoding: last.bytes, as: UTF8.self))
        } else if lastReading == nil {
            try section("nothing has been sent to a model yet")
        }
        if let lastReading {
            try section(
                "last sent to have a line read, \(lastReading.time), \(groupedThousands(lastReading.bytes.count)) bytes"
            )
            try bytes(String(decoding: lastReading.bytes, as: UTF8.self))
        }
        if let reading = next.reading {
            try section(
                "would be sent first, to have “\(SafeText.line(question))” read, "
                    + "\(groupedThousands(reading.utf8.count)) bytes")
            try bytes(reading)
        }
        for (privacy, request) in next.others where privacy != settings.privacy && session.command[Options.verbose] {
            try section("would be sent under \(privacy.rawValue)")
            try bytes(request ?? "nothing")
        }
        if let request = next.bytes {
            try section(
                "would be sent now for “\(SafeText.line(question))”, \(groupedThousands(request.utf8.count)) bytes")
            try bytes(request)
        } else {
            try section("nothing would be sent now for “\(SafeText.line(question))”: \(next.reason)")
        }
        return 0
    }

    private func section(_ title: String) throws {
        try session.write("\n\(session.style(session.prose(title), .bold))\n")
    }

    /// As they are, but for what a terminal would obey.
    private func bytes(_ text: String) throws {
        try session.write((session.width == nil ? text : SafeText.line(text)) + "\n")
    }

    /// What a question would send.
    private struct Sending {
        var bytes: String?
        /// What is sent before, where coach is not sure what the question means.
        var reading: String?
        /// Why nothing would be.
        var reason = ""
        /// The facts, as the voice knows them.
        var facts = JSON.null
        /// The same under each setting that sends anything.
        var others: [(Privacy, String?)] = []
    }

    private func wouldSend(_ question: String) throws -> Sending {
        if session.phrasingSettings().privacy == .off { return Sending(reason: "privacy is off") }
        if let fault = session.modelFault { return Sending(reason: fault) }
        guard let model = try session.model() else {
            return Sending(reason: "no model is set up; add --model-url and --model to see what one would get")
        }
        guard let index = try session.openExistingIndex(), try !index.isEmpty else {
            return Sending(
                reason: "there are no transactions yet; add --demo to see what would be sent about the sample")
        }
        let prompts = session.promptsToUse(model)
        guard let phraser = try session.phraser(index, model, prompts) else {
            return Sending(reason: "no model is asked")
        }
        var coach = try session.coach(index)
        let before = coach
        guard let answer = try lookedAt(index, { try coach.answer(question) }) else {
            return Sending(reason: "coach answers it by itself")
        }
        var sending = Sending()
        sending.others = Privacy.allCases.filter { $0 != .off }.map { privacy in
            (privacy, phraser.request(for: answer, under: privacy).map(model.body))
        }
        sending.reading = ModelReader(model, prompts: prompts, privacy: session.phrasingSettings().privacy)?
            .request(for: answer, after: before).map(model.body)
        if let request = phraser.request(for: answer) {
            sending.bytes = model.body(of: request)
            sending.facts = phraser.offeredJSON(answer)
        } else {
            sending.reason =
                phraser.isWithheld(answer)
                ? "it's a single transaction, which only privacy full sends" : "coach answers it by itself"
        }
        return sending
    }

    /// Looking changes nothing: a limit that is wished for is not set, a purchase not remembered.
    ///
    /// - Returns: nil for what would have to write.
    private func lookedAt(_ index: HouseholdIndex, _ body: () throws -> Answer) throws -> Answer? {
        do {
            return try index.database.withoutWriting(body)
        } catch let error as StoreError where error.reason == .readOnly {
            return nil
        }
    }
}

extension Privacy {
    var words: String {
        switch self {
        case .labels: "a model gets the names of things and what is more or less, and not one figure"
        case .aggregates: "a model gets figures, groups, and the names in them, but no single transactions"
        case .full: "a model gets figures, groups, and single transactions, without account numbers"
        case .off: "no model is asked"
        }
    }
}
