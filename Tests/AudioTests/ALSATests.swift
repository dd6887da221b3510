import CDrivers
import Glibc
import Testing

@testable import Audio

/// What alsa-lib itself answers, through plug-ins that need no sound card.
@Suite("ALSA")
struct ALSATests {
    /// Without Debian's libasound2-data alsa-lib knows no PCM at all.
    static let isConfigured = unsafe access("/usr/share/alsa/alsa.conf", R_OK) == 0
    static let reason: Comment = "alsa-lib's configuration is not installed"

    @Test("the file plug-in gets what was written", .enabled(if: isConfigured, reason))
    func file() throws {
        let path = "/tmp/hotcold-\(getpid())-file.wav"
        defer { _ = unsafe unlink(path) }
        let sink = try ALSASink(device: "file:FILE=\(path),FORMAT=wav", configuration: .init())
        #expect(sink.period > 0 && sink.buffer >= sink.period)
        let samples = (0..<960).map { Int16($0 * 10) }
        #expect(try sink.room() >= 480)
        try sink.write(samples)
        sink.close()
        sink.close()
        let heard = try Clip(wav: contents(of: path))
        #expect(heard.sampleRate == 48_000)
        // Each frame's two samples averaged.
        #expect(heard.samples == (0..<480).map { Int16($0 * 20 + 5) })
    }

    @Test(
        "a speaker plays through the null plug-in without spinning", .enabled(if: isConfigured, reason))
    func null() async {
        let speaker = Speaker(configuration: .init(device: "null"))
        let (events, told) = AsyncStream.makeStream(of: SpeakerEvent.self)
        let running = Task { await speaker.run { told.yield($0) } }
        for await event in events {
            #expect(event == .ready(device: "null"))
            break
        }
        running.cancel()
        await running.value
    }

    @Test(
        "after it was closed a device is in trouble, not in pieces", .enabled(if: isConfigured, reason))
    func closed() throws {
        let sink = try ALSASink(device: "null", configuration: .init())
        sink.close()
        #expect(throws: SpeakerTrouble.failed(operation: "wait", code: EBADF)) { try sink.room() }
        #expect(throws: SpeakerTrouble.failed(operation: "write", code: EBADF)) {
            try sink.write([0, 0])
        }
    }

    @Test("a stopped PCM is brought back", .enabled(if: isConfigured, reason))
    func recovers() throws {
        var shape = cd_pcm_shape(rate: 48_000, channels: 2, period_frames: 480, buffer_frames: 1_920)
        var opened: OpaquePointer?
        #expect(unsafe cd_pcm_open(&opened, "null", &shape) == 0)
        let pcm = try unsafe #require(opened)
        defer { _ = unsafe cd_pcm_close(pcm) }
        #expect(unsafe cd_pcm_drop(pcm) == 0)
        #expect(unsafe cd_pcm_state(pcm) == Int32(CD_PCM_SETUP.rawValue))
        #expect(unsafe cd_pcm_recover(pcm, -EBADFD) == 0)
        #expect(unsafe cd_pcm_state(pcm) == Int32(CD_PCM_PREPARED.rawValue))
        #expect(unsafe cd_pcm_recover(pcm, -EPIPE) == 0)
        #expect(unsafe cd_pcm_recover(pcm, -ESTRPIPE) == 0)
        #expect(unsafe cd_pcm_recover(pcm, -EBADFD) == -EBADFD)
        #expect(unsafe cd_pcm_recover(pcm, -ENODEV) == -ENODEV)
    }

    @Test(
        "a device that is not there is no card",
        arguments: ["nobody-called-me-that", "plughw:CARD=Nobody", ""])
    func missing(device: String) {
        #expect(throws: SpeakerTrouble.noCard) { try ALSASink(device: device, configuration: .init()) }
    }

    private func contents(of path: String) -> [UInt8] {
        guard let file = unsafe fopen(path, "r") else { return [] }
        defer { unsafe fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 100_000)
        let count = unsafe fread(&bytes, 1, bytes.count, file)
        return Array(bytes.prefix(count))
    }
}

