import GPIO
import PeerNetwork
import Ranging

/// What a station shows and tells of itself: its lights, and what a hold without end leads to.
extension Station {
    /// A hold that goes on and on, outside a round and with nobody to play with.
    mutating func holdOn(now: Duration) -> [Effect] {
        let isFree = !isPlaying && !gathering.hasCompanions
        switch longHold.advance(
            downSince: button.downSince, isFree: isFree, mayEnd: configuration.maySwitchOff, now: now)
        {
        case .tellWhereIStand:
            let others = roster.announcements
            return [
                .say(
                    .whereIStand(
                        configuration.name, role, company: others.count == 1 ? others[0].name : nil,
                        count: others.count))
            ]
        case .warn: return [.play(.trouble), .say(.letGoOrOff)]
        case .count(let number): return [.play(.beep), .say(.count(number))]
        case .goodbye: return [.say(.goodbye)]
        case .switchOff: return [.switchOff]
        case nil: return []
        }
    }

    mutating func shine(now: Duration) -> [Effect] {
        Lamp.allCases.flatMap { lamp in
            goals.want(lamp, shows: LightGoal(pattern(of: lamp, now: now), isDim: audioPolicy.dims))
        }
    }

    /// What a lamp shows; nil leaves it dark.
    private mutating func pattern(of lamp: Lamp, now: Duration) -> LightPattern? {
        switch lamp {
        case .main:
            lighting.pattern(
                stage(now: now), isPressing: button.isPressing, isHolding: button.holdingSince != nil,
                trouble: health.light(settingsPuzzled: configuration.settingsPuzzled), now: now)
        }
    }

    private func stage(now: Duration) -> Lighting.Stage {
        if longHold.isOver { return .switchingOff }
        guard let session, let role = session.member(configuration.id)?.role else {
            return .lobby(hasCompany: !roster.isEmpty)
        }
        if let outcome = session.outcome {
            // "Hold to play again": what is shown afterwards is who is here.
            guard let ended = play?.endedAt, now - ended < Self.endShown else {
                return .lobby(hasCompany: true)
            }
            if case .found = outcome { return .found }
            return .over
        }
        if session.isCounting(now: now, hears: role) { return .counting }
        if now < session.huntAt { return .headStart }
        guard role == .seek else { return .hiding }
        return .seeking(session.hider.map { range(to: $0.id, now: now) } ?? .unknown)
    }

    /// How long the end of a round is shown.
    private static var endShown: Duration { .seconds(6) }
}
