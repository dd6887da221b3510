import Testing

@testable import Gateway

/// An attacker on the network changes nothing that matters: the same seed, with and without.
struct AttackTests {
    private struct Evening {
        var report: EveningReport
        /// What each station said until the hunt began. From then on it is about who stood where when a tick
        /// came, and a datagram more moves ticks by milliseconds.
        var words: [Int: [String]] = [:]
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
        let report = EveningReport.playing(plan, faults: attack.map { [$0] } ?? []) { happening in
            guard case .say(let phrase) = happening.effect, !hunted.contains(happening.station) else {
                return
            }
            switch phrase {
            case .hereICome, .seekerAt, .cue: hunted.insert(happening.station)
            // What another version would sign like is not known, so whoever flips that byte is believed, at
            // most so often as the gatekeeper says.
            case .otherVersion: versions[happening.station, default: 0] += 1
            default: words[happening.station, default: []].append(Sentence(phrase).text)
            }
        }
        #expect(versions.values.allSatisfy { $0 <= Gatekeeper.otherVersionsAtMost })
        return Evening(report: report, words: words)
    }

    @Test(arguments: [Attacker.Style.replays, .forges, .floods, .reflects], [3, 4] as [UInt64])
    func anAttackerIsNotHeard(style: Attacker.Style, seed: UInt64) {
        let (quiet, attacked) = (Self.play(nil, seed: seed), Self.play(style, seed: seed))
        #expect(quiet.report.rounds > 0)
        #expect(attacked.report.datagrams > quiet.report.datagrams + 500, "nobody attacked")
        #expect(attacked.words == quiet.words)
        #expect(attacked.report.broken.isEmpty, "\(attacked.report.broken)")
    }

    /// Numbers that are copied are renewed, and the round goes on.
    @Test func aCopiedBeaconIsNoticed() {
        let attacked = Self.play(.copiesBeacons, seed: 3)
        #expect(attacked.report.broken.isEmpty, "\(attacked.report.broken)")
        #expect(attacked.report.rounds > 0)
    }
}
