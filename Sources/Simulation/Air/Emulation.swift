import Determinism
package import HCI
import Ranging

/// Controllers in one room that hear each other over a distance that follows a script: what `hotcold emulate`
/// puts on /dev/vhci, so that a real kernel and everything above it has a radio to speak to.
package struct Emulation: Sendable {
    /// A kernel takes sixteen controllers; more than eight stations never play together.
    package static let controllersAtMost = 8

    package private(set) var controllers: [SimulatedController]
    private let profiles: [ControllerProfile]
    private var walk: Walk
    private var ether: Ether
    private var random: SeededGenerator
    private let began: Duration
    private var crowd: Crowd

    /// - Parameters:
    ///   - profiles: what the controllers are, in turn; at least one.
    ///   - shadow: how far the level strays from what the distance makes of it, one standard deviation in dB.
    ///   - flood: advertisements of strangers a second.
    package init(
        controllers count: Int, profiles: [ControllerProfile], walk: Walk, shadow: Double = 0, flood: Int,
        seed: UInt64, now: Duration
    ) {
        var random = SeededGenerator(seed: seed)
        self.profiles = profiles
        self.walk = walk
        began = now
        ether = Ether(house: .openField(shadowSpread: shadow), seed: random.next())
        crowd = Crowd(perSecond: flood, random: random.fork(), now: now)
        controllers = (0..<count).map { Self.controller($0, profile: profiles[$0 % profiles.count]) }
        self.random = random
    }

    private static func controller(_ index: Int, profile: ControllerProfile) -> SimulatedController {
        // 00:1B:DC is one of the prefixes that common USB dongles have.
        SimulatedController(
            profile: profile,
            address: DeviceAddress(littleEndian: [UInt8(index + 1), 0, 0, 0xDC, 0x1B, 0x00]))
    }

    /// A packet for the host behind a controller.
    package struct Delivery: Equatable, Sendable {
        package var controller: Int
        package var packet: [UInt8]
    }

    package mutating func host(_ packet: [UInt8], of index: Int, now: Duration) -> [Delivery] {
        guard controllers.indices.contains(index) else { return [] }
        return controllers[index].host(packet, now: now).map { Delivery(controller: index, packet: $0) }
    }

    func metres(at now: Duration) -> Double { walk.metres(at: now - began) }

    /// Everything that is on the air by `now`, as the controllers hear it.
    package mutating func advance(to now: Duration) -> [Delivery] {
        var deliveries: [Delivery] = []
        let metres = self.metres(at: now)
        for sender in controllers.indices {
            for packet in controllers[sender].transmissions(until: now) {
                for receiver in controllers.indices where receiver != sender {
                    let rssi = ether.rssi(
                        of: UInt64(sender), at: Self.antenna(sender, of: metres), by: UInt64(receiver),
                        at: Self.antenna(receiver, of: metres),
                        channel: Int.random(in: 37...39, using: &random),
                        now: now)
                    guard let rssi else { continue }
                    deliveries += controllers[receiver].hear(packet, rssi: rssi, now: now).map {
                        Delivery(controller: receiver, packet: $0)
                    }
                }
            }
        }
        for (packet, rssi) in crowd.transmissions(until: now) {
            for receiver in controllers.indices {
                deliveries += controllers[receiver].hear(packet, rssi: rssi, now: now).map {
                    Delivery(controller: receiver, packet: $0)
                }
            }
        }
        return deliveries
    }

    /// All controllers stand on one spot but the first, which is as far from it as the walk says.
    private static func antenna(_ index: Int, of metres: Double) -> Ether.Antenna {
        Ether.Antenna(position: Position(x: index == 0 ? metres : 0, y: 0), heading: nil)
    }

    /// From now on the first controller goes straight to that distance from the others, and stays there.
    ///
    /// - Parameter duration: how long it takes; at once with zero.
    package mutating func walk(to metres: Double, within duration: Duration, now: Duration) {
        walk = Walk(
            from: Walk.Point(at: now - began, metres: self.metres(at: now)),
            to: Walk.Point(at: now - began + duration, metres: metres))
    }

    /// The controller stops answering, or answers again.
    package mutating func mute(_ index: Int, _ isMute: Bool) {
        guard controllers.indices.contains(index) else { return }
        controllers[index].faults.isMute = isMute
    }

    /// The controller answers and hears nobody until that is done to it; nil for that it hears.
    package mutating func deafen(_ index: Int, until remedy: RadioRemedy?) {
        guard controllers.indices.contains(index) else { return }
        controllers[index].faults.isDeafUntil = remedy
    }

    /// The controller answers, and does nothing of what it is told, until it loses its power.
    package mutating func stale(_ index: Int) {
        guard controllers.indices.contains(index) else { return }
        controllers[index].faults.isStale = true
    }

    /// The controller neither hears nor says anything until it loses its power.
    package mutating func wedge(_ index: Int) {
        guard controllers.indices.contains(index) else { return }
        controllers[index].faults.isWedged = true
    }

    /// The controller breaks and says so.
    package mutating func fail(_ index: Int, code: UInt8) -> [Delivery] {
        guard controllers.indices.contains(index) else { return [] }
        return controllers[index].fail(code: code).map { Delivery(controller: index, packet: $0) }
    }

    /// The controller loses its power.
    package mutating func unplug(_ index: Int) {
        guard controllers.indices.contains(index) else { return }
        controllers[index] = Self.controller(index, profile: profiles[index % profiles.count])
    }
}

