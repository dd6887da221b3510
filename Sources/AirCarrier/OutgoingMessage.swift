import PeerNetwork

/// A message that is being advertised, symbol by symbol.
struct OutgoingMessage: Sendable {
    let stream: OutgoingStream
    let kind: AirFrame.Kind
    let number: Int
    private(set) var blocks: [[UInt8]]
    /// What its blocks are made of, to be made anew with its age; nil for announcements, which tell none.
    private let timing: Timing?
    /// The next symbol.
    var next = 0
    /// Nothing of it was advertised so far.
    var isUnheard = true
    /// Symbols that are still to be sent before it counts as heard.
    var left: Int
    /// Symbols that go before what was begun later: one message after the other is quicker than all by
    /// turns.
    var urgent: Int
    /// Renewed once what was advertised of it has been counted.
    var isAskedAgain = false
    /// An attacker that records a challenge can say it again and again.
    private var renewals = 0
    private static let renewalsAtMost = 8

    /// What is said, and when it was to be said.
    struct Timing: Sendable {
        let content: [UInt8]
        let at: Duration
    }

    /// - Parameters:
    ///   - timing: of what tells the time.
    ///   - times: how many times as many symbols those need who are to hear it, from 1.
    init(
        _ stream: OutgoingStream, _ kind: AirFrame.Kind, number: Int, blocks: [[UInt8]],
        timing: Timing? = nil, times: Int = 1
    ) {
        self.stream = stream
        self.kind = kind
        self.number = number
        self.blocks = blocks
        self.timing = timing
        switch stream {
        case .presence: left = 3 * blocks.count + 6
        // Through walls one frame in four arrives, and what is said is the same for long.
        case .session: left = 4 * blocks.count * times
        // The announcement says the same to those who missed it, and to everybody else.
        case .tagged: left = (4 * blocks.count + 2) * times
        // There will be another one.
        case .report: left = blocks.count + 2
        case .bare: left = (2 * blocks.count + 2) * times
        // The gatekeeper says it again, as another message, for which nothing of this one counts: through
        // walls beside Wi-Fi what is long would hardly ever arrive. It ends when it is acknowledged.
        case .unicast(let kindAndAddressee):
            let isLong =
                kindAndAddressee.first == Envelope.Kind.unicast.rawValue
                && blocks.count > Self.blocksOfShort
            left = (isLong ? 4 : 2) * blocks.count + 2
        }
        switch stream {
        case .presence, .session, .bare, .unicast: urgent = Self.urgent(of: blocks.count)
        // Several others are to have it before anything else is said to one of them.
        case .tagged: urgent = (blocks.count * 3 / 2 + 1) * times
        case .report: urgent = 0
        }
    }

    /// Of a challenge or response: as much as is mostly needed goes before what was begun later. A challenge
    /// goes on until it is answered, and a response is said again for as long as it is asked for.
    mutating func hasten(times: Int) {
        urgent = left * times
        left = isChallenge ? 6 * urgent : urgent
    }

    /// What has happened in a round: of it goes before everything else what is mostly needed, and in a hunt,
    /// where afterwards there are few frames, all. Beside Wi-Fi at 2.4 GHz, and with one in five frames
    /// lost, of the sixteen for two blocks nearly always two are heard.
    ///
    /// - Parameter times: how many times as many symbols those need who are to hear it, from 1.
    mutating func becomeNews(isHunting: Bool, times: Int) {
        left = 4 * blocks.count * times
        urgent = isHunting ? left : left / 2
    }

    /// It is answered once for each time that it is said.
    var isChallenge: Bool {
        guard case .unicast(let kindAndAddressee) = stream else { return false }
        return kindAndAddressee.first == Envelope.Kind.challenge.rawValue
    }

    /// A challenge or a response. Nothing else can be said to whom it is for before it has arrived.
    var isProof: Bool {
        guard case .unicast(let kindAndAddressee) = stream else { return false }
        return kindAndAddressee.first != Envelope.Kind.unicast.rawValue
    }

    var isResponse: Bool { isProof && !isChallenge }

    /// Somebody comes, comes back, or waits for a key.
    var isForOne: Bool {
        switch stream {
        case .bare, .unicast: true
        case .presence, .session, .tagged, .report: false
        }
    }

    /// For one station that is met.
    var isWords: Bool {
        guard case .unicast = stream else { return false }
        return !isProof
    }

    private static let blocksOfShort = 4
    private static func urgent(of blocks: Int) -> Int { blocks + blocks / 4 + 1 }

    var mayBeRenewed: Bool { renewals < Self.renewalsAtMost }

    /// It was missed: some more is said of it.
    mutating func renew() {
        guard isAskedAgain else { return }
        isAskedAgain = false
        guard mayBeRenewed else { return }
        renewals += 1
        urgent = max(urgent, Self.urgent(of: blocks.count))
        left = max(left, urgent)
    }

    /// As much of it is said as of a new one, and what was heard of it counts. Its renewals do as well: a
    /// recorded challenge does not get them anew each time that the gatekeeper answers it.
    mutating func restart(as new: OutgoingMessage) { (left, urgent) = (new.left, new.urgent) }

    /// Says in its blocks how old it is when its first symbol is advertised, unless one was already. The
    /// others compare clocks by that, and at 100 ms a turn is as long as counts may be apart.
    mutating func tellAge(at advertised: Duration) {
        guard isUnheard, let timing else { return }
        blocks = AirMessage.blocks(of: timing.content, age: max(.zero, advertised - timing.at)) ?? blocks
    }

    mutating func takeFrame() -> AirFrame {
        defer { next = (next + 1) % AirFrame.symbols(of: blocks.count) }
        return AirFrame(
            kind: kind, message: number, blocks: blocks.count, symbol: next,
            payload: ErasureCode.symbol(next, of: blocks))
    }
}

/// What belongs together: of one stream one message is sent after the other.
enum OutgoingStream: Hashable, Sendable {
    /// The newest stands for all before.
    case presence
    /// To those who have this key: to who is left out of the next round goes another packet than to who plays
    /// it.
    case session(key: UInt32?)
    /// What is new in the announcement, for those who are met. The newest stands for all before.
    case tagged
    case report
    /// Where the line to one station is, whole: the newest stands for all before.
    case bare([UInt8])
    /// To one station, in the order in which it was said.
    case unicast([UInt8])

    /// A station that asks under another number has forgotten the one before.
    var onlyNewestWaits: Bool {
        switch self {
        case .presence, .session, .tagged, .report, .bare: true
        case .unicast(let kindAndAddressee): kindAndAddressee.first == Envelope.Kind.response.rawValue
        }
    }

    var isSession: Bool {
        switch self {
        case .session: true
        case .presence, .tagged, .report, .bare, .unicast: false
        }
    }
}
