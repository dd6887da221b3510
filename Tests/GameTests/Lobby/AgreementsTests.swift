import Testing

@testable import Game
@testable import PeerNetwork

/// What a station has agreed to lately, and may still be locked.
@Suite struct AgreementsTests {
    private static let ids = (1...3).map { StationID(value: UInt64($0)) }

    private static func session(_ id: UInt64) -> Session {
        let members = ids.map {
            Session.Member(id: $0, name: StationName($0), role: $0 == ids[1] ? .hide : .seek, points: 0)
        }
        return Session(
            id: id, round: 1, members: members, startsAt: .seconds(100), headStart: .seconds(60),
            limit: .seconds(600))
    }

    private static func word(
        _ sender: StationID, isPlaying: Bool = true, shows: Session? = nil
    ) -> Announcement {
        var word = Announcement(sender: sender, boot: 1, name: StationName(sender), role: .seek)
        word.isPlaying = isPlaying
        word.carried = shows.map { Announcement.Carried(session: $0, stage: .locked) }
        return word
    }

    /// For a second after this station said so; by radio for as many times as long as words take there.
    @Test(arguments: [(1, 1_000, true), (1, 1_001, false), (4, 4_000, true), (4, 4_001, false)])
    func aLeaderThatPlaysMayHaveLockedIt(slowness: Int, milliseconds: Int, isSo: Bool) {
        var agreements = Agreements()
        agreements.agree(to: Self.session(9), now: .seconds(50))
        let now = Duration.seconds(50) + .milliseconds(milliseconds)
        let fresh = [Self.word(Self.ids[1]), Self.word(Self.ids[0])]
        #expect(agreements.mayBeLocked(by: fresh, within: slowness, now: now) == isSo)
    }

    @Test func nobodyElseCanHaveLockedIt() {
        var agreements = Agreements()
        agreements.agree(to: Self.session(9), now: .zero)
        for word in [
            Self.word(Self.ids[1]), Self.word(Self.ids[0], isPlaying: false),
            Self.word(Self.ids[0], shows: Self.session(9)),
        ] {
            #expect(!agreements.mayBeLocked(by: [word], within: 1, now: .zero), "\(word)")
        }
        #expect(!Agreements().mayBeLocked(by: [Self.word(Self.ids[0])], within: 1, now: .zero))
    }

    /// Said again it counts from the first time, for twelve seconds after the last.
    @Test func whatWasAgreedToIsKnownForAWhile() {
        var agreements = Agreements()
        agreements.agree(to: Self.session(9), now: .seconds(1))
        agreements.agree(to: Self.session(9), now: .seconds(8))
        #expect(agreements.since(Self.session(9), now: .seconds(20)) == .seconds(1))
        #expect(agreements.since(Self.session(9), now: .milliseconds(20_001)) == nil)
        #expect(agreements.since(Self.session(8), now: .seconds(9)) == nil)
    }

    @Test func ofManyTheLastFourAreKept() {
        var agreements = Agreements()
        for id in 1...6 { agreements.agree(to: Self.session(UInt64(id)), now: .zero) }
        let known = (1...6).filter { agreements.since(Self.session(UInt64($0)), now: .zero) != nil }
        #expect(known == [3, 4, 5, 6])
    }
}
