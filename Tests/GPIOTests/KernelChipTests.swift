import Testing

@testable import GPIO

/// The real edge on real character devices. `.ci/gpio-variants` runs this in the lab, with either libgpiod.
@Suite(
    .serialized, .timeLimit(.minutes(10)),
    .enabled(if: KernelChip.isAvailable, "needs root and the kernel's gpio-sim, as the lab has them"))
struct KernelChipTests {
    static func configuration(
        _ chip: KernelChip, line: UInt32 = 5, lamps: [Lamp: UInt32] = [:]
    ) -> LinesConfiguration {
        LinesConfiguration(
            chip: .label(chip.label), buttonLine: line, lampLines: lamps,
            reopening: .milliseconds(10) ... .milliseconds(20))
    }

    /// Lets the kernel's tick pass at which a simulated interrupt fires: nothing else tells that it did.
    static func interrupt() async {
        let until = LinesTests.now + .milliseconds(30)
        while LinesTests.now < until { await Task.yield() }
    }

    @Test func theChipsOfThisMachine() throws {
        let chip = try KernelChip("listed")
        let found = GPIOChip.all().filter { $0.label == chip.label }
        #expect(found.map(\.lines) == [8])
        #expect(found.map(\.trouble) == [nil])
    }

    @Test func aPressIsARisingEdgeAndStampedByTheKernel() async throws {
        let chip = try KernelChip("edges")
        let lines = try GPIOChip.open(Self.configuration(chip))
        #expect(lines.chip == chip.label)
        #expect(try !lines.level())
        #expect(try lines.edges().isEmpty)

        let before = LinesTests.now
        for isPressed in [true, false] {
            try chip.press(5, isPressed)
            await Self.interrupt()
        }
        let after = LinesTests.now
        let edges = try lines.edges()
        #expect(edges.map(\.isActive) == [true, false])
        #expect(edges.allSatisfy { (before...after).contains($0.at) })
        #expect(try lines.edges().isEmpty)
        #expect(try !lines.level())
    }

    @Test func theKernelKeepsSixteenEdgesAndTheLevelTellsTheTruth() async throws {
        let chip = try KernelChip("overflow")
        let lines = try GPIOChip.open(Self.configuration(chip))
        for edge in 0..<21 {
            try chip.press(5, edge.isMultiple(of: 2))
            await Self.interrupt()
        }
        #expect(try lines.edges().count == SimulatedPin.capacity)
        #expect(try lines.edges().isEmpty)
        #expect(try lines.level())
    }

    @Test func whoeverHasTheLineIsNamed() throws {
        let chip = try KernelChip("taken", hogged: 6)
        #expect(throws: LineTrouble.inUse(consumer: "kettle")) {
            try GPIOChip.open(Self.configuration(chip, line: 6))
        }
        let lines = try GPIOChip.open(Self.configuration(chip))
        #expect(throws: LineTrouble.inUse(consumer: "hotcold")) {
            try GPIOChip.open(Self.configuration(chip))
        }
        // The lamp may be taken; the button works all the same.
        let button = try GPIOChip.open(Self.configuration(chip, line: 4, lamps: [.main: 6]))
        #expect(button.lampTroubles == [.main: .inUse(consumer: "kettle")])
        try button.set(.main, isOn: true)
        #expect(try !button.level())
        #expect(try !lines.level())
    }

    @Test func linesAreGivenBack() throws {
        let chip = try KernelChip("returned")
        for _ in 0..<3 {
            let lines = try GPIOChip.open(Self.configuration(chip, lamps: [.main: 3]))
            #expect(lines.lampTroubles.isEmpty)
        }
    }

    @Test func whatIsNotThere() throws {
        let chip = try KernelChip("missing")
        #expect(throws: LineTrouble.missingLine) { try GPIOChip.open(Self.configuration(chip, line: 8)) }
        #expect(throws: LineTrouble.missingLine) { try GPIOChip.open(Self.configuration(chip, line: .max)) }
        #expect(
            try GPIOChip.open(Self.configuration(chip, lamps: [.main: 8])).lampTroubles == [
                .main: .missingLine
            ])
        for selector in [ChipSelector.automatic, .label("nobody"), .name("gpiochip999"), .path("/dev/null")] {
            let trouble = #expect(throws: LineTrouble.self) {
                try GPIOChip.open(LinesConfiguration(chip: selector))
            }
            guard case .unknownChip(_, let found) = trouble else {
                Issue.record("\(selector): \(String(describing: trouble))")
                continue
            }
            #expect(found.contains(chip.label))
        }
    }

    @Test func theLampFollows() throws {
        let chip = try KernelChip("lamp")
        let lines = try GPIOChip.open(Self.configuration(chip, lamps: [.main: 3]))
        #expect(try !chip.isHigh(3))
        try lines.set(.main, isOn: true)
        #expect(try chip.isHigh(3))
        try lines.set(.main, isOn: false)
        #expect(try !chip.isHigh(3))
    }

    @Test func aBouncingPressIsHeardOnceAndAnUnpluggedChipComesBack() async throws {
        let chip = try KernelChip("round")
        let session = LinesTests.Session(Self.configuration(chip, lamps: [.main: 3]), source: GPIOChip.open)
        var events = session.events.makeAsyncIterator()
        #expect(await events.next() == .ready(chip: chip.label, lamps: [.main]))

        for isPressed in [true, false, true, false, true] { try chip.press(5, isPressed) }
        let down = try #require(Timed(await events.next()))
        #expect(down.event == .down)
        #expect(Timed(await events.next())?.event == .hold)
        for isPressed in [false, true, false, true, false] { try chip.press(5, isPressed) }
        #expect(Timed(await events.next())?.event == .holdEnded)
        #expect(Timed(await events.next())?.event == .up)

        try chip.press(5, true)
        #expect(Timed(await events.next())?.event == .down)
        try chip.plug(false)
        #expect(await events.next() == .trouble(.unplugged))
        #expect(Timed(await events.next())?.event == .up)
        try chip.plug(true)
        #expect(await events.next() == .ready(chip: chip.label, lamps: [.main]))
        await session.stop()
        let reopened = try GPIOChip.open(Self.configuration(chip))
        #expect(try !reopened.level())
    }

    @Test func aButtonHeldFromTheStartIsNoPress() async throws {
        let chip = try KernelChip("held")
        // Requesting a pull-up really moves a simulated line, and so would open the contact.
        var configuration = Self.configuration(chip)
        configuration.pullUp = false
        try chip.press(5, true)
        let session = LinesTests.Session(configuration, source: GPIOChip.open)
        var events = session.events.makeAsyncIterator()
        #expect(await events.next() == .ready(chip: chip.label, lamps: []))
        let released = LinesTests.now
        try chip.press(5, false)
        // Longer than the release takes to settle.
        for _ in 0..<2 { await Self.interrupt() }
        try chip.press(5, true)
        // Of the first contact nothing is ever told.
        let told = try #require(Timed(await events.next()))
        #expect(told.event == .down)
        #expect(told.at > released)
        await session.stop()
    }
}
