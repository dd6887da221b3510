import Testing

@testable import AirCarrier

@Suite struct HeardSendersTests {
    private static let slow = [UInt8](repeating: 1, count: 6)
    private static let partly = [UInt8](repeating: 2, count: 6)

    private static func tail(interval: UInt8, now: UInt8 = 0, parts: UInt8 = 0) -> AirFrame {
        let payload = [UInt8](repeating: 9, count: 17) + [interval, now, parts] + [0, 0, 0, 0]
        return AirFrame(kind: .tail, message: 1, blocks: 1, symbol: 0, payload: payload)
    }

    /// A slow radio says few tails in a hunt, and some of them are lost.
    @Test func whatATailSaysHoldsForAsLongAsItsSenderIsHeard() {
        var senders = HeardSenders()
        for address in [Self.slow, Self.partly] {
            senders.hear(from: address, now: .zero)
            #expect(senders.interval(of: address) == .zero)
        }
        senders.hear(tail: Self.tail(interval: 20), from: Self.slow, now: .seconds(1))
        senders.hear(tail: Self.tail(interval: 4, parts: 2), from: Self.partly, now: .seconds(1))
        #expect(senders.slowAt == .seconds(1) && senders.partlyListeningAt == .seconds(1))
        senders.hear(from: Self.slow, now: .seconds(20))
        #expect(senders.slowAt == .seconds(20) && senders.partlyListeningAt == .seconds(1))
        senders.hear(from: Self.partly, now: .seconds(40))
        #expect(senders.slowAt == .seconds(20) && senders.partlyListeningAt == .seconds(40))
        #expect(senders.interval(of: Self.slow) == .milliseconds(100))
    }

    @Test func theNextTailReplacesIt() {
        var senders = HeardSenders()
        senders.hear(from: Self.slow, now: .zero)
        senders.hear(tail: Self.tail(interval: 20, parts: 2), from: Self.slow, now: .seconds(1))
        senders.hear(tail: Self.tail(interval: 5, now: 16), from: Self.slow, now: .seconds(2))
        senders.hear(from: Self.slow, now: .seconds(3))
        #expect(senders.slowAt == .seconds(1) && senders.partlyListeningAt == .seconds(1))
        // What it does now, and not what it does when it has something to say.
        #expect(senders.interval(of: Self.slow) == .milliseconds(80))
    }

    /// Addresses that somebody makes up take no more room than this, and nobody's who is heard.
    @Test func whoWasHeardLongestAgoMakesRoom() {
        var senders = HeardSenders()
        let addresses = (0...HeardSenders.sendersAtMost).map { [UInt8($0), 0, 0, 0, 0, 0] }
        for (place, address) in addresses.enumerated() {
            senders.hear(from: addresses[0], now: .seconds(place))
            senders.hear(from: address, now: .seconds(place))
            senders.hear(tail: Self.tail(interval: 4), from: address, now: .seconds(place))
        }
        #expect(addresses.indices.filter { senders.interval(of: addresses[$0]) == .zero } == [1])
    }

    @Test func whoHasSpokenToThisStationKnowsIt() {
        var senders = HeardSenders()
        #expect(!senders.allHaveSpoken(now: .zero))
        senders.hear(from: Self.slow, now: .zero)
        senders.hear(from: Self.partly, now: .seconds(1))
        senders.speak(by: Self.slow)
        #expect(!senders.allHaveSpoken(now: .seconds(1)))
        senders.speak(by: Self.partly)
        #expect(senders.allHaveSpoken(now: .seconds(1)))
        // The other one is not waited for any more; and with nobody there, somebody may come.
        senders.hear(from: [UInt8](repeating: 3, count: 6), now: .seconds(2))
        senders.hear(from: Self.slow, now: .seconds(11))
        #expect(!senders.allHaveSpoken(now: .seconds(11)) && senders.allHaveSpoken(now: .seconds(12)))
        #expect(!senders.allHaveSpoken(now: .seconds(21)))
    }

    /// Started anew, it has forgotten whom it knew. Its announcement may come later than its challenge.
    @Test func whoStartsAnewKnowsNobody() {
        var senders = HeardSenders()
        senders.hear(from: Self.slow, now: .zero)
        senders.speak(by: Self.slow)
        for start in [UInt32(7), 7] {
            senders.announce(start: start, by: Self.slow)
            #expect(senders.allHaveSpoken(now: .zero))
        }
        senders.announce(start: 8, by: Self.slow)
        #expect(!senders.allHaveSpoken(now: .zero))
    }

    @Test func whoseAnnouncementIsNotKnownIsAStranger() {
        var senders = HeardSenders()
        #expect(!senders.hearsStranger(now: .zero))
        senders.hear(from: Self.slow, now: .seconds(1))
        #expect(senders.hearsStranger(now: .milliseconds(2_999)))
        #expect(!senders.hearsStranger(now: .seconds(3)))
        senders.announce(start: 7, by: Self.slow)
        senders.hear(from: Self.slow, now: .seconds(4))
        #expect(!senders.hearsStranger(now: .seconds(4)))
    }
}