@Suite("Sound cards")
struct SoundCardTests {
    static let kinds: [(id: String, driver: String, kind: SoundCard.Kind)] = [
        ("Device", "USB-Audio", .usb), ("Headphones", "bcm2835_headpho", .jack),
        ("b1", "bcm2835_hdmi", .hdmi),
        ("vc4hdmi", "vc4-hdmi", .hdmi), ("vc4hdmi1", "vc4-hdmi-1", .hdmi),
        ("b2", "vc4_hdmi_1", .hdmi), ("vc4hdmi0", "a-new-driver", .hdmi),
        ("sndrpihifiberry", "RPi-simple", .dac),
        ("Loopback", "Loopback", .virtual), ("Dummy", "Dummy", .virtual), ("PCH", "HDA-Intel", .dac),
    ]

    @Test("a card's kind is what its driver says", arguments: kinds)
    func kind(id: String, driver: String, kind: SoundCard.Kind) {
        #expect(SoundCard(id: id, driver: driver, name: "").kind == kind)
    }

    @Test(
        "USB before DAC before jack before HDMI before what only exists in the kernel, then the default"
    )
    func order() {
        let ids = ["Device", "Headphones", "b1", "vc4hdmi", "vc4hdmi1", "sndrpihifiberry", "Loopback"]
        let cards = SoundCardTests.kinds.filter { ids.contains($0.id) }.reversed().map {
            SoundCard(id: $0.id, driver: $0.driver, name: "")
        }
        #expect(
            ALSA.candidates(preferred: nil, cards: cards) == [
                "plughw:CARD=Device", "plughw:CARD=sndrpihifiberry", "plughw:CARD=Headphones",
                "default:CARD=vc4hdmi1", "sysdefault:CARD=vc4hdmi1", "default:CARD=vc4hdmi",
                "sysdefault:CARD=vc4hdmi", "default:CARD=b1", "sysdefault:CARD=b1", "plughw:CARD=Loopback",
                "default",
            ])
    }

    @Test("this computer is asked for its cards, and may have none")
    func ofThisComputer() throws {
        let cards = try ALSA.cards()
        #expect(cards.map(\.kind) == cards.map(\.kind).sorted())
        #expect(SoundCard.Kind.allCases == SoundCard.Kind.allCases.sorted())
        #expect(SoundCard.Kind.usb < .dac && !(SoundCard.Kind.usb < .usb))
    }

    @Test("a card that is not there has no control")
    func noControl() {
        #expect(CardVolume(card: -1) == nil && CardVolume(card: 31) == nil)
    }

    @Test("the one in the settings is meant, and no other")
    func preferred() {
        let cards = [SoundCard(id: "A", driver: "USB-Audio", name: "")]
        #expect(ALSA.candidates(preferred: "plughw:CARD=B", cards: cards) == ["plughw:CARD=B"])
    }

    static let errors: [(code: Int32, opening: SpeakerTrouble, playing: SpeakerTrouble)] = [
        (ENOENT, .noCard, .failed(operation: "write", code: ENOENT)), (ENODEV, .noCard, .unplugged),
        (EBUSY, .busy, .failed(operation: "write", code: EBUSY)),
        (EACCES, .notPermitted, .failed(operation: "write", code: EACCES)),
        (524, .noMonitor, .noMonitor),
        (EBADFD, .failed(operation: "open", code: EBADFD), .unplugged),
        (EINVAL, .failed(operation: "open", code: EINVAL), .failed(operation: "write", code: EINVAL)),
    ]

    @Test("an errno means what a person can do about it", arguments: errors)
    func meaning(code: Int32, opening: SpeakerTrouble, playing: SpeakerTrouble) {
        #expect(SpeakerTrouble(opening: -code) == opening)
        #expect(SpeakerTrouble("write", error: -code) == playing)
        #expect(opening.advice.hasSuffix(".") && opening.advice.count < 110)
    }
}
