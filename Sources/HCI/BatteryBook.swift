/// Brings together what one device says in different packets: an iBeacon, and how full its battery is.
///
/// They have nothing in common but the address they are sent from, so that is what they are joined by. The
/// battery then travels on with the iBeacon, once a minute for each device: what is sent every few seconds
/// and changes within months need not cross more often. Bounded; in a crowd, the device that has said nothing
/// for longest is forgotten.
struct BatteryBook: Sendable {
    static let devicesAtMost = 128
    static let tellsEvery = Duration.seconds(60)

    private struct Entry: Sendable {
        var reading: BatteryReading
        var heardAt: Duration
        var toldAt: Duration?
    }

    private var entries: [DeviceAddress: Entry] = [:]

    /// Reads a report and, if it is a beacon's and there is news of its battery, writes that on it.
    mutating func annotated(_ advertisement: Advertisement, now: Duration) -> Advertisement {
        guard advertisement.beacon != nil else {
            if let reading = BatteryReading(advertisingData: advertisement.data) {
                note(reading, of: advertisement.address, now: now)
            }
            return advertisement
        }
        guard let entry = entries[advertisement.address],
            entry.toldAt.map({ now - $0 >= Self.tellsEvery }) ?? true
        else { return advertisement }
        entries[advertisement.address]?.toldAt = now
        var annotated = advertisement
        annotated.battery = entry.reading
        return annotated
    }

    private mutating func note(_ reading: BatteryReading, of address: DeviceAddress, now: Duration) {
        if entries[address] == nil, entries.count >= Self.devicesAtMost,
            let silent = entries.min(by: { $0.value.heardAt < $1.value.heardAt })?.key
        {
            entries[silent] = nil
        }
        let older = entries[address]
        entries[address] = Entry(
            reading: reading.over(older?.reading), heardAt: now, toldAt: older?.toldAt)
    }
}
