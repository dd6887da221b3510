import HCI

/// What `hotcold monitor` knows: the areas, who was heard in them, and what has been told.
struct AreaRounds: Sendable {
    private var watch: AreaWatch
    private var report: AreaReport
    private var listens = true
    /// As many as the watch ranges; a beacon's battery is told with its crossings.
    private var batteries: [BeaconIdentity: BatteryLevel] = [:]

    init(
        _ areas: [Area], since began: Duration, json: Bool, ranging parameters: RangingParameters = .init()
    ) {
        watch = AreaWatch(areas, ranging: parameters)
        report = AreaReport(watch.areas, since: began, json: json)
    }

    mutating func heard(_ advertisement: Advertisement, at time: Duration) {
        guard let beacon = advertisement.beacon, let rssi = advertisement.rssi else { return }
        watch.heard(beacon, rssi: rssi, at: time)
        guard let battery = advertisement.battery, watch.concerns(beacon) else { return }
        let identity = BeaconIdentity(beacon)
        guard batteries[identity] != nil || batteries.count < AreaWatch.beaconsAtMost else { return }
        batteries[identity] = BatteryLevel(battery)
    }

    /// The radio came or went: nobody leaves an area because we are deaf.
    mutating func radio(works: Bool, at time: Duration) {
        if works { watch.radioCameBack(now: time) }
        listens = works
    }

    /// What there is to tell by now.
    mutating func lines(now: Duration) -> String {
        watch.advance(listens: listens, now: now).map { report.line($0, battery: batteries[$0.beacon]) }
            .joined()
    }

    /// The same, and what it all came to.
    mutating func end(now: Duration) -> String {
        lines(now: now) + report.summary(now: now)
    }
}
