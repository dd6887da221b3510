import Foundation
import Testing

@testable import Gateway

/// A seed is an evening, whoever plays it: no address, hash seed or clock of a process may leak into a world.
struct TwoProcessesTests {
    /// The program under test, built beside the test bundle.
    private static let program: URL? = {
        var folder =
            Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
            ?? URL(fileURLWithPath: CommandLine.arguments[0])
        for _ in 0..<4 {
            folder.deleteLastPathComponent()
            let candidate = folder.appendingPathComponent("hotcold")
            if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
        }
        return nil
    }()

    private static func simulate(_ seed: UInt64) throws -> String {
        let process = Process()
        let program: URL = try #require(Self.program, "hotcold is not beside the tests")
        process.executableURL = program
        process.arguments = ["simulate", "--seed", "\(seed)", "--count", "1", "--seekers", "2", "--faults"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: text, as: UTF8.self)
    }

    @Test(arguments: [3, 11] as [UInt64])
    func theSameSeedHasTheSameDigest(seed: UInt64) throws {
        let here = SimulateCommand.line(seed: seed, seekers: 2, faults: true) + "\n"
        #expect(try Self.simulate(seed) == here)
        #expect(try Self.simulate(seed) == here)
        #expect(try Self.simulate(seed + 1) != here)
    }
}
