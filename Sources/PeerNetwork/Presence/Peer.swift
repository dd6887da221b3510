import Crypto
import Determinism

/// Another station that has proven to be there: its newest announcement, and what there is between it and
/// this one.
package struct Peer: Sendable {
    /// Starts of its program that are over; their late datagrams are not a restart.
    static let formerBootsAtMost = 4
    /// How long it may be silent at least, and how many of its own paces.
    static let silenceAtLeast: Duration = .seconds(10)
    static let pacesOfSilence = 5
    /// By radio: through walls one repetition in four arrives, in a hunt they are said every two seconds.
    static let silenceByAir: Duration = .seconds(30)
    /// While it is heard from one address, it is not looked for at another.
    static let endpointHolds: Duration = .seconds(3)
    /// Its announcements that are new, and follow the one that is known; it sends no more than 20 a second.
    static let announcements = TokenBucket(perSecond: 40, atOnce: 40)
    /// Those between which and the one that is known something is missing, from where it is known to be.
    static let leaps = TokenBucket(perSecond: 40, atOnce: 40)

    var announcement: PresenceAnnouncement {
        didSet { holdsSince = announcement.isUrgent ? holdsSince ?? heardAt : nil }
    }
    /// The newest tagged announcement; nil before the first.
    var tagged: (sequence: UInt32, body: [UInt8])?
    /// The key that it told last, for something that this station has not agreed to yet.
    var told: ToldKey?
    /// When it became known.
    let since: Duration
    /// Since when its announcements are urgent, which is while it holds.
    private(set) var holdsSince: Duration?
    /// A unicast message of it was opened: it has our crew word, where there is one.
    var isAcquainted = false
    /// The repetition that was heard last, and its element of the chain.
    var index: Int
    var element: ArraySlice<UInt8>
    package var heardAt: Duration
    package private(set) var endpoint: Endpoint
    private var endpointHeardAt: Duration
    var formerBoots: [UInt32] = []
    var bootChangedAt: Duration?
    var announcements = Self.announcements
    var leaps = Self.leaps
    /// Only if there is, or was, something to say to it alone.
    var line: ReliableUnicast?
    var pairing: PairwiseKeys?
    var formerPairing: PairwiseKeys?

    package init(
        _ announcement: PresenceAnnouncement, at endpoint: Endpoint, _ index: Int,
        _ element: ArraySlice<UInt8>,
        now: Duration
    ) {
        self.announcement = announcement
        self.index = index
        self.element = element
        heardAt = now
        since = now
        holdsSince = announcement.isUrgent ? now : nil
        self.endpoint = endpoint
        endpointHeardAt = now
    }

    /// The newest that it has said, signed or tagged.
    var said: (sequence: UInt32, body: [UInt8]) {
        if let tagged, tagged.sequence.isAhead(of: announcement.sequence) { return tagged }
        return (announcement.sequence, announcement.body)
    }
    var newestSequence: UInt32 { said.sequence }
    /// Its announcement says what was true before.
    var isOutdated: Bool { newestSequence != announcement.sequence }

    /// A secret, and the mark of the key that it makes of what was agreed.
    struct ToldKey: Sendable {
        let mark: UInt64
        let secret: SymmetricKey
        /// Erased then.
        let until: Duration
    }

    package var id: StationID { announcement.sender }
    package var boot: UInt32 { announcement.boot }

    /// Something that is certainly its own, and new, came from there.
    mutating func heard(at endpoint: Endpoint, now: Duration) {
        heardAt = now
        if endpoint == self.endpoint {
            endpointHeardAt = now
        } else if now - endpointHeardAt >= Self.endpointHolds {
            self.endpoint = endpoint
            endpointHeardAt = now
        }
    }

    /// Erases keys that have faded; says whether there is anything to do on the line. Both in place: a peer
    /// is large, and all are looked at whenever anything is due.
    mutating func attend(now: Duration) -> Bool {
        if let former = formerPairing, let fades = former.fadesAt, fades <= now { formerPairing = nil }
        if let told, told.until <= now { self.told = nil }
        return line.map { !$0.isIdle } ?? false
    }

    /// When there is something to do, apart from its vanishing. Mutating for the same reason.
    mutating func nextDeadline() -> Duration? {
        guard formerPairing != nil || told != nil else { return line?.nextAttempt }
        return [formerPairing?.fadesAt, told?.until, line?.nextAttempt].compactMap { $0 }.min()
    }

    var side: PairwiseKeys.Side {
        PairwiseKeys.Side(
            id: id, publicKey: announcement.publicKey, ephemeral: announcement.ephemeral, boot: boot)
    }
}

