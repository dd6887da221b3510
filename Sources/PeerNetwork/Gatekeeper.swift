import Crypto
package import Determinism

/// Who may speak, and who may read: everything between the bytes of the network and the lobby's messages.
///
/// What passes to the station was said by whom it says, and not before; what passes to the network can be
/// read by whom it is for. A value like the station, and beside it: no key ever gets into the station, its
/// snapshot or its journal. `docs/security.md` says what each part is for.
package struct Gatekeeper: Sendable {
    package struct Configuration: Sendable {
        var identity: IdentityKey
        /// Drawn at this start of the program.
        var boot: UInt32
        /// 32 bytes of the kernel's, for every key and number that is drawn later.
        var seed: [UInt8]
        /// nil without a crew word.
        var crew: CrewKey?
        /// Whether its owner signed an announcement. A simulated world, where all hear the same one,
        /// remembers it.
        package var isGenuine: @Sendable (PresenceAnnouncement) -> Bool

        package init(
            identity: IdentityKey,
            boot: UInt32,
            seed: [UInt8],
            crew: CrewKey? = nil,
            isGenuine: @escaping @Sendable (PresenceAnnouncement) -> Bool = { $0.isGenuine }
        ) {
            self.identity = identity
            self.boot = boot
            self.seed = seed
            self.crew = crew
            self.isGenuine = isGenuine
        }
    }

    package enum Output: Equatable, Sendable {
        case message(Message.Received)
        case unicast(UnicastMessage)
        case trust(TrustEvent)
        case transmit([UInt8], to: Destination)
        case log(String)
        /// What was said to one station by datagrams of this kind was answered: what repeats them may stop.
        /// Only of those who are heard by radio.
        case settled(StationID, Envelope.Kind)
    }

    /// Stations of other versions that are told of.
    package static let otherVersionsAtMost = 16
    package static let nearbyAtMost = 16

    let identity: IdentityKey
    let boot: UInt32
    package private(set) var crew: CrewKey?
    /// Whether its owner signed an announcement.
    let isGenuine: @Sendable (PresenceAnnouncement) -> Bool
    var secrets: SecretSource
    /// With which others agree on keys with this station; renewed when a session is left.
    private(set) var ephemeral: Curve25519.KeyAgreement.PrivateKey
    private(set) var ephemeralPublic: [UInt8]
    /// Of everything sealed since the start, with whatever key: no number is used twice.
    private(set) var counter: UInt64 = 0
    private(set) var presenceSender: PresenceSender
    package internal(set) var table = PeerTable()
    package internal(set) var candidates: [Candidate] = []
    var crowd = CrowdEstimate()
    /// Signatures of strangers that are checked.
    package internal(set) var checks = SourceTokenBuckets(
        each: TokenBucket(perSecond: 10, atOnce: 20), all: TokenBucket(perSecond: 100, atOnce: 128))
    /// Cards of all known stations that do not follow the one before, as their addresses say.
    var leaps = TokenBucket(perSecond: 200, atOnce: 200)
    /// Decides what is looked at when not everything can be; nothing secret comes from it.
    var lots: SeededGenerator
    /// Probes that are sent: when a whole room comes into hearing at once, everybody asks everybody, and no
    /// faster than the others answer. What stays unanswered would be asked again, by all.
    var asks = TokenBucket(perSecond: 20, atOnce: 24)
    /// When so many were asked that one more has to wait until then.
    var asksAgainAt: Duration = .zero
    var asksHoldersAgainAt: Duration = .zero
    /// Of them, kept for those who hold.
    static let asksHeldBack = 8
    /// In a room of so many a challenge is one of them, in one of twice as many two, and so on.
    static let asksOfOne = 32
    /// Probes that are answered.
    var responses = SourceTokenBuckets(
        each: TokenBucket(perSecond: 4, atOnce: 4), all: TokenBucket(perSecond: 32, atOnce: 32))
    /// How many times as long words take by radio.
    private(set) var slowness = 4
    /// Where that is four times, somebody is as soon given up as on a network; where it is more, later.
    var patience: Int { max(1, slowness / 4) }
    /// The last challenges that were answered.
    var answered = AnsweredChallenges()
    /// Whom the station wants to authenticate mutually with, lowest identity first.
    private(set) var wanted: [StationID] = []
    /// By radio so many are heard that nobody has words for all of them.
    var isCrowded = false
    var ring = KeyRing()
    /// Whom this station shared keys with and has not heard for long, in the session that goes on: the number
    /// from which its unicast messages would be new. Our ephemeral key stays the same until the session is
    /// left, for members know each other by it. At most as many as the table has places.
    var forgotten: [StationID: (boot: UInt32, floor: UInt64)] = [:]
    var hasDouble = false
    package private(set) var otherVersions: [StationID] = []
    private var log = SparseLog()
    /// Newcomers that are looked at while the table is full and both hold; each may take another's place.
    /// By address, so that one computer cannot use up what is there for the others.
    var pushes = SourceTokenBuckets(
        each: TokenBucket(perSecond: 1, atOnce: 4),
        all: TokenBucket(perSecond: 4, atOnce: KeyDistribution.membersAtMost))
    /// Whose beacons are heard by radio: for them there is a place, and a ration of their own.
    private(set) var nearby: Set<StationName> = []
    /// New candidates with the name of one of them, instead of `checks` and `pushes`.
    var nearbyChecks = TokenBucket(perSecond: 20, atOnce: 40)
    /// When the ephemeral key is renewed, if nothing comes of what was proposed.
    private var renewsAt: Duration?
    /// No later than the next thing that is due; nil if nothing is.
    private var wakesAt: Duration?

    /// What came of the announcements of known stations, by network.
    package internal(set) var arrivals = ArrivalCount()

    /// What was dropped, by reason.
    var refusals = Refusals()

    package init(_ configuration: Configuration) {
        identity = configuration.identity
        boot = configuration.boot
        crew = configuration.crew
        isGenuine = configuration.isGenuine
        secrets = SecretSource(seed: configuration.seed)
        ephemeral = secrets.agreementKey()
        ephemeralPublic = Self.bytes(ephemeral)
        presenceSender = PresenceSender(boot: boot)
        lots = SeededGenerator(seed: secrets.word64())
    }

    package var id: StationID { identity.id }

    /// When `advance` wants to be called; more often does no harm.
    package var nextDeadline: Duration? { wakesAt }

    /// A datagram has arrived.
    package mutating func receive(_ bytes: [UInt8], from endpoint: Endpoint, now: Duration) -> [Output] {
        guard let envelope = Envelope(bytes) else { return refuse(.malformed) }
        if envelope.version != Envelope.version { return otherVersion(envelope.sender) }
        guard let kind = Envelope.Kind(rawValue: envelope.kind) else { return refuse(.otherKind) }
        switch kind {
        case .announcement:
            return receiveAnnouncement(bytes, sender: envelope.sender, from: endpoint, now: now)
        case .challenge: return receiveChallenge(bytes, from: endpoint, now: now)
        case .response: return receiveResponse(bytes, from: endpoint, now: now)
        case .unicast: return receiveUnicast(bytes, from: endpoint, now: now)
        case .sealed: return receiveSealed(bytes, from: endpoint, now: now)
        case .tagged: return receiveTagged(bytes, from: endpoint, now: now)
        }
    }

    /// Says something to the lobby, or to a session whose key is here.
    package mutating func send(_ message: Message, now: Duration) -> [Output] {
        precondition(message.body.count <= Message.bytesAtMost, "a message has at most 900 bytes")
        switch message.audience {
        case .lobby(let isUrgent):
            presenceSender.say(message.body, isUrgent: isUrgent, now: now)
            wake(at: presenceSender.next)
            return advance(now: now)
        case .session(let session): return seal(message.body, for: session, now: now)
        }
    }

    /// Says something to one station, once and in order, as long as it is known.
    package mutating func unicast(_ unicast: UnicastMessage, now: Duration) -> [Output] {
        precondition(unicast.body.count <= UnicastMessage.bytesAtMost, "it has at most 512 bytes")
        guard let index = table.index(of: unicast.other), say(.words, unicast.body, to: index, now: now)
        else {
            refusals.count(.unsaid)
            return note(.unsaid, "A message to \(unicast.other) could not be sent.", now: now)
        }
        return advance(now: now)
    }

    /// Whom the station wants to authenticate mutually with from now on, whether they are known yet or not.
    package mutating func authenticate(_ wanted: [StationID], now: Duration) -> [Output] {
        var outputs: [Output] = []
        self.wanted = Array(wanted.filter { $0 != id }.sorted().prefix(PeerTable.countAtMost))
        for index in table.peers.indices { want(index, now: now, &outputs) }
        return outputs + advance(now: now)
    }

    /// How many times as long as on a network words take by radio; nil where none go by it.
    package mutating func slow(by slowness: Int?) {
        if let slowness { self.slowness = slowness }
        table.patienceByAir = patience
    }

    /// Whose beacons this station hears by radio. A flooder on the network cannot take their places, unless
    /// it is near, too.
    ///
    /// - Parameter names: at most `nearbyAtMost` are kept.
    package mutating func expect(_ names: [StationName]) {
        nearby = Set(names.prefix(Self.nearbyAtMost))
    }

    /// The keys that are wanted from now on; all others fade, and are erased.
    package mutating func keep(_ goals: [KeyRequest], now: Duration) -> [Output] {
        let hadGoals = !ring.goals.isEmpty
        var outputs = exchange(goals, now: now)
        renewsAt = nil
        // What was said in the session stays closed even to who takes this station's memory later.
        if hadGoals, goals.isEmpty {
            if ring.keys.contains(where: mayBeLocked) {
                renewsAt = now + KeyRing.fadesFor
                wake(at: renewsAt)
            } else {
                renewEphemeral(now: now)
            }
        }
        outputs += advance(now: now)
        return outputs
    }

    /// By radio mutual authentication ends sooner than a lock gets there. Its sender and this station know
    /// each other's words by the ephemeral keys that both have now.
    private func mayBeLocked(_ key: SessionKey) -> Bool {
        key.isFading && key.heardAt.isEmpty
            && key.subject.members.contains { table[$0]?.endpoint.isAir == true }
    }

    /// Another crew word, or none, from now on. For who plays with nobody: what was agreed with the former
    /// word is forgotten, and what waited to be said with it is not said.
    package mutating func use(_ crew: CrewKey?, now: Duration) -> [Output] {
        self.crew = crew
        var outputs: [Output] = []
        for index in table.peers.indices {
            if table.peers[index].line?.isAuthenticated == true {
                outputs.append(.trust(.unauthenticated(table.peers[index].id)))
            }
            table.peers[index].line = nil
        }
        renewEphemeral(now: now)
        for index in table.peers.indices {
            (table.peers[index].formerPairing, table.peers[index].told) = (nil, nil)
        }
        return outputs + advance(now: now)
    }

    /// Time has passed.
    package mutating func advance(now: Duration) -> [Output] {
        guard let due = wakesAt, due <= now else { return [] }
        var outputs: [Output] = []
        announce(now: now, &outputs)
        challenge(now: now, &outputs)
        forgetSilent(now: now, &outputs)
        eraseKeys(now: now)
        if let due = renewsAt, due <= now { renewEphemeral(now: now) }
        oweTold(now: now)
        giveKeys(now: now)
        reconsider(now: now, &outputs)
        speak(now: now, &outputs)
        wakesAt = earliest(now: now)
        return outputs
    }

    private mutating func announce(now: Duration, _ outputs: inout [Output]) {
        guard let due = presenceSender.next, due <= now else { return }
        // Up to there they are known. Not up to the last place: one that vanishes would change all paces.
        let isCrowd = table.count >= PeerTable.countOfCrowd
        let (sequence, wasUrgent) = (presenceSender.sequence, presenceSender.said?.isUrgent == true)
        let stations = isCrowd ? max(crowd.count, table.count) : table.count
        let announcement = presenceSender.datagram(
            now: now, ephemeral: ephemeralPublic, pace: CrowdEstimate.pace(of: stations), key: identity,
            secrets: &secrets)
        if let announcement { outputs.append(.transmit(announcement, to: .everybody)) }
        if presenceSender.sequence != sequence, wasUrgent || presenceSender.isUrgent {
            outputs += tagged(now: now)
        }
    }

    /// The next thing that is due, of everything there is.
    private mutating func earliest(now: Duration) -> Duration? {
        var earliest: Duration?
        func note(_ time: Duration?) {
            if let time, time < earliest ?? .seconds(Int64.max / 2) { earliest = time }
        }
        note(presenceSender.next)
        note(ring.nextEnd)
        note(nextAsk)
        note(renewsAt)
        for index in table.peers.indices {
            note(table.vanishesAt(index))
            note(table.peers[index].nextDeadline())
        }
        // What could not be done just now is tried again, but not without end at the same instant.
        return earliest.map { max($0, now + .milliseconds(1)) }
    }

    mutating func wake(at time: Duration?) {
        guard let time else { return }
        wakesAt = wakesAt.map { min($0, time) } ?? time
    }

    // MARK: What all parts need

    mutating func refuse(_ refusal: Refusal) -> [Output] {
        refusals.count(refusal)
        return []
    }

    mutating func note(_ kind: SparseLog.Kind, _ line: @autoclosure () -> String, now: Duration)
        -> [Output]
    {
        log.may(kind, now: now) ? [.log(line())] : []
    }

    mutating func nextCounter() -> UInt64 {
        counter += 1
        return counter
    }

    mutating func renewEphemeral(now: Duration) {
        renewsAt = nil
        forgotten = [:]
        ephemeral = secrets.agreementKey()
        ephemeralPublic = Self.bytes(ephemeral)
        for index in table.peers.indices { retirePairing(of: index, now: now) }
        presenceSender.show(ephemeral: ephemeralPublic, now: now)
        wake(at: now)
    }

    private mutating func otherVersion(_ sender: StationID) -> [Output] {
        refusals.count(.otherVersion)
        // Anybody can flip that byte of what somebody else said: one that is known speaks our version.
        guard sender != id, table[sender] == nil, otherVersions.count < Self.otherVersionsAtMost,
            !otherVersions.contains(sender)
        else { return [] }
        otherVersions.append(sender)
        return [.trust(.otherVersion(sender))]
    }

    private static func bytes(_ key: Curve25519.KeyAgreement.PrivateKey) -> [UInt8] {
        key.publicKey.rawRepresentation.map { $0 }
    }
}
