import Determinism
package import PeerNetwork
import Wire

/// Puts together what others advertise, symbol by symbol.
///
/// Frames are believed nothing: a sender of a wrong symbol under somebody else's address delays a message,
/// and what comes out is looked at by the gatekeeper like any datagram.
package struct AirReceiver: Sendable {
    /// Messages that are heard at once, and of which that is known that they were.
    package static let messagesAtMost = 256
    /// A message of which nothing is heard for so long is forgotten.
    package static let forgottenAfter: Duration = .seconds(10)
    /// Not so an announcement that is whole: without it nothing else of its sender can be read, and in a hunt
    /// it takes half a minute to say it again.
    static let announcementForgottenAfter: Duration = .seconds(60)

    /// A whole datagram.
    package struct Arrival: Equatable, Sendable {
        package var bytes: [UInt8]
        package var from: Endpoint
        /// When it was said: when its first part was advertised, as far as its numbers tell, less what it had
        /// waited before.
        package var heardAt: Duration
    }

    private struct Place: Hashable, Sendable {
        let sender: [UInt8]
        let message: Int
    }

    private var incoming: [IncomingMessage] = []
    /// Who listens, since its announcement has said so: what is for it leaves that out.
    var own: (station: StationID, start: UInt32)?
    /// What it has asked others, the newest last: their responses leave that out.
    private var asked: [Challenge] = []
    private static let askedAtMost = 64
    /// How announcements end, of which any part is known: never more than `incoming`.
    private var tails: [Place: [UInt8]] = [:]
    private var attempts = TokenBucket(perSecond: 200, atOnce: 64)
    /// How many others were heard lately, and as of when: that is looked at every second.
    private var counted = (count: 0, at: Duration.seconds(-1))
    private(set) var senders = HeardSenders()
    /// Who goes on with a challenge that was answered: it has missed the response.
    private(set) var stillAsks: StationID?
    /// Frames that could be read, and those that could not.
    package private(set) var understood = 0
    package private(set) var malformed = 0

    package init() {}

    package var messageCount: Int { incoming.count }

    /// A challenge of this station is said.
    mutating func note(_ challenge: Challenge) {
        if asked.count >= Self.askedAtMost { asked.removeFirst() }
        asked.append(challenge)
    }

    /// How many addresses were heard in the last ten seconds, as of a second ago at most.
    mutating func senderCount(now: Duration) -> Int {
        guard now - counted.at >= .seconds(1) else { return counted.count }
        let heard = incoming.filter { now - $0.heardAt < Self.forgottenAfter }
        counted = (Set(heard.map(\.sender)).count, now)
        return counted.count
    }

    /// An advertisement of our company.
    ///
    /// - Parameters:
    ///   - data: what stands behind the company.
    ///   - sender: the address that it says it is from.
    package mutating func hear(_ data: [UInt8], from sender: [UInt8], now: Duration) -> Arrival? {
        stillAsks = nil
        let frame: AirFrame
        do {
            guard let read = try AirFrame(data) else { return nil }
            frame = read
            understood += 1
        } catch {
            malformed += 1
            return nil
        }
        if frame.kind == .tail { return hearTail(frame, from: sender, now: now) }
        senders.hear(from: sender, now: now)
        if frame.kind == .response { senders.respond(by: sender, now: now) }
        let index = place(of: frame, from: sender, now: now)
        incoming[index].heardAt = now
        guard !incoming[index].isWhole else {
            stillAsks = incoming[index].repetition()
            return nil
        }
        let interval = senders.interval(of: sender)
        let content = incoming[index].content(with: frame, attempts: &attempts, interval: interval, now: now)
        return content.flatMap { finish(index, $0.bytes, heardAt: $0.saidAt) }
    }

    private mutating func place(of frame: AirFrame, from sender: [UInt8], now: Duration) -> Int {
        let known = incoming.firstIndex {
            $0.message == frame.message && $0.kind == frame.kind && $0.blocks == frame.blocks
                && $0.sender == sender
        }
        if let known {
            if !incoming[known].isForgotten(now: now) { return known }
            remove(known)
        }
        if incoming.count >= Self.messagesAtMost { makeRoom(now: now) }
        incoming.append(IncomingMessage(of: frame, from: sender, now: now))
        return incoming.count - 1
    }

    /// Those that were not heard for long go; else, of the sender that has most, the one of which least is
    /// known.
    private mutating func makeRoom(now: Duration) {
        for index in incoming.indices.reversed()
        where incoming[index].isForgotten(now: now) { remove(index) }
        guard incoming.count >= Self.messagesAtMost else { return }
        var counts: [[UInt8]: Int] = [:]
        for message in incoming { counts[message.sender, default: 0] += 1 }
        let least = incoming.indices.min { one, other in
            let (left, right) = (incoming[one], incoming[other])
            let crowds = (counts[left.sender] ?? 0, counts[right.sender] ?? 0)
            if crowds.0 != crowds.1 { return crowds.0 > crowds.1 }
            let known = (left.symbolCount, right.symbolCount)
            return known.0 != known.1 ? known.0 < known.1 : left.heardAt < right.heardAt
        }
        if let least { remove(least) }
    }

    private mutating func remove(_ index: Int) {
        let gone = incoming.remove(at: index)
        guard gone.kind.isPresence else { return }
        tails[Place(sender: gone.sender, message: gone.message)] = nil
    }

    private mutating func finish(_ index: Int, _ content: [UInt8], heardAt: Duration) -> Arrival? {
        let message = incoming[index]
        let datagram =
            message.kind.isPresence ? finishPresence(index, content) : datagram(of: content, by: message)
        guard let datagram else { return nil }
        if let own, Envelope.addressee(of: datagram) == own.station { senders.speak(by: message.sender) }
        if message.kind == .challenge { incoming[index].asker = Challenge(datagram)?.sender }
        return Arrival(bytes: datagram, from: Endpoint(air: message.sender), heardAt: heardAt)
    }

    /// Where its tail was missed, or somebody has made one up, it is as it was first said.
    private mutating func finishPresence(_ index: Int, _ content: [UInt8]) -> [UInt8]? {
        guard let presence = announced(content, by: incoming[index]) else { return nil }
        incoming[index].presence = presence
        senders.announce(start: presence.start, by: incoming[index].sender)
        let place = Place(sender: incoming[index].sender, message: incoming[index].message)
        if let heard = tails[place], presence.isEnded(by: heard) { return presence.datagram(heard) }
        tails[place] = presence.firstTail
        return presence.datagram(presence.firstTail)
    }

    private func announced(_ content: [UInt8], by message: IncomingMessage) -> AirPresence? {
        guard message.kind == .change else { return try? AirPresence(content) }
        guard content.count >= 2, let old = presence(of: message.sender, Int(content.u16be(at: 0))),
            let changed = try? AirMessage.apply(Array(content.dropFirst(2)), to: old.bytes)
        else { return nil }
        return try? AirPresence(changed)
    }

    private func datagram(of content: [UInt8], by message: IncomingMessage) -> [UInt8]? {
        switch message.kind {
        case .whole: AirMessage.datagram(of: content, sender: nil)
        case .challenge:
            own.flatMap { AirMessage.datagram(challenge: content, to: $0.station, start: $0.start) }
        case .known: presence(of: message.sender).map { AirMessage.datagram(of: content, sender: $0.sender) }
        case .sealed: presence(of: message.sender).flatMap { AirMessage.datagram(sealed: content, by: $0) }
        case .response:
            presence(of: message.sender).flatMap {
                AirMessage.datagram(response: content, by: $0, asked: asked)
            }
        case .beginning, .change, .tail: nil
        }
    }

    /// An announcement of this sender: the one of this number, or any.
    private func presence(of sender: [UInt8], _ number: Int? = nil) -> AirPresence? {
        incoming.last {
            $0.presence != nil && (number == nil || $0.message == number) && $0.sender == sender
        }?.presence
    }

    /// The end of an announcement, once more.
    private mutating func hearTail(_ frame: AirFrame, from sender: [UInt8], now: Duration) -> Arrival? {
        let place = Place(sender: sender, message: frame.message)
        let tail = Array(frame.payload.prefix(AirPresence.tailBytes))
        // Without any symbol of its beginning it is not worth a place.
        var isKnown = false
        for index in incoming.indices
        where incoming[index].message == frame.message && incoming[index].kind.isPresence
            && incoming[index].sender == sender
        {
            incoming[index].heardAt = now
            isKnown = true
        }
        guard isKnown else { return nil }
        senders.hear(tail: frame, from: sender, now: now)
        guard tails[place] != tail else { return nil }
        tails[place] = tail
        return presence(of: sender, frame.message).map {
            Arrival(bytes: $0.datagram(tail), from: Endpoint(air: sender), heardAt: now)
        }
    }
}
