import Testing
import Yard

@testable import AirCarrier
@testable import GPIO
@testable import Game
@testable import HCI
@testable import PeerNetwork
@testable import StationNode

/// A node that speaks by radio where there is no network.
struct AirTests {
    private static func node(_ number: UInt8) -> StationNode<Gatekeeper> {
        let gatekeeper = Courtyard.gatekeeper(number, boot: UInt32(number), drawing: number)
        let configuration = Station.Configuration(
            id: gatekeeper.id, name: StationName(gatekeeper.id), role: number == 1 ? .hide : .seek, boot: 1,
            seed: UInt64(number))
        let air = AirCarrier(own: gatekeeper.id, first: UInt32(number))
        return StationNode(Station(configuration), gatekeeper, air: air)
    }

    private static func goals(_ outputs: [NodeOutput]) -> [RadioGoal] {
        outputs.compactMap { if case .radio(let goal) = $0 { goal } else { nil } }
    }

    /// Frames begin when the network goes, and end when it comes back; and the station is told of both, but
    /// says nothing of it.
    @Test func framesAreForWhenThereIsNoNetwork() {
        var node = Self.node(1)
        var seen: [Event] = []
        func give(_ input: NodeInput, at second: Int) -> [NodeOutput] {
            node.handle(input, now: .seconds(second)) { event, _, _ in seen.append(event) }
        }
        #expect(Self.goals(give(.event(.started), at: 50)).allSatisfy { $0.turns == nil })
        let without = give(.event(.network(works: false)), at: 51)
        // Nothing is known of the radio yet.
        #expect(seen.suffix(2) == [.air(slowness: 12), .network(works: false)])
        _ = give(.advertises(every: .milliseconds(20)), at: 51)
        #expect(seen.last == .air(slowness: 4))
        #expect(!without.contains(.say(.networkMissing)))
        #expect(Self.goals(without).last?.turns?.frames.isEmpty == false)
        #expect(Self.goals(without).last?.scans == true)
        let with = give(.event(.network(works: true)), at: 60)
        #expect(seen.suffix(2) == [.network(works: true), .air(slowness: nil)])
        #expect(Self.goals(with).last.map { $0.turns == nil } == true)
        #expect(!with.contains(.say(.networkBack)))
    }

    /// Two nodes that hear nothing but each other's frames, one frame every 25 ms.
    private struct Pair {
        var nodes = [AirTests.node(1), AirTests.node(2)]
        private(set) var lists: [[[UInt8]]] = [[], []]
        private(set) var said: [[Phrase]] = [[], []]
        /// What went to one station by network.
        private(set) var sentCount = 0
        private(set) var now = Duration.seconds(50)

        init() {
            for index in 0...1 {
                give(.event(.started), to: index)
                give(.advertises(every: .milliseconds(20)), to: index)
                give(.event(.network(works: false)), to: index)
            }
        }

        @discardableResult mutating func give(_ input: NodeInput, to index: Int) -> [NodeOutput] {
            let outputs = nodes[index].handle(input, now: now)
            for output in outputs {
                switch output {
                case .radio(let goal): lists[index] = goal.turns?.frames ?? []
                case .say(let phrase): said[index].append(phrase)
                case .transmit(_, .one): sentCount += 1
                default: break
                }
            }
            return outputs
        }

        mutating func run(_ steps: Int) {
            for _ in 0..<steps {
                now += .milliseconds(25)
                for index in 0...1 {
                    if nodes[index].nextDeadline <= now { give(.event(.tick), to: index) }
                    guard !lists[index].isEmpty else { continue }
                    let frame = lists[index].removeFirst()
                    lists[index].append(frame)
                    give(
                        .frame(Array(frame.dropFirst(4)), from: [UInt8(index), 0, 0, 0, 0, 0xC0]),
                        to: 1 - index)
                }
            }
        }
    }

    /// They know each other's names.
    @Test func twoMeetByFramesAlone() {
        var pair = Pair()
        pair.run(100)
        for index in 0...1 {
            #expect(pair.said[index].contains(.met(pair.nodes[1 - index].station.configuration.name)))
        }
        // What is for one that was heard by radio never goes to the network.
        #expect(pair.sentCount == 0)
    }

    /// They hold, and play; and what happens then is what is said first.
    @Test func twoPlayByFramesAlone() throws {
        var pair = Pair()
        pair.run(100)
        for event in [ButtonEvent.down, .hold] {
            for index in 0...1 { pair.give(.event(.button(event)), to: index) }
        }
        // Less than two seconds.
        pair.run(80)
        for index in 0...1 {
            #expect(pair.nodes[index].station.session != nil)
            pair.give(.event(.button(.holdEnded)), to: index)
        }
        // In the middle of saying how the round stands.
        pair.run(10)
        let before = Self.numbers(pair.lists[0])
        let goals = Self.goals(pair.give(.event(.button(.down)), to: 0))
        let frames = try #require(goals.last?.turns?.frames)
        let first = try #require(Self.numbers(frames).first)
        #expect(!before.contains(first))
    }

    /// The numbers of what is said to the session, or to one station (kinds 6 and 5), in their order.
    private static func numbers(_ frames: [[UInt8]]) -> [UInt16] {
        let known = frames.filter { $0[4] >> 4 == 5 || $0[4] >> 4 == 6 }
        return known.map { UInt16($0[5] & 1) << 8 | UInt16($0[6]) }
    }
}
