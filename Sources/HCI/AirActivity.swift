import Wire

/// What the controller does on the air, what it should do, and the next command on the way from the one to
/// the other.
///
/// There is no script: after every reply the next command follows from the difference, so that a goal may
/// change at any moment, also half-way to the last one. Something that is on is switched off, changed and
/// switched on again.
///
/// A controller that refuses to advertise and scan at once takes turns of 100…500 ms, 300 ms on average. Were
/// all turns of one length, two stations that happen to be in step would advertise and listen at the same
/// times and stay deaf to each other; so the lengths follow a sequence that begins with our own address.
struct AirActivity: Sendable {
    private enum Turn { case advertise, scan }

    /// An interval that every controller must accept.
    static let slowInterval: Duration = .milliseconds(100)

    let dialect: CommandDialect
    var goal = RadioGoal() {
        didSet { turns.want(goal.turns) }
    }
    /// Whose turn it is where there is more to advertise than a beacon.
    private var turns = TurnClock()
    /// It takes new data while it advertises, as it should (Core 5.3 Vol 4 Part E 7.8.7), as far as is known.
    private(set) var changesDataLive = true
    /// The controller refused to do both at once.
    private(set) var takesTurns = false
    private var usual: AdvertisingParameters
    /// While there is more to advertise than a beacon.
    private var quick: AdvertisingParameters
    private let scanInterval: UInt16
    /// The one that is set for good.
    private let fixedWindow: UInt16?
    private let ownAddress: DeviceAddress
    private var turnSequence: UInt64

    // What the controller is known to have and do.
    private var parameters: AdvertisingParameters?
    private var hasAddress = false
    private var data: [UInt8]?
    private var isAdvertising = false
    /// The window of its parameters.
    private var scanParameters: UInt16?
    private(set) var isScanning = false
    /// Scanning is to be switched off once, whatever is wanted.
    private var mustRescan = false

    private var turn = Turn.advertise
    /// The end of the turn; nil when none are taken.
    private(set) var nextTurn: Duration?
    /// The controller has done in this turn what it is for.
    private var hasBegun = false

    /// - Parameter quick: while there is more to advertise than a beacon; by default the same.
    init(
        dialect: CommandDialect, interval: Duration, quick: AdvertisingParameters? = nil,
        configuration: RadioConfiguration
    ) {
        self.dialect = dialect
        let usual = AdvertisingParameters(interval: Slots.count(interval, within: Slots.advertising))
        self.usual = usual
        self.quick = quick ?? usual
        let scanInterval = Slots.count(configuration.scanInterval, within: Slots.scanning)
        self.scanInterval = scanInterval
        fixedWindow = configuration.scanWindow.map {
            min(Slots.count($0, within: Slots.scanning), scanInterval)
        }
        ownAddress = configuration.ownAddress
        turnSequence = UInt64(bigEndianBytes: ownAddress.littleEndian)
    }

    private var wantedParameters: AdvertisingParameters {
        guard let turns = goal.turns else { return usual }
        guard let interval = turns.interval else { return quick }
        var calm = quick
        calm.interval = max(calm.interval, Slots.count(interval, within: Slots.advertising))
        return calm
    }
    /// Between two advertisements, in slots.
    var interval: UInt16 { wantedParameters.interval }

    /// Advertising is switched off for each change of data.
    private var changesOffTheAir: Bool { !changesDataLive || goal.turns?.changesOffTheAir == true }

    /// What three commands take, on a serial line.
    private static let commandsTake: Duration = .milliseconds(20)

    /// How often what is advertised may change, without what the controller adds. What is changed off the air
    /// has the time for it.
    var turnInterval: Duration {
        Slots.duration(interval) + (goal.turns != nil && changesOffTheAir ? Self.commandsTake : .zero)
    }

    /// A station that speaks by advertisements listens all of the time, unless something else needs the
    /// antenna.
    private var scanWindow: UInt16 {
        if let fixedWindow { return goal.turns == nil ? fixedWindow : scanInterval }
        return (goal.scanShare ?? (goal.turns == nil ? .half : .whole)).window(of: scanInterval)
    }

    private var scanWindows: [UInt16] {
        ScanShare.allCases.map { $0.window(of: scanInterval) } + [fixedWindow].compactMap(\.self)
    }

    /// The next command towards the goal; nil when it is reached.
    var nextCommand: Command? {
        let wanted = wantedData
        if isAdvertising, parameters != wantedParameters { return dialect.advertise(false) }
        if isScanning, mustRescan || scanParameters != scanWindow { return dialect.scan(false) }
        if isAdvertising, let wanted, wanted != data, goal.turns != nil, !changesOffTheAir {
            return dialect.advertisingData(wanted)
        }
        if isAdvertising, wanted == nil || wanted != data { return dialect.advertise(false) }
        if isScanning, !wantsScan { return dialect.scan(false) }
        if let wanted, !isAdvertising {
            if parameters != wantedParameters { return dialect.advertisingParameters(wantedParameters) }
            if !hasAddress, let command = dialect.advertisingAddress(ownAddress) { return command }
            if wanted != data { return dialect.advertisingData(wanted) }
        }
        if wantsScan, scanParameters != scanWindow {
            return dialect.scanParameters(interval: scanInterval, window: scanWindow)
        }
        if wanted != nil, !isAdvertising { return dialect.advertise(true) }
        if wantsScan, !isScanning { return dialect.scan(true) }
        return nil
    }

