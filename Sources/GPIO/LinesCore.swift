import Determinism

/// What the lines tell.
package enum LinesEvent: Sendable, Equatable {
    /// `at` is when it was known: the edge itself for `down`, the end of the wait for what needs waiting.
    case button(ButtonEvent, at: Duration)
    /// The button works, and so do these lamps.
    case ready(chip: String, lamps: Set<Lamp>)
    /// The button does not work. Told once until `ready`, unless the reason changes; opening is tried again
    /// and again.
    case trouble(LineTrouble)
}

/// The supervision of the lines: when to open them, what to tell, and the button itself.
///
/// Pure: the shell carries out the outputs and reports back. The first input is `.start`.
package struct LinesCore: Sendable {
    /// What happened.
    package enum Input: Sendable, Equatable {
        case start
        /// The answer to `.open`: `isActive` is the level the line has at this moment.
        case opened(chip: String, lamps: Set<Lamp>, isActive: Bool)
        /// The other answer to `.open`; or lines that worked fail.
        case failed(LineTrouble)
        case edges([LineEvent])
        /// `nextDeadline` has come, or the level was read for another reason; nil while the lines are closed.
        case deadline(isActive: Bool?)
        /// A lamp is to be lit so from now on. The latest wish holds, across reopening too.
        case light(Lamp, Rhythm)
    }

    /// What is to be done about it, in order.
    package enum Output: Sendable, Equatable {
        case open
        case close
        case lamp(Lamp, isOn: Bool)
        case event(LinesEvent)
    }

    private enum State: Sendable {
        case closed(until: Duration?)
        case opening
        case open(Button, since: Duration)
    }

    /// Lines that worked for this long start with the shortest wait again when they fail.
    private static let steady = Duration.seconds(10)
    /// The most reasons told in one incident: a line that is taken by one program after another is one story.
    private static let mostTold = 4

    private let configuration: LinesConfiguration
    private var state = State.closed(until: nil)
    private var backOff: BackOff
    private var told: [LineTrouble] = []
    private var lamps: [Lamp: LampDriver] = [:]
    /// The latest instant told: what comes out never runs backwards.
    private var latest = Duration.zero

    /// Lines that have not been opened.
    package init(configuration: LinesConfiguration) {
        self.configuration = configuration
        backOff = BackOff(configuration.reopening)
    }

    /// When `.deadline` wants to be put in; nil while there is nothing to wait for.
    package var nextDeadline: Duration? {
        switch state {
        case .closed(let until): until
        case .opening: nil
        case .open(let button, _):
            ([button.nextDeadline] + lamps.values.map(\.changesAt)).compactMap(\.self).min()
        }
    }

    /// Takes in one thing that happened and says what to do about it.
    ///
    /// - Parameter now: time since boot.
    package mutating func handle(_ input: Input, now: Duration) -> [Output] {
        switch input {
        case .start:
            state = .opening
            return [.open]
        case .opened(let chip, let working, let isActive):
            state = .open(Button(configuration: configuration.button, isDown: isActive, at: now), since: now)
            told = []
            latest = max(latest, now)
            return [.event(.ready(chip: chip, lamps: working))]
                + Lamp.allCases.flatMap { shine($0, now: now, isNew: true) }
        case .failed(let trouble):
            return fail(trouble, now: now)
        case .edges(let events):
            // No edge is younger than now. (Kernels before 5.7 stamp libgpiod 1.x edges with the time of
            // day.)
            let earliest = latest
            latest = max(latest, now)
            return press { button, outputs in
                for event in events {
                    let at = max(min(event.at, now), earliest)
                    Self.feed(LineEvent(isActive: event.isActive, at: at), to: &button, &outputs)
                }
            }
        case .deadline(let isActive):
            return due(isActive: isActive, now: now) + Lamp.allCases.flatMap { shine($0, now: now) }
        case .light(let lamp, let rhythm):
            guard lamps[lamp, default: LampDriver()].wish(rhythm, now: now) else { return [] }
            return shine(lamp, now: now, isNew: true)
        }
    }

    /// What a lamp is to be now, if that is news.
    private mutating func shine(_ lamp: Lamp, now: Duration, isNew: Bool = false) -> [Output] {
        guard case .open = state, configuration.lampLines[lamp] != nil,
            let isOn = lamps[lamp, default: LampDriver()].shine(now: now, isNew: isNew)
        else { return [] }
        return [.lamp(lamp, isOn: isOn)]
    }

    private mutating func due(isActive: Bool?, now: Duration) -> [Output] {
        if case .closed(let until?) = state, until <= now {
            state = .opening
            return [.open]
        }
        guard let isActive else { return [] }
        return press { button, outputs in
            // A process that was busy looks late: the level read now is that of the moment that fell due.
            let at = min(now, button.nextDeadline ?? now)
            Self.feed(LineEvent(isActive: isActive, at: at), to: &button, &outputs)
            Self.pass(to: now, &button, &outputs)
        }
    }

    private mutating func fail(_ trouble: LineTrouble, now: Duration) -> [Output] {
        var outputs: [Output] = []
        if case .open = state { outputs.append(.close) }
        // Before what the button does for the last time: one that was stuck does not work again by vanishing.
        if isNews(trouble) {
            told.append(trouble)
            outputs.append(.event(.trouble(trouble)))
        }
        if case .open(var button, let since) = state {
            outputs += button.abandon().map { .event(.button($0, at: now)) }
            if now - since >= Self.steady { backOff.restart() }
        }
        state = .closed(until: now + backOff.next())
        return outputs
    }

    /// A chip that is missing after it was unplugged is no news; neither is a reason that was told already.
    private func isNews(_ trouble: LineTrouble) -> Bool {
        if told.contains(trouble) || told.count >= Self.mostTold { return false }
        switch trouble {
        case .noChip, .unknownChip: return !told.contains(.unplugged)
        default: return true
        }
    }

    private mutating func press(_ body: (inout Button, inout [Output]) -> Void) -> [Output] {
        guard case .open(var button, let since) = state else { return [] }
        var outputs: [Output] = []
        body(&button, &outputs)
        state = .open(button, since: since)
        return outputs
    }

    private static func feed(_ event: LineEvent, to button: inout Button, _ outputs: inout [Output]) {
        pass(to: event.at - .nanoseconds(1), &button, &outputs)
        outputs += button.handle(event).map { .event(.button($0, at: event.at)) }
    }

    /// Lets time pass deadline by deadline, so that each event carries its own time however late we look.
    private static func pass(to now: Duration, _ button: inout Button, _ outputs: inout [Output]) {
        while let deadline = button.nextDeadline, deadline <= now {
            outputs += button.deadline(now: deadline).map { .event(.button($0, at: deadline)) }
        }
    }
}
