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
    var goal = RadioGoal()
    /// The controller refused to do both at once.
    private(set) var takesTurns = false
    private(set) var interval: UInt16
    private let scanInterval: UInt16
    private let scanWindow: UInt16
    private let ownAddress: DeviceAddress
    private var turnSequence: UInt64

    // What the controller is known to have and do.
    private var hasParameters = false
    private var hasAddress = false
    private var data: [UInt8]?
    private var isAdvertising = false
    private var hasScanParameters = false
    private var isScanning = false

    private var turn = Turn.advertise
    /// The end of the turn; nil when none are taken.
    private(set) var nextTurn: Duration?

    init(dialect: CommandDialect, interval: Duration, configuration: RadioConfiguration) {
        self.dialect = dialect
        self.interval = Slots.count(interval, within: Slots.advertising)
        scanInterval = Slots.count(configuration.scanInterval, within: Slots.scanning)
        scanWindow = min(Slots.count(configuration.scanWindow, within: Slots.scanning), scanInterval)
        ownAddress = configuration.ownAddress
        turnSequence = UInt64(bigEndianBytes: ownAddress.littleEndian)
    }

    /// The next command towards the goal; nil when it is reached.
    var nextCommand: Command? {
        let wanted = wantedData
        if isAdvertising, wanted == nil || wanted != data { return dialect.advertise(false) }
        if isScanning, !wantsScan { return dialect.scan(false) }
        if let wanted, !isAdvertising {
            if !hasParameters { return dialect.advertisingParameters(interval: interval) }
            if !hasAddress, let command = dialect.advertisingAddress(ownAddress) { return command }
            if wanted != data { return dialect.advertisingData(wanted) }
        }
        if wantsScan, !hasScanParameters {
            return dialect.scanParameters(interval: scanInterval, window: scanWindow)
        }
        if wanted != nil, !isAdvertising { return dialect.advertise(true) }
        if wantsScan, !isScanning { return dialect.scan(true) }
        return nil
    }

    /// Begins the next turn if it is time. The turns keep step with the clock, not with how late they are
    /// noticed.
    mutating func advance(now: Duration) {
        guard takesTurns, goal.beacon != nil, goal.scans else {
            nextTurn = nil
            return
        }
        guard let end = nextTurn else {
            nextTurn = now + turnLength()
            return
        }
        guard now >= end else { return }
        turn = turn == .advertise ? .scan : .advertise
        let length = turnLength()
        nextTurn = end + length > now ? end + length : now + length
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
        return slowDown(after: command, status) || takeTurns(after: command, status)
    }

    private var wantedData: [UInt8]? {
        takesTurns && goal.scans && turn == .scan ? nil : goal.beacon?.advertisingData
    }

    private var wantsScan: Bool {
        goal.scans && !(takesTurns && goal.beacon != nil && turn == .advertise)
    }

    private mutating func apply(_ command: Command) {
        switch command.opcode {
        case .leSetAdvertisingParameters, .leSetExtendedAdvertisingParameters:
            hasParameters = true
        case .leSetAdvertisingSetRandomAddress:
            hasAddress = true
        case .leSetAdvertisingData, .leSetExtendedAdvertisingData:
            data = wantedDataSent(by: command)
        case .leSetAdvertisingEnable, .leSetExtendedAdvertisingEnable:
            isAdvertising = command == dialect.advertise(true)
        case .leSetScanParameters, .leSetExtendedScanParameters:
            hasScanParameters = true
        case .leSetScanEnable, .leSetExtendedScanEnable:
            isScanning = command == dialect.scan(true)
        default:
            break
        }
    }

    /// The goal may have changed while the data was on its way; then the controller does not have what is
    /// wanted now.
    private func wantedDataSent(by command: Command) -> [UInt8]? {
        guard let wanted = goal.beacon?.advertisingData, command == dialect.advertisingData(wanted) else {
            return nil
        }
        return wanted
    }

    /// A controller may find the interval too short, when it gets the parameters or not before it begins.
    private mutating func slowDown(after command: Command, _ status: StatusCode) -> Bool {
        let slow = Slots.count(Self.slowInterval, within: Slots.advertising)
        guard status == .invalidParameters || status == .unsupportedValue, interval < slow,
            command == dialect.advertisingParameters(interval: interval) || command == dialect.advertise(true)
        else { return false }
        interval = slow
        hasParameters = false
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
