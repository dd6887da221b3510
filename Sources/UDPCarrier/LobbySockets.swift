import Glibc
import NIOCore
import PeerNetwork
import Runtime

/// All of the lobby's sockets, and which interfaces they use. Lives on its event loop, and everything in it
/// is called there.
final class LobbySockets {
    /// How long news of the interfaces gather before they are looked at.
    private static let gather = TimeAmount.milliseconds(100)

    private let settings: Datagrams
    private let group: IPv4Address
    private let loop: any EventLoop
    private let deliver: @Sendable (DatagramsEvent) -> Void
    private var pairs: [SocketPair] = []
    private var watch: NetworkWatch
    private var limiter = SourceRateLimiter()
    private var nextLook: Scheduled<Void>?
    private var nextGlance: Scheduled<Void>?
    private var counters = Datagrams.Counters()
    private var isStopped = false

    init(
        settings: Datagrams, group: IPv4Address, loop: any EventLoop,
        deliver: @escaping @Sendable (DatagramsEvent) -> Void
    ) {
        self.settings = settings
        self.group = group
        self.loop = loop
        self.deliver = deliver
        watch = NetworkWatch(only: settings.interface)
        pairs = AddressFamily.allCases.map { family in
            SocketPair(family, loop: loop) { [unowned self] purpose, bytes, from, interface in
                self.receive(bytes, from: from, interface: interface, on: purpose, family)
            }
        }
    }

    // MARK: Interfaces

    /// Opens what is not open, and follows the interfaces; then again and again.
    func lookAround() {
        if isStopped { return }
        pairs.forEach(open)
        follow(judgesSending: true)
        nextLook = loop.assumeIsolated().scheduleTask(in: TimeAmount(settings.lookAround)) {
            self.lookAround()
        }
    }

    /// Something about the interfaces has changed: looks soon, once for all that is told until then.
    func glance() {
        if isStopped || nextGlance != nil { return }
        nextGlance = loop.assumeIsolated().scheduleTask(in: Self.gather) {
            self.nextGlance = nil
            self.follow(judgesSending: false)
        }
    }

    private func open(_ pair: SocketPair) {
        guard pair.isClosed else { return }
        pair.open(port: settings.port) {
            self.watch.opened(pair.family)
            self.follow(judgesSending: false)
        } lost: { operation, code in
            self.watch.lost(
                pair.family,
                NetworkTrouble(operation: operation, code: code, port: self.settings.port))
            self.follow(judgesSending: false)
        }
    }

    private func follow(judgesSending: Bool) {
        if isStopped { return }
        let change = watch.found(NetworkInterface.all(), judgesSending: judgesSending)
        for membership in change.leave { set(membership, joined: false) }
        for membership in change.join { set(membership, joined: true) }
        for event in change.events { deliver(event) }
    }

    /// Joins or leaves the group. A refusal is not told: the broadcasts still come, and leaving what is gone
    /// always fails.
    private func set(_ membership: NetworkWatch.Membership, joined: Bool) {
        guard let pair = pairs.first(where: { $0.family == membership.family }) else { return }
        switch membership.family {
        case .ipv4:
            pair.shared.set(
                joined ? IP_ADD_MEMBERSHIP : IP_DROP_MEMBERSHIP,
                group.groupRequest(on: .any, index: membership.index))
        case .ipv6:
            pair.shared.set(
                joined ? IPV6_JOIN_GROUP : IPV6_LEAVE_GROUP,
                IPv6Address.lobbyGroup.groupRequest(index: membership.index))
        }
    }

    // MARK: Sending

    func send(_ datagram: OutgoingDatagram) {
        precondition(datagram.bytes.count <= Datagrams.bytesAtMost, "datagrams fit any link")
        for pair in pairs where watch.isOpen(pair.family) {
            switch datagram.destination {
            case .everybody: sendToEverybody(datagram.bytes, by: pair)
            case .one(let endpoint) where endpoint.family == pair.family:
                // A forged sender's address must not turn an answer into a broadcast.
                let isOne = endpoint.isUnicast && !watch.isBroadcast(endpoint)
                if pair.family == .ipv4 { pair.own.set(IP_UNICAST_IF, [0, 0, 0, 0]) }
                count(isOne ? pair.own.transmit(datagram.bytes, to: endpoint) : EACCES)
            case .one: break
            }
        }
    }

    private func sendToEverybody(_ bytes: [UInt8], by pair: SocketPair) {
        let port = UInt16(truncatingIfNeeded: settings.port)
        for interface in watch.interfaces {
            switch pair.family {
            case .ipv4:
                guard let address = interface.address else { continue }
                let request = IPv4Address.any.groupRequest(on: address, index: interface.index)
                let chosen = pair.own.set(IP_MULTICAST_IF, request)
                count(chosen == 0 ? pair.own.transmit(bytes, to: Endpoint(group, port: port)) : chosen)
                guard let broadcast = interface.broadcast else { continue }
                // Without it, a broadcast to a network that is reached by cable and by Wi-Fi would leave
                // twice by the same.
                let index = UInt32(bitPattern: interface.index).bigEndian
                pair.own.set(IP_UNICAST_IF, unsafe withUnsafeBytes(of: index) { unsafe Array($0) })
                count(pair.own.transmit(bytes, to: Endpoint(broadcast, port: port)))
            case .ipv6:
                guard interface.linkLocal != nil else { continue }
                let target = Endpoint(.lobbyGroup, port: port, interface: interface.index)
                count(pair.own.transmit(bytes, to: target))
            }
        }
    }

    private func count(_ code: Int32) {
        if code != 0 { counters.notSent += 1 }
        watch.sent(code: code)
    }

    // MARK: Receiving

    private func receive(
        _ bytes: ByteBuffer, from sender: SocketAddress, interface: Int, on purpose: LobbySocket.Purpose,
        _ family: AddressFamily
    ) {
        if isStopped { return }
        guard bytes.readableBytes <= Datagrams.bytesAtMost else {
            counters.tooLong += 1
            return
        }
        // Broadcasts come from every interface, whatever has been joined. What one program of this computer
        // sends to another comes by the loopback.
        guard watch.isOn(interface, orLoopback: purpose == .own) else {
            counters.elsewhere += 1
            return
        }
        guard let source = Endpoint(sender, interface: interface), source.isUnicast else {
            counters.elsewhere += 1
            return
        }
        if isOwn(source), !settings.deliversOwn { return }
        guard limiter.admits(source, now: MonotonicClock.now()) else {
            counters.tooMany += 1
            return
        }
        deliver(.received(Array(bytes.readableBytesView), from: source))
    }

    /// Whether it was sent by this very object.
    private func isOwn(_ source: Endpoint) -> Bool {
        guard let pair = pairs.first(where: { $0.family == source.family }), pair.own.port == source.port
        else { return false }
        return watch.interfaces.contains {
            source.address == (pair.family == .ipv4 ? $0.address?.bytes : $0.linkLocal?.bytes)
        }
    }

    /// Closes the sockets; nothing is delivered any more.
    func stop() -> EventLoopFuture<Datagrams.Counters> {
        isStopped = true
        nextLook?.cancel()
        nextGlance?.cancel()
        let counters = counters
        return EventLoopFuture.andAllComplete(pairs.map { $0.close() }, on: loop).map { counters }
    }
}
