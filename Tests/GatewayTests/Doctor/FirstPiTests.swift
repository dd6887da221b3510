import PeerNetwork
import Runtime
import Support
import Testing

@testable import Gateway
@testable import HCI

/// The file of `hotcold doctor --first-pi`, and what can be made of it.
struct FirstPiTests {
    private static func found() -> FirstPi {
        var findings = ControllerFindings()
        findings.hciVersion = 9
        findings.leFeatures = "3f00000800000000"
        findings.advertisingIntervals = [ControllerFindings.Trial(milliseconds: 100, status: 0)]
        return FirstPi(findings)
    }

    @Test func whatIsWrittenIsRead() {
        let found = Self.found()
        #expect(FirstPi(bytes: found.bytes) == found)
        #expect(found.bytes.last == 0x0A)
    }

    /// The first example comes from a card in an emulated machine (`make test-image-round`).
    @Test func theExampleOfAnEmulatedCardMakesItsChip() throws {
        let bytes = try BoundedFile.read(
            "\(Checkout.path)/docs/first-pi/emulated-card.json", atMost: FirstPi.bytesAtMost)
        let found = try #require(FirstPi(bytes: bytes))
        let profile = try #require(found.controller.profile)
        #expect(found.losesPower == true)
        #expect(profile.hciVersion == ControllerProfile.bcm43438.hciVersion)
        #expect(profile.shortestInterval == 0xA0 && profile.fastestClosed == nil)
        #expect(profile.doesBoth && profile.liveData == .sent)
    }

    /// Where they play by radio, a station that is not hidden may advertise no beacon for minutes.
    @Test func aStationIsKnownByItsBeaconAndByItsWords() throws {
        func advertisement(_ data: [UInt8]) throws -> Advertisement {
            Advertisement(
                address: try #require(DeviceAddress("C0:00:00:00:00:01")), rssi: -60, data: data)
        }
        let beacon = IBeacon(proximityUUID: .hotCold, major: 1, minor: 2, measuredPower: -59)
        #expect(FirstPi.isOfStation(try advertisement(beacon.advertisingData)))
        let stranger = IBeacon(proximityUUID: .estimote, major: 1, minor: 2, measuredPower: -59)
        #expect(!FirstPi.isOfStation(try advertisement(stranger.advertisingData)))
        // docs/lobby.md: kind 1, one block, symbol 0, message 5, and 24 bytes; a byte less is nobody's.
        let words: [UInt8] = [0xFF, 0xFF, 0xFF, 0x10, 0x00, 0x05] + [UInt8](repeating: 7, count: 24)
        #expect(FirstPi.isOfStation(try advertisement([30] + words)))
        #expect(!FirstPi.isOfStation(try advertisement([29] + words.dropLast())))
        #expect(!FirstPi.isOfStation(try advertisement([])))
    }

    @Test func itNamesNobody() {
        let text = String(decoding: Self.found().bytes, as: UTF8.self)
        for word in ["address", "host", "ssid", "user", "serial"] { #expect(!text.contains(word)) }
    }

    @Test func everyTruncationIsRefused() {
        let bytes = Self.found().bytes
        // Without its last end of line it is whole.
        for count in 0..<bytes.count - 2 { #expect(FirstPi(bytes: Array(bytes.prefix(count))) == nil) }
        #expect(
            FirstPi(bytes: Array(#"{"version": 2, "kernel": "", "program": "", "controller": {}}"#.utf8))
                == nil)
    }

    /// By the loop of the command, on a simulated adapter.
    @Test func theSurveyEndsWhereTheControllerDoes() async throws {
        let adapter = SimulatedAdapter(
            SimulatedController(
                profile: .cyw43455, address: DeviceAddress(littleEndian: [1, 2, 3, 4, 5, 6])),
            now: { MonotonicClock.now() })
        let transport = try adapter.open(.any)
        async let found = FirstPi.survey(transport, name: StationName(StationID(value: 0)))
        while !adapter.isScanning { await Task.yield() }
        adapter.unplug()
        let findings = await found.findings
        #expect(findings.hciVersion == 9)
        #expect(findings.scansWhileAdvertising == 0)
        #expect(findings.reports.isEmpty)
        #expect(!adapter.isOpen)
    }

    /// A controller that nobody tells to be silent goes on calling; one that was reset meanwhile does not.
    @Test(arguments: [false, true])
    func whetherItCallsOnIsFound(isReset: Bool) async throws {
        let adapter = SimulatedAdapter(
            SimulatedController(
                profile: .cyw43455, address: DeviceAddress(littleEndian: [1, 2, 3, 4, 5, 6])),
            now: { MonotonicClock.now() })
        var openings = 0
        let callsOn = await FirstPi.advertisesWhenKilled(name: StationName(StationID(value: 0))) {
            openings += 1
            #expect(!adapter.isOpen && adapter.isAdvertising == (openings == 2))
            // As a driver that cuts the power with every closing.
            if isReset, openings == 2, let transport = try? adapter.open(.any) {
                try? transport.send(Command.reset.packet)
                transport.close()
            }
            return try? adapter.open(.any)
        }
        #expect(callsOn == !isReset && openings == 2)
        #expect(!adapter.isAdvertising, "it is silent afterwards")
    }

    /// One that took no interval has shown nothing by what it does later.
    @Test func whatRefusesToCallTellsNothing() async throws {
        var profile = ControllerProfile.cyw43455
        profile.fastestInterval = 0x1000
        let adapter = SimulatedAdapter(
            SimulatedController(
                profile: profile, address: DeviceAddress(littleEndian: [1, 2, 3, 4, 5, 6])),
            now: { MonotonicClock.now() })
        let name = StationName(StationID(value: 0))
        let callsOn = await FirstPi.advertisesWhenKilled(name: name) { try? adapter.open(.any) }
        #expect(callsOn == nil && !adapter.isAdvertising && !adapter.isOpen)
        adapter.unplug()
        #expect(await FirstPi.advertisesWhenKilled(name: name) { try? adapter.open(.any) } == nil)
    }
}
