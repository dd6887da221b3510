import Crypto
import FoundationEssentials
package import Wire

/// A key as it is handed from one member to another, inside a unicast message.
package struct KeyDistribution: Sendable {
    package static let membersAtMost = 8

    var subject: SessionKey.Subject
    var secret: SymmetricKey
    /// Drawn by the sender a moment ago, and given to no earlier start of the receiver.
    var isFirst: Bool
    /// The sender's packets count from here.
    var floor: UInt64

    var encoded: [UInt8] {
        var writer = PacketWriter()
        writer.u64be(subject.session)
        writer.u16be(subject.round)
        writer.u8(0)
        writer.u8(isFirst ? 1 : 0)
        writer.u64be(floor)
        unsafe secret.withUnsafeBytes { unsafe writer.append($0) }
        writer.u8(UInt8(subject.members.count))
        for member in subject.members { writer.u64be(member.value) }
        writer.u16be(UInt16(subject.agreement.count))
        writer.append(subject.agreement)
        return writer.bytes
    }

    package init(_ key: SessionKey, isFirst: Bool, floor: UInt64) {
        subject = key.subject
        secret = key.secret
        self.isFirst = isFirst
        self.floor = floor
    }

    package init(_ bytes: [UInt8]) throws(Malformed) {
        var reader = PacketReader(bytes)
        let session = try reader.u64be()
        let round = try reader.u16be()
        // Kept free.
        _ = try reader.u8()
        isFirst = try reader.u8() & 1 != 0
        floor = try reader.u64be()
        secret = SymmetricKey(data: try reader.bytes(SessionKey.secretBytes))
        let count = Int(try reader.u8())
        guard (2...Self.membersAtMost).contains(count) else {
            throw Malformed("no such number of members", at: reader.offset)
        }
        var members: [StationID] = []
        for _ in 0..<count { members.append(StationID(value: try reader.u64be())) }
        guard zip(members, members.dropFirst()).allSatisfy({ $0 < $1 }) else {
            throw Malformed("members out of order", at: reader.offset)
        }
        let length = Int(try reader.u16be())
        guard length <= SessionKey.bytesOfAgreementAtMost else {
            throw Malformed("too much agreed", at: reader.offset)
        }
        subject = SessionKey.Subject(
            session: session, round: round, members: members, agreement: try reader.bytes(length))
    }
}

/// "I have that key": tells the giver from where on the taker's packets count.
struct TakenNote: Equatable, Sendable {
    var mark: UInt64
    var floor: UInt64

    var encoded: [UInt8] {
        var writer = PacketWriter()
        writer.u64be(mark)
        writer.u64be(floor)
        return writer.bytes
    }

    init(mark: UInt64, floor: UInt64) {
        self.mark = mark
        self.floor = floor
    }

    init(_ bytes: [UInt8]) throws(Malformed) {
        var reader = PacketReader(bytes)
        mark = try reader.u64be()
        floor = try reader.u64be()
    }
}
