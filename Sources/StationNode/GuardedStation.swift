package import Game
package import PeerNetwork

/// Something that reaches a station from outside.
package enum NodeInput: Sendable {
    case event(Event)
    /// A datagram nobody has looked at.
    case datagram([UInt8], from: Endpoint)
    /// Somebody has chosen another crew word by the page, or none. No event: no key gets into a station.
    case crew(CrewKey?)
}

/// Something a station does to the world, with everything that is said to others as it goes onto the network.
package enum NodeOutput: Equatable, Sendable {
    case effect(Effect)
    case transmit([UInt8], to: Destination)
}

/// A station and its gatekeeper: what passes the one reaches the other, and what the other says is sealed by
/// the one. A value, driven by `Conductor` on a real machine and by `SimulatedStation` in the world.
package struct GuardedStation: Sendable {
    package private(set) var station: Station
    package private(set) var gatekeeper: Gatekeeper
    /// When the station wanted its next tick, after the last event that reached it.
    private var beat = Duration.zero
    /// How many events have reached the station.
    package private(set) var eventCount = 0
    /// Makes another message of one before it is sealed: a liar of a simulated world. Nil on a real machine.
    package var lie: (@Sendable (Message, Duration) -> Message)?

    package init(_ station: Station, _ gatekeeper: Gatekeeper) {
        self.station = station
        self.gatekeeper = gatekeeper
    }

    /// When a tick is due, if nothing else happens before.
    package func nextTick(now: Duration) -> Duration {
        let tick = beat > now ? beat : station.nextTick(now: now)
        return gatekeeper.nextDeadline.map { min($0, tick) } ?? tick
    }

    /// - Parameter witness: sees every event that reaches the station, what it did, and the station after it.
    package mutating func take(
        _ arrival: NodeInput, now: Duration, witness: (Event, [Effect], Station) -> Void = { _, _, _ in }
    ) -> [NodeOutput] {
        var deeds: [NodeOutput] = []
        switch arrival {
        case .datagram(let bytes, let source):
            follow(gatekeeper.receive(bytes, from: source, now: now), now: now, &deeds, witness)
        case .event(let event):
            give(event, now: now, &deeds, witness)
            if event == .tick { follow(gatekeeper.advance(now: now), now: now, &deeds, witness) }
        case .crew(let crew): join(crew, now: now, &deeds, witness)
        }
        return deeds
    }

    /// With whom one plays is settled before it begins.
    private mutating func join(
        _ crew: CrewKey?, now: Duration, _ deeds: inout [NodeOutput],
        _ witness: (Event, [Effect], Station) -> Void
    ) {
        guard station.session == nil, !station.gathering.isAgreeing else { return }
        deeds.append(.effect(.save(name: CrewKey.fileName, CrewKey.file(crew))))
        follow(gatekeeper.use(crew, now: now), now: now, &deeds, witness)
        // Whoever holds at this moment wants the same hands as before, under the other word.
        follow(gatekeeper.clasp(station.goals.clasp, now: now), now: now, &deeds, witness)
    }

    private mutating func give(
        _ event: Event, now: Duration, _ deeds: inout [NodeOutput],
        _ witness: (Event, [Effect], Station) -> Void
    ) {
        let effects = station.handle(event, now: now)
        beat = station.nextTick(now: now)
        eventCount &+= 1
        witness(event, effects, station)
        var outputs: [Gatekeeper.Output] = []
        for effect in effects {
            deeds.append(.effect(effect))
            switch effect {
            case .send(let message):
                outputs += gatekeeper.send(lie.map { $0(message, now) } ?? message, now: now)
            case .whisper(let whisper): outputs += gatekeeper.whisper(whisper, now: now)
            case .clasp(let others): outputs += gatekeeper.clasp(others, now: now)
            case .keys(let goals): outputs += gatekeeper.keep(goals, now: now)
            default: break
            }
        }
        // After everything that the station does at this event: what it says to an answer would be taken back
        // by what it said before, and would stay so, because it believes that it has said it.
        follow(outputs, now: now, &deeds, witness)
    }

    private mutating func follow(
        _ outputs: [Gatekeeper.Output], now: Duration, _ deeds: inout [NodeOutput],
        _ witness: (Event, [Effect], Station) -> Void
    ) {
        for output in outputs {
            switch output {
            case .message(let received): give(.message(received), now: now, &deeds, witness)
            case .whisper(let whisper): give(.whisper(whisper), now: now, &deeds, witness)
            case .trust(let event): give(.trust(event), now: now, &deeds, witness)
            case .transmit(let bytes, let destination): deeds.append(.transmit(bytes, to: destination))
            case .log(let line): deeds.append(.effect(.log(line)))
            }
        }
    }
}
