/// What the estimator believes about radios and people. Each number is something that can be measured, set by
/// hand and compared on recorded and on simulated walks; `docs/ranging.md` shows what hangs on each.
package struct RangingParameters: Codable, Equatable, Sendable {
    // MARK: - Radio

    /// How quickly the level falls with distance: 2.0 in free space, 1.8–2.1 in indoor line of sight, 2.5–4
    /// through walls and people.
    var pathLossExponent = 2.0

    /// Beyond this many metres a metre costs as many decibels as here, some 1.4: walls and furniture add what
    /// distance no longer takes. Recordings of several buildings have 1.2–1.6 dB a metre beyond five metres.
    var clutterDistance = 6.0

    /// The level at one metre when the beacon does not say, in dBm: what iBeacons are commonly calibrated
    /// to.
    var defaultMeasuredPower = -59.0

    /// How much louder than the average one this station hears, in decibels: what `hotcold calibrate` found.
    package var earOffset = 0.0

    /// How far the level at one metre may be off for a pair of stations, as one standard deviation in dB:
    /// antenna, case, hand. Recordings of different set-ups differ by 12 dB at one metre. It never averages
    /// out, so it widens the distance for good, and says nothing about the trend.
    var calibrationSpread = 4.5

    /// How far the path loss exponent may be off, as one standard deviation: it widens far distances more
    /// than near ones.
    var exponentSpread = 0.25

    /// Spread of single packets around their local mean in dB: multipath, and a different one on each of the
    /// three advertising channels, which reports do not tell apart.
    var packetSpread = 4.4

    /// How much further fades reach down than that, and how much less peaks reach up, as a factor: waves that
    /// cancel each other leave nothing, waves that add up give six decibels at most.
    var fadeSkew = 1.55
    /// How far the mean of packets lies below the level they scatter about, in dB: the mean of a normal
    /// distribution whose two halves have these spreads.
    var usualFade: Double { (2 / Double.pi).squareRoot() * packetSpread * (fadeSkew - 1 / fadeSkew) }

    /// Packets closer together than this share some of their fading, so that thirty a second tell little more
    /// than four: at a stroll it takes as long for the twelve centimetres of a wave at 2.4 GHz.
    var fadingDuration = Duration.milliseconds(250)
    /// The same between a packet and one that the other end received: the way is the same, and echoes deceive
    /// both ends alike. So long that two ears are no less often right than one, and turn no more often
    /// (`docs/ranging.md`).
    var sharedFading = Duration.milliseconds(270)

    /// Spread in dB of what is not distance and changes from place to place: walls, furniture, bodies; the
    /// metres over which it does, and how long it lasts where nobody walks.
    var shadowSpread = 2.0
    var shadowLength = 3.0
    var shadowDuration = Duration.seconds(10)
    /// How much the shadow changes with a turn of the body, as one standard deviation in dB. When it comes
    /// between, it takes 3 to 10 dB (Januszkiewicz, Sensors 18, 2018); most turns are smaller. With 3 dB a
    /// leap of the level would count as a turn for good.
    var turningSpread = 2.0

    // MARK: - People

    /// How fast people of each speed class go, in metres a second, as one standard deviation towards or away
    /// from the beacon (over ground, 1.25 times that in the mean). Standing is not quite 0: people sway.
    var swaying = 0.02
    var strolling = 0.3
    var walking = 0.9

    /// How far people go in one direction before they turn, in metres: across a room.
    var legLength = 5.5
    /// How long people stand before they go on.
    var standingDuration = Duration.seconds(6)
    /// How often people stand after having gone somewhere, and how often they keep their speed otherwise.
    var standingShare = 0.25
    var paceKept = 0.6

    /// Where a beacon is before it has been heard: the median in metres, and one standard deviation as a
    /// factor.
    var priorDistance = 5.0
    var priorFactor = 2.5
    /// People keep to a house: somebody further off than usual is likelier to come back than to go on, by
    /// this share of their speed. What is usual is learned; the prior counts as much as so long a time.
    var homing = 0.6
    var priorDuration = Duration.seconds(60)
    /// The share of straight walks that pass the beacon rather than meet it: sooner or later those turn from
    /// closing to opening by themselves.
    var passing = 0.15

    /// The time over which a change of distance counts, and the change a second, in metres, that is too small
    /// to be one.
    var memory = Duration.milliseconds(1600)
    var stillness = 0.1

    // MARK: - Answers

    /// The calibration slope of a probability (Cox, Biometrika 45, 1958): the hypotheses give odds that are
    /// too modest. To this power they are nearer to what comes true, in every kind of building tried.
    var calibrationSlope = 1.3
    /// The probability that it takes to call a trend, and to keep calling it.
    var calls = 0.775
    var keepsCalling = 0.5

    /// Silence after which a beacon counts as lost. Shorter than the five seconds within which it must be
    /// said.
    package var lostAfter = Duration.milliseconds(4500)

    /// Silence after which nothing learnt before is worth anything.
    var forgottenAfter = Duration.seconds(30)

    package init() {}
}

extension Duration {
    /// In seconds, for arithmetic; exact to the nanosecond for more than a month.
    package var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}
