package import HCI

/// How full a beacon's battery is, as far as it tells.
package struct BatteryLevel: Equatable, Codable, Sendable, CustomStringConvertible {
    /// What the beacon itself says, 0…100.
    package var stated: Int?
    package var millivolts: Int?

    package init(stated: Int? = nil, millivolts: Int? = nil) {
        self.stated = stated
        self.millivolts = millivolts
    }

    package init(_ reading: BatteryReading) {
        self.init(stated: reading.percent.map(Int.init), millivolts: reading.millivolts.map(Int.init))
    }

    /// Below this a new battery is due, in percent.
    static let low = 20

    /// In percent: what the beacon says, or else what its voltage means; nil when neither says anything.
    package var percent: Int? {
        stated ?? millivolts.flatMap(Self.percent(coinCell:))
    }

    package var isLow: Bool { percent.map { $0 < Self.low } ?? false }

    /// "80 %", "about 42 % (2900 mV)".
    package var description: String {
        let voltage = millivolts.map { "\($0) mV" }
        let level = percent.map { stated == nil ? "about \($0) %" : "\($0) %" }
        return switch (level, voltage) {
        case (let level?, let voltage?): "\(level) (\(voltage))"
        case (let one?, nil), (nil, let one?): one
        case (nil, nil): "unknown"
        }
    }

    /// As fields of a JSON object.
    package var fields: [(name: String, value: String)] {
        [
            ("battery_percent", percent.map(String.init) ?? "null"),
            ("battery_mv", millivolts.map(String.init) ?? "null"),
        ]
    }

    /// What is left of a lithium coin cell (CR2032, CR2450, CR2477: one chemistry, 3.0 V when new) at a
    /// voltage.
    ///
    /// The voltage of such a cell stays at 2.9 V for most of its life and then falls off, so this is a guess
    /// with a step of some ten percent, worse in the cold. The corners are those of the curve that Nordic
    /// Semiconductor publishes for beacons on its chips.
    private static func percent(coinCell millivolts: Int) -> Int? {
        // Beyond what such a cell can have: other batteries, or a mains adapter.
        guard (1_500...3_600).contains(millivolts) else { return nil }
        let corners = [(2_100, 0), (2_440, 6), (2_740, 18), (2_900, 42), (3_000, 100)]
        for (lower, upper) in zip(corners, corners.dropFirst()) where millivolts < upper.0 {
            guard millivolts > lower.0 else { return lower.1 }
            return lower.1 + (millivolts - lower.0) * (upper.1 - lower.1) / (upper.0 - lower.0)
        }
        return 100
    }
}
