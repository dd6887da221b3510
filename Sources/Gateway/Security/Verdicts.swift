import Synchronization

/// Cards whose signatures have been checked and are right.
///
/// In a simulated world every card reaches all stations of a network, and a signature is the same for each of
/// them: it is checked by the first, and its bytes are compared by the others. A station on a real machine
/// hears each card once and keeps none of this.
final class Verdicts: Sendable {
    /// Cards that are remembered; when there are as many, all are forgotten.
    static let cardsAtMost = 8_192

    private let genuine = Mutex<Set<[UInt8]>>([])

    /// The same as `card.isGenuine`, whoever asked before.
    func isGenuine(_ card: Card) -> Bool {
        if genuine.withLock({ $0.contains(card.signed) }) { return true }
        guard card.isGenuine else { return false }
        genuine.withLock { known in
            if known.count >= Self.cardsAtMost { known.removeAll(keepingCapacity: true) }
            known.insert(card.signed)
        }
        return true
    }
}
