import Determinism
import PeerNetwork
import Wire

/// What is said to those who are met, to one station, and to a session: messages that are being advertised,
/// and those that wait behind one of the same stream.
struct OutgoingQueue: Sendable {
    /// Of one kind, to one station, wait for their turn.
    static let waitingAtMost = 4
    /// At once, of all kinds.
    static let messagesAtMost = 32
    /// A unicast frame without an item is no longer.
    private static let bytesOfBare = 80

    /// What is being said, the first before what is behind it.
    private(set) var messages: [OutgoingMessage] = []
    private var waiting: [(stream: OutgoingStream, datagram: [UInt8], at: Duration)] = []
    /// The datagrams of the messages.
    private var said: [OutgoingStream: [UInt8]] = [:]
    private var responses = SaidResponses()
    private var number: Int

    /// This station's announcement: what it says is left out of the others.
    var presence: AirPresence?
    /// Those who are to hear it listen in one of so many parts of the time.
    var heardOneIn = 1
    /// In a hunt there are too few frames to say anything but news twice.
    var isHunting = false
    /// More others are heard than come to know each other.
    var isCrowded = false
    /// Something else is to be said than when this was last set to false.
    var hasChanged = false

    /// - Parameter first: number of the first message.
    init(first: Int) { number = first }

    private var times: Int { isHunting ? 1 : heardOneIn }

    /// Not while something is said to a session, which needs the few frames there are in a hunt; nor in a
    /// crowd, where nobody comes to know all.
    var mayHasten: Bool { !said.keys.contains(where: \.isSession) && !isCrowded }

    mutating func takeNumber() -> Int {
        defer { number = (number + 1) % AirFrame.numbers.count }
        responses.forget(number: number)
        return number
    }

    /// A datagram that is no announcement.
    ///
    /// - Returns: whether it will be said.
    mutating func send(_ datagram: [UInt8], kind: Envelope.Kind, now: Duration) -> Bool {
        switch kind {
        case .announcement: false
        case .sealed: queue(datagram, in: .session(key: Envelope.keyTag(of: datagram)), now: now)
        case .tagged: sendTagged(datagram, now: now)
        case .unicast where datagram.count <= Self.bytesOfBare:
            queue(datagram, in: .bare(Array(datagram[12..<20])), now: now)
        // Kind and addressee.
        case .challenge, .response, .unicast:
            queue(datagram, in: .unicast([kind.rawValue] + datagram[12..<20]), now: now)
        }
    }

    /// What is new in the announcement, for those who are met: only news of a round goes before it.
    private mutating func sendTagged(_ datagram: [UInt8], now: Duration) -> Bool {
        messages.removeAll { $0.stream == .tagged }
        said[.tagged] = nil
        return begin(datagram, in: .tagged, at: now)
    }

    /// What was said to the session is outdated; this goes before everything else.
    mutating func sendNews(_ datagram: [UInt8], now: Duration) {
        let stream = OutgoingStream.session(key: Envelope.keyTag(of: datagram))
        messages.removeAll { $0.stream == stream }
        waiting.removeAll { $0.stream == stream }
        said[stream] = nil
        guard begin(datagram, in: stream, at: now), var news = messages.popLast() else { return }
        news.becomeNews(isHunting: isHunting, times: heardOneIn)
        messages.insert(news, at: newsCount)
    }

    /// Of many like it, the newest is enough.
    mutating func sendReport(_ datagram: [UInt8], now: Duration) {
        _ = queue(datagram, in: .report, now: now)
    }

    /// The last response was missed.
    mutating func respondAgain(to asker: StationID) {
        let stream = OutgoingStream.unicast([Envelope.Kind.response.rawValue] + asker.value.bigEndianBytes)
        if let place = messages.firstIndex(where: { $0.stream == stream }) {
            messages[place].isAskedAgain = true
        } else if messages.count < Self.messagesAtMost, let (message, datagram) = responses.resume(in: stream)
        {
            messages.insert(message, at: place(of: message))
            said[stream] = datagram
        }
        hasChanged = true
    }

    /// What was said to one station was answered. A bare frame stays: it is an answer itself.
    mutating func settle(_ kind: Envelope.Kind, with other: StationID, now: Duration) {
        let stream = OutgoingStream.unicast([kind.rawValue] + other.value.bigEndianBytes)
        waiting.removeAll { $0.stream == stream }
        if let answered = messages.first(where: { $0.stream == stream }) { end(answered, now: now) }
    }

    /// What was to be said is not.
    mutating func rest() { (messages, waiting, said) = ([], [], [:]) }

    /// What was advertised of them was counted: what was asked for again gets some more, and what was said
    /// often enough gives way to what waits.
    mutating func renew(now: Duration) {
        for place in messages.indices { messages[place].renew() }
        for done in messages.filter({ $0.left <= 0 }) { end(done, now: now) }
    }

