import Testing

/// What README.md shows is what `scripts/readme.test` runs.
@Suite struct ReadmeTests {
    private static let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

    @Test func readmeShowsTheSessionsThatAreTested() throws {
        let readme = try Shell.read(Self.root + "/README.md")
        let script = try Script(try Shell.read(Self.root + "/Tests/FunctionalTests/scripts/readme.test"))
        for step in script.steps {
            switch step {
            case .condition: break
            case .file(let name, let content): #expect(readme.contains(content), "README.md does not show \(name)")
            case .environment(let name, let value):
                #expect(readme.contains("\(name)=\(value)"), "README.md does not set \(name)")
            case .condition: break
            case .command(let command):
                let shown = (["$ " + command.text] + command.output).joined(separator: "\n") + "\n"
                #expect(readme.contains(shown), "README.md does not show, word for word:\n\(shown)")
            }
        }
    }

    @Test func everySessionOfReadmeIsTested() throws {
        let readme = try Shell.read(Self.root + "/README.md")
        let script = try Script(try Shell.read(Self.root + "/Tests/FunctionalTests/scripts/readme.test"))
        let tested = script.steps.compactMap { if case .command(let command) = $0 { command.text } else { nil } }
        let shown = readme.split(separator: "\n").filter { $0.hasPrefix("$ ") }.map { String($0.dropFirst(2)) }
        #expect(shown == tested)
    }
}
