import GPIO
import HCI
import PeerNetwork
import Support
import Testing

@testable import Determinism
@testable import Game
@testable import Ranging

/// One station in a round, told seeded words of the other members: who claims, taunts, ends, leaves and lies;
/// and what its radio and its button do. The digest of what it says and believes.
struct PlayCharacterizationTests {
    private struct Table {
        var session: Session
        var play: Play
        var scores = Scores()
        var roster: Roster
        var chance: SeededGenerator
        var now = Duration.seconds(1_000)
        var digest = Digest()
        private let own: StationID
        private var taunts: [StationID: UInt16] = [:]
        private var isSilent: Set<StationID> = []
        private var radioWorks = true
        private var networkWorks = true

        init(seed: UInt64) {
            chance = SeededGenerator(seed: seed)
            let count = 2 + Int(seed % 5)
            let members = (0..<count).map { index in
                let id = StationID(value: UInt64(index + 1) << 32)
                return Session.Member(
                    id: id, name: StationName(id), role: index == 0 ? .hide : .seek, points: UInt16(index))
            }
            own = members[Int(seed / 3) % count].id
            session = Session(
                id: 7, round: 1 + UInt16(seed % 4), members: members,
                startsAt: now + .seconds([7, 7, 1, -5, -14, -16.5][Int(seed % 6)]),
                headStart: .seconds([14, 14, 0, 1][Int(seed / 6 % 4)]), limit: .seconds(60))
            roster = Roster(own: own)
            var configuration = Station.Configuration(
                id: own, name: StationName(own), role: seed % 7 == 0 ? .hide : .seek, boot: 1, seed: seed)
            configuration.hunt.ranging = RangingParameters()
            play = Play(
                session, configuration: configuration, preferred: configuration.role,
                isReturned: seed % 4 == 3, missed: seed % 8 == 7, now: now)
        }

        private static let stranger = Session.Member(
            id: StationID(value: 99), name: StationName(StationID(value: 99)), role: .seek, points: 0)

        mutating func flips(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &chance) == 0 }

        mutating func step(_ time: Duration = .milliseconds(50)) {
            now += time
            var effects: [Effect] = []
            if flips(400) { radioWorks.toggle() }
            if flips(400) { networkWorks.toggle() }
            if flips(500) { isSilent = flips(2) ? Set(session.members.map(\.id)) : [session.members[0].id] }
            if flips(500) { isSilent = [] }
            // Somebody who is in the lobby, and no member.
            if flips(40) { effects += hear(Self.stranger) }
            for member in session.members where member.id != own && !isSilent.contains(member.id) {
                if flips(6) { effects += hear(member) }
                let beacon = IBeacon(
                    proximityUUID: .hotCold, major: 1, minor: 2, measuredPower: -59)
                if radioWorks, flips(4) {
                    let rssi = Int8.random(in: -90 ... -40, using: &chance)
                    play.hunt.heard(member.id, beacon, rssi: rssi, in: session, now: now)
                }
            }
            if flips(25) {
                let events: [ButtonEvent] = [
                    .down, .up, .press, .press, .doublePress, .hold, .hold, .holdEnded, .stuck, .freed,
                ]
                let event = events.randomElement(using: &chance) ?? .up
                effects += play.press(event, in: &session, radioWorks: radioWorks, now: now)
            }
            effects += play.keepTogether(&session, isInLobby: { _ in true }, now: now)
            effects += play.advance(
                &session, roster: roster, radioWorks: radioWorks, networkWorks: networkWorks, now: now)
            let counts = scores.count(session)
            digest.add(
                """
                \(now) \(effects) \(session.outcome.map { "\($0)" } ?? "-") \(session.generation) \
                \(play.isClaiming) \(play.isOver(session, now: now)) \(counts) \(scores.encoded()) \
                \(session.isCounting(now: now, hears: .seek)) \(session.isCounting(now: now, hears: .hide)) \
                \(Round.nextSecond(of: session, now: now).map { "\($0)" } ?? "-")
                """.utf8)
        }

        mutating func leaveAlone() { isSilent = Set(session.members.map(\.id)) }

        private mutating func hear(_ member: Session.Member) -> [Effect] {
            var word = Announcement(sender: member.id, boot: 1, name: member.name, role: member.role)
            if flips(12) { taunts[member.id, default: 0] += 1 }
            word.taunts = taunts[member.id] ?? 0
            word.isClaiming = flips(5)
            word.isDeaf = flips(20)
            let told = Session(
                id: session.id, round: session.round + (flips(300) ? 1 : 0), members: session.members,
                startsAt: session.startsAt, headStart: session.headStart, limit: session.limit,
                outcome: flips(60) ? ending(member.id) : session.outcome,
                generation: session.generation
                    + (flips(200) ? UInt8.random(in: 1...3, using: &chance) : 0))
            word.carried = Announcement.Carried(session: told, stage: .locked)
            _ = roster.take(word, now: now)
            if told.round > session.round {
                digest.add("\(play.isPlayedWithout(by: word, in: session, now: now))".utf8)
                return []
            }
            return play.heard(word, in: &session, now: now)
        }

        private mutating func ending(_ sender: StationID) -> Outcome? {
            let one = session.members.randomElement(using: &chance)?.id ?? sender
            switch Int.random(in: 0..<6, using: &chance) {
            case 0: return .timeUp
            case 1: return .abandoned(.tooFew)
            case 2: return .abandoned(.cancelled(by: one))
            case 3: return .found(by: one, after: .seconds(3))
            case 4: return .found(by: sender, after: .seconds(900))
            default: return nil
            }
        }
    }

    private static func digest(seed: UInt64) -> String {
        var table = Table(seed: seed)
        for number in 0..<2_000 {
            // Of some rounds everybody else goes away, and stays away.
            if seed.isMultiple(of: 4), number >= 500 { table.leaveAlone() }
            table.step()
        }
        for _ in 0..<400 { table.step(.milliseconds(500)) }
        return table.digest.description
    }

    // On other machines the last bit of a logarithm may be another.
    #if arch(x86_64)
        @Test func roundsArePlayedAsTheyWere() throws {
            try WrittenDown.expect((1...48).map(Self.digest), "plays")
        }
    #endif
}
