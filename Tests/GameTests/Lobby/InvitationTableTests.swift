import Testing

@testable import Game
@testable import HCI
@testable import PeerNetwork

/// Asking and being asked as values, by what docs/lobby.md says of invitations.
struct InvitationTableTests {
    private static let fox = StationID(value: 3)
    private static let owl = StationID(value: 4)
    private static let name = StationName(colour: 0, animal: 1)

    private static func unicasts(_ effects: [Effect]) -> [Invitation?] {
        effects.compactMap { effect in
            guard case .unicast(let unicast) = effect else { return nil }
            return try? Invitation.decode(unicast.body)
        }
    }

    private static func said(_ effects: [Effect]) -> [Phrase] {
        effects.compactMap { if case .say(let phrase) = $0 { phrase } else { nil } }
    }

    private static func hears(
        _ invitations: inout Invitations, _ what: Invitation, isFree: Bool = true, isHolding: Bool = false,
        endsWithHold: Bool = false, at now: Duration = .zero
    ) -> [Effect] {
        invitations.heard(
            what, from: fox, name: name, isFree: isFree, isHolding: isHolding, endsWithHold: endsWithHold,
            now: now)
    }

    private static func announcement(_ id: StationID) -> Announcement {
        Announcement(sender: id, boot: 1, name: StationName(id), role: .seek)
    }

    /// Who is free is told; who holds says yes at once; who plays is busy.
    @Test func whatAnInvitationIsAnswered() {
        var idle = Invitations()
        #expect(Self.said(Self.hears(&idle, .invite)).count == 1 && idle.isAsked)
        #expect(idle.newest?.from == Self.fox && idle.newest?.endsAt == .seconds(5))
        var holding = Invitations()
        #expect(Self.unicasts(Self.hears(&holding, .invite, isHolding: true)) == [.accept])
        #expect(!holding.isAsked)
        var playing = Invitations()
        for isHolding in [false, true] {
            let effects = Self.hears(&playing, .invite, isFree: false, isHolding: isHolding)
            #expect(Self.unicasts(effects) == [.busy] && Self.said(effects).isEmpty && !playing.isAsked)
        }
    }

