import GPIO
import HCI

/// One station: everything it decides, as a value. An event and the time go in, effects come out.
///
/// It owns its part in the lobby, the session it is in and the round being played; the loop that drives it
/// (`Conductor` on a real machine, `World` in the simulation) owns everything that touches the world. No
/// key and nothing unsigned ever gets in here: the gatekeeper (`Security`) stands before it.
struct Station: Codable, Sendable {
    /// The longest a station may go without an event while something is happening: its clock for everything
    /// that is not an answer to something.
    static let heartbeat = Duration.milliseconds(50)
    /// The same while nothing is.
    static let idleHeartbeat = Duration.seconds(1)
    /// The same while places are listened for: people expect to hear of them at the door.
    static let areaHeartbeat = Duration.milliseconds(250)

    struct Configuration: Equatable, Codable, Sendable {
        var id: StationID
        var name: StationName
        var role: Role
        /// Drawn anew at every start of the program.
        var boot: UInt32
        var ceremony = Ceremony.Rules()
        /// The name of the only station to play with, where that is set.
        var partner: StationName?
        var hunt = Hunt.Rules()
        /// What this station's beacon is heard at from one metre, in dBm.
        var measuredPower: Int8 = -59
        /// For session numbers and lots; on a real machine from the kernel's random source.
        var seed: UInt64
        var scores = Scores()
        /// Places to announce; at most `Area.atMost`.
        var areas: [Area] = []
        /// Lines of the settings file could not be used: said once, after the greeting.
        var settingsPuzzled = false
    }

    let configuration: Configuration
    private(set) var session: Session?
    private(set) var scores: Scores
    private(set) var gathering: Gathering
    private(set) var numbers = BeaconNumbers()
    private var clocks: ClockOffsets
    private var hands = Hands()
    private var announcer = Announcer()
    private var ailments = Ailments()
    private var guide: AreaGuide
    private var play: Play?
    private var random: SeededGenerator
    private var goals = Goals()
    /// Messages that were none of ours, or damaged.
    private(set) var malformed = 0

    init(_ configuration: Configuration) {
        self.configuration = configuration
        gathering = Gathering(configuration)
        clocks = ClockOffsets(own: configuration.id)
        scores = configuration.scores
        guide = AreaGuide(configuration.areas, ranging: configuration.hunt.ranging)
        random = SeededGenerator(seed: configuration.seed)
    }

    /// The others.
    var roster: Roster { gathering.roster }
    /// What this station does in the first round of its next session.
    var role: Role { gathering.role }

    mutating func handle(_ event: Event, now: Duration) -> [Effect] {
        switch event {
        case .heard(let beacon, let rssi):
            // The most frequent event by far: everything that follows from it waits for the next heartbeat.
            hear(beacon, rssi: rssi, now: now)
            return []
        case .battery(let beacon, let level):
            guide.battery(of: beacon, level)
            return []
        case .started: return greet() + advance(now: now)
        case .tick: return advance(now: now)
        case .button(let event): return press(event, now: now) + advance(now: now)
        case .message(let received):
            // What is not news costs nothing: a flood of it must not cost a round.
            return take(received, now: now).map { $0 + advance(now: now) } ?? []
        case .whisper(let whisper): return take(whisper, now: now) + advance(now: now)
        case .trust(let event): return trust(event, now: now) + advance(now: now)
        case .wish(let wish): return grant(wish, now: now) + advance(now: now)
        case .radio(let health): return radio(health, now: now) + advance(now: now)
        case .lines(let works):
            if !works { hands.letGo() }
            return ailments.lines(works: works) + advance(now: now)
        case .speaker(let works): return ailments.speaker(works: works)
        case .network(let works): return ailments.network(works: works) + advance(now: now)
        }
    }

    /// When the next tick is due, if nothing else happens before: the seconds of a countdown to the
    /// millisecond, so that they are spoken in step.
    func nextTick(now: Duration) -> Duration {
        let isBusy = isPlaying || hands.isPressing || hands.holdingSince != nil || gathering.isBusy
        let idle = guide.isNeeded ? Self.areaHeartbeat : Self.idleHeartbeat
        let beat = now + (isBusy ? Self.heartbeat : idle)
        return session.flatMap { Round.nextSecond(of: $0, now: now) }.map { min($0, beat) } ?? beat
    }

    /// What is known of the distance to another member, for pages and tests.
    func range(to id: StationID, now: Duration) -> Range {
        play?.hunt.range(to: id, now: now) ?? .unknown
    }

