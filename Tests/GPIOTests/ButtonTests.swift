import Testing

@testable import GPIO

@Suite struct ButtonTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var edges: [LineEvent]
        var told: [Timed]
        var isDownAtStart = false
        var testDescription: String { name }
    }

    static let rows: [Row] = [
        Row(
            name: "press: down at the edge, press when the release is certain", edges: [.on(10), .off(110)],
            told: [Timed(.down, 10), Timed(.up, 135), Timed(.press, 135)]),
        Row(
            name: "bounces change nothing",
            edges: [.on(10), .off(10.3), .on(11), .off(110), .on(111), .off(112)],
            told: [Timed(.down, 10), Timed(.up, 137), Timed(.press, 137)]),
        Row(
            name: "hold", edges: [.on(0), .off(3000)],
            told: [Timed(.down, 0), Timed(.hold, 1000), Timed(.holdEnded, 3025), Timed(.up, 3025)]),
        Row(
            name: "let go at the last moment: the release is certain only after the threshold",
            edges: [.on(0), .off(999)],
            told: [Timed(.down, 0), Timed(.up, 1024), Timed(.press, 1024)]),
        Row(
            name: "contact lost across the threshold: the hold comes with the contact",
            edges: [.on(0), .off(995), .on(1005), .off(2000)],
            told: [Timed(.down, 0), Timed(.hold, 1005), Timed(.holdEnded, 2025), Timed(.up, 2025)]),
        Row(
            name: "double press, at the widest gap", edges: [.on(0), .off(100), .on(500), .off(600)],
            told: [
                Timed(.down, 0), Timed(.up, 125), Timed(.press, 125),
                Timed(.down, 500), Timed(.up, 625), Timed(.press, 625), Timed(.doublePress, 625),
            ]),
        Row(
            name: "too slow for a double press", edges: [.on(0), .off(100), .on(501), .off(600)],
            told: [
                Timed(.down, 0), Timed(.up, 125), Timed(.press, 125),
                Timed(.down, 501), Timed(.up, 625), Timed(.press, 625),
            ]),
        Row(
            name: "a press and a hold are no double press", edges: [.on(0), .off(100), .on(200), .off(1500)],
            told: [
                Timed(.down, 0), Timed(.up, 125), Timed(.press, 125),
                Timed(.down, 200), Timed(.hold, 1200), Timed(.holdEnded, 1525), Timed(.up, 1525),
            ]),
        Row(
            name: "a hold and a press are no double press",
            edges: [.on(0), .off(1200), .on(1300), .off(1400)],
            told: [
                Timed(.down, 0), Timed(.hold, 1000), Timed(.holdEnded, 1225), Timed(.up, 1225),
                Timed(.down, 1300), Timed(.up, 1425), Timed(.press, 1425),
            ]),
        Row(
            name: "stuck, then freed", edges: [.on(0), .off(40_000)],
            told: [
                Timed(.down, 0), Timed(.hold, 1000), Timed(.holdEnded, 30_000), Timed(.stuck, 30_000),
                Timed(.up, 40_025), Timed(.freed, 40_025),
            ]),
        Row(
            name: "down from the start: no press, no hold", edges: [.off(2000), .on(3000), .off(3100)],
            told: [Timed(.down, 3000), Timed(.up, 3125), Timed(.press, 3125)], isDownAtStart: true),
        Row(
            name: "stuck from the start, freed, and usable",
            edges: [.off(45_000), .on(46_000), .off(46_100)],
            told: [
                Timed(.stuck, 30_000), Timed(.freed, 45_025),
                Timed(.down, 46_000), Timed(.up, 46_125), Timed(.press, 46_125),
            ], isDownAtStart: true),
        Row(
            name: "a release was lost: the reading at the hold's deadline forestalls the hold",
            edges: [.on(0), .off(1000)], told: [Timed(.down, 0), Timed(.up, 1025), Timed(.press, 1025)]),
        Row(
            name: "chatter without end is a stuck button",
            edges: (0..<3200).flatMap { [.on(Double($0) * 10), .off(Double($0) * 10 + 5)] },
            told: [
                Timed(.down, 0), Timed(.hold, 1000), Timed(.holdEnded, 30_000), Timed(.stuck, 30_000),
                Timed(.up, 32_020), Timed(.freed, 32_020),
            ]),
    ]

    @Test(arguments: rows)
    func table(row: Row) {
        var button = Button(isDown: row.isDownAtStart)
        #expect(button.play(row.edges, until: 100_000) == row.told)
        #expect(button.nextDeadline == nil)
        #expect(!button.isDown)
    }

    @Test func fourQuickPressesAreTwoDoublePresses() {
        var button = Button()
        let edges = (0..<4).flatMap { [LineEvent.on(Double($0) * 200), .off(Double($0) * 200 + 80)] }
        let presses = button.play(edges, until: 2000).map(\.event).filter {
            $0 == .press || $0 == .doublePress
        }
        #expect(presses == [.press, .press, .doublePress, .press, .press, .doublePress])
    }

    @Test func theTimesAreConfigurable() {
        let slow = ButtonConfiguration(
            settle: .milliseconds(50), holdDuration: .seconds(2), doublePressGap: .milliseconds(100),
            stuckDuration: .seconds(5))
        var button = Button(configuration: slow)
        #expect(
            button.play([.on(0), .off(6000)], until: 10_000) == [
                Timed(.down, 0), Timed(.hold, 2000), Timed(.holdEnded, 5000), Timed(.stuck, 5000),
                Timed(.up, 6050), Timed(.freed, 6050),
            ])
    }

    @Test func aHoldLongerThanStuckNeverComes() {
        var button = Button(
            configuration: ButtonConfiguration(holdDuration: .seconds(9), stuckDuration: .seconds(5)))
        let told = button.play([.on(0), .off(20_000)], until: 30_000).map(\.event)
        #expect(told == [.down, .stuck, .up, .freed])
    }

    @Test func aBusyProcessThatLooksLateLosesNothing() {
        var button = Button()
        #expect(button.handle(.on(0)) == [.down])
        // The release is the first thing it sees, long after the hold and the jam fell due.
        #expect(button.handle(.off(40_000)) == [.hold, .holdEnded, .stuck])
        #expect(button.deadline(now: .ms(40_025)) == [.up, .freed])
    }

    @Test func abandonedGesturesEndWithoutAPress() {
        var idle = Button()
        #expect(idle.abandon().isEmpty)

        var down = Button()
        _ = down.handle(.on(0))
        #expect(down.abandon() == [.up])
        #expect(!down.isDown)
        #expect(down.nextDeadline == nil)

        var held = Button()
        _ = held.handle(.on(0))
        _ = held.deadline(now: .seconds(1))
        #expect(held.abandon() == [.holdEnded, .up])

        var stuck = Button(isDown: true)
        _ = stuck.deadline(now: .seconds(30))
        #expect(stuck.abandon() == [.freed])
    }

    /// Settings may say that a button is stuck before it is held: then it is never held.
    @Test(arguments: [30, 40, 80])
    func whatIsStuckFirstIsNotHeld(hold: Int) {
        var configuration = ButtonConfiguration()
        (configuration.holdDuration, configuration.stuckDuration) = (.seconds(hold), .seconds(30))
        var gesture = Gesture(configuration: configuration, isDown: false, at: .zero)
        let first = gesture.handle(.on(0))
        #expect(first == [.down])
        #expect(gesture.nextDeadline == .seconds(30))
        let then = gesture.deadline(now: .seconds(100))
        #expect(then == [.stuck])
    }

    /// Let go a nanosecond after the threshold it was held; at the threshold it was not.
    @Test(arguments: [(0, []), (1, [ButtonEvent.hold])])
    func aNanosecondDecides(late: Int, told: [ButtonEvent]) {
        var button = Button(configuration: ButtonConfiguration(), isDown: false, at: .zero)
        _ = button.handle(.on(0))
        #expect(button.handle(LineEvent(isActive: false, at: .nanoseconds(1_000_000_000 + late))) == told)
    }

    @Test func whatIsDownIsNotPressedAgain() {
        var gesture = Gesture(configuration: ButtonConfiguration(), isDown: false, at: .zero)
        let down = gesture.handle(.on(0))
        #expect(down == [.down])
        let again = gesture.handle(.on(500))
        #expect(again.isEmpty)
        let late = gesture.deadline(now: .seconds(1))
        #expect(late == [.hold], "a second after the first edge")
    }
}
