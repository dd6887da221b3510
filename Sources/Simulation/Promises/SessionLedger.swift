import Game
import PeerNetwork

/// Holds every session to what its members must have in common.
package struct SessionLedger: Sendable {
    let allowance: Allowance

    init(_ allowance: Allowance) {
        self.allowance = allowance
    }

    package struct Key: Hashable, Sendable {
        var session: UInt64
        var round: UInt16

        package init(
            session: UInt64,
            round: UInt16
        ) {
            self.session = session
            self.round = round
        }
    }

    private struct Stance: Equatable, Sendable {
        var key: Key
        var outcome: Outcome?
    }

    private struct Round: Sendable {
        var members: [Session.Member]
        var outcome: Outcome?
        var changedAt: Duration
        /// How it ended for each, first.
        var endings: [StationID: Outcome] = [:]
        /// Who was in it, and went; not those whose power did.
        var left: Set<Int> = []
        /// Who has heard too few for too long, and so has given it up: each finds that for itself, and the
        /// others may go on.
        var gaveUp: Set<Int> = []
        /// Its hider has lied in it, by its number.
        ///
        /// A hider says whether its own radio hears a seeker that claims near, and nobody else can know: a
        /// round that it says is over, of a seeker that does claim, is over for everybody but itself. What it
        /// takes for so is no measure of what is true then, nor has it to agree with those it has told
        /// otherwise. All others have to agree, the seeker that found it among them.
        var lyingHider: Int?
        /// Who has claimed in it.
        var claimed: Set<StationID> = []
    }

    private var known: [Key: Round] = [:]
    /// What has changed and is not looked at yet, the earliest first.
    private var pending: [(at: Duration, key: Key)] = []
    private var stances: [Stance?] = []

    var rounds: [Key: Outcome?] { known.mapValues(\.outcome) }

    /// - Parameter everybody: who has ever been in this world.
    mutating func check(
        _ seen: Observation, _ residents: [Invariants.Resident], _ everybody: Set<StationID>
    ) -> [Finding] {
        if stances.isEmpty { stances = Array(repeating: nil, count: seen.glances.count) }
        var findings: [Finding] = []
        for station in seen.liars { suspect(station, seen) }
        for station in seen.claiming {
            if let key = stances[station]?.key { known[key]?.claimed.insert(seen.glances[station].id) }
        }
        for station in seen.touched { findings += note(station, seen, residents, everybody) }
        while let next = pending.first, next.at <= seen.now {
            pending.removeFirst()
            findings += compare(next.key, seen, residents)
        }
        return findings
    }

    /// A station lies, in whatever round it is in.
    private mutating func suspect(_ station: Int, _ seen: Observation) {
        guard let key = stances[station]?.key, let round = known[key],
            round.members.first(where: { $0.role == .hide })?.id == seen.glances[station].id
        else { return }
        known[key]?.lyingHider = station
    }

    /// A station is somewhere else than before.
    private mutating func note(
        _ station: Int, _ seen: Observation, _ residents: [Invariants.Resident],
        _ everybody: Set<StationID>
    ) -> [Finding] {
        let session = seen.glances[station].session
        let stance = session.map {
            Stance(key: Key(session: $0.id, round: $0.round), outcome: $0.outcome)
        }
        guard stance != stances[station] else { return [] }
        let before = stances[station]
        if let stance, stance.outcome == .abandoned(.tooFew) { known[stance.key]?.gaveUp.insert(station) }
        stances[station] = stance
        if let before, before.key != stance?.key {
            put(before.key, at: seen.now)
            if residents[station].onSince != nil { known[before.key]?.left.insert(station) }
        }
        guard let session, let stance else { return [] }
        guard var round = known[stance.key] else {
            known[stance.key] = Round(
                members: session.members, outcome: session.outcome, changedAt: seen.now)
            put(stance.key, at: seen.now)
            return strangers(in: session, station, residents, everybody) + unsound(session, station)
        }
        var findings: [Finding] = []
        if let outcome = session.outcome {
            if !Self.isTrue(outcome, session, round, own: seen.glances[station].id, now: seen.now) {
                findings.append((.truth, station, "round \(session.round) ended for it, and for nobody else"))
            }
            round.endings[seen.glances[station].id] = outcome
        }
        if Self.rank(stance.outcome) > Self.rank(round.outcome) { round.outcome = stance.outcome }
        round.left.remove(station)
        known[stance.key] = round
        put(stance.key, at: seen.now)
        if round.members != session.members {
            findings.append((.agreement, station, "other members or roles in round \(session.round)"))
        }
        return findings
    }

    /// Whether it ended like that for whom it concerns, too: what a station itself takes for so, whatever it
    /// says. Each may find that too few are left.
    private static func isTrue(
        _ outcome: Outcome, _ session: Session, _ round: Round, own: StationID, now: Duration
    ) -> Bool {
        switch outcome {
        case .found(let finder, _):
            guard let hider = session.hider?.id, hider != own else { return true }
            if round.lyingHider != nil { return round.claimed.contains(finder) }
            return agree(round.endings[hider], outcome)
        case .abandoned(.cancelled(let canceller)):
            return canceller == own || round.endings[canceller] == outcome
        case .timeUp: return now >= session.endsAt - .seconds(2)
        case .abandoned(.tooFew): return true
        }
    }

    private mutating func put(_ key: Key, at now: Duration) {
        known[key]?.changedAt = now
        pending.removeAll { $0.key == key }
        look(at: now + allowance.agreesWithin, key)
    }

    private mutating func look(at time: Duration, _ key: Key) {
        pending.insert((time, key), at: pending.firstIndex { $0.at > time } ?? pending.count)
    }

    private func unsound(_ session: Session, _ station: Int) -> [Finding] {
        session.members.count { $0.role == .hide } == 1 ? [] : [(.agreement, station, "not one hider")]
    }

    /// Nobody is in a session who was never of this world, and nobody plays alone.
    private func strangers(
        in session: Session, _ station: Int, _ residents: [Invariants.Resident],
        _ everybody: Set<StationID>
    ) -> [Finding] {
        if let other = session.members.first(where: { !everybody.contains($0.id) }) {
            return [(.strangers, station, "plays with \(other.name), who does not belong here")]
        }
        let unknown = session.members.filter { member in !residents.contains { $0.id == member.id } }
        // Somebody whose memory was lost is still remembered by others.
        return unknown.count < session.members.count - 1
            ? [] : [(.strangers, station, "plays with nobody who is there")]
    }

    /// Some time after the last change: do all agree who can?
    private mutating func compare(
        _ key: Key, _ seen: Observation, _ residents: [Invariants.Resident]
    ) -> [Finding] {
        guard let round = known[key] else { return [] }
        let places = round.members.compactMap { member in residents.firstIndex { $0.id == member.id } }
        let able = places.filter { place in
            guard let on = residents[place].onSince, let connected = seen.connectedSince[place] else {
                return false
            }
            return max(on, connected) + allowance.agreesWithin <= seen.now
        }
        .filter { !round.gaveUp.contains($0) }
        let inside = able.filter { stances[$0]?.key == key && $0 != round.lyingHider }
        guard inside.count > 0 else { return [] }
        if inside.contains(where: { !Self.agree(stances[$0]?.outcome, stances[inside[0]]?.outcome) }) {
            return [(.agreement, inside[0], "round \(key.round) has ended differently for some")]
        }
        guard stances[inside[0]]?.outcome == nil else { return [] }
        var missing = able.filter { stances[$0]?.key != key }
        let gone = missing.filter { stances[$0] == nil && round.left.contains($0) }
        if !gone.isEmpty, seen.now < round.changedAt + allowance.waitsFor {
            missing.removeAll { gone.contains($0) }
            look(at: round.changedAt + allowance.waitsFor, key)
        }
        return missing.map { place in
            guard let other = stances[place] else {
                return (.agreement, place, "is in no session, but others play round \(key.round) with it")
            }
            let isSame = other.key.session == key.session
            return isSame
                ? (.agreement, place, "is in round \(other.key.round), others in \(key.round)")
                : (.oneSession, place, "is in two sessions")
        }
    }

    /// How long it took is told in milliseconds, and counted by each clock.
    private static func agree(_ one: Outcome?, _ other: Outcome?) -> Bool {
        if case .found(let finder, _) = one, case .found(let another, _) = other { return finder == another }
        return one == other
    }

    static func rank(_ outcome: Outcome?) -> Int {
        switch outcome {
        case nil: 0
        case .abandoned: 1
        case .timeUp: 2
        case .found: 3
        }
    }
}
