import GPIO
import HCI

/// One station: everything it decides, as a value. An event and the time go in, effects come out.
///
/// It owns the lobby's view of the others, the session it is in and the round being played; the loop that
/// drives it (`Conductor` on a real machine, `World` in the simulation) owns everything that touches the
/// world.
struct Station: Codable, Sendable {
    /// The longest a station may go without an event: its clock for everything that is not an answer to
    /// something.
    static let heartbeat = Duration.milliseconds(50)
    /// Sessions left for good that are remembered, so that a late announcement does not bring the station
    /// back.
    private static let leftAtMost = 8

    struct Configuration: Equatable, Codable, Sendable {
        var id: StationID
        var name: StationName
        var role: Role
        /// Drawn anew at every start of the program.
        var boot: UInt32
        var ceremony = Ceremony.Rules()
        var hunt = Hunt.Rules()
        /// What this station's beacon is heard at from one metre, in dBm.
        var measuredPower: Int8 = -59
        /// For session numbers; on a real machine from the kernel's random source.
        var seed: UInt64
        var scores = Scores()
        /// Places to announce; at most `Area.atMost`.
        var areas: [Area] = []
        /// Lines of the settings file could not be used: said once, after the greeting.
        var settingsPuzzled = false
    }

    let configuration: Configuration
    private(set) var roster: Roster
    private(set) var session: Session?
    private(set) var scores: Scores
    private var hands = Hands()
    private var greeter = Greeter()
    private var announcer = Announcer()
    private var ailments = Ailments()
    private var guide: AreaGuide
    private var ceremony: Ceremony
    private var play: Play?
    private var left: [UInt64] = []
    private var random: SeededGenerator
    private var presses: UInt16 = 0
    private var radioGoal = RadioGoal(beacon: nil, scans: false)
    private var waitedSince: Duration?
    private var metDouble = false
    /// Datagrams that were none of ours, or damaged.
    private(set) var malformed = 0

    init(_ configuration: Configuration) {
        self.configuration = configuration
        roster = Roster(own: configuration.id)
        scores = configuration.scores
        guide = AreaGuide(configuration.areas, ranging: configuration.hunt.ranging)
        ceremony = Ceremony(rules: configuration.ceremony)
        random = SeededGenerator(seed: configuration.seed)
    }

    mutating func handle(_ event: Event, now: Duration) -> [Effect] {
        switch event {
        case .heard(let beacon, let rssi):
            // The most frequent event by far: everything that follows from it waits for the next heartbeat.
            if let session { _ = play?.hunt.heard(beacon, rssi: rssi, in: session, now: now) }
            guide.heard(beacon, rssi: rssi, now: now)
            return []
        case .battery(let beacon, let level):
            guide.battery(of: beacon, level)
            return []
        case .started: return greet() + advance(now: now)
        case .tick: return advance(now: now)
        case .button(let event): return press(event, now: now) + advance(now: now)
        case .datagram(let bytes):
            // What is not news costs nothing: a flood of it must not cost a round.
            return take(bytes, now: now).map { $0 + advance(now: now) } ?? []
        case .radio(let health): return radio(health, now: now) + advance(now: now)
        case .lines(let works):
            if !works { hands.letGo() }
            return ailments.lines(works: works) + advance(now: now)
        case .speaker(let works): return ailments.speaker(works: works)
        case .network(let works): return ailments.network(works: works) + advance(now: now)
        }
    }

    /// What is known of the distance to another member, for pages and tests.
    func range(to id: StationID, now: Duration) -> Range {
        play?.hunt.range(to: id, now: now) ?? .unknown
    }

    // MARK: - What comes in

    private func greet() -> [Effect] {
        let greeting: [Effect] = [
            .led(true), .play(.chime), .say(.hello(configuration.name, configuration.role)),
            .radio(radioGoal),
        ]
        return greeting + (configuration.settingsPuzzled ? [.say(.settingsWrong)] : [])
    }

