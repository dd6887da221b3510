import Crypto
import Wire

/// A key that a station wants, or wants to keep: of one round of one session.
///
/// State, not a command: what is not named any more is erased.
package struct KeyRequest: Equatable, Codable, Sendable {
    /// At most this many at a time: of the round that is played and of the one being agreed.
    static let countAtMost = 2

    package var session: UInt64
    /// 1 for the first round.
    package var round: UInt16
    /// 0 for the first numbers of a round; one more for each change of them.
    package var generation: UInt8
    /// Everybody who is to have it, this station among them, lowest identity first.
    var members: [StationID]
    /// This station draws the key and gives it to the others; they only take it. Not once the numbers have
    /// been changed: then there is one.
    package var leads: Bool
    /// What was agreed, as bytes that are the same on every member: the key is bound to them.
    package var agreement: [UInt8]
    /// Who alone may give it: the leader of a proposal. Nil when each member may: to one that comes back.
    package var giver: StationID?

    package init(
        session: UInt64,
        round: UInt16,
        generation: UInt8,
        members: [StationID],
        leads: Bool,
        agreement: [UInt8],
        giver: StationID? = nil
    ) {
        self.session = session
        self.round = round
        self.generation = generation
        self.members = members
        self.leads = leads
        self.agreement = agreement
        self.giver = giver
    }
}

/// A key is there: from now on messages to this session can be sealed and opened. Or there are other numbers.
package struct KeyEpoch: Equatable, Codable, Sendable {
    package var session: UInt64
    package var round: UInt16
    package var generation: UInt8
    /// Of every beacon of the session; derived from the key, as the `minor`s are, so that nobody else can
    /// predict them. Never 0.
    package var major: UInt16
    /// One for each member, all different, none 0.
    package var minors: [StationID: UInt16]
    /// Tells what was agreed from what was agreed at another attempt, which may have the same number: a short
    /// fingerprint, not against anybody who wants to cheat. The key itself is bound to all of it. Nil in
    /// what was recorded before there was one.
    package var binding: UInt64?

    package init(
        session: UInt64,
        round: UInt16,
        generation: UInt8,
        major: UInt16,
        minors: [StationID: UInt16],
        binding: UInt64? = nil
    ) {
        self.session = session
        self.round = round
        self.generation = generation
        self.major = major
        self.minors = minors
        self.binding = binding
    }

    package static func binding(of agreement: [UInt8]) -> UInt64 {
        Array(SHA256.hash(data: agreement)).u64be(at: 0)
    }
}

/// What the gatekeeper tells the station besides messages.
package enum TrustEvent: Equatable, Codable, Sendable {
    /// That station and this one are mutually authenticated: both have proven who they are, and that they use
    /// the same crew word (or none). Told again after each restart of theirs.
    case authenticated(StationID)
    /// No longer: it was restarted, or has vanished, or does not want to any more.
    case unauthenticated(StationID)
    case keyed(KeyEpoch)
    /// Another program proves to have this station's own identity (a copied SD card). Told once.
    case doubled
    /// That station has not been heard for as long as it may be silent.
    case vanished(StationID)
    /// That station speaks another version of the protocol; told once for each, for at most sixteen.
    case otherVersion(StationID)
}
