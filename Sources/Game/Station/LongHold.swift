/// A button that is held on and on outside a round: the station says where it stands, and then, counting
/// aloud, switches itself off. Letting go ends it at any time before the end.
package struct LongHold: Codable, Sendable {
    package enum Step: Equatable, Sendable {
        case tellWhereIStand
        case warn
        case count(Int)
        case goodbye
        case switchOff
    }

    /// How long the button has to be down for what.
    static let tellsAfter = Duration.seconds(5)
    static let warnsAfter = Duration.seconds(10)
    static let countsAfter = Duration.seconds(12)
    static let counts = 5
    /// After the goodbye, so that it can be heard.
    static let switchesOffAfter = Duration.seconds(3)
    /// A machine that is still on so long after the goodbye is not going off.
    static let isOnAfter = Duration.seconds(60)

    /// What comes next, by its place in `steps`; nil while the button is up, or needed for something else.
    private var next: Int?
    private var downSince: Duration?
    private var saidGoodbyeAt: Duration?
    private var askedToSwitchOff = false

    /// The goodbye was said, and there is no way back.
    var isOver: Bool { saidGoodbyeAt != nil }

    private static let steps: [(after: Duration, Step)] =
        [(tellsAfter, .tellWhereIStand), (warnsAfter, .warn)]
        + (0..<counts).map { (countsAfter + .seconds($0), .count(counts - $0)) }
        + [(countsAfter + .seconds(counts), .goodbye)]

    /// The machine stays on after all.
    mutating func stayOn() {
        saidGoodbyeAt = nil
        askedToSwitchOff = false
    }

    /// What is due now.
    ///
    /// - Parameters:
    ///   - downSince: since when the button is down; nil while it is up.
    ///   - isFree: nobody plays, and nobody else holds: the hold means nothing else. Once it did, this press
    ///     stays out of it.
    ///   - mayEnd: whether it may go on to switching off.
    mutating func advance(downSince: Duration?, isFree: Bool, mayEnd: Bool, now: Duration) -> Step? {
        if let saidGoodbyeAt {
            let since = now - saidGoodbyeAt
            if since >= Self.isOnAfter { stayOn() }
            guard isOver, !askedToSwitchOff, since >= Self.switchesOffAfter else { return nil }
            askedToSwitchOff = true
            return .switchOff
        }
        guard let downSince else {
            (next, self.downSince) = (nil, nil)
            return nil
        }
        if self.downSince != downSince { (next, self.downSince) = (0, downSince) }
        guard isFree else {
            next = nil
            return nil
        }
        guard let index = next, index < Self.steps.count, index == 0 || mayEnd,
            now - downSince >= Self.steps[index].after
        else { return nil }
        next = index + 1
        let step = Self.steps[index].1
        if step == .goodbye { saidGoodbyeAt = now }
        return step
    }
}
