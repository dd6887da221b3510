import Testing

@testable import Determinism
@testable import Game
@testable import Ranging
@testable import Simulation

/// The walk that the lab plays (`Tests/Lab/scenarios/round.sh`), in the air that `hotcold emulate` makes,
/// many times over: how many words a phase has and how many are right is chance, and one run shows little.
@Suite struct WordsOnTheWayTests {
    private struct Phase {
        let range: Range<Double>
        let metres: (from: Double, to: Double)
        var isCloser: Bool { metres.to < metres.from }
    }

    /// A hunt that is on already, in seconds: there, a breath, away, and back again.
    private static let phases = [
        Phase(range: 0..<21, metres: (12, 12)), Phase(range: 21..<41, metres: (12, 1)),
        Phase(range: 41..<45, metres: (1, 1)), Phase(range: 45..<60, metres: (1, 10)),
        Phase(range: 60..<64, metres: (10, 10)), Phase(range: 64..<84, metres: (10, 0.3)),
    ]
    /// Wrong is what is still said so long after a turn.
    private static let settling = 4.0

    private struct Count {
        var right = 0
        var wrong = 0
    }

    /// The share of packets that an ear hears: the lab's words are as rare as with a third of ten a second.
    private static let share = 0.3

    /// The seeker is number 0, and walks; the hider stays.
    private static func antenna(_ station: UInt64, _ metres: Double) -> Ether.Antenna {
        Ether.Antenna(position: Position(x: station == 0 ? metres : 0, y: 0), heading: nil)
    }

    /// The words of one hunt, counted for each phase in which somebody walks.
    private static func hunt(seed: UInt64, shadow: Double) -> [Count] {
        var random = SeededGenerator(seed: seed)
        var ether = Ether(house: .openField(shadowSpread: shadow), seed: random.next())
        var estimator = RangeEstimator()
        var policy = CuePolicy()
        return phases.compactMap { phase in
            var count = Count()
            let seconds = phase.range.upperBound - phase.range.lowerBound
            for tenth in 0..<Int(seconds * 10) {
                let second = Double(tenth) / 10
                let now = Duration.seconds(phase.range.lowerBound + second)
                let metres = phase.metres.from + (phase.metres.to - phase.metres.from) * second / seconds
                for (from, to, ear) in [(0, 1, Ear.own), (1, 0, .other)] as [(UInt64, UInt64, Ear)] {
                    let level = ether.rssi(
                        of: from, at: antenna(from, metres), by: to, at: antenna(to, metres),
                        channel: Int.random(in: 37...39, using: &random), now: now)
                    let isHeard = Double.random(in: 0..<1, using: &random) < share
                    guard let level, isHeard else { continue }
                    // What the other one heard comes by network, a moment later.
                    let at = ear == .own ? now : now - .milliseconds(150)
                    estimator.sighted(Sighting(rssi: Double(level), measuredPower: -59, ear: ear, at: at))
                }
                switch policy.cue(range: estimator.range(now: now), now: now)?.cue {
                case .hot where phase.isCloser, .cold where !phase.isCloser: count.right += 1
                case .hot where second >= settling, .cold where second >= settling: count.wrong += 1
                default: break
                }
            }
            return phase.metres.from == phase.metres.to ? nil : count
        }
    }

    /// Where the distance says all there is to say, fading alone misleads nobody: this is what the lab
    /// promises of one run, and must hold in nearly all of them, or the lab would be red by chance.
    @Test func inAnOpenFieldEveryWordIsRight() {
        let hunts = (1...200 as ClosedRange<UInt64>).map { Self.hunt(seed: $0, shadow: 0) }
        #expect(hunts.allSatisfy { $0.count == 3 })
        let short = hunts.joined().count { $0.right < 2 }
        #expect(short <= 1, "\(short) of 600 phases have not two right words")
        let (right, wrong) = hunts.joined().reduce((0, 0)) { ($0.0 + $1.right, $0.1 + $1.wrong) }
        #expect(right > 1_000 * wrong, "\(right) words are right and \(wrong) wrong")
    }

    /// Among furniture a step sideways changes the level as much as a metre of walking does.
    @Test func inAFurnishedHouseNineInTenWordsAreRight() {
        let seeds = 1...200 as ClosedRange<UInt64>
        let hunts = seeds.map { Self.hunt(seed: $0, shadow: House.furnishedShadow) }
        let (right, wrong) = hunts.joined().reduce((0, 0)) { ($0.0 + $1.right, $0.1 + $1.wrong) }
        #expect(right > 200 * 3 * 3, "\(right) words are right")
        #expect(Double(right) / Double(right + wrong) > 0.9, "\(right) are right and \(wrong) wrong")
    }
}
