import Game
import HCI
import Ranging
import Recordings

/// What `hotcold monitor` knows: the areas, who was heard in them, and what has been told.
struct AreaRounds: Sendable {
    private var choice: AreaChoice
    private var report: AreaReport
    private var listens = true
    /// As many as the watch ranges; a beacon's battery is told with its crossings.
    private var batteries: [BeaconIdentity: BatteryLevel] = [:]

    init(
        _ areas: [Area], since began: Duration, json: Bool, ranging parameters: RangingParameters = .init()
    ) {
        choice = AreaChoice(areas, ranging: parameters)
        report = AreaReport(choice.areas, since: began, json: json)
    }

    /// - Parameter battery: what the beacon's device says of its battery, when there is news.
    mutating func heard(_ beacon: IBeacon, rssi: Int8, battery: BatteryReading? = nil, at time: Duration) {
        choice.heard(beacon, rssi: rssi, at: time)
        guard let battery, choice.concerns(beacon) else { return }
        let identity = BeaconIdentity(beacon)
        guard batteries[identity] != nil || batteries.count < AreaWatch.beaconsAtMost else { return }
        batteries[identity] = BatteryLevel(battery)
    }

    /// The radio came or went: nobody leaves an area because we are deaf.
    mutating func radio(works: Bool, at time: Duration) {
        if works { choice.radioCameBack(now: time) }
        listens = works
    }

    /// What there is to tell by now.
    mutating func lines(now: Duration) -> String {
        choice.advance(listens: listens, now: now).map { report.line($0, battery: batteries[$0.beacon]) }
            .joined()
    }

    /// The same, and what it all came to.
    mutating func end(now: Duration) -> String {
        lines(now: now) + report.summary(now: now)
    }

    // MARK: - From a file

    /// How often time passes in a recording.
    private static let step = Duration.milliseconds(100)

    /// A whole recording at once, as if it were heard; the end is that of the file.
    ///
    /// - Parameters:
    ///   - recording: sorted. Beacons whose names are not UUID/major/minor stand in no area.
    ///   - tell: takes lines as they come; false ends it.
    static func play(
        _ recording: Recording, in areas: [Area], json: Bool, tell: (String) -> Bool
    ) {
        guard let first = recording.entries.first?.sighting.at else { return }
        let beacons = recording.beacons.map { BeaconIdentity($0) }
        var rounds = AreaRounds(areas, since: first, json: json)
        var now = first
        for entry in recording.entries where entry.ear == .own {
            // Outside every area nothing can happen but the next packet, however long it takes: a clock that
            // was set during the recording is a gap of years.
            while now + step <= entry.sighting.at, rounds.choice.isHearing {
                now += step
                guard tell(rounds.lines(now: now)) else { return }
            }
            now = entry.sighting.at
            guard tell(rounds.lines(now: now)) else { return }
            guard let beacon = beacons[Int(entry.beacon)], (-127...20).contains(entry.rssi) else { continue }
            let power = entry.measuredPower.flatMap { Int8(exactly: $0.rounded()) }
            rounds.heard(
                IBeacon(
                    proximityUUID: beacon.uuid, major: beacon.major, minor: beacon.minor,
                    measuredPower: power), rssi: Int8(entry.rssi.rounded()), at: now)
        }
        _ = tell(rounds.end(now: now))
    }
}
