import Determinism
import Game
import PeerNetwork

/// Makes up stations: each has a key of its own, a card that is rightly signed, and an answer to all who ask
/// whether it is there.
struct Pretender: Sendable {
    /// How many it can still answer for.
    private static let facesAtMost = 96
    private static let boot: UInt32 = 1

    private var faces: [IdentityKey] = []
    private var random: SeededGenerator

    init(random: SeededGenerator) {
        self.random = random
    }

    /// The card of somebody who was not there before.
    mutating func card() -> [UInt8] {
        let key = IdentityKey(seed: bytes(IdentityKey.seedBytes))
        if faces.count >= Self.facesAtMost { faces.removeFirst() }
        faces.append(key)
        let place = HashChain.Place(sender: key.id, boot: Self.boot, sequence: 1)
        let chain = HashChain(end: bytes(HashChain.elementBytes), at: place)
        let announcement = Announcement(
            sender: key.id, boot: Self.boot, name: StationName(key.id), role: .seek)
        let content = PresenceAnnouncement.Content(
            body: announcement.encoded(now: .zero), isUrgent: false, ephemeral: bytes(32), pace: 10)
        let signed = PresenceAnnouncement.write(
            content, boot: Self.boot, sequence: 1, anchor: chain.element(0), by: key)
        return signed + [0] + chain.element(0)
    }

    /// "I am": the answer to a probe that means one of the made-up.
    func answer(_ datagram: [UInt8]) -> [UInt8]? {
        guard let probe = Challenge(datagram), let key = faces.first(where: { $0.id == probe.target }) else {
            return nil
        }
        return ChallengeResponse(to: probe, sequence: 1, by: key).encoded
    }

    private mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
}
