import Determinism
package import PeerNetwork
import Wire

/// Puts together what others advertise, symbol by symbol.
///
/// Frames are believed nothing: whoever sends a wrong symbol under somebody else's address delays a message,
/// and what comes out is looked at by the gatekeeper like any datagram.
package struct AirReceiver: Sendable {
    /// Messages that are heard at once, and of which that is known that they were.
    package static let messagesAtMost = 256
    /// A message of which nothing is heard for so long is forgotten.
    package static let forgottenAfter: Duration = .seconds(10)
    /// Not so an announcement that is whole: without it nothing else of its sender can be read, and in a hunt
    /// it takes half a minute to say it again.
    static let announcementForgottenAfter: Duration = .seconds(60)
    /// Different payloads of one symbol: all but one are somebody else's.
    static let variantsAtMost = 4
    /// Ways to choose among them that are tried at each symbol.
    private static let attemptsAtOnce = 6

    /// So many frames of a challenge, beyond the one that was needed, ask for the response once more.
    private static let repeatsToAnswerAgain = 2

    /// A whole datagram.
    package struct Arrival: Equatable, Sendable {
        package var bytes: [UInt8]
        package var from: Endpoint
        /// When it was said: when its first part was advertised, as far as its numbers tell, less what it had
        /// waited before.
        package var heardAt: Duration
    }

    private struct Variant: Sendable {
        var payload: [UInt8]
        var heardAt: Duration
        var count = 1
    }

    private struct Incoming: Sendable {
        var sender: [UInt8]
        var kind: AirFrame.Kind
        var message: Int
        var blocks: Int
        var symbols: [Int: [Variant]] = [:]
        var heardAt: Duration
        var isWhole = false
        /// Whose challenge it is, and how many of its frames were heard since.
        var asker: StationID?
        var repeats = 0
        /// What it is, once it is whole.
        var presence: AirPresence?
        /// How often it was tried to put it together.
        var attempts = 0
    }

    private struct Place: Hashable, Sendable {
        let sender: [UInt8]
        let message: Int
    }

    private var incoming: [Incoming] = []
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
        let index = place(of: frame, from: sender, now: now)
        incoming[index].heardAt = now
        guard !incoming[index].isWhole else {
            noteRepetition(index)
            return nil
        }
        guard note(frame, at: index, now: now) else { return nil }
        return assemble(index, now: now)
    }

    private mutating func noteRepetition(_ index: Int) {
        incoming[index].repeats += 1
        guard incoming[index].repeats % Self.repeatsToAnswerAgain == 0 else { return }
        stillAsks = incoming[index].asker
    }

    private mutating func place(of frame: AirFrame, from sender: [UInt8], now: Duration) -> Int {
        let known = incoming.firstIndex {
            $0.message == frame.message && $0.kind == frame.kind && $0.blocks == frame.blocks
                && $0.sender == sender
        }
        if let known {
            if !isForgotten(incoming[known], now: now) { return known }
            remove(known)
        }
        if incoming.count >= Self.messagesAtMost { makeRoom(now: now) }
        incoming.append(
            Incoming(
                sender: sender, kind: frame.kind, message: frame.message, blocks: frame.blocks, heardAt: now))
        return incoming.count - 1
    }

    private func isForgotten(_ message: Incoming, now: Duration) -> Bool {
        let after = message.presence != nil ? Self.announcementForgottenAfter : Self.forgottenAfter
        return now - message.heardAt >= after
    }

    /// Those that were not heard for long go; else, of the sender that has most, the one of which least is
    /// known.
    private mutating func makeRoom(now: Duration) {
        for index in incoming.indices.reversed()
        where isForgotten(incoming[index], now: now) { remove(index) }
        guard incoming.count >= Self.messagesAtMost else { return }
        var counts: [[UInt8]: Int] = [:]
        for message in incoming { counts[message.sender, default: 0] += 1 }
        let least = incoming.indices.min { one, other in
            let (left, right) = (incoming[one], incoming[other])
            let crowds = (counts[left.sender] ?? 0, counts[right.sender] ?? 0)
            if crowds.0 != crowds.1 { return crowds.0 > crowds.1 }
            let known = (left.symbols.count, right.symbols.count)
            return known.0 != known.1 ? known.0 < known.1 : left.heardAt < right.heardAt
        }
        if let least { remove(least) }
    }

    private mutating func remove(_ index: Int) {
        let gone = incoming.remove(at: index)
        guard gone.kind.isPresence else { return }
        tails[Place(sender: gone.sender, message: gone.message)] = nil
    }

    /// - Returns: whether it says anything new.
    private mutating func note(_ frame: AirFrame, at index: Int, now: Duration) -> Bool {
        var variants = incoming[index].symbols[frame.symbol] ?? []
        if let known = variants.firstIndex(where: { $0.payload == frame.payload }) {
            variants[known].count += 1
            incoming[index].symbols[frame.symbol] = variants
            // Said again, it is more likely to be the sender's; that matters where there are others.
            return variants.count > 1 || incoming[index].attempts > 0
        }
        if variants.count >= Self.variantsAtMost {
            // The newest of those that were heard least makes room.
            let count = variants.map(\.count).min() ?? 0
            if let least = variants.lastIndex(where: { $0.count == count }) { variants.remove(at: least) }
        }
        variants.append(Variant(payload: frame.payload, heardAt: now))
        incoming[index].symbols[frame.symbol] = variants
        return true
    }

    private mutating func assemble(_ index: Int, now: Duration) -> Arrival? {
        let blocks = incoming[index].blocks
        guard incoming[index].symbols.count >= blocks else { return nil }
        for _ in 0..<Self.attemptsAtOnce {
            guard attempts.take(now: now) else { return nil }
            let chosen = choice(incoming[index].attempts, of: incoming[index])
            incoming[index].attempts += 1
            let decoded = ErasureCode.blocks(blocks, from: chosen.mapValues(\.payload))
            if let decoded, let content = AirMessage.content(of: decoded) {
                // Given to a radio, a frame waits for its turn and then for the radio's event, half an
                // interval each on average.
                let interval = senders.interval(of: incoming[index].sender)
                let waited = AirMessage.age(of: decoded) + interval
                let said = (Self.beginning(of: chosen, interval: interval) ?? now) - waited
                return finish(index, content, heardAt: max(.zero, said))
            }
            // There is only one way to choose.
            let isContested =
                incoming[index].symbols.count > blocks
                || incoming[index].symbols.values.contains { $0.count > 1 }
            if !isContested { return nil }
        }
        return nil
    }

    /// When symbol 0 was advertised: where it was missed, so many turns before the first that was heard. A
    /// turn takes what two that were heard one after the other are apart, where that is least: in between
    /// there may have been others, or a whole round of them.
    ///
    /// - Parameter interval: of the sender's advertisements.
    private static func beginning(of chosen: [Int: Variant], interval: Duration) -> Duration? {
        let heard = chosen.map { (symbol: $0.key, at: $0.value.heardAt) }
            .sorted { ($0.at, $0.symbol) < ($1.at, $1.symbol) }
        // Beyond its last symbol a sender begins again.
        let turns = zip(heard, heard.dropFirst()).filter { $1.symbol > $0.symbol }
            .map { ($1.at - $0.at) / ($1.symbol - $0.symbol) }
        // Nine intervals of ten are for frames, where most is.
        let atMost = (max(interval, AirCarrier.quickest) + AirCarrier.meanDelay) * 10 / 9
        let turn = min(turns.min() ?? .zero, atMost)
        return heard.first.map { $0.at - turn * $0.symbol }
    }

    /// The symbols that are tried at this attempt: first those that were heard most often. Then they are
    /// drawn, every second time from all, and else from those that were heard most often. Where one in four
    /// was made up, a dozen attempts find enough that were not.
    private func choice(_ attempt: Int, of message: Incoming) -> [Int: Variant] {
        let best = message.symbols.mapValues { variants in
            variants.sorted { $0.count > $1.count }
        }
        var chance = SeededGenerator(seed: UInt64(attempt))
        var numbers = best.keys.sorted()
        if attempt > 0 { numbers.shuffle(using: &chance) }
        if attempt % 2 == 0 {
            let counts = best.mapValues { $0.first?.count ?? 0 }
            let ranked = numbers.enumerated().sorted { one, other in
                let (left, right) = (counts[one.element] ?? 0, counts[other.element] ?? 0)
                return left != right ? left > right : one.offset < other.offset
            }
            numbers = ranked.map(\.element)
        }
        var chosen: [Int: Variant] = [:]
        for (place, number) in numbers.prefix(message.blocks).enumerated() {
            guard let variants = best[number] else { continue }
            chosen[number] = variants[attempt >> (place % 8) & 1 == 1 ? min(1, variants.count - 1) : 0]
        }
        return chosen
    }

    private mutating func finish(_ index: Int, _ content: [UInt8], heardAt: Duration) -> Arrival? {
        let message = incoming[index]
        incoming[index].symbols = [:]
        incoming[index].isWhole = true
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

    private func announced(_ content: [UInt8], by message: Incoming) -> AirPresence? {
        guard message.kind == .change else { return try? AirPresence(content) }
        guard content.count >= 2, let old = presence(of: message.sender, Int(content.u16be(at: 0))),
            let changed = try? AirMessage.apply(Array(content.dropFirst(2)), to: old.bytes)
        else { return nil }
        return try? AirPresence(changed)
    }

    private func datagram(of content: [UInt8], by message: Incoming) -> [UInt8]? {
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
