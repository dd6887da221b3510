import Determinism
import Glibc
import Ranging

/// The air of a house: what one station's transmission arrives at another with.
///
/// Level = measured power − 18 log10(distance) − walls − bodies + shadow + fading + the receiver's own
/// error. Distance, walls, bodies and shadow are the same both ways; the error is not. The shadow is
/// correlated over about a metre and a half of walking, the fading over a few centimetres and different on
/// each advertising channel, so that somebody who stands still hears a steady level, as measured in houses,
/// and not fresh noise with every packet.
///
/// Deterministic: the same seed, stations, places and times give the same levels, in any order of the
/// *pairs*.
struct Ether: Sendable {
    /// Where a station is and which way its carrier faces, in radians from the x axis; nil when nobody's
    /// body is near.
    struct Antenna: Equatable, Sendable {
        var position: Position
        var heading: Double?
    }

    /// Below this level a receiver loses half of the packets, in dBm.
    static let sensitivity = -95.0
    /// How quickly the level falls with the distance within a room: 1.8–2.1 has been measured indoors.
    static let exponent = 1.8
    /// What a body takes that is exactly between, in dB.
    static let bodyLoss = 7.0
    /// Over how many metres of walking the shadow changes.
    static let shadowLength = 1.5
    /// The constant difference between the two directions of a link, and the noise of a reading, in dB.
    static let directionSpread = 1.0
    static let readingSpread = 1.5
    /// The share of packets that collide with something, wherever they come from.
    static let collisions = 0.08

    /// What changes between two stations. One for each pair that ever met: n (n − 1) / 2 of them for n
    /// stations.
    private struct Pair {
        var random: SeededGenerator
        var shadow: Fluctuation
        var fading: [Fluctuation.Rician]
        var offsets: [Double]
        var places: (low: Position, high: Position)
        var at: Duration

        /// A packet goes from one of the two, where they stand now, to the other.
        mutating func pass(
            _ level: Double, _ places: (low: Position, high: Position), shadowSpread: Double,
            isForward: Bool, channel: Int, now: Duration
        ) -> Int8? {
            change(places, now: now)
            return receive(level + shadowSpread * shadow.value, isForward: isForward, channel: channel)
        }

        /// Time has passed, and the two stand elsewhere.
        private mutating func change(_ places: (low: Position, high: Position), now: Duration) {
            let moved =
                self.places.low.distance(to: places.low) + self.places.high.distance(to: places.high)
            let seconds = max(0, (now - at).inSeconds)
            shadow.change(by: moved / Ether.shadowLength + seconds / 60, &random)
            for index in fading.indices {
                // Half a wavelength at 2.4 GHz is 6 cm; people elsewhere in the house change the echoes
                // within seconds.
                fading[index].change(by: moved / 0.06 + seconds / 5, &random)
            }
            self.places = places
            at = max(at, now)
        }

        /// What a level is changed by on its way, apart from distance, walls, bodies and shadow; and whether
        /// a packet of that level comes through.
        private mutating func receive(_ level: Double, isForward: Bool, channel: Int) -> Int8? {
            var level = level + fading[channel].decibels
            level += offsets[isForward ? 0 : 1] + Ether.readingSpread * random.normal()
            let survival = (1 - Ether.collisions) / (1 + exp(-(level - Ether.sensitivity)))
            let isHeard = Double.random(in: 0..<1, using: &random) < survival
            return isHeard ? Int8(min(max(level, -127), 20).rounded()) : nil
        }
    }

    private let house: House
    private let seed: UInt64
    private var pairs: [PairKey: Pair] = [:]

    private struct PairKey: Hashable {
        let low: UInt64
        let high: UInt64
    }

    init(house: House, seed: UInt64) {
        self.house = house
        self.seed = seed
    }

    /// The level in dBm at which `receiver` hears one packet of `transmitter`, or nil when it does not.
    ///
    /// - Parameters:
    ///   - measuredPower: what the transmitter is heard at from one metre in the open, in dBm.
    ///   - channel: the advertising channel, 37…39.
    mutating func rssi(
        of transmitter: UInt64, at source: Antenna, by receiver: UInt64, at sink: Antenna,
        measuredPower: Double = -59, channel: Int, now: Duration
    ) -> Int8? {
        let key = PairKey(low: min(transmitter, receiver), high: max(transmitter, receiver))
        let isForward = transmitter == key.low
        let places =
            isForward
            ? (low: source.position, high: sink.position) : (low: sink.position, high: source.position)
        let index = min(max(channel - 37, 0), 2)
        let metres = max(0.2, source.position.distance(to: sink.position))
        var level = measuredPower - 10 * Self.exponent * log10(metres)
        level -= house.attenuation(from: source.position, to: sink.position)
        level -= Self.body(source, toward: sink.position) + Self.body(sink, toward: source.position)
        // Looked up once: this is most of what a hunt costs.
        let seed = seed
        return pairs[key, default: Self.fresh(key, seed: seed, places: places, now: now)].pass(
            level, places, shadowSpread: house.shadowSpread, isForward: isForward, channel: index, now: now)
    }

    private static func fresh(
        _ key: PairKey, seed: UInt64, places: (low: Position, high: Position), now: Duration
    ) -> Pair {
        // Not `Hasher`, whose seed differs from process to process.
        var first = SeededGenerator(seed: seed ^ key.low)
        var random = SeededGenerator(seed: first.next() ^ key.high)
        let shadow = Fluctuation(&random)
        let fading = (0..<3).map { _ in Fluctuation.Rician(&random) }
        let offsets = (0..<2).map { _ in Self.directionSpread * random.normal() }
        return Pair(
            random: random, shadow: shadow, fading: fading, offsets: offsets, places: places, at: now)
    }

    /// Stations are carried in front: nothing is lost ahead, most behind.
    private static func body(_ antenna: Antenna, toward other: Position) -> Double {
        guard let heading = antenna.heading else { return 0 }
        let bearing = atan2(other.y - antenna.position.y, other.x - antenna.position.x)
        return bodyLoss * (1 - cos(bearing - heading)) / 2
    }
}
