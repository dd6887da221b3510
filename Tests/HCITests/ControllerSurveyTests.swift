import Testing

@testable import HCI

/// A new board's radio is asked; what it is and accepts is found, and a simulated one can be made like it.
struct ControllerSurveyTests {
    /// Surveys a controller whose replies take a millisecond, and that hears a beacon every 100 ms.
    private static func survey(
        _ controller: SimulatedController, hears beacon: IBeacon? = nil, isMute: Bool = false
    ) -> ControllerFindings {
        var controller = controller
        var survey = ControllerSurvey(
            address: DeviceAddress.randomStatic(seed: [1]), beacon: Samples.beacon)
        var now = Duration.seconds(100)
        var toSend = survey.begin(now: now)
        for _ in 0..<100_000 where !survey.isOver {
            if let packet = toSend {
                toSend = nil
                for reply in controller.host(packet, now: now) {
                    now += .milliseconds(1)
                    toSend = survey.received(reply, isOurs: { $0.beacon == beacon }, now: now)
                }
                continue
            }
            // Not in step with the scanner's 60 ms.
            now += .milliseconds(101)
            if let beacon, controller.isScanning {
                let packet = AirPacket(
                    address: DeviceAddress.randomStatic(seed: [2]), data: beacon.advertisingData, at: now)
                for event in controller.hear(packet, rssi: -63, now: now) {
                    _ = survey.received(event, isOurs: { $0.beacon == beacon }, now: now)
                }
            }
            toSend = survey.advance(now: now)
        }
        #expect(survey.isOver)
        return survey.findings
    }

    private static func controller(_ profile: ControllerProfile) -> SimulatedController {
        SimulatedController(profile: profile, address: DeviceAddress(littleEndian: [1, 2, 3, 4, 5, 6]))
    }

    @Test func aPiFourIsFoundAsItIs() {
        let found = Self.survey(Self.controller(.cyw43455))
        #expect(found.hciVersion == 9)
        #expect(found.leFeatures == "3F00000800000000")
        #expect(found.leStates == "FFFFFFFFFF030000")
        #expect(found.commands?.count == 128)
        #expect(found.firmware == nil, "\"cyw43455\" is no firmware's name")
        #expect(found.advertisingIntervals.map(\.milliseconds) == [20, 30, 40, 60, 100])
        #expect(found.advertisingIntervals.filter(\.isAccepted).count == 5)
        #expect(found.scanWindows.map(\.milliseconds) == [30, 60, 15])
        #expect(found.scansWhileAdvertising == 0)
        #expect(found.takesDataWhileAdvertising == 0)
        #expect(found.medianAnswer == 1)
        #expect(found.unanswered == 0)
    }

    @Test func anOldChipTakesNoShortInterval() {
        let found = Self.survey(Self.controller(.bcm43438))
        #expect(found.advertisingIntervals.filter(\.isAccepted).map(\.milliseconds) == [100])
        #expect(found.manufacturer == 15 && found.lmpSubversion == 0x2209)
        #expect(found.firmware == "BCM43430A1")
    }

    /// A controller may take what the specification does not allow; one like it takes no less than 20 ms.
    @Test(arguments: [(5.0, 32), (20, 32), (30, 48), (100, 160), (20_000, 16_384)])
    func oneLikeItKeepsToTheSpecification(shortest: Double, slots: UInt16) throws {
        var found = Self.survey(Self.controller(.cyw43455))
        found.advertisingIntervals = [shortest, shortest * 2].map { .init(milliseconds: $0, status: 0) }
        #expect(try #require(found.profile).fastestInterval == slots)
    }

    @Test func whatItHearsIsCounted() {
        var beacon = Samples.beacon
        beacon.minor = 77
        let found = Self.survey(Self.controller(.cyw43455), hears: beacon)
        #expect(found.reports.map(\.share) == [.half, .whole, .quarter])
        let counts = found.reports.map(\.count)
        // Of a hundred in ten seconds: on one channel of three at a time, for so long of every interval.
        #expect(counts[1] > counts[0] && counts[0] > counts[2], "\(counts)")
        #expect(found.levelOfStations == -63)
    }

    @Test func oneThatIsSilentIsGivenUp() {
        var controller = Self.controller(.cyw43455)
        controller.faults.isMute = true
        let found = Self.survey(controller)
        #expect(found.unanswered == 3)
        #expect(found.hciVersion == nil && found.profile == nil)
    }

    @Test(arguments: ControllerProfile.all + [.bcm43438])
    func aSimulatedOneIsLikeTheOneThatWasFound(profile: ControllerProfile) throws {
        let found = Self.survey(Self.controller(profile))
        let like = try #require(found.profile)
        var again = Self.survey(Self.controller(like))
        // What only a Broadcom chip has.
        again.firmware = found.firmware
        again.manufacturer = found.manufacturer
        again.lmpSubversion = found.lmpSubversion
        again.hciRevision = found.hciRevision
        #expect(again == found)
        #expect(like.hasExtendedCommands == profile.hasExtendedCommands)
    }

    @Test(arguments: [ControllerProfile.cyw43455.with(.refused), .refusesBoth])
    func habitsAreFound(profile: ControllerProfile) throws {
        let found = Self.survey(Self.controller(profile))
        #expect(found.takesDataWhileAdvertising == (profile.liveData == .refused ? 0x0C : 0))
        #expect((found.scansWhileAdvertising == 0) == profile.doesBoth)
        let like = try #require(found.profile)
        #expect(like.liveData == profile.liveData && like.doesBoth == profile.doesBoth)
    }

    @Test(arguments: ["", "zz00000800000000", "3f000008", "3f0000080000000000"])
    func whatIsNoFeaturesMakesNoController(text: String) {
        var found = ControllerFindings()
        found.hciVersion = 9
        found.leFeatures = text
        #expect(found.profile == nil)
    }
}
