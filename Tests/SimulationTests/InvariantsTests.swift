import Testing

@testable import Game
@testable import PeerNetwork
@testable import Simulation

/// Invariants that cannot fail hold nothing: each is shown a world that has gone wrong on purpose.
struct InvariantsTests {
    private static let fox = StationID(value: 1)
    private static let otter = StationID(value: 2)
    private static let owl = StationID(value: 3)

    private static func session(
        _ id: UInt64 = 9, round: UInt16 = 1, hider: StationID = fox, startsAt: Duration = .seconds(120),
        outcome: Outcome? = nil
    ) -> Session {
        let members = [fox, otter].map {
            Session.Member(id: $0, name: StationName($0), role: $0 == hider ? .hide : .seek, points: 0)
        }
        return Session(
            id: id, round: round, members: members, startsAt: startsAt, headStart: .seconds(10),
            limit: .seconds(60), outcome: outcome)
    }

    /// Otter hides, and these seek.
    private static func session(_ id: UInt64, with seekers: [StationID]) -> Session {
        let members = ([otter] + seekers).map {
            Session.Member(id: $0, name: StationName($0), role: $0 == otter ? .hide : .seek, points: 0)
        }
        return Session(
            id: id, round: 1, members: members, startsAt: .seconds(120), headStart: .seconds(10),
            limit: .seconds(60))
    }

    /// Two stations that have been on and connected all along; everything else is up to the test.
    private struct Mutant {
        var invariants = Invariants()
        var seen = Observation(
            now: World.begin, glances: [fox, otter, owl].map { SimulatedStation.Glance(id: $0) },
            touched: [0, 1, 2], happenings: [],
            connectedSince: Array(repeating: World.begin, count: 3),
            soundSince: Array(repeating: World.begin, count: 3),
            radioSince: Array(repeating: World.begin, count: 3), isAttacked: false)

        init() {
            for station in seen.glances.indices { seen.glances[station].isPowered = true }
            step(.zero)
        }

        /// Lets time pass and something happen, and looks.
        mutating func step(
            _ time: Duration, says: [(Int, Phrase)] = [], _ change: (inout Observation) -> Void = { _ in }
        ) {
            seen.now += time
            seen.happenings = says.map {
                World.Happening(at: seen.now, station: $0.0, effect: .say($0.1))
            }
            change(&seen)
            invariants.check(seen)
        }

        var laws: Set<Breach.Law> { Set(invariants.broken.map(\.law)) }
    }

    /// A round that has ended for one alone, or before its time, or without one that is there.
    @Test func nobodyEndsARoundByDecree() {
        for (outcome, isTrue) in [
            (Outcome.found(by: Self.otter, after: .zero), false), (.timeUp, false),
            (.abandoned(.cancelled(by: Self.fox)), false), (.abandoned(.tooFew), true),
            (.abandoned(.cancelled(by: Self.otter)), true),
        ] {
            var mutant = Mutant()
            mutant.step(.seconds(1)) { seen in
                for station in 0...1 { seen.glances[station].session = Self.session() }
            }
            mutant.step(.seconds(1)) { seen in
                seen.glances[1].session = Self.session(outcome: outcome)
            }
            #expect(mutant.laws.contains(.truth) != isTrue, "\(outcome)")
        }
        var mutant = Mutant()
        for station in 0...1 {
            mutant.step(.seconds(1)) { $0.glances[station].session = Self.session() }
        }
        for station in 0...1 {
            mutant.step(.milliseconds(1)) { seen in
                let outcome = Outcome.found(by: Self.otter, after: .milliseconds(station))
                seen.glances[station].session = Self.session(outcome: outcome)
            }
        }
        #expect(!mutant.laws.contains(.truth))
    }

