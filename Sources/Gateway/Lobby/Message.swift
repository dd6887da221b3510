/// What a station says to others: bytes whose meaning is the lobby's, and who may read and believe them.
///
/// How it is signed, sealed, repeated and sent is `Security`'s business.
struct Message: Equatable, Codable, Sendable {
    /// The longest body: what remains of 1,200 bytes when the largest envelope is taken off.
    static let bytesAtMost = 900

    enum Audience: Hashable, Codable, Sendable {
        /// Everybody on the network may read it; signed. It is state: the newest stands for all before it,
        /// and is repeated until the next. An urgent one (somebody holds) is repeated often.
        case lobby(isUrgent: Bool)
        /// The members of this session and round: sealed with its key, sent once.
        case session(UInt64)
    }

    var audience: Audience
    var body: [UInt8]

    /// A message that has passed every check of `Security`: it was said by its sender, and not before.
    struct Received: Equatable, Codable, Sendable {
        var sender: StationID
        /// Drawn at every start of the sender's program.
        var boot: UInt32
        var message: Message
    }
}

/// Something said to one other station that must arrive, once, and in the order in which it was said.
struct Whisper: Equatable, Codable, Sendable {
    static let bytesAtMost = 64

    /// Who it is for, or who it is from.
    var other: StationID
    var body: [UInt8]
}
