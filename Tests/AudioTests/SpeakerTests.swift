import Synchronization
import Testing

@testable import Audio

/// A device whose Nth call fails, counted over everything asked of it and of those opened after it.
final class FailingSink: PCMSink {
    /// What happened to all devices of a test.
    final class Log: Sendable {
        struct State {
            var calls = 0
            var opened = 0
            var closed = 0
            var samples: [Int16] = []
        }
        let state = Mutex(State())
        let failing: Int
        let trouble: SpeakerTrouble

        init(failing: Int, trouble: SpeakerTrouble) {
            self.failing = failing
            self.trouble = trouble
        }

        func call() throws(SpeakerTrouble) {
            let number = state.withLock {
                $0.calls += 1
                return $0.calls
            }
            if number == failing { throw trouble }
        }
    }

    let device = "failing"
    let format: PCMFormat
    private let log: Log
    private var isOpen = true

    init(_ configuration: SpeakerConfiguration, log: Log) throws(SpeakerTrouble) {
        try log.call()
        format = configuration.format
        self.log = log
        log.state.withLock { $0.opened += 1 }
    }

    func room() throws(SpeakerTrouble) -> Int {
        try log.call()
        return 480
    }

    func write(_ samples: [Int16]) throws(SpeakerTrouble) {
        try log.call()
        log.state.withLock { $0.samples += samples }
    }

    func close() {
        if isOpen { log.state.withLock { $0.closed += 1 } }
        isOpen = false
    }
}

@Suite("The speaker")
struct SpeakerTests {
    /// A clock that only moves when it is waited for, or two milliseconds each time it is looked at; it
    /// raises `flag` at the end of the test's time, so that the loop ends without anybody waiting.
    private func clock(until end: Duration, raising flag: StopFlag) -> PlaybackClock {
        final class Time: Sendable { let now = Mutex(Duration.zero) }
        let time = Time()
        @Sendable func move(_ change: (inout Duration) -> Void) -> Duration {
            let now = time.now.withLock { now in
                change(&now)
                return now
            }
            if now >= end { flag.raise() }
            return now
        }
        return PlaybackClock(
            now: { move { $0 += .milliseconds(2) } }, wait: { until in _ = move { $0 = max($0, until) } })
    }

    static let troubles: [SpeakerTrouble] = [
        .noCard, .busy, .unplugged, .noMonitor, .failed(operation: "write", code: 5),
    ]

    @Test(
        "whichever call to the device fails, it comes back, tells it once and closes all",
        arguments: 1...25)
    func anomalies(failing: Int) {
        let trouble = SpeakerTests.troubles[failing % SpeakerTests.troubles.count]
        let stop = StopFlag()
        let log = FailingSink.Log(failing: failing, trouble: trouble)
        let speaker = Speaker(
            configuration: .init(), clock: clock(until: .seconds(2), raising: stop),
            open: { (configuration) throws(SpeakerTrouble) in try FailingSink(configuration, log: log) })
        var told: [SpeakerEvent] = []
        speaker.loop(until: stop) { told.append($0) }
        #expect(told == [.trouble(trouble), .ready(device: "failing")])
        log.state.withLock {
            #expect($0.opened == $0.closed)
            #expect($0.samples.count > 48_000)
        }
    }

    @Test("what was said while there was no card is not said when it is back")
    func stale() {
        let stop = StopFlag()
        // The device cannot be opened at first; the sentence is over when it can.
        let log = FailingSink.Log(failing: 1, trouble: .noCard)
        let speaker = Speaker(
            configuration: .init(), clock: clock(until: .seconds(3), raising: stop),
            open: { (configuration) throws(SpeakerTrouble) in try FailingSink(configuration, log: log) })
        speaker.play(Utterance(label: "hot", clips: [steady(10_000, milliseconds: 400)]))
        speaker.loop(until: stop) { _ in }
        #expect(speaker.isIdle)
        log.state.withLock { #expect(!$0.samples.isEmpty && $0.samples.allSatisfy { $0 == 0 }) }
    }

    @Test("what is played is what the device gets")
    func plays() {
        let stop = StopFlag()
        let sink = MemorySink()
        let speaker = Speaker(
            configuration: .init(volume: Volume(level: 1)),
            clock: clock(until: .seconds(1), raising: stop),
            open: { _ in sink })
        speaker.play(Utterance(label: "tick", clips: [steady(8_192, milliseconds: 5)], track: .effect))
        speaker.loop(until: stop) { _ in }
        #expect(sink.samples.prefix(480).allSatisfy { $0 == 8_192 })
        #expect(sink.samples.dropFirst(480).allSatisfy { $0 == 0 })
    }

    @Test("its thread ends when the task is cancelled, and gives the device back")
    func cancelled() async {
        let log = FailingSink.Log(failing: 0, trouble: .noCard)
        let speaker = Speaker(open: { (configuration) throws(SpeakerTrouble) in
            try FailingSink(configuration, log: log)
        })
        let (events, told) = AsyncStream.makeStream(of: SpeakerEvent.self)
        let running = Task { await speaker.run { told.yield($0) } }
        for await event in events {
            #expect(event == .ready(device: "failing"))
            break
        }
        running.cancel()
        await running.value
        log.state.withLock { #expect($0.opened == 1 && $0.closed == 1) }
    }

    @Test("a memory sink keeps no more than it was told to")
    func memory() {
        let format = PCMFormat(sampleRate: 8_000, channels: 1)
        let sink = MemorySink(format: format, longest: .milliseconds(1))
        for _ in 0..<3 { sink.write([1, 2, 3]) }
        #expect(sink.samples == [1, 2, 3, 1, 2, 3, 1, 2])
        #expect(sink.wav == wav(samples: sink.samples, format: format))
    }
}
