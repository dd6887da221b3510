import Testing
import Wire

@testable import AirCarrier
@testable import PeerNetwork

/// When a message was said, whatever of it was missed: clocks are compared by that.
struct SaidAtTests {
    private static let announcement = AirLinkTests.presence(1, tail: 0)
    private static let state = AirMessageTests.sealed(3, count: 150)

    /// An age is told in units of 32 ms.
    private static let rounding: ClosedRange<Duration> = .milliseconds(-16)...(.milliseconds(16))

    /// What comes of frames that are advertised one after the other, a turn apart, without the first ones.
    ///
    /// - Parameters:
    ///   - skip: every so many frames another one has the turn.
    private static func heard(
        without lost: Int, turn: Duration, skip: Int = 100, interval: Duration = .zero,
        waits: Duration = .zero
    ) throws -> Duration {
        var sender = AirSender(first: 1)
        sender.interval = interval
        var receiver = AirReceiver()
        var now = Duration.seconds(10)
        sender.send(announcement, now: now)
        let first = sender.frames(frameTakes: turn, now: now)
        for frame in try #require(first) {
            _ = receiver.hear(Array(frame.dropFirst(4)), from: AirLink.address, now: now)
        }
        now += .seconds(2)
        if waits > .zero { sender.send(AirMessageTests.sealed(1, count: 11), now: now - waits) }
        sender.send(state, now: now - waits)
        let list = sender.frames(frameTakes: turn, now: now)
        var frames = try #require(list)
        if waits > .zero {
            // The short one has been said, and the long one begins.
            now += turn * frames.count
            let next = sender.frames(frameTakes: turn, now: now)
            frames = try #require(next)
        }
        let said = now
        let place = try #require(frames.firstIndex { $0[4] >> 4 == 5 })
        let known = frames.filter { $0[4] >> 4 == 5 }
        for (number, frame) in known.enumerated().dropFirst(lost) {
            let at = said + turn * (place + number + number / skip)
            let arrival = receiver.hear(Array(frame.dropFirst(4)), from: AirLink.address, now: at)
            if let arrival, arrival.bytes.count == state.count { return arrival.heardAt - said }
        }
        throw Malformed("nothing arrived", at: 0)
    }

    @Test(arguments: [0, 1, 3, 6])
    func whatWasMissedAtTheBeginningIsCounted(lost: Int) throws {
        #expect(Self.rounding ~= (try Self.heard(without: lost, turn: .milliseconds(30))))
        // What had a turn in between is not taken for a part of it.
        let late = try Self.heard(without: lost, turn: .milliseconds(30), skip: 4)
        #expect((.milliseconds(-16))...(.milliseconds(76)) ~= late)
    }

    /// A turn is no longer than where frames have most of the time: who is seldom heard is not taken for
    /// earlier than it was.
    @Test func aGapIsNotATurn() throws {
        let late = try Self.heard(without: 3, turn: .milliseconds(200))
        #expect(Self.rounding ~= late - (.milliseconds(3 * 200) - .microseconds(3 * 27_778)))
        // Nor where the sender says how often it advertises, less the one interval that it waited.
        let slow = try Self.heard(without: 3, turn: .milliseconds(125), interval: .milliseconds(100))
        #expect(Self.rounding ~= slow - .milliseconds(-100) - .microseconds(3 * (125_000 - 116_667)))
    }

    /// Through walls an announcement is not heard again for long: what its sender says is read all the same.
    @Test(arguments: [(seconds: 59, isRead: true), (61, false)])
    func anAnnouncementIsKept(seconds: Int, isRead: Bool) throws {
        var sender = AirSender(first: 1)
        var receiver = AirReceiver()
        sender.send(Self.announcement, now: .zero)
        let list = sender.frames(frameTakes: .milliseconds(30), now: .zero)
        let announced = try #require(list)
        for frame in announced {
            _ = receiver.hear(Array(frame.dropFirst(4)), from: AirLink.address, now: .zero)
        }
        let now = Duration.seconds(seconds)
        sender.send(Self.state, now: now)
        let next = sender.frames(frameTakes: .milliseconds(30), now: now)
        let said = try #require(next).filter { $0[4] >> 4 == 5 }
        // One symbol of the announcement, which is known.
        let symbol = try #require(announced.first { $0[4] >> 4 == 7 })
        let arrivals = ([symbol] + said).compactMap { frame in
            receiver.hear(Array(frame.dropFirst(4)), from: AirLink.address, now: now)
        }
        #expect(arrivals.contains { $0.bytes.count == Self.state.count } == isRead)
    }

    /// Something else has the first turns: a message is as old as it is when the first of it is advertised,
    /// to the 16 ms that its age is rounded by; and what has been advertised of it is not changed any more.
    @Test(arguments: [30, 45]) func anAgeIsThatOfTheFirstTurn(turn milliseconds: Int) throws {
        let turn = Duration.milliseconds(milliseconds)
        var sender = AirSender(first: 1)
        var receiver = AirReceiver()
        var now = Duration.seconds(10)
        func hear(_ frames: [[UInt8]], _ count: Int) -> Duration? {
            for frame in frames.prefix(count) {
                let arrival = receiver.hear(Array(frame.dropFirst(4)), from: AirLink.address, now: now)
                if let arrival, arrival.bytes.count == Self.state.count { return arrival.heardAt }
                now += turn
            }
            return nil
        }
        sender.send(Self.announcement, now: now)
        let announced = sender.frames(frameTakes: turn, now: now)
        #expect(hear(try #require(announced), 24) == nil)
        let asked = now
        sender.send(AirMessageTests.datagram(2, [UInt8](repeating: 7, count: 60)), now: now)
        sender.send(Self.state, now: now)
        let list = sender.frames(frameTakes: turn, now: now)
        let frames = try #require(list)
        let first = try #require(frames.firstIndex { $0[4] >> 4 == 5 })
        #expect(first > 3, "the challenge goes first")
        // Two of its symbols, and then a list that is made anew.
        #expect(hear(frames, first + 2) == nil)
        sender.send(AirLinkTests.presence(1, tail: 2), now: now)
        let rest = sender.frames(frameTakes: turn, now: now)
        let heardAt = hear(try #require(rest), 24)
        let late = try #require(heardAt) - asked
        #expect(Self.rounding ~= late, "\(late)")
    }

    /// It had waited for what was being said.
    @Test func whatWaitedIsOlder() throws {
        let late = try Self.heard(without: 0, turn: .milliseconds(30), waits: .milliseconds(200))
        #expect(late < .milliseconds(-200) && late > .milliseconds(-800))
    }
}
