/// Levels of one beacon, heard from one place, and what they have in common.
///
/// In decibels the fading of a room has a long lower tail: where echoes cancel, single packets fall 10 or
/// 20 dB, and none rises so far. A mean follows the tail. The median does not, but a beacon calls on three
/// channels that differ by several decibels in one place, and the median of three lumps sits in one of them
/// and jumps to the next. So the middle half is averaged: deep fades are left out, and all channels have a
/// say.
struct LevelSample: Codable, Sendable {
    /// Forty seconds of the busiest beacon.
    static let levelsAtMost = 4_096
    /// What the place adds or takes, as one standard deviation in dB, when the station is turned while it
    /// listens: single channels differ by up to 8 dB in one place, and there are three.
    static let place = 2.5

    private struct Level: Codable, Sendable {
        var rssi: Double
        var at: Duration
    }

    private var levels: [Level] = []
    /// What the beacon says it is heard at from one metre; the last that it said.
    private(set) var measuredPower: Int8?

    mutating func add(rssi: Int8, measuredPower: Int8?, at time: Duration) {
        guard levels.count < Self.levelsAtMost else { return }
        levels.append(Level(rssi: Double(rssi), at: time))
        self.measuredPower = measuredPower
    }

    var count: Int { levels.count }

    /// The mean of the middle half, in dBm; nil for an empty sample.
    var middle: Double? { Self.middle(levels.map(\.rssi)) }

    /// One standard deviation in dB, from the width of the middle half, so that deep fades do not count: that
    /// of a normal distribution is 1.349 deviations wide.
    var spread: Double {
        let sorted = levels.map(\.rssi).sorted()
        guard sorted.count >= 4 else { return 0 }
        return (Self.quantile(0.75, of: sorted) - Self.quantile(0.25, of: sorted)) / 1.349
    }

    /// How far the middle moved from the first half of the time to the second, in dB.
    var drift: Double {
        guard let first = levels.first?.at, let last = levels.last?.at else { return 0 }
        let half = first + (last - first) / 2
        let parts = [levels.filter { $0.at < half }, levels.filter { $0.at >= half }]
        let middles = parts.compactMap { Self.middle($0.map(\.rssi)) }
        guard middles.count == 2 else { return 0 }
        return abs(middles[1] - middles[0])
    }

    /// The standard deviation of `middle` in dB: what chance makes of it, and what the place does.
    ///
    /// Packets within 200 ms share their fading, so no more than five a second count. The place, where one
    /// echo adds and another takes, does not average out however long it is listened to.
    var uncertainty: Double {
        guard let first = levels.first?.at, let last = levels.last?.at else { return 0 }
        let independent = max(1, min(Double(count), 5 * (last - first).inSeconds))
        return (spread * spread / independent + Self.place * Self.place).squareRoot()
    }

    private static func middle(_ levels: [Double]) -> Double? {
        guard !levels.isEmpty else { return nil }
        let half = levels.sorted().dropFirst(levels.count / 4).dropLast(levels.count / 4)
        return half.reduce(0, +) / Double(half.count)
    }

    /// Between the two neighbours, as far from each as the share says.
    private static func quantile(_ share: Double, of sorted: [Double]) -> Double {
        let place = share * Double(sorted.count - 1)
        let below = Int(place)
        let above = min(below + 1, sorted.count - 1)
        return sorted[below] + (sorted[above] - sorted[below]) * (place - Double(below))
    }
}
