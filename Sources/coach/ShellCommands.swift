import Terminal

/// What a shell and `man` are given about the program.
struct ShellCommands {
    let session: Session

    func completions() throws -> Int32 {
        for shell in session.command.operands(as: .shell) {
            try session.write(Command.set.completions(for: shell))
        }
        return 0
    }

    func manual() throws -> Int32 {
        try session.write(ShellCommands.manualPage)
        return 0
    }

    static var manualPage: String { Command.set.manual(sections: ShellCommands.sections) }

    private static let sections = [
        ManualSection("IN A CONVERSATION", SlashHelp.manual),
        ManualSection(
            "EXIT STATUS",
            [
                ("0", "Answered, or done."),
                ("1", "Something failed; in a pipe, one failed line is enough."),
                ("2", "Wrong usage."),
                ("3", "A model was required, and none answered."),
                ("4", "There are no transactions yet."),
            ]),
        ManualSection(
            "ENVIRONMENT",
            [
                ("COACH_DB", "The index file."),
                ("COACH_AS_OF", "The day to treat as today, such as 2026-10-31."),
                ("COACH_MODEL_URL, COACH_MODEL, COACH_API_KEY", "The language model to ask, if any."),
                ("OPENAI_BASE_URL, OPENAI_API_KEY, ANTHROPIC_API_KEY", "Used if the ones above aren't set."),
                ("NO_COLOR", "No colors."),
                (
                    "COACH_GRAPHICS",
                    "How charts are drawn: auto (whatever the terminal supports), sixel, kitty, or blocks."
                ),
                ("PAGER", "Shows output that doesn't fit the window; empty for none."),
                ("VISUAL, EDITOR", "The editor Ctrl-X Ctrl-E opens your line in."),
                ("INPUTRC", "Key bindings, as for any program that uses GNU readline; `$if coach` applies here."),
            ]),
        ManualSection(
            "CONFIGURATION",
            Configuration.Key.all.map { key in
                (
                    key.name,
                    "\(key.meaning.prefix(1).uppercased() + key.meaning.dropFirst()): \(key.expectation). Default: \(key.usual)."
                )
            }),
        ManualSection(
            "FILES",
            [
                ("${XDG_DATA_HOME:-~/.local/share}/coach/coach.db", "The index."),
                ("${XDG_CONFIG_HOME:-~/.config}/coach/config.json", "The configuration, JSON with comments."),
                ("${XDG_CONFIG_HOME:-~/.config}/coach/prompts/", "Prompts that replace the built-in ones."),
                ("${XDG_STATE_HOME:-~/.local/state}/coach/", "The lines you typed in conversations."),
            ]),
    ]
}