    /// The message that a frame is of, if it is still being said or is a response that was.
    mutating func change(_ number: Int, _ body: (inout OutgoingMessage) -> Void) {
        if let index = messages.firstIndex(where: { $0.number == number }) {
            body(&messages[index])
        } else {
            responses.change(number, body)
        }
    }

    /// A response once more, where nothing else is to be said; nil where all were said often enough.
    ///
    /// - Parameter frames: of the list so far.
    mutating func takeFrameOfSaid(after frames: [AirFrame]) -> AirFrame? {
        mayHasten ? responses.takeFrame(after: frames) : nil
    }

    /// - Parameters:
    ///   - index: of a message.
    ///   - advertised: when it will be.
    ///   - isFirst: none of its frames is in the list yet.
    mutating func takeFrame(_ index: Int, advertised: Duration, isFirst: Bool) -> AirFrame {
        if isFirst { messages[index].tellAge(at: advertised) }
        return messages[index].takeFrame()
    }

    private mutating func queue(_ datagram: [UInt8], in stream: OutgoingStream, now: Duration) -> Bool {
        if said[stream] == datagram {
            sayAgain(datagram, in: stream, now: now)
            return true
        }
        if waiting.contains(where: { $0.datagram == datagram }) { return true }
        guard said[stream] != nil else { return begin(datagram, in: stream, at: now) }
        if case .bare = stream {
            messages.removeAll { $0.stream == stream }
            return begin(datagram, in: stream, at: now)
        }
        if stream.onlyNewestWaits { waiting.removeAll { $0.stream == stream } }
        guard waiting.count(where: { $0.stream == stream }) < Self.waitingAtMost,
            waiting.count < Self.messagesAtMost
        else { return false }
        waiting.append((stream, datagram, now))
        return true
    }

    /// What is being said is to be said; a challenge or response, once more.
    private mutating func sayAgain(_ datagram: [UInt8], in stream: OutgoingStream, now: Duration) {
        guard let place = messages.firstIndex(where: { $0.stream == stream && $0.isProof }) else { return }
        // A station that has the challenge would not look at it again, and not answer: it becomes another
        // message.
        if messages[place].isChallenge {
            messages.remove(at: place)
            _ = begin(datagram, in: stream, at: now)
        } else {
            messages[place].isAskedAgain = true
            hasChanged = true
        }
    }

    /// - Parameter at: when it was to be said.
    private mutating func begin(_ datagram: [UInt8], in stream: OutgoingStream, at: Duration) -> Bool {
        guard messages.count < Self.messagesAtMost,
            let (kind, content) = AirMessage.content(of: datagram, by: presence),
            let blocks = AirMessage.blocks(of: content)
        else { return false }
        var message = OutgoingMessage(
            stream, kind, number: takeNumber(), blocks: blocks,
            timing: OutgoingMessage.Timing(content: content, at: at), times: times)
        if message.isProof, mayHasten { message.hasten(times: times) }
        if var said = responses.take(datagram) {
            said.restart(as: message)
            message = said
        }
        messages.insert(message, at: place(of: message))
        said[stream] = datagram
        hasChanged = true
        return true
    }

    /// A message gives way to what waits behind it.
    private mutating func end(_ done: OutgoingMessage, now: Duration) {
        messages.removeAll { $0.number == done.number }
        let datagram = said.removeValue(forKey: done.stream)
        if let datagram, done.isResponse { responses.keep(done, datagram) }
        hasChanged = true
        if let next = waiting.firstIndex(where: { $0.stream == done.stream }) {
            let waited = waiting.remove(at: next)
            _ = begin(waited.datagram, in: done.stream, at: waited.at)
        }
    }

    /// News is said first: to who plays, and then to who is left out of the next round.
    private var newsCount: Int {
        messages.firstIndex { !($0.stream.isSession && $0.urgent > 0) } ?? messages.endIndex
    }

    /// Where a message is put among those that are being said.
    private func place(of message: OutgoingMessage) -> Int {
        // Only news goes before what is new in the announcement, and before challenges and responses.
        let first = newsCount
        if message.stream == .tagged { return first }
        // What it acknowledges is not said again, and it is short.
        if case .bare = message.stream {
            return messages.firstIndex { $0.isWords && $0.blocks.count > message.blocks.count }
                ?? messages.endIndex
        }
        guard message.isProof else { return messages.endIndex }
        // Before they are answered nothing else can be read by whom they are for.
        for place in messages.indices.dropFirst(first) {
            if !messages[place].isProof { return place }
            // A short one keeps a long one waiting for less.
            if messages[place].blocks.count > message.blocks.count { return place }
        }
        return messages.endIndex
    }
}
