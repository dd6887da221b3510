import Synchronization
import Testing

@testable import Audio

/// Turning a card instead of its samples.
struct CardVolumeTests {
    @Test(
        arguments: [
            // lowest, highest, amplitude, where the control goes
            (-5_000, 0, 1, 0), (-5_000, 0, 0.5, -602), (-5_000, 0, 0.1, -2_000), (-5_000, 0, 0, -4_000),
            (-5_000, 0, 0.000_1, -4_000), (-2_000, 0, 0.01, -2_000), (-2_000, 0, 0, -2_000),
            // What amplifies is left out; what ends below 0 dB is loud enough there.
            (-10_239, 400, 1, 0), (-10_239, 400, 0.5, -602), (-3_000, -300, 1, -300),
            (-3_000, -300, 0.5, -902), (-20_000, 0, -1, -4_000), (-5_000, 0, 7, 0),
        ] as [(Int32, Int32, Float, Int32)])
    func levels(lowest: Int32, highest: Int32, amplitude: Float, level: Int32) throws {
        let scale = try #require(DecibelScale(lowest: lowest, highest: highest))
        #expect(scale.level(of: amplitude) == level)
        #expect(scale.amplitude(at: level) >= min(1, amplitude) - 0.000_1)
    }

    /// As some drivers claim that do not know.
    @Test(arguments: [(0, 0), (0, 3_000), (-300, 0), (0, -1), (-100, 100), (.max, .min)] as [(Int32, Int32)])
    func scalesThatAreNone(lowest: Int32, highest: Int32) {
        #expect(DecibelScale(lowest: lowest, highest: highest) == nil)
    }

    @Test func theWholeRangeOfNumbersIsAScale() throws {
        let scale = try #require(DecibelScale(lowest: .min, highest: .max))
        #expect(scale.level(of: 0.5) == -602 && scale.amplitude(at: .min) == 0)
        #expect(scale.amplitude(at: .max) == 1)
    }

    /// A card with few steps, and what came out of it.
    private final class StepwiseSink: PCMSink, Sendable {
        let device = "steps"
        let format = PCMFormat()
        let step: Int32
        /// It says that it is turned down, and is not.
        let lies: Bool
        let heard = Mutex<[Float]>([])
        private let present = Mutex<Float>(1)

        init(step: Int32, lies: Bool = false) {
            self.step = step
            self.lies = lies
        }

        func attenuate(to amplitude: Float) -> Float {
            guard let scale = DecibelScale(lowest: -6_000, highest: 0) else { return 1 }
            // Up to the next step, as the driver is asked to.
            let level = -(-scale.level(of: amplitude) / step) * step
            present.withLock { $0 = scale.amplitude(at: level) }
            return scale.amplitude(at: level)
        }

        /// Where it stands now.
        var attenuation: Float { present.withLock { $0 } }

        func room() -> Int { 480 }
        func write(_ samples: [Int16]) {
            let gain = lies ? 1 : present.withLock { $0 }
            heard.withLock { $0 += samples.map { Float($0) * gain } }
        }
        func close() {}
    }

    /// A clock that goes on by itself, and what happens by it.
    private static func clock(_ happen: @escaping @Sendable (Duration) -> Void) -> PlaybackClock {
        let now = Mutex(Duration.zero)
        return PlaybackClock(
            now: {
                let moment = now.withLock { now in
                    now += .milliseconds(2)
                    return now
                }
                happen(moment)
                return moment
            }, wait: { until in now.withLock { $0 = max($0, until) } })
    }

    private static func play(_ volume: Volume, through sink: StepwiseSink) -> Float {
        let stop = StopFlag()
        let clock = Self.clock { now in if now > .milliseconds(400) { stop.raise() } }
        let speaker = Speaker(configuration: .init(volume: volume), clock: clock, open: { _ in sink })
        speaker.play(Utterance(label: "tone", clips: [steady(20_000, milliseconds: 300)]))
        speaker.loop(until: stop) { _ in }
        return sink.heard.withLock { $0.max() ?? 0 }
    }

    /// However coarse a card is, what is heard is as loud as without it.
    @Test(arguments: [1, 100, 600, 3_000] as [Int32], [1, 0.8, 0.5, 0.3, 0.1, 0.02] as [Float])
    func theVolumeIsTheSame(step: Int32, level: Float) {
        for ceiling: Float in [1, 0.7, 0.2] {
            let volume = Volume(level: level, ceiling: ceiling)
            let heard = Self.play(volume, through: StepwiseSink(step: step))
            let wanted = 20_000 * volume.amplitude
            #expect(abs(heard - wanted) <= max(2, wanted / 100), "\(heard), not \(wanted)")
        }
    }

    /// What sets a card up after the station has opened it must not have the last word.
    @Test func aCardIsToldAgainInItsFirstMinute() {
        var reminder = VolumeReminder(openedAt: .seconds(10))
        let told = (0..<2_000).filter { reminder.isDue(now: .seconds(10) + .milliseconds(100) * $0) }
        #expect(told == (1...30).map { $0 * 20 })
        var closed = VolumeReminder()
        #expect(closed.isDue(now: .seconds(1_000)) == false)
    }

    @Test func aVolumeThatSomebodyElseSetIsPutRight() {
        let sink = StepwiseSink(step: 1)
        let stop = StopFlag()
        let isTurnedDown = Mutex(false)
        let clock = Self.clock { now in
            // As alsactl does it, once.
            if now >= .seconds(1), isTurnedDown.withLock({ !$0 }) {
                isTurnedDown.withLock { $0 = true }
                _ = sink.attenuate(to: 0.01)
                #expect(sink.attenuation < 0.1)
            }
            if now > .seconds(4) { stop.raise() }
        }
        let speaker = Speaker(
            configuration: .init(volume: Volume(level: 0.5, ceiling: 1)), clock: clock, open: { _ in sink })
        speaker.loop(until: stop) { _ in }
        #expect(isTurnedDown.withLock(\.self) && sink.attenuation > 0.1)
    }

    /// The ceiling is the parents': it is kept in the samples, whatever a card makes of them.
    @Test(arguments: [1, 0.5, 0.05] as [Float])
    func theCeilingHoldsForCardsThatLie(level: Float) {
        let volume = Volume(level: level, ceiling: 0.4)
        let heard = Self.play(volume, through: StepwiseSink(step: 100, lies: true))
        #expect(heard <= 32_767 * volume.highestAmplitude + 1)
    }
}
