/// What a station is set to that it does not know itself: how loud it is, in which voice it speaks.
struct PageSetting: Equatable, Sendable {
    /// Two letters: what the captions are written in.
    var language = "en"
    /// How long a press takes to become a hold.
    var holdAfter = Duration.seconds(1)
    var levels = VolumeLevels(usual: 0.8, startUp: 0.6, quiet: 0.3, floor: 0, ceiling: 1, isMuted: false)
    var voice = "en"
    /// What may be chosen instead; none where nothing can be.
    var voices: [Voice] = []
    /// Nil when it is never quiet.
    var quiet: Adjustments.Quiet?
    /// Only stations with the same crew word play with this one.
    var hasCrew = false

    struct Voice: Equatable, Sendable {
        var name: String
        var language: String
    }

    init() {}

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
