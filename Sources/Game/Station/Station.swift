import Determinism
import GPIO
import HCI
package import PeerNetwork
package import Ranging

/// One station: everything it decides, as a value. An event and the time go in, effects come out.
///
/// It owns its part in the lobby, the session it is in and the round being played; the loop that drives it
/// (`Conductor` on a real machine, `World` in the simulation) owns everything that touches the world. No
/// key and nothing unsigned ever gets in here: the gatekeeper (`Security`) stands before it.
package struct Station: Codable, Sendable {
    /// The longest a station may go without an event while something is happening: its clock for everything
    /// that is not an answer to something.
    package static let heartbeat = Duration.milliseconds(50)
    /// How long a lock that all but one know of takes to reach the last.
    static let verdictAfter = Duration.milliseconds(300)
    /// How long after its start a station may be taken back into a session that it cannot remember.
    static let returnsWithin = Duration.seconds(120)
    /// The same while nothing is.
    package static let idleHeartbeat = Duration.seconds(1)
    /// The same while places are listened for: people expect to hear of them at the door.
    static let areaHeartbeat = Duration.milliseconds(250)

    /// How long a station goes by one name, and looks the same. Points stay with its identity.
    package enum Face: String, Codable, Sendable, CaseIterable {
        case kept
        /// Until it is back in the lobby.
        case round
        /// Until it is started again.
        case evening
    }

    package struct Configuration: Equatable, Codable, Sendable {
        package var id: StationID
        package var name: StationName
        package var role: Role
        /// Drawn anew at every start of the program.
        package var boot: UInt32
        package var formation = GroupFormation.Rules()
        /// The name of the only station to play with, where that is set.
        package var partner: StationName?
        package var hunt = Hunt.Rules()
        /// What this station's beacon is heard at from one metre, in dBm.
        package var measuredPower: Int8 = -59
        /// For session numbers and lots; on a real machine from the kernel's random source.
        package var seed: UInt64
        package var scores = Scores()
        /// Places to announce; at most `Area.atMost`.
        package var areas: [Area] = []
        /// Lines of the settings file could not be used: said once, after the greeting.
        package var settingsPuzzled = false
        /// A person has chosen the name: it is kept, even if another station has it.
        package var nameIsChosen = false
        package var face = Face.kept
        /// The first of those lines; nil when it is the file as a whole.
        package var puzzlingLine: Int?
        /// It has never been started before.
        package var isFirstStart = false
        /// Until when, on the station's clock, parts that are not there yet are no news; nil for never.
        package var settlesAt: Duration?
        /// It is night, or may be.
        package var isQuiet = false
        /// What a landmark may be called that the button makes; none where nobody is asked for any.
        package var placeNames: [AreaName] = []
        /// A button that is held long enough switches the machine off.
        package var maySwitchOff = true
        /// What people have set by the page.
        package var adjustments = Adjustments()
        /// How this station's radio hears, once that was found out; `hunt.ranging` reckons with it already.
        package var calibration: Calibration?

        /// As a journal of an earlier build says them.
        private enum CodingKeys: String, CodingKey {
            case id, name, role, boot
            case formation = "ceremony"
            case partner, hunt, measuredPower, seed, scores, areas, settingsPuzzled, nameIsChosen, face
            case puzzlingLine, isFirstStart, settlesAt, isQuiet, placeNames, maySwitchOff, adjustments
            case calibration
        }

        package init(
            id: StationID,
            name: StationName,
            role: Role,
            boot: UInt32,
            formation: GroupFormation.Rules = GroupFormation.Rules(),
            partner: StationName? = nil,
            hunt: Hunt.Rules = Hunt.Rules(),
            measuredPower: Int8 = -59,
            seed: UInt64,
            scores: Scores = Scores(),
            areas: [Area] = [],
            settingsPuzzled: Bool = false,
            nameIsChosen: Bool = false,
            puzzlingLine: Int? = nil,
            isFirstStart: Bool = false,
            settlesAt: Duration? = nil,
            isQuiet: Bool = false,
            maySwitchOff: Bool = true,
            adjustments: Adjustments = Adjustments(),
            calibration: Calibration? = nil
        ) {
            self.id = id
            self.name = name
            self.role = role
            self.boot = boot
            self.formation = formation
            self.partner = partner
            self.hunt = hunt
            self.measuredPower = measuredPower
            self.seed = seed
            self.scores = scores
            self.areas = areas
            self.settingsPuzzled = settingsPuzzled
            self.nameIsChosen = nameIsChosen
            self.puzzlingLine = puzzlingLine
            self.isFirstStart = isFirstStart
            self.settlesAt = settlesAt
            self.isQuiet = isQuiet
            self.maySwitchOff = maySwitchOff
            self.adjustments = adjustments
            self.calibration = calibration
        }
    }

    /// All of it stays as it was at the start but the name (see `keepApart(from:)`), and what people set and
    /// find out by the page.
    package internal(set) var configuration: Configuration
    /// Names drawn since the start.
    var renames = 0
    package internal(set) var session: Session?
    package internal(set) var scores: Scores
    package internal(set) var gathering: Gathering
    package internal(set) var numbers = BeaconNumbers()
    var clocks: ClockOffsets
    package internal(set) var button = ButtonState()
    var announcer = Announcer()
    package internal(set) var health: Health
    package internal(set) var audioPolicy: AudioPolicy
    var introduction: Introduction
    var lighting = Lighting()
    var longHold = LongHold()
    /// That somebody speaks another version was said: it is one sentence, however many they are.
    var saidOtherVersion = false
    /// Until when the page's "yes" to an invitation counts as holding.
    var acceptedUntil: Duration?
    /// When it was started.
    private(set) var startedAt: Duration?
    /// When it is certain that a hold that ended in the last moment came to nothing.
    var verdictAt: Duration?
    package internal(set) var guide: AreaGuide
    package internal(set) var survey: BeaconSurvey
    package internal(set) var landmarks: LandmarkOffer
    /// Nil until there is something to tell of updates.
    package internal(set) var updates: UpdateDialogue?
    /// The last time that somebody had it calibrated by the page.
    package internal(set) var sitting: CalibrationSitting?
    /// The last time that another one wanted to be listened to.
    var audition: Audition?
    package internal(set) var play: Play?
    var random: SeededGenerator
    /// Lines that were not heard yet, between two rounds.
    var deck: QuipDeck?
    package internal(set) var goals = Goals()
    /// Messages that were none of ours, or damaged.
    package internal(set) var malformed = 0

    package init(_ configuration: Configuration) {
        self.configuration = configuration
        gathering = Gathering(configuration)
        clocks = ClockOffsets(own: configuration.id)
        scores = configuration.scores
        health = Health(settlesAt: configuration.settlesAt)
        introduction = Introduction(isFirst: configuration.isFirstStart)
        audioPolicy = AudioPolicy(isQuiet: configuration.isQuiet)
        guide = AreaGuide(
            configuration.areas + configuration.adjustments.areas, ranging: configuration.hunt.ranging)
        survey = BeaconSurvey(ranging: configuration.hunt.ranging)
        landmarks = LandmarkOffer(names: configuration.placeNames)
        random = SeededGenerator(seed: configuration.seed)
    }

    /// The others.
    package var roster: Roster { gathering.roster }
    /// What this station does in the first round of its next session.
    package var role: Role { gathering.role }
    /// Short presses that say "I am here", since the start; after 65,535 comes 0.
    package var presses: UInt16 { gathering.presses }

    package mutating func handle(_ event: Event, now: Duration) -> [Effect] {
        audioPolicy.allow(react(to: event, now: now), isPlaying: isPlaying, now: now)
    }

    private mutating func react(to event: Event, now: Duration) -> [Effect] {
        health.hearing(audioPolicy.isHeard(isPlaying: isPlaying, now: now))
        switch event {
        case .heard(let beacon, let rssi):
            // The most frequent event by far: everything that follows from it waits for the next heartbeat.
            hear(beacon, rssi: rssi, now: now)
            return []
        case .battery(let beacon, let level):
            guide.battery(of: beacon, level)
            survey.battery(of: beacon, level)
            return []
        case .started:
            startedAt = now
            return greet() + advance(now: now)
        case .tick: return advance(now: now)
        case .button(let event): return press(event, now: now) + advance(now: now)
        case .message(let received):
            // What is not news costs nothing: a flood of it must not cost a round. Nor does news that nobody
            // waits for: in a crowd, a thousand others would have every station look around at each word.
            guard let effects = take(received, now: now) else { return [] }
            return effects.isEmpty && session == nil && !isBusy ? [] : effects + advance(now: now)
        case .unicast(let unicast): return take(unicast, now: now) + advance(now: now)
        case .trust(let event): return trust(event, now: now) + advance(now: now)
        case .wish(let wish): return grant(wish, now: now) + advance(now: now)
        case .radio(let health): return radio(health, now: now) + advance(now: now)
        case .lines(let works):
            if !works {
                button.letGo()
                acceptedUntil = nil
            }
            return health.lines(works: works, now: now) + advance(now: now)
        case .speaker(let works): return health.speaker(works: works, now: now) + advance(now: now)
        case .network(let works): return health.network(works: works, now: now) + advance(now: now)
        case .air(let slowness):
            slow(by: slowness)
            health.playsByAir = slowness != nil
            return advance(now: now)
        case .power(let isWeak): return health.power(isWeak: isWeak) + advance(now: now)
        case .quiet(let isQuiet):
            audioPolicy.quiet(isQuiet)
            return advance(now: now)
        case .staysOn:
            longHold.stayOn()
            return [.say(.staysOn)] + advance(now: now)
        case .update(let news): return hear(news) + advance(now: now)
        }
    }

    /// Something is happening that the next heartbeat of an idle station is too late for.
    private var isBusy: Bool {
        isPlaying || button.isPressing || button.holdingSince != nil || gathering.isBusy || verdictAt != nil
    }

    /// When the next tick is due, if nothing else happens before: the seconds of a countdown to the
    /// millisecond, so that they are spoken in step.
    package func nextTick(now: Duration) -> Duration {
        let idle = guide.isNeeded ? Self.areaHeartbeat : Self.idleHeartbeat
        let beat = now + (isBusy ? Self.heartbeat : idle)
        return session.flatMap { Round.nextSecond(of: $0, now: now) }.map { min($0, beat) } ?? beat
    }

    /// What is known of the distance to another member, for pages and tests.
    package func range(to id: StationID, now: Duration) -> RangeEstimate {
        play?.hunt.range(to: id, now: now) ?? .unknown
    }
}
