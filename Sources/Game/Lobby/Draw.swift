import Crypto
import HCI
import PeerNetwork
import Wire

/// Who comes first of those who hold: drawn by lots that all of them have a part in, so that nobody can
/// choose it alone, by an identity that was made up to be low or by waiting for the lots of the others.
///
/// A station says a commitment to its lot while it does not hold, and shows the lot when it does
/// (commit and reveal; Blum, "Coin flipping by telephone", 1981).
package enum Draw {
    /// A lot, and the bytes that commit to it, are of eight bytes each.
    package typealias Lot = UInt64

    /// One who holds, and its lot.
    package struct Hand: Equatable, Sendable {
        var id: StationID
        var lot: Lot
    }

    static func commitment(to lot: Lot, of id: StationID, boot: UInt32) -> Lot {
        var writer = PacketWriter()
        writer.u64be(id.value)
        writer.u32be(boot)
        writer.u64be(lot)
        return hash("hotcold lot v3", writer.bytes).first
    }

    /// The rank of each: the lower, the earlier. The same for everybody who sees the same hands.
    static func ranks(_ hands: [Hand]) -> [StationID: UInt64] {
        var writer = PacketWriter()
        for hand in hands.sorted(by: { $0.id < $1.id }) {
            writer.u64be(hand.id.value)
            writer.u64be(hand.lot)
        }
        let salt = hash("hotcold draw v3", writer.bytes).all
        var ranks: [StationID: UInt64] = [:]
        for hand in hands {
            var writer = PacketWriter()
            writer.u64be(hand.id.value)
            ranks[hand.id] = hash("", salt + writer.bytes).first
        }
        return ranks
    }

    /// All of them, the first one first.
    static func order(_ hands: [Hand]) -> [StationID] {
        let ranks = ranks(hands)
        return hands.map(\.id).sorted { (ranks[$0] ?? 0, $0) < (ranks[$1] ?? 0, $1) }
    }

    private static func hash(_ context: String, _ bytes: [UInt8]) -> (first: UInt64, all: [UInt8]) {
        let digest = Array(SHA256.hash(data: Array(context.utf8) + bytes))
        return (digest.u64be(at: 0), digest)
    }
}
