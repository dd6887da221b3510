import Testing

@testable import HCI

/// Single steps of what a controller is told: what each reply, and each refusal, leads to.
struct AirActivityStepsTests {
    private static let dialect = CommandDialect.legacy
    private static let both = RadioGoal(beacon: Samples.beacon, scans: true)
    private static let frames = AdvertisingTurns(
        frames: [[1]], share: AdvertisingTurns.Share(frames: 1, beacons: 4))

    /// An activity that has reached its goal, on a controller that takes everything.
    private static func reached(_ goal: RadioGoal) -> AirActivity {
        var activity = AirActivity(
            dialect: dialect, interval: .milliseconds(40),
            configuration: RadioConfiguration(ownAddress: CoreRig.ownAddress))
        activity.goal = goal
        activity.advance(now: .zero)
        _ = goOn(&activity)
        return activity
    }

    /// Every command that follows, each of which succeeds.
    private static func goOn(_ activity: inout AirActivity) -> [Command] {
        var commands: [Command] = []
        while let command = activity.nextCommand, commands.count < 12 {
            commands.append(command)
            guard activity.ended(command, .success) else { break }
        }
        return commands
    }

    /// Off is off where the controller says that it was (0x0C); any other refusal is trouble.
    @Test(arguments: [StatusCode.unknownCommand, .limitedResources, .invalidParameters, .unsupportedValue])
    func onlyADisallowedOffIsOff(status: StatusCode) {
        for off in [Self.dialect.advertise(false), Self.dialect.scan(false)] {
            var activity = Self.reached(Self.both)
            func ends(_ status: StatusCode) -> Bool { activity.ended(off, status) }
            #expect(!ends(status))
            #expect(ends(.commandDisallowed))
        }
    }

    @Test func refusedDataIsChangedOffTheAirOnceAndThenIsTrouble() {
        var goal = Self.both
        goal.turns = Self.frames
        var activity = Self.reached(goal)
        let data = Self.dialect.advertisingData([2, 3])
        func isWayAround() -> Bool { activity.ended(data, .unknownCommand) }
        #expect(activity.changesDataLive && isWayAround() && !activity.changesDataLive)
        #expect(!isWayAround(), "it is known, and was off")
        // What is off the air is refused for another reason.
        var idle = AirActivity(
            dialect: Self.dialect, interval: .milliseconds(40),
            configuration: RadioConfiguration(ownAddress: CoreRig.ownAddress))
        idle.goal = goal
        func isTaken() -> Bool { idle.ended(data, .commandDisallowed) }
        #expect(!isTaken() && idle.changesDataLive)
    }

    /// Only advertising has another interval to try.
    @Test func parametersThatAreRefusedElsewhereAreTrouble() {
        var activity = Self.reached(Self.both)
        func isWayAround(_ command: Command) -> Bool { activity.ended(command, .invalidParameters) }
        #expect(!isWayAround(Self.dialect.scanParameters(interval: 96, window: 48)))
        #expect(activity.interval == 64)
        #expect(isWayAround(Self.dialect.advertise(true)) && activity.interval == 160)
        #expect(!isWayAround(Self.dialect.advertise(true)), "there is nothing slower")
    }

    /// Three commands on a serial line take their time; one does not count.
    @Test func whatChangesOffTheAirHasTheTimeForIt() {
        var goal = Self.both
        #expect(Self.reached(goal).turnInterval == .milliseconds(40))
        goal.turns = Self.frames
        var activity = Self.reached(goal)
        #expect(activity.turnInterval == .milliseconds(40))
        _ = activity.ended(Self.dialect.advertisingData([2, 3]), .commandDisallowed)
        #expect(activity.turnInterval == .milliseconds(60))
        activity.goal.turns = nil
        #expect(activity.turnInterval == .milliseconds(40), "there is nothing but the beacon")
    }

    @Test func whoDoesBothNeedsNoTurns() {
        var activity = Self.reached(Self.both)
        activity.advance(now: .seconds(1))
        #expect(activity.nextTurn == nil && activity.nextCommand == nil && activity.isScanning)
    }

    /// One that takes turns does not wait for a turn when there is only one thing to do.
    @Test func whoTakesTurnsTakesThemOnlyForBoth() {
        var activity = Self.reached(RadioGoal(beacon: Samples.beacon))
        activity.goal = Self.both
        func refused(_ command: Command) -> Bool { activity.ended(command, .commandDisallowed) }
        let parameters = Self.dialect.scanParameters(interval: 96, window: 48)
        #expect(activity.nextCommand == parameters && activity.ended(parameters, .success))
        #expect(refused(Self.dialect.scan(true)) && activity.takesTurns)
        activity.advance(now: .zero)
        var isAdvertising: Set<Bool> = []
        var now = Duration.zero
        for _ in 0..<6 {
            guard let turn = activity.nextTurn else { break }
            #expect((100...500).contains((turn - now) / .milliseconds(1)))
            now = turn
            activity.advance(now: now)
            let commands = Self.goOn(&activity)
            #expect(
                commands.contains(Self.dialect.scan(true)) == commands.contains(Self.dialect.advertise(false))
            )
            isAdvertising.insert(commands.contains(Self.dialect.advertise(true)))
            // Alone it advertises at once, and goes on, whosever turn it is.
            var alone = activity
            alone.goal = RadioGoal(beacon: Samples.beacon)
            let then = Self.goOn(&alone)
            #expect(then.contains(Self.dialect.advertise(true)) == activity.isScanning)
            alone.advance(now: now + .seconds(9))
            #expect(alone.nextTurn == nil && alone.nextCommand == nil && !alone.isScanning)
        }
        #expect(isAdvertising == [true, false])
    }

    @Test func scanningIsSwitchedOffAndOnOnce() {
        var activity = Self.reached(Self.both)
        activity.rescan()
        #expect(Self.goOn(&activity) == [Self.dialect.scan(false), Self.dialect.scan(true)])
        var deaf = Self.reached(RadioGoal(beacon: Samples.beacon))
        deaf.rescan()
        #expect(Self.goOn(&deaf) == [], "what is off needs no rest")
    }
}
