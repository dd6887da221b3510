import GPIO
import Game
import PeerNetwork
import Things

/// Where people's things meet the rest of the station: between rounds, by the same button and the same lines
/// to others. What is written in them reaches neither the station nor its journal.
extension StationNode {
    /// Whispers that wait at a station before more of this kind are said.
    private static var waitingAtMost: Int { 2 }
    /// How long the lamp shows a star.
    private static var starLasts: Duration { .seconds(6) }

    func circumstances(now: Duration) -> ThingsDesk.Circumstances {
        let button = station.button
        // In a hold, an invitation or a question the button has another use.
        let isFree =
            station.session == nil && button.holdingSince == nil && station.gathering.invitation == nil
            && !station.gathering.isAgreeing && station.landmarks.question == nil
            && station.updates?.isAsking != true
        let others = station.roster.announcements.map(\.sender)
        var around = ThingsDesk.Circumstances(
            isFree: isFree, isHeard: !station.audioPolicy.dims && !settings.isMuted,
            others: others.map(\.value), hasCrew: peers.hasCrew, isSlow: slowness != nil)
        // The line has room for eight, and some of it is kept for the game.
        around.busy = Set(others.filter { peers.waitingUnicasts(to: $0) > Self.waitingAtMost }.map(\.value))
        return around
    }

    /// Whether a press is about somebody's things, and none of the game's.
    mutating func takes(_ button: ButtonEvent, now: Duration, _ outputs: inout [NodeOutput]) -> Bool {
        // What nobody hears nobody can answer.
        guard things?.isOn == true, !settings.isMuted else { return false }
        var around = circumstances(now: now)
        // A person who presses is there, and may be spoken to at any hour.
        around.isHeard = true
        let answer: (isTaken: Bool, [ThingsDesk.Output])? =
            switch button {
            case .press: things?.press(around, now: now)
            case .doublePress: things?.doublePress(around, now: now)
            case .down, .up, .hold, .holdEnded, .stuck, .freed: nil
            }
        guard let answer else { return false }
        let spoken = carryOut(answer.1, now: now, &outputs)
        follow(spoken, now: now, &outputs) { _, _, _ in }
        return answer.isTaken
    }

    mutating func hear(
        _ unicast: UnicastMessage, now: Duration, _ outputs: inout [NodeOutput],
        _ witness: (Event, [Effect], Station) -> Void
    ) {
        let around = circumstances(now: now)
        let heard = things?.heard(unicast.body, from: unicast.other.value, around, now: now)
        follow(heard ?? [], now: now, &outputs, witness)
    }

    /// At every tick.
    mutating func minds(
        now: Duration, _ outputs: inout [NodeOutput], _ witness: (Event, [Effect], Station) -> Void
    ) {
        if let end = starUntil, now >= end {
            starUntil = nil
            if let goal = station.goals.light { outputs.append(.lamp(.main, goal.rhythm)) }
        }
        guard things?.isOn == true else { return }
        let around = circumstances(now: now)
        if let session = station.session, session.id != sharedSession {
            sharedSession = session.id
            let members = session.members.map(\.id.value)
            follow(things?.joined(members) ?? [], now: now, &outputs, witness)
        }
        follow(things?.advance(around, now: now) ?? [], now: now, &outputs, witness)
    }

    mutating func follow(
        _ results: [ThingsDesk.Output], now: Duration, _ outputs: inout [NodeOutput],
        _ witness: (Event, [Effect], Station) -> Void
    ) {
        let spoken = carryOut(results, now: now, &outputs)
        follow(spoken, now: now, &outputs, witness)
    }

    private mutating func carryOut(
        _ results: [ThingsDesk.Output], now: Duration, _ outputs: inout [NodeOutput]
    ) -> [Gatekeeper.Output] {
        var spoken: [Gatekeeper.Output] = []
        for result in results {
            switch result {
            case .say(let phrase): outputs.append(.say(.things(phrase)))
            case .star:
                starUntil = now + Self.starLasts
                outputs.append(.lamp(.main, LightGoal(.found, isDim: station.audioPolicy.dims).rhythm))
            case .rehearse(let words): outputs.append(.rehearse(words))
            case .save(let name, let bytes): outputs.append(.save(name: name, bytes))
            case .unicast(let other, let body):
                spoken += peers.unicast(
                    UnicastMessage(other: StationID(value: other), body: body), now: now)
            case .log(let line): outputs.append(.log(line))
            }
        }
        return spoken
    }
}
