import Rooms
import Testing

@testable import GPIO
@testable import Game
@testable import PeerNetwork
@testable import Wire

struct InvitationTests {
    private static func waiting() -> Playroom {
        var room = Playroom(roles: [.hide, .seek])
        room.run(.seconds(2))
        room.hold([0])
        room.run(.seconds(2.5))
        return room
    }

    @Test func holdingAloneInvites() {
        let room = Self.waiting()
        #expect(room.said(0).contains(.waitingFor(room.name(1))))
        #expect(room.said(1).last == .invited(by: room.name(0)))
    }

    @Test func holdingAccepts() {
        var room = Self.waiting()
        room.hold([1])
        room.run(.seconds(1))
        #expect(
            room.stations[0].session != nil && room.stations[1].session?.id == room.stations[0].session?.id)
        #expect(!room.said(0).contains { if case .noAnswer = $0 { true } else { false } })
    }

    /// What a hold asked ends with it, on both sides; what the page asked does not.
    @Test(arguments: [false, true]) func anInvitationEndsWithItsHold(isOfPage: Bool) {
        var room = Playroom(roles: [.hide, .seek])
        room.run(.seconds(2))
        if isOfPage {
            room.give(.wish(.invite(room.stations[1].configuration.id)), to: 0)
            room.run(.milliseconds(500))
        } else {
            room.hold([0])
            room.run(.seconds(2.5))
        }
        #expect(room.said(1).last == .invited(by: room.name(0)))
        room.release([0])
        room.run(.milliseconds(500))
        #expect(
            room.stations[1].gathering.invitation?.from
                == (isOfPage ? room.stations[0].configuration.id : nil))
        room.run(.seconds(8))
        #expect(room.said(0).contains(.noAnswer(room.name(1))) == isOfPage)
    }

    /// One that arrives after it is not told.
    @Test func anInvitationAfterItsHoldIsNotTold() {
        var room = Playroom(roles: [.hide, .seek])
        room.run(.seconds(2))
        let inviter = room.stations[0].configuration.id
        room.give(.unicast(UnicastMessage(other: inviter, body: Invitation.inviteOfHold)), to: 1)
        #expect(!room.said(1).contains(.invited(by: room.name(0))))
        room.give(.unicast(UnicastMessage(other: inviter, body: Invitation.invite.bytes)), to: 1)
        #expect(room.said(1).contains(.invited(by: room.name(0))))
    }

    @Test func aDoublePressDeclinesAndDoesNotSwitchTheRole() {
        var room = Self.waiting()
        room.give(.button(.doublePress), to: 1)
        room.run(.seconds(1))
        #expect(room.said(0).last == .declined(room.name(1)))
        #expect(room.stations[1].role == .seek)
        // Who said no is left in peace for a minute.
        room.forgetWhatWasDone()
        room.run(.seconds(30))
        #expect(!room.said(1).contains(.invited(by: room.name(0))))
        // A second double press answers nobody.
        room.give(.button(.doublePress), to: 1)
        #expect(room.stations[1].role == .hide)
    }

    @Test func fiveSecondsWithoutAnAnswerAreANo() {
        var room = Self.waiting()
        room.run(.seconds(7))
        #expect(room.said(0).contains(.noAnswer(room.name(1))))
        room.forgetWhatWasDone()
        room.give(.wish(.decline), to: 1)
        room.run(.seconds(1))
        #expect(room.said(0).isEmpty, "the answer came too late to be one")
    }

    @Test func whoPlaysIsBusy() {
        var room = Playroom(roles: [.hide, .seek, .seek], companies: [Announcement.Company()])
        room.run(.seconds(2))
        room.hold([0, 1])
        room.run(.seconds(2))
        room.give(.wish(.invite(room.stations[0].configuration.id)), to: 2)
        room.run(.seconds(1))
        #expect(room.said(2).last == .busy(room.name(0)))
        #expect(!room.said(0).contains(.invited(by: room.name(2))))
    }

    /// The page invites one of several; the two then wait for nobody else.
    @Test func thePageInvitesAcceptsAndTheTwoPlayTogether() throws {
        var room = Playroom(roles: [.hide, .seek, .seek], companies: [Announcement.Company()])
        room.run(.seconds(2))
        room.give(.wish(.invite(room.stations[2].configuration.id)), to: 0)
        room.run(.milliseconds(500))
        #expect(room.said(2).last == .invited(by: room.name(0)))
        #expect(!room.said(1).contains(.invited(by: room.name(0))))
        room.give(.wish(.accept), to: 2)
        room.run(.milliseconds(500))
        #expect(room.said(0).last == .accepted(room.name(2)))
        // The third holds as well, and first in line; the promise counts.
        room.hold([0, 1])
        room.run(.seconds(2))
        let session = try #require(room.stations[0].session)
        #expect(session.member(room.stations[2].configuration.id) != nil)
        #expect(room.stations[1].session == nil)
        #expect(room.stations[2].button.holdingSince == nil, "nobody holds any more")
    }

    /// Who asks a family, and hears two of them say yes, plays with both.
    @Test func whoAnswersAnInvitationShutsNobodyOut() {
        var room = Playroom(roles: [.hide, .seek, .seek])
        room.run(.seconds(2))
        room.hold([0])
        room.run(.seconds(2.5))
        #expect(room.said(1).contains(.invited(by: room.name(0))))
        room.hold([1, 2])
        room.run(.seconds(3))
        #expect(room.stations.allSatisfy { $0.session?.members.count == 3 })
    }

    /// Where two play, the first who says yes is waited for, and the others are free for each other.
    @Test func whoIsPromisedToSomebodyThatPlaysIsFree() {
        var room = Playroom(roles: [.hide, .seek, .seek, .seek], companies: [Announcement.Company()])
        room.run(.seconds(2))
        room.hold([0])
        room.run(.seconds(2.5))
        room.hold([1, 2, 3])
        room.run(.seconds(4))
        let sessions = room.stations.compactMap(\.session?.id)
        #expect(sessions.count == 4 && Set(sessions).count == 2)
    }

    /// A no after a yes, by the page or by a double press: who asked hears it, and neither is bound.
    @Test(arguments: [false, true])
    func aYesIsTakenBack(byButton: Bool) {
        var room = Playroom(roles: [.hide, .seek, .seek], companies: [Announcement.Company()])
        room.run(.seconds(2))
        room.give(.wish(.invite(room.stations[1].configuration.id)), to: 0)
        room.run(.milliseconds(500))
        room.give(.wish(.accept), to: 1)
        room.run(.milliseconds(500))
        #expect(room.said(0).last == .accepted(room.name(1)))
        room.give(byButton ? .button(.doublePress) : .wish(.decline), to: 1)
        room.run(.milliseconds(500))
        #expect(room.said(0).last == .declined(room.name(1)))
        #expect(room.stations[1].button.holdingSince == nil)
        #expect(room.stations[1].role == .seek)
        room.hold([0, 2])
        room.run(.seconds(3))
        #expect(room.stations[0].session?.id == room.stations[2].session?.id)
        #expect(room.stations[0].session != nil)
    }

    /// Seven are asked at a time; of more, those whose turn it is.
    @Test func holdingAloneAsksEverybodyInTurn() {
        let free = (1...10).map { index in
            let id = StationID(value: UInt64(index))
            return Announcement(sender: id, boot: 1, name: StationName(id), role: .seek)
        }
        var invitations = Invitations()
        var asked: [[StationID]] = []
        for round in 1...3 {
            let now = Duration.seconds(30 * round)
            _ = invitations.advance(now: now) { _ in nil }
            let effects = invitations.holdAlone(
                since: now - .seconds(2), free: free, asks: true, now: now)
            asked.append(effects.compactMap { if case .unicast(let one) = $0 { one.other } else { nil } })
        }
        #expect(asked.map(\.count) == [7, 7, 7])
        #expect(Set(asked[0] + asked[1]).count == 10)
        #expect(Set(asked[1] + asked[2]).count == 10)
    }

    /// Who has clicked may have gone: the page's yes holds for as long as two wait for each other.
    @Test(arguments: [false, true])
    func aYesOnThePageIsNoHoldForEver(isTakenBack: Bool) {
        var room = Playroom(roles: [.hide, .seek])
        room.run(.seconds(2))
        room.give(.wish(.accept), to: 1)
        #expect(room.stations[1].button.holdingSince == nil, "nobody has asked")
        room.give(.wish(.invite(room.stations[1].configuration.id)), to: 0)
        room.run(.milliseconds(500))
        room.give(.wish(.accept), to: 1)
        #expect(room.stations[1].button.holdingSince != nil)
        if isTakenBack { room.give(.wish(.decline), to: 1) } else { room.run(.seconds(29)) }
        #expect((room.stations[1].button.holdingSince == nil) == isTakenBack)
        if !isTakenBack { room.run(.seconds(2)) }
        #expect(room.stations[1].button.holdingSince == nil)
        #expect(room.said(1).last == .notReady)
        room.run(.seconds(1))
        room.forgetWhatWasDone()
        room.run(.seconds(60))
        #expect(room.said(0).isEmpty && room.said(1).isEmpty)
    }

    @Test func aFloodOfInvitationsIsBoundedAndTheRestIsAnsweredBusy() {
        var invitations = Invitations()
        var busy = 0
        for id in 0..<100 {
            let effects = invitations.heard(
                .invite, from: StationID(value: UInt64(id)), name: StationName(colour: 1, animal: 1),
                isFree: true, isHolding: false, now: .zero)
            busy += effects.count {
                if case .unicast(let unicast) = $0 { unicast.body == Invitation.busy.bytes } else { false }
            }
        }
        #expect(busy == 100 - Invitations.waitingAtMost)
    }

    @Test func everyTruncationIsMalformedAndOtherKindsArePassedOver() throws {
        for length in 0..<Invitation.invite.bytes.count {
            #expect(throws: Malformed.self) {
                try Invitation.decode(Array(Invitation.invite.bytes[..<length]))
            }
        }
        let others = try [[9, 1], [1, 99]].compactMap { try Invitation.decode($0) }
        #expect(others.isEmpty)
        #expect(try Invitation.decode(Invitation.decline.bytes + [1, 2]) == .decline)
    }
}
