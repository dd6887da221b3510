package import Determinism
import HCI
import PeerNetwork
import Wire

/// Somebody in the room who wants to spoil the game, with a computer on the network and a radio: hears every
/// datagram and every beacon, and knows no key.
///
/// A value like everything else here; what it sends comes from a source of chance of its own, so that the
/// evening of the others is the same with and without it as long as they pay it no attention.
package struct Attacker: Sendable {
    package enum Style: String, CaseIterable, Sendable {
        /// Records, and sends again: at once, later, in another round, after a reboot.
        case replays
        /// Random bytes, flipped bits, cut and joined pieces of real traffic.
        case forges
        /// Hundreds of datagrams a second from made-up addresses.
        case floods
        /// Sends back to everybody what they said, in another's name.
        case reflects
        /// Advertises a member's numbers.
        case copiesBeacons = "copies beacons"
        /// Presses and holds a station's button, which has another crew's word.
        case holdsAlong = "holds along"
        /// Makes up stations, with keys of their own, that answer when they are asked.
        case pretends
    }

    /// What it sends into the network.
    package struct Shot: Sendable {
        var bytes: [UInt8]
        var to: Destination
        /// Which address it claims; nil for its own.
        var source: Endpoint?
    }

    private struct Record: Sendable {
        var bytes: [UInt8]
        var from: Endpoint
    }

    /// What it remembers: enough for a few rounds, with old and new mixed.
    private static let recordsAtMost = 512

    private(set) var styles: Set<Style> = []
    private var records: [Record] = []
    private var heard = 0
    private var shown = 0
    private var beacon: AirPacket?
    private var random: SeededGenerator
    private var nextShot: Duration?
    /// Reflections that wait to be sent.
    private var reflections: [Shot] = []
    private(set) var stranger: Stranger?
    private var pretender: Pretender?
    /// Answers of made-up stations that wait to be sent; at most 64.
    private var answers: [Shot] = []

    package init(random: SeededGenerator) {
        self.random = random
    }

    /// Begins or ends one way of being a nuisance.
    mutating func does(_ style: Style, _ isOn: Bool, now: Duration) {
        if isOn { styles.insert(style) } else { styles.remove(style) }
        if style == .holdsAlong { stranger = isOn ? Stranger(random: &random, now: now) : nil }
        if style == .pretends { pretender = isOn ? pretender ?? Pretender(random: random.fork()) : nil }
        nextShot = styles.isEmpty ? nil : min(nextShot ?? now, now)
    }

    /// Whether it needs to hear what is on the air.
    var hearsBeacons: Bool { styles.contains(.copiesBeacons) }

    var nextDeadline: Duration? {
        guard reflections.isEmpty, answers.isEmpty else { return .zero }
        guard let due = stranger?.nextDeadline else { return nextShot }
        return nextShot.map { min($0, due) } ?? due
    }

    /// Something was said on the network. It always listens, for later.
    mutating func hears(_ bytes: [UInt8], from: Endpoint, now: Duration) {
        heard += 1
        stranger?.receive(bytes, from: from, now: now)
        if answers.count < 64, let answer = pretender?.answer(bytes) {
            answers.append(Shot(bytes: answer, to: .one(from), source: nil))
        }
        let record = Record(bytes: bytes, from: from)
        if records.count < Self.recordsAtMost {
            records.append(record)
        } else if Int.random(in: 0..<4, using: &random) == 0 {
            records[Int.random(in: records.indices, using: &random)] = record
        }
        if styles.contains(.reflects), reflections.count < 64 {
            reflections.append(Shot(bytes: bytes, to: .one(from), source: records.first?.from))
        }
    }

    /// A beacon was on the air.
    mutating func hears(_ packet: AirPacket) {
        if beacon == nil || Int.random(in: 0..<8, using: &random) == 0 { beacon = packet }
    }

    /// What it does now: into the network, and onto the air.
    mutating func act(now: Duration) -> (shots: [Shot], packet: AirPacket?) {
        var shots = reflections + answers + (stranger?.act(now: now) ?? [])
        reflections = []
        answers = []
        guard let due = nextShot, due <= now else { return (shots, nil) }
        let rate = styles.contains(.floods) ? 400 : 20
        nextShot = styles.isEmpty ? nil : now + .seconds(1) / rate
        // A fixed order: a set has none.
        for style in Style.allCases where styles.contains(style) {
            switch style {
            case .replays: shots += replay()
            case .forges: shots.append(Shot(bytes: forgery(), to: .everybody, source: claimed()))
            case .floods:
                let address = (0..<4).map { _ in UInt8.random(in: 1...254, using: &random) }
                let source = Endpoint(address: address, port: Network.port)
                shots.append(Shot(bytes: forgery(), to: .everybody, source: source))
            case .pretends:
                // Five a second: a signature costs the evening more than all the rest.
                if shown % 4 == 0, let card = pretender?.card() {
                    shots.append(Shot(bytes: card, to: .everybody, source: nil))
                }
                shown += 1
            case .reflects, .copiesBeacons, .holdsAlong: break
            }
        }
        return (shots, copy(now: now))
    }

    private mutating func replay() -> [Shot] {
        guard let record = records.randomElement(using: &random) else { return [] }
        let asItself = Bool.random(using: &random)
        return [Shot(bytes: record.bytes, to: .everybody, source: asItself ? nil : record.from)]
    }

    private mutating func claimed() -> Endpoint? {
        Bool.random(using: &random) ? records.randomElement(using: &random)?.from : nil
    }

    /// Something that looks like traffic and is none.
    private mutating func forgery() -> [UInt8] {
        guard var bytes = records.randomElement(using: &random)?.bytes, !bytes.isEmpty else { return noise() }
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return noise()
        case 1:
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] ^=
                    1 << UInt8.random(in: 0..<8, using: &random)
            }
        case 2: bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
        case 3: bytes += noise().prefix(200)
        default:
            let other = records.randomElement(using: &random)?.bytes ?? []
            let cut = Int.random(in: 0...bytes.count, using: &random)
            bytes = Array(bytes.prefix(cut) + other.dropFirst(cut))
        }
        return bytes
    }

    private mutating func noise() -> [UInt8] {
        let count = Int.random(in: 0...1_400, using: &random)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 8)
        while bytes.count < count { bytes += random.next().bigEndianBytes }
        return Array(bytes.prefix(count))
    }

    private mutating func copy(now: Duration) -> AirPacket? {
        guard styles.contains(.copiesBeacons), var packet = beacon else { return nil }
        packet.address = DeviceAddress(littleEndian: [0x66, 0x66, 0x66, 0x66, 0x66, 0xC6])
        packet.at = now
        return packet
    }
}