    /// Nil when the datagram changes nothing.
    private mutating func take(_ bytes: [UInt8], now: Duration) -> [Effect]? {
        let received: Announcement.Received
        do {
            received = try Announcement.decode(bytes, now: now)
        } catch {
            malformed += 1
            return nil
        }
        switch received {
        case .otherKind: return nil
        case .hearsay(let hearsay):
            if let session { play?.hunt.told(hearsay, in: session, now: now) }
            return nil
        case .otherVersion(_, let sender): return greeter.otherVersion(of: sender)
        case .announcement(let announcement):
            let news = roster.take(announcement, now: now)
            guard news != .nothing else { return meetDouble(announcement) }
            let listens = session == nil
            return greeter.news(news, of: announcement, listens: listens, now: now)
                + hear(announcement, now: now)
        }
    }

    /// Our own datagrams come back to us; those of another program with our identity (a copied card) do too.
    private mutating func meetDouble(_ announcement: Announcement) -> [Effect]? {
        guard announcement.sender == configuration.id, announcement.boot != configuration.boot, !metDouble
        else {
            return nil
        }
        metDouble = true
        return [
            .log(
                "another station has this one's identity: if a card was copied, delete the file \"identity\" "
                    + "in the state directory of one of them and start it again")
        ]
    }

    /// A member of our own session speaks.
    private mutating func hear(_ announcement: Announcement, now: Duration) -> [Effect] {
        guard var mine = session, let carried = announcement.carried, carried.stage == .locked,
            carried.session.id == mine.id, mine.member(announcement.sender) != nil
        else { return [] }
        if carried.session.round == mine.round {
            mine.merge(carried.session)
            session = mine
            return play?.heard(announcement, in: mine, now: now) ?? []
        }
        guard carried.session.round > mine.round, carried.session.member(configuration.id) == nil else {
            return []
        }
        return leave(saying: .gameOver)
    }

    private mutating func radio(_ health: RadioHealth, now: Duration) -> [Effect] {
        let worked = ailments.radioWorks
        let effects = ailments.radio(health, now: now)
        if !worked, ailments.radioWorks { play?.hunt.radioCameBack(now: now) }
        return effects
    }

    private mutating func press(_ event: ButtonEvent, now: Duration) -> [Effect] {
        let wasOffered = offeredSince != nil
        var effects = hands.feel(event, now: now)
        switch event {
        case .press where session == nil:
            presses &+= 1
        case .holdEnded where wasOffered && (session == nil || session?.outcome != nil):
            effects += [.play(.falling), .say(.notReady)]
        case .stuck: effects += ailments.button(isStuck: true)
        case .freed: effects += ailments.button(isStuck: false)
        default: break
        }
        if var current = session {
            effects += play?.press(event, in: &current, radioWorks: ailments.radioWorks, now: now) ?? []
            session = current
        }
        return effects
    }

    // MARK: - What follows

    private mutating func advance(now: Duration) -> [Effect] {
        var effects = hands.advance(now: now)
        effects += expire(now: now)
        effects += greeter.advance(roster: roster, listens: session == nil, now: now)
        effects += gather(now: now)
        effects += playOn(now: now)
        effects += guide.advance(isPlaying: isPlaying, listens: ailments.radioWorks, now: now)
        effects += tune(now: now)
        if let datagram = announcer.next(announcement(now: now), now: now) {
            effects.append(.send(datagram))
        }
        return effects
    }

    private mutating func expire(now: Duration) -> [Effect] {
        let members = Set(session?.members.map(\.id) ?? [])
        let forgotten = roster.expire(now: now, keeping: members)
        for announcement in forgotten {
            greeter.forgot(announcement)
        }
        return forgotten.map { .log("\($0.name) is not heard any more") }
    }

