import GPIO
import Testing

@testable import Determinism
@testable import Game
@testable import PeerNetwork

/// One station's part in the lobby, as a value: what its person is told, and when.
struct GatheringTests {
    private static let ids = (1...3).map { StationID(value: UInt64($0)) }
    private static var me: StationID { ids[0] }
    private static var fox: StationID { ids[1] }
    private static var owl: StationID { ids[2] }

    /// A lobby of one and those whose words it takes.
    private struct Lobby {
        let configuration: Station.Configuration
        var gathering: Gathering
        var random = SeededGenerator(seed: 1)
        var now = Duration.seconds(100)
        var isDeaf = false
        private var heldSince: Duration?

        init(capacity: Int = 2, waitsForEverybody: Bool = false, slowness: Int? = nil) {
            configuration = Station.Configuration(
                id: GatheringTests.me, name: StationName(GatheringTests.me), role: .hide, boot: 1,
                formation: GroupFormation.Rules(
                    company: Announcement.Company(capacity: capacity), slowness: slowness,
                    waitsForEverybody: waitsForEverybody),
                seed: 1)
            gathering = Gathering(configuration)
            gathering.slow(by: slowness)
        }

        mutating func hear(
            _ id: StationID, holds: Bool = false, isDeaf: Bool = false, isPlaying: Bool = false,
            name: StationName? = nil
        ) {
            var word = Announcement(sender: id, boot: 1, name: name ?? StationName(id), role: .seek)
            (word.isHolding, word.isPressing, word.isDeaf) = (holds, holds, isDeaf)
            word.isPlaying = isPlaying
            word.company = configuration.formation.company
            _ = gathering.take(word, isSealed: false, listens: true, now: now)
        }

        func me(holds: Bool, finished: Session? = nil) -> GroupFormation.Me {
            gathering.me(
                configuration, isHolding: holds, isDeaf: isDeaf, isReturning: false, session: finished,
                now: now)
        }

        /// Goes on for so long, holding or not.
        @discardableResult
        mutating func hold(_ holds: Bool = true, for time: Duration = .zero, finished: Session? = nil)
            -> [Effect]
        {
            if holds != (heldSince != nil) { heldSince = holds ? now : nil }
            let end = now + time
            var effects: [Effect] = []
            repeat {
                effects +=
                    gathering.gather(
                        me(holds: holds, finished: finished), heldSince: heldSince, numbers: BeaconNumbers(),
                        now: now, random: &random
                    ).effects
                now += .milliseconds(250)
            } while now <= end
            return effects
        }
    }

    private static func said(_ effects: [Effect]) -> [Phrase] {
        effects.compactMap { if case .say(let phrase) = $0 { phrase } else { nil } }
    }

    /// Who holds with somebody and lets go names nobody; who goes on is told who let go, once.
    @Test func whoLetsGoIsNamedToWhoHolds() {
        var lobby = Lobby(capacity: 3)
        lobby.hear(Self.fox, holds: true)
        lobby.gathering.authenticate(Self.fox, true)
        lobby.hold()
        #expect(lobby.gathering.hasCompanions)
        lobby.hear(Self.fox)
        #expect(Self.said(lobby.hold()) == [.letGo(StationName(Self.fox))])
        #expect(Self.said(lobby.hold()).isEmpty && !lobby.gathering.hasCompanions)
        // Both let go at once: nothing to tell.
        lobby.hear(Self.fox, holds: true)
        lobby.hold()
        lobby.hear(Self.fox)
        #expect(Self.said(lobby.hold(false)).isEmpty && !lobby.gathering.hasCompanions)
        // Who begins to play without me has not let go.
        lobby.hear(Self.fox, holds: true)
        lobby.hold()
        lobby.hear(Self.fox, isPlaying: true)
        #expect(!Self.said(lobby.hold()).contains(.letGo(StationName(Self.fox))))
    }