    /// Twice by the same is asked once, also where no more may wait.
    @Test func whoAsksAgainTakesItsOwnPlace() {
        var invitations = Invitations()
        for id in UInt64(10)..<13 {
            _ = invitations.heard(
                .invite, from: StationID(value: id), name: Self.name, isFree: true, isHolding: false,
                now: .zero)
        }
        for second in 1...3 {
            #expect(Self.said(Self.hears(&invitations, .invite, at: .seconds(second))).count == 1)
        }
        #expect(Self.unicasts(invitations.accept(now: .seconds(4))) == [.accept])
        #expect(invitations.partner(now: .seconds(4)) == Self.fox)
        for _ in 0..<3 { #expect(Self.unicasts(invitations.decline()) == [.decline]) }
        #expect(invitations.decline().isEmpty && invitations.accept(now: .seconds(4)).isEmpty)
    }

    /// What is not an answer to a question says nothing.
    @Test(arguments: [Invitation.accept, .decline, .busy]) func anAnswerToNothing(answer: Invitation) {
        var invitations = Invitations()
        #expect(Self.hears(&invitations, answer).isEmpty)
        #expect(invitations.partner(now: .zero) == nil)
    }

    /// Two that agreed wait for each other for thirty seconds, and a no takes that back.
    @Test func aPromiseLastsHalfAMinute() {
        var invitations = Invitations()
        _ = invitations.invite(Self.fox, now: .zero)
        #expect(invitations.isAsking(Self.fox))
        #expect(Self.said(Self.hears(&invitations, .accept, at: .seconds(1))).count == 1)
        #expect(!invitations.isAsking(Self.fox))
        #expect(invitations.partner(now: .seconds(31)) == Self.fox)
        #expect(invitations.partner(now: .milliseconds(31_001)) == nil)
        #expect(Self.hears(&invitations, .busy, at: .seconds(2)).isEmpty, "it said yes before")
        #expect(invitations.partner(now: .seconds(2)) == Self.fox)
        #expect(Self.said(Self.hears(&invitations, .decline, at: .seconds(3))).count == 1)
        #expect(invitations.partner(now: .seconds(3)) == nil)
    }

    /// Of several who say yes the first is waited for; who holds hears nothing of it.
    @Test func theFirstYesCounts() {
        var invitations = Invitations()
        _ = invitations.invite(Self.fox, now: .zero)
        _ = invitations.invite(Self.owl, now: .zero)
        #expect(Self.hears(&invitations, .accept, isHolding: true, at: .seconds(1)).isEmpty)
        let second = invitations.heard(
            .accept, from: Self.owl, name: Self.name, isFree: true, isHolding: false, now: .seconds(2))
        #expect(Self.said(second).count == 1 && invitations.partner(now: .seconds(2)) == Self.fox)
        #expect(Self.unicasts(invitations.takeBack(now: .seconds(2))) == [.decline])
        #expect(invitations.takeBack(now: .seconds(2)).isEmpty)
    }

    /// Holding alone asks after two seconds and every twenty. Who said no is left alone for a minute.
    @Test(arguments: [Invitation.decline, .busy]) func whoSaidNoIsLeftAlone(answer: Invitation) {
        var invitations = Invitations()
        let free = [Self.announcement(Self.fox)]
        func ask(_ second: Double) -> [Invitation?] {
            Self.unicasts(
                invitations.holdAlone(since: .zero, free: free, asks: true, now: .seconds(second)))
        }
        #expect(ask(1.999) == [] && ask(2) == [.invite] && ask(21.999) == [])
        #expect(Self.said(Self.hears(&invitations, answer, at: .seconds(3))).count == 1)
        #expect(ask(22) == [] && ask(42) == [] && ask(62) == [])
        #expect(ask(82) == [.invite])
    }

    @Test func afterARoundNobodyIsAskedButNamed() {
        var invitations = Invitations()
        let effects = invitations.holdAlone(
            since: .zero, free: [Self.announcement(Self.fox)], asks: false, now: .seconds(2))
        #expect(Self.unicasts(effects).isEmpty)
        #expect(Self.said(effects) == [.waitingFor(StationName(Self.fox))])
    }

    /// Seven at a time; of more those next that were not asked last.
    @Test func sevenAreAskedAtATime() {
        var invitations = Invitations()
        let free = (1...10).map { Self.announcement(StationID(value: $0)) }
        func asked(_ second: Int) -> [UInt64] {
            invitations.holdAlone(since: .zero, free: free, asks: true, now: .seconds(second)).compactMap {
                if case .unicast(let unicast) = $0 { unicast.other.value } else { nil }
            }
        }
        #expect(asked(2) == Array(1...7))
        invitations.letGo()
        #expect(asked(30) == [8, 9, 10, 1, 2, 3, 4])
    }

    /// Five seconds on the side that is asked, six on the other, where the answer has to travel.
    @Test func whatIsNotAnsweredEnds() {
        var invitations = Invitations()
        _ = Self.hears(&invitations, .invite)
        _ = invitations.invite(Self.owl, now: .zero)
        func pass(_ milliseconds: Int) -> [Phrase] {
            Self.said(invitations.advance(now: .milliseconds(milliseconds)) { StationName($0) })
        }
        #expect(pass(5_000) == [] && invitations.isAsked)
        #expect(pass(5_001) == [] && !invitations.isAsked && invitations.isAsking(Self.owl))
        #expect(pass(6_000) == [] && invitations.isAsking(Self.owl))
        #expect(pass(6_001) == [.noAnswer(StationName(Self.owl))] && !invitations.isAsking(Self.owl))
    }

    /// An invitation of a hold ends with it; one of the page does not.
    @Test(arguments: [false, true]) func anInvitationEndsWithTheHold(endsWithHold: Bool) {
        var invitations = Invitations()
        _ = Self.hears(&invitations, .invite, endsWithHold: endsWithHold)
        _ = invitations.advance(now: .seconds(1), holds: { _ in true }) { StationName($0) }
        #expect(invitations.isAsked)
        _ = invitations.advance(now: .seconds(1), holds: { _ in false }) { StationName($0) }
        #expect(invitations.isAsked != endsWithHold)
        #expect(Invitation.endsWithHold(Invitation.inviteOfHold))
        #expect(!Invitation.endsWithHold(Invitation.invite.bytes) && !Invitation.endsWithHold([1, 1, 2]))
    }
}
