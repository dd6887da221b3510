package import GPIO

/// What a lamp is to show.
package struct LightGoal: Codable, Equatable, Sendable {
    /// nil: dark.
    package var pattern: LightPattern?
    /// For the night: with the shortest flashes that can be seen.
    package var isDim: Bool

    package init(_ pattern: LightPattern?, isDim: Bool = false) {
        self.pattern = pattern
        self.isDim = isDim
    }

    package var rhythm: Rhythm {
        let rhythm = pattern?.rhythm ?? .dark
        return isDim ? rhythm.dimmed() : rhythm
    }
}
