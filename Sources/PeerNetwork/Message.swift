/// What a station says to others: bytes whose meaning is the lobby's, and who may read and believe them.
///
/// How it is signed, sealed, repeated and sent is `Security`'s business.
package struct Message: Equatable, Codable, Sendable {
    /// The longest body: what remains of 1,200 bytes when the largest envelope is taken off.
    static let bytesAtMost = 900

    package enum Audience: Hashable, Codable, Sendable {
        /// Everybody on the network may read it; signed. It is state: the newest stands for all before it,
        /// and is repeated until the next. An urgent one (somebody holds) is repeated often.
        case lobby(isUrgent: Bool)
        /// The members of this session and round: sealed with its key, sent once.
        case session(UInt64)
    }

    /// What a carrier that is slow says first, and what it may leave out.
    package enum TrafficClass: String, Codable, Sendable {
        /// Something has happened: what was said before is outdated.
        case news
        /// Of many like it, the newest is enough.
        case report
    }

    package var audience: Audience
    package var body: [UInt8]
    /// Nil for what says the same again.
    package var trafficClass: TrafficClass?

    package init(
        audience: Audience,
        body: [UInt8],
        trafficClass: TrafficClass? = nil
    ) {
        self.audience = audience
        self.body = body
        self.trafficClass = trafficClass
    }

    /// A message that has passed every check of `Security`: it was said by its sender, and not before.
    package struct Received: Equatable, Codable, Sendable {
        package var sender: StationID
        /// Drawn at every start of the sender's program.
        package var boot: UInt32
        package var message: Message
        /// Of the key that it was sealed with (`KeyEpoch.binding`): says what its members agreed on, whatever
        /// the message says. Nil for the lobby's, and in what was recorded before there was one.
        package var binding: UInt64?
        /// How long it took from its first part to its last, where it came in parts; nil where it came whole.
        /// Times in it are as old as its first part.
        package var arrivedOver: Duration?

        package init(
            sender: StationID,
            boot: UInt32,
            message: Message,
            binding: UInt64? = nil,
            arrivedOver: Duration? = nil
        ) {
            self.sender = sender
            self.boot = boot
            self.message = message
            self.binding = binding
            self.arrivedOver = arrivedOver
        }
    }
}

/// Something said to one other station that must arrive, once, and in the order in which it was said.
package struct UnicastMessage: Equatable, Codable, Sendable {
    /// Longer than the longest line about people's things; what the game says has a dozen.
    package static let bytesAtMost = 512

    /// Who it is for, or who it is from.
    package var other: StationID
    package var body: [UInt8]

    package init(
        other: StationID,
        body: [UInt8]
    ) {
        self.other = other
        self.body = body
    }
}
