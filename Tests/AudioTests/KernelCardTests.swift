import Testing

@testable import Audio

/// The real edge on a real card. `Tests/Mutants/run` runs this in the lab.
@Suite(
    .serialized, .timeLimit(.minutes(1)),
    .enabled(if: KernelCard.isAvailable, "needs the kernel's snd-dummy, as the lab has it"))
struct KernelCardTests {
    private static let device = "plughw:CARD=\(KernelCard.id)"
    private static let configuration = SpeakerConfiguration(latency: .milliseconds(200), usesCardVolume: true)

    /// As much as it holds.
    private static func fill(_ sink: ALSASink) throws {
        let period = [Int16](repeating: 100, count: sink.format.channels * sink.period)
        for _ in 0..<(sink.buffer / sink.period) { try sink.write(period) }
    }

    /// Until the kernel has played all that it was given.
    /// - Returns: the room that it had then.
    private static func runDry(_ sink: ALSASink) throws -> Int {
        let before = sink.interruptions
        var room = 0
        while sink.interruptions == before { room = try sink.room() }
        return room
    }

    @Test func itIsListed() throws {
        let found = try ALSA.cards().filter { $0.id == KernelCard.id }
        #expect(found.map(\.driver) == ["Dummy"])
        #expect(found.first?.name.hasPrefix("Dummy") == true && found.first?.kind == .virtual)
        #expect(found.first?.devices == [Self.device])
    }

    @Test func itIsTurnedByItsOwnControl() throws {
        let volume = try #require(try CardVolume(card: KernelCard.number()))
        #expect(volume.name == "Master")
        #expect(volume.attenuate(to: 1) == 1)
        // Steps of 0.3 dB, and never quieter than was asked for.
        #expect((0.5...0.52).contains(volume.attenuate(to: 0.5)))
        #expect((0.1...0.104).contains(volume.attenuate(to: 0.1)))
        #expect((0.01...0.0104).contains(volume.attenuate(to: 0)))
        volume.close()
        #expect(volume.attenuate(to: 0.5) == 1)
    }

    @Test func whatRunsDryGoesOn() throws {
        let sink = try ALSASink(device: Self.device, configuration: Self.configuration)
        defer { sink.close() }
        #expect(sink.device == "\(Self.device) (turned by its own Master)")
        #expect(sink.attenuate(to: 1) == 1 && (0.5...0.52).contains(sink.attenuate(to: 0.5)))
        for _ in 0..<(2 * sink.buffer / sink.period) {
            while try sink.room() < sink.period {}
            try sink.write([Int16](repeating: 100, count: sink.format.channels * sink.period))
        }
        #expect(sink.interruptions == 0)
        #expect(try Self.runDry(sink) == 0 && sink.interruptions == 1)
        #expect(try sink.room() == sink.buffer)

        // What was filled later as far runs dry later, so nothing has to ask this one.
        let later = try ALSASink(
            device: Self.device, configuration: SpeakerConfiguration(latency: .milliseconds(200)))
        defer { later.close() }
        try Self.fill(sink)
        try Self.fill(later)
        _ = try Self.runDry(later)
        #expect(sink.interruptions == 1)
        try Self.fill(sink)
        #expect(sink.interruptions == 2)
        // What cannot be taken at once is taken when there is room.
        try sink.write([Int16](repeating: 100, count: 4 * sink.buffer))
        #expect(sink.interruptions == 2)
    }

    @Test func thePlainCardIsNotTurned() throws {
        let sink = try ALSASink(device: Self.device, configuration: SpeakerConfiguration())
        defer { sink.close() }
        #expect(sink.device == Self.device && sink.attenuate(to: 0.5) == 1)
    }
}
