/// What the lobby's network edge tells.
enum DatagramsEvent: Equatable, Sendable {
    /// A datagram of at most `Datagrams.bytesAtMost` bytes, and the address it came from. It may come twice,
    /// and it may be one's own.
    case received([UInt8], from: String)
    /// The lobby is on these interfaces, sorted by name; told whenever they change and when a trouble is
    /// over.
    case ready(interfaces: [String])
    /// Told once, until it is over or another takes its place.
    case trouble(NetworkTrouble)
}

/// Decides, from what is found at every look around, which interfaces to join and to leave, and what to tell.
struct NetworkWatch: Sendable {
    struct Change: Equatable, Sendable {
        var leave: [NetworkInterface] = []
        var join: [NetworkInterface] = []
        var events: [DatagramsEvent] = []
    }

    private let only: String?
    /// The interfaces in use.
    private(set) var interfaces: [NetworkInterface] = []
    private var trouble: NetworkTrouble?
    private var toldNames: [String] = []
    /// Since the last look around: whether anything was sent, and the newest errno if something was not.
    private var hasSent = false
    private var sendError: Int32?

    init(only name: String?) {
        only = name
    }

    /// Takes what a look around has found.
    mutating func found(_ all: [NetworkInterface]) -> Change {
        let chosen = NetworkInterface.chosen(from: all, only: only)
        var change = Change()
        // An interface that has changed its address is the same one: groups are joined by index.
        change.leave = interfaces.filter { old in !chosen.contains { $0.index == old.index } }
        change.join = chosen.filter { new in !interfaces.contains { $0.index == new.index } }
        interfaces = chosen
        if chosen.isEmpty {
            change.events = tell(.noNetwork(only: only))
        } else if let sendError, !hasSent {
            change.events = tell(.notSent(code: sendError))
        } else if case .notSent? = trouble, !hasSent {
            // Nothing was tried, so nothing is known to have become better.
        } else {
            change.events = tellReady()
        }
        hasSent = false
        sendError = nil
        return change
    }

    /// Takes how one datagram went out on one way; 0 or an errno.
    mutating func sent(code: Int32) {
        if code == 0 { hasSent = true } else { sendError = code }
    }

    /// The socket is closed or could not be opened: all groups are left with it.
    mutating func lost(_ reason: NetworkTrouble) -> [DatagramsEvent] {
        interfaces = []
        hasSent = false
        sendError = nil
        return tell(reason)
    }

    private mutating func tell(_ news: NetworkTrouble) -> [DatagramsEvent] {
        guard trouble != news else { return [] }
        trouble = news
        toldNames = []
        return [.trouble(news)]
    }

    private mutating func tellReady() -> [DatagramsEvent] {
        let names = interfaces.map(\.name).sorted()
        guard trouble != nil || names != toldNames else { return [] }
        trouble = nil
        toldNames = names
        return [.ready(interfaces: names)]
    }
}
