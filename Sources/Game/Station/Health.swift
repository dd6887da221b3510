import GPIO

/// The parts of this station that do not work: what is said of each, and when, is its `HealthIncident`.
package struct Health: Codable, Sendable {
    private enum Lines: Codable, Sendable {
        case missing, stuck
    }

    /// A part of which no more is known than that it does not work.
    private enum Absence: Codable, Sendable {
        case missing
    }

    private(set) var radioWorks = false
    /// Something is wrong with the radio; it is not merely starting.
    var isDeaf: Bool { radio.cause != nil }
    /// It works but for hearing nobody: only listening shows when that is over.
    var hearsNobody: Bool { radio.cause == .deaf }
    private var radio = HealthIncident<Phrase.RadioFailure>()
    private var lines = HealthIncident<Lines>()
    private var speaker = HealthIncident<Absence>()
    private var network = HealthIncident<Absence>()
    private var linesWork = true
    private var isStuck = false
    private var powerWeak = false
    private var powerTold = false
    /// Somebody may be spoken to.
    private var isHeard = true
    /// Until then the machine may still be starting its parts; nil once it is over, and when it never was.
    private var settlesAt: Duration?

    /// - Parameter settlesAt: until when a part that is not there is no news: it was switched on with the
    ///   station, and a radio or a Wi-Fi takes longer. What is missing then is told.
    package init(settlesAt: Duration? = nil) {
        self.settlesAt = settlesAt
    }

    /// What the others say arrives, by whatever way.
    var networkWorks: Bool { network.cause == nil || playsByAir == true }
    /// The others are spoken to by radio: that there is no network is nothing to tell a child.
    var playsByAir: Bool?

    /// Whether what is told from now on is heard: in quiet hours it may not be.
    mutating func hearing(_ isHeard: Bool) {
        self.isHeard = isHeard
    }

    /// Whether what is told of radio, button and network now has somebody to hear it, and is worth it.
    private mutating func hears(_ now: Duration) -> Bool {
        if let end = settlesAt, now >= end { settlesAt = nil }
        return isHeard && settlesAt == nil
    }

    mutating func radio(_ health: RadioHealth, now: Duration) -> [Effect] {
        switch health {
        case .starting: return []
        case .works:
            radioWorks = true
            return say(radio.change(to: nil, isHeard: hears(now), now: now))
        case .failed(let failure):
            radioWorks = false
            // What was unplugged is missing: that is the same trouble, and was said.
            if radio.cause == .unplugged, failure == .missing { return [] }
            return say(radio.change(to: failure, isHeard: hears(now), now: now))
        }
    }

    mutating func lines(works: Bool, now: Duration) -> [Effect] {
        linesWork = works
        return tellOfLines(now: now)
    }

    mutating func button(isStuck: Bool, now: Duration) -> [Effect] {
        self.isStuck = isStuck
        return tellOfLines(now: now)
    }

    mutating func speaker(works: Bool, now: Duration) -> [Effect] {
        // What begins goes to the log, which may always be written.
        say(ofSpeaker: speaker.change(to: works ? nil : .missing, isHeard: true, now: now))
    }

    mutating func network(works: Bool, now: Duration) -> [Effect] {
        say(ofNetwork: network.change(to: works ? nil : .missing, isHeard: hears(now), now: now))
    }

    /// Said once for each start: it does not get better by being said.
    mutating func power(isWeak: Bool) -> [Effect] {
        powerWeak = powerWeak || isWeak
        guard powerWeak, isHeard, !powerTold else { return [] }
        powerTold = true
        return [.say(.powerWeak)]
    }

    /// What was kept to itself, and goes on, is told.
    mutating func advance(now: Duration) -> [Effect] {
        say(radio.advance(isHeard: hears(now), now: now))
            + say(ofLines: lines.advance(isHeard: hears(now), now: now))
            + say(ofSpeaker: speaker.advance(isHeard: true, now: now))
            + say(ofNetwork: network.advance(isHeard: hears(now), now: now)) + power(isWeak: powerWeak)
    }

    /// Each part in a word, for the page.
    package var parts: PartStates {
        let radio = radioWorks ? PartStates.works : radio.cause?.rawValue ?? "starting"
        let button = !linesWork ? "missing" : isStuck ? "stuck" : PartStates.works
        return PartStates(
            radio: radio, button: button,
            speaker: speaker.cause == nil ? PartStates.works : "missing",
            network: network.cause == nil ? PartStates.works : "missing",
            power: powerWeak ? "weak" : PartStates.works)
    }

    /// What the light tells of it, the most important first.
    func light(settingsPuzzled: Bool) -> LightPattern? {
        let isSettled = settlesAt == nil
        if isSettled, radio.cause != nil { return .radioTrouble }
        if isSettled, lines.cause != nil { return .buttonTrouble }
        if speaker.cause != nil { return .soundTrouble }
        if isSettled, network.cause != nil { return .networkTrouble }
        if powerWeak { return .powerTrouble }
        return settingsPuzzled ? .settingsTrouble : nil
    }

    private mutating func tellOfLines(now: Duration) -> [Effect] {
        let cause: Lines? = !linesWork ? .missing : isStuck ? .stuck : nil
        return say(ofLines: lines.change(to: cause, isHeard: hears(now), now: now))
    }

    // MARK: What is said

    private func say(_ news: HealthIncident<Phrase.RadioFailure>.News?) -> [Effect] {
        switch news {
        case .begins(let failure): [.say(.radio(failure))]
        case .ends: [.say(.radioBack)]
        case nil: []
        }
    }

    private func say(ofLines news: HealthIncident<Lines>.News?) -> [Effect] {
        switch news {
        case .begins(.missing): [.say(.buttonMissing)]
        case .begins(.stuck): [.say(.buttonStuck)]
        case .ends: [.say(.buttonBack)]
        case nil: []
        }
    }

    /// A speaker that is away cannot say so; what it says is that it is back.
    private func say(ofSpeaker news: HealthIncident<Absence>.News?) -> [Effect] {
        switch news {
        case .begins: [.log("no speaker: captions only")]
        case .ends: [.say(.speakerBack)]
        case nil: []
        }
    }

    private func say(ofNetwork news: HealthIncident<Absence>.News?) -> [Effect] {
        if playsByAir == true { return [] }
        return switch news {
        case .begins: [.say(.networkMissing)]
        case .ends: [.say(.networkBack)]
        case nil: []
        }
    }
}
