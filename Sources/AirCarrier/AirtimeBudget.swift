/// Which intervals are for frames, and which for the beacon, and how much of a hunt's is saved up for when
/// something has happened.
struct AirtimeBudget: Sendable {
    typealias Share = (frames: Int, beacons: Int)

    /// Where nobody hunts, most is for frames; the beacon only says who is near.
    private static let idle: Share = (frames: 9, beacons: 1)
    /// Where a radio is slow, each frame is waited for.
    private static let idleWhereSlow: Share = (frames: 19, beacons: 1)
    /// In a hunt, when something has happened.
    private static let open: Share = (frames: 4, beacons: 1)
    /// In a hunt the beacon is what people walk by: of its intervals frames have a sixth …
    private static let hunting: Share = (frames: 1, beacons: 5)
    /// … and what is left to a fifth is saved up for when something has happened, in thirtieths of a frame:
    /// one for each interval, 64 frames at most.
    private static let savedOf = 30
    private static let savedAtMost = 64 * savedOf
    private static let usedWhenOpen = 22
    /// With less it is not begun: what is begun and ended at every interval is no share at all.
    private static let worthOpening = 8 * savedOf
    /// Both at least: a slow radio needs as many turns as a quick one.
    private static let urgentFor: Duration = .milliseconds(800)
    private static let urgentForSlots = 32

    /// How much may be sent beyond the sixth, and until when that is worked out.
    private var saved = Self.savedAtMost
    private var savedAt: Duration = .zero
    private var urgentUntil: Duration = .zero
    /// The last share was the one for what has happened.
    private var isOpen = false

    /// Something has happened.
    ///
    /// - Parameter slot: from one advertisement to the next.
    mutating func hurry(slot: Duration, now: Duration) {
        urgentUntil = max(urgentUntil, now + max(Self.urgentFor, slot * Self.urgentForSlots))
    }

    /// Works out what was used, and what has come, since this was asked last.
    ///
    /// - Parameter isHunting: outside a hunt nothing is used up.
    mutating func save(slot: Duration, isHunting: Bool, now: Duration) {
        guard now - savedAt < slot * Self.savedAtMost else {
            (saved, savedAt) = (Self.savedAtMost, now)
            return
        }
        let events = Int((now - savedAt) / slot)
        guard events > 0 else { return }
        savedAt += slot * events
        // Two thirds of an interval's time, and some more, as a round may be cut short where it begins.
        let used = isHunting && isOpen ? events * Self.usedWhenOpen : 0
        // What was used beyond it has to come back first.
        saved = min(Self.savedAtMost, saved + events - used)
    }

    /// - Parameters:
    ///   - isUrgent: something that has happened is left to say. No longer than that, so that who holds once
    ///     more, and once more, is heard as well.
    ///   - isSlow: the radio advertises seldom.
    func share(isHunting: Bool, isUrgent: Bool, isSlow: Bool, now: Duration) -> Share {
        guard isHunting else { return isSlow ? Self.idleWhereSlow : Self.idle }
        let isNeeded = now < urgentUntil && isUrgent
        return isNeeded && saved > (isOpen ? 0 : Self.worthOpening) ? Self.open : Self.hunting
    }

    /// The radio goes by this share from now on; nil while no frames are advertised.
    mutating func use(_ share: Share?) { isOpen = share.map { $0 == Self.open } ?? false }
}
