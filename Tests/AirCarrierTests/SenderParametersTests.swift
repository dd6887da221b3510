import Testing

@testable import AirCarrier

@Suite struct SenderParametersTests {
    private static let slow = (sender: [UInt8](repeating: 1, count: 6), interval: UInt8(20), parts: UInt8(0))
    private static let partly = (sender: [UInt8](repeating: 2, count: 6), interval: UInt8(4), parts: UInt8(2))

    private static func tail(interval: UInt8, now: UInt8 = 0, parts: UInt8 = 0) -> AirFrame {
        let payload = [UInt8](repeating: 9, count: 17) + [interval, now, parts] + [0, 0, 0, 0]
        return AirFrame(kind: .tail, message: 1, blocks: 1, symbol: 0, payload: payload)
    }

    /// A slow radio says few tails in a hunt, and some of them are lost.
    @Test func whatATailSaysHoldsForAsLongAsItsSenderIsHeard() {
        var parameters = SenderParameters()
        for (sender, interval, parts) in [Self.slow, Self.partly] {
            parameters.hear(from: sender, now: .zero)
            #expect(parameters.interval(of: sender) == .zero)
            parameters.hear(
                tail: Self.tail(interval: interval, parts: parts), from: sender, now: .seconds(1))
        }
        #expect(parameters.slowAt == .seconds(1) && parameters.partlyListeningAt == .seconds(1))
        parameters.hear(from: Self.slow.sender, now: .seconds(20))
        #expect(parameters.slowAt == .seconds(20) && parameters.partlyListeningAt == .seconds(1))
        parameters.hear(from: Self.partly.sender, now: .seconds(40))
        #expect(parameters.slowAt == .seconds(20) && parameters.partlyListeningAt == .seconds(40))
        #expect(parameters.interval(of: Self.slow.sender) == .milliseconds(100))
    }

    @Test func theNextTailReplacesIt() {
        var parameters = SenderParameters()
        let sender = Self.slow.sender
        parameters.hear(tail: Self.tail(interval: 20, parts: 2), from: sender, now: .seconds(1))
        parameters.hear(tail: Self.tail(interval: 5, now: 16), from: sender, now: .seconds(2))
        parameters.hear(from: sender, now: .seconds(3))
        #expect(parameters.slowAt == .seconds(1) && parameters.partlyListeningAt == .seconds(1))
        // What it does now, and not what it does when it has something to say.
        #expect(parameters.interval(of: sender) == .milliseconds(80))
    }

    /// Addresses that somebody makes up take no more room than this, and nobody's who is heard.
    @Test func whoWasHeardLongestAgoMakesRoom() {
        var parameters = SenderParameters()
        let senders = (0...SenderParameters.sendersAtMost).map { [UInt8($0), 0, 0, 0, 0, 0] }
        for (place, sender) in senders.enumerated() {
            parameters.hear(from: senders[0], now: .seconds(place))
            parameters.hear(tail: Self.tail(interval: 4), from: sender, now: .seconds(place))
        }
        #expect(senders.indices.filter { parameters.interval(of: senders[$0]) == .zero } == [1])
    }
}
