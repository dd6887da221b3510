import PeerNetwork
import Synchronization

/// Cards whose signatures have been checked, and what came of it.
///
/// In a simulated world every card reaches all stations of a network, and a signature is the same for each of
/// them: it is checked by the first, and its bytes are compared by the others. A station on a real machine
/// hears each card once and keeps none of this.
package final class Verdicts: Sendable {
    /// Cards that are remembered; when there are as many, all are forgotten.
    static let cardsAtMost = 8_192

    private let known = Mutex<[[UInt8]: Bool]>([:])

    package init() {}

    /// The same as `card.isGenuine`, also if another station asked before.
    func isGenuine(_ card: PresenceAnnouncement) -> Bool {
        if let verdict = known.withLock({ $0[card.signed] }) { return verdict }
        let verdict = card.isGenuine
        known.withLock { known in
            if known.count >= Self.cardsAtMost { known.removeAll(keepingCapacity: true) }
            known[card.signed] = verdict
        }
        return verdict
    }
}
