import Glibc
import Importing
import Terminal

/// What `make install` puts in place for shells and `man`: whether it is there and of this version.
struct ShellFiles {
    private let session: Session

    init(_ session: Session) { self.session = session }

    func completionCheck() -> DoctorCommand.Check {
        let name = session.environment("SHELL")?.split(separator: "/").last.map(String.init) ?? ""
        guard let shell = Shell(rawValue: name) else {
            return check("completions", "for bash, zsh and fish: `coach completions bash`")
        }
        let text = Command.set.completions(for: shell)
        switch find(text, among: share.map { $0 + "/" + shell.installedPath } + personal(shell)) {
        case .present(let path): return check("completions", path)
        case .outdated(let path):
            return check(
                "completions", "\(path) is from another version; fix it with `coach completions \(shell) > \(path)`",
                isFine: false)
        case .missing:
            return check(
                "completions",
                "none installed for \(shell); run `make install`, or put \(shell.byHand)")
        }
    }

    func manualCheck() -> DoctorCommand.Check {
        let folders = (session.environment("MANPATH") ?? "").split(separator: ":").map(String.init)
        let paths = (share.map { $0 + "/man" } + folders).map { $0 + "/man1/coach.1" }
        switch find(ShellCommands.manualPage, among: paths) {
        case .present(let path): return check("manual", path)
        case .outdated(let path):
            return check(
                "manual", "\(path) is from another version; fix it with `coach manual > \(path)`", isFine: false)
        case .missing:
            return check("manual", "not installed; run `make install`, or read it with `coach manual | man -l -`")
        }
    }

    /// Not having them is no fault: a shell may be without.
    private func check(_ name: String, _ words: String, isFine: Bool = true) -> DoctorCommand.Check {
        DoctorCommand.Check(name: name, isFine: isFine, words: words)
    }

    private enum Finding {
        case present(String)
        case outdated(String)
        case missing
    }

    /// The first of these files that is there.
    private func find(_ text: String, among paths: [String]) -> Finding {
        for path in paths {
            guard let file = try? StatementBytes(path: path) else { continue }
            let isSame = withExtendedLifetime(file) { file.bytes.elementsEqual(text.utf8) }
            // What belongs to another installation is no concern of this program.
            let isOurs = ShellFiles.programFolder.map { path.hasPrefix($0 + "/") } ?? false
            return isSame || !isOurs ? .present(path) : .outdated(path)
        }
        return .missing
    }

    /// The share folders beside this program and of the system.
    private var share: [String] {
        let system = session.environment("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
        let beside = ShellFiles.programFolder.map { [$0 + "/share"] } ?? []
        return beside + system.split(separator: ":").map(String.init).filter { !beside.contains($0) }
    }

    /// Where people put completions by hand.
    private func personal(_ shell: Shell) -> [String] {
        let home = session.environment("HOME") ?? ""
        switch shell {
        case .bash:
            let data = session.environment("XDG_DATA_HOME") ?? home + "/.local/share"
            return [data + "/bash-completion/completions/coach"]
        case .zsh: return []
        case .fish:
            return [(session.environment("XDG_CONFIG_HOME") ?? home + "/.config") + "/fish/completions/coach.fish"]
        }
    }

    /// `/usr/local` for `/usr/local/bin/coach`.
    private static var programFolder: String? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = buffer.withUnsafeMutableBytes { bytes in
            readlink("/proc/self/exe", bytes.baseAddress!.assumingMemoryBound(to: CChar.self), bytes.count)
        }
        let parts = String(decoding: buffer[..<max(0, count)], as: UTF8.self).split(separator: "/")
        guard parts.count > 2, parts[parts.count - 2] == "bin" else { return nil }
        return "/" + parts.dropLast(2).joined(separator: "/")
    }
}

extension Shell {
    /// Below a share folder; `scripts/install-shell-files.sh` writes there.
    fileprivate var installedPath: String {
        switch self {
        case .bash: "bash-completion/completions/coach"
        case .zsh: "zsh/site-functions/_coach"
        case .fish: "fish/vendor_completions.d/coach.fish"
        }
    }

    fileprivate var byHand: String {
        switch self {
        case .bash: "`source <(coach completions bash)` into ~/.bashrc"
        case .zsh: "`source <(coach completions zsh)` into ~/.zshrc, after compinit"
        case .fish: "`coach completions fish` into ~/.config/fish/completions/coach.fish"
        }
    }
}
