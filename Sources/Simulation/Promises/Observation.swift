import Determinism
import Game
import StationNode

/// What can be seen of a world after a step, to hold it to its promises.
///
/// A value of its own, so that a test can show an invariant a world that has gone wrong.
package struct Observation: Sendable {
    var now: Duration
    /// Every station, as it is now.
    var glances: [SimulatedStation.Glance]
    /// Those that something happened to in this step.
    var touched: [Int]
    var happenings: [World.Happening]
    /// Since when each station can hear the others as well as the network allows; nil while it cannot.
    var connectedSince: [Duration?]
    /// Since when no part of a station has been broken; nil while one is.
    var soundSince: [Duration?]
    /// When the radio of each was last wrong, and is not any more; nil while it is.
    var radioSince: [Duration?]
    /// Somebody attacks, or did: what is malformed is not ours.
    var isAttacked: Bool
    /// Who says what is not so at this moment.
    var liars: Set<Int> = []
    /// Of those that something happened to, who says that it stands beside its hider. Looked at only in
    /// evenings with liars.
    var claiming: Set<Int> = []
}

extension World {
    /// What there is to see after a step.
    func observation(_ happenings: [Happening]) -> Observation {
        Observation(
            now: now, glances: glances, touched: touched, happenings: happenings,
            connectedSince: connectedSince, soundSince: mishaps.soundSince, radioSince: mishaps.radioSince,
            isAttacked: !mishaps.intruders.isEmpty || mishaps.hasLiars, liars: mishaps.liars,
            claiming: mishaps.hasLiars ? claiming : [])
    }

    /// Where the radio carries the lobby: as long as each other station of the house can be spoken with, by
    /// one or by the other.
    private var connectedSince: [Duration?] {
        guard configuration.carrier.hasAir else { return mishaps.connectedSince }
        return stations.indices.map { station in
            let others = households[homes[station]].stations.filter { other in
                other != station && glances[other].isPowered
            }
            return others.reduce(World.begin as Duration?) { since, other in
                guard let since, let here = connectedSince(station, other) else { return nil }
                return max(since, here)
            }
        }
    }

    private func connectedSince(_ one: Int, _ other: Int) -> Duration? {
        let radios = [reach.since(one, other, now: now), mishaps.radioSince[one], mishaps.radioSince[other]]
        let byAir = radios.reduce(World.begin as Duration?) { since, next in
            since.flatMap { since in next.map { max(since, $0) } }
        }
        guard hasNetwork, let here = mishaps.connectedSince[one], let there = mishaps.connectedSince[other]
        else { return byAir }
        return byAir.map { min($0, max(here, there)) } ?? max(here, there)
    }

    private var claiming: Set<Int> {
        Set(touched.filter { glances[$0].session != nil && stations[$0].node.station.isClaiming })
    }
}

/// A promise that was broken.
package struct Breach: Equatable, Sendable, CustomStringConvertible {
    package enum Law: String, CaseIterable, Sendable {
        case oneSession = "one session per station"
        case agreement = "members agree"
        case truth = "rounds end as they ended"
        case silenced = "nobody is silenced by another"
        case scores = "no score is lost or counted twice"
        case presses = "counts are heard once and in order"
        case taunts = "taunts are heard once and in order"
        case countdown = "countdowns are in step"
        case cues = "no cue without a sighting"
        case radio = "the radio is spoken to properly"
        case datagrams = "our own datagrams can be read"
        case troubles = "every trouble is spoken once and ended"
        case strangers = "nobody plays who does not belong"
        case light = "the lamp shows what the station says"
        case volume = "it is as loud as the policy says"
        case night = "quiet hours are told and kept"
        case kept = "what people set is kept"
        case bounds = "queues stay within bounds"
    }

    var law: Law
    var station: Int
    /// Since the beginning of the evening.
    var at: Duration
    var what: String

    package var description: String { "\(at.asSeconds) s, station \(station), \(law.rawValue): \(what)" }
}
