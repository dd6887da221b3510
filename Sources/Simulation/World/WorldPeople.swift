import Game
import StationNode

/// The people of the houses: they hear, walk, look, press, and want another round or not.
extension World {
    private static let strollEvery = Duration.milliseconds(100)

    /// People: they hear, walk, look and press. Returns when they do so next.
    mutating func stroll(_ home: Int) -> Duration? {
        for word in households[home].takeHeard(until: now) { players[word.player].walker.hear(word.cue) }
        noteFinished()
        let members = households[home].stations
        let isOn = members.contains { isPlaying($0) }
        households[home].company?.advance(isPlaying: isOn, now: now)
        var isBusy = isOn || !households[home].heard.isEmpty
        for person in members {
            let wantsMore =
                households[home].company?.wantsToPlay(person - members.lowerBound)
                ?? (finishedRounds < configuration.rounds)
            let session = glances[person].session
            let hider = session?.hider.flatMap { hider in
                members.first { glances[$0].id == hider.id && $0 != person }
            }
            let finger = players[person].act(
                session: session, own: glances[person].id,
                hider: hider.map { players[$0].walker.position }, wantsMore: wantsMore,
                house: households[home].house, now: now)
            if let finger, !configuration.isByHand {
                stations[person].press(finger, now: now, random: &players[person].hand)
                touch(person)
            }
            let others = members.filter { $0 != person }.map { glances[$0].id }
            if let wish = players[person].wish(others: others, now: now) {
                pass(.event(.wish(wish)), to: person)
            }
            isBusy = isBusy || wantsMore || players[person].isBusy(now: now)
        }
        let next = isBusy ? now + Self.strollEvery : nil
        return [next, households[home].company?.nextDeadline].compactMap { $0 }.min()
    }

    /// Somebody of this world or of ours asks for something by a station's page.
    mutating func pass(_ input: NodeInput, to station: Int) {
        stations[station].pass(input, now: now)
        touch(station)
    }

    private func isPlaying(_ station: Int) -> Bool {
        glances[station].session.map { $0.outcome == nil } ?? false
    }

    /// For people who play so many rounds and then stop.
    private mutating func noteFinished() {
        guard configuration.habits == nil,
            let session = glances.first(where: \.isPowered)?.session,
            session.outcome != nil, session.round > finishedRounds
        else { return }
        finishedRounds = Int(session.round)
        finishedAt = now
    }
}
