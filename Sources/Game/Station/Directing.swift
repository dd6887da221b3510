import GPIO
import PeerNetwork

/// What the venue's page asks of a station, besides what anybody beside it can do.
extension Station {
    /// A station that plays is not taken out of its round.
    mutating func gather(_ party: [StationID], now: Duration) -> [Effect] {
        guard (2...Session.membersAtMost).contains(Set(party).count), party.contains(configuration.id),
            !isPlaying
        else { return [] }
        let left = leave(saying: nil)
        gathering.call(party, until: now + Invitations.promisedFor)
        acceptedUntil = now + Invitations.promisedFor
        return left + (button.holdingSince == nil ? button.handle(.hold, now: now) : [])
    }

    mutating func giveUp(now: Duration) -> [Effect] {
        if acceptedUntil != nil, session == nil {
            gathering.forgetCall()
            return press(.holdEnded, now: now)
        }
        guard var current = session else { return [] }
        guard current.outcome == nil else { return leave(saying: .gameOver) }
        // Once it has begun nobody calls it off for all; each may give it up.
        current.end(.abandoned(now < current.startsAt ? .cancelled(by: configuration.id) : .tooFew))
        session = current
        return []
    }

    func phrase(_ spoken: Spoken, now: Duration) -> Phrase {
        switch spoken {
        case .hello: return .hello(configuration.name, role)
        case .whereIStand:
            let others = roster.announcements
            return .whereIStand(
                configuration.name, role, company: others.count == 1 ? others.first?.name : nil,
                count: others.count)
        case .nowHold: return .nowHold
        case .holdAgain: return .holdAgain
        case .gameOver: return .gameOver
        case .goodbye: return .goodbye
        case .taunt(let quip): return .taunt(1, quip)
        }
    }
}
