import PeerNetwork

extension GroupFormation {
    /// A group that did not agree.
    struct Failure: Codable, Sendable {
        var circle: [StationID]
        var until: Duration
    }

    /// The latest round of a session that was proposed or agreed to.
    struct Reached: Codable, Sendable {
        var session: UInt64
        var round: UInt16
    }

    /// What a station does about being in a session.
    enum Stance: Equatable, Codable, Sendable {
        case none
        /// It proposes this, since then.
        case leads(Session, since: Duration)
        /// Another's proposal lists it; with the key, it says that it agrees.
        case follows(Session, agrees: Bool)

        /// What is being agreed on: its own proposal, or another's that lists it.
        var offer: Session? {
            switch self {
            case .none: nil
            case .leads(let session, _), .follows(let session, _): session
            }
        }

        /// What it announces that it wants: what it proposes or agrees to.
        var proposal: Session? {
            switch self {
            case .none, .follows(_, agrees: false): nil
            case .leads(let session, _), .follows(let session, agrees: true): session
            }
        }

        var leads: Bool {
            switch self {
            case .leads: true
            case .none, .follows: false
            }
        }
    }
}
