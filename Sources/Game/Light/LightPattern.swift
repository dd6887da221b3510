package import GPIO

/// What a station's light can tell, each with its rhythm: for people who cannot hear, in rooms where nothing
/// may be heard, and when the loudspeaker is what is missing. Drawn in `docs/lights.md`.
package enum LightPattern: String, Codable, Sendable, CaseIterable {
    case pressed, holding
    case searching, gathering, counting, headStart = "head-start"
    case freezing, cold, warm, hot, boiling, lost, hidden
    case found, over, goodbye
    case radioTrouble = "radio-trouble"
    case buttonTrouble = "button-trouble"
    case soundTrouble = "sound-trouble"
    case networkTrouble = "network-trouble"
    case settingsTrouble = "settings-trouble"
    case powerTrouble = "power-trouble"

    /// One row of the table: what it means to people, and how it looks.
    private struct Row {
        var means: String
        var rhythm: Rhythm

        init(_ means: String, _ spans: Rhythm.Span..., isRepeated: Bool = true) {
            self.means = means
            rhythm = Rhythm(spans, isRepeated: isRepeated)
        }
    }

    /// What it means, to be read after "the light says".
    package var means: String { row.means }
    package var rhythm: Rhythm { row.rhythm }

    private var row: Row {
        switch self {
        case .pressed:
            Row("I feel your finger", .lit(40), .dark(40))
        case .holding: Row("you hold: let go when it counts", .lit(1_000), isRepeated: false)
        case .searching: Row("nobody is here yet", .lit(100), .dark(2_900))
        case .gathering: Row("somebody is here", .lit(100), .dark(200), .lit(100), .dark(2_600))
        case .counting: Row("three, two, one", .lit(150), .dark(850))
        case .headStart: Row("the hider hides", .lit(500), .dark(1_500))
        case .freezing: Row("very far", .lit(80), .dark(1_920))
        case .cold: Row("far", .lit(80), .dark(1_120))
        case .warm: Row("nearer", .lit(80), .dark(520))
        case .hot: Row("near", .lit(80), .dark(220))
        case .boiling: Row("within arm's reach", .lit(80), .dark(80))
        case .lost: Row("signal lost", .lit(1_000), .dark(1_000))
        case .hidden: Row("I hide: not a word", .lit(30), .dark(4_970))
        case .found:
            Row("found!", .lit(100), .dark(100), .lit(100), .dark(100), .lit(400), .dark(200))
        case .over: Row("the round is over", .lit(2_000), .dark(500))
        case .goodbye:
            Row(
                "I am switching off", .lit(300), .dark(300), .lit(200), .dark(400), .lit(100), .dark(500),
                isRepeated: false)
        case .radioTrouble: flashes(1, "my radio does not work")
        case .buttonTrouble: flashes(2, "my button does not work")
        case .soundTrouble: flashes(3, "my loudspeaker does not work")
        case .networkTrouble: flashes(4, "I have no network")
        case .settingsTrouble: flashes(5, "a line in my settings puzzled me")
        case .powerTrouble: flashes(6, "my power supply is weak")
        }
    }

    /// As many flashes as the trouble has for its number, and a long pause.
    private func flashes(_ count: Int, _ means: String) -> Row {
        var row = Row(means)
        let flash = [Rhythm.Span.lit(250), .dark(250)]
        row.rhythm = Rhythm([[Rhythm.Span]](repeating: flash, count: count).flatMap(\.self) + [.dark(1_500)])
        return row
    }
}