    // MARK: - What comes in

    private func greet() -> [Effect] {
        let greeting: [Effect] = [
            .led(true), .play(.chime), .say(.hello(configuration.name, role)), .radio(goals.radio),
        ]
        return greeting + (configuration.settingsPuzzled ? [.say(.settingsWrong)] : [])
    }

    private mutating func hear(_ beacon: IBeacon, rssi: Int8, now: Duration) {
        guide.heard(beacon, rssi: rssi, now: now)
        guard let session else { return gathering.heard(beacon, now: now) }
        guard let id = numbers.member(beacon, in: session, now: now) else { return }
        guard id == configuration.id else {
            play?.hunt.heard(id, beacon, rssi: rssi, in: session, now: now)
            return
        }
        let own = numbers.beacon(of: id, in: session, measuredPower: configuration.measuredPower)
        if session.outcome == nil, own?.minor == beacon.minor, own?.major == beacon.major,
            numbers.heardOwn(now: now)
        {
            self.session?.renewKey(beyond: numbers.current(session)?.generation ?? 0)
        }
    }

    /// Nil when the message changes nothing.
    private mutating func take(_ received: Message.Received, now: Duration) -> [Effect]? {
        let content: Announcement.Content
        do {
            content = try Announcement.decode(received, now: now)
        } catch {
            malformed += 1
            return nil
        }
        switch content {
        case .otherKind: return nil
        case .hearsay(let hearsay):
            if let session { play?.hunt.told(hearsay, in: session, now: now) }
            return nil
        case .announcement(let announcement):
            if case .session(let id) = received.message.audience {
                // What is sealed for one session says nothing of another.
                guard announcement.carried?.session.id == id else {
                    malformed += 1
                    return nil
                }
            } else if announcement.carried?.stage == .locked {
                // Nobody is drawn into a session by what was said in public.
                malformed += 1
                return nil
            }
            return gathering.take(announcement, listens: session == nil, now: now)
                .map { $0 + hear(announcement, now: now) }
        }
    }

    /// A member of our own session speaks.
    private mutating func hear(_ announcement: Announcement, now: Duration) -> [Effect] {
        guard var mine = session, let carried = announcement.carried, carried.session.id == mine.id,
            mine.member(announcement.sender) != nil
        else { return [] }
        clocks.heard(announcement, now: now)
        guard carried.stage == .locked else { return [] }
        if carried.session.round == mine.round {
            mine.merge(carried.session)
            mine.adjustStart(
                carried.session.startsAt, from: announcement.sender,
                delay: clocks.delay(of: announcement, now: now), own: configuration.id, now: now)
            session = mine
            return play?.heard(announcement, in: mine, now: now) ?? []
        }
        guard carried.session.round > mine.round, carried.session.member(configuration.id) == nil else {
            return []
        }
        return leave(saying: .gameOver)
    }

    private mutating func take(_ whisper: Whisper, now: Duration) -> [Effect] {
        do {
            return try gathering.heard(whisper, isFree: session == nil, now: now)
        } catch {
            malformed += 1
            return []
        }
    }

    private mutating func trust(_ event: TrustEvent, now: Duration) -> [Effect] {
        switch event {
        case .clasped(let id): gathering.clasp(id, true)
        case .unclasped(let id): gathering.clasp(id, false)
        case .keyed(let keying):
            let before = session.flatMap { numbers.current($0) }
            numbers.take(keying, now: now)
            let isRenewed = before.map {
                $0.session == keying.session && $0.round == keying.round && $0.generation < keying.generation
            }
            return isRenewed == true ? [.say(.copied)] : []
        case .doubled:
            return [
                .play(.trouble), .say(.doubled),
                .log(
                    "another station has this one's identity: if a card was copied, delete the file "
                        + "\"identity.key\" in the state directory of one of them and start it again"),
            ]
        case .vanished(let id):
            return gathering.vanished(id, members: Set(session?.members.map(\.id) ?? []))
        case .otherVersion(let id):
            return [.say(.otherVersion), .log("\(id) speaks another version of the lobby's language")]
        }
        return []
    }

