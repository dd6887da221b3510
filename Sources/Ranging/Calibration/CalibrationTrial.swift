import Glibc
package import HCI

/// Ten seconds beside a beacon: what was heard, which beacon was meant, and what that says of this station's
/// ear, or why it says nothing.
package struct CalibrationTrial: Codable, Sendable {
    /// More beacons than anybody would calibrate among.
    static let beaconsAtMost = 64
    /// Fewer packets are too few for a spread.
    static let packetsAtLeast = 20
    /// The beacon that is meant is heard so much louder than the next: twice as near.
    static let clearlyNearer = 6.0
    /// A wider spread, or a greater change from the first half to the second, is somebody moving, in dB.
    static let spreadAtMost = 7.0
    static let driftAtMost = 6.0

    /// What came of it.
    package struct Finding: Equatable, Sendable {
        package var beacon: BeaconIdentity
        package var packets: Int
        /// In dBm, where the station stood.
        package var level: Double
        /// One standard deviation of single packets, in dB.
        package var spread: Double
        /// In metres.
        package var distance: Double
        /// The level at one metre, in dBm.
        package var atOneMetre: Double
        /// What the beacon says that level is, or what is assumed where it says nothing a radio could have.
        package var measuredPower: Double
        package var calibration: Calibration

        package init(
            beacon: BeaconIdentity,
            packets: Int,
            level: Double,
            spread: Double,
            distance: Double,
            atOneMetre: Double,
            measuredPower: Double,
            calibration: Calibration
        ) {
            self.beacon = beacon
            self.packets = packets
            self.level = level
            self.spread = spread
            self.distance = distance
            self.atOneMetre = atOneMetre
            self.measuredPower = measuredPower
            self.calibration = calibration
        }
    }

    /// Why there is nothing to keep, as a sentence for people.
    package struct Refusal: Error, Equatable, Sendable, CustomStringConvertible {
        package enum Reason: String, Codable, Sendable {
            /// Nothing was heard of the beacon that is meant.
            case silent
            /// Too few packets.
            case few
            /// The level changed too much.
            case moving
            /// Several are as near.
            case several
            /// No radio is so far off.
            case impossible
        }

        package let reason: Reason
        package let description: String

        package init(
            reason: Reason,
            description: String
        ) {
            self.reason = reason
            self.description = description
        }
    }

    private let wanted: BeaconIdentity?
    private let distance: Double
    private let parameters: RangingParameters
    private var samples: [BeaconIdentity: LevelSample] = [:]

    /// - Parameters:
    ///   - wanted: the beacon to listen to; nil for the one that is clearly the nearest.
    ///   - distance: how far it is, in metres.
    ///   - parameters: for the level of a beacon that does not say, and from one distance to another.
    package init(wanted: BeaconIdentity? = nil, distance: Double = 1, ranging parameters: RangingParameters) {
        self.wanted = wanted
        self.distance = distance
        self.parameters = parameters
    }

    /// How many packets of the wanted beacon were heard.
    package var packets: Int { wanted.flatMap { samples[$0]?.count } ?? 0 }

    package mutating func heard(_ beacon: IBeacon, rssi: Int8, at time: Duration) {
        let identity = BeaconIdentity(beacon)
        guard samples[identity] != nil || samples.count < Self.beaconsAtMost || identity == wanted else {
            return
        }
        samples[identity, default: LevelSample()].add(
            rssi: rssi, measuredPower: beacon.measuredPower, at: time)
    }

    /// What the time so far comes to.
    package func finding() throws(Refusal) -> Finding {
        let (beacon, sample) = try chosen()
        guard sample.count >= Self.packetsAtLeast, let level = sample.middle else {
            throw Refusal(
                reason: .few,
                description: "Only \(sample.count) packets of \(beacon) were heard, and it takes "
                    + "\(Self.packetsAtLeast): listen longer (--seconds 30), or let it call more often.")
        }
        guard sample.spread <= Self.spreadAtMost, sample.drift <= Self.driftAtMost else {
            throw Refusal(
                reason: .moving,
                description: "The level changed too much (spread \(sample.spread.tenths) dB, "
                    + "\(sample.drift.tenths) dB from the first half to the second): keep the distance, "
                    + "with nobody between the two, and try again.")
        }
        let stated = sample.measuredPower.map(Double.init)
        let power = stated.flatMap { (-100 ... -20).contains($0) ? $0 : nil }
        let measuredPower = power ?? parameters.defaultMeasuredPower
        let atOneMetre = level + 10 * parameters.pathLossExponent * log10(distance)
        let offset = atOneMetre - measuredPower
        guard Calibration.offsets.contains(offset) else {
            throw Refusal(
                reason: .impossible,
                description: "\(beacon) says that it is heard at \(measuredPower.tenths) dBm from one metre, "
                    + "and it is heard at \(atOneMetre.tenths): no radio is so far off, so it is not "
                    + "\(distance.tenths) m away, or its measured power is wrong.")
        }
        return Finding(
            beacon: beacon, packets: sample.count, level: level, spread: sample.spread, distance: distance,
            atOneMetre: atOneMetre, measuredPower: measuredPower,
            calibration: Calibration(
                offset: Self.rounded(offset), uncertainty: Self.rounded(sample.uncertainty)))
    }

    /// A tenth of a decibel is more than anybody can know.
    private static func rounded(_ decibels: Double) -> Double { (decibels * 10).rounded() / 10 }

    private func chosen() throws(Refusal) -> (BeaconIdentity, LevelSample) {
        let ranked = samples.sorted { ($0.value.middle ?? -128, $1.key) > ($1.value.middle ?? -128, $0.key) }
        guard let loudest = ranked.first else {
            throw Refusal(
                reason: .silent,
                description: "No beacon was heard: start `hotcold hide` on another station, one metre away, "
                    + "and try again.")
        }
        if let wanted {
            guard let sample = samples[wanted] else {
                throw Refusal(
                    reason: .silent,
                    description: "\(wanted) was not heard. What was: \(list(ranked.map(\.key))).")
            }
            return (wanted, sample)
        }
        // A passer-by of a few packets is no rival.
        let rivals = ranked.dropFirst().filter { $0.value.count >= 5 }
        if let next = rivals.first?.value.middle, let middle = loudest.value.middle,
            middle - next < Self.clearlyNearer
        {
            throw Refusal(
                reason: .several,
                description: "Several beacons are about equally loud: \(list(ranked.map(\.key))). Say which "
                    + "is one metre away: --beacon \(loudest.key).")
        }
        return (loudest.key, loudest.value)
    }

    private func list(_ beacons: [BeaconIdentity]) -> String {
        let shown = beacons.prefix(5).compactMap { beacon in
            samples[beacon]?.middle.map { "\(beacon) at \($0.tenths) dBm" }
        }
        return shown.joined(separator: ", ") + (beacons.count > 5 ? " and \(beacons.count - 5) more" : "")
    }
}
