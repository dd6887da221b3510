import Testing

@testable import AirCarrier
@testable import PeerNetwork

/// Challenges and responses by radio: before they have arrived nothing else can be said to whom they are for.
struct ChallengeOrderTests {
    static let air = Destination.one(Endpoint(air: AirLink.address))
    private static let announcement = AirLinkTests.presence(1, tail: 0)
    /// 25 ms, and nine in ten are for frames.
    static let turn = Duration.microseconds(27_778)

    /// What its frames are of, in the order in which they are on the air.
    struct Sent: Hashable {
        /// 9: challenges; 10: responses; 7: the announcement; 5: what is for those who are met.
        var kind: UInt8
        var message: Int
    }

    /// 100 bytes as on the wire; a challenge takes one block, a response three.
    static func datagram(
        _ kind: Envelope.Kind, _ number: UInt8 = 7, to station: UInt8 = 1
    ) -> [UInt8] {
        let numbers = [UInt8](repeating: number, count: 8)
        let rest =
            kind == .challenge
            ? numbers + [UInt8](repeating: 0, count: 68)
            : [0, 0, 0, 1] + numbers + [UInt8](repeating: 9, count: 64)
        return AirMessageTests.datagram(kind.rawValue, [station, 2, 3, 4, 5, 6, 7, 8, 1, 1, 1, 1] + rest)
    }

    /// A station whose announcement was said for so long that nobody waits for it.
    static func settled() -> (carrier: AirCarrier, now: Duration) {
        var carrier = AirCarrier(own: StationID(value: 3), first: 3)
        carrier.advertises(every: .milliseconds(20))
        carrier.network(works: false)
        carrier.send(announcement, to: .everybody, now: .zero)
        var now = Duration.zero
        for _ in 0..<400 {
            _ = carrier.news(isHunting: false, now: now)
            now += turn
        }
        return (carrier, now)
    }

    /// The next frames without the tails of the announcement, asked for as often as a radio comes to the end.
    static func frames(_ carrier: inout AirCarrier, _ now: inout Duration, _ count: Int) -> [Sent] {
        var sent: [Sent] = []
        var list: [[UInt8]] = []
        var place = 0
        while sent.count < count {
            if case .advertise(let turns) = carrier.news(isHunting: false, now: now) {
                (list, place) = (turns.frames, 0)
            }
            guard !list.isEmpty else { return sent }
            let frame = list[place % list.count]
            place += 1
            now += turn
            let kind = frame[4] >> 4
            if kind == 3 { continue }
            sent.append(Sent(kind: kind, message: Int(frame[5] & 1) << 8 | Int(frame[6])))
        }
        return sent
    }

    /// Who is asked may not know the announcement either: they go in turns.
    @Test func aChallengeAndTheAnnouncementTakeTurns() {
        var (carrier, now) = Self.settled()
        carrier.send(Self.datagram(.challenge), to: Self.air, now: now)
        let sent = Self.frames(&carrier, &now, 100)
        #expect(sent.prefix(8).map(\.kind) == [9, 9, 7, 9, 7, 9, 7, 9])
        #expect(sent.count { $0.kind == 9 } == 24)
        #expect(sent.prefix(48).count { $0.kind == 9 } == 24)
    }

    /// Who has asked knows it.
    @Test func aResponseGoesBeforeTheAnnouncement() {
        var (carrier, now) = Self.settled()
        carrier.send(Self.datagram(.response), to: Self.air, now: now)
        let sent = Self.frames(&carrier, &now, 60)
        #expect(sent.prefix(8).allSatisfy { $0.kind == 10 })
        #expect(sent.dropFirst(8).allSatisfy { $0.kind == 7 })
    }

    /// Neither waits until the other is answered. A response takes three frames, a challenge one.
    @Test(arguments: [Envelope.Kind.challenge, .response])
    func aChallengeAndAResponseTakeTurns(first: Envelope.Kind) {
        var (carrier, now) = Self.settled()
        carrier.send(Self.datagram(first), to: Self.air, now: now)
        carrier.send(Self.datagram(first == .challenge ? .response : .challenge), to: Self.air, now: now)
        let sent = Self.frames(&carrier, &now, 24)
        #expect([9, 10, 7].map { kind in sent.count { $0.kind == kind } } == [5, 8, 11])
    }

    /// Those who are asked are asked in turns, and those who have asked get one response after the other.
    @Test func severalAreAskedAndAnswered() {
        var (carrier, now) = Self.settled()
        for number in UInt8(1)...3 {
            for kind in [Envelope.Kind.challenge, .response] {
                carrier.send(Self.datagram(kind, number, to: number), to: Self.air, now: now)
            }
        }
        let sent = Self.frames(&carrier, &now, 48)
        let asked = sent.filter { $0.kind == 9 }.map(\.message)
        #expect(asked.count == 10 && Set(asked.prefix(3)).count == 3)
        #expect(zip(asked.dropFirst(3), asked.dropFirst(4)).allSatisfy { $0 != $1 })
        let responses = sent.filter { $0.kind == 10 }.map(\.message)
        #expect(responses.count == 16 && responses == responses.sorted() && Set(responses).count == 2)
    }

    /// Who has it does not look at it again: a challenge that is repeated is another message, and a response,
    /// of which some symbols may be there, the same.
    @Test(arguments: [(Envelope.Kind.challenge, 9, false), (.response, 10, true)])
    func aRepeatedChallengeIsAskedAnew(kind: Envelope.Kind, frames: UInt8, isTheSame: Bool) throws {
        for later in [4, 60] {
            var (carrier, now) = Self.settled()
            carrier.send(Self.datagram(kind), to: Self.air, now: now)
            let sent = Self.frames(&carrier, &now, later)
            let first = try #require(sent.first { $0.kind == frames })
            carrier.send(Self.datagram(kind), to: Self.air, now: now)
            let next = try #require(Self.frames(&carrier, &now, 2).first { $0.kind == frames })
            #expect((next == first) == isTheSame)
        }
    }

    /// In a round there is one frame in six, and they are the round's.
    @Test func aRoundIsNotKeptWaiting() {
        var (carrier, now) = Self.settled()
        let state = AirMessageTests.datagram(5, [UInt8](repeating: 5, count: 100))
        carrier.send(state, to: Self.air, as: .news, now: now)
        carrier.send(Self.datagram(.response), to: Self.air, now: now)
        let sent = Self.frames(&carrier, &now, 24)
        let round = sent[0]
        #expect(sent.prefix(8).count { $0 == round } == 8)
        #expect(sent.prefix(18).count { $0.kind == 10 } <= 7)
        #expect(sent.count { $0 == round } >= 12)
    }

    /// Where more are heard than come to know each other, every frame is taken from somebody who holds.
    @Test(arguments: [(16, 24), (17, 4)])
    func aCrowdIsNotKeptWaiting(others: Int, all: Int) throws {
        var (carrier, now) = Self.settled()
        var other = AirLink(seed: 1)
        other.sender.send(Self.announcement, now: other.now)
        let list = other.sender.frames(frameTakes: AirLink.frameTakes, now: .zero)
        let frame = try #require(list?.first)
        for number in 0..<others {
            _ = carrier.hear(Array(frame.dropFirst(4)), from: [9, 9, 9, 9, 9, UInt8(number)], now: now)
        }
        now += .seconds(2)
        carrier.send(Self.datagram(.challenge), to: Self.air, now: now)
        let sent = Self.frames(&carrier, &now, 100)
        #expect(sent.count { $0.kind == 9 } == all)
    }
}
