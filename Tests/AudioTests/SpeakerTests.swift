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

    @Test("from a press to its tick no more than 50 ms lie between here and the loudspeaker")
    func latency() {
        let speaker = Speaker(configuration: .init(latency: .milliseconds(70), period: .milliseconds(20)))
        #expect(speaker.latency == .milliseconds(90))
        #expect(Speaker().latency <= .milliseconds(50))
        #expect(!SpeakerConfiguration().usesCardVolume && Volume().amplitude == 0.8 * 0.8)
    }

    @Test("an utterance sounds as long as its clips, and a gain that is none is 1")
    func utterances() {
        let clips = [steady(1, milliseconds: 400), steady(1, milliseconds: 250)]
        let usual = Utterance(label: "hot", clips: clips)
        #expect(usual.duration == .milliseconds(650) && usual.gain == 1)
        for (gain, kept): (Float, Float) in [(.nan, 1), (.infinity, 1), (-1, 0), (0.5, 0.5), (5, 4)] {
            #expect(Utterance(label: "hot", clips: clips, gain: gain).gain == kept)
        }
    }

    /// A device that has room every other time, and how often it is written to and turned.
    private final class CountingSink: PCMSink, Sendable {
        let device = "counting"
        let format = PCMFormat()
        let state = Mutex((asked: 0, written: 0, turned: [Float]()))

        func room() -> Int {
            state.withLock {
                $0.asked += 1
                return $0.asked.isMultiple(of: 2) ? 480 : 0
            }
        }
        func write(_ samples: [Int16]) { state.withLock { $0.written += 1 } }
        func attenuate(to amplitude: Float) -> Float {
            state.withLock { $0.turned.append(amplitude) }
            return 1
        }
        func close() {}
    }

    @Test("a device is written to when it has room, and turned at first and every two seconds")
    func asksLittle() {
        let stop = StopFlag()
        let sink = CountingSink()
        let speaker = Speaker(
            configuration: .init(volume: Volume(level: 1)), clock: clock(until: .seconds(5), raising: stop),
            open: { _ in sink })
        speaker.loop(until: stop) { _ in }
        sink.state.withLock {
            #expect($0.asked > 100 && $0.written == $0.asked / 2)
            #expect($0.turned == [1, 1, 1])
        }
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
        let both = MemorySink(longest: .milliseconds(1))
        both.write([Int16](repeating: 1, count: 1_000))
        #expect(both.samples.count == 2 * 48)
    }
}
