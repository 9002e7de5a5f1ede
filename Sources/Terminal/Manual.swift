/// The manual page of a program, made from the same table as its help.
extension CommandSet {
    /// A page of section 1 in the language of man(7).
    ///
    /// - Parameter sections: what the table does not know, each a heading and its paragraphs or entries.
    public func manual(sections: [ManualSection]) -> String {
        var page = ".TH \(program.uppercased()) 1 \"\" \"\(program) \(version)\" \"User commands\"\n"
        page += ".SH NAME\n\(program) \\- \(Self.roff(summary))\n"
        page += ".SH SYNOPSIS\n.B \(program)\n[\\fICOMMAND\\fR] [\\fIOPTIONS\\fR]\n"
        if let root = commands.first(where: { $0.name.isEmpty }) {
            page += ".SH DESCRIPTION\nWithout a command: \(Self.roff(root.summary)).\n"
            page += root.options.map(Self.entry).joined()
        }
        page += ".SH COMMANDS\n"
        for command in commands where !command.name.isEmpty { page += manual(of: command) }
        page += ".SH OPTIONS EVERYWHERE\n" + sharedOptions.map(Self.entry).joined()
        for section in sections { page += section.text }
        return page
    }

    private func manual(of command: CommandSpec) -> String {
        var text = ".SS \"\(Self.roff(program + " " + synopsis(command)))\"\n"
        text += Self.roff(command.summary.prefix(1).uppercased() + command.summary.dropFirst()) + ".\n"
        if let forms = command.operands?.forms, !forms.isEmpty {
            text +=
                ".PP\n.nf\n" + forms.map { ".RS 4\n\(Self.roff("\(program) \(command.name) \($0)"))\n.RE\n" }.joined()
            text += ".fi\n"
        }
        text += command.options.map(Self.entry).joined()
        text += ".PP\nExamples:\n.PP\n.nf\n"
        text += command.examples.map { ".RS 4\n\(Self.roff($0))\n.RE\n" }.joined()
        return text + ".fi\n"
    }

    private static func entry(_ option: any OptionDeclaration) -> String {
        let value = option.placeholder.map { " \\fI\(roff($0))\\fR" } ?? ""
        return ".TP\n\\fB\(roff("--" + option.name))\\fR\(value)\n\(roff(option.summary)).\n"
    }

    /// Text in which nothing is a command of roff.
    static func roff(_ text: some StringProtocol) -> String {
        var out = text.first == "." || text.first == "'" ? "\\&" : ""
        for character in text {
            switch character {
            case "\\": out += "\\e"
            case "-": out += "\\-"
            case "“": out += "\\(lq"
            case "”": out += "\\(rq"
            case "…": out += "..."
            default: out.append(character)
            }
        }
        return out
    }
}

/// A part of a manual page.
public struct ManualSection: Sendable {
    let heading: String
    let entries: [(term: String, text: String)]

    /// - Parameter entries: each a term and what it means.
    public init(_ heading: String, _ entries: [(term: String, text: String)]) {
        self.heading = heading
        self.entries = entries
    }

    var text: String {
        ".SH \(heading)\n"
            + entries.map { ".TP\n\\fB\(CommandSet.roff($0.term))\\fR\n\(CommandSet.roff($0.text))\n" }.joined()
    }
}
