import Yard

@testable import PeerNetwork

/// Stations that meet by radio, and what is said to one of them alone.
extension Courtyard {
    static func air(_ number: Int) -> Endpoint {
        Endpoint(address: [UInt8(number), 2, 3, 4, 5, 0xC6], port: 0)
    }

    /// Stations that know each other, and want to play with each other.
    static func met(_ count: Int = 2, byAir: Bool = true, crews: [UInt8?] = []) -> Courtyard {
        var yard = Courtyard()
        for number in 0..<count {
            let index = yard.add(UInt8(number + 1), crew: number < crews.count ? crews[number] : nil)
            if byAir { yard.residents[index].endpoint = air(number) }
            yard.say(index, "hello")
        }
        yard.run(for: .seconds(20))
        let ids = (0..<count).map { yard.id($0) }
        for index in 0..<count { yard.act(index) { $0.authenticate(ids, now: $1) } }
        yard.run(for: .seconds(5))
        return yard
    }

    /// What a resident sends when it says that a second later, and nobody hears.
    mutating func sent(by index: Int = 0, _ text: String, isUrgent: Bool = true)
        -> (announcement: [UInt8]?, tagged: [UInt8]?)
    {
        now += .seconds(1)
        let message = Message(audience: .lobby(isUrgent: isUrgent), body: Array(text.utf8))
        let outputs = residents[index].gatekeeper.send(message, now: now)
        return (Self.datagrams(outputs, .announcement).last, Self.datagrams(outputs, .tagged).last)
    }

    static func datagrams(_ outputs: [Gatekeeper.Output], _ kind: Envelope.Kind) -> [[UInt8]] {
        outputs.compactMap { output in
            guard case .transmit(let bytes, _) = output, bytes[3] == kind.rawValue else { return nil }
            return bytes
        }
    }

    /// What a resident hears of it, with an exclamation mark where it is urgent.
    mutating func heard(_ datagram: [UInt8]?, by index: Int = 1, of other: Int = 0) -> [String] {
        guard let datagram else { return [] }
        let outputs = residents[index].gatekeeper.receive(datagram, from: Self.air(other), now: now)
        return outputs.compactMap { output in
            guard case .message(let received) = output else { return nil }
            let isUrgent = received.message.audience == .lobby(isUrgent: true)
            return String(decoding: received.message.body, as: UTF8.self) + (isUrgent ? "!" : "")
        }
    }
}
