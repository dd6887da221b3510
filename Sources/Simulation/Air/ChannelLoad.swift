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
        exp(-2 * Double(others) * packet.inSeconds / (interval + delay).inSeconds)
    }
}
