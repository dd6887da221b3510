import Determinism
import Game
import PeerNetwork

/// Holds stations to what they say: cues that were heard, countdowns in step, counts once and in order.
struct WordLedger: Sendable {
    let allowance: Allowance

    init(_ allowance: Allowance) {
        self.allowance = allowance
    }

    private struct Count: Hashable, Sendable {
        var round: SessionLedger.Key
        var number: Int
    }

    private struct Conversation: Hashable, Sendable {
        var hearer: Int
        var hearerBoots: Int
        var speaker: Int
        var speakerBoots: Int
    }

    private struct Taunting: Hashable, Sendable {
        var round: SessionLedger.Key
        var conversation: Conversation
    }

    /// When each number of a countdown was spoken first.
    private var counted: [Count: Duration] = [:]
    private(set) var spoken = 0
    private(set) var late = 0
    private var presses: [Conversation: Int] = [:]
    private var taunts: [Taunting: Int] = [:]

    mutating func check(
        _ happening: World.Happening, _ seen: Observation, _ residents: [Invariants.Resident]
    ) -> [Finding] {
        guard case .say(let phrase) = happening.effect else { return [] }
        let glance = seen.glances[happening.station]
        switch phrase {
        case .cue: return cue(happening, glance)
        case .count(let number) where number <= 3: return count(number, happening, glance, seen)
        case .pressed(let name, let times): return pressed(name, times, happening.station, residents)
        case .left(let name): return left(name, happening.station, glance, seen, residents)
        case .taunt(let number, _): return taunted(number, happening.station, glance, residents)
        default: return []
        }
    }

    /// The hider's taunts are heard once each, in order.
    private mutating func taunted(
        _ number: Int, _ hearer: Int, _ glance: SimulatedStation.Glance, _ residents: [Invariants.Resident]
    ) -> [Finding] {
        guard let session = glance.session, let hider = session.hider,
            let speaker = residents.firstIndex(where: { $0.id == hider.id })
        else { return [(.taunts, hearer, "a taunt outside a session")] }
        let taunting = Taunting(
            round: .init(session: session.id, round: session.round),
            conversation: Conversation(
                hearer: hearer, hearerBoots: residents[hearer].boots, speaker: speaker,
                speakerBoots: residents[speaker].boots))
        let before = taunts.updateValue(number, forKey: taunting) ?? 0
        return number > before ? [] : [(.taunts, hearer, "heard taunt \(number) after \(before)")]
    }

    /// Of one that plays the same round, and has been connected for long enough to be heard.
    private func left(
        _ name: StationName, _ hearer: Int, _ glance: SimulatedStation.Glance, _ seen: Observation,
        _ residents: [Invariants.Resident]
    ) -> [Finding] {
        guard let session = glance.session,
            let member = session.members.first(where: { $0.name == name }),
            let speaker = residents.firstIndex(where: { $0.id == member.id }),
            let other = seen.glances[speaker].session, other.id == session.id, other.round == session.round
        else { return [] }
        let since = [hearer, speaker].map { station -> Duration? in
            guard let on = residents[station].onSince, let connected = seen.connectedSince[station] else {
                return nil
            }
            return max(on, connected)
        }
        let isLong = since.allSatisfy { $0.map { seen.now - $0 > allowance.isHeardWithin } ?? false }
        guard isLong else { return [] }
        return [(.silenced, hearer, "does not hear \(name) any more")]
    }

    private func cue(_ happening: World.Happening, _ glance: SimulatedStation.Glance) -> [Finding] {
        let station = happening.station
        guard let session = glance.session, let hider = session.hider else {
            return [(.cues, station, "a cue outside a session")]
        }
        if hider.id == glance.id { return [(.cues, station, "a cue to the hider")] }
        if !glance.hearsHider { return [(.cues, station, "a cue without a sighting")] }
        let hunt = session.huntAt
        // A clock that is off by 100 ppm is off by some milliseconds after a head start.
        return happening.at + .milliseconds(50) < hunt ? [(.cues, station, "a cue before the hunt")] : []
    }

    /// Numbers before the start; those of the head start are not looked at.
    private mutating func count(
        _ number: Int, _ happening: World.Happening, _ glance: SimulatedStation.Glance, _ seen: Observation
    ) -> [Finding] {
        guard let session = glance.session, happening.at < session.startsAt,
            seen.connectedSince[happening.station] != nil
        else { return [] }
        let key = Count(round: .init(session: session.id, round: session.round), number: number)
        let first = counted[key] ?? happening.at
        counted[key] = min(first, happening.at)
        let delay = happening.at - first
        spoken += 1
        if delay > allowance.inStep { late += 1 }
        guard delay > allowance.everInStep else { return [] }
        return [(.countdown, happening.station, "\(number) came \(delay.wholeMilliseconds) ms late")]
    }

    private mutating func pressed(
        _ name: StationName, _ times: Int, _ hearer: Int, _ residents: [Invariants.Resident]
    ) -> [Finding] {
        let speakers = residents.indices.filter { StationName(residents[$0].id) == name && $0 != hearer }
        // Two of one name cannot be told apart by what is said.
        guard speakers.count == 1 else { return [] }
        let conversation = Conversation(
            hearer: hearer, hearerBoots: residents[hearer].boots, speaker: speakers[0],
            speakerBoots: residents[speakers[0]].boots)
        let before = presses.updateValue(times, forKey: conversation) ?? 0
        return times > before ? [] : [(.presses, hearer, "heard \(times) after \(before)")]
    }
}
