extension CommandSet {
    /// The help of one command, or of the whole program, ending with a line break.
    ///
    /// - Parameter width: the columns there are; nil for a file or a pipe, which gets lines of at most 80.
    public func help(on command: CommandSpec?, style: Style, width: Int? = nil) -> String {
        let width = min(width ?? 80, 100)
        guard let command else { return overview(style, width) }
        var sections = ["\(style(title(command), .bold)) \(command.summary)", usage(command, style, width)]
        if !command.options.isEmpty { sections.append(section("Options", rows(command.options), style, width)) }
        sections.append(section("Options for every command", rows(sharedOptions), style, width))
        sections.append(examples(command.examples, style))
        return sections.joined(separator: "\n\n") + "\n"
    }

    private func overview(_ style: Style, _ width: Int) -> String {
        let named = commands.filter { !$0.name.isEmpty }
        let root = commands.first { $0.name.isEmpty }
        let usage = [(program, root?.summary ?? ""), ("\(program) COMMAND …", "runs one command")]
        var sections = [
            "\(style(program, .bold)) \(summary)", section("Usage", usage, style, width),
            section("Commands", named.map { (synopsis($0), $0.summary) }, style, width),
        ]
        if let root, !root.options.isEmpty {
            sections.append(section("Options for the conversation", rows(root.options), style, width))
        }
        sections.append(section("Options for every command", rows(sharedOptions), style, width))
        sections.append(examples(examples, style))
        sections.append("Run `\(program) help COMMAND` for more on a command.")
        return sections.joined(separator: "\n\n") + "\n"
    }

    private func title(_ command: CommandSpec) -> String {
        command.name.isEmpty ? program : "\(program) \(command.name)"
    }

    /// `import FILE…`.
    func synopsis(_ command: CommandSpec) -> String {
        [command.name, command.operands?.usage ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// A line for each form of the operands where there are several.
    private func usage(_ command: CommandSpec, _ style: Style, _ width: Int) -> String {
        let forms = command.operands?.forms ?? []
        let lines =
            forms.isEmpty
            ? ["\(program) \(synopsis(command)) [OPTIONS]"] : forms.map { "\(program) \(command.name) \($0)" }
        return style("Usage", .bold) + "\n" + lines.map { "  " + $0 }.joined(separator: "\n")
    }

    private func rows(_ options: [any OptionDeclaration]) -> [(String, String)] {
        options.map { option in
            ("--\(option.name)" + (option.placeholder.map { " \($0)" } ?? ""), option.summary)
        }
    }

    /// Two columns under a heading.
    private func section(_ heading: String, _ rows: [(left: String, right: String)], _ style: Style, _ width: Int)
        -> String
    {
        let column = min(24, rows.map { DisplayWidth.of($0.left) }.max() ?? 0)
        let lines = rows.map { Wrapping.entry($0.left, $0.right, column: column, width: width) }
        return style(heading, .bold) + "\n" + lines.joined(separator: "\n")
    }

    private func examples(_ lines: [String], _ style: Style) -> String {
        style("Examples", .bold) + "\n" + lines.map { "  " + $0 }.joined(separator: "\n")
    }
}