    /// A hider's word, of a seeker that claims, ends a round for everybody but itself, though it be a lie; of
    /// one that does not claim it must not.
    @Test(arguments: [true, false], [true, false])
    func aLyingHiderIsBelievedOfWhoClaims(lies: Bool, claims: Bool) {
        var mutant = Mutant()
        for station in 0...1 {
            mutant.step(.seconds(1)) { $0.glances[station].session = Self.session() }
        }
        mutant.step(.seconds(20)) { seen in
            seen.liars = lies ? [0] : []
            seen.claiming = claims ? [1] : []
        }
        mutant.step(.seconds(1)) { seen in
            seen.glances[1].session = Self.session(outcome: .found(by: Self.otter, after: .zero))
        }
        #expect(mutant.laws.contains(.truth) != (lies && claims))
        mutant.step(.seconds(10))
        #expect(mutant.laws.contains(.agreement) != lies, "the liar's own view is no measure")
    }

    /// Only what a hider says of its own radio cannot be known: of other liars everything is held to be true.
    @Test func aLyingSeekerIsNotBelieved() {
        var mutant = Mutant()
        for station in 0...1 {
            mutant.step(.seconds(1)) { $0.glances[station].session = Self.session(hider: Self.otter) }
        }
        mutant.step(.seconds(20)) { seen in (seen.liars, seen.claiming) = ([0], [0]) }
        mutant.step(.seconds(1)) { seen in
            seen.glances[0].session = Self.session(
                hider: Self.otter, outcome: .found(by: Self.fox, after: .zero))
        }
        #expect(mutant.laws.contains(.truth))
    }

    @Test func whoIsThereAndConnectedIsHeard() {
        var mutant = Mutant()
        for station in 0...1 {
            mutant.step(.seconds(1)) { $0.glances[station].session = Self.session() }
        }
        mutant.step(.seconds(20), says: [(0, .left(StationName(Self.owl)))])
        #expect(!mutant.laws.contains(.silenced))
        mutant.step(.seconds(1), says: [(0, .left(StationName(Self.otter)))])
        #expect(mutant.laws.contains(.silenced))
    }

    @Test func aSoundWorldBreaksNothing() {
        var mutant = Mutant()
        mutant.step(.seconds(1)) { seen in
            for station in 0...1 { seen.glances[station].session = Self.session() }
        }
        mutant.step(.seconds(16), says: [(0, .count(3)), (1, .count(3))])
        mutant.step(.seconds(40), says: [(1, .cue(.hot(heat: 1)))])
        let ended = Self.session(outcome: .found(by: Self.otter, after: .seconds(20)))
        mutant.step(.seconds(1)) { seen in
            for station in 0...1 {
                seen.glances[station].session = ended
                _ = seen.glances[station].scores.count(ended)
            }
        }
        mutant.step(.seconds(20))
        #expect(mutant.invariants.broken.isEmpty, "\(mutant.invariants.broken)")
        #expect(mutant.invariants.rounds.count == 1)
    }

    @Test func twoSessionsAtOnce() {
        var mutant = Mutant()
        mutant.step(.seconds(1)) { seen in
            seen.glances[0].session = Self.session(9)
            seen.glances[1].session = Self.session(10)
        }
        mutant.step(.seconds(10))
        #expect(mutant.laws == [.oneSession])
    }

    @Test func aMemberThatIsNowhere() {
        var mutant = Mutant()
        mutant.step(.seconds(1)) { $0.glances[0].session = Self.session() }
        mutant.step(.seconds(2))
        #expect(mutant.laws == [])
        mutant.step(.seconds(4))
        #expect(mutant.laws == [.agreement])
    }

    /// Who went is waited for, and not for ever; who never came is missing at once.
    @Test func aMemberThatWent() {
        var mutant = Mutant()
        mutant.step(.seconds(1)) { seen in
            for station in 0...1 { seen.glances[station].session = Self.session() }
        }
        mutant.step(.seconds(1)) { $0.glances[1].session = nil }
        mutant.step(.seconds(60))
        #expect(mutant.laws.isEmpty)
        mutant.step(.seconds(20))
        #expect(mutant.laws == [.agreement])
    }

    @Test func whoeverIsCutOffNeedNotAgree() {
        var mutant = Mutant()
        mutant.step(.seconds(1)) { seen in
            seen.glances[0].session = Self.session()
            seen.connectedSince[1] = nil
        }
        mutant.step(.seconds(30))
        #expect(mutant.laws == [])
    }

