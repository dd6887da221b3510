import GPIO

/// The patterns as people read them: `hotcold lights`, and the table of `docs/lights.md`.
package enum LightTable {
    /// What one sign of a drawing stands for.
    static let step = Duration.milliseconds(50)
    /// How much of a pattern is drawn.
    static let drawn = Duration.seconds(3)

    /// A line for each pattern: its drawing, and what it means.
    package static var lines: [String] {
        LightPattern.allCases.map { pattern in
            "\(drawing(pattern.rhythm))  \(pattern.means)"
        }
    }

    /// Three seconds of it: a block for every twentieth of a second that is lit, a paler one for one that is
    /// lit in part, a dot for one that is dark.
    static func drawing(_ rhythm: Rhythm) -> String {
        var text = ""
        var at = Duration.zero
        while at < drawn {
            text += shade(lit(rhythm, from: at))
            at += step
        }
        return text
    }

    private static func shade(_ share: Double) -> String {
        switch share {
        case ..<0.01: "·"
        case ..<0.5: "░"
        case ..<0.99: "▒"
        default: "█"
        }
    }

    /// The share of a step for which it is lit, 0…1.
    private static func lit(_ rhythm: Rhythm, from start: Duration) -> Double {
        let end = start + step
        var at = start
        var lit = Duration.zero
        while at < end {
            let (isLit, until) = rhythm.state(after: at)
            let next = min(until ?? end, end)
            if isLit { lit += next - at }
            at = next
        }
        return lit / step
    }
}
