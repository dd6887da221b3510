import Rooms
import Testing

@testable import GPIO
@testable import Game
@testable import PeerNetwork

struct RoundTests {
    /// A room of one hider and the given number of seekers, in the hunt.
    private static func hunting(seekers: Int = 1, seed: UInt64 = 1) -> Playroom {
        var room = Playroom(roles: [.hide] + Array(repeating: .seek, count: seekers), seed: seed)
        room.lock()
        room.rssi = -80
        room.run(.seconds(20))
        return room
    }

    @Test func everybodyHearsTheSameCountdownInStep() throws {
        var room = Playroom(roles: [.hide, .seek, .seek])
        room.lock()
        room.run(.seconds(6))
        for number in [3, 2, 1] {
            let times = room.stations.indices.compactMap { room.first($0, .say(.count(number))) }
            #expect(times.count == 3)
            let spread = (times.max() ?? .zero) - (times.min() ?? .zero)
            #expect(spread <= .milliseconds(150))
        }
        #expect(room.said(0).contains(.role(.hide, chosen: .asSet)))
        #expect(room.said(1).contains(.role(.seek, chosen: .asSet)))
        #expect(room.said(0).contains(.goHide(seconds: 12)))
    }

    @Test func seekersCountTheLastTenOfTheHeadStart() {
        let room = Self.hunting()
        let counted = room.said(1).compactMap { if case .count(let number) = $0 { number } else { nil } }
        #expect(counted == [3, 2, 1] + Array((1...10).reversed()))
        #expect(room.said(1).contains(.hereICome))
        #expect(!room.said(0).contains(.hereICome))
    }

    /// The last seconds of a head start shorter than ten are not counted before the countdown is over.
    @Test func aShortHeadStartIsCountedOnce() {
        var room = Playroom(roles: [.hide, .seek], headStart: .seconds(5))
        room.lock()
        room.run(.seconds(14))
        let counted = room.said(1).compactMap { if case .count(let number) = $0 { number } else { nil } }
        #expect(counted == [3, 2, 1, 4, 3, 2, 1])
    }

    @Test func foundNeedsBothRadios() {
        var room = Self.hunting()
        room.hold([1])
        #expect(room.said(1).last == .notCloseEnough)
        room.release([1])
        room.rssi = -45
        room.run(.seconds(6))
        room.hold([1])
        room.run(.seconds(1))
        guard case .found(let finder, _) = room.stations[0].session?.outcome else {
            Issue.record("not found: \(String(describing: room.stations[0].session?.outcome))")
            return
        }
        #expect(finder == room.stations[1].configuration.id)
        #expect(room.stations[1].session?.outcome == room.stations[0].session?.outcome)
        #expect(room.played(0).contains(.fanfare) && room.played(1).contains(.fanfare))
        #expect(room.said(0).contains(.foundBy(room.name(1))))
    }

    /// By radio words take long: who has held once, and let go, claims until an answer could have come, and
    /// hears then that there was none. On a network letting go takes it back.
    @Test(arguments: [(nil, 0...0), (4, 3_900...4_100), (12, 11_900...12_100)] as [(Int?, ClosedRange<Int>)])
    func byRadioAClaimOutlastsTheHold(slowness: Int?, milliseconds: ClosedRange<Int>) {
        var room = Self.hunting()
        room.give(.air(slowness: slowness), to: 1)
        room.rssi = -50
        // The hider hears nothing of it.
        room.unreachable = [1]
        room.run(.seconds(3))
        room.hold([1])
        #expect(room.stations[1].isClaiming)
        room.release([1])
        var claims = 0
        for _ in 0..<300 where room.stations[1].isClaiming {
            claims += 50
            room.run(.milliseconds(50))
        }
        // The hold takes a second, in which it claims already.
        #expect(milliseconds.contains(claims) || claims == 0 && slowness == nil, "\(claims)")
        #expect(!room.stations[1].isClaiming)
    }

    @Test func pointsAreKeptAndRolesSwap() throws {
        var room = Self.hunting()
        room.rssi = -45
        room.run(.seconds(6))
        room.hold([1])
        room.run(.seconds(1))
        room.release([1])
        room.run(.seconds(6))
        let finder = room.stations[1].configuration.id
        #expect(room.said(1).contains(.points(1)))
        #expect(room.stations.allSatisfy { $0.scores.points[finder] == 1 })
        #expect(room.said(0).contains(.holdAgain))
        // The hold that found the hider was not a hold for the next round.
        #expect(!room.said(1).contains(.notReady))
        room.rssi = nil
        room.hold([0, 1])
        room.run(.seconds(2))
        let next = try #require(room.stations[0].session)
        #expect(next.round == 2)
        #expect(next.hider?.id == finder)
        #expect(next.member(finder)?.points == 1)
        #expect(room.stations[1].session?.round == 2)
        // When everybody has hidden once, all points are told, and not before.
        let points = room.said(0).filter { if case .pointsOf = $0 { true } else { false } }
        #expect(points.isEmpty)
        room.run(.seconds(150))
        #expect(room.said(0).contains(.pointsOf(room.name(1), 2)))
        #expect(room.said(1).contains(.pointsOf(room.name(0), 0)))
    }

