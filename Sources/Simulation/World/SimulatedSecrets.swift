import Crypto
package import Determinism
import PeerNetwork

/// What a simulated station keeps secret: its identity, the word of its crew, and where its keys come from.
package struct SimulatedSecrets: Sendable {
    private let identity: IdentityKey
    private let crew: CrewKey?
    private let verdicts: Verdicts?
    private var random: SeededGenerator

    /// - Parameter crew: which crew it belongs to; nil for none. Each number stands for a word.
    /// - Parameter verdicts: shared by all stations of a world.
    package init(crew: UInt64?, verdicts: Verdicts?, random: SeededGenerator) {
        self.init(key: crew.map { CrewKey(bytes: Self.bytes(of: $0)) }, verdicts: verdicts, random: random)
    }

    private init(key: CrewKey?, verdicts: Verdicts?, random: SeededGenerator) {
        self.random = random
        self.verdicts = verdicts
        crew = key
        identity = IdentityKey(seed: Self.draw(&self.random))
    }

    var id: StationID { identity.id }

    /// Somebody else of the same crew.
    func renewed(random: SeededGenerator) -> SimulatedSecrets {
        SimulatedSecrets(key: crew, verdicts: verdicts, random: random)
    }

    /// The gatekeeper of one start of the program.
    mutating func gatekeeper(boot: UInt32) -> Gatekeeper {
        var configuration = Gatekeeper.Configuration(
            identity: identity, boot: boot, seed: Self.draw(&random), crew: crew)
        if let verdicts { configuration.isGenuine = { verdicts.isGenuine($0) } }
        return Gatekeeper(configuration)
    }

    private static func draw(_ random: inout SeededGenerator) -> [UInt8] {
        (0..<4).flatMap { _ in
            let word = random.next()
            return (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
        }
    }

    /// No crew word is stretched here: that costs half a second each, on purpose.
    private static func bytes(of crew: UInt64) -> [UInt8] {
        var random = SeededGenerator(seed: 0xC2E3 ^ crew)
        return draw(&random)
    }
}
