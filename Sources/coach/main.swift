import Glibc
import Terminal

let arguments = Array(CommandLine.arguments.dropFirst())
let style = Style(
    isTerminal: TerminalDevice.isTerminal(.output), noColorOption: arguments.contains("--no-color"),
    environment: environmentVariable)

do throws(UsageError) {
    switch try Command.set.parse(arguments) {
    case .help(let command): TerminalDevice.write(Command.set.help(on: command, style: style), to: .output)
    case .version: TerminalDevice.write("coach \(Command.set.version)\n", to: .output)
    case .run: break
    }
} catch {
    TerminalDevice.write("coach: \(error.message)\n", to: .error)
    exit(UsageError.exitCode)
}
