import Audio
import Dispatch

/// What a station says, on its way to the loudspeaker: in the order it was said, and on a queue of its own,
/// because a clip that is needed for the first time has to be read from a card that may be slow.
final class Mouth: Sendable {
    private let speaker: Speaker
    private let voice: Voice
    private let queue = DispatchQueue(label: "hotcold.mouth", qos: .userInteractive)

    init(_ speaker: Speaker, voice: Voice) {
        self.speaker = speaker
        self.voice = voice
    }

    /// Carries out what is heard of an effect; others are none of its business.
    func utter(_ effect: Effect) {
        switch effect {
        case .say(let phrase): queue.async { [self] in speaker.play(voice.utterance(phrase)) }
        case .play(let sound): queue.async { [self] in speaker.play(voice.utterance(sound)) }
        case .stop(let sound): queue.async { [self] in speaker.stop(label: sound.rawValue) }
        case .silence: queue.async { [self] in speaker.silence() }
        case .radio, .send, .led, .save, .log: break
        }
    }
}
