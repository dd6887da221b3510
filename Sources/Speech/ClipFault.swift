package import Audio

/// What is wrong with a clip, by ear and by measure.
package enum ClipFault: Equatable, Sendable {
    case missing
    /// No WAV file that can be played.
    case broken
    case silent
    /// By how much, in LU.
    case tooLoud(Double)
    case tooQuiet(Double)
    /// In milliseconds.
    case slowStart(Int)
    case clickAtStart, clickAtEnd
    /// In seconds.
    case tooLong(Int)

    /// Silence in front of a word makes a cue late and a sentence halting.
    package static let leadingSilenceAtMost = 30
    private static let secondsAtMost = 10
    /// What is no more than this is taken for silence, and a clip that begins or ends above it clicks.
    private static let audible: UInt16 = 330

    /// Everything that is wrong with a clip that can be read.
    package static func all(_ clip: Clip) -> [ClipFault] {
        guard let first = clip.samples.firstIndex(where: { $0.magnitude > audible }),
            let level = Loudness.measure(clip)
        else { return [.silent] }
        var faults: [ClipFault] = []
        let lead = first * 1_000 / clip.sampleRate
        if lead > leadingSilenceAtMost { faults.append(.slowStart(lead)) }
        // A quarter of a millisecond: no speech rises that fast from nothing.
        let edge = max(2, clip.sampleRate / 4_000)
        if clip.samples.prefix(edge).contains(where: { $0.magnitude > audible }) {
            faults.append(.clickAtStart)
        }
        if clip.samples.suffix(edge).contains(where: { $0.magnitude > audible }) {
            faults.append(.clickAtEnd)
        }
        let difference = level - Loudness.ofSpeech
        if difference > Loudness.tolerance { faults.append(.tooLoud(difference)) }
        if difference < -Loudness.tolerance { faults.append(.tooQuiet(-difference)) }
        let seconds = Int(clip.duration.components.seconds)
        if seconds >= secondsAtMost { faults.append(.tooLong(seconds)) }
        return faults
    }

    /// What is wrong, for a person.
    package var sentence: String {
        switch self {
        case .missing: "is missing"
        case .broken: "is no WAV file that can be played"
        case .silent: "is silent"
        case .tooLoud(let units): "is \(Self.tenths(units)) LU too loud"
        case .tooQuiet(let units): "is \(Self.tenths(units)) LU too quiet"
        case .slowStart(let milliseconds): "begins with \(milliseconds) ms of silence"
        case .clickAtStart: "clicks at its start"
        case .clickAtEnd: "clicks at its end"
        case .tooLong(let seconds): "lasts \(seconds) s"
        }
    }

    private static func tenths(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// Whether making a clip of the same file again sets it right.
    package var isMended: Bool {
        switch self {
        case .missing, .broken, .silent, .tooLong: false
        case .tooLoud, .tooQuiet, .slowStart, .clickAtStart, .clickAtEnd: true
        }
    }
}
