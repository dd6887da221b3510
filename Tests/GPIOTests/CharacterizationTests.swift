import Support
import Testing

@testable import Determinism
@testable import GPIO

/// Lines that fail, bounce and are held, in a seeded order, and the digest of all that was done about
/// it. What the rules are, the other tests say.
struct CharacterizationTests {
    private static let rhythms: [Rhythm] = [
        .dark, Rhythm([.lit(80), .dark(520)]), Rhythm([.lit(1_000), .dark(1_000)]),
        Rhythm([.lit(300), .dark(5), .lit(20)], isRepeated: false),
    ]

    /// As it was written down when there was one lamp.
    private static func text(_ output: LinesCore.Output) -> String {
        if case .lamp(.main, let isOn) = output { return "led(\(isOn))" }
        guard case .event(.ready(let chip, let lamps)) = output else { return "\(output)" }
        return "event(GPIO.LinesEvent.ready(chip: \"\(chip)\", led: \(!lamps.isEmpty)))"
    }

    private static func digest(seed: UInt64) -> String {
        var chance = SeededGenerator(seed: seed)
        var core = LinesCore(configuration: LinesConfiguration(lampLines: [.main: 17]))
        var digest = Digest()
        var now = Duration.zero
        var isActive = false
        func take(_ outputs: [LinesCore.Output]) {
            for output in outputs { digest.add("\(now) \(Self.text(output))".utf8) }
        }
        take(core.handle(.start, now: now))
        for _ in 0..<400 {
            let wait = Duration.milliseconds(
                [1, 4, 30, 200, 450, 1_100, 12_000, 31_000][Int.random(in: 0..<8, using: &chance)])
            // Deadlines come in time, or some milliseconds late.
            let end = now + wait
            while let due = core.nextDeadline, due <= end {
                now = max(now, due) + .milliseconds(Int.random(in: 0...3, using: &chance))
                take(core.handle(.deadline(isActive: isActive), now: now))
            }
            now = max(now, end)
            switch Int.random(in: 0..<12, using: &chance) {
            case 0:
                take(
                    core.handle(
                        .failed([.noChip, .unplugged, .missingLine][Int.random(in: 0..<3, using: &chance)]),
                        now: now))
            case 1: take(core.handle(.deadline(isActive: isActive), now: now))
            case 2:
                take(
                    core.handle(.light(.main, Self.rhythms[Int.random(in: 0..<4, using: &chance)]), now: now))
            case 3, 4:
                let lamps: Set<Lamp> = Bool.random(using: &chance) ? [.main] : []
                take(core.handle(.opened(chip: "c", lamps: lamps, isActive: isActive), now: now))
            default:
                isActive.toggle()
                let early = Duration.milliseconds(Int.random(in: -2...5, using: &chance))
                take(core.handle(.edges([LineEvent(isActive: isActive, at: now - early)]), now: now))
            }
            digest.add("\(String(describing: core.nextDeadline))".utf8)
        }
        return digest.description
    }

    @Test func linesAreWatchedAsTheyWere() throws {
        try WrittenDown.expect((1...40).map(Self.digest), "lines")
    }
}