/// A script of distances: straight from point to point, and the ends last for ever.
package struct Walk: Equatable, Sendable {
    /// More points than an hour of tenths of seconds are a mistake.
    static let pointsAtMost = 36_000

    package struct Point: Equatable, Sendable {
        var at: Duration
        var metres: Double

        package init(
            at: Duration,
            metres: Double
        ) {
            self.at = at
            self.metres = metres
        }
    }

    let points: [Point]

    package static let still = Walk(points: [Point(at: .zero, metres: 3)])

    private init(points: [Point]) {
        self.points = points
    }

    init(from: Point, to: Point) {
        self.init(points: [from, to])
    }

    /// Reads lines `seconds,metres` in the order of time; empty lines and those that begin with # are passed
    /// over.
    ///
    /// - Throws: a sentence that names the line.
    package init(csv text: String) throws(WalkProblem) {
        var points: [Point] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .enumerated()
        {
            guard !line.isEmpty, line.first != "#" else { continue }
            let fields = line.split(separator: ",").map { Double($0) }
            guard fields.count == 2, let seconds = fields[0], let metres = fields[1],
                (0...86_400).contains(seconds),
                (0...1_000).contains(metres), seconds >= points.last?.at.inSeconds ?? 0
            else { throw WalkProblem(line: index + 1) }
            guard points.count < Self.pointsAtMost else { throw WalkProblem(line: index + 1) }
            points.append(Point(at: .seconds(seconds), metres: metres))
        }
        guard !points.isEmpty else { throw WalkProblem(line: 1) }
        self.points = points
    }

    func metres(at time: Duration) -> Double {
        guard let next = points.firstIndex(where: { $0.at > time }) else { return points.last?.metres ?? 1 }
        guard next > 0 else { return points[0].metres }
        let from = points[next - 1]
        let to = points[next]
        let share = (time - from.at).inSeconds / (to.at - from.at).inSeconds
        return from.metres + (to.metres - from.metres) * share
    }
}

/// Why a walk could not be read.
package struct WalkProblem: Error, Equatable, CustomStringConvertible {
    var line: Int

    package var description: String {
        "line \(line) is no point of a walk: give rising seconds and metres (0 to 1000), as in 12.5,3.0"
    }
}

/// Other people's beacons, as a busy street has them: so many advertisements a second, none of them ours.
struct Crowd: Sendable {
    private static let phones = 64
    private let perSecond: Int
    private var random: SeededGenerator
    private var next: Duration

    init(perSecond: Int, random: SeededGenerator, now: Duration) {
        self.perSecond = perSecond
        self.random = random
        next = now
    }

    /// What is on the air by `now`; at most a second of it, when nobody asked for longer.
    mutating func transmissions(until now: Duration) -> [(packet: AirPacket, rssi: Int8)] {
        guard perSecond > 0 else { return [] }
        next = max(next, now - .seconds(1))
        var packets: [(AirPacket, Int8)] = []
        while next <= now {
            let phone = UInt8.random(in: 0..<UInt8(Self.phones), using: &random)
            let packet = AirPacket(
                address: DeviceAddress(littleEndian: [phone, 1, 2, 3, 4, 0xC5]),
                data: [
                    0x02, 0x01, 0x06, 0x0B, 0xFF, 0x4C, 0x00, 0x10, 0x06, phone, 0x1D, 0x5E, 0x42, 0xA1, 0x38,
                ],
                at: next)
            packets.append((packet, Int8.random(in: -98...(-60), using: &random)))
            next += .seconds(1) / perSecond
        }
        return packets
    }
}

extension House {
    /// No walls, and nothing else that stands about: the distance says all there is to say about the mean
    /// level, unless somebody asks for a shadow of so many dB.
    static func openField(shadowSpread: Double = 0) -> House {
        House(
            width: 1_000, height: 1, rooms: [], walls: [], doors: [], hidingPlaces: [],
            entrance: Position(x: 0, y: 0), shadowSpread: shadowSpread)
    }
}
