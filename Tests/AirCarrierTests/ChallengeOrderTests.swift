import Testing

@testable import AirCarrier
@testable import PeerNetwork

/// Challenges and responses by radio: before they have arrived nothing else can be said to whom they are for.
struct ChallengeOrderTests {
    static let air = Destination.one(Endpoint(air: AirLink.address))
    private static let card = AirLinkTests.presence(1, tail: 0)
    /// 25 ms, and nine in ten are for frames.
    static let turn = Duration.microseconds(27_778)

    /// What its frames are of, in the order in which they are on the air.
    struct Sent: Hashable {
        /// 9: challenges; 10: responses; 7: the announcement; 5: what is for those who are met.
        var kind: UInt8
        var message: Int
    }

    /// 100 bytes as on the wire; a challenge takes one block, a response three.
    private static func datagram(_ kind: Envelope.Kind, _ number: UInt8 = 7) -> [UInt8] {
        let numbers = [UInt8](repeating: number, count: 8)
        let rest =
            kind == .probe
            ? numbers + [UInt8](repeating: 0, count: 68)
            : [0, 0, 0, 1] + numbers + [UInt8](repeating: 9, count: 64)
        return AirMessageTests.datagram(kind.rawValue, [1, 2, 3, 4, 5, 6, 7, 8, 1, 1, 1, 1] + rest)
    }

    /// A station whose announcement was said for so long that nobody waits for it.
    static func settled() -> (carrier: AirCarrier, now: Duration) {
        var carrier = AirCarrier(own: StationID(value: 3), first: 3)
        carrier.advertises(every: .milliseconds(20))
        carrier.network(works: false)
        carrier.send(card, to: .everybody, now: .zero)
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

    /// Four times its blocks and four; the first half before the announcement, which is said once
    /// more because who is asked may not have heard it.
    @Test(arguments: [(Envelope.Kind.probe, 9, 4, 8), (.answer, 10, 8, 16)])
    func itGoesBeforeWhatWasSaidBefore(kind: Envelope.Kind, frames: UInt8, first: Int, all: Int) {
        var (carrier, now) = Self.settled()
        carrier.send(Self.datagram(kind), to: Self.air, now: now)
        let sent = Self.frames(&carrier, &now, 60)
        #expect(sent.prefix(first).count { $0.kind == frames } == first)
        #expect(sent.count { $0.kind == frames } == all)
        #expect(sent.prefix(first + 2 * (all - first) + 1).count { $0.kind == frames } == all, "by turns")
        #expect(sent.contains { $0.kind == 7 })
    }

    @Test func aShortOneGoesBeforeALongOne() {
        var (carrier, now) = Self.settled()
        carrier.send(Self.datagram(.answer), to: Self.air, now: now)
        let response = Self.frames(&carrier, &now, 2)
        carrier.send(Self.datagram(.probe), to: Self.air, now: now)
        let sent = Self.frames(&carrier, &now, 16)
        #expect(Set(sent.prefix(4).map(\.message)).count == 1 && sent[0] != response[0])
        #expect(sent.dropFirst(4).prefix(5) == ArraySlice(repeating: response[0], count: 5))
    }

    /// Who has it does not look at it again: a challenge that is repeated is another message, and a response,
    /// of which some symbols may be there, the same.
    @Test(arguments: [(Envelope.Kind.probe, false), (.answer, true)])
    func aRepeatedChallengeIsAskedAnew(kind: Envelope.Kind, isTheSame: Bool) throws {
        var (carrier, now) = Self.settled()
        carrier.send(Self.datagram(kind), to: Self.air, now: now)
        let first = try #require(Self.frames(&carrier, &now, 14).first { $0.kind != 7 })
        carrier.send(Self.datagram(kind), to: Self.air, now: now)
        let sent = Self.frames(&carrier, &now, 4)
        #expect(sent.allSatisfy { $0.kind == first.kind && ($0 == first) == isTheSame }, "\(sent)")
    }

    /// In a round there is one frame in six, and they are the round's.
    @Test func aRoundIsNotKeptWaiting() {
        var (carrier, now) = Self.settled()
        let state = AirMessageTests.datagram(5, [UInt8](repeating: 5, count: 100))
        carrier.send(state, to: Self.air, as: .news, now: now)
        carrier.send(Self.datagram(.answer), to: Self.air, now: now)
        let sent = Self.frames(&carrier, &now, 24)
        let round = sent[0]
        #expect(sent.prefix(8).count { $0 == round } == 8)
        #expect(sent.prefix(18).count { $0.kind == 10 } <= 7)
        #expect(sent.count { $0 == round } >= 12)
    }

    /// Where more are heard than come to know each other, every frame is taken from somebody who holds.
    @Test(arguments: [(16, 16), (17, 8)])
    func aCrowdIsNotKeptWaiting(others: Int, all: Int) throws {
        var (carrier, now) = Self.settled()
        var other = AirLink(seed: 1)
        other.sender.send(Self.card, now: other.now)
        let list = other.sender.frames(frameTakes: AirLink.frameTakes, now: .zero)
        let frame = try #require(list?.first)
        for number in 0..<others {
            _ = carrier.hear(Array(frame.dropFirst(4)), from: [9, 9, 9, 9, 9, UInt8(number)], now: now)
        }
        now += .seconds(2)
        carrier.send(Self.datagram(.answer), to: Self.air, now: now)
        let sent = Self.frames(&carrier, &now, 60)
        #expect(sent.count { $0.kind == 10 } == all)
    }
}
