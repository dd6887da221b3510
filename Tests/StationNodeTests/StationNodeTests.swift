import Testing
import Yard

@testable import GPIO
@testable import Game
@testable import HCI
@testable import PeerNetwork
@testable import Ranging
@testable import StationNode

/// What reaches a station, and what its edges have to do.
struct StationNodeTests {
    private static let now = Duration.seconds(50)

    private static func node(
        _ adjustments: Adjustments = Adjustments(), settings: EdgeSettings = EdgeSettings()
    ) -> StationNode<Gatekeeper> {
        let gatekeeper = Courtyard.gatekeeper(1, boot: 1, drawing: 2)
        var configuration = Station.Configuration(
            id: gatekeeper.id, name: StationName(gatekeeper.id), role: .hide, boot: 1, seed: 1)
        configuration.adjustments = adjustments
        var node = StationNode(Station(configuration), gatekeeper, settings: settings)
        _ = node.handle(.event(.started), now: now)
        return node
    }

    private static func set(
        _ adjustment: Adjustment, on node: inout StationNode<Gatekeeper>
    ) -> [NodeOutput] {
        node.handle(.event(.wish(.adjust(adjustment))), now: now + .seconds(1))
    }

    /// At the start: the greeting, the radio, the lamp, how loud it is, and an announcement on the network.
    @Test func everyEdgeIsToldAtTheStart() {
        let gatekeeper = Courtyard.gatekeeper(1, boot: 1, drawing: 2)
        let configuration = Station.Configuration(
            id: gatekeeper.id, name: StationName(gatekeeper.id), role: .hide, boot: 1, seed: 1)
        var node = StationNode(Station(configuration), gatekeeper)
        var seen: [Event] = []
        let outputs = node.handle(.event(.started), now: Self.now) { event, _, _ in seen.append(event) }
        #expect(seen == [.started])
        #expect(outputs.contains(.play(.chime)))
        #expect(outputs.contains(.say(.hello(configuration.name, .hide))))
        #expect(outputs.contains(.volume(0.6)))
        #expect(outputs.contains(.lamp(.main, LightPattern.searching.rhythm)))
        #expect(outputs.contains { if case .radio = $0 { true } else { false } })
        #expect(outputs.contains { if case .transmit(_, to: .everybody) = $0 { true } else { false } })
        // Each follows from what was decided, which is told just before.
        let place = outputs.firstIndex(of: .volume(0.6)) ?? 0
        #expect(outputs[max(0, place - 1)] == .decided(.volume(.startUp)))
    }

    /// Its name is in the lobby's beacon; silent for half a minute, it is expected no more.
    @Test func whoIsHeardByRadioIsExpectedOnTheNetwork() throws {
        var node = Self.node()
        let name = try #require(StationName(colour: 3, animal: 7))
        let beacon = Earshot.beacon(name, measuredPower: -59)
        _ = node.handle(.heard(beacon, rssi: -60, battery: nil), now: Self.now + .seconds(1))
        _ = node.handle(.event(.tick), now: Self.now + .seconds(2))
        #expect(node.peers.nearby == [name])
        _ = node.handle(.event(.tick), now: Self.now + .seconds(40))
        #expect(node.peers.nearby == [])
    }

    @Test func aNightIsSoftAndDim() {
        var node = Self.node()
        let outputs = node.handle(.event(.quiet(true)), now: Self.now + .seconds(1))
        #expect(outputs.contains(.volume(0.3)))
        #expect(outputs.contains(.lamp(.main, LightPattern.searching.rhythm.dimmed())))
    }

    @Test func whatPeopleSetGoesToEveryEdgeAndIsKept() {
        let file = QuietHours(from: "20:00", until: "7:00")
        var node = Self.node(settings: EdgeSettings(quietHours: file))
        _ = node.handle(.event(.button(.down)), now: Self.now)
        var outputs = Self.set(.volume(0.5), on: &node)
        #expect(outputs.contains(.volume(0.5)))
        #expect(outputs.contains(.quietHours(file)), "those of the file still hold")
        #expect(outputs.contains(.keep(Adjustments(volume: 0.5))))
        outputs = Self.set(.mute(true), on: &node)
        #expect(outputs.contains(.volume(0)))
        outputs = Self.set(.quiet(Adjustments.Quiet(from: "21:00", until: "6:00")), on: &node)
        #expect(outputs.contains(.quietHours(QuietHours(from: "21:00", until: "6:00"))))
        outputs = Self.set(.quiet(Adjustments.Quiet(from: "", until: "")), on: &node)
        #expect(outputs.contains(.quietHours(nil)))
    }

