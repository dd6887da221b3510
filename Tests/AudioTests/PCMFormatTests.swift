import Testing

@testable import Audio

struct PCMFormatTests {
    /// Rounded down, and never negative.
    @Test func framesInATime() {
        let format = PCMFormat(sampleRate: 48_000, channels: 2)
        let expected: [(Duration, Int)] = [
            (.zero, 0), (.microseconds(20), 0), (.nanoseconds(20_833), 0), (.nanoseconds(20_834), 1),
            (.milliseconds(5), 240), (.milliseconds(1_500), 72_000), (.seconds(2), 96_000),
            (.milliseconds(-1), 0), (.seconds(-2), 0), (.milliseconds(-1_500), 0),
        ]
        for (time, frames) in expected { #expect(format.frames(in: time) == frames, "\(time)") }
        #expect(PCMFormat(sampleRate: 44_100, channels: 1).frames(in: .milliseconds(10)) == 441)
    }

    @Test func timeOfFrames() {
        let format = PCMFormat(sampleRate: 48_000, channels: 2)
        #expect(format.duration(ofFrames: 0) == .zero)
        #expect(format.duration(ofFrames: 1) == .nanoseconds(20_833))
        #expect(format.duration(ofFrames: 48_001) == .seconds(1) + .nanoseconds(20_833))
        #expect(format.duration(ofFrames: 120_000) == .milliseconds(2_500))
    }

    /// A card that was opened is told its volume every two seconds for a minute, each time once.
    @Test func aCardIsReminded() {
        var never = VolumeReminder()
        #expect(!isDue(&never, .seconds(1_000)))
        var reminder = VolumeReminder(openedAt: .seconds(10))
        #expect(!isDue(&reminder, .milliseconds(11_999)))
        #expect(isDue(&reminder, .seconds(12)) && !isDue(&reminder, .seconds(12)))
        #expect(!isDue(&reminder, .milliseconds(13_999)) && isDue(&reminder, .milliseconds(14_500)))
        #expect(!isDue(&reminder, .milliseconds(16_499)) && isDue(&reminder, .milliseconds(16_500)))
        var times = 0
        for tenth in 165...2_000 where isDue(&reminder, .milliseconds(100 * tenth)) { times += 1 }
        #expect(times == 26, "the last at 68.5 s")
    }

    private func isDue(_ reminder: inout VolumeReminder, _ now: Duration) -> Bool { reminder.isDue(now: now) }

    /// Hundredths of a decibel: 0 dB is full, and nothing is taken down by more than 40 dB.
    @Test func aScaleOfDecibels() throws {
        let scale = try #require(DecibelScale(lowest: -10_239, highest: 400))
        #expect(scale.full == 0 && scale.level(of: 1) == 0 && scale.level(of: 2) == 0)
        #expect(scale.level(of: 0.5) == -602 && scale.level(of: 0.1) == -2_000)
        #expect(
            scale.level(of: 0.001) == -4_000 && scale.level(of: 0) == -4_000 && scale.level(of: -1) == -4_000)
        #expect(scale.amplitude(at: 0) == 1 && scale.amplitude(at: 400) == 1)
        #expect(abs(scale.amplitude(at: -2_000) - 0.1) < 1e-6)
        let quiet = try #require(DecibelScale(lowest: -3_000, highest: -600))
        #expect(quiet.full == -600 && quiet.level(of: 1) == -600 && quiet.level(of: 0.1) == -2_600)
        #expect(quiet.level(of: 0.001) == -3_000 && quiet.amplitude(at: -600) == 1)
        // Hardly a scale: upside down, without a way down, or of less than 6 dB.
        #expect(DecibelScale(lowest: 0, highest: 0) == nil && DecibelScale(lowest: 0, highest: 700) == nil)
        #expect(
            DecibelScale(lowest: -599, highest: 0) == nil && DecibelScale(lowest: -600, highest: 0) != nil)
        #expect(DecibelScale(lowest: -100, highest: -800) == nil)
        #expect(DecibelScale(lowest: .min, highest: .max) != nil)
    }
}
