package import HCI
package import Ranging

/// Which areas this station is in, from what it hears: entered at once, left after silence, each once.
///
/// The two edges of an area are not the same line, or standing on it would be told twice a minute:
///
/// * An area with a distance is entered when one of its beacons is more likely nearer than that than not, and
///   left when each has been beyond twice the distance for some seconds, or silent.
/// * An area without one is entered when a beacon of it is heard well; at the edge of hearing, where single
///   packets come through by luck, it takes two close together, and five for who has only just left. It is
///   left after half a minute of silence.
///
/// Areas may overlap and share beacons; each knows nothing of the others (`AreaChoice` does). Everything is
/// bounded: 64 areas, 128 beacons that are ranged, and 32 that hold one in an area; in a crowd, what was
/// silent longest goes first.
package struct AreaWatch: Codable, Sendable {
    package static let beaconsAtMost = 128
    static let insidersAtMost = 32

    /// Silence after which nothing is kept of a beacon: long enough to say how far it was when it was left.
    private static let forgottenAfter = Duration.seconds(60)

    /// Silence after which a beacon does not hold anybody in its area any more.
    static let silence = Duration.seconds(30)
    /// How long a beacon has to be heard beyond the outer edge: longer than a body that turns shadows it.
    static let beyondFor = Duration.seconds(15)
    /// The outer edge as a multiple of the inner one: 6 dB of level, two deviations of what bodies and
    /// furniture make of it while everybody sits still.
    static let outerEdge = 2.0
    /// Packets of a beacon before its distance is believed.
    static let packetsBelieved = 3
    /// A packet at this level, in dBm, is no accident: receivers give up 10 to 15 dB below it.
    static let clearLevel: Int8 = -85
    /// How close together weak packets count as hearing: beacons call at least every ten seconds.
    static let weakWithin = Duration.seconds(10)
    static let weakPackets = 2
    static let weakPacketsAgain = 5
    /// How long somebody has "only just left".
    static let againWithin = Duration.seconds(900)

    /// One beacon, whichever areas it stands in.
    private struct Ranged: Codable, Sendable {
        var estimator: RangeEstimator
        var heardAt: Duration
        var packets = 0
    }

    /// A beacon that holds the station in an area.
    private struct Insider: Codable, Sendable {
        var heardAt: Duration
        /// When it was last within the outer edge.
        var nearAt: Duration
        /// Since when every packet has shown it beyond that edge.
        var beyondSince: Duration?
    }

    /// How it stands with one area.
    private struct Presence: Codable, Sendable {
        var insiders: [BeaconIdentity: Insider] = [:]
        /// When weak packets were heard; at most as many as are needed.
        var weak: [Duration] = []
        var enteredAt: Duration?
        var leftAt: Duration?
    }

    package private(set) var areas: [Area]
    private var parameters: RangingParameters
    private var presences: [Presence]
    private var beacons: [BeaconIdentity: Ranged] = [:]
    /// Entered since the last `advance`: at most once for each area.
    private var entered: [AreaCrossing] = []

    /// - Parameter areas: at most 64; what is beyond is not watched.
    package init(_ areas: [Area], ranging parameters: RangingParameters = .init()) {
        self.areas = Array(areas.prefix(Area.atMost))
        self.parameters = parameters
        presences = self.areas.map { _ in Presence() }
    }

    /// Distances are told with these from now on. If you are in an area you stay there.
    mutating func range(with parameters: RangingParameters) {
        self.parameters = parameters
        beacons = [:]
    }

    /// Watches these from now on. How it stands with one that was watched before, and is no other now, is
    /// kept.
    mutating func watch(_ areas: [Area]) {
        let before = zip(self.areas, presences)
        self.areas = Array(areas.prefix(Area.atMost))
        presences = self.areas.map { area in before.first { $0.0 == area }?.1 ?? Presence() }
        let names = self.areas.map(\.name)
        entered.removeAll { !names.contains($0.area) }
    }

    /// The areas that the station is in, in the order in which they were given.
    package var inside: [AreaName] {
        areas.indices.filter { presences[$0].enteredAt != nil }.map { areas[$0].name }
    }

    /// How near an area is that the station is in.
    package struct Nearness: Equatable, Sendable {
        /// The nearest of its beacons, infinitely far while its distance is not known.
        var metres: Double
        var beacon: BeaconIdentity
        var distance: RangeEstimate.Distance?
        /// The newest packet of any of its beacons.
        var heardAt: Duration
        var since: Duration
        /// How many numbers of the beacon the area names.
        var detail: Int

        func precedes(_ other: Nearness) -> Bool {
            (metres, -detail, beacon) < (other.metres, -other.detail, other.beacon)
        }
    }

    /// Nil outside it.
    func nearness(of area: AreaName, now: Duration) -> Nearness? {
        guard let index = areas.firstIndex(where: { $0.name == area }),
            let since = presences[index].enteredAt
        else { return nil }
        let detail = areas[index].region.detail
        let insiders = presences[index].insiders
        guard let heardAt = insiders.values.map(\.heardAt).max() else { return nil }
        return insiders.keys.map { beacon in
            let distance = beacons[beacon]?.estimator.range(now: now).distance
            return Nearness(
                metres: distance?.metres ?? .infinity, beacon: beacon, distance: distance, heardAt: heardAt,
                since: since, detail: detail)
        }.min { $0.precedes($1) }
    }

    /// Whether a beacon stands in any of the areas: what is asked of every packet in the street.
    package func concerns(_ beacon: IBeacon) -> Bool {
        let identity = BeaconIdentity(beacon)
        return areas.contains { $0.region.contains(identity) }
    }

    /// Whether a beacon has been heard of late.
    func hears(_ beacon: BeaconIdentity) -> Bool { beacons[beacon] != nil }

    /// The first area that a beacon stands in.
    func area(of beacon: BeaconIdentity) -> AreaName? {
        areas.first { $0.region.contains(beacon) }?.name
    }

    /// Takes in one received beacon; what follows from it is told by the next `advance`.
    package mutating func heard(_ beacon: IBeacon, rssi: Int8, at time: Duration) {
        guard concerns(beacon) else { return }
        let identity = BeaconIdentity(beacon)
        let ranged = range(beacon, as: identity, rssi: rssi, at: time)
        for index in areas.indices where areas[index].region.contains(identity) {
            if let limit = areas[index].withinMetres {
                approach(index, identity, ranged, limit: limit, at: time)
            } else {
                hear(index, identity, ranged, rssi: rssi, at: time)
            }
        }
    }

    private mutating func range(
        _ beacon: IBeacon, as identity: BeaconIdentity, rssi: Int8, at time: Duration
    ) -> Ranged {
        if beacons[identity] == nil, beacons.count >= Self.beaconsAtMost,
            let silent = beacons.min(by: { $0.value.heardAt < $1.value.heardAt })?.key
        {
            beacons[silent] = nil
        }
        var ranged = beacons[identity] ?? Ranged(estimator: RangeEstimator(parameters), heardAt: time)
        if time - ranged.heardAt > Self.silence { ranged.packets = 0 }
        ranged.estimator.sighted(
            Sighting(rssi: Double(rssi), measuredPower: beacon.measuredPower.map(Double.init), at: time))
        ranged.heardAt = time
        ranged.packets += 1
        beacons[identity] = ranged
        return ranged
    }

    /// A beacon of an area with a distance.
    private mutating func approach(
        _ index: Int, _ beacon: BeaconIdentity, _ ranged: Ranged, limit: Double, at time: Duration
    ) {
        guard let metres = ranged.estimator.range(now: time).distance?.metres else { return }
        if var insider = presences[index].insiders[beacon] {
            insider.heardAt = time
            if metres <= limit * Self.outerEdge {
                insider.nearAt = time
                insider.beyondSince = nil
            } else {
                insider.beyondSince = insider.beyondSince ?? time
            }
            presences[index].insiders[beacon] = insider
        } else if metres <= limit, ranged.packets >= Self.packetsBelieved {
            admit(beacon, ranged, to: index, at: time)
        }
    }

    /// A beacon of an area in which everybody is who hears it.
    private mutating func hear(
        _ index: Int, _ beacon: BeaconIdentity, _ ranged: Ranged, rssi: Int8, at time: Duration
    ) {
        if presences[index].enteredAt == nil, rssi < Self.clearLevel {
            let left = presences[index].leftAt
            let needed =
                left.map { time - $0 < Self.againWithin } ?? false ? Self.weakPacketsAgain : Self.weakPackets
            let recent = presences[index].weak.filter { time - $0 <= Self.weakWithin } + [time]
            presences[index].weak = recent.suffix(needed)
            guard recent.count >= needed else { return }
        }
        admit(beacon, ranged, to: index, at: time)
    }

    private mutating func admit(
        _ beacon: BeaconIdentity, _ ranged: Ranged, to index: Int, at time: Duration
    ) {
        var presence = presences[index]
        if presence.insiders[beacon] == nil, presence.insiders.count >= Self.insidersAtMost,
            let silent = presence.insiders.min(by: { $0.value.heardAt < $1.value.heardAt })?.key
        {
            presence.insiders[silent] = nil
        }
        presence.insiders[beacon] = Insider(heardAt: time, nearAt: time)
        presence.weak = []
        if presence.enteredAt == nil {
            presence.enteredAt = time
            entered.append(
                AreaCrossing(
                    direction: .enter, area: areas[index].name, beacon: beacon,
                    distance: ranged.estimator.range(now: time).distance, dwell: nil, at: time))
        }
        presences[index] = presence
    }

    /// Everything that was entered since the last call, and what has been left by now.
    ///
    /// - Parameter listens: whether the radio works; what cannot be heard has not gone away.
    package mutating func advance(listens: Bool = true, now: Duration) -> [AreaCrossing] {
        defer { entered = [] }
        guard listens else { return entered }
        if beacons.contains(where: { now - $0.value.heardAt > Self.forgottenAfter }) {
            beacons = beacons.filter { now - $0.value.heardAt <= Self.forgottenAfter }
        }
        return entered + areas.indices.compactMap { leave($0, now: now) }
    }

    private mutating func leave(_ index: Int, now: Duration) -> AreaCrossing? {
        guard let enteredAt = presences[index].enteredAt,
            let last = presences[index].insiders.max(by: { $0.value.nearAt < $1.value.nearAt })
        else { return nil }
        presences[index].insiders = presences[index].insiders.filter { _, insider in
            now - insider.heardAt < Self.silence
                && insider.heardAt - (insider.beyondSince ?? insider.heardAt) < Self.beyondFor
        }
        guard presences[index].insiders.isEmpty else { return nil }
        presences[index].enteredAt = nil
        presences[index].leftAt = now
        return AreaCrossing(
            direction: .exit, area: areas[index].name, beacon: last.key,
            distance: beacons[last.key]?.estimator.range(now: now).distance,
            dwell: max(.zero, last.value.nearAt - enteredAt), at: now)
    }

    /// The radio was away: its own silence is not the beacons', so half a minute has to pass anew.
    package mutating func radioCameBack(now: Duration) {
        for index in presences.indices {
            presences[index].insiders = presences[index].insiders.mapValues { insider in
                Insider(heardAt: max(insider.heardAt, now), nearAt: max(insider.nearAt, now))
            }
        }
    }
}
