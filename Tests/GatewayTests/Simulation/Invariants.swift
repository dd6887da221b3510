import HCI

@testable import Gateway

/// What must be true of every evening, after every step of it.
struct Invariants {
    private(set) var broken: [String] = []
    /// Sessions that were locked.
    private(set) var sessions = 0
    private var seen: Set<UInt64> = []
    /// When each countdown number of a round was spoken first.
    private var counted: [String: Duration] = [:]
    private var points: [Int: [StationID: UInt32]] = [:]
    private var reports: [Int: Int] = [:]

    mutating func check(_ world: World, after happenings: [World.Happening]) {
        for happening in happenings { checkWords(happening, in: world) }
        for (index, simulated) in world.stations.enumerated() {
            checkSession(index, simulated, in: world)
            checkScores(index, simulated.station.scores, at: world.now)
            checkRadio(index, simulated, at: world.now)
        }
    }

    private mutating func fail(_ what: String, _ station: Int, at: Duration) {
        if broken.count < 20 { broken.append("\(at.asSeconds) s, station \(station): \(what)") }
    }

    /// No cue without a sighting; countdowns in step; LOST is never said of something never heard.
    private mutating func checkWords(_ happening: World.Happening, in world: World) {
        guard case .say(let phrase) = happening.effect else { return }
        let station = world.stations[happening.station].station
        switch phrase {
        case .cue:
            guard let session = station.session, let hider = session.hider else {
                return fail("a cue outside a session", happening.station, at: happening.at)
            }
            if hider.id == station.configuration.id {
                fail("a cue to the hider", happening.station, at: happening.at)
            }
            if station.range(to: hider.id, now: happening.at).age == nil {
                fail("a cue without a sighting", happening.station, at: happening.at)
            }
            if happening.at < session.huntAt {
                fail("a cue before the hunt", happening.station, at: happening.at)
            }
        case .count(let number) where number <= 3:
            guard let session = station.session, happening.at < session.startsAt else { return }
            let key = "\(session.id) \(session.round) \(number)"
            let first = counted[key] ?? happening.at
            counted[key] = min(first, happening.at)
            if happening.at - first > .milliseconds(150) {
                fail(
                    "\(number) came \((happening.at - first).wholeMilliseconds) ms late", happening.station,
                    at: happening.at)
            }
        default: break
        }
    }

    /// One hider in every session, and all members agree on who it is.
    private mutating func checkSession(_ index: Int, _ simulated: SimulatedStation, in world: World) {
        guard simulated.isPowered, let session = simulated.station.session else { return }
        if seen.insert(session.id).inserted { sessions += 1 }
        if session.members.count(where: { $0.role == .hide }) != 1 {
            fail("not one hider", index, at: world.now)
        }
        for other in world.stations where other.isPowered {
            guard let theirs = other.station.session, theirs.id == session.id, theirs.round == session.round
            else {
                continue
            }
            if theirs.hider?.id != session.hider?.id { fail("two hiders", index, at: world.now) }
        }
    }

    /// Points are never lost.
    private mutating func checkScores(_ index: Int, _ scores: Scores, at now: Duration) {
        if points[index] == scores.points { return }
        // A better ending that comes late moves a point; none disappears.
        let had = (points[index] ?? [:]).values.reduce(0, +)
        if scores.points.values.reduce(0, +) < had { fail("lost points", index, at: now) }
        points[index] = scores.points
    }

    /// Never a second command before the answer to the first; nothing a good controller says is malformed.
    private mutating func checkRadio(_ index: Int, _ simulated: SimulatedStation, at now: Duration) {
        if simulated.controller.overdrafts > 0 { fail("a command without a credit", index, at: now) }
        if simulated.radio.counters.malformed > 0 { fail("malformed events", index, at: now) }
        if simulated.station.malformed > 0 { fail("malformed datagrams", index, at: now) }
    }
}
