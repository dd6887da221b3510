/// What the estimator believes about radios and people. Each number is something that can be measured; none
/// is fitted to a particular recording.
struct RangingParameters: Equatable, Codable, Sendable {
    /// How quickly the level falls with distance: 2.0 in free space, 1.8–2.1 in indoor line of sight, 2.5–4
    /// through walls and people. 2.3 is a house whose doors are open.
    var pathLossExponent = 2.3

    /// The level at one metre when the beacon does not say, in dBm: what iBeacons are commonly calibrated
    /// to.
    var defaultMeasuredPower = -59.0

    /// How much louder than the average one this station hears, in decibels: what `hotcold calibrate` found.
    var earOffset = 0.0

    /// How far the level may be off for a pair of stations in a house, as one standard deviation in dB:
    /// antenna, case, hand, and how many walls there are. Recordings of different set-ups differ by 12 dB at
    /// one metre. It never averages out, so it widens the distance for good, and says nothing about the
    /// trend.
    var calibrationSpread = 6.0

    /// Spread of single packets around their local mean in dB: multipath, and a different one on each of the
    /// three advertising channels, which reports do not tell apart.
    var packetSpread = 5.0

    /// Spread in dB of what changes slowly and is not distance: walls, furniture, the carrier's own body.
    var shadowSpread = 3.5

    /// How long a shadow lasts: two or three steps of a walking person.
    var shadowDuration = Duration.milliseconds(1500)

    /// The usual speed towards or away from the beacon in metres a second, as one standard deviation. People
    /// in a hunt walk at about 1 m/s, seldom straight at it.
    var radialSpeed = 0.7

    /// Slower than this, in metres a second, is standing still: somebody who looks behind a curtain.
    var stillness = 0.1

    /// The probability of walking at all that it takes to call a trend, and to keep calling it. A wrong word
    /// costs a hunter a few steps, a late one costs a room: two to one is enough to speak up.
    var calls = 0.7
    var keepsCalling = 0.5

    /// How long people keep their course and pace: once across a room, or through a door into the next.
    var courseDuration = Duration.seconds(6)

    /// Where a beacon is before it has been heard: the median in metres, and one standard deviation as a
    /// factor.
    var priorDistance = 5.0
    var priorFactor = 2.5

    /// Silence after which a beacon counts as lost. Shorter than the five seconds within which it must be
    /// said.
    var lostAfter = Duration.milliseconds(4500)

    /// Silence after which nothing learnt before is worth anything.
    var forgottenAfter = Duration.seconds(30)
}

extension Duration {
    /// In seconds, for arithmetic; exact to the nanosecond for more than a month.
    var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}
