import Support
import Testing

@testable import GPIO
@testable import Game
@testable import Ranging

struct LightingTests {
    private static func seen(_ metres: Double, zone: Zone = .near) -> RangeEstimate {
        RangeEstimate(
            distance: .init(metres: metres, low: metres / 2, high: metres * 2), closing: 0.5, trend: .steady,
            zone: zone, age: .zero)
    }

    private static func shown(
        _ lighting: inout Lighting, _ stage: Lighting.Stage, trouble: LightPattern? = nil, at now: Duration
    ) -> LightPattern {
        lighting.pattern(stage, isPressing: false, isHolding: false, trouble: trouble, now: now)
    }

    @Test func theNearerTheFaster() {
        var last = Duration.seconds(100)
        for metres in [20.0, 9, 4, 2, 0.5] {
            var lighting = Lighting()
            let pattern = Self.shown(&lighting, .seeking(Self.seen(metres)), at: .zero)
            #expect(pattern.rhythm.period < last, "\(metres) m")
            last = pattern.rhythm.period
        }
    }

    /// Whoever stands on a border sees one pattern.
    @Test func itDoesNotFlutter() {
        for border in Lighting.borders {
            var lighting = Lighting()
            var patterns: [LightPattern] = []
            for tick in 0..<600 {
                let metres = border * (tick.isMultiple(of: 2) ? 1.1 : 0.92)
                let now = Duration.milliseconds(50 * tick)
                patterns.append(Self.shown(&lighting, .seeking(Self.seen(metres)), at: now))
            }
            #expect(Set(patterns).count == 1, "\(border) m")
        }
    }

    @Test func whoWalksThroughTheHouseSeesEachOnce() {
        var lighting = Lighting()
        var patterns: [LightPattern] = []
        for tick in 0..<400 {
            let metres = 20 - 0.05 * Double(tick) + 0.3
            let now = Duration.milliseconds(50 * tick)
            let pattern = Self.shown(&lighting, .seeking(Self.seen(metres)), at: now)
            if patterns.last != pattern { patterns.append(pattern) }
        }
        #expect(patterns == [.freezing, .cold, .warm, .hot, .boiling])
    }

    @Test func theFingerComesFirstThenTheRoundThenTrouble() {
        var lighting = Lighting()
        func pattern(_ stage: Lighting.Stage, pressing: Bool = false, holding: Bool = false) -> LightPattern {
            lighting.pattern(
                stage, isPressing: pressing, isHolding: holding, trouble: .soundTrouble, now: .zero)
        }
        #expect(pattern(.lobby(hasCompany: true)) == .soundTrouble)
        #expect(pattern(.lobby(hasCompany: true), pressing: true) == .pressed)
        #expect(pattern(.lobby(hasCompany: true), pressing: true, holding: true) == .holding)
        #expect(pattern(.counting, pressing: true) == .pressed)
        #expect(pattern(.counting, pressing: false) == .counting)
        // Hands that still hold when it is locked see that it counts, and let go.
        #expect(pattern(.counting, holding: true) == .counting)
        #expect(pattern(.seeking(Self.seen(2))) == .hot)
        #expect(pattern(.found) == .found)
        #expect(pattern(.switchingOff, pressing: true) == .goodbye)
    }

    @Test func lostAndUnheardAreNotCold() {
        var lighting = Lighting()
        #expect(Self.shown(&lighting, .seeking(.unknown), at: .zero) == .searching)
        #expect(Self.shown(&lighting, .seeking(Self.seen(5, zone: .lost)), at: .zero) == .lost)
        let deaf = Self.shown(&lighting, .seeking(.unknown), trouble: .radioTrouble, at: .zero)
        #expect(deaf == .radioTrouble)
    }

    /// No two patterns can be taken for each other: they differ in their first three seconds as drawn.
    @Test func everyPatternLooksDifferent() {
        let drawings = LightPattern.allCases.map { LightTable.drawing($0.rhythm) }
        let doubles = LightPattern.allCases.indices.filter { index in
            drawings[..<index].contains(drawings[index])
        }
        #expect(doubles.map { LightPattern.allCases[$0] } == [])
        #expect(drawings.allSatisfy { $0.count == 60 })
    }

    @Test func theDocumentDrawsThem() throws {
        let text = try Document.text("docs/lights.md")
        for line in LightTable.lines { #expect(text.contains(line), "docs/lights.md lacks: \(line)") }
    }
}
