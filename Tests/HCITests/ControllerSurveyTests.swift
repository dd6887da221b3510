import Testing

@testable import HCI

/// A new board's radio is asked; what it is and accepts is found, and a simulated one can be made like it.
struct ControllerSurveyTests {
    /// Surveys a controller whose replies take a millisecond, and that hears a beacon every 100 ms.
    private static func survey(
        _ controller: SimulatedController, hears beacon: IBeacon? = nil
    ) -> ControllerFindings {
        var controller = controller
        return survey(.everything, of: &controller, hears: beacon).findings
    }

    private static func survey(
        _ part: ControllerSurvey.Part, of controller: inout SimulatedController, hears beacon: IBeacon? = nil
    ) -> ControllerSurvey {
        var survey = ControllerSurvey(
            part, address: DeviceAddress.randomStatic(seed: [1]), beacon: Samples.beacon)
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
        return survey
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
        #expect(found.closedIntervals == [.init(milliseconds: 20, status: 0)])
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
        #expect(like.advertisingSets == profile.advertisingSets)
    }

    /// Octet 36 of its commands has seven that sets need, and one that they do not.
    @Test(arguments: [(0xFE, 4), (0xFF, 4), (0xFC, 0)] as [(UInt8, Int)])
    func setsNeedAllTheirCommands(octet: UInt8, sets: Int) throws {
        var found = Self.survey(Self.controller(.extended52))
        let digits = Array(try #require(found.commands))
        found.commands = String(digits[..<72]) + hexadecimal(octet) + String(digits[74...])
        #expect(try #require(found.profile).advertisingSets == sets)
        // Without bit 12 of its features they are somebody's mistake.
        found.leFeatures = "0100000000000000"
        #expect(try #require(found.profile).advertisingSets == 0)
    }

    /// Whoever is killed says nothing to the controller; what it does then is found by coming back.
    @Test func whatGoesOnAdvertisingIsFoundSo() {
        var controller = Self.controller(.cyw43455)
        let left = Self.survey(.leaving, of: &controller)
        #expect(left.foundAdvertising == false && controller.isAdvertising)
        #expect(Self.survey(.returning, of: &controller).foundAdvertising == true)
        #expect(!controller.isAdvertising)
        #expect(Self.survey(.returning, of: &controller).foundAdvertising == false)
        controller.faults.isMute = true
        #expect(Self.survey(.returning, of: &controller).foundAdvertising == nil)
    }

    /// Answers every command with success, and the question for a name with this one.
    private static func firmware(_ name: [UInt8]) -> String? {
        var survey = ControllerSurvey(address: DeviceAddress.randomStatic(seed: [1]), beacon: Samples.beacon)
        var (now, toSend) = (Duration.zero, survey.begin(now: .zero))
        while !survey.isOver {
            if let command = toSend {
                let returned: [UInt8] = [0] + (command[1...2] == [0x14, 0x0C] ? name : [])
                let reply = [0x04, 0x0E, UInt8(3 + returned.count), 1, command[1], command[2]] + returned
                toSend = survey.received(reply, isOurs: { _ in false }, now: now)
            } else {
                now = survey.nextDeadline ?? now
                toSend = survey.advance(now: now)
            }
        }
        return survey.findings.firmware
    }

    @Test func onlyANameOfAFirmwareIsKept() {
        func named(_ text: String) -> String? { Self.firmware(Array(text.utf8) + [0, 0x42]) }
        #expect(named("BCM4345C0 a~ z") == "BCM4345C0 a~ z")
        for other in ["Anna's phone", "BCM\u{1F}", "BCM\u{7F}", "BCM\u{E9}", ""] {
            #expect(named(other) == nil)
        }
    }

    @Test func anAnswerToSomebodyElseIsNone() {
        var survey = ControllerSurvey(address: DeviceAddress.randomStatic(seed: [1]), beacon: Samples.beacon)
        _ = survey.begin(now: .zero)
        func next(_ packet: [UInt8]) -> [UInt8]? {
            survey.received(packet, isOurs: { _ in false }, now: .milliseconds(1))
        }
        #expect(next(Samples.versionComplete) == nil && next(Samples.commandStatus) == nil)
        #expect(next(Samples.resetComplete) != nil)
        #expect(survey.findings.hciVersion == nil)
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
