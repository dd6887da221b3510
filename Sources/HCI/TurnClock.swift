/// Whose turn it is: the beacon's, or which frame's.
///
/// A turn is as long as an advertising interval with the mean of what the controller adds to it, so that each
/// is on the air about once (Core 5.3 Vol 6 Part B 4.4.2.2.1). Some are missed and some are sent twice; what
/// is in the frames has to stand that.
struct TurnClock: Sendable {
    /// The controller adds 0…10 ms to each interval.
    static let meanDelay: Duration = .milliseconds(5)

    private var turns: AdvertisingTurns?
    /// How many intervals have begun since the first, and how many of them were frames of this list.
    private var interval = 0
    private var frame = 0
    /// When the next begins; nil while there are no turns.
    private(set) var next: Duration?
    /// That was before this turn was on the air.
    private var isLate = false

    /// The frame that is advertised now; nil for the beacon.
    private(set) var current: [UInt8]?

    mutating func want(_ turns: AdvertisingTurns?) {
        guard turns != self.turns else { return }
        if turns?.frames != self.turns?.frames { frame = 0 }
        self.turns = turns
        if turns == nil || turns?.frames.isEmpty == true { (next, current, isLate) = (nil, nil, false) }
    }

    /// - Parameters:
    ///   - length: of an advertising interval.
    ///   - hasBeacon: otherwise frames have all of the time.
    ///   - isOut: what has the turn is on the air. Before, its turn does not end.
    mutating func advance(now: Duration, length: Duration, hasBeacon: Bool, isOut: Bool) {
        guard let turns, !turns.frames.isEmpty else { return }
        let turn = length + Self.meanDelay
        if let next {
            guard isOut else {
                isLate = isLate || now >= next
                return
            }
            if isLate {
                (self.next, isLate) = (now + turn, false)
                return
            }
            guard now >= next else { return }
        }
        let share = turns.share
        // A round begins with its frames.
        let isFrame = !hasBeacon || interval % (share.frames + share.beacons) < share.frames
        interval += 1
        if isFrame {
            current = turns.frames[frame % turns.frames.count]
            frame += 1
        } else {
            current = nil
        }
        // In step with the clock, not with how late it is looked at.
        let due = next.map { $0 + turn } ?? now + turn
        next = due > now ? due : now + turn
    }
}