    /// In the lobby and after a round: does holding together make a session?
    private mutating func gather(now: Duration) -> [Effect] {
        if let session, session.outcome == nil || session.outcome == .abandoned { return [] }
        let me = Ceremony.Me(
            id: configuration.id, name: configuration.name, role: configuration.role,
            isHolding: offeredSince != nil, left: left, finished: session)
        if let locked = ceremony.step(me: me, roster: roster, now: now, random: &random) {
            waitedSince = nil
            session = locked
            play = Play(locked, configuration: configuration, now: now)
            return [
                .log("session \(locked.id) round \(locked.round) locked with \(locked.members.map(\.name))")
            ]
        }
        return wait(now: now)
    }

    /// Since when this station holds to play: the hold that found the hider is not yet one for the next
    /// round.
    private var offeredSince: Duration? {
        guard let since = hands.holdingSince else { return nil }
        guard let session else { return since }
        guard session.outcome != nil, let endedAt = play?.endedAt, since > endedAt else { return nil }
        return since
    }

    /// Holding alone: who is waited for is said after two seconds and then every twenty.
    private mutating func wait(now: Duration) -> [Effect] {
        guard let since = offeredSince else {
            waitedSince = nil
            return []
        }
        let last = waitedSince ?? since
        guard now - last >= (waitedSince == nil ? .seconds(2) : .seconds(20)) else { return [] }
        waitedSince = now
        let awaited = roster.announcements.first { !$0.isHolding && $0.carried?.session.id == session?.id }
        return [.say(.waitingFor(awaited?.name))]
    }

    private mutating func playOn(now: Duration) -> [Effect] {
        guard var current = session, var playing = play else { return [] }
        var effects: [Effect] = []
        if ailments.networkWorks {
            effects += playing.keepTogether(&current, now: now)
        } else {
            playing.membership.pause(now: now)
        }
        effects += playing.advance(
            &current, roster: roster, radioWorks: ailments.radioWorks, networkWorks: ailments.networkWorks,
            now: now)
        session = current
        play = playing
        if current.outcome != nil, scores.count(current) {
            effects.append(.save(name: Scores.fileName, scores.encoded()))
        }
        if playing.isOver(current, now: now) {
            effects += leave(saying: nil)
        }
        return effects
    }

    private mutating func leave(saying phrase: Phrase?) -> [Effect] {
        guard let session else { return [] }
        left.append(session.id)
        left.removeFirst(max(0, left.count - Self.leftAtMost))
        self.session = nil
        play = nil
        return (phrase.map { [.say($0)] } ?? []) + [.log("left session \(session.id)")]
    }

    /// A round is being prepared or hunted, and not over yet.
    private var isPlaying: Bool { session.map { $0.outcome == nil } ?? false }

    /// Keeps the radio doing what the game needs: both directions in a round, and in the lobby nothing,
    /// unless there are areas to listen for.
    private mutating func tune(now: Duration) -> [Effect] {
        var goal = RadioGoal(beacon: nil, scans: guide.isNeeded)
        if isPlaying, let session, let me = session.member(configuration.id) {
            goal.scans = true
            goal.beacon = IBeacon(
                proximityUUID: .hotCold, major: session.major, minor: me.minor,
                measuredPower: configuration.measuredPower)
        }
        guard goal != radioGoal else { return [] }
        radioGoal = goal
        return [.radio(goal)]
    }

    private func announcement(now: Duration) -> Announcement {
        var announcement = Announcement(
            sender: configuration.id, boot: configuration.boot, sequence: 0, name: configuration.name,
            role: configuration.role)
        announcement.isPressing = hands.isPressing
        announcement.isHolding = offeredSince != nil
        announcement.isDeaf = !ailments.radioWorks
        announcement.isClaiming = play?.isClaiming ?? false
        announcement.presses = presses
        announcement.taunts = play?.hunt.taunts ?? 0
        if let proposal = ceremony.proposal {
            announcement.carried = Announcement.Carried(session: proposal, stage: .proposed)
        } else if let session {
            announcement.carried = Announcement.Carried(session: session, stage: .locked)
        }
        return announcement
    }
}
