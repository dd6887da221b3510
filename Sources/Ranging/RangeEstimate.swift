/// Which way a distance is going, as far as that can be told.
package enum Trend: String, Codable, Sendable {
    case closing, opening, steady
    /// Too few or too old sightings to say.
    case unknown
}

/// How near a beacon is, in words.
package enum Zone: String, Codable, Sendable {
    case immediate, near, far
    /// Heard before, silent now.
    case lost
    /// Never heard, or the radio is not working.
    case unknown
}

/// What can be said about one beacon at one instant. Unknown is a value, never a number.
package struct RangeEstimate: Equatable, Codable, Sendable {
    /// The median of the estimate, and an interval that should hold the truth 80 % of the time, all in
    /// metres.
    package struct Distance: Equatable, Codable, Sendable {
        package var metres: Double
        package var low: Double
        package var high: Double

        package init(
            metres: Double,
            low: Double,
            high: Double
        ) {
            self.metres = metres
            self.low = low
            self.high = high
        }
    }

    package var distance: Distance?
    /// The probability that the distance is shrinking, 0…1; a half when nothing is known.
    package var closing: Double
    package var trend: Trend
    package var zone: Zone
    /// Time since the newest sighting; nil when there never was one.
    package var age: Duration?

    package static let unknown = RangeEstimate(
        distance: nil, closing: 0.5, trend: .unknown, zone: .unknown, age: nil)
}