    /// The ceiling is the settings file's.
    @Test func nothingIsAboveTheCeiling() {
        var levels = VolumeLevels.standard
        levels.ceiling = 0.4
        var node = Self.node(settings: EdgeSettings(levels: levels))
        #expect(Self.set(.volume(1), on: &node).contains(.volume(0.4)))
    }

    @Test func aVoiceIsChosenOnce() {
        var node = Self.node()
        #expect(Self.set(.voice("grandma"), on: &node).contains(.voice("grandma")))
        let after = Self.set(.volume(0.5), on: &node)
        #expect(!after.contains(.voice("grandma")))
        // Whoever was chosen in a former life speaks from the start.
        var again = Self.node(Adjustments(voice: "grandma"))
        #expect(!Self.set(.volume(0.5), on: &again).contains(.voice("grandma")))
        #expect(Self.set(.voice("en"), on: &again).contains(.voice("en")))
    }

    /// What was set before is what it begins with.
    @Test func whatWasKeptCountsFromTheStart() {
        let gatekeeper = Courtyard.gatekeeper(1, boot: 1, drawing: 2)
        var configuration = Station.Configuration(
            id: gatekeeper.id, name: StationName(gatekeeper.id), role: .hide, boot: 1, seed: 1)
        configuration.adjustments.volume = 0.2
        var node = StationNode(Station(configuration), gatekeeper)
        #expect(node.handle(.event(.started), now: Self.now).contains(.volume(0.2)))
    }

    @Test func aSightingAndItsBatteryAreTwoEvents() {
        var node = Self.node()
        let beacon = Earshot.beacon(StationName(StationID(value: 9)), measuredPower: -59)
        var seen: [Event] = []
        let level = BatteryLevel(stated: 70)
        for battery in [nil, level] {
            _ = node.handle(.heard(beacon, rssi: -60, battery: battery), now: Self.now) { event, _, _ in
                seen.append(event)
            }
        }
        #expect(
            seen == [
                .heard(beacon, rssi: -60), .heard(beacon, rssi: -60), .battery(beacon, level),
            ])
    }

    /// What the lines and the radio tell means the same to every station.
    @Test func edgesAreUnderstood() {
        func event(_ input: NodeInput?) -> Event? {
            if case .event(let event)? = input { event } else { nil }
        }
        #expect(event(NodeInput(LinesEvent.button(.hold, at: .zero))) == .button(.hold))
        #expect(event(NodeInput(LinesEvent.ready(chip: "chip", lamps: [.main]))) == .lines(works: true))
        #expect(event(NodeInput(LinesEvent.trouble(.unplugged))) == .lines(works: false))
        #expect(event(NodeInput(RadioStatus.starting)) == .radio(.starting))
        #expect(event(NodeInput(RadioStatus.trouble(.unplugged))) == .radio(.failed(.unplugged)))
        #expect(event(NodeInput(RadioStatus.stopped)) == nil)
    }

    // MARK: - Time

    /// A station that has just started looks around at once.
    @Test func theFirstTickIsDueAtOnce() {
        #expect(Self.node().nextDeadline == Self.now)
    }

    /// In a hunt there may be a sighting every few milliseconds: none of them puts a tick off.
    @Test func onlyATickPutsTheNextOneOff() {
        var node = Self.node()
        _ = node.handle(.event(.tick), now: Self.now)
        let due = node.nextDeadline
        #expect(due > Self.now && due <= Self.now + Station.idleHeartbeat)
        let beacon = Earshot.beacon(StationName(StationID(value: 9)), measuredPower: -59)
        for step in 1...20 {
            let now = Self.now + .milliseconds(10 * step)
            _ = node.handle(.heard(beacon, rssi: -60, battery: nil), now: now)
            #expect(node.nextDeadline <= due)
        }
        // A finger wants to be looked at soon.
        let pressed = Self.now + .milliseconds(210)
        _ = node.handle(.event(.button(.down)), now: pressed)
        #expect(node.nextDeadline <= pressed + Station.heartbeat)
        let tick = max(pressed, node.nextDeadline)
        _ = node.handle(.event(.tick), now: tick)
        #expect(node.nextDeadline > tick)
    }

    /// What the peer network has to do is not late because the station rests.
    @Test func thePeersAreNotKeptWaiting() {
        var node = Self.node()
        for _ in 0..<200 {
            let due = node.nextDeadline
            _ = node.handle(.event(.tick), now: due)
            if let peers = node.peers.nextDeadline { #expect(node.nextDeadline <= peers) }
            #expect(node.nextDeadline > due)
        }
    }
}
