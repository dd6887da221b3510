import HCI
package import PeerNetwork
package import Ranging

/// A calibration that somebody has begun by the page: ten seconds beside another station of the lobby, and
/// what came of it. `hotcold calibrate` does the same without a station that runs.
package struct CalibrationSitting: Codable, Sendable {
    static let lasts = Duration.seconds(10)

    package enum Failure: String, Codable, Sendable {
        case silent, few, moving, impossible
        /// A round began, the radio failed, or the other went away.
        case interrupted

        package init(_ reason: CalibrationTrial.Refusal.Reason) {
            switch reason {
            case .silent: self = .silent
            case .few: self = .few
            case .moving, .several: self = .moving
            case .impossible: self = .impossible
            }
        }
    }

    package enum Phase: Equatable, Codable, Sendable {
        case listening(endsAt: Duration)
        case kept
        case failed(Failure)
    }

    package let station: StationID
    package let name: StationName
    package private(set) var phase: Phase
    package private(set) var packets = 0
    /// Nil once it is over.
    private var trial: CalibrationTrial?

    /// - Parameter other: whose beacon says its name in the lobby.
    package init(beside other: Announcement, now: Duration) {
        station = other.sender
        name = other.name
        phase = .listening(endsAt: now + Self.lasts)
        // What its beacon says of its power is in every packet; this is only for whose it is.
        let beacon = Earshot.beacon(other.name, measuredPower: 0)
        // Not what was found before: that is what is being measured.
        trial = CalibrationTrial(wanted: BeaconIdentity(beacon), ranging: RangingParameters())
    }

    var isListening: Bool { if case .listening = phase { true } else { false } }

    mutating func heard(_ beacon: IBeacon, rssi: Int8, now: Duration) {
        guard isListening else { return }
        trial?.heard(beacon, rssi: rssi, at: now)
    }

    mutating func interrupt() {
        if isListening { end(.failed(.interrupted)) }
    }

    /// - Returns: what was found, once.
    mutating func advance(now: Duration) -> Calibration? {
        guard case .listening(let endsAt) = phase, let trial else { return nil }
        packets = trial.packets
        guard now >= endsAt else { return nil }
        do throws(CalibrationTrial.Refusal) {
            let finding = try trial.finding()
            end(.kept)
            return finding.calibration
        } catch {
            end(.failed(Failure(error.reason)))
            return nil
        }
    }

    private mutating func end(_ phase: Phase) {
        self.phase = phase
        trial = nil
    }
}
