import HCI
import PeerNetwork
import Wire

/// What stations say to one another alone, in the lobby: it arrives, once, and in this order.
package enum Invitation: UInt8, Codable, Sendable {
    /// "I want to play with you."
    case invite = 1
    case accept = 2
    case decline = 3
    /// Not now: it plays, or has been asked by somebody else already.
    case busy = 4

    /// The body of a unicast message.
    var bytes: [UInt8] { [Self.unicastKind, rawValue] }

    /// An invitation of somebody who holds, and for as long: not one of the page.
    static var inviteOfHold: [UInt8] { Invitation.invite.bytes + [1] }

    /// Whether an invitation ends with the inviter's hold.
    static func endsWithHold(_ body: [UInt8]) -> Bool { body.dropFirst(2).first.map { $0 & 1 != 0 } ?? false }

    /// What a unicast message is, in its first byte.
    private static let unicastKind: UInt8 = 1

    /// Nil for a kind of unicast message that this program does not know; bytes behind the known ones are
    /// left for later programs.
    static func decode(_ body: [UInt8]) throws(Malformed) -> Invitation? {
        var reader = PacketReader(body)
        guard try reader.u8() == unicastKind else { return nil }
        return Invitation(rawValue: try reader.u8())
    }
}

/// Asking somebody to play, and being asked: "Red Fox wants to play." Who holds accepts, a double press
/// declines, and five seconds without an answer are a no.
///
/// A station that holds alone asks everybody who could play, for as long as the hold; the page asks one.
/// Asking commits nobody: only holding together does.
struct Invitations: Codable, Sendable {
    static let answeredWithin = Duration.seconds(5)
    /// A unicast message may need some of the time of the asked, and of the answer, too.
    private static let answerTravels = Duration.seconds(1)
    /// Holding alone asks after this time, and again after that.
    private static let asksAfter = Duration.seconds(2)
    private static let asksAgainAfter = Duration.seconds(20)
    /// A station that said no is not asked by holding again for so long; the page may.
    private static let sparedFor = Duration.seconds(60)
    /// How long two that agreed to play wait for nobody but each other.
    static let promisedFor = Duration.seconds(30)
    /// Invitations that wait for this station's answer; more are answered with "busy".
    static let waitingAtMost = 4

    private struct Asked: Codable, Sendable {
        var by: StationID
        var at: Duration
        var endsWithHold = false
    }

    /// Whom this station asked, and when; at most as many as the roster has.
    private var asking: [StationID: Duration] = [:]
    /// Those of them that are asked by the hold.
    private var askedByHold: Set<StationID> = []
    private var spared: [StationID: Duration] = [:]
    /// Whom holding alone has asked, and when; at most as many as are here.
    private var askedLast: [StationID: Duration] = [:]
    /// Who asked this station; the newest last.
    private var asked: [Asked] = []
    private var askedAt: Duration?
    private var promised: StationID?
    private var promisedAt = Duration.zero

    /// The partner somebody has agreed to play with, if it was not long ago.
    func partner(now: Duration) -> StationID? {
        now - promisedAt <= Self.promisedFor ? promised : nil
    }

    /// Whether a double press declines something.
    var isAsked: Bool { !asked.isEmpty }

    /// The newest that waits for this station's answer.
    var newest: (from: StationID, endsAt: Duration)? {
        asked.last.map { ($0.by, $0.at + Self.answeredWithin) }
    }

    /// Whether somebody was asked and has not answered yet.
    func isAsking(_ id: StationID) -> Bool { asking[id] != nil }

    /// This station plays, or its person has gone: nothing is asked any more.
    mutating func clear() {
        (asking, askedByHold) = ([:], [])
        asked = []
        promised = nil
    }

    // MARK: - Asking

    /// Asks somebody; nothing if it has been asked and has not answered yet.
    mutating func invite(_ id: StationID, isHold: Bool = false, now: Duration) -> [Effect] {
        guard asking[id] == nil, asking.count < Roster.stationsAtMost else { return [] }
        asking[id] = now
        if isHold { askedByHold.insert(id) }
        let body = isHold ? Invitation.inviteOfHold : Invitation.invite.bytes
        return [.unicast(UnicastMessage(other: id, body: body))]
    }

