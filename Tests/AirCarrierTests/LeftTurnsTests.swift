import Testing

@testable import AirCarrier
@testable import PeerNetwork

/// Where only one other station is heard, no turn is for what that one knows already.
struct LeftTurnsTests {
    /// A station whose announcement was said for so long that nobody waits for it, as `company` says.
    private struct Speaker {
        var sender = AirSender(first: 0)
        var now: Duration = .zero
        private var list: [[UInt8]] = []
        private var place = 0

        init(_ company: TurnOrder.Company) {
            sender.send(AirLinkTests.presence(1, tail: 0), now: now)
            _ = frames(400)
            sender.company = company
        }

        /// What the next frames are of, without tails.
        mutating func frames(_ count: Int) -> [AirFrame.Kind] {
            var kinds: [AirFrame.Kind] = []
            while kinds.count < count {
                if let next = sender.frames(frameTakes: AirLink.frameTakes, now: now) {
                    (list, place) = (next, 0)
                }
                guard place < list.count, let frame = try? AirFrame(list[place].dropFirst(4)) else {
                    return kinds
                }
                place += 1
                now += AirLink.frameTakes
                if frame.kind != .tail { kinds.append(frame.kind) }
            }
            return kinds
        }
    }

    private static func proof(_ kind: Envelope.Kind) -> [UInt8] {
        ChallengeOrderTests.datagram(kind)
    }

    /// It is one frame, and the answer takes three.
    @Test func aNewChallengeGoesBeforeAResponseThatHasBegun() {
        var speaker = Speaker(TurnOrder.Company())
        speaker.sender.send(Self.proof(.response), now: speaker.now)
        #expect(speaker.frames(2) == [.response, .response])
        speaker.sender.send(Self.proof(.challenge), now: speaker.now)
        #expect(speaker.frames(1) == [.challenge])
        #expect(speaker.frames(6).contains(.response))
    }

    /// As long as the response is heard, which may be another one, nothing is gained by asking.
    @Test func aChallengeIsNotRepeatedWhileItIsAnswered() {
        var speaker = Speaker(TurnOrder.Company(isOne: true, isResponding: true))
        speaker.sender.send(Self.proof(.challenge), now: speaker.now)
        #expect(speaker.frames(12).filter { $0 == .challenge }.count == 1)
        speaker.sender.company.isResponding = false
        #expect(speaker.frames(12).filter { $0 == .challenge }.count > 6)
    }

    /// Who has asked may have missed it: up to 16 symbols more, but each eighth turn, which is for those who
    /// come.
    @Test func aResponseHasTheTurnsThatAreLeft() {
        var speaker = Speaker(TurnOrder.Company(isKnown: true, isOne: true))
        speaker.sender.send(Self.proof(.response), now: speaker.now)
        let kinds = speaker.frames(40)
        #expect(kinds.prefix(8).allSatisfy { $0 == .response })
        #expect(kinds.filter { $0 == .response }.count == 24)
        #expect(kinds.dropFirst(8).prefix(16).filter { $0 == .beginning }.count == 2)
        #expect(kinds.suffix(12).allSatisfy { $0 == .beginning })
    }

    /// Somebody else may come, or may not know the announcement.
    @Test(arguments: [TurnOrder.Company(isKnown: true), TurnOrder.Company(isOne: true)])
    func elseTheAnnouncementHasThem(company: TurnOrder.Company) {
        var speaker = Speaker(company)
        speaker.sender.send(Self.proof(.response), now: speaker.now)
        #expect(speaker.frames(40).filter { $0 == .response }.count == 8)
    }

    @Test func whoSaysAResponseIsKnownByItsParts() {
        let (one, other) = ([UInt8](repeating: 1, count: 6), [UInt8](repeating: 2, count: 6))
        var senders = HeardSenders()
        #expect(senders.isOne(now: .zero) == (false, false))
        senders.hear(from: one, now: .zero)
        #expect(senders.isOne(now: .zero) == (true, false))
        senders.respond(by: one, now: .seconds(1))
        // How often it advertises is not known: four turns of a slow one.
        #expect(senders.isOne(now: .milliseconds(1_420)) == (true, true))
        #expect(senders.isOne(now: .milliseconds(1_421)) == (true, false))
        senders.hear(from: other, now: .seconds(1))
        #expect(senders.isOne(now: .seconds(1)) == (false, false))
        // It is heard no more.
        #expect(senders.isOne(now: .seconds(10)) == (true, false))
    }

    /// A slow radio's frames are waited for; in a hunt people walk by the beacon.
    @Test(arguments: [(20, false, 9, 1), (100, false, 19, 1), (20, true, 1, 5), (100, true, 1, 5)])
    func aSlowRadioHasFewerBeaconsOutsideAHunt(interval: Int, isHunting: Bool, frames: Int, beacons: Int) {
        var carrier = AirCarrier(own: StationID(value: 3), first: 3)
        carrier.advertises(every: .milliseconds(interval))
        carrier.network(works: false)
        carrier.send(AirLinkTests.presence(1, tail: 0), to: .everybody, now: .zero)
        guard case .advertise(let turns) = carrier.news(isHunting: isHunting, now: .zero) else {
            Issue.record("nothing is advertised")
            return
        }
        #expect(turns.share == (frames, beacons))
    }
}