    /// Switches scanning off, and on again.
    mutating func rescan() { mustRescan = isScanning }

    /// What has the turn is on the air, or nothing is to be. No turn ends before: a controller whose replies
    /// take longer than a turn would be given one frame after the other, and never be switched on.
    private var isOut: Bool { nextCommand == nil && (isAdvertising || !advertises) }

    /// Begins the next turn if it is time. The turns keep step with the clock, not with how late they are
    /// noticed.
    mutating func advance(now: Duration) {
        advanceTurn(now: now)
        turns.advance(now: now, length: turnInterval, hasBeacon: goal.beacon != nil, isOut: isOut)
    }

    /// To advertise or to listen, where a controller does not do both.
    private mutating func advanceTurn(now: Duration) {
        guard takesTurns, advertises, goal.scans else {
            nextTurn = nil
            return
        }
        guard let end = nextTurn else {
            (nextTurn, hasBegun) = (now + turnLength(), nextCommand == nil)
            return
        }
        guard nextCommand == nil else { return }
        let isLate = !hasBegun && now >= end
        hasBegun = true
        if isLate {
            nextTurn = now + turnLength()
        } else if now >= end {
            (turn, hasBegun) = (turn == .advertise ? .scan : .advertise, false)
            let length = turnLength()
            nextTurn = end + length > now ? end + length : now + length
        }
    }

    /// A linear congruential generator (Knuth's MMIX); its low bits are poor, so the high ones are used.
    private mutating func turnLength() -> Duration {
        turnSequence = turnSequence &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return .milliseconds(100 + Int((turnSequence >> 33) % 401))
    }

    /// Takes in the end of a command. False if it was refused and there is no way around it.
    mutating func ended(_ command: Command, _ status: StatusCode) -> Bool {
        if status == .success {
            apply(command)
            return true
        }
        if command == dialect.advertise(false) || command == dialect.scan(false) {
            // Some controllers refuse to switch off what is off already (BCM43455 does); it is off either
            // way.
            guard status == .commandDisallowed else { return false }
            apply(command)
            return true
        }
        return stopChanging(after: command) || slowDown(after: command, status)
            || takeTurns(after: command, status)
    }

    private var wantedData: [UInt8]? {
        takesTurns && goal.scans && turn == .scan ? nil : turns.current ?? goal.beacon?.advertisingData
    }

    /// There is anything to advertise.
    private var advertises: Bool { goal.beacon != nil || turns.current != nil }

    private var wantsScan: Bool {
        goal.scans && !(takesTurns && advertises && turn == .advertise)
    }

    /// When the next frame, or the beacon, is to be advertised.
    var nextFrame: Duration? { isOut ? turns.next : nil }

    private mutating func apply(_ command: Command) {
        switch command.opcode {
        case .leSetAdvertisingParameters, .leSetExtendedAdvertisingParameters:
            parameters = [usual, quick, wantedParameters].first {
                command == dialect.advertisingParameters($0)
            }
        case .leSetAdvertisingSetRandomAddress:
            hasAddress = true
        case .leSetAdvertisingData, .leSetExtendedAdvertisingData:
            data = dialect.advertisingData(in: command)
        case .leSetAdvertisingEnable, .leSetExtendedAdvertisingEnable:
            isAdvertising = command == dialect.advertise(true)
        case .leSetScanParameters, .leSetExtendedScanParameters:
            scanParameters = scanWindows.first {
                command == dialect.scanParameters(interval: scanInterval, window: $0)
            }
        case .leSetScanEnable, .leSetExtendedScanEnable:
            isScanning = command == dialect.scan(true)
            if !isScanning { mustRescan = false }
        default:
            break
        }
    }

    /// A controller that takes no new data while it advertises is switched off for it from now on.
    private mutating func stopChanging(after command: Command) -> Bool {
        guard isAdvertising, changesDataLive,
            [.leSetAdvertisingData, .leSetExtendedAdvertisingData].contains(command.opcode)
        else { return false }
        changesDataLive = false
        return true
    }

    /// A controller may find the interval too short, or not know how to close what it sends, when it gets the
    /// parameters or not before it begins.
    private mutating func slowDown(after command: Command, _ status: StatusCode) -> Bool {
        let slow = Slots.count(Self.slowInterval, within: Slots.advertising)
        // With a closed packet every refusal may be about that.
        let isAboutIt =
            wantedParameters.isClosed || status == .invalidParameters || status == .unsupportedValue
        guard isAboutIt, wantedParameters.isClosed || interval < slow,
            command == dialect.advertisingParameters(wantedParameters) || command == dialect.advertise(true)
        else { return false }
        usual.interval = max(usual.interval, slow)
        quick = AdvertisingParameters(interval: slow)
        parameters = nil
        return true
    }

    /// A refusal while the other activity is on is about doing both. Which status that is differs by vendor.
    private mutating func takeTurns(after command: Command, _ status: StatusCode) -> Bool {
        let aboutBoth: [StatusCode] = [
            .commandDisallowed, .connectionAlreadyExists, .limitedResources, .memoryCapacityExceeded,
        ]
        let isAboutScanning = [
            .leSetScanParameters, .leSetExtendedScanParameters, .leSetScanEnable, .leSetExtendedScanEnable,
        ].contains(command.opcode)
        guard aboutBoth.contains(status), isAboutScanning ? isAdvertising : isScanning, !takesTurns else {
            return false
        }
        takesTurns = true
        return true
    }
}
