import Testing

@testable import Audio

@Suite("What a speaker does next")
struct PlaybackTests {
    private let format = PCMFormat()

    /// Feeds 10 ms at a time until `end`; returns what was told.
    private func feed(_ playback: inout Playback, from start: Duration, until end: Duration)
        -> [SpeakerEvent]
    {
        var told: [SpeakerEvent] = []
        var now = start
        while now < end {
            now += .milliseconds(10)
            guard case .feed(let most) = playback.step(now: now) else { continue }
            if let event = playback.fed(frames: min(480, most), now: now) { told.append(event) }
        }
        return told
    }

    @Test("it opens a device at once and tells that it works when it has worked for a while")
    func opens() {
        var playback = Playback(format: format, now: .seconds(7))
        #expect(playback.step(now: .seconds(7)) == .open)
        playback.opened(device: "a", now: .seconds(7))
        #expect(feed(&playback, from: .seconds(7), until: .milliseconds(7_190)) == [])
        #expect(
            feed(&playback, from: .milliseconds(7_190), until: .seconds(20)) == [.ready(device: "a")])
    }

    @Test("attempts are spaced by half a second, doubling up to five, and trouble is told once")
    func backsOff() {
        var playback = Playback(format: format, now: .zero)
        var attempts: [Duration] = []
        var told: [SpeakerEvent] = []
        var now = Duration.zero
        while now < .seconds(30) {
            switch playback.step(now: now) {
            case .open:
                attempts.append(now)
                let trouble: SpeakerTrouble = attempts.count % 2 == 1 ? .noCard : .busy
                if let event = playback.failed(trouble, now: now) { told.append(event) }
            case .rest(_, let until): now = until
            case .feed: Issue.record("there is nothing to feed")
            }
        }
        #expect(attempts.map { $0 / .milliseconds(100) } == [0, 5, 15, 35, 75, 125, 175, 225, 275])
        #expect(told == [.trouble(.noCard)])
    }

    @Test("without a device sound goes on in real time")
    func discards() {
        var playback = Playback(format: format, now: .zero)
        var discarded = 0
        var now = Duration.zero
        while now < .seconds(10) {
            switch playback.step(now: now) {
            case .open: _ = playback.failed(.noCard, now: now)
            case .rest(let frames, let until):
                discarded += frames
                #expect(until > now && until - now <= Playback.longestRest)
                // Awake now and then later than planned, as threads are.
                now = until + .microseconds(1_234)
            case .feed: Issue.record("there is nothing to feed")
            }
        }
        #expect(abs(discarded - 480_000) < 48_000 / 15)
    }

    @Test("a reliable device that goes is followed by the next without delay, and its return is told")
    func inherits() {
        var playback = Playback(format: format, now: .zero)
        playback.opened(device: "usb", now: .zero)
        #expect(feed(&playback, from: .zero, until: .seconds(6)) == [.ready(device: "usb")])
        #expect(playback.failed(.unplugged, now: .seconds(6)) == .trouble(.unplugged))
        #expect(playback.step(now: .seconds(6)) == .open)
        playback.opened(device: "jack", now: .seconds(6))
        #expect(feed(&playback, from: .seconds(6), until: .seconds(12)) == [.ready(device: "jack")])
    }

    @Test("a device that opens and fails at once neither spins nor chatters")
    func flaps() {
        var playback = Playback(format: format, now: .zero)
        var opened = 0
        var told: [SpeakerEvent] = []
        var now = Duration.zero
        while now < .seconds(60) {
            switch playback.step(now: now) {
            case .open:
                opened += 1
                playback.opened(device: "loose", now: now)
            case .feed(let most):
                now += .milliseconds(10)
                if let event = playback.fed(frames: min(480, most), now: now) { told.append(event) }
                if let event = playback.failed(.unplugged, now: now) { told.append(event) }
            case .rest(_, let until): now = until
            }
        }
        #expect((10...16).contains(opened))
        #expect(told == [.trouble(.unplugged)])
    }

    @Test("a device that takes anything at once is fed no faster than a little more than real time")
    func swallows() {
        var playback = Playback(format: format, now: .zero)
        playback.opened(device: "null", now: .zero)
        var fed = 0
        var now = Duration.zero
        while now < .seconds(10) {
            switch playback.step(now: now) {
            case .feed(let most):
                fed += min(1_920, most)
                _ = playback.fed(frames: min(1_920, most), now: now)
            case .rest(_, let until): now = until
            case .open: Issue.record("it is open")
            }
        }
        #expect((480_000...640_000).contains(fed))
    }

    @Test("a device that has half a second of credit spent is fed again when it has earned a tenth")
    func earns() {
        var playback = Playback(format: format, now: .zero)
        playback.opened(device: "null", now: .zero)
        #expect(playback.step(now: .zero) == .feed(atMost: 24_000))
        _ = playback.fed(frames: 24_000, now: .zero)
        // A device may run a quarter faster than the clock.
        #expect(playback.step(now: .milliseconds(79)) == .rest(discarding: 0, until: .milliseconds(129)))
        #expect(playback.step(now: .milliseconds(80)) == .feed(atMost: 4_800))
    }
}