    /// Two hold, and do not come to know each other: told after five seconds, by radio after fifteen.
    @Test(arguments: [nil, 4]) func whomNothingIsAgreedWith(slowness: Int?) {
        var lobby = Lobby(slowness: slowness)
        let told = Phrase.cannotAgree(StationName(Self.fox))
        let after = slowness == nil ? 20 : 60
        for step in 0...after {
            lobby.hear(Self.fox, holds: true)
            let said = Self.said(lobby.hold())
            #expect(said.contains(told) == (step == after), "after \(step) quarters of a second")
        }
        // It is said to who holds, once; and not where we know each other.
        var known = Lobby(slowness: slowness)
        known.gathering.authenticate(Self.fox, true)
        var idle = Lobby(slowness: slowness)
        for _ in 0...80 {
            known.hear(Self.fox, holds: true)
            idle.hear(Self.fox, holds: true)
            #expect(!Self.said(known.hold()).contains(told) && Self.said(idle.hold(false)).isEmpty)
        }
    }

    /// Two hold, and one of them is deaf: after a second its name is said, once in a hold.
    @Test func whoseRadioIsMissing() {
        var lobby = Lobby()
        lobby.hear(Self.fox, holds: true, isDeaf: true)
        #expect(Self.said(lobby.hold(for: .milliseconds(750))).isEmpty)
        let told = Phrase.cannotPlay(StationName(Self.fox))
        #expect(Self.said(lobby.hold()) == [told])
        #expect(Self.said(lobby.hold(for: .seconds(1))).isEmpty)
        lobby.hold(false)
        lobby.hear(Self.fox, holds: true, isDeaf: true)
        #expect(Self.said(lobby.hold(for: .seconds(1))) == [told], "in the next hold again")
        var deaf = Lobby()
        deaf.isDeaf = true
        deaf.hear(Self.fox)
        #expect(Self.said(deaf.hold(for: .milliseconds(1_250))) == [.cannotPlay(nil)])
    }

    /// "No" by a double press counts for a minute, where everybody is waited for; else it changes the role.
    @Test func whoDeclinesIsLeftOutForAMinute() {
        var lobby = Lobby(capacity: 3, waitsForEverybody: true)
        lobby.hear(Self.fox, holds: true)
        #expect(lobby.gathering.doublePress(now: lobby.now) == [.play(.falling)])
        #expect(lobby.gathering.declines(now: lobby.now + .milliseconds(59_999)))
        #expect(!lobby.gathering.declines(now: lobby.now + .seconds(60)))
        // To hold takes it back.
        lobby.hold()
        #expect(!lobby.gathering.declines(now: lobby.now))
        for (capacity, waits, holds) in [(2, true, true), (3, false, true), (3, true, false)] {
            var other = Lobby(capacity: capacity, waitsForEverybody: waits)
            other.hear(Self.fox, holds: holds)
            #expect(other.gathering.doublePress(now: other.now) == [.say(.nowRole(.seek))])
            #expect(!other.gathering.declines(now: other.now) && other.gathering.role == .seek)
        }
    }

    /// Two who want to be two, and have said yes to each other, wait for nobody else.
    @Test func whoSaidYesIsThePartner() {
        func partner(capacity: Int, finished: Bool = false, isPlaying: Bool = false) -> StationID? {
            var lobby = Lobby(capacity: capacity)
            lobby.hear(Self.fox, isPlaying: isPlaying)
            let invitation = UnicastMessage(other: Self.fox, body: Invitation.invite.bytes)
            _ = try? lobby.gathering.heard(invitation, isFree: true, now: lobby.now)
            lobby.hold()
            let session = FormationTable().session(1, of: [0, 1])
            return lobby.me(holds: true, finished: finished ? session : nil).company.partner
        }
        #expect(partner(capacity: 2) == Self.fox)
        #expect(partner(capacity: 3) == nil && partner(capacity: 2, isPlaying: true) == nil)
        #expect(partner(capacity: 2, finished: true) == nil, "in a session its members play")
    }

