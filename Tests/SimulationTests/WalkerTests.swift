import Testing

@testable import Determinism
@testable import Game
@testable import Ranging
@testable import Simulation

@Suite struct WalkerTests {
    @Test(arguments: 1...30 as ClosedRange<UInt64>)
    func aHiderIsHiddenFarAwayWithinTheHeadStart(seed: UInt64) {
        let house = House.variation(seed: seed)
        var hider = Walker(.hider, in: house, seed: seed)
        hider.advance(to: .seconds(5))
        #expect(hider.position == house.entrance)
        hider.go()
        hider.advance(to: .seconds(65))
        #expect(house.hidingPlaces.contains(hider.position))
        #expect(house.walk(from: house.entrance, to: hider.position) > house.width / 2)
        let place = hider.position
        hider.hear(.hot(heat: 3))
        hider.advance(to: .seconds(500))
        #expect(hider.position == place)
        #expect(!hider.wantsToHold)
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func peopleWalkAndDoNotFly(seed: UInt64) {
        let house = House.variation(seed: seed)
        var random = SeededGenerator(seed: seed)
        var seeker = Walker(.seeker, in: house, seed: seed)
        seeker.go()
        var last = seeker.position
        var walked = 0.0
        for step in 1...1500 {
            if step % 40 == 0 {
                let cues: [Cue] = [.hot(heat: 1), .hot(heat: 3), .cold(chill: 2), .lost, .thereYouAre]
                seeker.hear(cues.randomElement(using: &random) ?? .lost)
            }
            seeker.advance(to: .milliseconds(step * 100))
            let metres = last.distance(to: seeker.position)
            #expect(metres <= 0.131)
            #expect(house.hasLineOfSight(from: last, to: seeker.position))
            walked += metres
            last = seeker.position
        }
        #expect(walked > 50)
    }

    @Test func theSizeOfTheStepsDoesNotMatter() {
        func place(every milliseconds: Int) -> Position {
            var seeker = Walker(.seeker, in: .family, seed: 3)
            seeker.go()
            for step in 1...(60_000 / milliseconds) {
                seeker.advance(to: .milliseconds(step * milliseconds))
            }
            return seeker.position
        }
        #expect(place(every: 100) == place(every: 1000))
        #expect(place(every: 100) == place(every: 60_000))
    }

    /// The seeker's mind must not depend on where the hider is, until it can see it.
    @Test func theHiderIsInvisibleFromAfar() {
        func track(hider: Position?) -> [Position] {
            var seeker = Walker(.seeker, in: .family, seed: 8)
            seeker.go()
            return (1...600).map { step in
                seeker.advance(to: .milliseconds(step * 100), hider: hider)
                return seeker.position
            }
        }
        let alone = track(hider: nil)
        let hider = Position(x: 11.4, y: 8.4)
        let met = track(hider: hider)
        let blind = zip(alone, met).prefix { $0.0.distance(to: hider) > Walker.sight }.count
        #expect(blind > 50)
        #expect(alone.prefix(blind) == met.prefix(blind))
    }

    @Test func aWallHidesAndAnArmsLengthDoesNot() {
        let house = House.family
        let beside = Position(x: 4.7, y: 0.6)
        func finds(_ hider: Position, within seconds: Int) -> Bool {
            var seeker = Walker(.seeker, in: house, from: beside, seed: 1)
            seeker.advance(to: .seconds(1), hider: hider)
            #expect(!seeker.wantsToHold)
            seeker.go()
            seeker.advance(to: .milliseconds(1000 + seconds * 1000), hider: hider)
            return seeker.wantsToHold
        }
        #expect(finds(Position(x: 4.2, y: 0.6), within: 2))
        #expect(!finds(Position(x: 5.2, y: 0.6), within: 2))
    }

    @Test func coldTurnsASeekerRound() {
        let house = House.family
        var told = Walker(.seeker, in: house, seed: 4)
        told.go()
        told.advance(to: .seconds(3))
        var untold = told
        for second in 4...8 {
            told.hear(.cold(chill: 3))
            told.advance(to: .seconds(second))
            untold.advance(to: .seconds(second))
        }
        #expect(told.position.distance(to: untold.position) > 1)
    }
}

/// A whole hunt on one radio link: hider's beacon, ether, estimator, cue policy, and a seeker who listens or
/// does not.
@Suite struct HuntByEarTests {
    /// How long the hunt took in seconds; nil after five minutes.
    private func hunt(seed: UInt64, hears: Bool) -> Double? {
        let house = House.variation(seed: seed)
        var hider = Walker(.hider, in: house, seed: seed &* 7 &+ 1)
        var seeker = Walker(.seeker, in: house, seed: seed &* 7 &+ 2)
        var ether = Ether(house: house, seed: seed)
        var luck = SeededGenerator(seed: seed)
        var estimator = RangeEstimator()
        var policy = CuePolicy()
        hider.go()
        hider.advance(to: .seconds(60))
        seeker.advance(to: .seconds(60))
        seeker.go()
        for step in 0..<3000 {
            let now = Duration.milliseconds(60_000 + step * 100)
            seeker.advance(to: now, hider: hider.position)
            if seeker.wantsToHold { return Double(step) / 10 }
            // Ten adverts a second, and a receiver that listens half of the time.
            if Bool.random(using: &luck) {
                let heard = ether.rssi(
                    of: 1, at: .init(position: hider.position, heading: nil), by: 2,
                    at: .init(position: seeker.position, heading: seeker.heading), channel: 37 + step % 3,
                    now: now)
                if let heard {
                    estimator.sighted(Sighting(rssi: Double(heard), measuredPower: -59, at: now))
                }
            }
            guard let (cue, _) = policy.cue(range: estimator.range(now: now), now: now) else { continue }
            if hears { seeker.hear(cue) }
        }
        return nil
    }

    @Test func theGameIsWonByEar() {
        let seeds = 1...50 as ClosedRange<UInt64>
        let listening = seeds.map { hunt(seed: $0, hears: true) ?? .infinity }.sorted()
        let deaf = seeds.map { hunt(seed: $0, hears: false) ?? .infinity }.sorted()
        #expect(listening.count { $0 <= 300 } > 45)
        #expect(listening[25] < 90)
        #expect(listening.count { $0 <= 120 } > 40)
        #expect(deaf.count { $0 <= 120 } < 35)
        #expect(deaf[25] > listening[25] * 1.4)
    }
}
