import HCI
package import Ranging

/// "Do you want to make a landmark?": a beacon that this station has been close to twice is asked about once.
///
/// Close is within arm's reach for ten seconds, outside a round. Of beacons whose maker is known by name the
/// second time may be a minute after the first; another one may be a phone that passes by, and has to be
/// there half an hour later. The button answers for some seconds, the page for as long as the question
/// stands.
package struct LandmarkOffer: Codable, Sendable {
    static let closeFor = Duration.seconds(10)
    static let apart = Duration.seconds(60)
    static let strangersApart = Duration.seconds(1_800)
    /// How long a press answers.
    static let answeredWithin = Duration.seconds(20)
    /// How long another press gives the new landmark another name.
    static let renamedWithin = Duration.seconds(8)
    /// A beacon that is asked about and has not been heard for so long is asked about no more.
    static let standsFor = Duration.seconds(600)
    /// A landmark is where one is within this distance of it, in metres; what the page suggests, too.
    static let withinMetres = 3.0
    /// Beacons that are watched; in a crowd, what was silent longest goes first.
    static let beaconsAtMost = 32
    /// Beacons that were asked about, since the start.
    static let askedAtMost = 128
    /// If you were close a moment ago you still are: levels waver, also when you turn round.
    private static let awayAfter = Duration.seconds(4)
    private static let looksEvery = Duration.milliseconds(500)

    private struct Acquaintance: Codable, Sendable {
        var estimator: RangeEstimator
        var heardAt: Duration
        var closeSince: Duration?
        var closeAt: Duration?
        /// The end of the last time that counted.
        var wasCloseAt: Duration?
        /// This time has counted.
        var counts = false
    }

    package struct Question: Equatable, Codable, Sendable {
        package var beacon: BeaconIdentity
        var askedAt: Duration
        var heardAt: Duration
    }

    /// A landmark that was made by the button a moment ago.
    private struct Naming: Codable, Sendable {
        var beacon: BeaconIdentity
        var name: AreaName
        var until: Duration
    }

    /// What a press is for.
    enum Answer: Equatable {
        case make(BeaconIdentity, AreaName)
        /// It gets another name.
        case rename(from: AreaName, BeaconIdentity, to: AreaName)
    }

    private let names: [AreaName]
    private var beacons: [BeaconIdentity: Acquaintance] = [:]
    /// Not asked about again before the next start.
    private var asked: [BeaconIdentity] = []
    /// What is asked, until it is answered.
    package private(set) var question: Question?
    private var naming: Naming?
    /// How many beacons are watched.
    var watched: Int { beacons.count }
    private var lookedAt: Duration?

    /// - Parameter names: what a landmark may be called, in the order in which they are taken: places that
    ///   the voice can say. Without any nothing is asked.
    init(names: [AreaName]) {
        self.names = names
    }

    /// - Parameter ranging: what distances are told with.
    mutating func heard(
        _ beacon: IBeacon, rssi: Int8, ranging: @autoclosure () -> RangingParameters, now: Duration
    ) {
        guard !names.isEmpty, beacon.proximityUUID != .hotCold else { return }
        let identity = BeaconIdentity(beacon)
        if question?.beacon == identity { question?.heardAt = now }
        guard !asked.contains(identity) else { return }
        if beacons[identity] == nil, beacons.count >= Self.beaconsAtMost,
            let silent = beacons.min(by: { ($0.value.heardAt, $0.key) < ($1.value.heardAt, $1.key) })?.key
        {
            beacons[silent] = nil
        }
        let sighting = Sighting(
            rssi: Double(rssi), measuredPower: beacon.measuredPower.map(Double.init), at: now)
        beacons[
            identity, default: Acquaintance(estimator: RangeEstimator(ranging()), heardAt: now)
        ].estimator.sighted(sighting)
        beacons[identity]?.heardAt = now
    }

    /// - Parameters:
    ///   - isFree: no round is played or being agreed on.
    ///   - mayAsk: the beacon is in no area, and nobody has declined it.
    /// - Returns: whether the question is to be put now.
    mutating func advance(isFree: Bool, mayAsk: (BeaconIdentity) -> Bool, now: Duration) -> Bool {
        if let question, now - question.heardAt >= Self.standsFor || !mayAsk(question.beacon) {
            self.question = nil
        }
        guard !beacons.isEmpty, lookedAt.map({ now - $0 >= Self.looksEvery }) ?? true else { return false }
        lookedAt = now
        for identity in beacons.keys.sorted() {
            guard isFree, notice(identity, now: now), question == nil, mayAsk(identity),
                asked.count < Self.askedAtMost
            else { continue }
            beacons[identity] = nil
            asked.append(identity)
            question = Question(beacon: identity, askedAt: now, heardAt: now)
            return true
        }
        return false
    }

    /// Whether this is the second time that somebody is close to it.
    private mutating func notice(_ identity: BeaconIdentity, now: Duration) -> Bool {
        guard var beacon = beacons[identity] else { return false }
        defer { beacons[identity] = beacon }
        let isHeard = now - beacon.heardAt < Self.awayAfter
        if isHeard, beacon.estimator.range(now: now).zone == .immediate { beacon.closeAt = now }
        guard let closeAt = beacon.closeAt, now - closeAt < Self.awayAfter else {
            (beacon.closeSince, beacon.counts) = (nil, false)
            return false
        }
        let since = beacon.closeSince ?? now
        beacon.closeSince = since
        guard now - since >= Self.closeFor else { return false }
        let isKnown = ProximityUUID.familiar.contains { $0.value == identity.uuid }
        let apart = isKnown ? Self.apart : Self.strangersApart
        let isAgain = !beacon.counts && beacon.wasCloseAt.map { since - $0 >= apart } ?? false
        // A second time that comes too soon is still the first one.
        beacon.counts = true
        if !isAgain { beacon.wasCloseAt = now }
        return isAgain
    }

    /// What a short press is for; nil when it has nothing to do with a landmark.
    mutating func pressed(taken: [AreaName], now: Duration) -> Answer? {
        if let naming, now < naming.until {
            guard let name = next(after: naming.name, taken: taken) else { return nil }
            self.naming = Naming(beacon: naming.beacon, name: name, until: now + Self.renamedWithin)
            return .rename(from: naming.name, naming.beacon, to: name)
        }
        guard let question, now - question.askedAt < Self.answeredWithin else { return nil }
        return keep(taken: taken, now: now)
    }

    /// Yes, by the button or by the page; nil when nothing is asked, or no name is free.
    mutating func keep(taken: [AreaName], now: Duration) -> Answer? {
        guard let question, let name = next(after: nil, taken: taken) else { return nil }
        self.question = nil
        naming = Naming(beacon: question.beacon, name: name, until: now + Self.renamedWithin)
        return .make(question.beacon, name)
    }

    /// No, by the page.
    mutating func decline() -> BeaconIdentity? {
        defer { question = nil }
        return question?.beacon
    }

    /// No, by a double press; nil when that has nothing to do with a landmark.
    mutating func doublePressed(now: Duration) -> BeaconIdentity? {
        guard let question, now - question.askedAt < Self.answeredWithin else { return nil }
        return decline()
    }

    /// Whether a new landmark could be called something.
    func hasName(besides taken: [AreaName]) -> Bool { next(after: nil, taken: taken) != nil }

    private func next(after name: AreaName?, taken: [AreaName]) -> AreaName? {
        let place = name.flatMap { names.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        let others = names[place...] + names[..<place]
        return others.first { !taken.contains($0) && $0 != name }
    }
}
