/// Which end of a radio link heard the other. The path loss is the same both ways; the fading is not, because
/// the two ends advertise at different instants and on channels of their own.
package enum Ear: String, Codable, Sendable, CaseIterable {
    /// This station heard the beacon.
    case own
    /// The beacon's station heard this one, and said so over the network.
    case other
}

/// One received advertisement of a beacon.
package struct Sighting: Equatable, Sendable {
    /// Received signal strength in dBm, −127…20. A report without one (127) never becomes a sighting.
    var rssi: Double
    /// What the beacon says it is heard at from one metre, in dBm; nil when it said something absurd.
    var measuredPower: Double?
    /// Which end of the link received it.
    var ear = Ear.own
    /// When it was received, since boot on the monotonic clock.
    package var at: Duration

    package init(
        rssi: Double,
        measuredPower: Double? = nil,
        ear: Ear = Ear.own,
        at: Duration
    ) {
        self.rssi = rssi
        self.measuredPower = measuredPower
        self.ear = ear
        self.at = at
    }
}
