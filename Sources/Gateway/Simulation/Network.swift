/// The network of a simulated house: loses, delays, doubles and reorders datagrams, the same way for the same
/// seed.
struct Network: Sendable {
    struct Quality: Equatable, Sendable {
        /// Shares of datagrams, 0…1.
        var loss = 0.02
        var doubled = 0.01
        var delay: ClosedRange<Duration> = .milliseconds(1)...(.milliseconds(8))

        /// What a bad evening of Wi-Fi is like.
        static let bad = Quality(loss: 0.2, doubled: 0.05, delay: .milliseconds(2)...(.milliseconds(120)))
    }

    /// Datagrams under way; a network that carries more than this drops the newest, as a full queue does.
    static let underWayAtMost = 10_000

    struct Datagram: Sendable {
        var to: Int
        var bytes: [UInt8]
        var at: Duration
    }

    var quality: Quality
    /// Stations whose cable is out.
    var unplugged: Set<Int> = []
    private var underWay: [Datagram] = []
    private var random: SeededGenerator

    init(quality: Quality, random: SeededGenerator) {
        self.quality = quality
        self.random = random
    }

    mutating func send(_ bytes: [UInt8], from sender: Int, toAll count: Int, now: Duration) {
        guard !unplugged.contains(sender) else { return }
        for receiver in 0..<count where receiver != sender && !unplugged.contains(receiver) {
            guard Double.random(in: 0..<1, using: &random) >= quality.loss else { continue }
            let copies = Double.random(in: 0..<1, using: &random) < quality.doubled ? 2 : 1
            for _ in 0..<copies where underWay.count < Self.underWayAtMost {
                let span = quality.delay.upperBound - quality.delay.lowerBound
                let delay = quality.delay.lowerBound + span * Double.random(in: 0...1, using: &random)
                underWay.append(Datagram(to: receiver, bytes: bytes, at: now + delay))
            }
        }
    }

    var nextDeadline: Duration? { underWay.map(\.at).min() }

    /// Takes what has arrived by `now`, in the order of arrival.
    mutating func arrivals(until now: Duration) -> [Datagram] {
        let arrived = underWay.filter { $0.at <= now }.sorted { $0.at < $1.at }
        if !arrived.isEmpty { underWay.removeAll { $0.at <= now } }
        return arrived
    }
}
