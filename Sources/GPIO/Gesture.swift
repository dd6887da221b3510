/// What a person does with a button.
package enum ButtonEvent: Sendable, Hashable {
    /// Pressed. Always followed by `up`, whatever comes between.
    case down
    /// Released.
    case up
    /// A short press, completed: follows its `up`.
    case press
    /// The second of two short presses in quick succession; in addition to its `press`.
    case doublePress
    /// Down for the hold duration, and still down.
    case hold
    /// The end of a hold: comes before its `up`, and before `stuck`, which is no hold any more.
    case holdEnded
    /// Down for so long that no finger does it: jammed, bridged, or wired to the wrong pin. Nothing but `up`
    /// follows.
    case stuck
    /// The stuck button was released and can be used again.
    case freed
}

/// The times by which a button's gestures are told apart.
package struct ButtonConfiguration: Sendable, Equatable {
    /// How long the contact must stay open to count as released.
    package var settle: Duration
    /// A press at least this long is a hold.
    package var holdDuration: Duration
    /// The most that may lie between the end of one press and the beginning of the next to make a double
    /// press.
    package var doublePressGap: Duration
    /// A button down for this long is stuck.
    package var stuckDuration: Duration

    /// What is not given is as on a station that nobody has configured.
    package init(
        settle: Duration = .milliseconds(25), holdDuration: Duration = .seconds(1),
        doublePressGap: Duration = .milliseconds(400), stuckDuration: Duration = .seconds(30)
    ) {
        self.settle = settle
        self.holdDuration = holdDuration
        self.doublePressGap = doublePressGap
        self.stuckDuration = stuckDuration
    }
}

/// Tells presses, holds and double presses apart. Pure; fed with clean edges in the order of their times.
struct Gesture: Sendable {
    private enum State: Sendable, Equatable {
        case up
        case down(since: Duration)
        case held(since: Duration)
        /// Found down at the start, or down for too long: says nothing until released.
        case ignored(since: Duration)
        case stuck(wasDown: Bool)
    }

    private let configuration: ButtonConfiguration
    private var state: State
    /// When the last short press ended, if the next one can still make it a double press.
    private var lastPress: Duration?
    /// Whether the press under way began soon enough after the last one.
    private var followsPress = false

    /// A button that is down from the start was not pressed by anybody: it makes no gesture until it was up
    /// once.
    init(configuration: ButtonConfiguration, isDown: Bool, at now: Duration) {
        self.configuration = configuration
        state = isDown ? .ignored(since: now) : .up
    }

    /// When `deadline(now:)` wants to be called.
    var nextDeadline: Duration? {
        switch state {
        case .up, .stuck: nil
        case .down(let since): since + min(configuration.holdDuration, configuration.stuckDuration)
        case .held(let since), .ignored(let since): since + configuration.stuckDuration
        }
    }

    mutating func handle(_ edge: LineEvent) -> [ButtonEvent] {
        edge.isActive ? pressed(at: edge.at) : released(at: edge.at)
    }

    /// What the passing of time makes of a button that is down.
    mutating func deadline(now: Duration) -> [ButtonEvent] {
        var events: [ButtonEvent] = []
        if case .down(let since) = state, configuration.holdDuration < configuration.stuckDuration,
            since + configuration.holdDuration <= now
        {
            state = .held(since: since)
            events.append(.hold)
        }
        guard let since = downSince, since + configuration.stuckDuration <= now else { return events }
        if case .held = state { events.append(.holdEnded) }
        if case .ignored = state {
            state = .stuck(wasDown: false)
        } else {
            state = .stuck(wasDown: true)
        }
        return events + [.stuck]
    }

    /// Ends whatever is under way without completing it, because the line is gone: no press comes of it.
    mutating func abandon() -> [ButtonEvent] {
        defer {
            state = .up
            lastPress = nil
        }
        return closing()
    }

    private var downSince: Duration? {
        switch state {
        case .up, .stuck: nil
        case .down(let since), .held(let since), .ignored(let since): since
        }
    }

    private mutating func pressed(at now: Duration) -> [ButtonEvent] {
        guard state == .up else { return [] }
        state = .down(since: now)
        followsPress = lastPress.map { now - $0 <= configuration.doublePressGap } ?? false
        lastPress = nil
        return [.down]
    }

    private mutating func released(at now: Duration) -> [ButtonEvent] {
        var events = closing()
        if case .down = state {
            events.append(.press)
            if followsPress { events.append(.doublePress) }
            // Three quick presses are a double press and a press, not two double presses.
            lastPress = followsPress ? nil : now
        }
        state = .up
        return events
    }

    /// What ends with the present state, so that `down`, `hold` and `stuck` always find their counterparts.
    private func closing() -> [ButtonEvent] {
        switch state {
        case .up, .ignored: []
        case .down: [.up]
        case .held: [.holdEnded, .up]
        case .stuck(let wasDown): wasDown ? [.up, .freed] : [.freed]
        }
    }
}
