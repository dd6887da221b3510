package import Audio
import Dispatch
package import Game
import Runtime

/// What a station says, on its way to the loudspeaker: in the order it was said, and on a queue of its own,
/// because a clip that is needed for the first time has to be read from a card that may be slow. At most 64
/// utterances wait there; what comes beyond is not said.
package final class SpeechQueue: Sendable {
    private let speaker: Speaker
    private let voice: ChosenVoice
    private static let waitingAtMost = 64

    private let waiting = Permits(waitingAtMost)
    private let queue = DispatchQueue(label: "hotcold.speech", qos: .userInteractive)

    package init(_ speaker: Speaker, voice: ChosenVoice) {
        self.speaker = speaker
        self.voice = voice
    }

    /// Carries out what is heard of an effect; others are none of its business.
    package func utter(_ effect: Effect) {
        switch effect {
        case .say(let phrase): enqueue { [self] in speaker.play(voice.current.utterance(phrase)) }
        case .play(let sound): enqueue { [self] in speaker.play(voice.current.utterance(sound)) }
        case .stop(let sound): enqueue { [self] in speaker.stop(label: sound.rawValue) }
        case .silence: enqueue { [self] in speaker.silence() }
        case .radio, .send, .unicast, .authenticate, .keys, .light, .volume, .adjusted, .save, .log,
            .switchOff,
            .update:
            break
        }
    }

    private func enqueue(_ work: @escaping @Sendable () -> Void) {
        guard waiting.take() else { return }
        queue.async { [self] in
            work()
            waiting.give()
        }
    }
}