    @Test func otherRoles() {
        var mutant = Mutant()
        mutant.step(.seconds(1)) { seen in
            seen.glances[0].session = Self.session(hider: Self.fox)
            seen.glances[1].session = Self.session(hider: Self.otter)
        }
        #expect(mutant.laws == [.agreement])
    }

    @Test func anotherEnding() {
        var mutant = Mutant()
        mutant.step(.seconds(1)) { seen in
            seen.glances[0].session = Self.session(outcome: .timeUp)
            seen.glances[1].session = Self.session(outcome: .found(by: Self.otter, after: .seconds(3)))
        }
        mutant.step(.seconds(10))
        // The hider knows of no finder.
        #expect(mutant.laws == [.agreement, .truth])
    }

    @Test func pointsThatAreLostOrCountedTwice() {
        let won = Self.session(outcome: .timeUp)
        let next = Self.session(round: 2, outcome: .timeUp)
        var lost = Mutant()
        lost.step(.seconds(1)) { _ = $0.glances[0].scores.count(won) }
        lost.step(.seconds(1)) { $0.glances[0].scores = Scores() }
        #expect(lost.laws == [.scores])
        var twice = Mutant()
        twice.step(.seconds(1)) { _ = $0.glances[0].scores.count(won) }
        twice.step(.seconds(1)) { _ = $0.glances[0].scores.count(next) }
        #expect(twice.laws == [])
        twice.step(.seconds(1)) { _ = $0.glances[0].scores.count(won) }
        #expect(twice.laws == [.scores])
        var memory = Mutant()
        memory.step(.seconds(1)) { _ = $0.glances[0].scores.count(won) }
        memory.step(.seconds(1)) { seen in
            seen.glances[0] = SimulatedStation.Glance(id: StationID(value: 77))
        }
        #expect(memory.laws == [])
    }

    @Test func countsThatComeTwice() {
        var mutant = Mutant()
        let name = StationName(Self.fox)
        mutant.step(.seconds(1), says: [(1, .pressed(name, times: 1)), (2, .pressed(name, times: 1))])
        mutant.step(.seconds(1), says: [(1, .pressed(name, times: 3))])
        #expect(mutant.laws == [])
        mutant.step(.seconds(1), says: [(1, .pressed(name, times: 3))])
        #expect(mutant.laws == [.presses])
        var rebooted = Mutant()
        rebooted.step(.seconds(1), says: [(1, .pressed(name, times: 4))])
        rebooted.step(.seconds(1)) { $0.glances[0].isPowered = false }
        rebooted.step(.seconds(1)) { $0.glances[0].isPowered = true }
        rebooted.step(.seconds(1), says: [(1, .pressed(name, times: 1))])
        #expect(rebooted.laws == [])
    }

    @Test func tauntsThatComeTwice() {
        var mutant = Mutant()
        mutant.step(.seconds(1)) { seen in
            for station in 0...1 { seen.glances[station].session = Self.session() }
        }
        mutant.step(.seconds(30), says: [(1, .taunt(1, Quip(.taunt, nil, 1)))])
        mutant.step(.seconds(1), says: [(1, .taunt(2, Quip(.taunt, nil, 1)))])
        #expect(mutant.laws == [])
        mutant.step(.seconds(1), says: [(1, .taunt(2, Quip(.taunt, nil, 1)))])
        #expect(mutant.laws == [.taunts])
    }

    @Test func aCountdownOutOfStep() {
        var mutant = Mutant()
        mutant.step(.seconds(1)) { seen in
            for station in 0...1 { seen.glances[station].session = Self.session() }
        }
        mutant.step(.seconds(16), says: [(0, .count(3))])
        mutant.step(.milliseconds(100), says: [(1, .count(3))])
        #expect(mutant.laws == [])
        #expect(mutant.invariants.counts.spoken == 2)
        #expect(mutant.invariants.counts.late == 1)
        mutant.step(.milliseconds(60), says: [(1, .count(3))])
        #expect(mutant.laws == [.countdown])
    }

