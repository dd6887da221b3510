import HCI

/// Reads sightings from a btsnoop capture: every iBeacon in an advertising report, legacy or extended, under
/// the name UUID/major/minor. Time counts from the first record of whatever kind.
package struct SnoopRecording: Sendable {
    private var reader = SnoopReader()
    private var reports: SnoopReports?
    private var began: Int64?
    /// Names that were written out before, as many as there may be beacons.
    private var names: [IBeacon: String] = [:]

    package init() {}

    mutating func feed(
        _ bytes: ArraySlice<UInt8>, into recording: inout Recording
    ) throws(RecordingTrouble) {
        reader.feed(bytes)
        while let item = try next() {
            switch item {
            case .success(let record): try read(record, into: &recording)
            case .failure(let damage): recording.unreadable.add("\(damage)")
            }
        }
    }

    /// The file is over.
    func finish(into recording: inout Recording) throws(RecordingTrouble) {
        do throws(SnoopReader.Trouble) {
            if let damage = try reader.finish() { recording.unreadable.add("\(damage)") }
        } catch {
            throw .unreadable("\(error)")
        }
    }

    private mutating func next() throws(RecordingTrouble) -> Result<SnoopRecord, SnoopDamage>? {
        do throws(SnoopReader.Trouble) {
            return try reader.next()
        } catch {
            throw .unreadable("\(error)")
        }
    }

    private mutating func read(
        _ record: SnoopRecord, into recording: inout Recording
    ) throws(RecordingTrouble) {
        let began = began ?? record.time
        self.began = began
        if reports == nil, let link = reader.link { reports = SnoopReports(link) }
        guard let (good, damage) = reports?.read(record) else { return }
        if let damage { recording.unreadable.add("\(damage)") }
        let beacons = good.compactMap { report in report.beacon.map { ($0, report.rssi) } }
        guard !beacons.isEmpty else { return }
        let (microseconds, isTooFar) = record.time.subtractingReportingOverflow(began)
        let (time, isTooLong) = microseconds.multipliedReportingOverflow(by: 1_000)
        guard !isTooFar, !isTooLong, time.magnitude <= Recording.timeAtMost else {
            recording.unreadable.add(
                "record \(record.number) at byte \(record.offset): centuries from the first one")
            return
        }
        for (beacon, rssi) in beacons {
            guard let rssi else {
                recording.countWithoutLevel()
                continue
            }
            let isKept = try recording.add(
                name(beacon), rssi: Double(rssi), measuredPower: beacon.measuredPower.map(Double.init),
                at: time)
            if !isKept {
                recording.unreadable.add(
                    "record \(record.number) at byte \(record.offset): \(Recording.tooManyBeacons)")
            }
        }
    }

    private mutating func name(_ beacon: IBeacon) -> String {
        var key = beacon
        key.measuredPower = nil
        if let known = names[key] { return known }
        let name = "\(key.proximityUUID)/\(key.major)/\(key.minor)"
        if names.count < Recording.beaconsAtMost { names[key] = name }
        return name
    }
}
