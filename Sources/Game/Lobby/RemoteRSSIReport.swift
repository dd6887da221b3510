import Determinism
import HCI
import PeerNetwork
import Wire

/// What one station of a session tells the others of how it hears their beacons: `docs/lobby.md` draws the
/// bytes.
///
/// The path loss between two stations is the same both ways, the fading is not. So a station that is told how
/// it is heard at the other end has a second ear there.
package struct RemoteRSSIReport: Equatable, Sendable {
    /// How many sightings one datagram carries: of fresh ones, and again of repeated ones.
    static let sightingsAtMost = 64

    /// One received advertisement of a member's beacon.
    package struct Entry: Equatable, Codable, Sendable {
        /// Whose beacon it was: its place in the session's list of members.
        var member: UInt8
        /// How strongly it was received, in dBm, corrected by what the teller's ear is known to be off by.
        var rssi: Int8
        /// When, on this station's clock.
        var at: Duration

        package init(
            member: UInt8,
            rssi: Int8,
            at: Duration
        ) {
            self.member = member
            self.rssi = rssi
            self.at = at
        }
    }

    var sender: StationID
    var boot: UInt32
    var sequence: UInt32
    /// The session whose members are meant.
    var session: UInt64
    /// What was received since the datagram before.
    var fresh: [Entry]
    /// What that one told already, for who missed it.
    var repeated: [Entry]

    /// The body of a message. Times in it are ages, in milliseconds, because stations do not share a clock.
    func encoded(now: Duration) -> [UInt8] {
        var writer = PacketWriter()
        writer.u8(Announcement.Kind.remoteReport)
        writer.u32be(sequence)
        for entries in [fresh, repeated] {
            let told = entries.suffix(Self.sightingsAtMost)
            writer.u8(UInt8(told.count))
            for entry in told {
                writer.u8(entry.member)
                writer.u8(UInt8(bitPattern: entry.rssi))
                writer.u16be(UInt16(clamping: max(.zero, now - entry.at).wholeMilliseconds))
            }
        }
        return writer.bytes
    }

    /// Reads what follows the kind; bytes behind the known ones are left for later programs.
    ///
    /// - Parameter now: when it was received; the sightings are put on this clock.
    static func read(
        _ reader: inout PacketReader, from received: Message.Received, now: Duration
    ) throws(Malformed) -> RemoteRSSIReport {
        guard case .session(let session) = received.message.audience else {
            throw Malformed("a report outside a session", at: 0)
        }
        return RemoteRSSIReport(
            sender: received.sender, boot: received.boot, sequence: try reader.u32be(), session: session,
            fresh: try readEntries(&reader, now: now), repeated: try readEntries(&reader, now: now))
    }

    private static func readEntries(
        _ reader: inout PacketReader, now: Duration
    ) throws(Malformed) -> [Entry] {
        let count = Int(try reader.u8())
        guard count <= sightingsAtMost else { throw Malformed("too many sightings", at: reader.offset) }
        var entries: [Entry] = []
        for _ in 0..<count {
            let member = try reader.u8()
            let rssi = Int8(bitPattern: try reader.u8())
            let age = Duration.milliseconds(Int64(try reader.u16be()))
            entries.append(Entry(member: member, rssi: rssi, at: now - age))
        }
        return entries
    }
}
