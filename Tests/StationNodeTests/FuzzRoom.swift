@testable import AirCarrier
@testable import GPIO
@testable import Game
@testable import HCI
@testable import PeerNetwork
@testable import StationNode
@testable import Wire

/// Three stations in a round, a fourth in the lobby, and somebody who has bytes: what a fuzzer plays with,
/// and the tests with everything it ever found.
///
/// The bytes are a list of moves, each a code, a length and as many bytes: datagrams from nowhere, real ones
/// changed, recorded ones again, bodies and unicast messages of a member who lies, frames of the air carrier,
/// real datagrams cut into frames and some of those changed, and time.
struct FuzzRoom {
    private struct Flight {
        var bytes: [UInt8]
        var from: Int
        var to: Int
    }

    /// Moves of one game; what follows is not read.
    static let movesAtMost = 64

    private var stations: [StationNode<Gatekeeper>]
    private var now = Duration.seconds(1_000)
    private var flying: [Flight] = []
    private var recorded: [[UInt8]] = []
    private let ids: [StationID]

    /// A room in which a round is hunted: made once, played again and again.
    private static let hunting: FuzzRoom = {
        var room = FuzzRoom()
        for index in 0..<3 { room.give(.button(.hold), to: index) }
        for _ in 0..<120 { room.step(.milliseconds(50)) }
        for index in 0..<3 { room.give(.button(.holdEnded), to: index) }
        for _ in 0..<120 { room.step(.milliseconds(50)) }
        return room
    }()

    /// Whether the room that everything is played in is the one that is meant.
    static var isHunting: Bool {
        hunting.stations.prefix(3).allSatisfy {
            $0.station.session?.id == hunting.stations[0].station.session?.id
        }
            && hunting.stations[0].station.session != nil && hunting.stations[3].station.session == nil
    }

    private init() {
        stations = (0..<4).map { index in
            let seed = [UInt8](repeating: UInt8(index + 1), count: 32)
            let identity = IdentityKey(seed: seed)
            var configuration = Station.Configuration(
                id: identity.id, name: StationName(identity.id), role: index == 0 ? .hide : .seek,
                boot: UInt32(index + 1), seed: UInt64(index))
            configuration.formation = GroupFormation.Rules(
                company: Announcement.Company(capacity: 3), headStart: .seconds(2), limit: .seconds(60))
            let gate = Gatekeeper.Configuration(
                identity: identity, boot: configuration.boot, seed: seed.reversed(), crew: nil)
            return StationNode(
                Station(configuration), Gatekeeper(gate),
                air: AirCarrier(own: identity.id, first: configuration.boot))
        }
        ids = stations.map(\.station.configuration.id)
        for index in stations.indices {
            give(.started, to: index)
            give(.radio(.works), to: index)
        }
        for _ in 0..<60 { step(.milliseconds(50)) }
    }

