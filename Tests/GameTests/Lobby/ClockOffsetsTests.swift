import Rooms
import Testing

@testable import Determinism
@testable import Game
@testable import PeerNetwork

struct ClockOffsetsTests {
    private static let fox = StationID(value: 1)
    private static let otter = StationID(value: 2)

    private struct Post {
        var announcement: Announcement
        var arrives: Duration
        var toOtter: Bool
        var sent: Duration
    }

    /// Two clocks, a network that delays by up to `jitter` and loses `loss`; how far off each delay was that
    /// the otter measured after `settling`.
    private static func errors(
        offset: Duration, driftPPM: Double, jitter: Int, loss: Double, seed: UInt64,
        settling: Duration = .seconds(4), for time: Duration = .seconds(7)
    ) -> [Duration] {
        var random = SeededGenerator(seed: seed)
        var (fox, otter) = (ClockOffsets(own: Self.fox), ClockOffsets(own: Self.otter))
        var flying: [Post] = []
        var errors: [Duration] = []
        func otters(_ now: Duration) -> Duration { now * (1 + driftPPM / 1_000_000) + offset }
        var now = Duration.zero
        var step = 0
        while now < time {
            now += .milliseconds(10)
            step += 1
            for post in flying where post.arrives <= now {
                if post.toOtter {
                    otter.heard(post.announcement, isByRadio: false, now: otters(post.arrives))
                    if now > settling,
                        case .measured(let delay) = otter.delay(
                            of: post.announcement, isByRadio: false, now: otters(post.arrives))
                    {
                        let error = delay - (post.arrives - post.sent)
                        errors.append(error < .zero ? .zero - error : error)
                    }
                } else {
                    fox.heard(post.announcement, isByRadio: false, now: post.arrives)
                }
            }
            flying.removeAll { $0.arrives <= now }
            guard step % 10 == 0 else { continue }
            for toOtter in [true, false] where Double.random(in: 0..<1, using: &random) >= loss {
                let sender = toOtter ? Self.fox : Self.otter
                var announcement = Announcement(
                    sender: sender, boot: 1, name: StationName(sender), role: .seek)
                announcement.stamp =
                    toOtter
                    ? fox.stamp(isCounting: true, now: now) : otter.stamp(isCounting: true, now: otters(now))
                let delay = Duration.milliseconds(Int.random(in: 1...max(1, jitter), using: &random))
                flying.append(
                    Post(announcement: announcement, arrives: now + delay, toOtter: toOtter, sent: now))
            }
        }
        return errors
    }

    @Test(arguments: [Duration.zero, .seconds(-86_400), .seconds(4_294_960), .milliseconds(123_456_789)])
    func clocksMayBeAnythingApart(offset: Duration) {
        let errors = Self.errors(offset: offset, driftPPM: 0, jitter: 1, loss: 0, seed: 1)
        #expect(errors.count > 20)
        #expect(errors.allSatisfy { $0 <= .milliseconds(2) })
    }

    /// 200 ms of jitter, every fifth lost, crystals 200 ppm apart: 99 of 100 within 50 ms after four seconds.
    @Test func jitterAndLossAreMeasuredThrough() {
        let errors = (1...100).flatMap {
            Self.errors(offset: .seconds(77), driftPPM: 200, jitter: 200, loss: 0.2, seed: $0)
        }.sorted()
        #expect(errors.count > 1_000)
        #expect(errors[errors.count * 99 / 100] < .milliseconds(50))
        #expect(errors[errors.count / 2] < .milliseconds(12))
    }

    @Test func driftIsFollowedForAnHour() {
        let errors = Self.errors(
            offset: .zero, driftPPM: 200, jitter: 20, loss: 0.2, seed: 3, settling: .seconds(1_000),
            for: .seconds(1_200))
        #expect(errors.allSatisfy { $0 < .milliseconds(20) })
    }

    @Test func aRestartForgetsTheClockBefore() {
        var offsets = ClockOffsets(own: Self.otter)
        func hear(boot: UInt32, sent: UInt32, echo: UInt32, now: Duration) -> Announcement {
            var announcement = Announcement(
                sender: Self.fox, boot: boot, name: StationName(Self.fox), role: .seek)
            announcement.stamp = ClockStamp(
                sent: sent, echoes: [.init(of: Self.otter, sent: echo, heldFor: 0)])
            offsets.heard(announcement, isByRadio: false, now: now)
            return announcement
        }
        _ = hear(boot: 1, sent: 9_000, echo: 0, now: .milliseconds(10))
        let again = hear(boot: 2, sent: 50, echo: 1_000, now: .milliseconds(1_010))
        // It took no longer than its echo's way there and back, whatever its clock said before.
        let delay = offsets.delay(of: again, isByRadio: false, now: .milliseconds(1_010))
        guard case .measured(let measured) = delay else {
            Issue.record("not measured: \(delay)")
            return
        }
        #expect(measured <= .milliseconds(10))
    }

