import HCI

/// A fingerprint of everything that stations did, and when: two runs of one seed must have the same, and so
/// must a journal and its replay.
///
/// FNV-1a over 64 bits: not against anybody who wants to cheat, but any bit that differs shows.
struct Digest: Equatable, Sendable, CustomStringConvertible {
    private(set) var value: UInt64

    /// - Parameter value: where another one ended, to go on from there.
    init(value: UInt64 = 0xCBF2_9CE4_8422_2325) {
        self.value = value
    }

    mutating func add(_ happening: World.Happening) {
        add(happening.effect, at: happening.at, by: happening.station)
    }

    /// - Parameter station: which of several did it.
    mutating func add(_ effect: Effect, at time: Duration, by station: Int = 0) {
        add("\(time.components.seconds) \(time.components.attoseconds) \(station) ".utf8)
        switch effect {
        case .send(let message): add(message.body)
        case .whisper(let whisper):
            add("whisper \(whisper.other)".utf8)
            add(whisper.body)
        case .clasp(let others): add("clasp \(others)".utf8)
        case .keys(let goals):
            for goal in goals { add("key \(goal.generation) \(goal.leads) \(goal.agreement)".utf8) }
        case .save(let name, let bytes):
            add(name.utf8)
            add(bytes)
        case .say(let phrase): add(Sentence(phrase).text.utf8)
        case .radio(let goal): add("radio \(goal.scans) \(goal.beacon?.advertisingData ?? [])".utf8)
        case .play(let sound), .stop(let sound): add(sound.rawValue.utf8)
        case .light(let pattern, let isDim): add("light \(pattern.rawValue) \(isDim)".utf8)
        case .volume(let volume): add("volume \(volume.rawValue)".utf8)
        case .adjusted(let adjustments): add("adjusted \(adjustments.line)".utf8)
        case .switchOff: add("switch off".utf8)
        case .silence: add("silence".utf8)
        case .log(let line): add(line.utf8)
        }
    }

    /// Bytes that mean the same wherever they are cut into pieces.
    mutating func fold(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
    }

    private mutating func add(_ bytes: some Sequence<UInt8>) {
        fold(bytes)
        // No text contains it, so ("ab", "c") and ("a", "bc") differ.
        value = (value ^ 0xFF) &* 0x0000_0100_0000_01B3
    }

    var description: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
