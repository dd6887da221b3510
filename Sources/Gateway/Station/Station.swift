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
    /// How long a lock that all but one know of takes to reach the last.
    static let verdictAfter = Duration.milliseconds(300)
    /// How long after its start a station may be taken back into a session that it cannot remember.
    static let returnsWithin = Duration.seconds(120)
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
        /// A person has chosen the name: it is kept, whoever else goes by it.
        var nameIsChosen = false
        /// The first of those lines; nil when it is the file as a whole.
        var puzzlingLine: Int?
        /// It has never been started before.
        var isFirstStart = false
        /// Until when, on the station's clock, parts that are not there yet are no news; nil for never.
        var settlesAt: Duration?
        /// It is night, or may be.
        var isQuiet = false
        /// A button that is held long enough switches the machine off.
        var maySwitchOff = true
        /// What people have set by the page.
        var adjustments = Adjustments()
        /// How this station's radio hears, once that was found out; `hunt.ranging` reckons with it already.
        var calibration: Calibration?
    }

    /// All of it stays as it was at the start but the name (see `keepApart(from:)`), and what people set and
    /// find out by the page.
    var configuration: Configuration
    /// Names drawn since the start.
    var renames = 0
    var session: Session?
    var scores: Scores
    var gathering: Gathering
    var numbers = BeaconNumbers()
    var clocks: ClockOffsets
    var hands = Hands()
    var announcer = Announcer()
    var ailments: Ailments
    var manners: Manners
    var introduction: Introduction
    var lighting = Lighting()
    var longHold = LongHold()
    /// That somebody speaks another version was said: it is one sentence, however many they are.
    var saidOtherVersion = false
    /// Until when the page's "yes" to an invitation counts as holding.
    var acceptedUntil: Duration?
    /// When it was started.
    var startedAt: Duration?
    /// When it is certain that a hold that ended in the last moment came to nothing.
    var verdictAt: Duration?
    var guide: AreaGuide
    var survey: BeaconSurvey
    /// The last time that somebody had it calibrated by the page.
    var sitting: CalibrationSitting?
    /// The last time that another one wanted to be listened to.
    var audition: Audition?
    var play: Play?
    var random: SeededGenerator
    var goals = Goals()
    /// Messages that were none of ours, or damaged.
    var malformed = 0

    init(_ configuration: Configuration) {
        self.configuration = configuration
        gathering = Gathering(configuration)
        clocks = ClockOffsets(own: configuration.id)
        scores = configuration.scores
        ailments = Ailments(settlesAt: configuration.settlesAt)
        introduction = Introduction(isFirst: configuration.isFirstStart)
        manners = Manners(isQuiet: configuration.isQuiet)
        guide = AreaGuide(
            configuration.areas + configuration.adjustments.areas, ranging: configuration.hunt.ranging)
        survey = BeaconSurvey(ranging: configuration.hunt.ranging)
        random = SeededGenerator(seed: configuration.seed)
    }

    /// The others.
    var roster: Roster { gathering.roster }
    /// What this station does in the first round of its next session.
    var role: Role { gathering.role }

    mutating func handle(_ event: Event, now: Duration) -> [Effect] {
        manners.allow(react(to: event, now: now), isPlaying: isPlaying, now: now)
    }

    private mutating func react(to event: Event, now: Duration) -> [Effect] {
        ailments.hearing(manners.isHeard(isPlaying: isPlaying, now: now))
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
        case .whisper(let whisper): return take(whisper, now: now) + advance(now: now)
        case .trust(let event): return trust(event, now: now) + advance(now: now)
        case .wish(let wish): return grant(wish, now: now) + advance(now: now)
        case .radio(let health): return radio(health, now: now) + advance(now: now)
        case .lines(let works):
            if !works {
                hands.letGo()
                acceptedUntil = nil
            }
            return ailments.lines(works: works, now: now) + advance(now: now)
        case .speaker(let works): return ailments.speaker(works: works, now: now) + advance(now: now)
        case .network(let works): return ailments.network(works: works, now: now) + advance(now: now)
        case .power(let isWeak): return ailments.power(isWeak: isWeak) + advance(now: now)
        case .quiet(let isQuiet):
            manners.quiet(isQuiet)
            return advance(now: now)
        case .staysOn:
            longHold.stayOn()
            return [.say(.staysOn)] + advance(now: now)
        }
    }

    /// Something is happening that the next heartbeat of an idle station is too late for.
    private var isBusy: Bool {
        isPlaying || hands.isPressing || hands.holdingSince != nil || gathering.isBusy || verdictAt != nil
    }

    /// When the next tick is due, if nothing else happens before: the seconds of a countdown to the
    /// millisecond, so that they are spoken in step.
    func nextTick(now: Duration) -> Duration {
        let idle = guide.isNeeded ? Self.areaHeartbeat : Self.idleHeartbeat
        let beat = now + (isBusy ? Self.heartbeat : idle)
        return session.flatMap { Round.nextSecond(of: $0, now: now) }.map { min($0, beat) } ?? beat
    }

    /// What is known of the distance to another member, for pages and tests.
    func range(to id: StationID, now: Duration) -> RangeEstimate {
        play?.hunt.range(to: id, now: now) ?? .unknown
    }
}
