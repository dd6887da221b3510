import Support
import Testing

@testable import HCI

/// Advertising every 20 ms before Bluetooth 5.0, by packets that say "connect to me" and let nobody in.
@Suite struct ClosedAdvertisingTests {
    private static let turns = RadioGoal(
        beacon: Samples.beacon, scans: true,
        turns: AdvertisingTurns(frames: [[1]], share: AdvertisingTurns.Share(frames: 1, beacons: 1)))
    /// Interval, type, own address; filter at the end.
    private static let closed = "01 06 20 0F 20 00 20 00 00 01 00 00 00 00 00 00 00 07 03"
    private static let open = "01 06 20 0F A0 00 A0 00 03 01 00 00 00 00 00 00 00 07 00"
    /// LE Meta, Connection Complete: success, handle 1, as a peripheral.
    private static let connection = bytes(
        "04 3E 13 01 00 01 00 01 01 06 05 04 03 02 C1 18 00 00 00 C8 00 00")

    private static func old(states: [UInt8]?) -> ScriptedController {
        var controller = ScriptedController.legacy
        controller.version = 7
        controller.commands[28] = states == nil ? 0 : 0x08
        controller.states = states ?? []
        return controller
    }

    private static let able = old(states: bytes("FF FF 00 00 00 00 00 00"))

    private func up(_ controller: ScriptedController, _ goal: RadioGoal) -> CoreRig {
        var rig = CoreRig(controller)
        rig.give(.want(goal))
        return rig
    }

    private func parameters(_ rig: CoreRig) -> [String] {
        rig.transcript.filter { $0.hasPrefix("01 06 20") }
    }

    @Test func whatThereIsToSayIsSaidByClosedPackets() {
        var rig = up(Self.able, Self.turns)
        #expect(parameters(rig) == [Self.closed])
        #expect(rig.controller.isAdvertising && rig.controller.isScanning)
        rig.forget()
        // A beacon alone is one that nobody can connect to, at its own rate.
        rig.give(.want(RadioGoal(beacon: Samples.beacon, scans: true)))
        #expect(parameters(rig) == [Self.open])
    }

    @Test(arguments: [
        ("it does not say what it can do at once", nil),
        ("it does not listen meanwhile", "FF FB 00 00 00 00 00 00"),
    ])
    func whereThatCannotBeKnownToWorkItIsNotTried(why: String, states: String?) {
        let rig = up(Self.old(states: states.map { bytes($0) }), Self.turns)
        #expect(parameters(rig) == [Self.open], "\(why)")
    }

    @Test func laterVersionsNeedNone() {
        var controller = Self.able
        controller.version = 9
        let rig = up(controller, Self.turns)
        #expect(parameters(rig) == ["01 06 20 0F 20 00 20 00 03 01 00 00 00 00 00 00 00 07 00"])
    }

    @Test func aControllerThatRefusesItIsSlow() {
        var controller = Self.able
        controller.shortestInterval = 0xA0
        let rig = up(controller, Self.turns)
        #expect(parameters(rig) == [Self.closed, Self.open])
        #expect(rig.controller.isAdvertising && rig.controller.isScanning)
    }

    /// Whatever it says then is about the packet, and not about doing two things at once.
    @Test(arguments: [StatusCode.commandDisallowed, .invalidParameters, .unsupportedValue])
    func aRefusalWhileItScansMakesItSlowAndNoMore(status: StatusCode) {
        var controller = Self.able
        controller.refusesConnectable = status
        var rig = up(controller, RadioGoal(scans: true))
        rig.forget()
        rig.give(.want(Self.turns))
        #expect(parameters(rig) == [Self.closed, Self.open])
        #expect(rig.controller.isAdvertising && rig.controller.isScanning)
    }

    /// The filter let somebody in, which ended advertising: a Reset ends the connection, and from now on
    /// nothing is sent that says "connect to me".
    @Test func whoComesInAllTheSameComesInOnce() {
        var rig = up(Self.able, Self.turns)
        rig.forget()
        rig.give(.packet(Self.connection))
        #expect(rig.opcodes.first == .reset)
        #expect(parameters(rig) == [Self.open])
        #expect(rig.controller.isAdvertising && rig.controller.isScanning)
    }

    @Test func aConnectionThatFailedIsNone() {
        var rig = up(Self.able, Self.turns)
        rig.forget()
        var failed = Self.connection
        failed[4] = 0x3E
        rig.give(.packet(failed))
        #expect(rig.opcodes == [])
    }

    @Test func connectionsAreToldWhereTheyCouldHappen() {
        #expect(up(Self.able, Self.turns).transcript.contains("01 01 20 08 03 00 00 00 00 00 00 00"))
        #expect(up(.legacy, Self.turns).transcript.contains("01 01 20 08 02 00 00 00 00 00 00 00"))
    }

    @Test(arguments: 4..<22)
    func aConnectionCutShortIsMalformed(length: Int) {
        var packet = Array(Self.connection.prefix(length))
        packet[2] = UInt8(length - 3)
        #expect(throws: (any Error).self) { try HCIEvent(packet: packet) }
    }

    /// Not faster than 100 ms where it cannot be connected to, and every 20 ms where it can.
    @Test(arguments: [
        (ControllerProfile.legacy42, UInt8(0x03), false), (.legacy42, 0x00, true), (.slow42, 0x00, false),
        (.cyw43455, 0x03, true),
    ])
    func simulatedControllersDoAsTheirVersionsSay(profile: ControllerProfile, type: UInt8, takes: Bool) {
        var controller = SimulatedController(profile: profile, address: DeviceAddress.zero)
        let parameters =
            bytes("01 06 20 0F 20 00 20 00") + [type, 0x00] + bytes("00 00 00 00 00 00 00 07 03")
        let answer = controller.host(parameters, now: .zero).first
        #expect((answer?.last == 0) == takes)
    }
}
