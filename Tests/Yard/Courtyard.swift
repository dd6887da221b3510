package import PeerNetwork

@testable import Determinism

/// A few gatekeepers and a network between them that loses, delays, doubles and reorders, from a seed.
package struct Courtyard {
    /// Somebody with a gatekeeper, at an address of its own.
    package struct Resident {
        package var gatekeeper: Gatekeeper
        package var endpoint: Endpoint
        /// Does not run: hears and says nothing.
        package var isOff = false
        /// What the gatekeeper told its station, and when.
        package var told: [(at: Duration, output: Gatekeeper.Output)] = []

        package init(gatekeeper: Gatekeeper, endpoint: Endpoint) {
            self.gatekeeper = gatekeeper
            self.endpoint = endpoint
        }

        package var messages: [Message.Received] {
            told.compactMap { if case .message(let message) = $0.output { message } else { nil } }
        }
        package var unicasts: [UnicastMessage] {
            told.compactMap { if case .unicast(let unicast) = $0.output { unicast } else { nil } }
        }
        package var trust: [TrustEvent] {
            told.compactMap { if case .trust(let event) = $0.output { event } else { nil } }
        }
        package var epochs: [KeyEpoch] {
            trust.compactMap { if case .keyed(let epoch) = $0 { epoch } else { nil } }
        }

        package func time(of event: TrustEvent) -> Duration? {
            told.first { $0.output == .trust(event) }?.at
        }
    }

    package struct Datagram {
        package var at: Duration
        package var order: Int
        package var bytes: [UInt8]
        package var from: Endpoint
        package var to: Int
    }

    /// Something that was sent, as a recorder on the same network has it.
    package struct Recorded {
        package var at: Duration
        package var bytes: [UInt8]
        package var from: Endpoint
        package var destination: Destination
    }

    package var now: Duration = .seconds(100)
    package var residents: [Resident] = []
    package var loss = 0.0
    package var delays: ClosedRange<Int> = 1...1
    package var doubled = 0.0
    package var tape: [Recorded] = []
    private var generator: SeededGenerator
    private var underWay: [Datagram] = []
    private var order = 0

    package init(seed: UInt64 = 1) { generator = SeededGenerator(seed: seed) }

    package static func seed(_ number: UInt8) -> [UInt8] { [UInt8](repeating: number, count: 32) }

    package static func endpoint(_ number: UInt8) -> Endpoint {
        Endpoint(address: [10, 0, 0, number], port: 41_475)
    }

    package static func gatekeeper(_ key: UInt8, boot: UInt32, drawing: UInt8, crew: UInt8? = nil)
        -> Gatekeeper
    {
        Gatekeeper(
            Gatekeeper.Configuration(
                identity: IdentityKey(seed: seed(key)), boot: boot, seed: seed(drawing),
                crew: crew.map { CrewKey(bytes: seed($0)) }))
    }

    /// - Parameter key: the identity, and the address.
    @discardableResult
    package mutating func add(_ key: UInt8, crew: UInt8? = nil) -> Int {
        residents.append(
            Resident(
                gatekeeper: Self.gatekeeper(key, boot: UInt32(key), drawing: 100 + key, crew: crew),
                endpoint: Self.endpoint(key)))
        return residents.count - 1
    }

    /// Starts a resident's program anew, with a new boot.
    package mutating func restart(_ index: Int, boot: UInt32, drawing: UInt8, key: UInt8, crew: UInt8? = nil)
    {
        residents[index].gatekeeper = Self.gatekeeper(key, boot: boot, drawing: drawing, crew: crew)
    }

    package func id(_ index: Int) -> StationID { residents[index].gatekeeper.id }

    /// Lets a resident do something, and sends what comes of it.
    package mutating func act(_ index: Int, _ action: (inout Gatekeeper, Duration) -> [Gatekeeper.Output]) {
        take(action(&residents[index].gatekeeper, now), of: index)
    }

    package mutating func say(_ index: Int, _ text: String, isUrgent: Bool = false) {
        let message = Message(audience: .lobby(isUrgent: isUrgent), body: Array(text.utf8))
        act(index) { $0.send(message, now: $1) }
    }

    /// Brings bytes to a resident, as if they came from there.
    package mutating func inject(_ bytes: [UInt8], from endpoint: Endpoint, to index: Int) {
        act(index) { $0.receive(bytes, from: endpoint, now: $1) }
    }

    package mutating func run(for time: Duration) {
        let end = now + time
        while let next = nextEvent(), next <= end {
            now = max(now, next)
            deliverDue()
            for index in residents.indices where !residents[index].isOff {
                guard let due = residents[index].gatekeeper.nextDeadline, due <= now else { continue }
                act(index) { $0.advance(now: $1) }
            }
        }
        now = end
    }

    private func nextEvent() -> Duration? {
        let deadlines = residents.compactMap { $0.isOff ? nil : $0.gatekeeper.nextDeadline }
        return (deadlines + underWay.map(\.at)).min()
    }

    private mutating func deliverDue() {
        let due = underWay.filter { $0.at <= now }.sorted { ($0.at, $0.order) < ($1.at, $1.order) }
        underWay.removeAll { $0.at <= now }
        for datagram in due where !residents[datagram.to].isOff {
            inject(datagram.bytes, from: datagram.from, to: datagram.to)
        }
    }

    private mutating func take(_ outputs: [Gatekeeper.Output], of index: Int) {
        for output in outputs {
            guard case .transmit(let bytes, let destination) = output else {
                residents[index].told.append((now, output))
                continue
            }
            let from = residents[index].endpoint
            tape.append(Recorded(at: now, bytes: bytes, from: from, destination: destination))
            for receiver in residents.indices {
                switch destination {
                case .everybody: carry(bytes, from: from, to: receiver)
                case .one(let endpoint):
                    if residents[receiver].endpoint == endpoint { carry(bytes, from: from, to: receiver) }
                }
            }
        }
    }

    private mutating func carry(_ bytes: [UInt8], from: Endpoint, to receiver: Int) {
        let copies = Double.random(in: 0..<1, using: &generator) < doubled ? 2 : 1
        for _ in 0..<copies where Double.random(in: 0..<1, using: &generator) >= loss {
            order += 1
            let delay = Duration.milliseconds(Int.random(in: delays, using: &generator))
            underWay.append(
                Datagram(at: now + delay, order: order, bytes: bytes, from: from, to: receiver))
        }
    }
}
