package import Game
import Speech

/// What a station is set to that it does not know itself: how loud it is, in which voice it speaks.
package struct PageSetting: Equatable, Sendable {
    /// Two letters: what the captions are written in.
    package var language = "en"
    /// How long a press takes to become a hold.
    package var holdAfter = Duration.seconds(1)
    package var levels = VolumeLevels.standard
    package var voice = "en"
    /// What may be chosen instead; none where nothing can be.
    package var voices: [Voice] = []
    /// Nil when it is never quiet.
    package var quiet: Adjustments.Quiet?
    /// Only stations with the same crew word play with this one.
    package var hasCrew = false

    package struct Voice: Encodable, Equatable, Sendable {
        var name: String
        var language: String

        package init(
            name: String,
            language: String
        ) {
            self.name = name
            self.language = language
        }
    }

    /// Who may act by the page.
    package var acting = PageActing.off

    package init() {}

    func adjusted(by adjustments: Adjustments) -> PageSetting {
        var setting = self
        setting.levels = adjustments.applied(to: levels)
        if let quiet = adjustments.quiet { setting.quiet = quiet.hours == nil ? nil : quiet }
        if let chosen = voices.first(where: { $0.name == adjustments.voice }) {
            (setting.voice, setting.language) = (chosen.name, chosen.language)
        }
        return setting
    }
}
