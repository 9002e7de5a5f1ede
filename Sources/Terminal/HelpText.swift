extension CommandSet {
    /// The help of one command, or of the whole program: at most 80 columns, ending with a line break.
    public func help(on command: CommandSpec?, style: Style) -> String {
        guard let command else { return overview(style) }
        var sections = ["\(style(title(command), .bold)) \(command.summary)", usage(command, style)]
        if !command.options.isEmpty { sections.append(section("Options", rows(command.options), style)) }
        sections.append(section("Options everywhere", rows(sharedOptions), style))
        sections.append(examples(command.examples, style))
        return sections.joined(separator: "\n\n") + "\n"
    }

    private func overview(_ style: Style) -> String {
        let named = commands.filter { !$0.name.isEmpty }
        let root = commands.first { $0.name.isEmpty }
        let examples = commands.compactMap { command in
            command.examples.first { $0 != title(command) }
        }
        return [
            "\(style(program, .bold)) \(summary)",
            section("Usage", [(program, root?.summary ?? ""), ("\(program) COMMAND …", "one command")], style),
            section("Commands", named.map { (synopsis($0), $0.summary) }, style),
            section("Options everywhere", rows(sharedOptions), style),
            self.examples(examples, style),
        ].joined(separator: "\n\n") + "\n"
    }

    private func title(_ command: CommandSpec) -> String {
        command.name.isEmpty ? program : "\(program) \(command.name)"
    }

    /// `import FILE…`.
    func synopsis(_ command: CommandSpec) -> String {
        [command.name, command.operands?.usage ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    }

    private func usage(_ command: CommandSpec, _ style: Style) -> String {
        "\(style("Usage", .bold))\n  \(program) \(synopsis(command)) [OPTIONS]"
    }

    private func rows(_ options: [any OptionDeclaration]) -> [(String, String)] {
        options.map { option in
            ("--\(option.name)" + (option.placeholder.map { " \($0)" } ?? ""), option.summary)
        }
    }

    /// Two columns under a heading; a left side too long for its column has the line to itself.
    private func section(_ heading: String, _ rows: [(left: String, right: String)], _ style: Style) -> String {
        let column = min(24, rows.map { DisplayWidth.of($0.left) }.max() ?? 0)
        let lines = rows.map { left, right in
            let start = "  " + DisplayWidth.padded(left, to: column)
            let separator = DisplayWidth.of(left) > column ? "\n" + String(repeating: " ", count: column + 4) : "  "
            return start + separator + right
        }
        return style(heading, .bold) + "\n" + lines.joined(separator: "\n")
    }

    private func examples(_ lines: [String], _ style: Style) -> String {
        style("Examples", .bold) + "\n" + lines.map { "  " + $0 }.joined(separator: "\n")
    }
}
