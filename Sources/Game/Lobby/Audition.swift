import HCI
package import PeerNetwork
import Ranging
package import Wire

/// A station's doctor asks another station to listen: whether a radio calls can only be heard from outside.
///
/// The one that is asked listens for the name that the other's beacon says, for two and a half seconds, and
/// answers how often it was heard and how strongly. It costs a radio's attention: so one asks at a time, once
/// in ten seconds, and in a round nobody.
package struct Audition: Codable, Sendable {
    package static let lasts = Duration.milliseconds(2_500)
    static let apart = Duration.seconds(10)

    /// What is said by unicast about it.
    package enum Line: Equatable, Sendable {
        /// "Do you hear this name?"
        case ask(StationName)
        /// How many packets were heard, and how strongly in the middle, in dBm; nil when none was.
        case answer(Answer)

        /// The body of a unicast message.
        package var bytes: [UInt8] {
            var writer = PacketWriter()
            writer.u8(Audition.unicastKind)
            switch self {
            case .ask(let name):
                writer.u8(1)
                writer.u8(name.colour)
                writer.u8(name.animal)
            case .answer(let answer):
                writer.u8(2)
                writer.u16be(answer.packets)
                writer.u8(UInt8(bitPattern: answer.level ?? 0))
            }
            return writer.bytes
        }

        /// Nil for a kind of unicast message that is another's, or unknown; bytes behind the known ones are
        /// left for later programs.
        package static func decode(_ body: [UInt8]) throws(Malformed) -> Line? {
            var reader = PacketReader(body)
            guard try reader.u8() == Audition.unicastKind else { return nil }
            switch try reader.u8() {
            case 1: return .ask(try Announcement.decodeName(&reader))
            case 2:
                let packets = try reader.u16be()
                let level = Int8(bitPattern: try reader.u8())
                return .answer(Answer(packets: packets, level: packets > 0 ? level : nil))
            default: return nil
            }
        }
    }

    package struct Answer: Equatable, Sendable {
        package var packets: UInt16
        package var level: Int8?

        package init(
            packets: UInt16,
            level: Int8? = nil
        ) {
            self.packets = packets
            self.level = level
        }
    }

    /// What a unicast message is, in its first byte; an invitation is 1.
    private static let unicastKind: UInt8 = 2
    /// More than a radio hears of one beacon in that time.
    private static let levelsAtMost = 1_000

    private var asker: StationID?
    private var beacon: BeaconIdentity?
    private var since = Duration.zero
    private var levels: [Int8] = []

    /// - Returns: nil for who asks too soon.
    package init?(_ name: StationName, for asker: StationID, after last: Audition?, now: Duration) {
        if let last, now - last.since < Self.apart { return nil }
        self.asker = asker
        beacon = BeaconIdentity(Earshot.beacon(name, measuredPower: 0))
        since = now
    }

    var isListening: Bool { asker != nil }

    mutating func heard(_ beacon: IBeacon, rssi: Int8) {
        guard isListening, levels.count < Self.levelsAtMost, BeaconIdentity(beacon) == self.beacon else {
            return
        }
        levels.append(rssi)
    }

    /// Answers when it is time; nothing once a round has begun.
    mutating func advance(isFree: Bool, now: Duration) -> [Effect] {
        guard let asker, !isFree || now - since >= Self.lasts else { return [] }
        defer { (self.asker, levels) = (nil, []) }
        guard isFree else { return [] }
        let middle = levels.isEmpty ? nil : levels.sorted()[levels.count / 2]
        let answer = Answer(packets: UInt16(clamping: levels.count), level: middle)
        return [.unicast(UnicastMessage(other: asker, body: Line.answer(answer).bytes))]
    }
}
