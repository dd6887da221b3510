import Glibc
import Testing

@testable import Audio

/// The level of one frequency in a signal, by Goertzel's algorithm under a Blackman window.
enum Spectrum {
    /// In dB relative to a sine of amplitude 1.
    static func level(of signal: [Float], at frequency: Double, rate: Int) -> Double {
        let count = Double(signal.count)
        var (real, imaginary) = (0.0, 0.0)
        for (index, value) in signal.enumerated() {
            let place = 2 * Double.pi * Double(index) / count
            let window = 0.42 - 0.5 * cos(place) + 0.08 * cos(2 * place)
            let angle = 2 * Double.pi * frequency / Double(rate) * Double(index)
            real += Double(value) * window * cos(angle)
            imaginary += Double(value) * window * sin(angle)
        }
        return 20
            * log10(max(1e-12, 2 * (real * real + imaginary * imaginary).squareRoot() / (0.42 * count)))
    }

    static func sine(_ frequency: Double, rate: Int, count: Int, amplitude: Double = 0.9) -> [Int16] {
        (0..<count).map {
            Int16(amplitude * 32_767 * sin(2 * .pi * frequency * Double($0) / Double(rate)))
        }
    }
}

@Suite("Resampling")
struct ResamplerTests {
    private func convert(_ samples: [Int16], from source: Int, to target: Int) -> [Float] {
        let resampler = Resampler(from: source, to: target)
        let count = resampler.outputCount(for: samples.count)
        var output = [Float](repeating: 0, count: count)
        resampler.add(samples, from: 0, to: &output, at: 0, count: count, gain: 1 / 32_768)
        return output
    }

    /// The middle, where the filter has signal on both sides.
    private func middle(_ signal: [Float]) -> [Float] { Array(signal[1_000..<signal.count - 1_000]) }

    @Test(
        "16 kHz to 48 kHz keeps a tone and adds no image of it",
        arguments: [200.0, 1_000, 3_000, 5_000, 6_000])
    func images(frequency: Double) {
        let output = middle(
            convert(Spectrum.sine(frequency, rate: 16_000, count: 4_000), from: 16_000, to: 48_000))
        let level = Spectrum.level(of: output, at: frequency, rate: 48_000)
        #expect(abs(level - -0.92) < 0.6)
        for image in [16_000 - frequency, 16_000 + frequency] {
            #expect(Spectrum.level(of: output, at: image, rate: 48_000) < level - 70)
        }
    }

    @Test(
        "going down, what the lower rate cannot hold disappears", arguments: [26_000.0, 30_000, 40_000])
    func aliases(frequency: Double) {
        let output = middle(
            convert(Spectrum.sine(frequency, rate: 96_000, count: 8_000), from: 96_000, to: 48_000))
        #expect(Spectrum.level(of: output, at: 48_000 - frequency, rate: 48_000) < -60)
    }

    @Test(
        "any rate comes out at the right pitch and level",
        arguments: [4_000, 8_000, 11_025, 22_050, 24_000, 32_000, 44_100, 47_999, 48_000, 192_000])
    func rates(source: Int) {
        let output = convert(
            Spectrum.sine(1_000, rate: source, count: source / 8), from: source, to: 48_000)
        #expect(abs(output.count - 6_000) <= 12)
        let level = Spectrum.level(of: middle(output), at: 1_000, rate: 48_000)
        #expect(abs(level - -0.92) < 0.1)
    }

    @Test("a constant stays constant: no phase is louder than another")
    func flat() {
        let output = middle(convert(Array(repeating: 16_384, count: 2_000), from: 16_000, to: 48_000))
        #expect(output.allSatisfy { abs($0 - 0.5) < 0.0001 })
    }

    @Test("the same rate changes nothing")
    func identity() {
        let samples: [Int16] = [1, -1, 32_767, -32_768, 5]
        #expect(convert(samples, from: 48_000, to: 48_000) == samples.map { Float($0) / 32_768 })
    }

    @Test(
        "pieces of any size give what the whole gives",
        arguments: [(16_000, 48_000), (22_050, 48_000), (48_000, 44_100)])
    func pieces(source: Int, target: Int) {
        let samples = Spectrum.sine(440, rate: source, count: 900)
        let resampler = Resampler(from: source, to: target)
        let whole = convert(samples, from: source, to: target)
        var pieces = [Float](repeating: 0, count: whole.count)
        var offset = 0
        var size = 1
        while offset < whole.count {
            let count = min(size, whole.count - offset)
            resampler.add(samples, from: offset, to: &pieces, at: offset, count: count, gain: 1 / 32_768)
            offset += count
            size = size * 7 % 61 + 1
        }
        #expect(pieces == whole)
    }

    @Test("what comes out stands where it went in")
    func isInStep() {
        let samples = Spectrum.sine(500, rate: 24_000, count: 2_400)
        let output = convert(samples, from: 24_000, to: 48_000)
        for index in 200..<2_200 {
            #expect(abs(output[2 * index] - Float(samples[index]) / 32_768) < 0.005)
        }
    }
}