    /// What was agreed on counts for twelve seconds, in which it may be heard that it is locked.
    @Test func whatWasAgreedLastsTwelveSeconds() throws {
        var lobby = Lobby()
        lobby.hear(Self.fox, holds: true)
        lobby.gathering.authenticate(Self.fox, true)
        #expect(!lobby.gathering.isBusy)
        var last: Duration?
        for _ in 0..<8 {
            lobby.hear(Self.fox, holds: true)
            let now = lobby.now
            lobby.hold()
            guard lobby.gathering.proposal != nil else { continue }
            last = now
            #expect(lobby.gathering.isAgreeing && lobby.gathering.keyGoal?.leads == true)
        }
        #expect(lobby.gathering.isBusy, "it still holds")
        let at = try #require(last)
        #expect(lobby.gathering.agreed(now: at + .seconds(12)) != nil)
        #expect(lobby.gathering.agreed(now: at + .milliseconds(12_001)) == nil)
        lobby.hold(false)
        lobby.now += .seconds(60)
        lobby.hold(false)
        #expect(!lobby.gathering.isBusy)
    }

    /// A member that has vanished is waited for until the session is left.
    @Test func whoHasVanishedIsForgottenAfterTheSession() {
        var lobby = Lobby()
        lobby.hear(Self.fox)
        let session = FormationTable().session(1, of: [0, 1])
        #expect(lobby.gathering.isHeard(Self.fox))
        #expect(lobby.gathering.vanished(Self.fox, members: [Self.me, Self.fox, Self.owl]).isEmpty)
        #expect(!lobby.gathering.isHeard(Self.fox) && lobby.gathering.roster[Self.fox] != nil)
        lobby.hear(Self.owl)
        #expect(lobby.gathering.isHeard(Self.owl))
        #expect(lobby.gathering.leave(session).count == 1)
        #expect(lobby.gathering.roster[Self.fox] == nil && lobby.gathering.roster[Self.owl] != nil)
        // One that is no member is forgotten at once.
        #expect(
            lobby.gathering.vanished(Self.owl, members: []).count == 1
                && lobby.gathering.roster[Self.owl] == nil)
    }

    /// Of two with one name is told in the lobby only.
    @Test func namesakesAreToldInTheLobby() {
        for listens in [true, false] {
            var lobby = Lobby()
            var effects: [Effect] = []
            for _ in 0..<600 {
                lobby.hear(Self.fox, name: lobby.configuration.name)
                effects += lobby.gathering.advance(
                    lobby.configuration.name, listens: listens, networkWorks: true, now: lobby.now)
                lobby.now += .milliseconds(250)
            }
            let isTold = Self.said(effects).contains(.twoOfUs(lobby.configuration.name))
            #expect(isTold == listens)
        }
    }

    /// Heard by radio, and not by a network that works: told, where words go by a network and nobody is met.
    @Test func whoIsOnlyHeardByRadio() {
        func tells(listens: Bool = true, networkWorks: Bool = true, slowness: Int? = nil, meets: Bool = false)
            -> Bool
        {
            var lobby = Lobby(slowness: slowness)
            let name = StationName(Self.fox)
            var effects: [Effect] = []
            for _ in 0..<60 {
                lobby.gathering.heard(Earshot.beacon(name, measuredPower: -59), now: lobby.now)
                if meets { lobby.hear(Self.owl) }
                effects += lobby.gathering.advance(
                    lobby.configuration.name, listens: listens, networkWorks: networkWorks, now: lobby.now)
                lobby.now += .milliseconds(250)
            }
            return effects.contains { if case .say(.radioNotNetwork) = $0 { true } else { false } }
        }
        #expect(tells())
        #expect(
            !tells(listens: false) && !tells(networkWorks: false) && !tells(slowness: 4)
                && !tells(meets: true))
    }
}
