import Audio
import Synchronization

/// A voice: the clips of one folder, and how phrases and sounds are spoken with them.
///
/// A clip is read when it is needed first and kept from then on: a station speaks a moment after it starts,
/// and holds no more in memory than it has said. One that is missing or damaged is left out of its sentence;
/// the caption still says everything.
struct Voice: Sendable {
    private let shelf: ClipShelf
    /// Clips that a sentence may need and the folder does not have.
    let missing: [String]
    let folder: String

    /// - Parameter read: finds a clip by its name; nil when there is none that can be played.
    init(folder: String, missing: [String], read: @escaping @Sendable (String) -> Clip?) {
        self.folder = folder
        self.missing = missing
        shelf = ClipShelf(read: read)
        // A press is answered at once: its sounds wait in memory.
        for sound in [Sound.tick, .rising, .falling, .locked] { _ = shelf.clip(sound.rawValue) }
    }

    /// A voice without any clips: captions only.
    static let silent = Voice(folder: "", missing: []) { _ in nil }

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
            label: sentence.text, clips: sentence.clips.compactMap(shelf.clip), track: .speech,
            urgency: urgency)
    }

    /// A sound as something a mixer plays at once. Its label is its name, by which it can be stopped.
    func utterance(_ sound: Sound) -> Utterance {
        Utterance(
            label: sound.rawValue, clips: [shelf.clip(sound.rawValue)].compactMap { $0 }, track: .effect,
            gain: sound == .sonar ? 0.4 : 1)
    }
}

/// The clips that were needed so far; bounded by the names that sentences use.
private final class ClipShelf: Sendable {
    private let clips = Mutex<[String: Clip?]>([:])
    private let read: @Sendable (String) -> Clip?

    init(read: @escaping @Sendable (String) -> Clip?) {
        self.read = read
    }

    func clip(_ name: String) -> Clip? {
        clips.withLock { clips in
            if let known = clips[name] { return known }
            let clip = read(name)
            clips[name] = .some(clip)
            return clip
        }
    }
}
