package import Game
package import PeerNetwork

@testable import Determinism
@testable import GPIO

/// Stations that hear each other, without radios, rooms or gatekeepers (`PlayroomPost`): for what the lobby
/// and the game decide.
///
/// A step is one heartbeat. Datagrams arrive one step later, unless they are lost; lines between beacons
/// are set by the test as a distance in dBm.
package struct Playroom {
    package private(set) var now = Duration.seconds(1_000)
    package private(set) var stations: [Station]
    /// Everything each station did since it was last taken, with the time.
    package private(set) var done: [[(effect: Effect, at: Duration)]]
    package private(set) var post: PlayroomPost
    /// Nobody gets to know anybody.
    package var isEstranged: Bool {
        get { post.isEstranged }
        set { post.isEstranged = newValue }
    }
    private var chance: SeededGenerator
    /// The share of datagrams that are lost, 0…1.
    package var loss = 0.0
    /// Stations whose power is off: they neither act nor hear.
    package var off: Set<Int> = []
    /// Stations without a network.
    package var unreachable: Set<Int> = []
    /// Stations that the others' proposals never reach.
    package var deafToProposals: Set<Int> = []
    /// What becomes of an announcement to a session on its way: who says it, what, and when.
    package var twist: ((StationID, Announcement, Duration) -> Announcement)?
    /// The same of what is said in short; where it is nil, nothing is, for it would tell how it is.
    package var shortTwist: ((StationID, RoundStatus, Duration) -> RoundStatus)?
    /// How long what arrives took from its first part to its last, as by radio; nil as on a network.
    package var arrivesOver: Duration?
    /// Stations that hold like others and say nothing of any proposal, their own or another's.
    package var silent: Set<Int> = []
    /// What the beacons are received at while they are on, in dBm; nil for out of hearing.
    package var rssi: Int8?

    /// - Parameters:
    ///   - companies: whom each would play with; by default all of them together.
    ///   - name: what all of them are called at first; by default what their identities give them.
    package init(
        roles: [Role], seed: UInt64 = 1, headStart: Duration = .seconds(12),
        companies: [Announcement.Company] = [], name: StationName? = nil,
        hunt: Hunt.Rules = Hunt.Rules(), face: Station.Face = .kept,
        waitsForEverybody: Bool = false
    ) {
        chance = SeededGenerator(seed: seed)
        let configurations = roles.enumerated().map { index, role in
            let company =
                companies.isEmpty ? Announcement.Company(capacity: 8) : companies[index % companies.count]
            var configuration = Self.configuration(
                index, role: role, headStart: headStart, company: company)
            configuration.name = name ?? configuration.name
            configuration.hunt = hunt
            configuration.face = face
            configuration.formation.waitsForEverybody = waitsForEverybody
            return configuration
        }
        post = PlayroomPost(configurations)
        stations = configurations.map(Station.init)
        done = roles.map { _ in [] }
        for index in stations.indices {
            give(.started, to: index)
            give(.radio(.works), to: index)
        }
    }

    /// Identities rise with the index, so the first station is the one that proposes.
    package static func configuration(
        _ index: Int, role: Role, headStart: Duration, company: Announcement.Company
    ) -> Station.Configuration {
        let id = StationID(value: UInt64(index + 1) << 32)
        var configuration = Station.Configuration(
            id: id, name: StationName(id), role: role, boot: UInt32(index + 7), seed: UInt64(index + 100))
        configuration.formation = GroupFormation.Rules(
            company: company, headStart: headStart, limit: .seconds(120))
        return configuration
    }

    package mutating func give(_ event: Event, to index: Int) {
        guard !off.contains(index) else { return }
        for effect in stations[index].handle(event, now: now) {
            done[index].append((effect, now))
            post.take(effect, from: index, isCutOff: unreachable.contains(index))
        }
    }

    package mutating func step() {
        now += Station.heartbeat
        for delivery in post.arrivals(absent: off.union(unreachable)) {
            if delivery.canBeLost, Double.random(in: 0..<1, using: &chance) < loss { continue }
            if deafToProposals.contains(delivery.to), isProposal(delivery.event) { continue }
            post.arrived(delivery)
            guard let event = twisted(silenced(delivery.event)) else { continue }
            give(inParts(event), to: delivery.to)
        }
        for index in stations.indices {
            hearBeacons(at: index)
            give(.tick, to: index)
        }
    }

    private func inParts(_ event: Event) -> Event {
        guard let arrivesOver, case .message(var received) = event else { return event }
        received.arrivedOver = arrivesOver
        return .message(received)
    }

    private func twisted(_ event: Event) -> Event? {
        guard let twist, case .message(var received) = event, case .session = received.message.audience
        else { return event }
        switch try? Announcement.decode(received, now: now) {
        case .announcement(let announcement):
            received.message.body = twist(received.sender, announcement, now).encoded(now: now)
        case .status(let status):
            guard let shortTwist else { return nil }
            received.message.body = shortTwist(received.sender, status, now).encoded(now: now)
        case .remoteReport, .otherKind, nil: break
        }
        return .message(received)
    }

    /// What a silent station says, without the proposal in it.
    private func silenced(_ event: Event) -> Event {
        guard isProposal(event), case .message(var received) = event,
            let sender = stations.firstIndex(where: { $0.configuration.id == received.sender }),
            silent.contains(sender),
            case .announcement(var announcement)? = try? Announcement.decode(received, now: now)
        else { return event }
        announcement.carried = nil
        received.message.body = announcement.encoded(now: now)
        return .message(received)
    }

    private func isProposal(_ event: Event) -> Bool {
        guard case .message(let received) = event,
            case .announcement(let announcement)? = try? Announcement.decode(received, now: now)
        else { return false }
        return announcement.carried?.stage == .proposed
    }

    private mutating func hearBeacons(at index: Int) {
        guard let rssi, let session = stations[index].session, session.outcome == nil else { return }
        for member in session.members where member.id != stations[index].configuration.id {
            if off.contains(where: { stations[$0].configuration.id == member.id }) { continue }
            let beacon = stations[index].numbers.beacon(of: member.id, in: session, measuredPower: -59)
            if let beacon { give(.heard(beacon, rssi: rssi), to: index) }
        }
    }

    package mutating func run(_ time: Duration) {
        let end = now + time
        while now < end { step() }
    }

    /// Presses the button until `release`.
    package mutating func hold(_ indices: [Int]) {
        for index in indices { give(.button(.down), to: index) }
        run(.seconds(1))
        for index in indices { give(.button(.hold), to: index) }
    }

    package mutating func release(_ indices: [Int]) {
        for index in indices {
            give(.button(.up), to: index)
            give(.button(.holdEnded), to: index)
        }
    }

    package mutating func press(_ index: Int) {
        give(.button(.down), to: index)
        run(.milliseconds(100))
        give(.button(.up), to: index)
        give(.button(.press), to: index)
    }

    /// Everybody holds until the session is locked, and lets go.
    package mutating func lock() {
        run(.seconds(2))
        hold(Array(stations.indices))
        run(.seconds(2))
        release(Array(stations.indices))
    }

    /// Turns a station off and on again, as pulling its plug does: what it kept on disk is its scores.
    package mutating func reboot(_ index: Int, after time: Duration) {
        off.insert(index)
        run(time)
        off.remove(index)
        var configuration = stations[index].configuration
        configuration.boot &+= 1_000
        configuration.scores = stations[index].scores
        stations[index] = Station(configuration)
        post.rebooted(index, boot: configuration.boot)
        give(.started, to: index)
        give(.radio(.works), to: index)
    }

    package func said(_ index: Int) -> [Phrase] {
        done[index].compactMap { if case .say(let phrase) = $0.effect { phrase } else { nil } }
    }

    package func played(_ index: Int) -> [Sound] {
        done[index].compactMap { if case .play(let sound) = $0.effect { sound } else { nil } }
    }

    /// When a station first did something.
    package func first(_ index: Int, _ effect: Effect) -> Duration? {
        done[index].first { $0.effect == effect }?.at
    }

    package func name(_ index: Int) -> StationName {
        stations[index].configuration.name
    }

    package mutating func forgetWhatWasDone() {
        done = stations.map { _ in [] }
    }
}
