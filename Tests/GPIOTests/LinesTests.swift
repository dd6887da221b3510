import Runtime
import Testing

@testable import GPIO

/// The shell with its thread, on simulated lines. Nothing sleeps: every step awaits the event it causes.
@Suite(.timeLimit(.minutes(10))) struct LinesTests {
    /// A run of `Lines` and what it tells.
    final class Session: Sendable {
        let events: AsyncStream<LinesEvent>
        let light: AsyncStream<[Lamp: Rhythm]>.Continuation
        private let task: Task<Void, Never>

        init(_ configuration: LinesConfiguration, source: @escaping Lines.Opening) {
            let (events, told) = AsyncStream.makeStream(of: LinesEvent.self)
            let (wishes, light) = AsyncStream.makeStream(
                of: [Lamp: Rhythm].self, bufferingPolicy: .bufferingNewest(1))
            self.events = events
            self.light = light
            task = Task {
                await Lines(configuration: configuration, source: source).run(light: wishes) {
                    told.yield($0)
                }
                told.finish()
            }
        }

        deinit { task.cancel() }

        func stop() async {
            task.cancel()
            await task.value
        }
    }

    static let quick = LinesConfiguration(
        lampLines: [.main: 17],
        button: ButtonConfiguration(holdDuration: .seconds(3600), stuckDuration: .seconds(7200)),
        reopening: .milliseconds(1) ... .milliseconds(4))

    static var now: Duration { MonotonicClock.now() }

    /// As short a press as can be: only its settling takes time.
    static func press(_ lines: SimulatedLines) -> Duration {
        let now = now
        lines.move { pin in
            pin.move(to: true, at: now)
            pin.move(to: false, at: now)
        }
        return now
    }

    @Test func aPressArrivesWithTheTimeOfItsEdge() async {
        let lines = SimulatedLines()
        let session = Session(Self.quick, source: lines.open)
        var events = session.events.makeAsyncIterator()
        #expect(await events.next() == .ready(chip: "simulated", lamps: [.main]))
        let at = Self.press(lines)
        #expect(await events.next() == .button(.down, at: at))
        #expect(await events.next() == .button(.up, at: at + .milliseconds(25)))
        #expect(await events.next() == .button(.press, at: at + .milliseconds(25)))
        await session.stop()
        #expect(await events.next() == nil)
        #expect(!lines.isOpen)
    }

    @Test func aHoldComesByItself() async {
        let lines = SimulatedLines()
        var configuration = Self.quick
        configuration.button.holdDuration = .milliseconds(5)
        let session = Session(configuration, source: lines.open)
        var events = session.events.makeAsyncIterator()
        _ = await events.next()
        let at = Self.now
        lines.move { $0.move(to: true, at: at) }
        #expect(await events.next() == .button(.down, at: at))
        #expect(await events.next() == .button(.hold, at: at + .milliseconds(5)))
        await session.stop()
    }

    @Test func anUnpluggedChipIsToldOnceAndComesBackWithItsLamp() async {
        let lines = SimulatedLines()
        let session = Session(Self.quick, source: lines.open)
        var events = session.events.makeAsyncIterator()
        _ = await events.next()
        session.light.yield([.main: .lit])
        await until { lines.lit == [.main] }
        lines.move { $0.move(to: true, at: Self.now) }
        #expect(Timed(await events.next())?.event == .down)

        let before = lines.calls
        lines.plug(false)
        #expect(await events.next() == .trouble(.unplugged))
        #expect(Timed(await events.next())?.event == .up)
        lines.move { $0.move(to: false, at: Self.now) }
        // Several attempts in vain, about which nothing is told.
        await until { lines.calls > before + 5 }
        lines.plug(true)
        #expect(await events.next() == .ready(chip: "simulated", lamps: [.main]))
        let at = Self.press(lines)
        #expect(await events.next() == .button(.down, at: at))
        #expect(lines.lit == [.main])
        await session.stop()
        #expect(lines.lit.isEmpty)
    }

    @Test func aTakenLineIsWaitedFor() async {
        let lines = SimulatedLines()
        lines.occupy(by: "kettle")
        let session = Session(Self.quick, source: lines.open)
        var events = session.events.makeAsyncIterator()
        #expect(await events.next() == .trouble(.inUse(consumer: "kettle")))
        await until { lines.calls > 4 }
        lines.occupy(by: nil)
        #expect(await events.next() == .ready(chip: "simulated", lamps: [.main]))
        await session.stop()
    }

    @Test func withoutALampTheButtonWorks() async {
        let lines = SimulatedLines()
        lines.breakLamp(.main, .inUse(consumer: "kettle"))
        let session = Session(Self.quick, source: lines.open)
        var events = session.events.makeAsyncIterator()
        #expect(await events.next() == .ready(chip: "simulated", lamps: []))
        session.light.yield([.main: .lit])
        let at = Self.press(lines)
        #expect(await events.next() == .button(.down, at: at))
        #expect(lines.lit.isEmpty)
        await session.stop()
    }

    @Test func ofManyWishesTheLastCounts() async {
        let lines = SimulatedLines()
        let session = Session(Self.quick, source: lines.open)
        for wish in 0...200 { session.light.yield([.main: wish.isMultiple(of: 2) ? .lit : .dark]) }
        await until { lines.lit == [.main] }
        session.light.yield([.main: .dark])
        await until { lines.lit.isEmpty }
        session.light.finish()
        // The end of the wishes is not the end of the button.
        var events = session.events.makeAsyncIterator()
        _ = await events.next()
        let at = Self.press(lines)
        #expect(await events.next() == .button(.down, at: at))
        await session.stop()
    }

    @Test func edgesThatFoundNoRoomAreMadeUpForByTheLevel() async {
        let lines = SimulatedLines()
        var configuration = Self.quick
        configuration.button.holdDuration = .milliseconds(100)
        let session = Session(configuration, source: lines.open)
        var events = session.events.makeAsyncIterator()
        _ = await events.next()
        // 41 edges, of which the kernel keeps 16: the last one kept is a release, but the button is down.
        let at = Self.now
        lines.move { pin in
            for edge in 0..<41 { pin.move(to: edge.isMultiple(of: 2), at: at) }
        }
        #expect(await events.next() == .button(.down, at: at))
        #expect(await events.next() == .button(.hold, at: at + .milliseconds(100)))
        let released = Self.now
        lines.move { $0.move(to: false, at: released) }
        #expect(await events.next() == .button(.holdEnded, at: released + .milliseconds(25)))
        #expect(await events.next() == .button(.up, at: released + .milliseconds(25)))
        await session.stop()
    }

    /// The other way round: the last edge kept is a press, and without a look at the level nobody would know
    /// until the hold falls due.
    @Test func aReleaseThatFoundNoRoomIsSeenAtOnce() async {
        let lines = SimulatedLines()
        let session = Session(Self.quick, source: lines.open)
        var events = session.events.makeAsyncIterator()
        _ = await events.next()
        let at = Self.now
        lines.move { $0.move(to: true, at: at) }
        #expect(await events.next() == .button(.down, at: at))
        let burst = Self.now
        lines.move { pin in
            for edge in 0..<41 { pin.move(to: !edge.isMultiple(of: 2), at: burst) }
        }
        #expect(Timed(await events.next())?.event == .up)
        #expect(Timed(await events.next())?.event == .press)
        await session.stop()
    }

    @Test func stopsWhileItWaitsToOpenAgain() async {
        let lines = SimulatedLines()
        lines.plug(false)
        var configuration = Self.quick
        configuration.reopening = .seconds(3600) ... .seconds(3600)
        let session = Session(configuration, source: lines.open)
        var events = session.events.makeAsyncIterator()
        #expect(await events.next() == .trouble(.noChip))
        await session.stop()
        #expect(lines.calls == 1)
    }

    /// Whichever call fails, it is told once, the gestures stay whole, and the next press comes through.
    @Test(arguments: 1...12)
    func anyCallMayFail(call: Int) async {
        let lines = SimulatedLines()
        let trouble = LineTrouble.failed(operation: "read", code: 5)
        lines.fail(call: call, with: trouble)
        let session = Session(Self.quick, source: lines.open)
        var grammar = ButtonGrammar()
        var troubles = 0
        var presses = 0
        for await event in session.events {
            switch event {
            case .ready: _ = Self.press(lines)
            case .trouble(let told):
                #expect(told == trouble)
                troubles += 1
            case .button(let button, _):
                grammar.take(button)
                if button == .press { presses += 1 }
                if button == .press, presses < 3 { _ = Self.press(lines) }
            }
            if presses == 3 { break }
        }
        #expect(troubles == 1 || lines.calls < call)
        #expect(!grammar.isDown)
        await session.stop()
        #expect(!lines.isOpen)
    }

    /// Waits for something that no event tells, giving way to the others meanwhile.
    private func until(_ condition: () -> Bool) async {
        while !condition(), !Task.isCancelled { await Task.yield() }
    }

    /// Nobody gets lines that somebody has, the program itself included.
    @Test func linesAreOpenedOnce() throws {
        let lines = SimulatedLines()
        let first = try lines.open(Self.quick)
        #expect(throws: LineTrouble.inUse(consumer: "hotcold")) { _ = try lines.open(Self.quick) }
        #expect(first.lampTroubles.isEmpty && lines.isOpen)
        lines.occupy(by: "gpiomon")
        #expect(throws: LineTrouble.inUse(consumer: "gpiomon")) { _ = try lines.open(Self.quick) }
    }
}