    @Test func cuesThatNobodyCanKnow() {
        let hot = Phrase.cue(.hot(heat: 1))
        var outside = Mutant()
        outside.step(.seconds(1), says: [(0, hot)])
        #expect(outside.laws == [.cues])
        for (station, change) in [(0, false), (1, true)] {
            var mutant = Mutant()
            mutant.step(.seconds(60), says: [(station, hot)]) { seen in
                for station in 0...1 { seen.glances[station].session = Self.session() }
                seen.glances[station].hearsHider = !change
            }
            #expect(mutant.laws == [.cues], "to the hider, and of somebody never heard")
        }
        var early = Mutant()
        early.step(.seconds(25), says: [(1, hot)]) { seen in
            for station in 0...1 { seen.glances[station].session = Self.session() }
        }
        #expect(early.laws == [.cues])
    }

    @Test func blundersAndMalformedMessages() {
        var mutant = Mutant()
        mutant.step(.seconds(1)) { $0.glances[2].radioBlunders = 1 }
        #expect(mutant.laws == [.radio])
        mutant.step(.seconds(1)) { $0.glances[1].malformed = 1 }
        #expect(mutant.laws == [.radio, .datagrams])
    }

    @Test func troublesThatAreToldTwiceOrNeverEnd() {
        var twice = Mutant()
        twice.step(.seconds(1), says: [(0, .networkMissing)]) { $0.soundSince[0] = nil }
        twice.step(.seconds(1), says: [(0, .networkMissing)])
        #expect(twice.laws == [.troubles])
        var endless = Mutant()
        endless.step(.seconds(1), says: [(0, .buttonStuck)]) { $0.soundSince[0] = nil }
        endless.step(.seconds(100))
        #expect(endless.laws == [])
        endless.step(.seconds(1)) { $0.soundSince[0] = $0.now }
        endless.step(.seconds(29))
        #expect(endless.laws == [])
        endless.step(.seconds(2))
        #expect(endless.laws == [.troubles])
        var baseless = Mutant()
        baseless.step(.seconds(1), says: [(0, .networkBack)])
        #expect(baseless.laws == [.troubles])
    }

    @Test func aSessionWithNobody() {
        var mutant = Mutant()
        mutant.step(.seconds(1)) { seen in
            seen.glances[2].session = Self.session()
            seen.glances[0].id = StationID(value: 50)
            seen.glances[1].id = StationID(value: 51)
        }
        #expect(mutant.laws.contains(.strangers))
    }

    @Test func aMemberWhoWasNeverHere() {
        var mutant = Mutant()
        mutant.step(.seconds(1)) { $0.glances[0].id = StationID(value: 50) }
        mutant.step(.seconds(1)) { $0.glances[1].session = Self.session(9, with: [Self.fox, Self.owl]) }
        #expect(!mutant.laws.contains(.strangers), "whose memory was lost has been here")
        let foreign = Self.session(10, with: [StationID(value: 99), Self.owl])
        mutant.step(.seconds(1)) { $0.glances[1].session = foreign }
        #expect(mutant.laws.contains(.strangers))
    }

    @Test func whatHoldsMoreThanItMay() {
        var mutant = Mutant()
        let full = Stock.Shelf(name: "the roster", count: 64, atMost: 64)
        mutant.invariants.inspect(Stock(shelves: [[full], [full]]), at: .seconds(1))
        #expect(mutant.laws == [])
        let overfull = Stock.Shelf(name: "the roster", count: 65, atMost: 64)
        for _ in 0..<3 {
            mutant.invariants.inspect(Stock(shelves: [[full], [full, overfull]]), at: .seconds(1))
        }
        #expect(
            mutant.invariants.broken.map(\.description) == [
                "1.000 s, station 1, queues stay within bounds: 65 in the roster"
            ])
        var network = Mutant()
        network.invariants.inspect(Stock(dropped: 1), at: .seconds(1))
        #expect(network.laws == [.bounds])
    }

    @Test func aStateThatStaysWrongIsToldOnce() {
        var mutant = Mutant()
        for _ in 0..<100 { mutant.step(.seconds(1)) { $0.glances[2].radioBlunders = 1 } }
        #expect(mutant.invariants.broken.count == 1)
    }
}
