import Testing

@testable import Simulation

/// The same seed, the same evening, in whatever process and after whatever change that was not meant to
/// change one. `make digests` compares 400 longer ones and 50 demos.
struct DigestTests {
    /// Three stations and everything that goes wrong, three minutes long. On other machines the last bit of a
    /// logarithm may be another.
    #if arch(x86_64)
        @Test(
            arguments: [
                (1, "b7eaa9b0ad46c15f"), (2, "318b4a2091e78d38"), (3, "f70e2095e5ab9fa7"),
                (4, "a8e0534412b46e62"), (5, "dfd9c374d18be17e"), (6, "fc651a5459337274"),
                (7, "048228e6c0951bc1"), (8, "573417480a9a979b"),
            ] as [(UInt64, String)])
        func anEveningIsWhatItWas(seed: UInt64, digest: String) {
            var plan = EveningPlan(seed: seed)
            plan.stations = 3
            plan.duration = .seconds(180)
            plan.kinds = Set(Fault.Kind.allCases)
            let now = "\(EveningReport.playing(plan).digest)"
            #expect(now == digest, "if that is meant, write it here and say why; \(plan.command)")
        }
    #endif
}
