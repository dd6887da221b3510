import Testing

@testable import Audio
@testable import GPIO
@testable import Game
@testable import Gateway
@testable import HCI
@testable import PeerNetwork

/// Settings end where they belong.
struct AssemblyTests {
    private static let id = StationID(value: 7)

    @Test func theDefaultsChooseEveryPartByItself() {
        let settings = Settings()
        #expect(Assembly.lines(settings).chip == .automatic)
        #expect(Assembly.lines(settings).buttonLine == 5)
        #expect(Assembly.radio(settings, id: Self.id).adapter == .any)
        #expect(Assembly.radio(settings, id: Self.id).advertisingInterval == nil)
        #expect(Assembly.speaker(settings).device == nil)
    }

    @Test func whatIsSetIsUsed() {
        let (settings, problems) = Settings.parse(
            text: """
                [radio]
                adapter = "usb"
                force_legacy = true
                [button]
                chip = "pinctrl-rp1"
                line = 6
                hold_ms = 700
                [audio]
                device = "plughw:CARD=One"
                ceiling = 0.5
                [lobby]
                capacity = 3
                pairing = "random"
                [round]
                reach_metres = 2.5
                """, file: "test.toml")
        #expect(problems.isEmpty)
        #expect(Assembly.radio(settings, id: Self.id).adapter == .path("usb"))
        #expect(Assembly.radio(settings, id: Self.id).forceLegacy)
        #expect(Assembly.lines(settings).chip == .label("pinctrl-rp1"))
        #expect(Assembly.lines(settings).button.holdDuration == .milliseconds(700))
        #expect(Assembly.speaker(settings).device == "plughw:CARD=One")
        #expect(Assembly.speaker(settings).volume.ceiling == 0.5)
        #expect(
            Assembly.rules(settings).formation.company == Announcement.Company(capacity: 3, pairing: .random))
        #expect(Assembly.rules(settings).hunt.reach == 2.5)
    }

    @Test func twoStationsOfOneMachineHaveTwoAddresses() {
        let one = Assembly.radio(Settings(), id: Self.id).ownAddress
        let two = Assembly.radio(Settings(), id: StationID(value: 8)).ownAddress
        #expect(one != two)
        #expect(one.isRandomStatic && two.isRandomStatic)
        #expect(Assembly.radio(Settings(), id: Self.id).ownAddress == one)
    }
}
