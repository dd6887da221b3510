import Testing

@testable import Game
@testable import PeerNetwork

/// What the stations of a round say, and when: a round that begins at 100 s, with a head start of 10 s and a
/// hunt of a minute. The second of three hides.
struct RoundScriptTests {
    private static let ids = (1...3).map { StationID(value: UInt64($0)) }

    private static func session(round: UInt16 = 1) -> Session {
        let members = ids.map { id in
            Session.Member(id: id, name: StationName(id), role: id.value == 2 ? .hide : .seek, points: 4)
        }
        return Session(
            id: 9, round: round, members: members, startsAt: .seconds(100), headStart: .seconds(10),
            limit: .seconds(60))
    }

    private struct Line: Equatable {
        var at: Duration
        var effect: Effect
    }

    /// - Parameter step: between two ticks, in milliseconds.
    private static func script(
        _ own: Int, preferred: Role, round: UInt16 = 1, from: Double, to end: Double, step: Int = 50,
        outcome: Outcome? = nil
    ) -> [Line] {
        var machine = Round(own: ids[own])
        var session = session(round: round)
        var lines: [Line] = []
        var now = Duration.seconds(from)
        while now <= .seconds(end) {
            if let outcome, now >= .seconds(130), session.outcome == nil { session.end(outcome) }
            for effect in machine.advance(session, preferred: preferred, now: now) {
                lines.append(Line(at: now, effect: effect))
            }
            now += .milliseconds(step)
        }
        return lines
    }

    private static func line(_ at: Double, _ effects: Effect...) -> [Line] {
        effects.map { Line(at: .milliseconds(Int((at * 1_000).rounded())), effect: $0) }
    }

    private static let countdown =
        line(97, .play(.beep), .say(.count(3))) + line(98, .play(.beep), .say(.count(2)))
        + line(99, .play(.beep), .say(.count(1)))
    private static let headStart = (1...9).flatMap { line(100 + Double($0), .say(.count(10 - $0))) }

    /// Who comes back after the end has missed its fanfare, but not that of a better ending later.
    @Test func aBetterEndingIsToldToWhoMissedTheFirst() {
        var machine = Round(own: Self.ids[0])
        machine.missesTheEnd()
        var session = Self.session()
        session.end(.timeUp)
        #expect(machine.advance(session, preferred: .seek, now: .seconds(180)) == [])
        session.end(.found(by: Self.ids[0], after: .seconds(9)))
        let told = machine.advance(session, preferred: .seek, now: .seconds(181))
        #expect(told.contains(.play(.fanfare)))
    }

    @Test func aSeekerHearsBothCountdowns() {
        let said = Self.script(0, preferred: .seek, from: 90, to: 175)
        #expect(
            said == Self.line(90, .play(.locked), .say(.role(.seek, chosen: .asSet))) + Self.countdown
                + Self.line(100, .play(.go)) + Self.headStart
                + Self.line(110, .play(.go), .say(.hereICome)))
    }

    @Test func aHiderHearsTheFirstAndIsSentToHide() {
        let said = Self.script(1, preferred: .hide, from: 90, to: 175)
        #expect(
            said == Self.line(90, .play(.locked), .say(.role(.hide, chosen: .asSet))) + Self.countdown
                + Self.line(100, .play(.go), .say(.goHide(seconds: 10))))
    }

    /// Only the first round says why a part is another than what is set.
    @Test(
        arguments: [
            (0, Role.hide, 1, Phrase.Chosen.tooManyHiders), (1, .seek, 1, .noHider), (1, .seek, 2, .asSet),
            (0, .hide, 2, .asSet),
        ] as [(Int, Role, UInt16, Phrase.Chosen)])
    func whoGetsAnotherPartHearsWhy(own: Int, preferred: Role, round: UInt16, chosen: Phrase.Chosen) {
        let said = Self.script(own, preferred: preferred, round: round, from: 90, to: 90)
        #expect(said == Self.line(90, .play(.locked), .say(.role(own == 1 ? .hide : .seek, chosen: chosen))))
    }

    /// A number that is late is left out: by half a second, or, where it is the first, by a twentieth.
    @Test(
        arguments: [
            (97.04, 1_000, [3, 2, 1]), (97.06, 1_000, [2, 1]), (96.49, 1_000, [3, 2, 1]), (96.51, 1_000, []),
            (95.31, 600, [3, 2]),
        ] as [(Double, Int, [Int])])
    func aNumberThatIsLateIsNotSaid(from: Double, step: Int, numbers: [Int]) {
        let said = Self.script(1, preferred: .hide, from: from, to: 99.999, step: step)
        let counted = said.compactMap { if case .say(.count(let number)) = $0.effect { number } else { nil } }
        #expect(counted == numbers)
    }

    /// Five seconds after the end each hears its points, once; after every second round also the others'.
    @Test func theEndIsToldAndThenThePoints() {
        let found = Outcome.found(by: Self.ids[0], after: .seconds(20))
        let names = Self.ids.map { StationName($0) }
        #expect(
            Self.script(0, preferred: .seek, round: 2, from: 129, to: 160, outcome: found)
                .filter { $0.at >= .seconds(130) }
                == Self.line(130, .silence, .play(.fanfare), .say(.found(after: .seconds(20))))
                + Self.line(
                    135.05, .say(.points(5)), .say(.pointsOf(names[1], 4)), .say(.pointsOf(names[2], 4)),
                    .say(.holdAgain)))
        #expect(
            Self.script(1, preferred: .hide, from: 129, to: 160, outcome: found)
                .filter { $0.at >= .seconds(130) }
                == Self.line(130, .silence, .play(.fanfare), .say(.foundBy(names[0])))
                + Self.line(135.05, .say(.points(4)), .say(.holdAgain)))
        #expect(
            Self.script(0, preferred: .seek, from: 129, to: 160, outcome: .abandoned(.tooFew))
                .filter { $0.at >= .seconds(130) }
                == Self.line(130, .silence, .play(.over), .say(.gameOver)))
    }

    /// The lamp flashes the seconds while they are counted.
    @Test(
        arguments: [
            (96.9, false, false), (97.0, true, true), (99.9, true, true), (100.0, true, false),
            (109.9, true, false), (110.0, false, false), (130.0, false, false),
        ] as [(Double, Bool, Bool)])
    func secondsAreCountedForThoseWhoHearThem(now: Double, seeker: Bool, hider: Bool) {
        #expect(Self.session().isCounting(now: .seconds(now), hears: .seek) == seeker)
        #expect(Self.session().isCounting(now: .seconds(now), hears: .hide) == hider)
    }
}
