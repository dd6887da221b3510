import Game
package import PeerNetwork
import StationNode

/// A gatekeeper whose owner has changed the program: in its hours it seals what a lie makes of a message. In
/// all others, and when it has none, it is as honest as the one it has inside.
package struct TamperedGatekeeper: PeerPort {
    /// From when to when a lie is told, on the clock of the station.
    struct Hours: Sendable {
        var begin: Duration
        var end: Duration
        var lie: Lie
    }

    package private(set) var gatekeeper: Gatekeeper
    /// In the order of their beginnings.
    private let hours: [Hours]
    /// As it was said last.
    private var session: Session?

    init(_ gatekeeper: Gatekeeper, hours: [Hours] = []) {
        self.gatekeeper = gatekeeper
        self.hours = hours
    }

    /// The last to begin of those that last.
    func lie(at now: Duration) -> Lie? { hours.last { $0.begin < now && now <= $0.end }?.lie }

    package var nextDeadline: Duration? { gatekeeper.nextDeadline }
    package var arrivals: ArrivalCount { gatekeeper.arrivals }
    package var hasCrew: Bool { gatekeeper.hasCrew }
    package func waitingUnicasts(to id: StationID) -> Int { gatekeeper.waitingUnicasts(to: id) }

    package mutating func send(_ message: Message, now: Duration) -> [Gatekeeper.Output] {
        note(message, now: now)
        let lie = lie(at: now)?.told(in: message, by: gatekeeper.id, of: session, now: now)
        return gatekeeper.send(lie ?? message, now: now)
    }

    private mutating func note(_ message: Message, now: Duration) {
        let received = Message.Received(sender: gatekeeper.id, boot: 0, message: message)
        guard !hours.isEmpty, case .session = message.audience,
            case .announcement(let announcement)? = try? Announcement.decode(received, now: now),
            let carried = announcement.carried, carried.stage == .locked
        else { return }
        session = carried.session
    }

    package mutating func receive(_ bytes: [UInt8], from endpoint: Endpoint, now: Duration)
        -> [Gatekeeper.Output]
    {
        gatekeeper.receive(bytes, from: endpoint, now: now)
    }

    package mutating func unicast(_ unicast: UnicastMessage, now: Duration) -> [Gatekeeper.Output] {
        gatekeeper.unicast(unicast, now: now)
    }

    package mutating func authenticate(_ wanted: [StationID], now: Duration) -> [Gatekeeper.Output] {
        gatekeeper.authenticate(wanted, now: now)
    }

    package mutating func slow(by slowness: Int?) {
        gatekeeper.slow(by: slowness)
    }

    package mutating func expect(_ names: [StationName]) {
        gatekeeper.expect(names)
    }

    package mutating func keep(_ goals: [KeyRequest], now: Duration) -> [Gatekeeper.Output] {
        gatekeeper.keep(goals, now: now)
    }

    package mutating func use(_ crew: CrewKey?, now: Duration) -> [Gatekeeper.Output] {
        gatekeeper.use(crew, now: now)
    }

    package mutating func advance(now: Duration) -> [Gatekeeper.Output] { gatekeeper.advance(now: now) }
}
