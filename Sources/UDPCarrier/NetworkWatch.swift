package import PeerNetwork
import Runtime

/// What the lobby's network edge tells.
package enum DatagramsEvent: Equatable, Sendable {
    /// A datagram of at most `Datagrams.bytesAtMost` bytes, and where an answer to its sender goes. It may
    /// come several times, by several ways.
    case received([UInt8], from: Endpoint)
    /// The lobby is on these interfaces, sorted by name; told whenever they change and when a trouble is
    /// over.
    case ready(interfaces: [String])
    /// Told once, until it is over or another takes its place.
    case trouble(NetworkTrouble)
}

/// Decides, from what is found at every look around, which groups to join and to leave, and what to tell.
package struct NetworkWatch: Sendable {
    /// A group joined on an interface.
    package struct Membership: Hashable, Sendable {
        let family: AddressFamily
        /// Of the interface.
        let index: Int32

        package init(
            family: AddressFamily,
            index: Int32
        ) {
            self.family = family
            self.index = index
        }
    }

    package struct Change: Equatable, Sendable {
        /// To be done before `join`: a membership in both is renewed.
        var leave: [Membership] = []
        var join: [Membership] = []
        var events: [DatagramsEvent] = []
    }

    private enum Sockets: Sendable {
        case opening, open
        case failed(NetworkTrouble)
    }

    private let only: String?
    /// The interfaces in use.
    private(set) var interfaces: [NetworkInterface] = []
    private var sockets: [AddressFamily: Sockets] = [:]
    private var joined: [Membership] = []
    private var trouble: NetworkTrouble?
    private var toldNames: [String] = []
    /// Since sending was judged last: whether anything was sent, and the newest errno if something was not.
    private var hasSent = false
    private var sendError: Int32?
    /// The errno, while nothing that is tried can be sent.
    private var stuck: Int32?

    package init(only name: String?) {
        only = name
    }

    func isOpen(_ family: AddressFamily) -> Bool {
        if case .open? = sockets[family] { true } else { false }
    }

    /// Whether the lobby is on the interface with that index.
    func isOn(_ index: Int, orLoopback: Bool) -> Bool {
        // linux/net_namespace.h: the loopback is always number 1.
        orLoopback && index == 1 || interfaces.contains { Int($0.index) == index }
    }

    /// Whether that is the broadcast address of an interface in use, or of all.
    func isBroadcast(_ endpoint: Endpoint) -> Bool {
        interfaces.contains { $0.broadcast?.bytes == endpoint.address }
    }

    /// The sockets of that family can be used.
    mutating func opened(_ family: AddressFamily) {
        sockets[family] = .open
    }

    /// The sockets of that family are closed or could not be opened: all groups are left with them.
    mutating func lost(_ family: AddressFamily, _ reason: NetworkTrouble) {
        sockets[family] = .failed(reason)
        joined.removeAll { $0.family == family }
    }

    /// Takes what a look around has found.
    ///
    /// - Parameter judgesSending: whether enough time has passed since sending was judged last; a fresh
    ///   address cannot be sent from for a second or two (RFC 4862, 5.4).
    mutating func found(_ all: [NetworkInterface], judgesSending: Bool) -> Change {
        let before = interfaces
        interfaces = NetworkInterface.chosen(from: all, only: only)
        var change = Change()
        let wanted = interfaces.flatMap { interface in
            AddressFamily.allCases.filter { isOpen($0) && interface.carries($0) }.map {
                Membership(family: $0, index: interface.index)
            }
        }
        // Groups are joined by index and survive a change of address. But the switch or the access point
        // that keeps a list of members may not know the new address, or may be another: join once more.
        let moved = Set(
            joined.filter { address(of: $0, in: before) != address(of: $0, in: interfaces) })
        let wantedNow = Set(wanted)
        let joinedNow = Set(joined)
        change.leave = joined.filter { !wantedNow.contains($0) || moved.contains($0) }
        change.join = wanted.filter { !joinedNow.contains($0) || moved.contains($0) }
        joined = wanted
        if judgesSending { judgeSending() }
        change.events = verdict()
        return change
    }

    /// Takes how one datagram went out on one way; 0 or an errno.
    mutating func sent(code: Int32) {
        if code == 0 { hasSent = true } else { sendError = code }
    }

    private func address(of membership: Membership, in interfaces: [NetworkInterface]) -> [UInt8]? {
        guard let interface = interfaces.first(where: { $0.index == membership.index }) else { return nil }
        switch membership.family {
        case .ipv4: return interface.address?.bytes
        case .ipv6: return interface.linkLocal?.bytes
        }
    }

    private mutating func judgeSending() {
        if hasSent {
            stuck = nil
        } else if let sendError {
            stuck = sendError
        }
        // Where nothing was tried, nothing is known to have become better.
        hasSent = false
        sendError = nil
    }

    private mutating func verdict() -> [DatagramsEvent] {
        if interfaces.isEmpty {
            stuck = nil
            return tell(.noNetwork(only: only))
        }
        // IPv4 first: it is the one that every station of the house can be expected to have.
        for family in AddressFamily.allCases {
            if case .failed(let reason)? = sockets[family],
                interfaces.contains(where: { $0.carries(family) }),
                family == .ipv4 || !interfaces.contains(where: { $0.carries(.ipv4) })
            {
                return tell(reason)
            }
        }
        // Sockets that are still being opened are neither a trouble nor ready.
        guard !joined.isEmpty else { return [] }
        if let stuck { return tell(.notSent(code: stuck)) }
        return tellReady()
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
