import Testing

@testable import Simulation

/// A seed is an evening, whoever plays it: no address, hash seed or clock of a process may leak into a world.
struct TwoProcessesTests {
    private static func simulate(_ seed: UInt64) throws -> String {
        let ending = try HotcoldProgram.run([
            "simulate", "--seeds", "\(seed)", "--stations", "3", "--hours", "0.04", "--faults", "clock,radio",
        ])
        #expect(ending.code == 0)
        return ending.output
    }

    @Test(arguments: [3, 11] as [UInt64])
    func theSameSeedHasTheSameDigest(seed: UInt64) throws {
        var plan = EveningPlan(seed: seed)
        plan.stations = 3
        plan.duration = .seconds(144)
        plan.kinds = [.clock, .radio]
        plan.carrier = .both
        let here = EveningReport.playing(plan).line + "\n"
        #expect(try Self.simulate(seed) == here)
        #expect(try Self.simulate(seed) == here)
        #expect(try Self.simulate(seed + 1) != here)
    }
}
