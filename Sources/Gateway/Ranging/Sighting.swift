/// One received advertisement of a beacon.
struct Sighting: Equatable, Sendable {
    /// Received signal strength in dBm, −127…20. A report without one (127) never becomes a sighting.
    var rssi: Double
    /// What the beacon says it is heard at from one metre, in dBm; nil when it said something absurd.
    var measuredPower: Double?
    /// When it was received, since boot on the monotonic clock.
    var at: Duration
}
