import Testing

@testable import Determinism
@testable import PeerNetwork
@testable import Ranging
@testable import Simulation

/// The simulated network loses, delays, keeps apart and lets through what it is told to.
struct NetworkTests {
    private static func network(_ quality: Network.Quality, nodes: Int = 4, subnets: Int = 1) -> Network {
        var network = Network(quality: quality)
        var random = SeededGenerator(seed: 1)
        for node in 0..<nodes { network.add(subnet: node * subnets / nodes, random: random.fork()) }
        return network
    }

    private static let perfect = Network.Quality(loss: 0, doubled: 0, delay: .zero...(.zero))

    /// Who receives what a node says.
    private static func hearers(_ network: inout Network, of sender: Int, _ destination: Destination) -> [Int]
    {
        network.send([1], from: sender, to: destination, now: .zero)
        var hearers: [Int] = []
        while let datagram = network.take(until: .seconds(1)) { hearers.append(datagram.to) }
        return hearers.sorted()
    }

    @Test func everybodyIsEverybodyElseInTheSubnet() {
        var network = Self.network(Self.perfect, nodes: 6, subnets: 2)
        #expect(Self.hearers(&network, of: 1, .everybody) == [0, 2])
        #expect(Self.hearers(&network, of: 3, .everybody) == [4, 5])
        #expect(Self.hearers(&network, of: 0, .one(network.endpoint(of: 2))) == [2])
        #expect(Self.hearers(&network, of: 0, .one(network.endpoint(of: 3))) == [])
    }

    @Test func conditionsDecideWhoHearsWhom() {
        var network = Self.network(Self.perfect)
        network.conditions.unplugged = [2]
        #expect(Self.hearers(&network, of: 0, .everybody) == [1, 3])
        #expect(Self.hearers(&network, of: 2, .everybody) == [])
        network.conditions.unplugged = []
        network.conditions.apart = [0, 1]
        #expect(Self.hearers(&network, of: 0, .everybody) == [1])
        #expect(Self.hearers(&network, of: 3, .everybody) == [2])
        network.conditions.apart = []
        network.conditions.withoutMulticast = true
        #expect(Self.hearers(&network, of: 0, .everybody) == [])
        #expect(Self.hearers(&network, of: 0, .one(network.endpoint(of: 3))) == [3])
        network.conditions.withoutMulticast = false
        network.conditions.isolates = true
        #expect(Self.hearers(&network, of: 0, .one(network.endpoint(of: 3))) == [])
        #expect(Self.hearers(&network, of: 0, .everybody) == [1, 2, 3])
    }

    @Test func anAddressIsRenewed() {
        var network = Self.network(Self.perfect)
        let before = network.endpoint(of: 1)
        network.renewAddress(of: 1)
        #expect(network.endpoint(of: 1) != before)
        #expect(Self.hearers(&network, of: 0, .one(before)) == [])
        #expect(Self.hearers(&network, of: 0, .one(network.endpoint(of: 1))) == [1])
    }

    @Test func lossDelayAndDoublingAreAsAskedFor() {
        let quality = Network.Quality(
            loss: 0.2, doubled: 0.1, delay: .milliseconds(10)...(.milliseconds(210)))
        var network = Self.network(quality, nodes: 2)
        for index in 0..<5_000 {
            network.send([UInt8(index & 0xFF)], from: 0, to: .everybody, now: .zero)
        }
        var (count, sum, last) = (0, 0.0, Duration.zero)
        while let datagram = network.take(until: .seconds(1)) {
            count += 1
            sum += datagram.at.inSeconds
            #expect(datagram.at >= last)
            #expect(quality.delay.contains(datagram.at))
            last = datagram.at
        }
        #expect((4_250...4_550).contains(count))
        #expect(abs(sum / Double(count) - 0.11) < 0.005)
    }

    /// A tap hears everything and changes nothing.
    @Test func aTapChangesNothing() {
        func arrivals(tapped: Bool) -> [Duration] {
            var network = Self.network(.bad)
            if tapped { network.add(subnet: 0, isTap: true, random: SeededGenerator(seed: 9)) }
            for _ in 0..<50 { network.send([1], from: 0, to: .everybody, now: .zero) }
            if tapped { for _ in 0..<50 { network.send([2], from: 4, to: .everybody, now: .zero) } }
            var arrivals: [Duration] = []
            var heard = 0
            while let datagram = network.take(until: .seconds(1)) {
                if datagram.to == 4 {
                    heard += 1
                } else if datagram.bytes == [1] {
                    arrivals.append(datagram.at)
                }
            }
            #expect(heard == (tapped ? 50 : 0))
            return arrivals
        }
        #expect(arrivals(tapped: true) == arrivals(tapped: false))
    }
}
