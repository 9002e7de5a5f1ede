/// A shell that can complete command lines.
public enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
}

extension ValueForm<Shell> {
    public static let shell = ValueForm(
        placeholder: "SHELL", expectation: "a shell: bash, zsh or fish",
        completion: .words(Shell.allCases.map(\.rawValue)), read: { Shell(rawValue: $0.lowercased()) })
}

/// The completion script of a program for one shell, made from the same table as its help.
extension CommandSet {
    public func completions(for shell: Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    private var named: [CommandSpec] { commands.filter { !$0.name.isEmpty } }

    /// What goes with the program where no command is written.
    private var rootOptions: [any OptionDeclaration] {
        (commands.first { $0.name.isEmpty }?.options ?? []) + sharedOptions
    }

    /// What stands in the place of a command's operands.
    private func operandCompletion(_ command: CommandSpec) -> ValueCompletion {
        command.name == "help" ? .words(named.map(\.name)) : command.operands?.completion ?? .nothing
    }

    // MARK: bash

    private var bash: String {
        let cases = named.map { command in
            let options = (command.options + sharedOptions).map { "--" + $0.name }.joined(separator: " ")
            return "        \(command.name)) options='\(options)'; \(bash(operandCompletion(command), "operands")) ;;"
        }
        // The same name may take other values in another command.
        let values = named.flatMap { command in
            command.options.compactMap { bashValue($0, key: "\(command.name):--\($0.name)") }
        }
        let shared = rootOptions.compactMap { bashValue($0, key: "*:--\($0.name)") }
        return """
            # Completion of \(program) for bash.
            _\(program)() {
                local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command= options= operands= i
                # bash splits --option=value into three words.
                if [[ $word == = ]]; then word=; elif [[ $before == = ]]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi
                for ((i = 1; i < COMP_CWORD; i++)); do
                    case ${COMP_WORDS[i]} in
                    \(named.map(\.name).joined(separator: "|"))) command=${COMP_WORDS[i]}; break ;;
                    esac
                done
                COMPREPLY=()
                case $command:$before in
            \((values + shared).joined(separator: "\n"))
                esac
                case $command in
            \(cases.joined(separator: "\n"))
                    *) options='\(rootOptions.map { "--" + $0.name }.joined(separator: " "))'
                       operands='\(named.map(\.name).joined(separator: " "))' ;;
                esac
                if [[ $word == -* ]]; then
                    COMPREPLY=($(compgen -W "$options" -- "$word"))
                elif [[ $operands == -f ]]; then
                    compopt -o filenames 2>/dev/null
                    local IFS=$'\\n'
                    COMPREPLY=($(compgen -f -- "$word"))
                else
                    COMPREPLY=($(compgen -W "$operands" -- "$word"))
                fi
            }
            complete -F _\(program) \(program)

            """
    }

    private func bash(_ completion: ValueCompletion, _ variable: String) -> String {
        switch completion {
        case .nothing: "\(variable)="
        case .words(let words): "\(variable)='\(words.joined(separator: " "))'"
        case .path: "\(variable)=-f"
        }
    }

    private func bashValue(_ option: any OptionDeclaration, key: String) -> String? {
        guard option.placeholder != nil else { return nil }
        let found =
            switch option.completion {
            case .nothing: ""
            case .words(let words): "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$word\")); "
            case .path:
                "compopt -o filenames 2>/dev/null; local IFS=$'\\n'; COMPREPLY=($(compgen -f -- \"$word\")); "
            }
        return "        \(key)) \(found)return ;;"
    }

    // MARK: zsh

    private var zsh: String {
        let list = named.map { "    \(Self.quoted("\($0.name):\($0.summary)"))" }
        let cases = named.map { command in
            let arguments = command.options.map(zsh) + [zsh(operandCompletion(command), command.operands?.placeholder)]
            return "        \(command.name)) _arguments $shared \(arguments.joined(separator: " ")) ;;"
        }
        return """
            #compdef \(program)
            # Completion of \(program) for zsh.
            _\(program)() {
                local curcontext=$curcontext state line
                local -a commands shared root
                commands=(
            \(list.joined(separator: "\n"))
                )
                shared=(
            \(sharedOptions.map { "    " + zsh($0) }.joined(separator: "\n"))
                )
                root=(
            \(rootOptions.dropLast(sharedOptions.count).map { "    " + zsh($0) }.joined(separator: "\n"))
                )
                _arguments -C $root $shared '1:command:->command' '*::arguments:->arguments'
                case $state in
                command) _describe command commands ;;
                arguments)
                    case $words[1] in
            \(cases.joined(separator: "\n"))
                    esac ;;
                esac
            }
            if [[ $funcstack[1] == _\(program) ]]; then _\(program) "$@"; else compdef _\(program) \(program); fi

            """
    }

    private func zsh(_ option: any OptionDeclaration) -> String {
        let text = "--\(option.name)[\(Self.zshText(option.summary))]"
        guard let placeholder = option.placeholder else { return Self.quoted(text) }
        return Self.quoted("\(text):\(Self.zshText(placeholder)):\(zshAction(option.completion))")
    }

    private func zsh(_ operands: ValueCompletion, _ placeholder: String?) -> String {
        Self.quoted("*:\(Self.zshText(placeholder ?? "nothing more")):\(zshAction(operands))")
    }

    private func zshAction(_ completion: ValueCompletion) -> String {
        switch completion {
        case .nothing: " "
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .path: "_files"
        }
    }

    /// What `_arguments` would take for the end of a part is marked as text.
    private static func zshText(_ text: String) -> String {
        text.reduce(into: "") { out, character in
            if "[]:\\".contains(character) { out.append("\\") }
            out.append(character)
        }
    }

    // MARK: fish

    private var fish: String {
        var lines = ["# Completion of \(program) for fish.", "complete -c \(program) -f"]
        lines += named.map { command in
            "complete -c \(program) -n __fish_use_subcommand -a \(command.name) -d \(Self.quoted(command.summary))"
        }
        lines += sharedOptions.map { fish($0, condition: nil) }
        lines += rootOptions.dropLast(sharedOptions.count).map { fish($0, condition: "__fish_use_subcommand") }
        for command in named {
            let condition = "__fish_seen_subcommand_from \(command.name)"
            lines += command.options.map { fish($0, condition: condition) }
            switch operandCompletion(command) {
            case .nothing: break
            case .words(let words):
                let list = Self.quoted(words.joined(separator: " "))
                lines.append("complete -c \(program) -n \(Self.quoted(condition)) -a \(list)")
            case .path: lines.append("complete -c \(program) -n \(Self.quoted(condition)) -F")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func fish(_ option: any OptionDeclaration, condition: String?) -> String {
        var line = "complete -c \(program)"
        if let condition { line += " -n \(Self.quoted(condition))" }
        line += " -l \(option.name) -d \(Self.quoted(option.summary))"
        guard option.placeholder != nil else { return line }
        switch option.completion {
        case .nothing: return line + " -x"
        case .words(let words): return line + " -x -a \(Self.quoted(words.joined(separator: " ")))"
        case .path: return line + " -r -F"
        }
    }

    /// In single quotes, as every shell here reads them.
    private static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