    /// Holding alone: asks all who could play, and says who is waited for.
    ///
    /// - Parameter asks: false after a round, where only the members are waited for.
    mutating func holdAlone(
        since: Duration, free: [Announcement], asks: Bool, now: Duration
    ) -> [Effect] {
        let due = askedAt.map { now - $0 >= Self.asksAgainAfter } ?? (now - since >= Self.asksAfter)
        guard due else { return [] }
        askedAt = now
        var effects: [Effect] = [.say(.waitingFor(free.first?.name))]
        guard asks else { return effects }
        // Of many those whose turn it is: some may not even be able to answer.
        let ids = free.map(\.sender)
        askedLast = askedLast.filter { ids.contains($0.key) }
        let turn = ids.filter { (spared[$0] ?? .zero) <= now }
            .sorted { (askedLast[$0] ?? .zero, $0) < (askedLast[$1] ?? .zero, $1) }
        for id in turn.prefix(Session.membersAtMost - 1) {
            askedLast[id] = now
            effects += invite(id, isHold: true, now: now)
        }
        return effects
    }

    /// The hold ended, and with it what it asked: nobody is waited for any more.
    mutating func letGo() {
        askedAt = nil
        for id in askedByHold { asking[id] = nil }
        askedByHold = []
    }

    // MARK: - Being asked

    /// - Parameters:
    ///   - name: what the sender is called; nil if it is not known, and then not answered.
    ///   - isFree: whether this station is in the lobby.
    ///   - isHolding: whether it holds already, which is an answer.
    ///   - endsWithHold: the invitation lasts as long as the sender's hold.
    mutating func heard(
        _ invitation: Invitation, from id: StationID, name: StationName?, isFree: Bool, isHolding: Bool,
        endsWithHold: Bool = false, now: Duration
    ) -> [Effect] {
        guard let name else { return [] }
        switch invitation {
        case .invite:
            if isFree, isHolding { return answer(.accept, to: id) }
            guard isFree, asked.count < Self.waitingAtMost || asked.contains(where: { $0.by == id }) else {
                return answer(.busy, to: id)
            }
            asked.removeAll { $0.by == id }
            asked.append(Asked(by: id, at: now, endsWithHold: endsWithHold))
            return [.say(.invited(by: name))]
        case .accept:
            guard takeAsked(id) else { return [] }
            // The first who says yes is waited for.
            if partner(now: now) == nil { promise(id, now: now) }
            return isHolding ? [] : [.say(.accepted(name))]
        case .decline, .busy:
            let isTakenBack = invitation == .decline && partner(now: now) == id
            if isTakenBack { promised = nil }
            guard takeAsked(id) || isTakenBack else { return [] }
            spared[id] = now + Self.sparedFor
            return [.say(invitation == .decline ? .declined(name) : .busy(name))]
        }
    }

    /// Whether it was asked, and has not answered before.
    private mutating func takeAsked(_ id: StationID) -> Bool {
        askedByHold.remove(id)
        return asking.removeValue(forKey: id) != nil
    }

    /// Holding accepts the newest invitation.
    mutating func accept(now: Duration) -> [Effect] {
        guard let newest = asked.popLast() else { return [] }
        promise(newest.by, now: now)
        return answer(.accept, to: newest.by)
    }

    /// A double press declines the newest invitation.
    mutating func decline() -> [Effect] {
        guard let newest = asked.popLast() else { return [] }
        return [.play(.falling)] + answer(.decline, to: newest.by)
    }

    /// A "yes" is taken back: the other one hears a no after all.
    mutating func takeBack(now: Duration) -> [Effect] {
        guard let partner = partner(now: now) else { return [] }
        promised = nil
        return answer(.decline, to: partner)
    }

    private func answer(_ answer: Invitation, to id: StationID) -> [Effect] {
        [.unicast(UnicastMessage(other: id, body: answer.bytes))]
    }

    private mutating func promise(_ id: StationID, now: Duration) {
        promised = id
        promisedAt = now
    }

    // MARK: - Time

    /// Five seconds without an answer are a no, on both sides.
    ///
    /// - Parameters:
    ///   - holds: whether a station is seen to hold.
    ///   - name: what a station is called, if it is still there.
    mutating func advance(
        now: Duration, holds: (StationID) -> Bool = { _ in true }, name: (StationID) -> StationName?
    ) -> [Effect] {
        if !spared.isEmpty { spared = spared.filter { $0.value > now } }
        if !asked.isEmpty {
            asked.removeAll { now - $0.at > Self.answeredWithin || $0.endsWithHold && !holds($0.by) }
        }
        if asking.isEmpty { return [] }
        let silent = asking.filter { now - $0.value > Self.answeredWithin + Self.answerTravels }.keys.sorted()
        for id in silent { _ = takeAsked(id) }
        // Of several only the first is named: people hold for anybody who comes.
        return silent.compactMap(name).prefix(1).map { .say(.noAnswer($0)) }
    }
}
