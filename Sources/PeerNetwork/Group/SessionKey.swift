package import Crypto
import FoundationEssentials
import Wire

/// The key of one round of a session: what it is bound to, what is derived from it, and which of its packets
/// have been seen.
package struct SessionKey: Sendable {
    /// Starts of one member's program that are believed under one key; it is mute after more.
    static let bootsAtMost = 4
    static let secretBytes = 32
    static let bytesOfAgreementAtMost = 512
    /// Header, boot, tag and counter of a sealed packet.
    static let headerBytes = Envelope.bytes + 4 + 4 + 8

    /// What a key is of: the parts of a goal that all members see alike.
    package struct Subject: Equatable, Sendable {
        var session: UInt64
        var round: UInt16
        var members: [StationID]
        var agreement: [UInt8]

        package init(_ goal: KeyRequest) {
            session = goal.session
            round = goal.round
            members = goal.members
            agreement = goal.agreement
        }

        package init(session: UInt64, round: UInt16, members: [StationID], agreement: [UInt8]) {
            self.session = session
            self.round = round
            self.members = members
            self.agreement = agreement
        }
    }

    package enum Standing: Equatable, Sendable {
        /// There is a goal for it: it seals and opens.
        case wanted
        /// Somebody gave it and there is no goal for it yet: it opens what its givers say, until then.
        case offered(until: Duration)
        /// The goal is gone: it opens until then, and seals no more than `KeyRing.leaving` says.
        case fading(until: Duration)
    }

    /// What one start of one member has sealed so far.
    private struct Hearing: Sendable {
        let sender: StationID
        let boot: UInt32
        let key: SymmetricKey
        var window: ReplayWindow
    }

    private struct Bond: Sendable {
        let boot: UInt32
        let marks: SenderTags
    }

    let subject: Subject
    /// What is handed from member to member.
    let secret: SymmetricKey
    let tag: UInt32
    /// Eight bytes that tell this key from every other, and nothing about it.
    let mark: UInt64
    /// Of what was agreed (`KeyEpoch.binding`).
    let binding: UInt64
    /// How often the numbers of the beacons have been changed, as the station wants it. Every member works
    /// them out of the key that it has: nothing has to be handed on, and words go on as before.
    var generation: UInt8 = 0
    /// It was drawn here.
    let isDrawn: Bool
    /// Who gave it. While it is an offer, only their own words are opened with it: anybody may make up a key
    /// with the number of a session and the names of its members.
    var givers: Set<StationID>
    /// When it was drawn, or came.
    let takenAt: Duration
    var standing: Standing
    /// It was new when it was taken: nothing that is sealed with it can be a repetition from before.
    var isFirst: Bool
    /// To which start of a member it has been given, or that it had it already.
    var given: [StationID: UInt32] = [:]
    /// Which starts of the members are told it in tagged announcements; empty where it goes by unicast only.
    var told: [StationID: UInt32] = [:]
    /// Those who have not shown that they have it are given it by unicast from then on, too.
    var toldUntil: Duration?
    /// Those who were forgotten before it may have arrived: if they come back, they are given it again.
    var owed: Set<StationID> = []
    var heardAt: [StationID: Duration] = [:]
    /// How each other member's start marks what it says, and is shown what was said to it: known from the
    /// last time that it was known at all. A member that is not heard for a while is forgotten, and marks on.
    private var bonds: [StationID: Bond] = [:]
    /// When something was sent to everybody last.
    var shoutedAt: Duration?
    private let root: SymmetricKey
    private let sealing: SymmetricKey
    private var hearings: [Hearing] = []

    package init(
        _ subject: Subject, secret: SymmetricKey, me: StationID, boot: UInt32, standing: Standing,
        isFirst: Bool, giver: StationID?, now: Duration
    ) {
        isDrawn = giver == nil
        givers = Set([giver].compactMap { $0 })
        self.subject = subject
        self.secret = secret
        self.standing = standing
        self.isFirst = isFirst
        takenAt = now
        var bound = PacketWriter()
        bound.append("hotcold agreement v2".utf8)
        bound.u8(UInt8(subject.members.count))
        for member in subject.members { bound.u64be(member.value) }
        bound.append(subject.agreement)
        var info = PacketWriter()
        info.append("hotcold session v2".utf8)
        info.u64be(subject.session)
        info.u16be(subject.round)
        info.u8(0)
        root = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: secret, salt: Array(SHA256.hash(data: bound.bytes)), info: info.bytes,
            outputByteCount: 32)
        sealing = Self.key(of: me, boot, root)
        let marks = Self.bytes("hotcold mark v2", [], root)
        tag = marks.u32be(at: 0)
        mark = marks.u64be(at: 4)
        binding = KeyEpoch.binding(of: subject.agreement)
    }

    /// The numbers of the beacons now. From the first change on its number is among what they are made of.
    var epoch: KeyEpoch {
        let changes = generation == 0 ? [] : [generation]
        var minors: [StationID: UInt16] = [:]
        var taken: [UInt16] = []
        for member in subject.members {
            let minor = Self.number(
                "hotcold minor v2", member.value.bigEndianBytes + changes, root, except: taken)
            taken.append(minor)
            minors[member] = minor
        }
        return KeyEpoch(
            session: subject.session, round: subject.round, generation: generation,
            major: Self.number("hotcold major v2", changes, root, except: []), minors: minors,
            binding: binding)
    }

    var isOffered: Bool { if case .offered = standing { true } else { false } }
    var isFading: Bool { if case .fading = standing { true } else { false } }

    func seal(_ body: [UInt8], from me: StationID, boot: UInt32, counter: UInt64) -> [UInt8] {
        var header = Envelope.open(.sealed, from: me)
        header.u32be(boot)
        header.u32be(tag)
        header.u64be(counter)
        return SealedBytes.seal(body, behind: header.bytes, counter: counter, with: sealing)
    }

    /// What a packet turns out to be.
    package enum Opening: Equatable {
        case body([UInt8])
        /// It was opened before, or comes too late to tell.
        case old
        /// By a start that may have said it before this key came here, or by one too many; or not shown to be
        /// by that member rather than by another one.
        case unproven
        /// Not sealed by who it says, with this key.
        case forged
    }

    /// How long the marks are that stand behind a packet: one for each member but the sender.
    var bytesOfMarks: Int { (subject.members.count - 1) * SenderTags.bytes }

    /// The marks behind a packet, in the order of the members.
    mutating func marks(
        behind packet: [UInt8], from me: StationID, known: (StationID) -> (boot: UInt32, marks: SenderTags)?
    ) -> [UInt8] {
        let digest = SenderTags.digest(packet)
        var writer = PacketWriter()
        for member in subject.members where member != me {
            if let (boot, marks) = known(member) { bonds[member] = Bond(boot: boot, marks: marks) }
            writer.u64be(bonds[member]?.marks.mark(digest) ?? 0)
        }
        return writer.bytes
    }

    /// Whether the sender itself has said it, and to this station too.
    private func isMarked(
        _ packet: ArraySlice<UInt8>, _ marks: ArraySlice<UInt8>, from sender: StationID, boot: UInt32,
        to me: StationID, known: [SenderTags]
    ) -> Bool {
        guard let place = subject.members.filter({ $0 != sender }).firstIndex(of: me) else { return false }
        let mark = Array(marks).u64be(at: place * SenderTags.bytes)
        let digest = SenderTags.digest(packet)
        if known.contains(where: { $0.isRight(mark, of: digest) }) { return true }
        guard let bond = bonds[sender], bond.boot == boot else { return false }
        return bond.marks.isRight(mark, of: digest)
    }

    /// Opens a packet that a member has sealed, and marked for this one.
    ///
    /// - Parameters:
    ///   - datagram: at least `headerBytes` long.
    ///   - pairs: what that start of the sender marks with, the newest first; what was known before counts as
    ///     well.
    mutating func open(
        _ datagram: [UInt8], from sender: StationID, to me: StationID, known pairs: [SenderTags]
    ) -> Opening {
        let boot = datagram.u32be(at: 12)
        let counter = datagram.u64be(at: 20)
        guard subject.members.contains(sender) else { return .forged }
        let end = datagram.count - bytesOfMarks
        guard end >= Self.headerBytes + SealedBytes.tagBytes else { return .forged }
        let known = hearings.firstIndex { $0.sender == sender && $0.boot == boot }
        if known == nil, !isFirst || boots(of: sender) >= Self.bootsAtMost { return .unproven }
        var hearing = known.map { hearings[$0] } ?? hearing(of: sender, boot, floor: 0)
        guard hearing.window.isNew(counter) else { return .old }
        let body = SealedBytes.open(
            datagram[Self.headerBytes..<end], behind: datagram[..<Self.headerBytes], counter: counter,
            with: hearing.key)
        guard let body else { return .forged }
        guard isMarked(datagram[..<end], datagram[end...], from: sender, boot: boot, to: me, known: pairs)
        else { return .unproven }
        if let marks = pairs.first { bonds[sender] = Bond(boot: boot, marks: marks) }
        hearing.window.mark(counter)
        if let known { hearings[known] = hearing } else { hearings.append(hearing) }
        return .body(body)
    }

    /// Each of these starts has it, or is given it by somebody else.
    mutating func isHad(by members: [StationID], boot: (StationID) -> UInt32?) {
        for member in members {
            if let boot = boot(member) { given[member] = boot }
        }
    }

    /// Believes packets of a member's start from this number on; what it said before may be a repetition.
    mutating func believe(_ sender: StationID, _ boot: UInt32, from floor: UInt64) {
        guard subject.members.contains(sender), boots(of: sender) < Self.bootsAtMost,
            !hearings.contains(where: { $0.sender == sender && $0.boot == boot })
        else { return }
        hearings.append(hearing(of: sender, boot, floor: floor))
    }

    private func boots(of sender: StationID) -> Int { hearings.count { $0.sender == sender } }

    private func hearing(of sender: StationID, _ boot: UInt32, floor: UInt64) -> Hearing {
        Hearing(
            sender: sender, boot: boot, key: Self.key(of: sender, boot, root),
            window: ReplayWindow(floor: floor))
    }

    private static func key(of sender: StationID, _ boot: UInt32, _ root: SymmetricKey) -> SymmetricKey {
        var info = PacketWriter()
        info.append("hotcold sender v2".utf8)
        info.u64be(sender.value)
        info.u32be(boot)
        return HKDF<SHA256>.expand(pseudoRandomKey: root, info: info.bytes, outputByteCount: 32)
    }

    private static func bytes(_ context: String, _ more: [UInt8], _ root: SymmetricKey) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Array(context.utf8) + more, using: root))
    }

    /// A number that is not 0 and not taken: of the attempts 0, 1, 2 … the first that gives one.
    private static func number(
        _ context: String, _ more: [UInt8], _ root: SymmetricKey, except taken: [UInt16]
    ) -> UInt16 {
        for attempt in UInt8.min...UInt8.max {
            let number = bytes(context, more + [attempt], root).u16be(at: 0)
            if number != 0, !taken.contains(number) { return number }
        }
        // Never: eight members, 65,535 numbers and 256 attempts. Still a number that nobody has.
        return (1...UInt16.max).first { !taken.contains($0) } ?? 1
    }
}
