package import Game
import PeerNetwork
import Ranging
import Runtime

/// Everything the page shows, as one value: who this station is, who else is here, what is going on. Its
/// properties are the keys of what a browser reads; `docs/api.md` says what each means.
///
/// Instants are on the station's clock, so that two states are equal when nothing has changed but the time;
/// written, they are seconds from now (`Moment`).
package struct PageState: Encodable, Equatable, Sendable {
    package typealias Phase = Game.Phase

    package enum Doing: String, CaseIterable, Encodable, Sendable {
        case idle, pressing, holding, agreeing, playing
    }

    package struct Own: Encodable, Equatable, Sendable {
        @Described var id: StationID
        @Described var name: StationName
        var role: String
        var version = Program.version
        var isQuiet: Bool
        var capacity: Int
        /// Only stations with the same crew word play with this one.
        var hasCrew: Bool
        var acting: PageActing
        var language: String
    }

    package struct Button: Encodable, Equatable, Sendable {
        var isDown: Bool
        var isHolding: Bool
        @OrNull var downFor: Moment?
        /// How long a press takes to become a hold, in seconds.
        var holdAfter: Thousandths
    }

    package struct Other: Encodable, Equatable, Sendable {
        @Described var id: StationID
        @Described var name: StationName
        var role: String
        var doing: Doing
        var presses: UInt16
        /// This station has asked it to play and waits for an answer.
        var isInvited: Bool
    }

    package struct Invitation: Encodable, Equatable, Sendable {
        @Described var station: StationID
        @Described var name: StationName
        var endsIn: Moment
    }

    package struct Score: Encodable, Equatable, Sendable {
        @Described var id: StationID
        /// Nil for a station that is not here.
        @OrNull var name: String?
        var points: UInt32
    }

    package struct Caption: Encodable, Equatable, Sendable {
        var id: Int
        var age: Moment
        var text: String
    }

    package struct Light: Encodable, Equatable, Sendable {
        var shows: String
        /// In English, as in `docs/lights.md`.
        var means: String
        /// For the night.
        var isDim: Bool
    }

    var at = Writing()
    var station: Own
    var button: Button
    var phase: Phase
    /// Sorted by name.
    var others: [Other]
    @OrNull var invitation: Invitation?
    @OrNull var round: Round?
    /// What it said lately.
    var captions: [Caption]
    var parts: PartStates
    /// The best first.
    var scores: [Score]
    var sound: Sound
    var beacons: Beacons
    var areas: [Place]
    /// The beacon that somebody is asked about: is it a landmark?
    @OrNull var landmark: Candidate?
    var calibration: Hearing
    @OrNull var light: Light?
    var update: PageSetting.Update
    var things: PageSetting.Things

    package init(
        _ station: Station, _ told: PageCaptions, _ setting: PageSetting = PageSetting(), now: Duration
    ) {
        let setting = setting.adjusted(by: station.configuration.adjustments)
        self.station = Self.own(station, setting)
        button = Button(
            isDown: station.button.isPressing, isHolding: station.button.holdingSince != nil,
            downFor: station.button.downSince.map(Moment.ago), holdAfter: Thousandths(setting.holdAfter))
        phase = station.phase(now: now)
        others = station.roster.announcements.map { Self.other($0, station.gathering) }
            .sorted { ($0.name.description, $0.id) < ($1.name.description, $1.id) }
        invitation = station.gathering.invitation.flatMap { asked in
            station.roster[asked.from].map {
                Invitation(station: asked.from, name: $0.name, endsIn: .ahead(asked.endsAt))
            }
        }
        round = station.session.map { Round($0, of: station, told.verdict, now: now) }
        captions = told.lines.map { Caption(id: $0.number, age: .ago($0.at), text: $0.text) }
        parts = station.health.parts
        scores = Self.scores(station)
        sound = Sound(setting)
        beacons = Beacons(station, now: now)
        areas = Self.areas(station)
        landmark = station.landmarks.question.map { Candidate($0.beacon) }
        calibration = Hearing(station)
        light = station.goals.light.flatMap { goal in
            goal.pattern.map { Light(shows: $0.rawValue, means: $0.means, isDim: goal.isDim) }
        }
        update = setting.update
        things = setting.things
    }

    /// As a role is written.
    static func word(_ role: Role) -> String { role == .hide ? "hide" : "seek" }

    private static func own(_ station: Station, _ setting: PageSetting) -> Own {
        let configuration = station.configuration
        return Own(
            id: configuration.id, name: configuration.name,
            role: word(station.session?.member(configuration.id)?.role ?? station.role),
            isQuiet: station.audioPolicy.dims, capacity: configuration.formation.company.capacity,
            hasCrew: setting.hasCrew, acting: setting.acting, language: setting.language)
    }

    private static func other(_ announcement: Announcement, _ gathering: Gathering) -> Other {
        let doing: Doing =
            if announcement.isPlaying {
                .playing
            } else if announcement.carried != nil {
                .agreeing
            } else if announcement.isHolding {
                .holding
            } else {
                announcement.isPressing ? .pressing : .idle
            }
        return Other(
            id: announcement.sender, name: announcement.name, role: word(announcement.role), doing: doing,
            presses: announcement.presses, isInvited: gathering.isAsking(announcement.sender))
    }

    private static func scores(_ station: Station) -> [Score] {
        let configuration = station.configuration
        let names =
            station.roster.announcements.map { ($0.sender, $0.name) } + [
                (configuration.id, configuration.name)
            ]
        return station.scores.points.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { score in
            Score(
                id: score.key, name: names.first { $0.0 == score.key }?.1.description, points: score.value)
        }
    }
}