/// The peers, lowest identity first, so that whatever goes through them does so in one order.
package struct PeerTable: Sendable {
    /// As many as the roster has room for.
    package static let countAtMost = 64
    /// With so many the room may be larger than the table, and is estimated.
    static let countOfCrowd = 48

    private(set) var ids: [UInt64] = []
    package var peers: [Peer] = []
    /// How many times as long who is heard by radio may be silent: more than once where words are slow there.
    var patienceByAir = 1

    package var count: Int { ids.count }
    var isFull: Bool { count >= Self.countAtMost }

    func index(of id: StationID) -> Int? {
        let place = place(of: id.value)
        return place < ids.count && ids[place] == id.value ? place : nil
    }

    package subscript(id: StationID) -> Peer? { index(of: id).map { peers[$0] } }

    /// When a peer counts as vanished if nothing is heard of it until then.
    func vanishesAt(_ index: Int) -> Duration {
        // Three fields of a large value: to ask the value itself would copy it.
        let (heardAt, pace) = (peers[index].heardAt, peers[index].announcement.pace)
        if peers[index].endpoint.isAir { return heardAt + Peer.silenceByAir * patienceByAir }
        return heardAt + max(Peer.silenceAtLeast, pace * Peer.pacesOfSilence)
    }

    /// Puts it in, or in the place of its former self.
    mutating func put(_ peer: Peer) {
        let place = place(of: peer.id.value)
        if place < ids.count, ids[place] == peer.id.value {
            peers[place] = peer
        } else {
            ids.insert(peer.id.value, at: place)
            peers.insert(peer, at: place)
        }
    }

    mutating func remove(at index: Int) {
        ids.remove(at: index)
        peers.remove(at: index)
    }

    private func place(of id: UInt64) -> Int {
        var low = 0
        var high = ids.count
        while low < high {
            let middle = (low + high) / 2
            if ids[middle] < id { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// A station whose announcement is genuine, but may be yesterday's: it is asked before anything of it is
/// believed.
package struct Candidate: Sendable {
    package static let countAtMost = 64
    /// From one address, those that have answered included: one computer cannot be everybody.
    static let countOfOneAtMost = 16
    /// Forgotten if it has not answered by then.
    static let lastsFor: Duration = .seconds(15)
    /// A newcomer may take its place then, but not while an answer may still be on its way.
    static let firmFor: Duration = .seconds(3)
    static let answersWithin: Duration = .seconds(1)
    static let retries = BackOff(.milliseconds(150)...(.milliseconds(600)))
    /// By radio the first comes so much later for each time as long as words take there.
    private static let firstRetryByAir = Duration.milliseconds(300)
    private static let lastRetryByAir = Duration.milliseconds(4_800)

    var announcement: PresenceAnnouncement
    var index: Int
    var element: ArraySlice<UInt8>
    var endpoint: Endpoint
    let nonce: UInt64
    let since: Duration
    /// Bytes of its announcements less bytes of our challenges: never more out than in.
    var credit: Int
    private(set) var tries = 0
    private(set) var nextTry: Duration
    private var triedAt: Duration?
    /// It has asked this station, too.
    var hasAsked = false
    /// It has answered, and this was its newest announcement then: an older one is not delivered.
    var answered: UInt32?

    package init(
        _ announcement: PresenceAnnouncement, _ tail: PresenceAnnouncement.Tail, at endpoint: Endpoint,
        bytes: Int,
        nonce: UInt64, now: Duration
    ) {
        self.announcement = announcement
        index = tail.index
        element = tail.element
        self.endpoint = endpoint
        self.nonce = nonce
        since = now
        credit = bytes
        nextTry = now
    }

    /// Whether a challenge is due and paid for.
    func isDue(now: Duration) -> Bool {
        answered == nil && now >= nextTry && credit >= Challenge.bytes
    }

    /// Pays for a challenge that is due, and says where it is to go: the first retry, and every second one
    /// after it, to everybody, if there is enough for all the ways that it leaves by then.
    ///
    /// - Parameter slowness: how many times as long words take by radio.
    mutating func challenge(slowness: Int = 1, now: Duration) -> Destination {
        let price = Challenge.bytes * Destination.waysToEverybody
        let isForEverybody = tries % 2 == 1 && credit >= price
        credit -= isForEverybody ? price : Challenge.bytes
        let first = min(Self.firstRetryByAir * slowness, Self.lastRetryByAir)
        let byAir = BackOff(first...Self.lastRetryByAir)
        nextTry = now + (endpoint.isAir ? byAir : Self.retries).delay(after: tries)
        triedAt = now
        tries += 1
        return isForEverybody ? .everybody : .one(endpoint)
    }

    /// Until when no newcomer gets its place.
    var firmUntil: Duration {
        let firm = since + Self.firmFor
        return triedAt.map { max(firm, $0 + Self.answersWithin) } ?? firm
    }

    /// When to look again.
    var nextLook: Duration {
        let end = since + Self.lastsFor
        return answered == nil && credit >= Challenge.bytes ? min(end, nextTry) : end
    }
}
