import Determinism
import Glibc
import Testing

@testable import GPIO

/// What the lines begin with, and how their twins behave.
struct LineTableTests {
    /// The button to ground on BCM 5, pulled up by the chip; no lamp.
    @Test func theUsualWiring() {
        let usual = LinesConfiguration()
        #expect(usual.chip == .automatic && usual.buttonLine == 5 && usual.activeLow && usual.pullUp)
        #expect(usual.lampLines.isEmpty && usual.reopening == .milliseconds(500) ... .seconds(10))
        #expect(ChipDescription.headerLine.number == 5 && ChipDescription.headerLine.name == "GPIO5")
        let chip = ChipDescription(name: "gpiochip4")
        #expect(
            !chip.hasHeaderNames && chip.lines == 0 && chip.label.isEmpty && chip.path == "/dev/gpiochip4")
    }

    /// The kernel cuts labels to 31 bytes.
    @Test(
        arguments: [
            ("auto", .automatic), ("automatic", .automatic), ("/dev/x", .path("/dev/x")),
            ("gpiochip0", .name("gpiochip0")), ("gpiochip65535", .name("gpiochip65535")),
            ("gpiochip65536", .label("gpiochip65536")), ("gpiochip07", .label("gpiochip07")),
            ("gpiochip", .label("gpiochip")), ("pinctrl-5", .label("pinctrl-5")),
            (String(repeating: "x", count: 31), .label(String(repeating: "x", count: 31))),
            (String(repeating: "x", count: 32), nil), ("", nil), ("a\0b", nil),
        ] as [(String, ChipSelector?)])
    func aChipIsChosenByWhatIsWritten(text: String, selector: ChipSelector?) {
        #expect(ChipSelector(text) == selector)
    }

    /// Up to four bounces, each of two edges, 20 to 1,000 µs apart; it ends where it was moved to.
    @Test func aContactBounces() {
        var counts: Set<Int> = []
        var gaps: [Duration] = []
        for seed in UInt64(0)..<300 {
            var chance = SeededGenerator(seed: seed)
            var pin = SimulatedPin()
            pin.bounce(to: true, at: .seconds(1), using: &chance)
            #expect(pin.isActive)
            let edges = pin.take()
            counts.insert(edges.count)
            #expect(edges.first?.at == .seconds(1))
            for (place, edge) in edges.enumerated() { #expect(edge.isActive == place.isMultiple(of: 2)) }
            gaps += zip(edges.dropFirst(), edges).map { $0.at - $1.at }
            pin.bounce(to: true, at: .seconds(2), using: &chance)
            #expect(pin.take().isEmpty)
        }
        #expect(counts == [1, 3, 5, 7, 9])
        let (least, most) = (gaps.min() ?? .zero, gaps.max() ?? .zero)
        #expect(least >= .microseconds(20) && least < .microseconds(30))
        #expect(most <= .microseconds(1_000) && most > .microseconds(990))
    }

    @Test func aRhythmHasThirtyTwoSpans() {
        #expect(Rhythm(Array(repeating: .lit(20), count: 40)).spans.count == 32)
        // A flash as short as one at night stays as it is.
        #expect(Rhythm([.lit(20), .dark(100)]).dimmed().spans == [.lit(20), .dark(100)])
        #expect(Rhythm([.lit(21), .dark(100)]).dimmed().spans == [.lit(20), .dark(10), .dark(100)])
    }

    @Test func aLampThatIsNotWiredStaysDark() throws {
        let lines = SimulatedLines()
        let source = try lines.open(LinesConfiguration())
        try source.set(.main, isOn: true)
        #expect(lines.lit.isEmpty && source.lampTroubles.isEmpty)
    }

    /// Lines that the kernel says are in error, and that bring nothing.
    private final class HungUp: LineSource {
        let chip = "hung up"
        let lampTroubles: [Lamp: LineTrouble] = [:]
        let descriptor: Int32

        init() {
            var ends: [Int32] = [0, 0]
            _ = unsafe pipe(&ends)
            close(ends[1])
            descriptor = ends[0]
        }

        deinit { close(descriptor) }

        func edges() throws(LineTrouble) -> [LineEvent] { [] }
        func level() throws(LineTrouble) -> Bool { true }
        func set(_ lamp: Lamp, isOn: Bool) throws(LineTrouble) {}
    }

    @Test(.timeLimit(.minutes(5))) func aChipThatIsGoneIsToldOf() async {
        let session = LinesTests.Session(LinesTests.quick) { _ in HungUp() }
        var events = session.events.makeAsyncIterator()
        #expect(await events.next() == .ready(chip: "hung up", lamps: [.main]))
        #expect(await events.next() == .trouble(.unplugged))
        await session.stop()
    }
}
