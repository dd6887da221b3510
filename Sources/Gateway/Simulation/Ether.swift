import Glibc

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
    static let shadowSpread = 3.5
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
        var places: [Position]
        var at: Duration
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
        let places = isForward ? [source.position, sink.position] : [sink.position, source.position]
        var pair = pairs[key] ?? fresh(key, places: places, now: now)
        let moved = zip(pair.places, places).reduce(0) { $0 + $1.0.distance(to: $1.1) }
        let seconds = max(0, (now - pair.at).inSeconds)
        pair.shadow.change(by: moved / Self.shadowLength + seconds / 60, &pair.random)
        for index in pair.fading.indices {
            // Half a wavelength at 2.4 GHz is 6 cm; people elsewhere in the house change the echoes within
            // seconds.
            pair.fading[index].change(by: moved / 0.06 + seconds / 5, &pair.random)
        }
        pair.places = places
        pair.at = max(pair.at, now)

        let index = min(max(channel - 37, 0), 2)
        let metres = max(0.2, source.position.distance(to: sink.position))
        var level = measuredPower - 10 * Self.exponent * log10(metres)
        level -= house.attenuation(from: source.position, to: sink.position)
        level -= Self.body(source, toward: sink.position) + Self.body(sink, toward: source.position)
        level += Self.shadowSpread * pair.shadow.value + pair.fading[index].decibels
        level += pair.offsets[isForward ? 0 : 1] + Self.readingSpread * pair.random.normal()
        let survival = (1 - Self.collisions) / (1 + exp(-(level - Self.sensitivity)))
        let isHeard = Double.random(in: 0..<1, using: &pair.random) < survival
        pairs[key] = pair
        return isHeard ? Int8(min(max(level, -127), 20).rounded()) : nil
    }

    private func fresh(_ key: PairKey, places: [Position], now: Duration) -> Pair {
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
