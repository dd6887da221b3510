import Audio

/// A voice: the clips of one folder, and how phrases and sounds are spoken with them.
///
/// A clip that is missing is left out of its sentence and named once by whoever loads the voice: the caption
/// still says everything.
struct Voice: Sendable {
    /// Speech of the voice and sounds of all voices, by clip name.
    private let clips: [String: Clip]
    /// Clips that a sentence may need and the folder does not have.
    let missing: [String]
    let folder: String

    init(folder: String, clips: [String: Clip], expected: [String]) {
        self.folder = folder
        self.clips = clips
        missing = expected.filter { clips[$0] == nil }
    }

    /// A voice without any clips: captions only.
    static let silent = Voice(folder: "", clips: [:], expected: [])

    /// A phrase as something a mixer plays. Its label is its caption.
    func utterance(_ phrase: Phrase) -> Utterance {
        let sentence = Sentence(phrase)
        let urgency: Utterance.Urgency =
            switch phrase.manners {
            case .waits: .queue
            case .interrupts: .bargeIn
            case .onlyInSilence: .ifIdle
            }
        return Utterance(
            label: sentence.text, clips: sentence.clips.compactMap { clips[$0] }, track: .speech,
            urgency: urgency)
    }

    /// A sound as something a mixer plays at once. Its label is its name, by which it can be stopped.
    func utterance(_ sound: Sound) -> Utterance {
        Utterance(
            label: sound.rawValue, clips: [clips[sound.rawValue]].compactMap { $0 }, track: .effect,
            gain: sound == .sonar ? 0.4 : 1)
    }
}
