import Testing

@testable import Gateway

/// A seed is an evening, whoever plays it: no address, hash seed or clock of a process may leak into a world.
struct TwoProcessesTests {
    private static func simulate(_ seed: UInt64) throws -> String {
        let ending = try HotcoldProgram.run([
            "simulate", "--seed", "\(seed)", "--count", "1", "--seekers", "2", "--faults",
        ])
        #expect(ending.code == 0)
        return ending.output
    }

    @Test(arguments: [3, 11] as [UInt64])
    func theSameSeedHasTheSameDigest(seed: UInt64) throws {
        let here = SimulateCommand.line(seed: seed, seekers: 2, faults: true) + "\n"
        #expect(try Self.simulate(seed) == here)
        #expect(try Self.simulate(seed) == here)
        #expect(try Self.simulate(seed + 1) != here)
    }
}
