/// How many stations there are on the network, roughly, without remembering them.
///
/// An identity is a hash, so its low bits say into which of 4,096 cells it falls; the cells that are hit in
/// some time are about as many as there are stations (linear counting; Whang and others, TODS 15/2, 1990).
/// Asked only when the roster is nearly full: up to then it is known.
package struct CrowdEstimate: Sendable {
    static let cells = 4_096
    /// Longer than the longest pace, so that everybody is heard within it.
    static let span: Duration = .seconds(40)
    /// Idle announcements a second that all stations of a network send together, about.
    static let cardsPerSecond = 64
    static let paceAtLeast: Duration = .seconds(1)
    static let paceAtMost: Duration = .seconds(30)

    private var words = [UInt64](repeating: 0, count: cells / 64)
    private var hits = 0
    private var hitsBefore = 0
    private var since: Duration = .zero

    mutating func note(_ id: StationID, now: Duration) {
        if now - since >= Self.span {
            hitsBefore = now - since >= Self.span * 2 ? 0 : hits
            hits = 0
            since = now
            for index in words.indices { words[index] = 0 }
        }
        let cell = Int(id.value % UInt64(Self.cells))
        let bit = UInt64(1) << UInt64(cell % 64)
        if words[cell / 64] & bit == 0 {
            words[cell / 64] |= bit
            hits += 1
        }
    }

    /// How many were heard lately; a few too few when there are many.
    var count: Int { max(hits, hitsBefore) }

    /// How often each of so many stations repeats an announcement while nothing happens, in tenths of a
    /// second.
    static func pace(of stations: Int) -> UInt16 {
        let seconds = (stations + cardsPerSecond - 1) / cardsPerSecond
        let atMost = Int(paceAtMost / .seconds(1))
        return UInt16(10 * min(atMost, max(1, seconds)))
    }
}
