import Testing

@testable import HCI

/// Frames in turns with a beacon, as a controller puts them on the air.
@Suite struct AdvertisingTurnsTests {
    private static let frames: [[UInt8]] = (1...24).map {
        [0x1E, 0xFF, 0xFF, 0xFF] + Array(repeating: $0, count: 27)
    }

    private static func goal(_ share: AdvertisingTurns.Share, beacon: IBeacon? = Samples.beacon) -> RadioGoal
    {
        RadioGoal(beacon: beacon, scans: true, turns: AdvertisingTurns(frames: frames, share: share))
    }

    private static func share(of aired: [AirPacket]) -> Double {
        Double(aired.count { $0.data != Samples.beacon.advertisingData }) / Double(aired.count)
    }

    /// Every frame has its time, and the beacon the share that it was promised.
    @Test(arguments: ControllerProfile.all)
    func framesAndBeaconsTakeTurns(profile: ControllerProfile) {
        var rig = AirRig(profile)
        rig.give(.want(Self.goal(AdvertisingTurns.Share(frames: 1, beacons: 5))))
        rig.pass(.seconds(200))
        #expect((0.12...0.2).contains(Self.share(of: rig.aired)))
        #expect(Self.frames.allSatisfy { frame in rig.aired.contains { $0.data == frame } })
        rig.aired = []
        rig.give(.want(Self.goal(AdvertisingTurns.Share(frames: 4, beacons: 1))))
        rig.pass(.seconds(60))
        #expect((0.72...0.88).contains(Self.share(of: rig.aired)))
        #expect(rig.controller.overdrafts == 0 && rig.controller.malformed == 0)
    }

    /// 20 ms while there is more to say, where the controller may; and as before after it.
    @Test func theIntervalIsShortWhileItIsNeeded() {
        for (profile, quick, usual) in [
            (ControllerProfile.cyw43455, 36...44, 20...25), (.extended52, 36...44, 20...25),
            (.legacy42, 36...44, 8...11), (.slow42, 8...11, 8...11),
        ] {
            var rig = AirRig(profile)
            rig.give(.want(Self.goal(AdvertisingTurns.Share(frames: 4, beacons: 1))))
            rig.pass(.seconds(2))
            rig.aired = []
            rig.pass(.seconds(10))
            #expect(quick.contains(rig.aired.count / 10), "\(profile): \(rig.aired.count)")
            rig.give(.want(RadioGoal(beacon: Samples.beacon, scans: true)))
            rig.pass(.seconds(1))
            rig.aired = []
            rig.pass(.seconds(10))
            #expect(usual.contains(rig.aired.count / 10), "\(profile): \(rig.aired.count)")
            #expect(rig.aired.allSatisfy { $0.data == Samples.beacon.advertisingData })
        }
    }

    /// It may be asked to advertise less often, and to be quick again.
    @Test func theIntervalIsAsLongAsIsAskedFor() {
        for (profile, slow, quick) in [
            (ControllerProfile.cyw43455, 11...13, 36...44), (.legacy42, 11...13, 36...44),
            (.slow42, 8...11, 8...11),
        ] {
            var rig = AirRig(profile)
            var goal = Self.goal(AdvertisingTurns.Share(frames: 9, beacons: 1))
            for (interval, rate) in [(Duration.milliseconds(80), slow), (nil, quick)] {
                goal.turns?.interval = interval
                rig.give(.want(goal))
                rig.pass(.seconds(2))
                rig.aired = []
                rig.pass(.seconds(10))
                #expect(rate.contains(rig.aired.count / 10), "\(profile): \(rig.aired.count)")
            }
            #expect(rig.controller.overdrafts == 0 && rig.controller.malformed == 0)
            #expect(!rig.statuses.contains { if case .trouble = $0 { true } else { false } })
        }
    }