    /// Echoes of what this station sent before it was started again are no measurements, wherever its clock
    /// began then; what was really under way is, also by radio, where it is estimated when it was sent.
    @Test(
        arguments: [
            (echo: 30_000, heldFor: 25_000, isMeasured: false), (30_000, 8_900, true),
            (30_000, 11_100, false),
            (UInt32.max - 800_000, 20_000, false), (45_000, 0, false), (39_000, 200, true),
            (39_995, 500, true),
        ] as [(UInt32, UInt16, Bool)])
    func whatWasSentBeforeARestartIsNotMeasured(echo: UInt32, heldFor: UInt16, isMeasured: Bool) {
        var offsets = ClockOffsets(own: Self.otter)
        var announcement = Announcement(sender: Self.fox, boot: 1, name: StationName(Self.fox), role: .seek)
        announcement.stamp = ClockStamp(
            sent: 7_000_000, echoes: [.init(of: Self.otter, sent: echo, heldFor: heldFor)])
        offsets.heard(announcement, isByRadio: false, now: .seconds(40))
        let delay = offsets.delay(of: announcement, isByRadio: false, now: .seconds(40))
        #expect((delay != .unknown) == isMeasured)
    }

    @Test func nothingIsKnownBeforeBothWaysAreMeasured() {
        var offsets = ClockOffsets(own: Self.otter)
        var announcement = Announcement(sender: Self.fox, boot: 1, name: StationName(Self.fox), role: .seek)
        announcement.stamp = ClockStamp(sent: 5)
        offsets.heard(announcement, isByRadio: false, now: .seconds(1))
        #expect(offsets.delay(of: announcement, isByRadio: false, now: .seconds(1)) == .unknown)
        #expect(offsets.delay(of: announcement, isByRadio: true, now: .seconds(1)) == .estimated)
    }

    /// A radio tells nearly when something was said: where there and back take longer than 80 ms together,
    /// one of the two is wrong, and half of that would be the error. On a network each may have been on its
    /// way.
    @Test(arguments: [(there: 40, isMeasured: true), (42, false), (-100, true)])
    func byRadioTheTwoWaysHaveToAgree(there: UInt32.Stride, isMeasured: Bool) {
        var offsets = ClockOffsets(own: Self.otter)
        var announcement = Announcement(sender: Self.fox, boot: 1, name: StationName(Self.fox), role: .seek)
        // Heard 40 ms after it was sent; what is echoed took `there`.
        let sent = UInt32(5_000)
        announcement.stamp = ClockStamp(
            sent: sent, echoes: [.init(of: Self.otter, sent: sent.advanced(by: -there), heldFor: 0)])
        offsets.heard(announcement, isByRadio: true, now: .milliseconds(5_040))
        let delay = offsets.delay(of: announcement, isByRadio: true, now: .milliseconds(5_040))
        let half = Duration.milliseconds(there + 40) / 2
        #expect(delay == (isMeasured ? .measured(max(.zero, half)) : .estimated))
        #expect(
            offsets.delay(of: announcement, isByRadio: false, now: .milliseconds(5_040))
                == .measured(max(.zero, half)))
    }

    /// What came by radio is echoed until the start: after it an echo only makes messages longer.
    @Test func inAHuntOnlyTheNetworkIsEchoed() {
        var offsets = ClockOffsets(own: StationID(value: 3))
        for (id, isByRadio) in [(Self.fox, true), (Self.otter, false)] {
            var announcement = Announcement(sender: id, boot: 1, name: StationName(id), role: .seek)
            announcement.stamp = ClockStamp(sent: 5)
            offsets.heard(announcement, isByRadio: isByRadio, now: .seconds(1))
        }
        #expect(offsets.stamp(isCounting: true, now: .seconds(2)).echoes.map(\.of) == [Self.fox, Self.otter])
        #expect(offsets.stamp(isCounting: false, now: .seconds(2)).echoes.map(\.of) == [Self.otter])
        // Heard by the network at last, it is echoed.
        var announcement = Announcement(sender: Self.fox, boot: 1, name: StationName(Self.fox), role: .seek)
        announcement.stamp = ClockStamp(sent: 6)
        offsets.heard(announcement, isByRadio: false, now: .seconds(2))
        #expect(
            offsets.stamp(isCounting: false, now: .seconds(2)).echoes.map(\.of) == [Self.fox, Self.otter])
    }

    /// A whole round of two: by radio clocks are echoed until it begins, on a network all of the time; either
    /// way it begins for both at once, also where a message was under way for longer than its parts tell.
    @Test(arguments: [nil, .milliseconds(30), Station.heartbeat])
    func whoPlaysEchoesClocks(arrivesOver: Duration?) throws {
        var room = Playroom(roles: [.hide, .seek])
        room.arrivesOver = arrivesOver
        var said: [(at: Duration, echoes: Int)] = []
        room.twist = { _, announcement, now in
            if let stamp = announcement.stamp { said.append((now, stamp.echoes.count)) }
            return announcement
        }
        room.lock()
        room.run(.seconds(10))
        let starts = room.stations.compactMap { $0.session?.startsAt }
        let begins = try #require(starts.max())
        #expect(
            starts.count == 2 && begins - starts[0] <= .milliseconds(2)
                && begins - starts[1] <= .milliseconds(2))
        // What was said before it arrives a heartbeat later.
        let (before, after) = (
            said.filter { $0.at < begins }, said.filter { $0.at > begins + Station.heartbeat }
        )
        #expect(before.contains { $0.echoes == 1 })
        #expect(!after.isEmpty && after.allSatisfy { $0.echoes == (arrivesOver == nil ? 1 : 0) })
    }
}
