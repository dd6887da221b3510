import Determinism
import PeerNetwork
import Wire

/// What this station says by radio: which messages, and which of their symbols are advertised next.
///
/// The radio is given a list of frames, and advertises one after the other. How many it has come to since is
/// worked out from the time, so that nothing has to be told back.
package struct AirSender: Sendable {
    /// Of one kind, to one station, wait for their turn.
    static let waitingAtMost = 4
    /// A unicast frame without an item is no longer.
    private static let bytesOfBare = 80
    /// At once, of all kinds.
    static let messagesAtMost = 32
    /// A list is for about so long, and is made anew then.
    static let framesInList = 24
    /// Of the frames, one in so many is the tail of the announcement, which shows that we are still here …
    private static let tailEvery = 4
    /// … and where there is something to say.
    private static let tailEveryWhileBusy = 16

    private var number: Int
    private var presence: OutgoingPresence?
    /// Of this program, as the announcement says.
    private(set) var start: UInt32?
    private var introducedAt: Duration = .zero
    private static let introducesEvery: Duration = .seconds(2)
    /// The last that was said often enough.
    private var reference: (number: Int, said: AirPresence)?
    private var tail: AirFrame?
    /// Between two advertisements, where there is something to say, and now: said in each tail.
    var interval: Duration = .zero
    var intervalNow: Duration = .zero
    /// This station listens in one of so many parts of the time, 1…255: said in each tail.
    var listensOneIn = 1
    /// Those who are to hear it listen in one of so many parts of the time.
    var heardOneIn = 1
    /// More others are heard than come to know each other.
    var isCrowded = false
    /// Who is heard: where that changes, something else is to be said.
    var company = TurnOrder.Company() {
        didSet { isStale = isStale || company != oldValue }
    }
    /// Frames that were advertised since the last tail.
    private var sinceTail = 0
    /// Frames that were advertised, without tails: turns go on where the list before was left. A slow radio
    /// comes to one frame of each.
    private var turn = 0
    /// What is being sent, and what waits behind it.
    private var sending: [OutgoingMessage] = []
    private var waiting: [(stream: OutgoingStream, datagram: [UInt8], at: Duration)] = []
    private var responses = SaidResponses()
    /// The datagrams that are being sent.
    private var said: [OutgoingStream: [UInt8]] = [:]

    /// The frames that the radio goes through now, and since when.
    private var list: [AirFrame] = []
    private var listedAt: Duration = .zero
    /// What a frame takes, on average: an advertising interval, and those in which the beacon is advertised.
    private var frameTakes: Duration = .milliseconds(56)
    /// Something else is to be said now.
    private var isStale = false

    /// - Parameter first: number of the first message; another one at each start of the program.
    package init(first: UInt32) {
        number = Int(first % UInt32(AirFrame.numbers.count))
    }

    /// When the list ends; nil while there is nothing to say.
    package var nextDeadline: Duration? {
        list.isEmpty ? nil : listedAt + frameTakes * list.count
    }

    /// Something is to be said to all who hear it.
    ///
    /// - Returns: whether it will be.
    @discardableResult package mutating func send(_ datagram: [UInt8], now: Duration) -> Bool {
        guard let envelope = Envelope(datagram), let kind = Envelope.Kind(rawValue: envelope.kind) else {
            return false
        }
        return switch kind {
        case .card: announce(datagram)
        case .sealed: queue(datagram, in: .session(key: Envelope.keyTag(of: datagram)), now: now)
        case .tagged: sendTagged(datagram, now: now)
        case .whisper where datagram.count <= Self.bytesOfBare:
            queue(datagram, in: .bare(Array(datagram[12..<20])), now: now)
        // Kind and addressee.
        case .probe, .answer, .whisper:
            queue(datagram, in: .unicast([kind.rawValue] + datagram[12..<20]), now: now)
        }
    }

    /// The last response was missed.
    mutating func respondAgain(to asker: StationID) {
        let stream = OutgoingStream.unicast([Envelope.Kind.answer.rawValue] + asker.value.bigEndianBytes)
        if let place = sending.firstIndex(where: { $0.stream == stream }) {
            sending[place].isAskedAgain = true
        } else if sending.count < Self.messagesAtMost, let (message, datagram) = responses.resume(in: stream)
        {
            sending.insert(message, at: place(of: message))
            said[stream] = datagram
        }
        isStale = true
    }

    /// Somebody is asked who it is, and so does not know this station either: it says who it is once more.
    package mutating func introduce(now: Duration) {
        guard presence != nil, now - introducedAt >= Self.introducesEvery else { return }
        presence?.isAskedAgain = true
        (introducedAt, isStale) = (now, true)
    }

    /// What was said to the session is outdated; this goes before everything else.
    package mutating func sendNews(_ datagram: [UInt8], now: Duration) {
        let stream = OutgoingStream.session(key: Envelope.keyTag(of: datagram))
        sending.removeAll { $0.stream == stream }
        waiting.removeAll { $0.stream == stream }
        said[stream] = nil
        guard begin(datagram, in: stream, at: now), var news = sending.popLast() else { return }
        news.urgent = 2 * news.blocks.count * heardOneIn
        sending.insert(news, at: newsCount)
    }

    /// What is new in the announcement, for those who are met: only news of a round goes before it. The
    /// announcement, which says the same, waits for its turns.
    private mutating func sendTagged(_ datagram: [UInt8], now: Duration) -> Bool {
        sending.removeAll { $0.stream == .tagged }
        said[.tagged] = nil
        guard begin(datagram, in: .tagged, at: now) else { return false }
        presence?.giveWay()
        return true
    }

    /// What was said to one station was answered. A bare frame stays: it is an answer itself.
    mutating func settle(_ kind: Envelope.Kind, with other: StationID, now: Duration) {
        let stream = OutgoingStream.unicast([kind.rawValue] + other.value.bigEndianBytes)
        waiting.removeAll { $0.stream == stream }
        if let answered = sending.first(where: { $0.stream == stream }) { end(answered, now: now) }
    }

    /// Of many like it, the newest is enough.
    package mutating func sendReport(_ datagram: [UInt8], now: Duration) {
        _ = queue(datagram, in: .report, now: now)
    }

    private mutating func announce(_ datagram: [UInt8]) -> Bool {
        let beginning = Array(datagram.dropLast(AirPresence.tailBytes))
        if presence?.beginning != beginning, !replacePresence(datagram, beginning) { return false }
        guard let presence else { return false }
        let end = datagram.suffix(AirPresence.tailBytes)
        let parts = listensOneIn == 1 ? 0 : UInt8(clamping: listensOneIn)
        let radio = [interval, intervalNow].map(AirFrame.units) + [parts]
        let padding = [UInt8](
            repeating: 0, count: AirFrame.payloadBytes - AirPresence.tailBytes - radio.count)
        tail = AirFrame(
            kind: .tail, message: presence.whole.number, blocks: 1, symbol: 0,
            payload: end + radio + padding)
        isStale = true
        return true
    }

    private mutating func replacePresence(_ datagram: [UInt8], _ beginning: [UInt8]) -> Bool {
        guard let new = AirPresence(of: datagram), let blocks = AirMessage.blocks(of: new.bytes) else {
            return false
        }
        if let presence, presence.isSaid { reference = (presence.whole.number, presence.said) }
        start = new.start
        let number = takeNumber()
        var next = OutgoingPresence(
            beginning: beginning, said: new,
            whole: OutgoingMessage(.presence, .beginning, number: number, blocks: blocks))
        if let reference {
            let change = AirMessage.change(from: reference.said.bytes, to: new.bytes)
            let said = [UInt8(reference.number >> 8), UInt8(reference.number & 0xFF)] + change
            next.change = AirMessage.blocks(of: said).map {
                OutgoingMessage(.presence, .change, number: number, blocks: $0)
            }
        }
        presence = next
        return true
    }

    private mutating func queue(_ datagram: [UInt8], in stream: OutgoingStream, now: Duration) -> Bool {
        if said[stream] == datagram {
            if let place = sending.firstIndex(where: { $0.stream == stream && $0.isProof }) {
                // Who has it would not look at it again, and not answer.
                if sending[place].isChallenge {
                    sending.remove(at: place)
                    return begin(datagram, in: stream, at: now)
                }
                sending[place].isAskedAgain = true
                isStale = true
            }
            return true
        }
        if waiting.contains(where: { $0.datagram == datagram }) { return true }
        guard said[stream] != nil else { return begin(datagram, in: stream, at: now) }
        if case .bare = stream {
            sending.removeAll { $0.stream == stream }
            return begin(datagram, in: stream, at: now)
        }
        if stream.onlyNewestWaits { waiting.removeAll { $0.stream == stream } }
        guard waiting.count(where: { $0.stream == stream }) < Self.waitingAtMost,
            waiting.count < Self.messagesAtMost
        else { return false }
        waiting.append((stream, datagram, now))
        return true
    }

    /// - Parameter at: when it was to be said.
    private mutating func begin(_ datagram: [UInt8], in stream: OutgoingStream, at: Duration) -> Bool {
        guard sending.count < Self.messagesAtMost,
            let (kind, content) = AirMessage.content(of: datagram, by: presence?.said),
            let blocks = AirMessage.blocks(of: content)
        else { return false }
        var message = OutgoingMessage(
            stream, kind, number: takeNumber(), blocks: blocks,
            timing: OutgoingMessage.Timing(content: content, at: at), times: heardOneIn)
        if message.isProof, mayHasten { message.hasten(times: heardOneIn) }
        if var said = responses.take(datagram) {
            said.restart(as: message)
            message = said
        }
        sending.insert(message, at: place(of: message))
        said[stream] = datagram
        isStale = true
        return true
    }

    /// News is said first: to who plays, and then to who is left out of the next round.
    private var newsCount: Int {
        sending.firstIndex { !($0.stream.isSession && $0.urgent > 0) } ?? sending.endIndex
    }

    /// Where a message is put among those that are being said.
    private func place(of message: OutgoingMessage) -> Int {
        // Only news goes before what is new in the announcement, and before challenges and responses.
        let first = newsCount
        if message.stream == .tagged { return first }
        // What it acknowledges is not said again, and it is short.
        if case .bare = message.stream {
            return sending.firstIndex { $0.isWords && $0.blocks.count > message.blocks.count }
                ?? sending.endIndex
        }
        guard message.isProof else { return sending.endIndex }
        // Before they are answered nothing else can be read by whom they are for.
        for place in sending.indices.dropFirst(first) {
            if !sending[place].isProof { return place }
            // A short one keeps a long one waiting for less.
            if sending[place].blocks.count > message.blocks.count { return place }
        }
        return sending.endIndex
    }

    /// Not while something is said to a session, which needs the few frames there are in a hunt; nor in a
    /// crowd, where nobody comes to know all.
    private var mayHasten: Bool { !said.keys.contains(where: \.isSession) && !isCrowded }

    private mutating func takeNumber() -> Int {
        defer { number = (number + 1) % AirFrame.numbers.count }
        responses.forget(number: number)
        return number
    }

    /// What was to be said is not; who we are is kept.
    package mutating func rest() {
        (sending, waiting, said, list) = ([], [], [:], [])
        isStale = true
    }

    /// The list of frames, if it is another one now.
    ///
    /// - Parameter frameTakes: an advertising interval over the share of it that frames have.
    package mutating func frames(frameTakes: Duration, now: Duration) -> [[UInt8]]? {
        let isOver = nextDeadline.map { $0 <= now } ?? false
        guard isStale || isOver || frameTakes != self.frameTakes else { return nil }
        account(now: now)
        self.frameTakes = frameTakes
        isStale = false
        listedAt = now
        list = compose()
        return list.map(\.advertisingData)
    }

    /// How many frames of the list were advertised. The one that has begun counts.
    private func aired(now: Duration) -> Int {
        min(list.count, Int(max(.zero, now - listedAt) / frameTakes) + 1)
    }

    /// Of what goes before everything else, or is for one station, something has not been advertised yet.
    func isUrgent(now: Duration) -> Bool {
        let aired = Array(list.prefix(aired(now: now)))
        return sending.contains {
            ($0.isForOne ? $0.left : $0.urgent) > TurnOrder.count($0.number, in: aired)
        }
    }

    /// Counts what has been advertised of the last list; what was sent often enough gives way to what waits.
    private mutating func account(now: Duration) {
        let aired = aired(now: now)
        for frame in list.prefix(aired) {
            sinceTail = frame.kind == .tail ? 0 : sinceTail + 1
            turn += frame.kind == .tail ? 0 : 1
            change(frame) {
                $0.left -= 1
                $0.urgent -= 1
                $0.isUnheard = false
            }
        }
        for place in sending.indices { sending[place].renew() }
        for done in sending.filter({ $0.left <= 0 }) { end(done, now: now) }
        // What was not advertised of the last list is for this one.
        for frame in list.dropFirst(aired).reversed() { change(frame) { $0.next = frame.symbol } }
        presence?.renew()
    }

    /// A message gives way to what waits behind it.
    private mutating func end(_ done: OutgoingMessage, now: Duration) {
        sending.removeAll { $0.number == done.number }
        let datagram = said.removeValue(forKey: done.stream)
        if let datagram, done.isResponse { responses.keep(done, datagram) }
        isStale = true
        if let next = waiting.firstIndex(where: { $0.stream == done.stream }) {
            let waited = waiting.remove(at: next)
            _ = begin(waited.datagram, in: done.stream, at: waited.at)
        }
    }

    /// The message that a frame is of, if it is still being sent.
    private mutating func change(_ frame: AirFrame, _ body: (inout OutgoingMessage) -> Void) {
        switch frame.kind {
        case .tail: break
        case .beginning:
            guard var whole = presence?.whole, whole.number == frame.message else { return }
            body(&whole)
            presence?.whole = whole
        case .change:
            guard presence?.whole.number == frame.message, var change = presence?.change else { return }
            body(&change)
            presence?.change = change
        case .whole, .known, .sealed, .challenge, .response:
            if let index = sending.firstIndex(where: { $0.number == frame.message }) { body(&sending[index]) }
        }
    }

    /// All that is to be said in turns; where there is nothing new, who we are, for those who come. It ends
    /// where a message has been said often enough, so that what waits behind it is not kept waiting.
    private mutating func compose() -> [AirFrame] {
        var frames: [AirFrame] = []
        var turn = turn
        var sinceTail = sinceTail
        let order = TurnOrder(sending, presence, company, hastens: mayHasten)
        while frames.count < Self.framesInList {
            let isBusy = !sending.isEmpty || presence?.isSaid == false || company.hearsStranger
            sinceTail += 1
            if let tail, sinceTail >= (isBusy ? Self.tailEveryWhileBusy : Self.tailEvery) {
                frames.append(tail)
                sinceTail = 0
                continue
            }
            if let index = order.message(turn, in: frames) {
                if TurnOrder.count(sending[index].number, in: frames) == 0 {
                    sending[index].tellAge(at: listedAt + frameTakes * frames.count)
                }
                let frame = sending[index].takeFrame()
                frames.append(frame)
                if TurnOrder.count(frame.message, in: frames) >= sending[index].left { break }
            } else if let frame = presenceFrame(turn) {
                frames.append(frame)
            } else {
                break
            }
            turn += 1
        }
        return frames
    }

    private mutating func presenceFrame(_ turn: Int) -> AirFrame? {
        let isForLate = TurnOrder.isForLate(turn)
        guard presence?.isSaid == false, presence?.change != nil, !isForLate else {
            return presence?.whole.takeFrame()
        }
        return presence?.change?.takeFrame()
    }
}
