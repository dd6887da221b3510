import Game
import Speech
import WebPage

extension PageSetting {
    init(_ settings: Settings, language: String, voices: [VoiceChoice] = []) {
        self.init()
        self.language = language
        self.voices = voices.map { Voice(name: $0.name, language: $0.language.code) }
        holdAfter = settings.button.hold
        acting = settings.page.acting
        levels = Assembly.levels(settings)
        voice = settings.audio.voice
        if let from = settings.audio.quietFrom, let until = settings.audio.quietUntil,
            settings.audio.quietHours != nil
        {
            quiet = Adjustments.Quiet(from: from, until: until)
        }
    }
}
