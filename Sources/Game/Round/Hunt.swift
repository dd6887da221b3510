import HCI
import PeerNetwork
package import Ranging

/// The hunt of one round: sightings go in; cues, claims and confirmations come out.
///
/// A seeker ranges the hider; the hider ranges every seeker. Nothing is said about a beacon that was not
/// heard.
package struct Hunt: Codable, Sendable {
    package struct Rules: Equatable, Codable, Sendable {
        /// How near "found" is, in metres; both radios must agree.
        var reach: Double
        /// Without a finder, the hider is made to taunt after this much of the hunt, and to chirp after that
        /// much.
        var tauntsAfter: Duration
        var chirpsAfter: Duration
        package var ranging: RangingParameters
        /// A seeker's station makes remarks.
        var remarks: Bool

        package init(
            reach: Double = 1.5,
            tauntsAfter: Duration = Duration.seconds(180),
            chirpsAfter: Duration = Duration.seconds(300),
            ranging: RangingParameters = RangingParameters(),
            remarks: Bool = true
        ) {
            self.reach = reach
            self.tauntsAfter = tauntsAfter
            self.chirpsAfter = chirpsAfter
            self.ranging = ranging
            self.remarks = remarks
        }
    }

    /// How long the hider's radio may be silent before "on the network, but not by radio" is worth saying.
    private static let neverHeardFor = Duration.seconds(10)
    /// A beacon comes ten times a second. A member that is away is silent on a network for 5 s: one whose
    /// plug is pulled counts as near then only if all that it said in the 3 s before was lost.
    private static let nearWithin = Duration.seconds(2)
    private static let reportsEvery = Duration.seconds(8)
    private static let mercyEvery = Duration.seconds(20)
    private static let chirpsEvery = Duration.seconds(8)
    private static let tauntsApart = Duration.seconds(2)
    /// What is remembered of what was said: more than fits on a page.
    private static let saidAtMost = 40
    private static let hushedFor = Duration.seconds(30)

    private let own: StationID
    private let rules: Rules
    /// What this station's own beacon says it is heard at from one metre, in dBm.
    private let measuredPower: Int8
    private var ears: TwoWayRanging
    private var estimators: [StationID: RangeEstimator] = [:]
    /// The same by this station's own ear alone: what others tell must not make a claim true.
    private var ownEar: [StationID: RangeEstimator] = [:]
    private var policy = CuePolicy()
    private var banter: Banter
    private(set) var taunts: UInt16 = 0
    /// What this hider will say next, where it was chosen.
    package private(set) var chosen: Quip?
    /// What it has said, the newest last; nil for words that the seekers' stations chose.
    package private(set) var said: [Quip?] = []
    private var tauntedAt: Duration?
    private var chirpedAt: Duration?
    private var reportedAt: Duration?
    private var hushedUntil = Duration.zero
    private var saidNotByRadio = false
    private var listeningSince = Duration.zero

    /// - Parameter deck: as the round before left it.
    package init(_ configuration: Station.Configuration, deck: QuipDeck? = nil) {
        own = configuration.id
        banter = Banter(
            deck ?? QuipDeck(seed: configuration.seed), makesRemarks: configuration.hunt.remarks)
        rules = configuration.hunt
        measuredPower = configuration.measuredPower
        ears = TwoWayRanging(own: configuration.id, boot: configuration.boot)
        ears.slowness = configuration.formation.slowness
    }

    mutating func slow(by slowness: Int?) { ears.slowness = slowness }

    /// For the next round.
    var deck: QuipDeck { banter.deck }

    /// The words of the last taunt; nil where the hearers choose them.
    var line: Quip? { said.last ?? nil }

    /// The next taunt is to have these words.
    mutating func choose(_ quip: Quip?) { chosen = quip }

    /// The hider taunts: in which words, this seeker's station chooses unless the hider has.
    mutating func hearTaunt(_ number: Int, _ line: Quip?, in session: Session, now: Duration) -> Effect {
        if let line { return .say(banter.taunt(number, line)) }
        let range = session.hider.map { self.range(to: $0.id, now: now) } ?? .unknown
        return .say(banter.taunt(number, in: session, range: range, now: now))
    }

    /// Takes a received beacon of another member; seekers are nothing to each other.
    mutating func heard(
        _ id: StationID, _ beacon: IBeacon, rssi: Int8, in session: Session, now: Duration
    ) {
        guard session.hider?.id == own || session.hider?.id == id, let index = session.index(of: id) else {
            return
        }
        let sighting = Sighting(
            rssi: Double(rssi), measuredPower: beacon.measuredPower.map(Double.init), at: now)
        estimators[id, default: RangeEstimator(rules.ranging)].sighted(sighting)
        ownEar[id, default: RangeEstimator(rules.ranging)].sighted(sighting)
        let corrected = (Double(rssi) - rules.ranging.earOffset).rounded()
        ears.heard(index, rssi: Int8(min(max(corrected, -127), 20)), now: now)
    }

    /// Another member tells how it hears this station: the same path, through fading of its own.
    mutating func told(_ report: RemoteRSSIReport, in session: Session, now: Duration) {
        for entry in ears.news(report, in: session, now: now) {
            estimators[report.sender, default: RangeEstimator(rules.ranging)].sighted(
                Sighting(
                    rssi: Double(entry.rssi), measuredPower: Double(measuredPower), ear: .other, at: entry.at)
            )
        }
    }

    func range(to id: StationID, now: Duration) -> RangeEstimate {
        estimators[id]?.range(now: now) ?? .unknown
    }

    /// Whether a station's beacon was heard in the last two seconds, by this station's own ear.
    func isNear(_ id: StationID, now: Duration) -> Bool {
        guard let age = ownEar[id]?.range(now: now).age else { return false }
        return age <= Self.nearWithin
    }

    /// Whether a station is within reach as far as this one's radio can tell: the near end of the interval
    /// counts, because a child who stands beside the hider is right and a radio that wavers by a metre is
    /// not.
    func isWithinReach(_ id: StationID, now: Duration) -> Bool {
        guard let range = ownEar[id]?.range(now: now), range.zone != .lost, let distance = range.distance
        else { return false }
        return distance.low <= rules.reach
    }

    /// What the passing of time makes a station say while the hunt is on.
    ///
    /// - Parameters:
    ///   - radioWorks: without a radio a seeker says so elsewhere, and never "lost".
    ///   - hearsHider: on the network.
    mutating func advance(
        _ session: Session, radioWorks: Bool, hearsHider: Bool, now: Duration
    ) -> [Effect] {
        guard session.outcome == nil, now >= session.huntAt, let me = session.member(own) else { return [] }
        let told: [Effect] = ears.next(session, now: now).map { [.send($0)] } ?? []
        switch me.role {
        case .seek: return told + (radioWorks ? seek(session, hearsHider: hearsHider, now: now) : [])
        case .hide: return told + hide(session, now: now)
        }
    }

    private mutating func seek(_ session: Session, hearsHider: Bool, now: Duration) -> [Effect] {
        guard let hider = session.hider else { return [] }
        let range = range(to: hider.id, now: now)
        if range.age == nil {
            guard !saidNotByRadio, now - session.huntAt > Self.neverHeardFor, hearsHider else { return [] }
            saidNotByRadio = true
            return [.say(.networkNotRadio(hider.name))]
        }
        if range.zone == .lost, now - listeningSince < rules.ranging.lostAfter { return [] }
        guard let spoken = policy.cue(range: range, now: now) else {
            return banter.remark(in: session, range: range, now: now).map { [.say($0)] } ?? []
        }
        let sound: [Effect] = spoken.cue == .lost ? [.play(.lost)] : []
        return sound + [.say(.cue(spoken.cue)), .log("cue \(spoken.cue): \(spoken.reason)")]
    }

    private mutating func hide(_ session: Session, now: Duration) -> [Effect] {
        var effects: [Effect] = []
        let hunting = now - session.huntAt
        if hunting >= rules.tauntsAfter, now - (tauntedAt ?? session.huntAt) >= Self.mercyEvery {
            effects += taunt(now: now)
        }
        if hunting >= rules.chirpsAfter, now - (chirpedAt ?? session.huntAt) >= Self.chirpsEvery {
            chirpedAt = now
            effects.append(.play(.chirp))
        }
        guard now >= hushedUntil, now - (reportedAt ?? session.huntAt) >= Self.reportsEvery,
            let nearest = nearestSeeker(session, now: now)
        else { return effects }
        reportedAt = now
        let metres = Int(nearest.range.distance.map { $0.metres.rounded() } ?? 0)
        return effects + [.say(.seekerAt(nearest.member.name, metres: metres, nearest.range.trend))]
    }

    /// The nearest seeker whose distance can be defended: a known one, whose interval spans no more than a
    /// factor of six.
    private func nearestSeeker(_ session: Session, now: Duration) -> (
        member: Session.Member, range: RangeEstimate
    )? {
        session.members
            .filter { $0.role == .seek }
            .map { (member: $0, range: range(to: $0.id, now: now)) }
            .filter { seeker in
                guard seeker.range.zone != .lost, let distance = seeker.range.distance else { return false }
                return distance.high <= distance.low * 6
            }
            .min { ($0.range.distance?.metres ?? .infinity) < ($1.range.distance?.metres ?? .infinity) }
    }

    /// The hider provokes; the seekers' stations speak. At most one taunt in two seconds.
    mutating func taunt(now: Duration) -> [Effect] {
        if let tauntedAt, now - tauntedAt < Self.tauntsApart { return [] }
        tauntedAt = now
        taunts &+= 1
        said = (said + [chosen]).suffix(Self.saidAtMost)
        chosen = nil
        return [.log("taunt \(taunts)")]
    }

    /// The hider hushes its own station.
    mutating func hush(now: Duration) -> [Effect] {
        hushedUntil = now + Self.hushedFor
        return [.silence, .say(.hushed)]
    }

    /// The radio was away: its own silence is not the beacon's, so "lost" has to be earned again.
    mutating func radioCameBack(now: Duration) {
        policy.reset()
        listeningSince = now
    }
}
