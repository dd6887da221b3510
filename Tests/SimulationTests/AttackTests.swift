import Testing

@testable import Game
@testable import Simulation
@testable import Speech

/// An attacker on the network changes nothing that matters: the same seed, with and without.
struct AttackTests {
    private struct Evening {
        var report: EveningReport
        /// What each station said until the hunt began. From then on it is about who stood where when a tick
        /// came, and a datagram more moves ticks by milliseconds.
        var words: [Int: [String]] = [:]
        /// When the first round was locked.
        var lockedAt: Duration?
    }

    /// An evening with this attack all the time; nil for none.
    private static func play(_ style: Attacker.Style?, seed: UInt64) -> Evening {
        var plan = EveningPlan(seed: seed)
        plan.stations = 2
        plan.duration = .seconds(110)
        let attack = style.map {
            Fault(begin: .seconds(5), end: .seconds(110), what: .attack($0, home: 0))
        }
        var words: [Int: [String]] = [:]
        var hunted: Set<Int> = []
        var versions: [Int: Int] = [:]
        var lockedAt: Duration?
        let report = EveningReport.playing(plan, faults: attack.map { [$0] } ?? []) { happening in
            guard case .say(let phrase) = happening.effect, !hunted.contains(happening.station) else {
                return
            }
            if case .role = phrase { lockedAt = lockedAt ?? happening.at - World.begin }
            switch phrase {
            case .hereICome, .seekerAt, .cue: hunted.insert(happening.station)
            // What another version would sign like is not known, so whoever flips that byte before a station
            // is known is believed, once.
            case .otherVersion: versions[happening.station, default: 0] += 1
            default: words[happening.station, default: []].append(Sentence(phrase).text)
            }
        }
        #expect(versions.values.allSatisfy { $0 <= 1 })
        return Evening(report: report, words: words, lockedAt: lockedAt)
    }

    @Test(arguments: [Attacker.Style.replays, .forges, .floods, .reflects], [3, 4] as [UInt64])
    func anAttackerIsNotHeard(style: Attacker.Style, seed: UInt64) {
        let (quiet, attacked) = (Self.play(nil, seed: seed), Self.play(style, seed: seed))
        #expect(quiet.report.rounds > 0)
        #expect(attacked.report.datagrams > quiet.report.datagrams + 500, "nobody attacked")
        #expect(attacked.words == quiet.words)
        #expect(attacked.report.broken.isEmpty, "\(attacked.report.broken)")
    }

    /// Who presses and holds along with another crew's word plays with nobody, and nobody waits long for it.
    @Test(arguments: [3, 4, 8] as [UInt64])
    func aStrangerIsNotWaitedFor(seed: UInt64) throws {
        let (quiet, attacked) = (Self.play(nil, seed: seed), Self.play(.holdsAlong, seed: seed))
        #expect(attacked.report.broken.isEmpty, "\(attacked.report.broken)")
        #expect(attacked.report.datagrams > quiet.report.datagrams + 500, "nobody held along")
        let (before, after) = (try #require(quiet.lockedAt), try #require(attacked.lockedAt))
        #expect(after - before <= .seconds(4), "locked \(after - before) later")
    }

    /// Made-up stations fill tables, as real ones would, and no further.
    @Test func madeUpStationsFillNoMoreThanTheTables() {
        let attacked = Self.play(.pretends, seed: 4)
        #expect(attacked.report.broken.isEmpty, "\(attacked.report.broken)")
        #expect(attacked.report.rounds > 0)
    }

    /// Numbers that are copied are renewed, and the round goes on.
    @Test func aCopiedBeaconIsNoticed() {
        let attacked = Self.play(.copiesBeacons, seed: 3)
        #expect(attacked.report.broken.isEmpty, "\(attacked.report.broken)")
        #expect(attacked.report.rounds > 0)
    }
}
