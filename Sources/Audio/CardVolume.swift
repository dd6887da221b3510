import CDrivers
import Glibc

/// The loudness of a sound card itself: what turns an amplifier down is quieter than what turns the samples
/// down, and a card that somebody has left at a whisper is heard all the same.
///
/// Belongs to the thread of the device. What was found is put back when it is closed; a program that is
/// killed leaves what it set.
@safe final class CardVolume {
    /// Of the control: "PCM", "Headphone".
    let name: String
    private let scale: DecibelScale
    private var mixer: OpaquePointer?
    private var present: Float = 1

    /// Nil when the card has no control that tells how loud it is, or nobody knows which of them it is.
    ///
    /// - Parameter card: its number; negative for none.
    init?(card: Int32) {
        guard card >= 0 else { return nil }
        var opened: OpaquePointer?
        guard unsafe cd_mixer_open(&opened, card) >= 0, let mixer = unsafe opened else { return nil }
        var (lowest, highest): (Int32, Int32) = (0, 0)
        unsafe cd_mixer_range(mixer, &lowest, &highest)
        guard let scale = DecibelScale(lowest: lowest, highest: highest) else {
            unsafe cd_mixer_close(mixer)
            return nil
        }
        name = unsafe String(cString: cd_mixer_name(mixer))
        self.scale = scale
        unsafe self.mixer = mixer
    }

    deinit { close() }

    /// See `PCMSink.attenuate(to:)`. A control that fails is left where it is: the rest is ours.
    func attenuate(to amplitude: Float) -> Float {
        guard let mixer = unsafe mixer else { return 1 }
        var level = scale.level(of: amplitude)
        if unsafe cd_mixer_set(mixer, &level) >= 0 { present = scale.amplitude(at: level) }
        return present
    }

    func close() {
        guard let mixer = unsafe mixer else { return }
        unsafe cd_mixer_close(mixer)
        unsafe self.mixer = nil
    }
}

/// When a card has to be told its volume though nobody has changed it.
///
/// A card that appears is set up by others as well: udev runs alsactl for it (90-alsa-restore.rules), which
/// puts what it does not know at -20 dB, and does so as late as it likes. In the first minute it is therefore
/// told every two seconds; later, a hand that turns a knob means it.
struct VolumeReminder: Equatable, Sendable {
    static let every = Duration.seconds(2)
    static let lastsFor = Duration.seconds(60)

    private var next: Duration?
    private var end: Duration = .zero

    /// Of a card that is not open: never.
    init() {}

    init(openedAt now: Duration) {
        (next, end) = (now + Self.every, now + Self.lastsFor)
    }

    /// Once in each of those times.
    mutating func isDue(now: Duration) -> Bool {
        guard let next, next <= now else { return false }
        self.next = now + Self.every <= end ? now + Self.every : nil
        return true
    }
}

/// A control's scale in hundredths of a decibel. Full volume is 0 dB, or the loudest there is if that is
/// less: what amplifies beyond it distorts.
struct DecibelScale: Equatable, Sendable {
    let lowest: Int32
    let full: Int32

    /// Nil for a scale that hardly is one: drivers that do not know theirs claim odd ones.
    init?(lowest: Int32, highest: Int32) {
        guard lowest < highest, lowest < 0, Int64(highest) - Int64(lowest) >= 600 else { return nil }
        self.lowest = lowest
        full = min(highest, 0)
    }

    /// Where the control has to be for that amplitude, 0…1. 40 dB down at most, for its lowest step may be
    /// silence though the scale says otherwise: the rest is done in the samples.
    func level(of amplitude: Float) -> Int32 {
        guard amplitude > 0 else { return max(lowest, full - 4_000) }
        let hundredths = (2_000 * log10(min(1, amplitude))).rounded(.up)
        return max(lowest, full - 4_000, full + Int32(max(-10_000, hundredths)))
    }

    /// What is left of the sound at that level, 0…1.
    func amplitude(at level: Int32) -> Float {
        min(1, pow(10, (Float(level) - Float(full)) / 2_000))
    }
}
