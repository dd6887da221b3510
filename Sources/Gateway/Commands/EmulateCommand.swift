import ArgumentParser

struct EmulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "emulate", abstract: "x")
    mutating func run() async throws {}
}
