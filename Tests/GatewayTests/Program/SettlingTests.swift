import Testing

@testable import Gateway

/// `run --settle`: how long nothing is called missing, from the machine's start.
struct SettlingTests {
    @Test(arguments: [
        // Started with a machine that is quick, or slow: its drivers take their time either way.
        (40, 8, 40), (40, 41, 61), (40, 159, 179),
    ])
    func aStationThatStartsWithItsMachineWaitsForItsParts(settle: Int, now: Int, until: Int) {
        #expect(RunCommand.settlesAt(settle: settle, now: .seconds(now)) == .seconds(until))
    }

    @Test(arguments: [(0, 1), (40, 160), (40, 86_400)])
    func oneThatIsStartedLaterDoesNot(settle: Int, now: Int) {
        #expect(RunCommand.settlesAt(settle: settle, now: .seconds(now)) == nil)
    }
}
