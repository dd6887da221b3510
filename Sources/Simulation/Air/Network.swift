import Determinism
import PeerNetwork

/// The network of the simulated houses: subnets on which everybody hears what is for everybody, and which
/// lose, delay, double and reorder datagrams, the same way for the same seed.
///
/// Every sender has a source of chance of its own, so that a neighbour or an attacker who sends more changes
/// nothing of what happens to the datagrams of others.
package struct Network: Sendable {
    package struct Quality: Equatable, Sendable {
        /// Shares of datagrams, 0…1.
        var loss = 0.02
        var doubled = 0.01
        var delay: ClosedRange<Duration> = .milliseconds(1)...(.milliseconds(8))

        /// What a bad evening of Wi-Fi is like.
        static let bad = Quality(loss: 0.2, doubled: 0.05, delay: .milliseconds(2)...(.milliseconds(120)))
    }

    /// Who may hear whom, besides chance.
    struct Conditions: Equatable, Sendable {
        var quality: Quality
        /// Nodes whose cable is out, or whose Wi-Fi is gone.
        var unplugged: Set<Int> = []
        /// Nodes on the far side of a switch that has come loose: they hear each other, and nobody else.
        var apart: Set<Int> = []
        /// What is for everybody does not pass (neither multicast nor broadcast).
        var withoutMulticast = false
        /// The share of datagrams from and to each node that is lost by what else uses its antenna; empty
        /// where nothing does.
        var strains: [Int: Double] = [:]
        /// Clients are kept apart: what is for one station does not pass.
        var isolates = false
    }

    /// Datagrams under way to one subnet; one that carries more than this drops the newest, as a full queue
    /// does.
    static let underWayAtMost = 100_000
    /// The port of the lobby, which all nodes of this network use.
    static let port: UInt16 = 41_475

    package struct Datagram: Sendable {
        var to: Int
        var bytes: [UInt8]
        var from: Endpoint
        var at: Duration
    }

    private struct Node: Sendable {
        var subnet: Int
        var endpoint: Endpoint
        var renewals: UInt8 = 0
        var sentBytes = 0
        var random: SeededGenerator
    }

    var conditions: Conditions
    private var nodes: [Node] = []
    /// The stations of each subnet, in the order of their numbers.
    private var neighbours: [[Int]] = []
    /// Those who listen to everything that is sent in a subnet.
    private var taps: [[Int]] = []
    private var addresses: [Endpoint: Int] = [:]
    private var underWay = Agenda<Datagram>()
    /// Everything that stations sent: datagrams, and bytes of their contents.
    private(set) var sent = (datagrams: 0, bytes: 0)
    private(set) var dropped = 0

    package init(quality: Quality) {
        conditions = Conditions(quality: quality)
    }

    // MARK: - Who is on it

    /// Adds the next node, numbered from 0.
    ///
    /// - Parameter isTap: hears everything that is sent in its subnet, without loss or delay: an attacker's
    ///   antenna. It is not among the receivers of anything.
    mutating func add(subnet: Int, isTap: Bool = false, random: SeededGenerator) {
        precondition(subnet < 0x100 && nodes.count < 0x4000, "no address left")
        let node = nodes.count
        while neighbours.count <= subnet {
            neighbours.append([])
            taps.append([])
        }
        nodes.append(Node(subnet: subnet, endpoint: Self.endpoint(node, subnet: subnet), random: random))
        addresses[nodes[node].endpoint] = node
        if isTap { taps[subnet].append(node) } else { neighbours[subnet].append(node) }
    }

    private static func endpoint(_ node: Int, subnet: Int, renewals: UInt8 = 0) -> Endpoint {
        let host = node + 1 + Int(renewals & 3) << 14
        return Endpoint(address: [10, UInt8(subnet), UInt8(host >> 8), UInt8(host & 0xFF)], port: port)
    }

    func endpoint(of node: Int) -> Endpoint { nodes[node].endpoint }

    /// The node has been given another address; what is under way to the old one still arrives.
    mutating func renewAddress(of node: Int) {
        addresses[nodes[node].endpoint] = nil
        nodes[node].renewals &+= 1
        nodes[node].endpoint = Self.endpoint(
            node, subnet: nodes[node].subnet, renewals: nodes[node].renewals)
        addresses[nodes[node].endpoint] = node
    }

    // MARK: - What is on its way

    /// Sends a datagram.
    ///
    /// - Parameter source: what it says it is from; nil for the truth.
    mutating func send(
        _ bytes: [UInt8], from sender: Int, to destination: Destination, as source: Endpoint? = nil,
        now: Duration
    ) {
        sent.datagrams += 1
        sent.bytes += bytes.count
        nodes[sender].sentBytes += bytes.count
        guard !conditions.unplugged.contains(sender) else { return }
        let from = source ?? nodes[sender].endpoint
        let subnet = nodes[sender].subnet
        switch destination {
        case .everybody:
            if !conditions.withoutMulticast {
                for index in neighbours[subnet].indices {
                    carry(bytes, from: sender, source: from, to: neighbours[subnet][index], now: now)
                }
            }
        case .one(let endpoint):
            // An address nobody has (any more) swallows what is sent to it.
            if let receiver = addresses[endpoint], nodes[receiver].subnet == subnet, !conditions.isolates {
                carry(bytes, from: sender, source: from, to: receiver, now: now)
            }
        }
        for tap in taps[subnet] where tap != sender {
            enqueue(bytes, from: from, to: tap, at: now)
        }
    }

    private mutating func carry(
        _ bytes: [UInt8], from sender: Int, source: Endpoint, to receiver: Int, now: Duration
    ) {
        // Drawn before anything is decided, so that a condition changes only what it is about.
        let (luck, copy) = (nodes[sender].random.share(), nodes[sender].random.share())
        let spread = (nodes[sender].random.next(), nodes[sender].random.next())
        guard receiver != sender, luck >= loss(from: sender, to: receiver),
            conditions.unplugged.isEmpty || !conditions.unplugged.contains(receiver),
            conditions.apart.isEmpty
                || conditions.apart.contains(sender) == conditions.apart.contains(receiver)
        else { return }
        let delay = conditions.quality.delay
        enqueue(bytes, from: source, to: receiver, at: now + delay.within(spread.0))
        if copy < conditions.quality.doubled {
            enqueue(bytes, from: source, to: receiver, at: now + delay.within(spread.1))
        }
    }

    private func loss(from sender: Int, to receiver: Int) -> Double {
        let loss = conditions.quality.loss
        guard !conditions.strains.isEmpty else { return loss }
        let arrives =
            (1 - conditions.strains[sender, default: 0]) * (1 - conditions.strains[receiver, default: 0])
        return 1 - (1 - loss) * arrives
    }

    private mutating func enqueue(_ bytes: [UInt8], from: Endpoint, to receiver: Int, at instant: Duration) {
        guard underWay.count < Self.underWayAtMost else {
            dropped += 1
            return
        }
        underWay.add(Datagram(to: receiver, bytes: bytes, from: from, at: instant), at: instant)
    }

    /// What these nodes have sent, in bytes.
    func sentBytes(of senders: [Int]) -> Int { senders.reduce(0) { $0 + nodes[$1].sentBytes } }

    var nextDeadline: Duration? { underWay.next }
    var underWayCount: Int { underWay.count }

    /// Takes the next datagram that has arrived by `now`, in the order of arrival.
    mutating func take(until now: Duration) -> Datagram? { underWay.take(until: now) }
}

extension ClosedRange<Duration> {
    /// An instant between the bounds, picked by a random word.
    func within(_ word: UInt64) -> Duration {
        let span = (upperBound - lowerBound).attoseconds
        return lowerBound + Duration(attoseconds: (span >> 20) * Int128(word >> 44))
    }
}
