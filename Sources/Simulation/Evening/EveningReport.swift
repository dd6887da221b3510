import Determinism
import Game
import Journaling
import PeerNetwork

/// What came of one simulated evening. The same plan always gives the same report.
package struct EveningReport: Equatable, Sendable {
    package var plan: EveningPlan
    var faults = 0
    var rounds = 0
    var found = 0
    var timeUp = 0
    var abandoned = 0
    var datagrams = 0
    var bytes = 0
    var digest = Digest()
    /// Counts spoken before starts, and those of them that came more than `Allowance.inStep` after the first.
    var counts = 0
    var late = 0
    package var broken: [Breach] = []

    /// Plays an evening to its end, or to the first breach if that is all that is asked for.
    ///
    /// - Parameters:
    ///   - faults: instead of those of the plan.
    ///   - witness: sees everything that a station does.
    package static func playing(
        _ plan: EveningPlan, faults: [Fault]? = nil, stopsAtBreach: Bool = false,
        witness: (World.Happening) -> Void = { _ in }
    ) -> EveningReport {
        var configuration = plan.configuration
        if let faults { configuration.faults = faults }
        var report = EveningReport(plan: plan, faults: configuration.faults.count)
        var world = World(configuration)
        var invariants = Invariants(Allowance(configuration))
        var digest = EveningDigest()
        let end = World.begin + min(plan.until ?? plan.duration, plan.duration)
        var inspection = World.begin
        while world.now < end {
            let happenings = world.step(until: end)
            digest.add(happenings)
            for happening in happenings { witness(happening) }
            invariants.check(world.observation(happenings))
            if world.now >= inspection {
                inspection = world.now + .seconds(60)
                invariants.inspect(world.stock, at: world.elapsed)
            }
            if stopsAtBreach, !invariants.broken.isEmpty { break }
        }
        for outcome in invariants.rounds.values {
            report.rounds += 1
            switch outcome {
            case .found: report.found += 1
            case .timeUp: report.timeUp += 1
            case .abandoned: report.abandoned += 1
            case nil: break
            }
        }
        (report.datagrams, report.bytes) = world.network.sent
        report.digest = digest.value
        (report.counts, report.late) = invariants.counts
        report.broken = invariants.broken
        return report
    }

    /// One line for people.
    package var line: String {
        let open = rounds - found - timeUp - abandoned
        let ends = "\(found) found, \(timeUp) time up, \(abandoned) abandoned, \(open) not ended"
        let verdict = broken.isEmpty ? "kept" : "BROKEN \(broken.count)"
        return "\(plan.seed) \(digest) \(rounds) rounds (\(ends)), \(faults) faults, "
            + "\(late) of \(counts) counts late, promises \(verdict)"
    }

    /// One JSON object (RFC 8259) for programs.
    package var json: String {
        let breaches = broken.map { breach in
            #"{"law":"\#(breach.law.rawValue)","station":\#(breach.station),"#
                + #""at":\#(breach.at.asSeconds),"what":"\#(breach.what)"}"#
        }
        return #"{"seed":\#(plan.seed),"stations":\#(plan.stations),"seconds":\#(plan.duration.asSeconds),"#
            + #""faults":\#(faults),"rounds":\#(rounds),"found":\#(found),"timeUp":\#(timeUp),"#
            + #""abandoned":\#(abandoned),"datagrams":\#(datagrams),"bytes":\#(bytes),"#
            + #""counts":\#(counts),"late":\#(late),"#
            + #""digest":"\#(digest)","broken":[\#(breaches.joined(separator: ","))]}"#
    }
}

/// A fingerprint of everything that the stations of an evening did.
///
/// As `Digest` of every happening, in fewer steps: times as words instead of text.
struct EveningDigest: Sendable {
    private(set) var value = Digest()
    private var bytes: [UInt8] = []

    mutating func add(_ happenings: [World.Happening]) {
        for happening in happenings {
            bytes.removeAll(keepingCapacity: true)
            let nanoseconds = UInt64(truncatingIfNeeded: happening.at.attoseconds / 1_000_000_000)
            for shift in stride(from: 0, to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: nanoseconds >> UInt64(shift)))
            }
            bytes.append(UInt8(truncatingIfNeeded: happening.station))
            bytes.append(UInt8(truncatingIfNeeded: happening.station >> 8))
            switch happening.effect {
            case .send(let message):
                bytes.append(0)
                bytes += message.body
            case let other:
                var digest = Digest()
                digest.add(other, at: .zero)
                bytes += "\(digest)".utf8
            }
            value.fold(bytes)
        }
    }
}
