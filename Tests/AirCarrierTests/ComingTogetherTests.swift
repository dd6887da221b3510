import Testing
import Wire

@testable import AirCarrier
@testable import PeerNetwork

/// What a station does about those who come: it hurries for strangers, and leaves out what they know.
struct ComingTogetherTests {
    private static let asker = StationID(value: 0xA1A2_A3A4_A5A6_A7A8)
    private static let announcement = AirLinkTests.presence(1, tail: 0)

    private static func sender(_ company: TurnOrder.Company = .init()) -> AirSender {
        var sender = AirSender(first: 3)
        sender.company = company
        sender.send(announcement, now: .zero)
        return sender
    }

    private static func response(to station: StationID = asker, nonce: UInt64 = 5) -> [UInt8] {
        let challenge = Challenge(from: station, to: AirLinkTests.key.id, boot: 0x0101_0101, nonce: nonce)
        return ChallengeResponse(to: challenge, sequence: 1, by: AirLinkTests.key).encoded
    }

    private static func frames(_ sender: inout AirSender, _ now: Duration) throws -> [AirFrame] {
        let list = sender.frames(frameTakes: .milliseconds(25), now: now)
        return try #require(list).compactMap { try AirFrame($0.dropFirst(4)) }
    }

    /// Lists are over after 24 frames, of 25 ms each.
    private static func said(
        _ sender: inout AirSender, _ now: inout Duration, lists: Int
    ) throws -> [AirFrame] {
        var said: [AirFrame] = []
        for _ in 0..<lists {
            said += try frames(&sender, now)
            now = sender.nextDeadline ?? now
        }
        return said
    }

    /// In between they only keep others waiting who miss the announcement.
    @Test(arguments: [(false, 6), (true, 2)])
    func fewTailsAreSaidToAStranger(hearsStranger: Bool, tails: Int) throws {
        var sender = Self.sender()
        var now = Duration.zero
        _ = try Self.said(&sender, &now, lists: 3)
        sender.company.hearsStranger = hearsStranger
        let said = try Self.said(&sender, &now, lists: 1)
        #expect(said.count { $0.kind == .tail } <= tails && said.count { $0.kind == .tail } >= tails - 1)
    }

    /// A list that is being advertised is made anew for who comes.
    @Test func aStrangerIsNotKeptWaitingForTheEndOfAList() throws {
        var sender = Self.sender()
        var now = Duration.zero
        _ = try Self.said(&sender, &now, lists: 3)
        _ = try Self.frames(&sender, now)
        now += .milliseconds(100)
        #expect(sender.frames(frameTakes: .milliseconds(25), now: now) == nil)
        sender.company.hearsStranger = true
        #expect(sender.frames(frameTakes: .milliseconds(25), now: now) != nil)
    }

    /// In a hunt a tail says that a station is still there, and in a crowd there is always a stranger.
    @Test(arguments: [(false, 1, 2), (true, 1, 6), (false, 17, 6)])
    func onlyWhoWaitsForNobodyElseHurries(hunts: Bool, strangers: Int, tails: Int) throws {
        var (carrier, now) = ChallengeOrderTests.settled()
        var other = Self.sender()
        let frame = try #require(other.frames(frameTakes: .milliseconds(25), now: .zero)?.first)
        for number in 0..<strangers {
            let address: [UInt8] = [9, 9, 9, 9, 9, UInt8(number)]
            _ = carrier.hear(Array(frame.dropFirst(4)), from: address, now: now)
        }
        now += .seconds(1)
        carrier.send(Self.announcement, to: .everybody, now: now)
        guard case .advertise(let turns) = carrier.news(isHunting: hunts, now: now) else {
            Issue.record("nothing new")
            return
        }
        let said = turns.frames.count { $0[4] >> 4 == AirFrame.Kind.tail.rawValue }
        #expect(said <= tails && said >= tails - 1)
    }

    /// Somebody who is asked may be out of reach.
    @Test func aChallengeThatIsNotAnsweredLeavesOthersHalfOfTheTurns() throws {
        var sender = Self.sender(.init(isKnown: true))
        var now = Duration.zero
        _ = try Self.said(&sender, &now, lists: 3)
        let challenge = Challenge(from: AirLinkTests.key.id, to: Self.asker, boot: 1, nonce: 5)
        let unicast = AirMessageTests.datagram(
            Envelope.Kind.unicast.rawValue, [UInt8](repeating: 7, count: 168))
        for datagram in [unicast, challenge.encoded] { sender.send(datagram, now: now) }
        let kinds = try Self.said(&sender, &now, lists: 2).filter { $0.kind != .tail }.map(\.kind)
        #expect(kinds.prefix(4).allSatisfy { $0 == .challenge })
        #expect(kinds.dropFirst(4).prefix(24).count { $0 == .challenge } == 12)
    }

    /// Where all have shown that they know the announcement, a response does not wait for it.
    @Test(arguments: [(true, 0), (false, 11)])
    func aResponseWaitsForNothingThatIsKnown(isKnown: Bool, announced: Int) throws {
        var sender = Self.sender(.init(isKnown: isKnown))
        sender.send(Self.response(), now: .zero)
        let frames = try Self.frames(&sender, .zero)
        #expect(frames.prefix { $0.kind == .beginning }.count == announced)
        #expect(frames.count { $0.kind == .response } == 8)
    }