    /// A closed packet that is refused is tried no more, also where it was not to come often.
    @Test func aClosedPacketIsGivenUpAlsoWhereItIsSlow() throws {
        var activity = AirActivity(
            dialect: .legacy, interval: .milliseconds(100),
            quick: AdvertisingParameters(interval: 32, isClosed: true),
            configuration: RadioConfiguration(ownAddress: .randomStatic(seed: [1, 2, 3, 4, 5, 6])))
        activity.goal.turns = AdvertisingTurns(
            frames: Self.frames, share: AdvertisingTurns.Share(frames: 9, beacons: 1),
            interval: .milliseconds(160))
        activity.advance(now: .zero)
        let closed = AdvertisingParameters(interval: 256, isClosed: true)
        let first = try #require(activity.nextCommand)
        #expect(first == CommandDialect.legacy.advertisingParameters(closed))
        let isAround = activity.ended(first, .invalidParameters)
        #expect(isAround)
        let open = AdvertisingParameters(interval: 256)
        #expect(activity.nextCommand == CommandDialect.legacy.advertisingParameters(open))
    }

    /// A controller that takes no new data while it advertises is found out by its refusal, and switched off
    /// for each frame.
    @Test func whatIsRefusedIsDoneOffTheAir() {
        var profile = ControllerProfile.cyw43455
        profile.liveData = .refused
        var rig = AirRig(profile)
        rig.give(.want(Self.goal(AdvertisingTurns.Share(frames: 4, beacons: 1))))
        rig.pass(.seconds(20))
        #expect(Self.frames.allSatisfy { frame in rig.aired.contains { $0.data == frame } })
        #expect(rig.aired.count > 300)
        // Three commands for each: it has 20 ms more, and says so.
        let interval = rig.statuses.last.flatMap { status -> Duration? in
            if case .ready(let controller) = status { controller.advertisingInterval } else { nil }
        }
        #expect(
            interval == .milliseconds(40)
                && !rig.statuses.contains { if case .trouble = $0 { true } else { false } })
    }

    /// One that takes new data and goes on with the old ones cannot be told by its answers: it is switched
    /// off for each frame where that is asked for.
    @Test(arguments: [true, false])
    func whatIsKeptIsChangedOffTheAir(changesOffTheAir: Bool) {
        var rig = AirRig(.cyw43455.with(.kept))
        var goal = Self.goal(AdvertisingTurns.Share(frames: 4, beacons: 1))
        goal.turns?.changesOffTheAir = changesOffTheAir
        rig.give(.want(goal))
        rig.pass(.seconds(20))
        let frames = Self.frames.count { frame in rig.aired.contains { $0.data == frame } }
        #expect(frames == (changesOffTheAir ? Self.frames.count : 1))
        #expect(rig.aired.count > 300)
    }

    /// Without a beacon all of the time is for frames; without frames nothing changes.
    @Test func oneWithoutTheOther() {
        var rig = AirRig(.cyw43455)
        rig.give(.want(Self.goal(AdvertisingTurns.Share(frames: 1, beacons: 5), beacon: nil)))
        rig.pass(.seconds(5))
        #expect(rig.aired.count > 100 && Self.share(of: rig.aired) == 1)
        rig.give(
            .want(
                RadioGoal(
                    beacon: Samples.beacon,
                    turns: AdvertisingTurns(frames: [], share: .init(frames: 4, beacons: 1)))))
        rig.pass(.seconds(1))
        rig.aired = []
        rig.pass(.seconds(5))
        #expect(rig.aired.count > 100 && Self.share(of: rig.aired) == 0)
    }

    /// What is of the company is passed on, and what is of another is not.
    @Test func framesAreHeard() {
        var rig = AirRig(.cyw43455, company: 0xFFFF)
        rig.give(.want(RadioGoal(scans: true)))
        rig.pass(.seconds(1))
        let other = DeviceAddress(littleEndian: [9, 9, 9, 9, 9, 0xC9])
        let foreign: [UInt8] = [0x05, 0xFF, 0x4D, 0x00, 0x01, 0x02]
        for step in 0..<200 {
            let data = step % 2 == 0 ? Self.frames[0] : foreign
            for report in rig.controller.hear(
                AirPacket(address: other, data: data, at: rig.now), rssi: -60, now: rig.now)
            {
                rig.give(.packet(report))
            }
            rig.pass(.milliseconds(7))
        }
        #expect(rig.heard.count > 30 && rig.heard.allSatisfy { $0.data == Self.frames[0] })
        #expect(rig.heard.first?.manufacturerData(of: 0xFFFF) == Self.frames[0][4...])
        #expect(rig.heard.first?.manufacturerData(of: 0x004C) == nil)
    }
}
