import Game
import PeerNetwork

/// What must be true of every evening, after every step of it.
///
/// Each check looks at the stations that something happened to, so that a thousand stations at rest cost
/// nothing.
package struct Invariants: Sendable {
    /// What is told of one evening; more is no more news.
    private static let breachesAtMost = 20

    private(set) var broken: [Breach] = []
    private var sessions: SessionLedger
    private var scores = ScoreLedger()
    private var troubles = TroubleLedger()
    private var words: WordLedger
    private var edges = EdgeLedger()
    /// Who was at each place, and since when.
    private var residents: [Resident] = []
    /// Everybody who has ever been at one of the places: whose memory was lost is still remembered by others.
    private var everybody: Set<StationID> = []

    /// Somebody at a place: the power, and the memory, may come and go.
    package struct Resident: Equatable, Sendable {
        var id: StationID
        /// Nil while it is off.
        var onSince: Duration?
        /// Goes up whenever it is switched on.
        var boots = 0
    }

    /// How many counts were spoken before starts, and how many of them not in step (`Allowance.inStep`).
    var counts: (spoken: Int, late: Int) { (words.spoken, words.late) }

    /// Every round that was locked, and how it ended if it did.
    var rounds: [SessionLedger.Key: Outcome?] { sessions.rounds }

    init(_ allowance: Allowance = .network) {
        sessions = SessionLedger(allowance)
        words = WordLedger(allowance)
    }

    mutating func check(_ seen: Observation) {
        if residents.isEmpty {
            residents = seen.glances.map { Resident(id: $0.id) }
            everybody = Set(residents.map(\.id))
        }
        for station in seen.touched { greet(station, seen) }
        var breaches = sessions.check(seen, residents, everybody)
        for station in seen.touched {
            breaches += scores.check(station, seen, residents[station])
            breaches += troubles.check(station, seen, residents[station])
            breaches += edges.check(station, seen)
            let glance = seen.glances[station]
            if glance.radioBlunders > 0 {
                breaches.append((.radio, station, "\(glance.radioBlunders) blunders"))
            }
            if glance.malformed > 0, !seen.isAttacked {
                breaches.append((.datagrams, station, "\(glance.malformed) malformed"))
            }
        }
        for happening in seen.happenings {
            breaches += words.check(happening, seen, residents)
            breaches += troubles.check(happening)
        }
        for (law, station, what) in breaches where broken.count < Self.breachesAtMost {
            // A state that stays wrong is one breach.
            guard !broken.contains(where: { $0.law == law && $0.station == station && $0.what == what })
            else { continue }
            broken.append(Breach(law: law, station: station, at: seen.now - World.begin, what: what))
        }
    }

    /// Bounds that need a closer look: not after every step.
    mutating func inspect(_ stock: Stock, at elapsed: Duration) {
        for (station, what) in stock.excesses where broken.count < Self.breachesAtMost {
            guard !broken.contains(where: { $0.law == .bounds && $0.station == station && $0.what == what })
            else { continue }
            broken.append(Breach(law: .bounds, station: station, at: elapsed, what: what))
        }
    }

    private mutating func greet(_ station: Int, _ seen: Observation) {
        let glance = seen.glances[station]
        if residents[station].id != glance.id {
            residents[station].id = glance.id
            everybody.insert(glance.id)
            residents[station].onSince = nil
            scores.forget(station)
        }
        if !glance.isPowered {
            residents[station].onSince = nil
        } else if residents[station].onSince == nil {
            residents[station].onSince = seen.now
            residents[station].boots += 1
        }
    }
}

/// A law, whose station broke it, and how.
package typealias Finding = (law: Breach.Law, station: Int, what: String)
