import HCI
package import Ranging

/// Every beacon in hearing, for as long as somebody looks at the page for them. While nobody does, nothing is
/// kept and it costs one comparison a sighting.
///
/// At most 32 beacons with a minute of levels each; in a crowd, what was silent longest goes first.
package struct BeaconSurvey: Codable, Sendable {
    static let beaconsAtMost = 32
    /// Of each second the newest level: a minute of them.
    static let levelsAtMost = 60
    /// How long one wish to listen lasts.
    static let lasts = Duration.seconds(30)
    /// Silence after which a beacon has no level any more, and after which it is not shown any more.
    static let silentAfter = Duration.seconds(10)
    static let forgottenAfter = Duration.seconds(60)
    /// How often what is shown is another: faster is more than eyes and phones want.
    private static let shownEvery = Duration.seconds(1)

    /// A beacon as it is shown.
    package struct Beacon: Equatable, Codable, Sendable {
        package var identity: BeaconIdentity
        /// In dBm; nil when it is silent.
        package var rssi: Int8?
        /// One for each second, the newest last; nil for seconds in which nothing was heard.
        package var levels: [Int8?]
        package var range: RangeEstimate
        package var battery: Int?
        /// What it says that it is heard at from one metre, in dBm.
        package var measuredPower: Int8?

        package init(
            identity: BeaconIdentity,
            rssi: Int8? = nil,
            levels: [Int8?],
            range: RangeEstimate,
            battery: Int? = nil,
            measuredPower: Int8? = nil
        ) {
            self.measuredPower = measuredPower
            self.identity = identity
            self.rssi = rssi
            self.levels = levels
            self.range = range
            self.battery = battery
        }
    }

    private struct Row: Codable, Sendable {
        var estimator: RangeEstimator
        var heardAt: Duration
        var rssi: Int8
        var levels: [Int8?] = []
        /// Which second since the epoch of the clock the last level is of.
        var second: Int64
        var battery: Int?
        var measuredPower: Int8?
    }

    private var parameters: RangingParameters
    private var rows: [BeaconIdentity: Row] = [:]
    private var until: Duration?
    private var shownAt: Duration?
    /// The strongest first. Made anew once a second.
    package private(set) var shown: [Beacon] = []

    package init(ranging parameters: RangingParameters = .init()) {
        self.parameters = parameters
    }

    /// Somebody looks: it listens from now on for half a minute.
    mutating func listen(now: Duration) {
        until = now + Self.lasts
    }

    /// Distances are told with these from now on.
    mutating func range(with parameters: RangingParameters) {
        self.parameters = parameters
        rows = [:]
    }

    package func isListening(now: Duration) -> Bool { until.map { now < $0 } ?? false }

    mutating func heard(_ beacon: IBeacon, rssi: Int8, now: Duration) {
        guard isListening(now: now) else { return }
        let identity = BeaconIdentity(beacon)
        let second = now.components.seconds
        if rows[identity] == nil, rows.count >= Self.beaconsAtMost,
            let silent = rows.min(by: { ($0.value.heardAt, $0.key) < ($1.value.heardAt, $1.key) })?.key
        {
            rows[silent] = nil
        }
        var row =
            rows[identity]
            ?? Row(estimator: RangeEstimator(parameters), heardAt: now, rssi: rssi, second: second - 1)
        row.estimator.sighted(
            Sighting(rssi: Double(rssi), measuredPower: beacon.measuredPower.map(Double.init), at: now))
        (row.heardAt, row.rssi, row.measuredPower) = (now, rssi, beacon.measuredPower)
        row.levels = Self.levels(row, until: second - 1)
        if row.second < second { row.levels.append(rssi) } else { row.levels[row.levels.count - 1] = rssi }
        row.levels = row.levels.suffix(Self.levelsAtMost)
        row.second = max(row.second, second)
        rows[identity] = row
    }

    mutating func battery(of beacon: IBeacon, _ level: BatteryLevel) {
        rows[BeaconIdentity(beacon)]?.battery = level.percent
    }

    mutating func advance(now: Duration) {
        guard until != nil else { return }
        if let shownAt, now - shownAt < Self.shownEvery { return }
        shownAt = now
        rows = rows.filter { now - $0.value.heardAt < Self.forgottenAfter }
        shown = rows.map { Self.beacon($0.key, $0.value, now: now) }.sorted {
            ($1.rssi ?? .min, $0.identity) < ($0.rssi ?? .min, $1.identity)
        }
        if rows.isEmpty, !isListening(now: now) { (until, shownAt) = (nil, nil) }
    }

    private static func beacon(_ identity: BeaconIdentity, _ row: Row, now: Duration) -> Beacon {
        Beacon(
            identity: identity, rssi: now - row.heardAt < silentAfter ? row.rssi : nil,
            levels: levels(row, until: now.components.seconds), range: row.estimator.range(now: now),
            battery: row.battery, measuredPower: row.measuredPower)
    }

    /// With a nil for every silent second up to one of them.
    private static func levels(_ row: Row, until second: Int64) -> [Int8?] {
        let silent = Int(clamping: max(0, second - row.second))
        return (row.levels + Array(repeating: nil, count: min(silent, levelsAtMost))).suffix(levelsAtMost)
    }
}
