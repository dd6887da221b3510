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

    private var guarded: GuardedStation
    private var turn = 0
    private var turnsAt: Duration
    private var ticksAt: Duration
    private var shots: [Attacker.Shot] = []

    package init(random: inout SeededGenerator, now: Duration) {
        let secrets = SimulatedSecrets(crew: .max, verdicts: nil, random: random.fork())
        var own = secrets
        let configuration = Station.Configuration(
            id: secrets.id, name: StationName(secrets.id), role: .seek, boot: 1, seed: random.next())
        guarded = GuardedStation(Station(configuration), own.gatekeeper(boot: 1))
        (turnsAt, ticksAt) = (now + .seconds(3), now)
        take(.event(.started), now: now)
    }

    var id: StationID { guarded.gatekeeper.id }

    var nextDeadline: Duration { shots.isEmpty ? min(turnsAt, ticksAt) : .zero }

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
        if ticksAt <= now {
            ticksAt = now + Station.idleHeartbeat
            take(.event(.tick), now: now)
        }
        defer { shots = [] }
        return shots
    }

    private mutating func take(_ arrival: NodeInput, now: Duration) {
        for deed in guarded.take(arrival, now: now) {
            guard case .transmit(let bytes, let destination) = deed else { continue }
            shots.append(Attacker.Shot(bytes: bytes, to: destination, source: nil))
        }
        ticksAt = min(ticksAt, guarded.nextTick(now: now))
    }
}