    @Test func withoutAFinderTheHiderWins() {
        var room = Self.hunting()
        room.run(.seconds(130))
        let hider = room.stations[0].configuration.id
        #expect(room.stations.allSatisfy { $0.session?.outcome == .timeUp })
        #expect(room.stations.allSatisfy { $0.scores.points[hider] == 1 })
        #expect(room.said(1).contains(.timeUp(hider: room.name(0))))
    }

    /// In a countdown and a head start people walk away: nobody is expected to be heard until the hunt.
    @Test func nobodyIsExpectedBeforeTheHunt() throws {
        var room = Playroom(roles: [.hide, .seek])
        room.lock()
        room.run(.seconds(5))
        let seeker = room.stations[1]
        let huntAt = try #require(seeker.session?.huntAt)
        let before = huntAt - .milliseconds(1)
        #expect(!seeker.isHunting(now: before) && !seeker.expectsToHear(now: before))
        #expect(seeker.isHunting(now: huntAt) && seeker.expectsToHear(now: huntAt))
    }

    /// A hider who is not found helps by itself: taunts first, chirps later, neither before its time.
    @Test func mercyComesByItself() throws {
        var rules = Hunt.Rules()
        (rules.tauntsAfter, rules.chirpsAfter) = (.seconds(40), .seconds(70))
        var room = Playroom(roles: [.hide, .seek], hunt: rules)
        room.lock()
        room.rssi = -80
        room.run(.seconds(125))
        let huntAt = try #require(room.stations[0].session?.huntAt)
        let taunted = room.done[1].filter { if case .say(.taunt) = $0.effect { true } else { false } }
        let chirped = room.done[0].filter { $0.effect == .play(.chirp) }
        let (firstTaunt, firstChirp) = (try #require(taunted.first), try #require(chirped.first))
        #expect((.seconds(40)...(.seconds(43))).contains(firstTaunt.at - huntAt))
        #expect((.seconds(70)...(.seconds(73))).contains(firstChirp.at - huntAt))
        #expect(taunted.count > 1 && chirped.count > 1)
        // Nobody pressed, and the seeker's own station has nothing to chirp about.
        #expect(!room.done[1].contains { $0.effect == .play(.chirp) })
    }

    @Test func aTauntIsHeardByEverySeekerOnce() {
        var room = Self.hunting(seekers: 2)
        room.press(0)
        room.run(.seconds(2))
        for seeker in [1, 2] {
            #expect(room.said(seeker).count { if case .taunt = $0 { true } else { false } } == 1)
        }
        #expect(!room.said(0).contains { if case .taunt = $0 { true } else { false } })
    }

    @Test func aDoublePressInTheCountdownCancelsForAll() {
        var room = Playroom(roles: [.hide, .seek, .seek])
        room.lock()
        room.give(.button(.doublePress), to: 2)
        room.run(.seconds(1))
        let name = room.name(2)
        for index in [0, 1] { #expect(room.said(index).contains(.cancelled(by: name))) }
        #expect(room.said(2).contains(.cancelled(by: nil)))
        room.run(.seconds(6))
        #expect(room.stations.allSatisfy { $0.session == nil })
    }

    @Test func lostIsSaidWithinFiveSecondsAndNeverCold() {
        var room = Self.hunting()
        room.forgetWhatWasDone()
        room.rssi = nil
        let since = room.now
        room.run(.seconds(10))
        #expect(room.said(1) == [.cue(.lost)])
        #expect(room.played(1) == [.lost])
        if let at = room.first(1, .say(.cue(.lost))) { #expect(at - since <= .seconds(5.1)) }
        room.rssi = -70
        room.run(.seconds(1))
        #expect(room.said(1).dropFirst().first == .cue(.thereYouAre))
    }

    @Test func neverHeardIsNotLost() {
        var room = Playroom(roles: [.hide, .seek])
        room.lock()
        room.run(.seconds(40))
        #expect(room.said(1).contains(.networkNotRadio(room.name(0))))
        #expect(!room.said(1).contains { if case .cue = $0 { true } else { false } })
    }

    @Test func withoutARadioNothingIsCalledLost() {
        var room = Self.hunting()
        room.forgetWhatWasDone()
        room.give(.radio(.failed(.unplugged)), to: 1)
        room.rssi = nil
        room.run(.seconds(10))
        room.give(.radio(.works), to: 1)
        #expect(room.said(1) == [.radio(.unplugged), .radioBack])
    }

    /// Who is left alone waits for nobody: the round is over, and it is in the lobby at once.
    @Test func whoIsLeftAloneIsInTheLobbyAtOnce() {
        var room = Self.hunting()
        room.off.insert(1)
        var waited = Duration.zero
        while room.stations[0].session?.outcome == nil, waited < .seconds(200) {
            room.run(.milliseconds(50))
            waited += .milliseconds(50)
        }
        #expect(room.said(0).contains(.gameOver))
        room.run(.milliseconds(200))
        #expect(room.stations[0].session == nil)
    }
}
