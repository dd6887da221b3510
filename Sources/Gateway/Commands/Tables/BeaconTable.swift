import Determinism
import HCI
import Ranging

/// Every beacon in hearing, ranged, as text.
///
/// At most 500 beacons are kept; when a crowd brings more, the one that has been silent longest goes first.
struct BeaconTable: Sendable {
    static let beaconsAtMost = 500
    /// Silence after which a beacon is no longer shown.
    private static let shownFor = Duration.seconds(30)

    enum Style: Sendable {
        /// A terminal: the table replaces itself.
        case screen
        /// A file or a pipe: table after table.
        case lines
        case json
    }

    private struct Row: Sendable {
        var estimator: RangeEstimator
        var rssi: Int8
        var measuredPower: Int8?
        var heardAt: Duration
        var count = 0
        var battery: BatteryLevel?
    }

    private let only: Set<ProximityUUID>
    private let parameters: RangingParameters
    private var rows: [BeaconIdentity: Row] = [:]

    /// - Parameter only: the proximity UUIDs to show; empty for all.
    init(only: Set<ProximityUUID> = [], ranging parameters: RangingParameters = .init()) {
        self.only = only
        self.parameters = parameters
    }

    /// - Parameter battery: what its device says of its battery, when there is news.
    mutating func heard(_ beacon: IBeacon, rssi: Int8, battery: BatteryReading? = nil, at time: Duration) {
        guard only.isEmpty || only.contains(beacon.proximityUUID) else { return }
        let key = BeaconIdentity(beacon)
        if rows[key] == nil, rows.count >= Self.beaconsAtMost,
            let silent = rows.min(by: { $0.value.heardAt < $1.value.heardAt })?.key
        {
            rows[silent] = nil
        }
        var row = rows[key] ?? Row(estimator: RangeEstimator(parameters), rssi: rssi, heardAt: time)
        row.estimator.sighted(
            Sighting(rssi: Double(rssi), measuredPower: beacon.measuredPower.map(Double.init), at: time))
        row.rssi = rssi
        row.measuredPower = beacon.measuredPower
        row.heardAt = time
        row.count += 1
        if let battery { row.battery = BatteryLevel(battery) }
        rows[key] = row
    }

    /// What to print now; forgets who has been silent for half a minute.
    mutating func text(_ style: Style, now: Duration, since began: Duration) -> String {
        rows = rows.filter { now - $0.value.heardAt <= Self.shownFor }
        let sorted = rows.sorted { $0.key < $1.key }
        if style == .json {
            return sorted.map { Self.json($0.key, $0.value, now: now, since: began) + "\n" }.joined()
        }
        let head =
            "uuid".padding(to: 38) + "major minor  rssi  distance (80 %)       zone       age s  battery\n"
        let body =
            sorted.isEmpty
            ? "No beacons found.\n" : sorted.map { Self.line($0.key, $0.value, now: now) + "\n" }.joined()
        return (style == .screen ? "\u{1B}[H\u{1B}[2J" : "") + head + body
    }

    private static func line(_ key: BeaconIdentity, _ row: Row, now: Duration) -> String {
        let range = row.estimator.range(now: now)
        let distance =
            range.distance.map { "\($0.metres.tenths) m (\($0.low.tenths)–\($0.high.tenths))" }
            ?? "unknown"
        return "\(key.uuid)  " + padded("\(key.major)", 5) + " " + padded("\(key.minor)", 5) + "  "
            + padded("\(row.rssi)", 4) + "  " + distance.padding(to: 20) + "  "
            + range.zone.rawValue.padding(to: 9)
            + "  " + (now - row.heardAt).inSeconds.tenths.padding(to: 5)
            + (row.battery.map { "  \($0)" } ?? "")
    }

    private static func json(_ key: BeaconIdentity, _ row: Row, now: Duration, since began: Duration)
        -> String
    {
        let range = row.estimator.range(now: now)
        var fields = [
            #""type":"range""#, #""t":\#((now - began).asSeconds)"#, #""uuid":"\#(key.uuid)""#,
            #""major":\#(key.major)"#, #""minor":\#(key.minor)"#, #""rssi":\#(row.rssi)"#,
            #""measured_power":\#(row.measuredPower.map(String.init) ?? "null")"#, #""count":\#(row.count)"#,
        ]
        if let distance = range.distance {
            fields += [
                #""distance":\#(distance.metres.hundredths)"#, #""low":\#(distance.low.hundredths)"#,
                #""high":\#(distance.high.hundredths)"#,
            ]
        } else {
            fields.append(#""distance":null"#)
        }
        fields += [
            #""closing":\#(range.closing.hundredths)"#, #""trend":"\#(range.trend.rawValue)""#,
            #""zone":"\#(range.zone.rawValue)""#, #""age":\#((now - row.heardAt).inSeconds.hundredths)"#,
        ]
        fields += (row.battery ?? BatteryLevel()).fields.map { #""\#($0.name)":\#($0.value)"# }
        return "{" + fields.joined(separator: ",") + "}"
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
