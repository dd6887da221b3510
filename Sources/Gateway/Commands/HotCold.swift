import ArgumentParser
import Logging
import NIOPosix
import ServiceLifecycle
import TOMLKit

@main
struct HotCold: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "hotcold", abstract: "Hide-and-seek by ear.")
    mutating func run() async throws {}
}
