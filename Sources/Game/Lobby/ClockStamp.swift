import Determinism
import HCI
import PeerNetwork
import Wire

/// What a member of a session says of its own clock and of the others': enough for each pair to measure how
/// far their clocks are apart, as RFC 5905 (NTP) does with four instants.
///
/// Milliseconds since the start of the machine, as 32 bits that wrap after seven weeks.
package struct ClockStamp: Equatable, Codable, Sendable {
    /// When one of the others' messages was sent, by its own clock, and how long it has been here.
    struct Echo: Equatable, Codable, Sendable {
        var of: StationID
        /// The stamp of their newest message.
        var sent: UInt32
        /// Milliseconds between its arrival and the sending of this one.
        var heldFor: UInt16
    }

    /// At most one for each other member.
    static let echoesAtMost = Session.membersAtMost - 1

    /// When this message was sent.
    var sent: UInt32
    var echoes: [Echo] = []

    /// Compared as serial numbers are (RFC 1982), because they wrap. A sender gives each its own.
    func isNewer(than other: ClockStamp) -> Bool {
        Int32(bitPattern: sent &- other.sent) > 0
    }

    static func milliseconds(_ time: Duration) -> UInt32 {
        UInt32(truncatingIfNeeded: time.wholeMilliseconds)
    }

    func write(to writer: inout PacketWriter) {
        writer.u32be(sent)
        let told = echoes.prefix(Self.echoesAtMost)
        writer.u8(UInt8(told.count))
        for echo in told {
            writer.u64be(echo.of.value)
            writer.u32be(echo.sent)
            writer.u16be(echo.heldFor)
        }
    }

    static func read(_ reader: inout PacketReader) throws(Malformed) -> ClockStamp {
        let sent = try reader.u32be()
        let count = Int(try reader.u8())
        guard count <= echoesAtMost else { throw Malformed("too many echoes", at: reader.offset) }
        var echoes: [Echo] = []
        for _ in 0..<count {
            echoes.append(
                Echo(
                    of: StationID(value: try reader.u64be()), sent: try reader.u32be(),
                    heldFor: try reader.u16be()))
        }
        return ClockStamp(sent: sent, echoes: echoes)
    }
}
