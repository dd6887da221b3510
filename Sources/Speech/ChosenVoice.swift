import Game
import Synchronization

/// A voice that people may choose by the page: its folder's name, and what it speaks.
package struct VoiceChoice: Sendable {
    package var name: String
    package var language: Language

    /// As many as a page lists.
    static let atMost = 32

    /// Every voice that can be found, sorted by name, the first of a name; at most 32.
    package static func all(in directory: String?, state: String?) -> [VoiceChoice] {
        var seen: Set<String> = []
        let found = VoiceFolder.all(in: directory, state: state).filter {
            VoiceName.isOne($0.name) && seen.insert($0.name).inserted
        }
        return found.sorted { $0.name < $1.name }.prefix(atMost).map {
            VoiceChoice(name: $0.name, language: VoiceFolder.language(of: $0.name, in: $0.directory))
        }
    }
}

/// The voice that a station speaks with now. Another one is read when it is needed first, by whoever needs
/// it: never by the loop, which only says which.
package final class ChosenVoice: Sendable {
    /// Those there were at the start; one that a family begins later is offered at the next.
    package let choices: [VoiceChoice]
    private let voice: Mutex<Voice>
    /// Chosen, and not read yet. A lock of its own, for the other one is held while files are read.
    private let next = Mutex<String?>(nil)
    private let load: @Sendable (String) -> Voice

    /// - Parameter load: reads the voice of that name; what cannot be read is the default voice.
    package init(
        _ voice: Voice, choices: [VoiceChoice] = [],
        load: @escaping @Sendable (String) -> Voice = { _ in .silent }
    ) {
        self.choices = choices
        self.load = load
        self.voice = Mutex(voice)
    }

    /// May have to read files: for threads that may wait.
    package var current: Voice {
        voice.withLock { voice in
            let chosen = next.withLock { next in
                defer { next = nil }
                return next
            }
            if let chosen { voice = load(chosen) }
            return voice
        }
    }

    /// From the next sentence on; names that are no choice are not taken.
    ///
    /// - Returns: what will be spoken.
    package func choose(_ name: String) -> Language? {
        guard let choice = choices.first(where: { $0.name == name }) else { return nil }
        next.withLock { $0 = name }
        return choice.language
    }
}
