import Audio
import Game
import Speech

/// The loudspeaker of a simulated station, and who speaks through it.
package struct SimulatedSpeaker: Sendable {
    /// How loud it is, 0…1.
    private(set) var level: Double
    /// The folder of the voice that people have chosen. Simulated worlds have one voice, whatever its name.
    private(set) var voiceName: String?
    private let voice: Voice
    /// What it plays; nil where nobody listens.
    private var mixer: Mixer?

    /// - Parameters:
    ///   - level: until the station says how loud it wants to be.
    ///   - recording: nil where nobody listens.
    init(_ voice: Voice, level: Double, recording: PCMFormat?) {
        self.voice = voice
        self.level = level
        mixer = recording.map { Mixer(format: $0, volume: Volume(level: Float(level))) }
    }

    mutating func turn(to level: Double) {
        self.level = level
        mixer?.volume.level = Float(level)
    }

    mutating func speak(as voiceName: String) { self.voiceName = voiceName }
    mutating func say(_ phrase: Phrase) { mixer?.play(voice.utterance(phrase)) }
    mutating func play(_ sound: Sound) { mixer?.play(voice.utterance(sound)) }
    mutating func stop(_ sound: Sound) { mixer?.stop(label: sound.rawValue) }
    mutating func silence() { mixer?.silence() }
    mutating func render(frames: Int) -> [Int16] { mixer?.render(frames: frames) ?? [] }
}
