import Glibc
import Ranging

/// What advertisers take from each other that do not listen before they send, as pure ALOHA has it: an
/// advertisement arrives if no other begins while it lasts, or so long before it.
///
/// The worst that can be. A receiver often gets the nearer one of two (capture), which is left out.
package enum ChannelLoad {
    /// 47 bytes at 1 Mbit/s: preamble, access address, header, address, 31 bytes of data and CRC (Core 5.4,
    /// Vol 6, Part B, 2.1).
    static let packet = Duration.microseconds(376)
    /// The mean of what a controller adds to each interval: 0 to 10 ms (ibid., 4.4.2.2.1).
    static let delay = Duration.milliseconds(5)

    /// Of a station's advertisements; each goes out once on each of the three channels.
    ///
    /// - Parameters:
    ///   - others: how many advertise beside it within reach.
    ///   - interval: between two of each, as it is set.
    /// - Returns: the share that arrives, 0…1.
    package static func survival(others: Int, interval: Duration) -> Double {
        survival(perSecond: Double(others) / (interval + delay).inSeconds)
    }

    /// - Parameter perSecond: advertisements of all others.
    static func survival(perSecond: Double) -> Double { exp(-2 * perSecond * packet.inSeconds) }
}

/// How much is on the air of a hall, as an average over the last half second.
struct ChannelTraffic: Sendable {
    private static let memory = Duration.milliseconds(500)
    private var perSecond = 0.0
    private var at = Duration.zero

    /// An advertisement begins.
    ///
    /// - Parameter stations: how many advertise; its own do not take from it.
    /// - Returns: the share of its hearers that it reaches, 0…1.
    mutating func survival(stations: Int, now: Duration) -> Double {
        perSecond *= exp(-((now - at) / Self.memory))
        at = now
        defer { perSecond += 1 / Self.memory.inSeconds }
        let others = Double(stations - 1) / Double(max(1, stations))
        return ChannelLoad.survival(perSecond: perSecond * others)
    }
}
