import Determinism
import Testing

@testable import GPIO

/// Whatever a line does, the gestures that come out make sense.
@Suite struct ButtonStormTests {
    /// Random edges, some lost, some told twice: bursts, holds and jams.
    static func storm(_ random: inout SeededGenerator) -> [LineEvent] {
        var at = Duration.zero
        var isActive = false
        var edges: [LineEvent] = []
        for _ in 0..<300 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0: at += .milliseconds(Int.random(in: 900...1200, using: &random))
            case 1: at += .milliseconds(Int.random(in: 29_000...31_000, using: &random))
            case 2...4: at += .milliseconds(Int.random(in: 20...450, using: &random))
            default: at += .microseconds(Int.random(in: 0...30_000, using: &random))
            }
            isActive.toggle()
            let fate = Int.random(in: 0..<20, using: &random)
            if fate != 0 { edges.append(LineEvent(isActive: isActive, at: at)) }
            if fate == 1 { edges.append(LineEvent(isActive: isActive, at: at)) }
        }
        // The last thing is a reading of the level, at rest.
        edges.append(LineEvent(isActive: false, at: at + .seconds(1)))
        return edges
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func storm(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let edges = Self.storm(&random)
        var button = Button(isDown: seed.isMultiple(of: 3))
        var grammar = ButtonGrammar()
        var latest = Duration.zero
        for timed in button.play(edges, until: 100_000_000) {
            #expect(timed.at >= latest)
            latest = timed.at
            grammar.take(timed.event)
        }
        #expect(!grammar.isDown && !grammar.isHolding && !grammar.isStuck)
        #expect(grammar.downs > 10, "a storm without presses tests nothing")
        #expect(button.nextDeadline == nil)
    }

    /// Deadlines that are called late, or never before the next edge, change when things are told but not
    /// what.
    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func latenessTellsTheSame(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let edges = Self.storm(&random)
        var punctual = Button()
        var late = Button()
        let expected = punctual.play(edges, until: 100_000_000).map(\.event)
        var told: [ButtonEvent] = []
        for edge in edges {
            told += late.handle(edge)
        }
        told += late.deadline(now: .seconds(100_000))
        #expect(told == expected)
    }

    @Test func theSimulatedPinForgetsAsTheKernelDoes() {
        var pin = SimulatedPin()
        for edge in 0..<41 { pin.move(to: edge.isMultiple(of: 2), at: .milliseconds(edge)) }
        pin.move(to: true, at: .seconds(1))
        #expect(pin.dropped == 25)
        #expect(pin.take().map(\.at) == (0..<16).map { .milliseconds($0) })
        #expect(pin.isActive)
        #expect(pin.take().isEmpty)
    }

    /// A person's presses survive any contact: each comes out once, at the time of its first edge.
    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func bouncingPresses(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var pin = SimulatedPin()
        var edges: [LineEvent] = []
        var presses: [Duration] = []
        var at = Duration.zero
        for _ in 0..<20 {
            at += .milliseconds(Int.random(in: 60...900, using: &random))
            presses.append(at)
            pin.bounce(to: true, at: at, using: &random)
            edges += pin.take()
            at += .milliseconds(Int.random(in: 40...900, using: &random))
            pin.bounce(to: false, at: at, using: &random)
            edges += pin.take()
        }
        var button = Button()
        let told = button.play(edges, until: 100_000)
        #expect(told.filter { $0.event == .down }.map(\.at) == presses)
        #expect(told.count { $0.event == .press } == presses.count)
        #expect(!told.contains { $0.event == .hold })
        #expect(pin.dropped == 0)
    }
}