    /// Of the one before, some may have been heard: the same goes on.
    @Test func aResponseIsSaidForAsLongAsItIsAskedFor() throws {
        var sender = Self.sender(.init(isKnown: true))
        var now = Duration.zero
        sender.send(Self.response(), now: now)
        let first = try Self.said(&sender, &now, lists: 2).filter { $0.kind == .response }
        #expect(first.map(\.symbol) == Array(0..<8))
        sender.respondAgain(to: StationID(value: 9))
        sender.respondAgain(to: Self.asker)
        let second = try Self.said(&sender, &now, lists: 2).filter { $0.kind == .response }
        #expect(second.map(\.symbol) == [8, 9, 10, 11] && second[0].message == first[0].message)
    }

    /// Whoever has recorded a challenge cannot have the response said for ever.
    @Test(arguments: [1, 6]) func aResponseIsSaidAgainEightTimes(lists: Int) throws {
        var sender = Self.sender(.init(isKnown: true))
        var now = Duration.zero
        sender.send(Self.response(), now: now)
        var said = try Self.said(&sender, &now, lists: lists)
        for _ in 0..<40 {
            sender.respondAgain(to: Self.asker)
            said += try Self.said(&sender, &now, lists: lists)
        }
        #expect(said.count { $0.kind == .response } == 8 + 8 * 4)
        // The gatekeeper, which is not asked for ever either, may answer once more; that renews nothing.
        sender.send(Self.response(), now: now)
        said = try Self.said(&sender, &now, lists: 6)
        sender.respondAgain(to: Self.asker)
        said += try Self.said(&sender, &now, lists: 6)
        #expect(said.count { $0.kind == .response } == 8)
    }

    @Test func sixteenResponsesAreRemembered() throws {
        var sender = Self.sender(.init(isKnown: true))
        var now = Duration.zero
        for number in UInt64(0)...UInt64(SaidResponses.countAtMost) {
            sender.send(Self.response(to: StationID(value: number)), now: now)
            _ = try Self.said(&sender, &now, lists: 3)
        }
        for (number, count) in [(UInt64(0), 0), (1, 4), (16, 4)] {
            sender.respondAgain(to: StationID(value: number))
            let said = try Self.said(&sender, &now, lists: 2)
            #expect(said.count { $0.kind == .response } == count, "\(number)")
        }
    }

    /// After 512 messages a number is another one's.
    @Test func aNumberIsOneMessagesAtATime() throws {
        var sender = Self.sender(.init(isKnown: true))
        var now = Duration.zero
        sender.send(Self.response(), now: now)
        _ = try Self.said(&sender, &now, lists: 2)
        for sequence in 0..<512 {
            if sequence == 511 {
                var other = sender
                other.respondAgain(to: Self.asker)
                #expect(try Self.said(&other, &now, lists: 1).contains { $0.kind == .response })
            }
            sender.send(AirLinkTests.presence(UInt8(2 + sequence % 2), tail: 0), now: now)
        }
        sender.respondAgain(to: Self.asker)
        #expect(try !Self.said(&sender, &now, lists: 1).contains { $0.kind == .response })
    }

    /// What somebody has heard of the announcement before it was asked counts.
    @Test func anIntroductionGoesOnWhereTheAnnouncementWas() throws {
        var sender = Self.sender()
        _ = try Self.frames(&sender, .zero)
        sender.introduce(now: .seconds(3))
        let said = try Self.frames(&sender, .milliseconds(240))
        #expect(said.first { $0.kind == .beginning }?.symbol == 10)
        // As if it were new: eleven frames before all else.
        #expect(said.filter { $0.kind != .tail }.prefix(11).allSatisfy { $0.kind == .beginning })
    }

    /// Two frames beyond the one that was needed, and again.
    @Test func whoStillAsksIsNoticed() throws {
        var receiver = AirReceiver()
        receiver.own = (AirLinkTests.key.id, 0x0101_0101)
        let challenge = Challenge(from: Self.asker, to: AirLinkTests.key.id, boot: 0x0101_0101, nonce: 5)
        let said = try #require(AirMessage.content(of: challenge.encoded, by: nil))
        let blocks = try #require(AirMessage.blocks(of: said.bytes))
        let noticed = (0..<6).map { symbol in
            let frame = AirFrame(
                kind: said.kind, message: 7, blocks: 1, symbol: symbol % 4,
                payload: ErasureCode.symbol(symbol % 4, of: blocks))
            let arrival = receiver.hear(
                Array(frame.advertisingData.dropFirst(4)), from: AirLink.address, now: .zero)
            #expect((arrival == nil) == (symbol > 0))
            return receiver.stillAsks
        }
        #expect(noticed == [nil, nil, Self.asker, nil, Self.asker, nil])
        #expect(receiver.senders.allHaveSpoken(now: .zero))
    }
}
