import Determinism
import Game
import Glibc
import Ranging

/// A player who carries a station through a house.
///
/// A hider walks to a hiding place far from where it began, and stays. A seeker goes by what it *hears*: it
/// thinks about where the hider could be (`Hunch`), walks to the best place, looks there, and changes its
/// mind when it is told COLD. It knows the house and never the hider's position, with one exception, its
/// eyes: within arm's reach, or within `sight` while it has stopped to look, nothing between them, it sees
/// the hider, walks up to it and holds its button. It does not give up; the round's time limit ends it.
package struct Walker: Sendable {
    package enum Part: Sendable { case hider, seeker }

    /// How far a seeker sees a hidden player that it is looking for, and one that it all but stumbles over,
    /// in metres.
    static let sight = 1.5
    static let touch = 0.7
    /// How long it takes to look behind the furniture of one place.
    static let look = Duration.seconds(4)
    /// How fast people turn round, in radians a second, and how far off their way they may face and still
    /// walk.
    private static let turning = 2.0
    private static let aim = 0.6
    /// Which stretch of its own way a seeker relates a word to: the station needs a moment to notice, and to
    /// speak.
    private static let memory = Duration.seconds(3)
    private static let step = Duration.milliseconds(100)

    let part: Part
    private(set) var position: Position
    /// Which way the player faces, in radians from the x axis.
    private(set) var heading = 0.0

    private let house: House
    /// Metres a second.
    private let pace: Double
    private var hunch: Hunch
    private var goal: Position?
    private var way: [Position] = []
    private var looking = Duration.zero
    private var seen: Position?
    private var isGoing = false
    private var now = Duration.zero
    /// Where the player was at each step of its memory, oldest first.
    private var trail: [Position] = []

    package init(_ part: Part, in house: House, from start: Position? = nil, seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        self.part = part
        self.house = house
        position = start ?? house.entrance
        pace = .random(in: 1.0...1.3, using: &random)
        hunch = Hunch(house.hidingPlaces, &random)
        if part == .hider {
            let begin = position
            let far = house.hidingPlaces.filter { house.walk(from: begin, to: $0) > house.width / 2 }
            goal = far.randomElement(using: &random)
        }
    }

    /// Off to hide, or the hunt begins.
    mutating func go() {
        isGoing = true
        if part == .hider {
            way = goal.map { house.way(from: position, to: $0) } ?? []
        } else {
            choose(wavering: false)
        }
    }

    /// The seeker's station says something.
    mutating func hear(_ cue: Cue) {
        guard part == .seeker, isGoing, seen == nil else { return }
        hunch.heard(cue, walking: trail.first ?? position, to: position)
        if looking == .zero {
            choose(wavering: true)
        }
    }

    /// Whether the player is beside the hider and holds its button.
    var wantsToHold: Bool {
        seen.map { $0.distance(to: position) <= Self.touch } ?? false
    }

    /// Walks on until `now`.
    ///
    /// - Parameter hider: where the hider is, for the seeker's eyes only.
    mutating func advance(to now: Duration, hider: Position? = nil) {
        guard isGoing else {
            self.now = max(self.now, now)
            return
        }
        while self.now < now {
            let elapsed = min(Self.step, now - self.now)
            self.now += elapsed
            if part == .seeker {
                glance(at: hider)
                remember()
            }
            if looking > .zero {
                looking = max(.zero, looking - elapsed)
                if looking == .zero { doneLooking() }
            } else {
                walk(seconds: elapsed.inSeconds)
            }
        }
    }

    private mutating func glance(at hider: Position?) {
        guard seen == nil, let hider, house.hasLineOfSight(from: position, to: hider) else { return }
        let metres = position.distance(to: hider)
        guard metres <= (looking > .zero ? Self.sight : Self.touch) else { return }
        seen = hider
        looking = .zero
        way = [hider.toward(position, share: min(1, 0.4 / max(metres, 0.1)))]
    }

    private mutating func remember() {
        trail.append(position)
        if trail.count > Int(Self.memory / Self.step) { trail.removeFirst() }
    }

    private mutating func doneLooking() {
        let (house, position) = (house, position)
        hunch.looked(at: position) { house.hasLineOfSight(from: position, to: $0) }
        choose(wavering: false)
    }

    /// Makes for the place most worth it. A wavering seeker is on its way and only changes its mind for good
    /// reason.
    private mutating func choose(wavering: Bool) {
        let (house, position, pace) = (house, position, pace)
        let best = hunch.best(instead: wavering ? goal : nil) { place in
            house.walk(from: position, to: place) / pace + Self.look.inSeconds
        }
        guard let best, best != goal || !wavering else { return }
        goal = best
        way = house.way(from: position, to: best)
    }

    private mutating func walk(seconds: Double) {
        guard let next = way.first else { return }
        let metres = position.distance(to: next)
        if metres > 0.01 {
            let bearing = atan2(next.y - position.y, next.x - position.x)
            let off = remainder(bearing - heading, 2 * .pi)
            heading += min(max(off, -Self.turning * seconds), Self.turning * seconds)
            guard abs(off) < Self.aim else { return }
        }
        let stride = pace * seconds
        guard stride >= metres else {
            position = position.toward(next, share: stride / metres)
            return
        }
        position = next
        way.removeFirst()
        if way.isEmpty, part == .seeker, seen == nil { looking = Self.look }
    }
}
