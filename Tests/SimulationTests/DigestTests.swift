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
                (1, "b7eaa9b0ad46c15f"), (2, "b191dd1183371613"), (3, "f70e2095e5ab9fa7"),
                (4, "3f31c0edab7032bb"), (5, "31efa108bdbd244f"), (6, "4255c30f81292da4"),
                (7, "048228e6c0951bc1"), (8, "a08eb951f0322b08"),
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
