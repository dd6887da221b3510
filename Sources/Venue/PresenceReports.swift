import Game
import HCI
import MQTT
import PeerNetwork
import Ranging

/// The beacons that a station hears, told as ESPresense tells of them, so that what listens to ESPresense
/// listens to a station: Home Assistant's `mqtt_room`, and companions.
///
/// Topic and keys are those of ESPresense (`BleFingerprint::fill`, 2026): `espresense/devices/<id>/<room>`
/// with `id`, `name`, `rssi@1m`, `rssi`, `distance`, `var`, `batt`. The distance is ours; `var` is its
/// variance, and `low` and `high`, which ESPresense has not, are the interval that holds the truth four times
/// in five. There is no `mac`: a beacon is known by its numbers here. Bounded by the survey: 32 beacons.
struct PresenceReports: Sendable {
    static let prefix = "espresense"
    /// So often at least, and when it has moved so far, in metres (ESPresense's `skip_ms`, `skip_distance`).
    static let repeats = Duration.seconds(5)
    static let moves = 0.5

    private struct Told: Sendable {
        var at: Duration
        var metres: Double
    }

    private var told: [BeaconIdentity: Told] = [:]

    private struct Device: Encodable {
        var id: String
        var name: String?
        var measuredPower: Int8?
        var rssi: Int8
        var distance: Double
        var low: Double
        var high: Double
        var variance: Double
        var battery: Int?

        enum CodingKeys: String, CodingKey {
            case id, name, rssi, distance, low, high
            case measuredPower = "rssi@1m"
            case variance = "var"
            case battery = "batt"
        }
    }

    mutating func advance(_ station: Station, room: String, now: Duration) -> [ApplicationMessage] {
        let shown = station.survey.shown
        told = told.filter { entry in shown.contains { $0.identity == entry.key } }
        return shown.compactMap { beacon in
            guard let rssi = beacon.rssi, let distance = beacon.range.distance else { return nil }
            let isNews =
                told[beacon.identity].map {
                    now - $0.at >= Self.repeats || abs($0.metres - distance.metres) >= Self.moves
                } ?? true
            guard isNews else { return nil }
            told[beacon.identity] = Told(at: now, metres: distance.metres)
            // An interval of four in five is 1.2816 deviations to each side.
            let deviation = (distance.high - distance.low) / (2 * 1.281_6)
            let id = Self.id(beacon.identity)
            let device = Device(
                id: id, name: station.guide.area(of: beacon.identity)?.description,
                measuredPower: beacon.measuredPower, rssi: rssi,
                distance: StationReport.round(distance.metres, to: 0.01),
                low: StationReport.round(distance.low, to: 0.01),
                high: StationReport.round(distance.high, to: 0.01),
                variance: StationReport.round(deviation * deviation, to: 0.01), battery: beacon.battery)
            return ApplicationMessage(
                topic: "\(Self.prefix)/devices/\(id)/\(room)", payload: JSONText.bytes(device))
        }
    }

    static func id(_ beacon: BeaconIdentity) -> String {
        "iBeacon:\(beacon.uuid.description.lowercased())-\(beacon.major)-\(beacon.minor)"
    }

    /// A name as a level of a topic.
    static func room(_ name: StationName) -> String {
        name.description.lowercased().replacing(" ", with: "-")
    }
}
