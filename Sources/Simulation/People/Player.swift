import Determinism
import Game
import PeerNetwork

/// A person with a station in one hand: walks, listens, and presses the button.
struct Player: Sendable {
    /// How long people wait before they press to play, and how well they agree on when.
    var readiesAfter = Duration.seconds(6)
    private static let unison = Duration.milliseconds(400)
    /// A hold that nothing came of is let go and tried again: to play together, and in a hunt.
    var holdsFor = Duration.seconds(5)
    private static let claimsFor = Duration.seconds(5)
    private static let restsFor = Duration.seconds(2)

    var walker: Walker
    private var random: SeededGenerator
    /// How the contact bounces under this person's finger.
    var hand: SeededGenerator
    private var pressedAt: Duration?
    private var readyAt: Duration?
    private var restsUntil = Duration.zero
    private var round: UInt16 = 0
    private var going = false
    private var tauntsAt: Duration?
    /// Until when the person plays with the button instead of playing, and when the finger moves next.
    private var fidgetsUntil = Duration.zero
    private var nextMove = Duration.zero
    /// The same with the page.
    private var wishesUntil = Duration.zero
    private var nextWish = Duration.zero
    private var holdsOnPage = false
    /// The station lies somewhere, and nobody is with it.
    var isAway = false

    init(walker: Walker, random: SeededGenerator) {
        self.walker = walker
        self.random = random
        hand = self.random.fork()
    }

    /// The station is carried in front of the body, which is in the way of what is behind.
    var antenna: Ether.Antenna { Ether.Antenna(position: walker.position, heading: walker.heading) }

    /// What the finger does now: true for pressing, false for letting go, nil for nothing new.
    ///
    /// - Parameters:
    ///   - session: what the person knows from their station's voice.
    ///   - hider: where the hider is, for the walker's eyes.
    ///   - wantsMore: whether there is another round to be played.
    mutating func act(
        session: Session?, own: StationID, hider: Position?, wantsMore: Bool, house: House, now: Duration
    ) -> Bool? {
        if isAway { return letGo() }
        if now < fidgetsUntil { return fidget(now: now) }
        guard let session, session.outcome == nil else {
            going = false
            walker.advance(to: now)
            return gather(wantsMore: wantsMore, isNear: true, now: now)
        }
        readyAt = nil
        begin(session, own: own, house: house, now: now)
        walker.advance(to: now, hider: hider)
        if now < session.huntAt {
            return pressedAt == nil || now < session.startsAt - .seconds(3) ? nil : letGo()
        }
        if walker.part == .hider { return taunt(now: now) }
        if walker.wantsToHold || pressedAt != nil { return hold(atMost: Self.claimsFor, now: now) }
        return nil
    }

    /// From now on anything may happen to the button: taps, long holds, double presses.
    mutating func fidgets(until end: Duration) {
        fidgetsUntil = end
    }

    /// Whether the person has to be asked again soon.
    func isBusy(now: Duration) -> Bool {
        pressedAt != nil || now < fidgetsUntil || now < wishesUntil || holdsOnPage
    }

    /// From now on anything may be asked for on the page.
    mutating func wishes(until end: Duration) {
        wishesUntil = end
    }

    /// What the person asks of the page at this moment.
    ///
    /// - Parameter others: who can be asked to play.
    mutating func wish(others: [StationID], now: Duration) -> Wish? {
        guard now < wishesUntil || holdsOnPage, now >= nextWish else { return nil }
        nextWish = now + .milliseconds(Int.random(in: 300...6_000, using: &random))
        if holdsOnPage {
            holdsOnPage = false
            return .hold(false)
        }
        switch Int.random(in: 0..<8, using: &random) {
        case 0...3: return others.randomElement(using: &random).map { .invite($0) }
        case 4: return .accept
        case 5: return .decline
        case 6: return .switchRole
        default:
            holdsOnPage = true
            return .hold(true)
        }
    }

    private mutating func fidget(now: Duration) -> Bool? {
        guard now >= nextMove else { return nil }
        // Down: a tap, a press, or a hold. Up: the next tap of a double press, or a pause.
        let isDown = pressedAt == nil
        let choices = isDown ? [90, 250, 1_300, 4_000] : [120, 300, 1_500, 5_000]
        nextMove = now + .milliseconds(choices.randomElement(using: &random) ?? 100)
        pressedAt = isDown ? now : nil
        return isDown
    }

    /// A new round gives the person a new part; its clock sets them off.
    private mutating func begin(_ session: Session, own: StationID, house: House, now: Duration) {
        if session.round != round {
            round = session.round
            going = false
            let part: Walker.Part = session.hider?.id == own ? .hider : .seeker
            walker = Walker(part, in: house, from: walker.position, seed: random.next())
            walker.advance(to: now)
            tauntsAt = session.huntAt + .seconds(Int.random(in: 15...40, using: &random))
        }
        let setsOff = walker.part == .hider ? session.startsAt : session.huntAt
        if !going, now >= setsOff {
            going = true
            walker.go()
        }
    }

    /// In the lobby and after a round: everybody presses at about the same moment and holds.
    private mutating func gather(wantsMore: Bool, isNear: Bool, now: Duration) -> Bool? {
        guard wantsMore else { return letGo() }
        let ready =
            readyAt ?? now + readiesAfter + Self.unison * Double.random(in: 0...1, using: &random)
        readyAt = ready
        return now >= ready ? hold(atMost: holdsFor, now: now) : letGo()
    }

    private mutating func taunt(now: Duration) -> Bool? {
        if pressedAt != nil { return letGo() }
        guard let at = tauntsAt, now >= at else { return nil }
        tauntsAt = now + .seconds(Int.random(in: 20...60, using: &random))
        pressedAt = now
        return true
    }

    private mutating func hold(atMost: Duration, now: Duration) -> Bool? {
        if let pressedAt {
            guard now - pressedAt > atMost else { return nil }
            restsUntil = now + Self.restsFor
            return letGo()
        }
        guard now >= restsUntil else { return nil }
        pressedAt = now
        return true
    }

    private mutating func letGo() -> Bool? {
        guard pressedAt != nil else { return nil }
        pressedAt = nil
        return false
    }
}
