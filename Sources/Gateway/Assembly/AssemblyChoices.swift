import Game
import Journaling
import Logging
import Runtime
import Speech

/// What people have set by the page, which goes above the settings file.
extension Assembly {
    /// A file that cannot be read is not worth a silent station.
    static func adjustments(
        _ storage: Storage, beside areas: [Area], complain: (String) -> Void
    ) -> Adjustments {
        guard let bytes = storage.read(Adjustments.fileName) else { return Adjustments() }
        guard bytes.count <= Adjustments.bytesAtMost, let adjustments = StationSnapshot.adjustments(bytes)
        else {
            complain("what was set by the page cannot be read and is not used: set it again")
            return Adjustments()
        }
        return adjustments.checked(beside: areas)
    }

    /// The voice that a station begins with, and what it may change to.
    static func chosenVoice(
        _ settings: Settings, _ adjustments: Adjustments, complain: @escaping @Sendable (String) -> Void
    ) -> ChosenVoice {
        let choices = VoiceChoice.all(
            in: settings.audio.voicesDirectory, state: settings.station.stateDirectory)
        let areas = adjustments.areas
        let load: @Sendable (String) -> Voice = { name in
            let (voice, complaint) = voice(name, settings, beside: areas)
            if let complaint { complain(complaint) }
            return voice
        }
        var name = settings.audio.voice
        if let chosen = adjustments.voice {
            if choices.contains(where: { $0.name == chosen }) {
                name = chosen
            } else {
                complain("the voice \"\(chosen)\" that was chosen by the page is not here: choose another")
            }
        }
        return ChosenVoice(load(name), choices: choices, load: load)
    }

    /// The voice that a station speaks with when it is started now, for who looks at it from outside.
    static func voiceName(_ settings: Settings) -> String {
        let file = "\(settings.station.stateDirectory)/\(Adjustments.fileName)"
        guard let bytes = try? BoundedFile.read(file, atMost: Adjustments.bytesAtMost),
            let chosen = StationSnapshot.adjustments(bytes)?.checked(beside: settings.areas).voice,
            VoiceChoice.all(in: settings.audio.voicesDirectory, state: settings.station.stateDirectory)
                .contains(where: { $0.name == chosen })
        else { return settings.audio.voice }
        return chosen
    }

    /// A voice which says the names of the settings' areas with a synthesiser if there is one.
    ///
    /// - Parameter areas: others whose names it says too.
    static func voice(
        _ name: String, _ settings: Settings, beside areas: [Area] = []
    ) -> (voice: Voice, trouble: String?) {
        let state = settings.station.stateDirectory
        return VoiceFolder.load(name, in: settings.audio.voicesDirectory, state: state) {
            let synthesiser = Synthesiser(language: $0.code, folder: "\(state)/spoken")
            // Made before it is needed: a name is spelled only to who is at the door in the first second.
            for area in settings.areas + areas {
                if case .free(let name, _) = SpokenPlace(area.name, in: $0) { _ = synthesiser?.clip(name) }
            }
            return synthesiser
        }
    }
}
