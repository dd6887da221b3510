import Testing
import Wire

@testable import AirCarrier
@testable import PeerNetwork

/// Beside Wi-Fi at 2.4 GHz a radio listens half of the time: docs/lobby.md, "In which order".
struct HalfHeardTests {
    private static let air = ChallengeOrderTests.air
    private static let addressee: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]

    private static func datagram(_ kind: Envelope.Kind, _ bytes: Int, _ number: UInt8 = 7) -> [UInt8] {
        let body = addressee + [UInt8](repeating: number, count: bytes - 20)
        return AirMessageTests.datagram(kind.rawValue, body)
    }

    /// Somebody who listens in one of so many parts of the time is heard.
    private static func settled(oneIn parts: Int) throws -> (carrier: AirCarrier, now: Duration) {
        var (carrier, now) = ChallengeOrderTests.settled()
        var other = AirLink(seed: 1)
        other.sender.interval = .milliseconds(20)
        other.sender.listensOneIn = parts
        other.sender.send(AirLinkTests.presence(9, tail: 0), now: .zero)
        let frames = other.sender.frames(frameTakes: AirLink.frameTakes, now: .zero)
        for frame in try #require(frames) {
            _ = carrier.hear(Array(frame.dropFirst(4)), from: AirLink.address, now: now)
        }
        _ = ChallengeOrderTests.frames(&carrier, &now, 30)
        return (carrier, now)
    }

    private static func count(_ sent: [ChallengeOrderTests.Sent]) -> Int {
        guard let first = sent.first(where: { $0.kind != 2 && $0.kind != 4 }) else { return 0 }
        return sent.count { $0 == first }
    }

    /// Of what must arrive twice as much is said; what is long for one alone is said often enough already.
    @Test(
        arguments: [
            (Envelope.Kind.tagged, 60, 14, 28), (.response, 100, 10, 20), (.challenge, 100, 72, 144),
            (.unicast, 73, 8, 16), (.unicast, 180, 34, 34), (.sealed, 112, 20, 40),
        ])
    func whatMustArriveIsSaidTwice(kind: Envelope.Kind, bytes: Int, whole: Int, half: Int) throws {
        for (parts, count) in [(1, whole), (2, half)] {
            var (carrier, now) = try Self.settled(oneIn: parts)
            if kind == .sealed {
                carrier.send(Self.datagram(kind, bytes), to: Self.air, as: nil, now: now)
            } else {
                carrier.send(Self.datagram(kind, bytes), to: Self.air, now: now)
            }
            let sent = ChallengeOrderTests.frames(&carrier, &now, 400)
            #expect(Self.count(sent) == count, "\(kind) \(parts)")
        }
    }

    /// First, and without a break. In a hunt all of it does: afterwards there are few frames.
    @Test(arguments: [(1, false, 5, 10), (2, false, 10, 20), (1, true, 5, 20), (2, true, 5, 40)])
    func whatGoesFirst(parts: Int, isHunting: Bool, tagged: Int, news: Int) throws {
        var (carrier, now) = try Self.settled(oneIn: parts)
        _ = carrier.news(isHunting: isHunting, now: now)
        carrier.send(Self.datagram(.sealed, 112), to: Self.air, as: .news, now: now)
        carrier.send(Self.datagram(.tagged, 60), to: Self.air, now: now)
        let sent = ChallengeOrderTests.frames(&carrier, &now, 80)
        #expect(Set(sent.prefix(news)).count == 1)
        let rest = sent.dropFirst(news)
        #expect(Set(rest.prefix(tagged)).count == 1 && rest.first != sent[0])
        // Then they take turns; of news in a hunt nothing is left.
        #expect((Set(rest.prefix(tagged + 2)).count > 1) != isHunting)
    }

    /// A short frame says where the line is, and keeps no long one waiting, nor is it kept waiting by one.
    @Test func aShortFrameDoesNotWait() throws {
        var (carrier, now) = try Self.settled(oneIn: 1)
        carrier.send(Self.datagram(.unicast, 180), to: Self.air, now: now)
        let long = try #require(ChallengeOrderTests.frames(&carrier, &now, 2).first)
        carrier.send(Self.datagram(.unicast, 80, 1), to: Self.air, now: now)
        let first = try #require(ChallengeOrderTests.frames(&carrier, &now, 2).first)
        #expect(first.kind == 5 && first != long)
        carrier.send(Self.datagram(.unicast, 80, 2), to: Self.air, now: now)
        carrier.settle(.unicast, with: StationID(value: Self.addressee.u64be(at: 0)), now: now)
        let sent = ChallengeOrderTests.frames(&carrier, &now, 30)
        #expect(!sent.contains(first) && sent[0].kind == 5 && sent[0] != long, "the newest stands")
        #expect(!sent.contains(long), "it is acknowledged")
        #expect(sent.count { $0 == sent[0] } == 2 * 4 + 2, "an answer itself")
    }

    /// Who has not been met reads nothing but challenges and responses, whatever else is short.
    @Test func aShortFrameGoesBehindChallenges() throws {
        var (carrier, now) = try Self.settled(oneIn: 1)
        carrier.send(Self.datagram(.response, 100), to: Self.air, now: now)
        carrier.send(Self.datagram(.unicast, 73), to: Self.air, now: now)
        let sent = ChallengeOrderTests.frames(&carrier, &now, 20)
        #expect(sent.prefix(10).count { $0 == sent[0] } == 10)
        #expect(sent.contains { $0.kind == 5 && $0 != sent[0] })
    }

    /// In a hunt there are too few frames for that, but for what has happened.
    @Test(arguments: [(nil, 20), (Message.TrafficClass.news, 40)])
    func inAHuntOnlyNewsIsSaidTwice(trafficClass: Message.TrafficClass?, count: Int) throws {
        var (carrier, now) = try Self.settled(oneIn: 2)
        _ = carrier.news(isHunting: true, now: now)
        carrier.send(Self.datagram(.sealed, 112), to: Self.air, as: trafficClass, now: now)
        #expect(Self.count(ChallengeOrderTests.frames(&carrier, &now, 200)) == count)
    }
}
