import Coaching
import Glibc
import Importing
import Terminal

/// The prompts of the user's own.
extension Session {
    private var promptFolder: String { configFolder + "/prompts" }

    /// The built-in prompts, and the user's own in their place as far as they can be used.
    func prompts() -> Prompts {
        let files = promptFiles()
        return Prompts(faults: files.compactMap(misnamed)) { name in
            let path = "\(promptFolder)/\(name.fileName)"
            guard files.contains(name.fileName) else { return nil }
            let bytes = (try? StatementBytes(path: path)).map { file in withExtendedLifetime(file) { Array(file.bytes) }
            }
            return (path, bytes ?? [])
        }
    }

    /// What `coach doctor` says of them; nothing where there are none.
    func promptChecks() -> [DoctorCommand.Check] {
        let count = promptFiles().count
        guard count > 0 else { return [] }
        let faults = prompts().faults
        let words =
            faults.isEmpty
            ? "\(count) of your own in \(promptFolder)" : faults.map(\.message).joined(separator: "; ")
        return [DoctorCommand.Check(name: "prompts", isFine: faults.isEmpty, words: words)]
    }

    private func promptFiles() -> [String] {
        guard let directory = opendir(promptFolder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(".md") { names.append(name) }
        }
        return names.sorted()
    }

    /// A file that replaces nothing is a mistake in its name.
    private func misnamed(_ file: String) -> PromptError? {
        let known = Prompts.Name.allCases.map(\.fileName)
        guard !known.contains(file) else { return nil }
        let hint = Suggestion.nearest(to: file, among: known).map { "did you mean \($0)?" }
        return PromptError(
            "\(promptFolder)/\(file): there's no prompt by that name; "
                + (hint ?? "the names are \(known.joined(separator: ", "))"))
    }
}
