import GPIO
import HCI
import PeerNetwork
import Ranging
import Rooms
import Support
import Testing

@testable import Determinism
@testable import Game

/// Rooms that live through everything an event can say, in a seeded order, and the digest of all that
/// their stations did. A rule that changes shows here, whoever meant it; what the rules are, the other
/// tests say.
struct RoomCharacterizationTests {
    private static let roles: [[Role]] = [
        [.hide, .seek], [.seek, .seek, .hide], [.seek, .hide, .seek, .hide],
    ]
    private static let area = Area("kitchen=estimote,7,1")

    private struct Evening {
        var room: Playroom
        var chance: SeededGenerator
        private var holding: Set<Int> = []
        private var away: Set<Int> = []

        init(seed: UInt64) {
            chance = SeededGenerator(seed: seed)
            let roles = RoomCharacterizationTests.roles[Int(seed % 3)]
            room = Playroom(
                roles: roles, seed: seed, headStart: .seconds(4 + Int64(seed % 5)),
                companies: seed.isMultiple(of: 4) ? [.init(capacity: 2), .init(capacity: 3)] : [])
            room.loss = [0, 0.1, 0.3][Int(seed / 3 % 3)]
        }

        /// Half a minute of people, and half a second between what they do.
        mutating func live() {
            room.run(.seconds(2))
            for step in 0..<60 {
                if step % 20 == 0 { together() }
                act(Int.random(in: room.stations.indices, using: &chance))
                room.rssi =
                    Bool.random(using: &chance) ? room.rssi : Int8.random(in: -95 ... -38, using: &chance)
                room.run(.milliseconds(Int.random(in: 100...2_000, using: &chance)))
            }
            room.unreachable = []
            room.run(.seconds(40))
        }

        private mutating func together() {
            room.unreachable = []
            room.rssi = -70
            room.lock()
        }

        private mutating func act(_ index: Int) {
            let other = room.stations[(index + 1) % room.stations.count].configuration.id
            let beacon = IBeacon(
                proximityUUID: .estimote, major: 7, minor: UInt16.random(in: 1...2, using: &chance),
                measuredPower: -59)
            let rssi = Int8.random(in: -95 ... -40, using: &chance)
            let flag = Bool.random(using: &chance)
            switch Int.random(in: 0..<30, using: &chance) {
            case 0...3: room.press(index)
            case 4, 5:
                room.hold([index])
                holding.insert(index)
            case 6, 7:
                if holding.remove(index) != nil { room.release([index]) }
            case 8: if flag { room.unreachable.insert(index) } else { room.unreachable = [] }
            case 9: room.rssi = nil
            case 10: room.give(.radio(flag ? .works : .failed(.missing)), to: index)
            case 11: room.give(.speaker(works: flag), to: index)
            case 12: room.give(.network(works: flag), to: index)
            case 13: room.give(.lines(works: flag), to: index)
            case 14: room.give(.power(isWeak: flag), to: index)
            case 15: room.give(.quiet(flag), to: index)
            case 16: room.give(.wish(.invite(other)), to: index)
            case 17: room.give(.wish(flag ? .accept : .decline), to: index)
            case 18: room.give(.wish(.hold(flag)), to: index)
            case 19: room.give(.wish(flag ? .press : .switchRole), to: index)
            case 20: room.give(.wish(flag ? .listen : .calibrate(other)), to: index)
            case 21: room.give(.wish(.adjust(adjustment())), to: index)
            case 22: room.give(.button(.doublePress), to: index)
            case 23: if !holding.contains(index) { room.reboot(index, after: .seconds(flag ? 1 : 12)) }
            case 24:
                room.give(
                    .battery(beacon, BatteryLevel(stated: Int.random(in: 0...100, using: &chance))), to: index
                )
            case 25: room.give(flag ? .button(.stuck) : .button(.freed), to: index)
            default: for _ in 0..<5 { room.give(.heard(beacon, rssi: rssi), to: index) }
            }
        }

        private mutating func adjustment() -> Adjustment {
            switch Int.random(in: 0..<6, using: &chance) {
            case 0: .volume(Double(Int.random(in: 0...10, using: &chance)) / 10)
            case 1: .mute(Bool.random(using: &chance))
            case 2: .capacity(Int.random(in: 2...9, using: &chance))
            case 3: .voice("toto")
            case 4: RoomCharacterizationTests.area.map(Adjustment.area) ?? .mute(true)
            default: RoomCharacterizationTests.area.map { .forget($0.name) } ?? .mute(true)
            }
        }
    }

    /// As it was written down when there was one lamp.
    private static func text(_ effect: Effect) -> String {
        guard case .light(.main, let goal) = effect, let pattern = goal.pattern else { return "\(effect)" }
        return "light(Game.LightPattern.\(pattern), isDim: \(goal.isDim))"
    }

    private static func digest(seed: UInt64) -> String {
        var evening = Evening(seed: seed)
        evening.live()
        var digest = Digest()
        for (station, done) in evening.room.done.enumerated() {
            for (effect, at) in done { digest.add("\(station) \(at) \(text(effect))".utf8) }
        }
        return digest.description
    }

    // On other machines the last bit of a logarithm may be another.
    #if arch(x86_64)
        @Test func roomsDoWhatTheyDid() throws {
            try WrittenDown.expect((1...12).map(Self.digest), "rooms")
        }
    #endif
}
