import Game
import PeerNetwork

/// Holds every station to its scores: none is lost, none counted twice.
struct ScoreLedger: Sendable {
    private struct Account: Sendable {
        var points: [StationID: UInt32]
        var total: UInt32
        /// Rounds that gave a point.
        var rounds: Set<SessionLedger.Key> = []
    }

    private var accounts: [Int: Account] = [:]

    /// The state directory is gone, and with it what it kept.
    mutating func forget(_ station: Int) {
        accounts[station] = nil
    }

    mutating func check(
        _ station: Int, _ seen: Observation, _ resident: Invariants.Resident
    ) -> [Finding] {
        let scores = seen.glances[station].scores
        guard var account = accounts[station] else {
            let total = scores.points.values.reduce(0, +)
            accounts[station] = Account(points: scores.points, total: total)
            return []
        }
        guard account.points != scores.points else { return [] }
        let total = scores.points.values.reduce(0, +)
        defer { accounts[station] = account }
        let before = account.total
        (account.points, account.total) = (scores.points, total)
        // A better ending that comes late moves a point, or gives one.
        if total < before { return [(.scores, station, "lost \(before - total) points")] }
        if total > before + 1 { return [(.scores, station, "got \(total - before) points at once")] }
        guard total == before + 1 else { return [] }
        let round = SessionLedger.Key(session: scores.counted.session, round: scores.counted.round)
        return account.rounds.insert(round).inserted
            ? [] : [(.scores, station, "counted round \(round.round) of one session twice")]
    }
}