    private mutating func grant(_ wish: Wish, now: Duration) -> [Effect] {
        switch wish {
        case .hold(let isDown): return press(isDown ? .hold : .holdEnded, now: now)
        case .accept: return press(.hold, now: now)
        case .decline: return session == nil ? gathering.decline() : press(.doublePress, now: now)
        case .invite(let id): return session == nil ? gathering.invite(id, now: now) : []
        case .switchRole: return session == nil ? gathering.switchRole() : []
        }
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
        case .press where session == nil: gathering.press()
        case .doublePress where session == nil && !wasOffered: effects += gathering.doublePress()
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
        effects += gathering.advance(listens: session == nil, networkWorks: ailments.networkWorks, now: now)
        effects += gather(now: now)
        effects += playOn(now: now)
        effects += guide.advance(isPlaying: isPlaying, listens: ailments.radioWorks, now: now)
        effects += tune(now: now)
        effects += trustGoals(now: now)
        return effects + announce(now: now)
    }

    private mutating func announce(now: Duration) -> [Effect] {
        let portrait = Portrait(
            configuration, role: role, presses: gathering.presses, isPressing: hands.isPressing,
            isHolding: offeredSince != nil, isDeaf: !ailments.radioWorks, proposal: gathering.proposal)
        let toLobby = portrait.lobby(session == nil ? me(now: now) : nil, now: now)
        var effects: [Effect] = announcer.lobby(toLobby, now: now).map { [.send($0)] } ?? []
        // Nothing of a session is said before it can be sealed.
        guard let session, numbers.has(session) else { return effects }
        let toSession = portrait.session(
            session, isClaiming: play?.isClaiming ?? false, taunts: play?.hunt.taunts ?? 0)
        if let message = announcer.session(toSession, id: session.id, clocks: clocks, now: now) {
            effects.append(.send(message))
        }
        return effects
    }

    /// This station as the ceremony sees it.
    private func me(now: Duration) -> Ceremony.Me {
        gathering.me(configuration, isHolding: offeredSince != nil, session: session, now: now)
    }

    /// In the lobby and after a round: does holding together make a session?
    private mutating func gather(now: Duration) -> [Effect] {
        if let session, session.outcome == nil || session.outcome?.isAbandoned == true { return [] }
        let (locked, effects) = gathering.gather(
            me(now: now), heldSince: offeredSince, numbers: numbers, now: now, random: &random)
        guard let locked else { return effects }
        session = locked
        play = Play(locked, configuration: configuration, preferred: role, now: now)
        return effects + [
            .log("session \(locked.id) round \(locked.round) locked with \(locked.members.map(\.name))")
        ]
    }

    /// Since when this station holds to play: the hold that found the hider is not yet one for the next
    /// round.
    private var offeredSince: Duration? {
        guard let since = hands.holdingSince else { return nil }
        guard let session else { return since }
        guard session.outcome != nil, let endedAt = play?.endedAt, since > endedAt else { return nil }
        return since
    }

    private mutating func playOn(now: Duration) -> [Effect] {
        // Taken out, so that nothing in it is copied when it changes.
        guard var current = session, var playing = play.take() else { return [] }
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
        gathering.leave(session)
        self.session = nil
        play = nil
        clocks = ClockOffsets(own: configuration.id)
        announcer.leave()
        return (phrase.map { [.say($0)] } ?? []) + [.log("left session \(session.id)")]
    }

    /// A round is being prepared or hunted, and not over yet.
    private var isPlaying: Bool { session.map { $0.outcome == nil } ?? false }

    /// Keeps the radio doing what the game needs: both directions in a round; in the lobby this station's
    /// name is told, and who hears nobody on the network listens for others'.
    private mutating func tune(now: Duration) -> [Effect] {
        var goal = RadioGoal(beacon: nil, scans: guide.isNeeded)
        if let session {
            if isPlaying {
                goal.scans = true
                goal.beacon = numbers.beacon(
                    of: configuration.id, in: session, measuredPower: configuration.measuredPower)
            }
        } else {
            goal.beacon = Earshot.beacon(configuration.name, measuredPower: configuration.measuredPower)
            goal.scans = goal.scans || roster.peers.isEmpty
        }
        return goals.want(radio: goal)
    }

    /// Whom to clasp hands with, and which keys to have.
    private mutating func trustGoals(now: Duration) -> [Effect] {
        var keys: [KeyGoal] = []
        if let session, let play {
            let first = play.membership.first(session, own: configuration.id)
            keys.append(goals.key(of: session, leads: first == configuration.id))
        }
        if let goal = gathering.keyGoal { keys.append(goal) }
        // Who neither plays nor holds wants nobody's hand, and that is most of the time.
        let isAlone = session == nil && offeredSince == nil
        let clasp = isAlone ? [] : gathering.suitors(me(now: now), session: session, now: now)
        return goals.want(clasp: clasp) + goals.want(keys: keys)
    }
}
