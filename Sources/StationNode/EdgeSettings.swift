package import Game

/// What the edges of a station are set to that people may change by the page: how loud it is, in which voice
/// it speaks, when it is quiet. The settings file says how it begins.
package struct EdgeSettings: Sendable {
    /// Those of the settings file.
    package let levels: VolumeLevels
    package let quietHours: QuietHours?
    /// What people have set above them.
    private var adjustments = Adjustments()
    /// Which of the levels the station wants.
    private var step = VolumeStep.startUp

    package init(levels: VolumeLevels = .standard, quietHours: QuietHours? = nil) {
        self.levels = levels
        self.quietHours = quietHours
    }

    /// How loud it is now, 0…1.
    private var level: Double { adjustments.applied(to: levels).level(step) }

    /// Somebody has muted it, or the settings file has.
    var isMuted: Bool { adjustments.applied(to: levels).isMuted }

    /// What was set in former lives of the program; the edges began with it.
    mutating func begin(with adjustments: Adjustments) {
        self.adjustments = adjustments
    }

    mutating func turn(to step: VolumeStep) -> [NodeOutput] {
        self.step = step
        return [.volume(level)]
    }

    mutating func adjust(_ adjustments: Adjustments) -> [NodeOutput] {
        let voice = adjustments.voice == self.adjustments.voice ? nil : adjustments.voice
        self.adjustments = adjustments
        return [.volume(level), .quietHours(adjustments.applied(to: quietHours))]
            + (voice.map { [.voice($0)] } ?? []) + [.keep(adjustments)]
    }
}
