import Determinism
import PeerNetwork

/// What this station says by radio: its announcement, and in turns with it what else it says.
///
/// The radio is given a list of frames, and advertises one after the other. How many it has come to since is
/// worked out from the time, so that nothing has to be told back.
package struct AirSender: Sendable {
    /// A list is for about so long, and is made anew then.
    static let framesInList = 24
    /// Of the frames, one in so many is the tail of the announcement, which shows that we are still here …
    private static let tailEvery = 4
    /// … and where there is something to say.
    private static let tailEveryWhileBusy = 24

    private var queue: OutgoingQueue
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
    var heardOneIn: Int {
        get { queue.heardOneIn }
        set { queue.heardOneIn = newValue }
    }
    /// In a hunt there are too few frames to say anything but news twice.
    var isHunting: Bool {
        get { queue.isHunting }
        set { queue.isHunting = newValue }
    }
    /// More others are heard than come to know each other.
    var isCrowded: Bool {
        get { queue.isCrowded }
        set { queue.isCrowded = newValue }
    }
    /// Who is heard: where that changes, something else is to be said.
    var company = TurnOrder.Company() {
        didSet { isStale = isStale || company != oldValue }
    }
    /// Frames that were advertised since the last tail.
    private var sinceTail = 0
    /// Frames that were advertised, without tails: turns go on where the list before was left. A slow radio
    /// comes to one frame of each.
    private var turn = 0

    /// The frames that the radio goes through now, and since when.
    private var list: [AirFrame] = []
    private var listedAt: Duration = .zero
    /// What a frame takes, on average: an advertising interval, and those in which the beacon is advertised.
    private var frameTakes: Duration = .milliseconds(56)
    /// The announcement, or who is heard, is another one.
    private var isStale = false

    /// - Parameter first: number of the first message; another one at each start of the program.
    package init(first: UInt32) {
        queue = OutgoingQueue(first: Int(first % UInt32(AirFrame.numbers.count)))
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
        if kind == .announcement { return announce(datagram) }
        let isSaid = queue.send(datagram, kind: kind, now: now)
        // It says the same to those who are met; the announcement waits for its turns.
        if isSaid, kind == .tagged { presence?.giveWay() }
        return isSaid
    }

    /// What was said to the session is outdated; this goes before everything else.
    package mutating func sendNews(_ datagram: [UInt8], now: Duration) {
        queue.sendNews(datagram, now: now)
    }

    /// Of many like it, the newest is enough.
    package mutating func sendReport(_ datagram: [UInt8], now: Duration) {
        queue.sendReport(datagram, now: now)
    }

    /// The last response was missed.
    mutating func respondAgain(to asker: StationID) { queue.respondAgain(to: asker) }

    /// What was said to one station was answered.
    mutating func settle(_ kind: Envelope.Kind, with other: StationID, now: Duration) {
        queue.settle(kind, with: other, now: now)
    }

    /// Somebody is asked who it is, and so does not know this station either: it says who it is once more.
    package mutating func introduce(now: Duration) {
        guard presence != nil, now - introducedAt >= Self.introducesEvery else { return }
        presence?.isAskedAgain = true
        (introducedAt, isStale) = (now, true)
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
        (start, queue.presence) = (new.start, new)
        let number = queue.takeNumber()
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

    /// What was to be said is not; who we are is kept.
    package mutating func rest() {
        queue.rest()
        (list, isStale) = ([], true)
    }

    /// The list of frames, if it is another one now.
    ///
    /// - Parameter frameTakes: an advertising interval over the share of it that frames have.
    package mutating func frames(frameTakes: Duration, now: Duration) -> [[UInt8]]? {
        let isOver = nextDeadline.map { $0 <= now } ?? false
        guard isStale || queue.hasChanged || isOver || frameTakes != self.frameTakes else { return nil }
        account(now: now)
        self.frameTakes = frameTakes
        (isStale, queue.hasChanged) = (false, false)
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
        return queue.messages.contains {
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
        queue.renew(now: now)
        // What was not advertised of the last list is for this one.
        for frame in list.dropFirst(aired).reversed() { change(frame) { $0.next = frame.symbol } }
        presence?.renew()
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
            queue.change(frame.message, body)
        }
    }

    /// All that is to be said in turns; where there is nothing new, who we are, for those who come. It ends
    /// where a message has been said often enough, so that what waits behind it is not kept waiting.
    private mutating func compose() -> [AirFrame] {
        var frames: [AirFrame] = []
        var turn = turn
        var sinceTail = sinceTail
        let order = TurnOrder(queue.messages, presence, company, hastens: queue.mayHasten)
        while frames.count < Self.framesInList {
            let isBusy = !queue.messages.isEmpty || presence?.isSaid == false || company.hearsStranger
            sinceTail += 1
            if let tail, sinceTail >= (isBusy ? Self.tailEveryWhileBusy : Self.tailEvery) {
                frames.append(tail)
                sinceTail = 0
                continue
            }
            if let index = order.message(turn, in: frames) {
                let isFirst = TurnOrder.count(queue.messages[index].number, in: frames) == 0
                let frame = queue.takeFrame(
                    index, advertised: listedAt + frameTakes * frames.count, isFirst: isFirst)
                frames.append(frame)
                if TurnOrder.count(frame.message, in: frames) >= queue.messages[index].left { break }
            } else if company.isOne, company.isKnown, !TurnOrder.isForLate(turn),
                let frame = queue.takeFrameOfSaid(after: frames)
            {
                // The only one that is heard knows who we are, and may have missed what it asked for.
                frames.append(frame)
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
