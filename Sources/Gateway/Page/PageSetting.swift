/// What a station is set to that it does not know itself: how loud it is, in which voice it speaks.
struct PageSetting: Equatable, Sendable {
    /// Two letters: what the captions are written in.
    var language = "en"
    /// How long a press takes to become a hold.
    var holdAfter = Duration.seconds(1)
    var levels = VolumeLevels(usual: 0.8, startUp: 0.6, quiet: 0.3, floor: 0, ceiling: 1, isMuted: false)
    var voice = "en"
    /// Nil when it is never quiet.
    var quiet: Adjustments.Quiet?
    /// Only stations with the same crew word play with this one.
    var hasCrew = false

    init() {}

    init(_ settings: Settings, language: String) {
        self.language = language
        holdAfter = settings.button.hold
        levels = Assembly.levels(settings)
        voice = settings.audio.voice
        if let from = settings.audio.quietFrom, let until = settings.audio.quietUntil,
            settings.audio.quietHours != nil
        {
            quiet = Adjustments.Quiet(from: from, until: until)
        }
    }

    func adjusted(by adjustments: Adjustments) -> PageSetting {
        var setting = self
        setting.levels = adjustments.applied(to: levels)
        if let quiet = adjustments.quiet { setting.quiet = quiet.hours == nil ? nil : quiet }
        return setting
    }
}
