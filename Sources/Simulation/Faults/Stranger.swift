package import Determinism
import GPIO
import Game
import PeerNetwork
import StationNode

/// A whole station that belongs to nobody here: it has the crew word of others, and its button is pressed and
/// held as if it did.
///
/// It takes part in everything that the network carries, and nobody may ever play with it, nor wait long for
/// it.
package struct Stranger: Sendable {
    /// How long it presses without holding, holds, and does neither.
    private static let turns: [(button: [ButtonEvent], lasts: Duration)] = [
        ([.down], .seconds(8)), ([.hold], .seconds(20)), ([.holdEnded, .up], .seconds(2)),
    ]

    private var node: StationNode<Gatekeeper>
    private var turn = 0
    private var turnsAt: Duration
    private var shots: [Attacker.Shot] = []

    package init(random: inout SeededGenerator, now: Duration) {
        let secrets = SimulatedSecrets(crew: .max, verdicts: nil, random: random.fork())
        var own = secrets
        let configuration = Station.Configuration(
            id: secrets.id, name: StationName(secrets.id), role: .seek, boot: 1, seed: random.next())
        node = StationNode(Station(configuration), own.gatekeeper(boot: 1))
        turnsAt = now + .seconds(3)
        take(.event(.started), now: now)
    }

    var id: StationID { node.peers.id }

    var nextDeadline: Duration { shots.isEmpty ? min(turnsAt, node.nextDeadline) : .zero }

    mutating func receive(_ bytes: [UInt8], from: Endpoint, now: Duration) {
        take(.datagram(bytes, from: from), now: now)
    }

    /// What it sends now.
    mutating func act(now: Duration) -> [Attacker.Shot] {
        if turnsAt <= now {
            for event in Self.turns[turn].button { take(.event(.button(event)), now: now) }
            turnsAt = now + Self.turns[turn].lasts
            turn = (turn + 1) % Self.turns.count
        }
        if node.nextDeadline <= now { take(.event(.tick), now: now) }
        defer { shots = [] }
        return shots
    }

    private mutating func take(_ input: NodeInput, now: Duration) {
        for case .transmit(let bytes, let destination) in node.handle(input, now: now) {
            shots.append(Attacker.Shot(bytes: bytes, to: destination, source: nil))
        }
    }
}