    /// Station 9 is nobody's.
    private static func airAddress(_ index: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: index), 0, 0, 0, 0, 0xC0]
    }

    private static func endpoint(_ index: Int) -> Endpoint {
        Endpoint(address: [10, 0, 0, UInt8(truncatingIfNeeded: index)], port: 41_475)
    }

    private mutating func give(_ event: Event, to index: Int) {
        follow(stations[index].handle(.event(event), now: now), by: index)
    }

    private mutating func deliver(_ bytes: [UInt8], from: Int, to index: Int) {
        follow(stations[index].handle(.datagram(bytes, from: Self.endpoint(from)), now: now), by: index)
    }

    private mutating func hear(_ data: [UInt8], from: Int, at index: Int) {
        follow(stations[index].handle(.frame(data, from: Self.airAddress(from)), now: now), by: index)
    }

    private mutating func follow(_ outputs: [NodeOutput], by index: Int) {
        for case .transmit(let bytes, let destination) in outputs {
            recorded.append(bytes)
            if recorded.count > 200 { recorded.removeFirst() }
            for other in stations.indices where other != index {
                if case .one(let endpoint) = destination, endpoint != Self.endpoint(other) { continue }
                flying.append(Flight(bytes: bytes, from: index, to: other))
            }
        }
    }

    private mutating func step(_ time: Duration) {
        now += time
        let arriving = flying
        flying = []
        for flight in arriving { deliver(flight.bytes, from: flight.from, to: flight.to) }
        for index in stations.indices { give(.tick, to: index) }
    }

    // MARK: - Seeds

    /// Games to begin with: real datagrams and real bodies, one move each, by name.
    static var seeds: [String: [UInt8]] {
        let room = hunting
        var seeds: [String: [UInt8]] = [:]
        for (number, bytes) in room.recorded.suffix(24).enumerated() {
            seeds["datagram-\(number)"] = move(0, bytes)
        }
        for change in 0..<8 {
            seeds["changed-\(change)"] = move(4, [UInt8(change * 9), 3, UInt8(change), 9, 1])
        }
        for from in 0..<6 {
            seeds["frames-\(from)"] = (0..<16).flatMap { move(15, [$0 * 3, UInt8(from), $0, 255]) }
            let changed = (0..<16).flatMap { move(15, [$0 * 3 | 1, UInt8(from), $0, $0]) }
            seeds["changed-frames-\(from)"] = changed
        }
        seeds["replay"] = (0..<20).flatMap { move(7, [$0 * 9]) }
        seeds["time"] = (0..<20).flatMap { _ in move(8, [200]) }
        for (index, node) in room.stations.enumerated() {
            let station = node.station
            var announcement = Announcement(
                sender: room.ids[index], boot: 1, name: station.configuration.name, role: .seek)
            announcement.isHolding = true
            announcement.company.partner = room.ids[0]
            seeds["lobby-\(index)"] = move(12, announcement.encoded(now: room.now))
            guard let session = station.session else { continue }
            announcement.carried = Announcement.Carried(session: session, stage: .locked)
            announcement.stamp = ClockStamp(sent: 5, echoes: [.init(of: room.ids[0], sent: 1, heldFor: 2)])
            seeds["session-\(index)"] = move(13, [0] + announcement.encoded(now: room.now))
            announcement.isHolding = false
            if let status = RoundStatus(announcement, sent: 6, now: room.now) {
                seeds["status-\(index)"] = move(13, [0] + status.encoded(now: room.now))
            }
            announcement.isHolding = true
            var ended = session
            ended.end(.found(by: room.ids[1], after: .seconds(3)))
            announcement.carried?.session = ended
            seeds["ended-\(index)"] = move(13, [0] + announcement.encoded(now: room.now))
            if let next = ended.next(startsAt: room.now, with: Set(room.ids)) {
                announcement.carried = Announcement.Carried(session: next, stage: .proposed)
                seeds["next-\(index)"] = move(13, [0] + announcement.encoded(now: room.now))
            }
            let report = RemoteRSSIReport(
                sender: room.ids[0], boot: 1, sequence: 9, session: session.id,
                fresh: [.init(member: 1, rssi: -60, at: room.now)], repeated: [])
            seeds["hearsay-\(index)"] = move(13, [0] + report.encoded(now: room.now))
        }
        seeds["invitation"] = (1...4).flatMap { move(11, [1, $0]) }
        return seeds
    }

    private static func move(_ code: UInt8, _ body: [UInt8]) -> [UInt8] {
        let padded = body + [UInt8](repeating: 0, count: (4 - body.count % 4) % 4)
        return [code, UInt8(clamping: padded.count / 4)] + padded.prefix(1_020)
    }

    // MARK: - Playing

    /// Plays a game; returns which promise it broke, if any.
    static func play(_ bytes: [UInt8]) -> String? {
        var room = hunting
        let before = room.stations[0].station.session
        var reader = PacketReader(bytes)
        var isInsider = false
        for _ in 0..<movesAtMost {
            guard let code = try? reader.u8(), let length = try? reader.u8() else { break }
            let count = min(Int(length) * 4, bytes.count - reader.offset)
            guard let body = try? reader.bytes(count) else { break }
            isInsider = room.move(code, body) || isInsider
            if let broken = room.brokenPromise { return broken }
        }
        for _ in 0..<4 { room.step(.milliseconds(50)) }
        guard let broken = room.brokenPromise else {
            // Who has no key changes nothing of the round.
            let after = room.stations[0].station.session
            let isSame =
                after?.id == before?.id && after?.round == before?.round && after?.members == before?.members
            return isInsider || isSame ? nil : "a stranger changed the session"
        }
        return broken
    }

    /// Makes a move; returns whether only a member could.
    private mutating func move(_ code: UInt8, _ body: [UInt8]) -> Bool {
        let to = Int(code >> 4) % stations.count
        switch code & 15 {
        case 0...2: deliver(body, from: 9, to: to)
        case 3: deliver(body, from: (to + 1) % stations.count, to: to)
        case 4...6: deliver(changed(body), from: 9, to: to)
        case 7: if let again = recorded(body) { deliver(again, from: 9, to: to) }
        case 8: step(.milliseconds(Int(body.first ?? 10)))
        case 9: flying.removeAll()
        case 10: give(.heard(beacon(body), rssi: Int8(bitPattern: body.last ?? 0)), to: to)
        case 14: hear(Array(body.dropFirst()), from: Int(body.first ?? 0) % 10, at: to)
        case 15: hearFrames(body, at: to)
        default:
            insider(code, body, to: to)
            return true
        }
        return false
    }

    /// A real datagram in frames, from whomever, one of them changed.
    private mutating func hearFrames(_ body: [UInt8], at index: Int) {
        guard let datagram = recorded(body), body.count >= 4 else { return }
        var sender = AirSender(first: UInt32(body[2]))
        sender.send(datagram, now: now)
        let frames = sender.frames(frameTakes: .milliseconds(25), now: now) ?? []
        for (number, frame) in frames.enumerated() {
            var data = Array(frame.dropFirst(4))
            if number == Int(body[3]) { data[Int(body[1]) % data.count] ^= body[0] }
            hear(data, from: Int(body[1]) % 10, at: index)
        }
    }

    /// What somebody says who has every key.
    private mutating func insider(_ code: UInt8, _ body: [UInt8], to: Int) {
        let sender = ids[(to + 1 + Int(body.first ?? 0) % 3) % ids.count]
        let boot = UInt32(body.first ?? 0) % 8
        switch code & 15 {
        case 11: give(.unicast(UnicastMessage(other: sender, body: Array(body.prefix(64)))), to: to)
        case 12:
            let message = Message(audience: .lobby(isUrgent: true), body: body)
            give(.message(Message.Received(sender: sender, boot: boot, message: message)), to: to)
        default:
            guard let session = stations[to].station.session?.id else { return }
            let message = Message(audience: .session(session), body: Array(body.dropFirst()))
            give(.message(Message.Received(sender: sender, boot: boot, message: message)), to: to)
        }
    }

    private func recorded(_ body: [UInt8]) -> [UInt8]? {
        recorded.isEmpty ? nil : recorded[Int(body.first ?? 0) % recorded.count]
    }

    /// Real traffic with some of its bytes replaced.
    private func changed(_ body: [UInt8]) -> [UInt8] {
        guard var bytes = recorded(body), body.count > 1 else { return body }
        for pair in stride(from: 1, to: body.count - 1, by: 2) {
            bytes[(Int(body[pair]) * 5 + Int(body[pair + 1]) % 5) % bytes.count] ^= body[pair + 1] | 1
        }
        if body.count % 3 == 0 { bytes.removeLast(min(bytes.count, body.count)) }
        return bytes
    }

    private func beacon(_ body: [UInt8]) -> IBeacon {
        let bytes = body + [UInt8](repeating: 0, count: 4)
        return IBeacon(
            proximityUUID: .hotCold, major: UInt16(bytes[0]) << 8 | UInt16(bytes[1]),
            minor: UInt16(bytes[2]) << 8 | UInt16(bytes[3]), measuredPower: -59)
    }

    /// What must be true after every move.
    private var brokenPromise: String? {
        for (index, node) in stations.enumerated() {
            let station = node.station
            if station.roster.peers.count > Roster.stationsAtMost { return "a roster of any size" }
            guard let session = station.session else { continue }
            if !Session.isSound(session.members) { return "a session that breaks the rules" }
            if session.member(ids[index]) == nil { return "in a session that does not list it" }
        }
        return flying.count > 100_000 ? "more is sent than came in" : nil
    }
}
