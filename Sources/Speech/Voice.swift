package import Audio
package import Game
import Synchronization

/// A voice: the clips of one folder, and how phrases and sounds are spoken with them.
///
/// A clip is read when it is needed first and kept from then on: a station speaks a moment after it starts,
/// and holds no more in memory than it has said. What is missing or damaged is said by the voice that stands
/// in: in the same language only the clip, in another the whole sentence.
package struct Voice: Sendable {
    /// Finds a clip by its name; nil when there is none that can be played.
    package typealias Reading = @Sendable (String) -> Clip?

    /// The clips of one folder and what they are words of.
    private struct LanguageClips: Sendable {
        let language: Language
        let cache: ClipCache

        func clips(_ pieces: [Sentence.Piece], _ synthesiser: Synthesiser?) -> [Clip?] {
            pieces.flatMap { piece in
                switch piece {
                case .clip(let name): [cache.clip(name)]
                case .free(let text, let spelled):
                    (synthesiser?.clip(text)).map { [$0] } ?? spelled.map(cache.clip)
                }
            }
        }
    }

    private let own: LanguageClips
    private let standIn: LanguageClips?
    private let synthesiser: Synthesiser?
    /// Clips that a sentence may need and the folder does not have.
    let missing: [String]
    package let folder: String

    /// - Parameters:
    ///   - language: of the clips in the folder.
    ///   - standIn: the default voice, in English; nil for the default voice itself.
    ///   - synthesiser: for words that no voice has.
    package init(
        folder: String, language: Language = .english, missing: [String] = [], standIn: Reading? = nil,
        synthesiser: Synthesiser? = nil, read: @escaping Reading
    ) {
        self.folder = folder
        self.missing = missing
        self.synthesiser = synthesiser
        own = LanguageClips(language: language, cache: ClipCache(read: read))
        self.standIn = standIn.map { LanguageClips(language: .english, cache: ClipCache(read: $0)) }
        // A press is answered at once: its sounds wait in memory.
        for sound in [Sound.tick, .rising, .falling, .locked] { _ = own.cache.clip(sound.rawValue) }
    }

    /// A voice without any clips: captions only.
    package static let silent = Voice(folder: "") { _ in nil }

    package var language: Language { own.language }

    /// A phrase as something a mixer plays. Its label is its caption.
    package func utterance(_ phrase: Phrase) -> Utterance {
        let urgency: Utterance.Urgency =
            switch phrase.urgency {
            case .waits: .queue
            case .interrupts: .bargeIn
            case .onlyInSilence: .ifIdle
            }
        var (text, clips) = spoken { Sentence(phrase, in: $0) }
        if let sound = phrase.earcon { clips = utterance(sound).clips + clips }
        return Utterance(label: text, clips: clips, track: .speech, urgency: urgency)
    }

    /// Words that may have to be said soon, and that nobody has recorded: made while there is time.
    package func rehearse(_ words: [String]) {
        for text in words.prefix(Synthesiser.keptAtMost) { _ = synthesiser?.clip(text) }
    }

    /// A sentence for `hotcold voice say`.
    package func utterance(_ text: String) -> Utterance {
        let (text, clips) = spoken { Composition(text, in: $0).sentence }
        return Utterance(label: text, clips: clips)
    }

    /// The clips that say a sentence, as far as there are any.
    private func spoken(_ sentence: (Language) -> Sentence) -> (text: String, clips: [Clip]) {
        let said = sentence(own.language)
        let clips = own.clips(said.pieces, synthesiser)
        guard let standIn, clips.contains(where: { $0 == nil }) else {
            return (said.text, clips.compactMap { $0 })
        }
        if standIn.language.code == own.language.code {
            let other = standIn.clips(said.pieces, synthesiser)
            return (said.text, zip(clips, other).compactMap { $0 ?? $1 })
        }
        let other = sentence(standIn.language)
        let clipsInstead = standIn.clips(other.pieces, synthesiser).compactMap { $0 }
        return (other.text, clipsInstead.isEmpty ? clips.compactMap { $0 } : clipsInstead)
    }

    /// A sound as something a mixer plays at once. Its label is its name, by which it can be stopped.
    package func utterance(_ sound: Sound) -> Utterance {
        let clip = own.cache.clip(sound.rawValue) ?? standIn?.cache.clip(sound.rawValue)
        return Utterance(
            label: sound.rawValue, clips: [clip].compactMap { $0 }, track: .effect,
            gain: sound == .sonar ? 0.4 : 1)
    }
}

/// The clips that were needed so far; bounded by the names that sentences use.
private final class ClipCache: Sendable {
    private let clips = Mutex<[String: Clip?]>([:])
    private let read: Voice.Reading

    init(read: @escaping Voice.Reading) {
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
