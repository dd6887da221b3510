import Wire

/// Asks a controller, one command after the other, what it is and what it accepts, and listens for a while:
/// what `hotcold doctor --first-pi` does to the radio of a new board.
///
/// A value: what the controller said goes in with the time, the next command comes out. Legacy commands
/// only: the chips of all Raspberry Pis have no others.
package struct ControllerSurvey: Sendable {
    /// How long an answer is waited for.
    package static let patience: Duration = .seconds(2)
    /// How long each share of the time is listened with.
    package static let listens: Duration = .seconds(10)
    /// A controller that leaves so many commands unanswered in a row is not asked further.
    private static let silencesAtMost = 3

    fileprivate enum Step: Equatable {
        case reset, version, features, commands, leFeatures, leStates, name
        case eventMask, leEventMask, address
        case interval(milliseconds: Double)
        /// Of packets that say "connect to me", and let nobody in.
        case closed(milliseconds: Double)
        case data, otherData
        case advertise(Bool)
        case window(ScanShare)
        case scan(Bool)
        case listen(ScanShare)
    }

    /// What is asked. A program that is killed closes the controller and says nothing to it: whether it goes
    /// on advertising then is found by leaving it so and coming back.
    package enum Part: Sendable {
        case everything
        /// Leaves it advertising: to be closed then, without a word.
        case leaving
        /// Without a Reset first: a controller that advertises refuses other parameters, with 0x0C (Core 5.4,
        /// Vol 4, Part E, 7.8.5).
        case returning

        fileprivate var steps: [Step] {
            switch self {
            case .everything:
                ControllerSurvey.script
            case .leaving:
                [.reset, .address, .data, .interval(milliseconds: 100), .advertise(true)]
            case .returning: [.interval(milliseconds: 100)] + ControllerSurvey.end
            }
        }
    }

    private static let questions: [Step] = [
        .reset, .version, .features, .commands, .leFeatures, .leStates, .name, .eventMask, .leEventMask,
        .address, .data,
    ]
    private static let intervals: [Step] = [20, 30, 40, 60, 100].flatMap {
        [Step.interval(milliseconds: $0), .advertise(true), .advertise(false)]
    }
    private static let closed: [Step] = [
        .closed(milliseconds: 20), .advertise(true), .advertise(false),
    ]
    private static let whileAdvertising: [Step] = [
        .interval(milliseconds: 100), .advertise(true), .otherData,
    ]
    private static let listening: [Step] = [ScanShare.half, .whole, .quarter].flatMap {
        [Step.window($0), .scan(true), .listen($0), .scan(false)]
    }
    fileprivate static let end: [Step] = [.advertise(false), .reset]
    fileprivate static let script = questions + intervals + closed + whileAdvertising + listening + end

    /// Of 60 ms.
    private static let scanInterval: UInt16 = 96

    package private(set) var findings = ControllerFindings()
    /// When `advance` wants to be called; nil when it is over.
    package private(set) var nextDeadline: Duration?
    /// Nothing is left to be asked.
    package private(set) var isOver = false

    private let steps: [Step]
    private let address: DeviceAddress
    private let beacon: IBeacon
    private var place = -1
    private var asked: Command?
    private var askedAt = Duration.zero
    private var answers: [Duration] = []
    private var silences = 0
    /// What is switched on now is closed.
    private var triesClosed = false
    private var heard = 0
    private var levels: [Int8] = []

    /// - Parameters:
    ///   - part: what is asked.
    ///   - address: the random static address that it advertises with.
    ///   - beacon: what it advertises.
    package init(_ part: Part = .everything, address: DeviceAddress, beacon: IBeacon) {
        steps = part.steps
        self.address = address
        self.beacon = beacon
    }

    /// The first packet to send.
    package mutating func begin(now: Duration) -> [UInt8]? { next(now: now) }

    /// Time has passed.
    package mutating func advance(now: Duration) -> [UInt8]? {
        guard let due = nextDeadline, due <= now else { return nil }
        if asked != nil {
            findings.unanswered += 1
            silences += 1
            took(status: nil, [])
            asked = nil
            guard silences < Self.silencesAtMost else {
                end()
                return nil
            }
        }
        return next(now: now)
    }

    /// - Parameter isOurs: an advertisement is one of a station.
    /// - Returns: the next packet to send.
    package mutating func received(_ packet: [UInt8], isOurs: (Advertisement) -> Bool, now: Duration)
        -> [UInt8]?
    {
        guard let event = try? HCIEvent(packet: packet) else { return nil }
        switch event {
        case .reports(let advertisements, _):
            guard case .listen = step else { return nil }
            heard += advertisements.count
            levels += advertisements.filter(isOurs).compactMap(\.rssi).prefix(
                Self.levelsAtMost - levels.count)
            return nil
        case .commandComplete(_, let opcode, let returned) where opcode == asked?.opcode:
            return answered(returned.first, Array(returned.dropFirst()), now: now)
        case .commandStatus(let status, _, let opcode) where opcode == asked?.opcode:
            return answered(status.rawValue, [], now: now)
        case .commandComplete, .commandStatus, .hardwareError, .advertisingSetTerminated, .connected, .other:
            return nil
        }
    }

    /// Ten a second from as many stations as play together, for as long as it listens.
    private static let levelsAtMost = 2_400

    private var step: Step? { steps.indices.contains(place) ? steps[place] : nil }

    private mutating func answered(_ status: UInt8?, _ returned: [UInt8], now: Duration) -> [UInt8]? {
        answers.append(now - askedAt)
        silences = 0
        took(status: status, returned)
        asked = nil
        return next(now: now)
    }

    private mutating func next(now: Duration) -> [UInt8]? {
        if case .listen(let share) = step {
            findings.reports.append(
                ControllerFindings.Reports(
                    share: share, seconds: Double(Self.listens.components.seconds), count: heard))
        }
        place += 1
        guard let step else {
            end()
            return nil
        }
        guard let command = command(step) else {
            heard = 0
            nextDeadline = now + Self.listens
            return nil
        }
        asked = command
        askedAt = now
        nextDeadline = now + Self.patience
        return command.packet
    }

    private mutating func end() {
        isOver = true
        nextDeadline = nil
        let sorted = answers.sorted()
        findings.medianAnswer = sorted.isEmpty ? nil : Self.milliseconds(sorted[sorted.count / 2])
        findings.slowestAnswer = sorted.last.map(Self.milliseconds)
        let levels = levels.sorted()
        findings.levelOfStations = levels.isEmpty ? nil : Int(levels[levels.count / 2])
    }

    /// Of the part that returns: whether the controller still advertised; nil where it did not say.
    package var foundAdvertising: Bool? {
        switch findings.advertisingIntervals.first?.status {
        case 0x0C: true
        case 0: false
        default: nil
        }
    }

    private var otherBeacon: IBeacon {
        var other = beacon
        other.minor = ~beacon.minor
        return other
    }

    private static func milliseconds(_ duration: Duration) -> Double {
        Double((duration / .microseconds(100)).rounded()) / 10
    }

    private static func parameters(_ milliseconds: Double, isClosed: Bool) -> AdvertisingParameters {
        AdvertisingParameters(interval: UInt16((milliseconds / 0.625).rounded()), isClosed: isClosed)
    }

    /// Nil for what is only listened to.
    private func command(_ step: Step) -> Command? {
        let dialect = CommandDialect.legacy
        return switch step {
        case .reset: .reset
        case .version: .readLocalVersion
        case .features: .readLocalFeatures
        case .commands: .readLocalCommands
        case .leFeatures: .leReadLocalFeatures
        case .leStates: .leReadSupportedStates
        case .name: Command(Opcode(0x0C14))
        case .eventMask: .setEventMask
        case .leEventMask: .leSetEventMask(extended: false)
        case .address: .leSetRandomAddress(address)
        case .interval(let milliseconds):
            dialect.advertisingParameters(Self.parameters(milliseconds, isClosed: false))
        case .closed(let milliseconds):
            dialect.advertisingParameters(Self.parameters(milliseconds, isClosed: true))
        case .data: dialect.advertisingData(beacon.advertisingData)
        case .otherData: dialect.advertisingData(otherBeacon.advertisingData)
        case .advertise(let on): dialect.advertise(on)
        case .window(let share):
            dialect.scanParameters(interval: Self.scanInterval, window: share.window(of: Self.scanInterval))
        case .scan(let on): dialect.scan(on)
        case .listen: nil
        }
    }

    private mutating func took(status: UInt8?, _ returned: [UInt8]) {
        switch step {
        case .version: takeVersion(returned)
        case .features: findings.lmpFeatures = Self.text(returned, 8)
        case .commands: findings.commands = Self.text(returned, 64)
        case .leFeatures: findings.leFeatures = Self.text(returned, 8)
        case .leStates: findings.leStates = Self.text(returned, 8)
        case .name: findings.firmware = Self.firmware(returned)
        case .interval(let milliseconds):
            findings.advertisingIntervals.removeAll { $0.milliseconds == milliseconds }
            findings.advertisingIntervals.append(
                ControllerFindings.Trial(milliseconds: milliseconds, status: status))
        case .closed(let milliseconds):
            findings.closedIntervals = [ControllerFindings.Trial(milliseconds: milliseconds, status: status)]
            triesClosed = true
        // Some find an interval too short only when they are to begin.
        case .advertise(true) where triesClosed:
            if findings.closedIntervals?.first?.isAccepted == true {
                findings.closedIntervals?[0].status = status
            }
        case .advertise(true):
            if let last = findings.advertisingIntervals.indices.last,
                findings.advertisingIntervals[last].isAccepted
            {
                findings.advertisingIntervals[last].status = status
            }
        case .advertise(false): triesClosed = false
        case .otherData: findings.takesDataWhileAdvertising = status
        case .window(let share):
            findings.scanWindows.append(
                ControllerFindings.Trial(
                    milliseconds: Double(share.window(of: Self.scanInterval)) * 0.625, status: status))
        case .scan(true):
            if findings.scansWhileAdvertising == nil { findings.scansWhileAdvertising = status }
        case .reset, .eventMask, .leEventMask, .address, .data, .scan(false), .listen, nil:
            break
        }
    }

    private mutating func takeVersion(_ returned: [UInt8]) {
        var reader = PacketReader(returned)
        guard let hci = try? reader.u8(), let revision = try? reader.u16le(), (try? reader.u8()) != nil,
            let manufacturer = try? reader.u16le(), let subversion = try? reader.u16le()
        else { return }
        findings.hciVersion = hci
        findings.hciRevision = revision
        findings.manufacturer = manufacturer
        findings.lmpSubversion = subversion
    }

    /// In hexadecimal; nil for what has another length.
    private static func text(_ bytes: [UInt8], _ count: Int) -> String? {
        bytes.count == count ? bytes.map(hexadecimal).joined() : nil
    }

    /// Only what a firmware calls itself: after Reset nobody else has given it a name, but who knows.
    private static func firmware(_ returned: [UInt8]) -> String? {
        let name = String(decoding: returned.prefix { $0 != 0 }, as: UTF8.self)
        let isFirmware = ["BCM", "CYW", "SYN"].contains { name.hasPrefix($0) }
        return isFirmware && name.utf8.allSatisfy { (32..<127).contains($0) } ? name : nil
    }
}
