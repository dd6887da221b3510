package import Game
package import PeerNetwork
package import Ranging

/// Everything the page shows, as one value derived from a station: who it is, who else is here, what is going
/// on.
///
/// Instants are on the station's clock, so that two states are equal when nothing has changed but the time;
/// `PageReport` makes them times from now.
package struct PageState: Equatable, Sendable {
    package enum Phase: String, Encodable, Sendable {
        case lobby, holding, agreeing, counting, hiding, hunting, over
    }

    package enum Doing: String, Encodable, Sendable {
        case idle, pressing, holding, agreeing, playing
    }

    package struct Other: Equatable, Sendable {
        var id: StationID
        var name: StationName
        var role: Role
        var doing: Doing
        var presses: UInt16
        /// This station has asked it to play and waits for an answer.
        var isInvited: Bool

        package init(
            id: StationID,
            name: StationName,
            role: Role,
            doing: Doing,
            presses: UInt16,
            isInvited: Bool
        ) {
            self.id = id
            self.name = name
            self.role = role
            self.doing = doing
            self.presses = presses
            self.isInvited = isInvited
        }
    }

    package struct Member: Equatable, Sendable {
        var id: StationID
        var name: StationName
        var role: Role
        var points: UInt16
        var isHere: Bool
        /// Nil for pairs that do not range each other: seekers are nothing to one another.
        var range: RangeEstimate?

        package init(
            id: StationID,
            name: StationName,
            role: Role,
            points: UInt16,
            isHere: Bool,
            range: RangeEstimate? = nil
        ) {
            self.id = id
            self.name = name
            self.role = role
            self.points = points
            self.isHere = isHere
            self.range = range
        }
    }

    package struct Round: Equatable, Sendable {
        var number: UInt16
        var startsAt: Duration
        var huntsAt: Duration
        var endsAt: Duration
        var outcome: Outcome?
        var members: [Member]

        package init(
            number: UInt16,
            startsAt: Duration,
            huntsAt: Duration,
            endsAt: Duration,
            outcome: Outcome? = nil,
            members: [Member]
        ) {
            self.number = number
            self.startsAt = startsAt
            self.huntsAt = huntsAt
            self.endsAt = endsAt
            self.outcome = outcome
            self.members = members
        }
    }

    package struct Score: Equatable, Sendable {
        var id: StationID
        var name: StationName?
        var points: UInt32
    }

    package struct Asking: Equatable, Sendable {
        var id: StationID
        var name: StationName
        var endsAt: Duration
    }

    var id: StationID
    var name: StationName
    var role: Role
    var isQuiet: Bool
    var capacity: Int
    var isDown: Bool
    var isHolding: Bool
    var downAt: Duration?
    var phase: Phase
    /// Sorted by name.
    var others: [Other]
    var invitation: Asking?
    var round: Round?
    var parts: PartStates
    /// The best first.
    var scores: [Score]
    /// What it said lately.
    var captions: PageCaptions
    var setting: PageSetting
    /// It hears every beacon there is now; otherwise these are of a moment ago.
    var isListening: Bool
    /// The strongest first.
    var beacons: [Beacon]
    var places: [Place]
    /// What the light shows, and whether it is dimmed for the night.
    var light: LightPattern?
    var isDim: Bool
    /// How this station hears, if that was ever found out, and how somebody is finding it out.
    var calibration: Calibration?
    var sitting: CalibrationSitting.Glance?

    package init(
        _ station: Station, _ captions: PageCaptions, _ setting: PageSetting = PageSetting(), now: Duration
    ) {
        let configuration = station.configuration
        let own = configuration.id
        let session = station.session
        id = own
        name = configuration.name
        role = session?.member(own)?.role ?? station.role
        isQuiet = station.manners.dims
        capacity = configuration.ceremony.company.capacity
        isDown = station.hands.isPressing
        isHolding = station.hands.holdingSince != nil
        downAt = station.hands.downSince
        phase = Self.phase(of: station, now: now)
        others = station.roster.announcements.map { Self.other($0, station.gathering) }
            .sorted { ($0.name.description, $0.id) < ($1.name.description, $1.id) }
        invitation = station.gathering.invitation.flatMap { asked in
            station.roster[asked.from].map {
                Asking(id: asked.from, name: $0.name, endsAt: asked.endsAt)
            }
        }
        round = session.map { Self.round($0, station, now: now) }
        parts = station.ailments.parts
        let names = station.roster.announcements.map { ($0.sender, $0.name) } + [(own, configuration.name)]
        scores = station.scores.points.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { score in
            Score(id: score.key, name: names.first { $0.0 == score.key }?.1, points: score.value)
        }
        self.captions = captions
        self.setting = setting.adjusted(by: configuration.adjustments)
        isListening = station.survey.isListening(now: now)
        beacons = Self.beacons(station)
        places = Self.places(station)
        (light, isDim) = (station.goals.light, station.goals.isDim)
        calibration = configuration.calibration
        sitting = station.sitting.map(CalibrationSitting.Glance.init)
    }

    private static func phase(of station: Station, now: Duration) -> Phase {
        if let session = station.session {
            if session.outcome != nil { return .over }
            if now < session.startsAt { return .counting }
            return now < session.huntAt ? .hiding : .hunting
        }
        if station.gathering.isAgreeing { return .agreeing }
        return station.offeredSince == nil ? .lobby : .holding
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
            id: announcement.sender, name: announcement.name, role: announcement.role, doing: doing,
            presses: announcement.presses, isInvited: gathering.isAsking(announcement.sender))
    }

    private static func round(_ session: Session, _ station: Station, now: Duration) -> Round {
        let own = station.configuration.id
        let isHider = session.hider?.id == own
        let members = session.members.map { member in
            let isRanged = member.id != own && (isHider || member.role == .hide)
            return Member(
                id: member.id, name: member.name, role: member.role,
                points: session.points(of: member.id),
                isHere: member.id == own || station.play?.membership.isPresent(member) ?? false,
                range: isRanged ? station.range(to: member.id, now: now) : nil)
        }
        return Round(
            number: session.round, startsAt: session.startsAt, huntsAt: session.huntAt,
            endsAt: session.endsAt, outcome: session.outcome, members: members)
    }
}
