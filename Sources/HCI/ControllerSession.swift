import Determinism

/// One controller from Reset to Reset: brought up, kept doing what is wanted, asked after when it is
/// silent, silenced.
///
/// It does not recover: the first failure ends it, and its owner begins again or closes the device.
struct ControllerSession: Sendable {
    /// What a call leads to, in order.
    enum Output: Sendable, Equatable {
        case send([UInt8])
        case heard(Advertisement)
        /// The controller does all that is wanted.
        case settled(ControllerDescription)
        /// The session is over; nothing follows until the next `bringUp`.
        case failed(RadioTrouble)
        /// The controller is silenced, or did not say so in time.
        case ended
    }

    private enum Phase {
        case off
        /// Reset and questions.
        case asking
        /// Masks and address.
        case settingUp
        case up
        /// Waiting for the last Reset to be answered or, while `isReset` is false, to be sent.
        case ending(until: Duration, isReset: Bool)
    }

    /// A controller that says nothing at all for so long is asked whether it is still there. A quiet house
    /// is quiet, so silence alone is no failure.
    static let silence: Duration = .seconds(3)
    /// How long the last Reset may take.
    static let lastReset: Duration = .milliseconds(500)
    /// How long the last Reset waits for the reply to the command before it.
    static let lastCommand: Duration = .milliseconds(200)

    /// What to do when up; see `pursue`.
    private(set) var goal = RadioGoal()
    private let configuration: RadioConfiguration
    private var phase = Phase.off
    private var adapter = ""
    private var link = Link()
    private var capabilities = Capabilities()
    private var activity: AirActivity
    private var assembler = ReportAssembler()
    private var batteries = BatteryBook()
    /// Another program changed the controller behind our back.
    private var isDisturbed = false
    /// Nobody has come in where the filter should have let nobody in (``AdvertisingParameters``).
    private var filterHolds = true
    /// What was received, of all senders; taken by `takeHeard`.
    private var received: Heard?

    init(configuration: RadioConfiguration) {
        self.configuration = configuration
        activity = AirActivity(
            dialect: .legacy, interval: AirActivity.slowInterval, configuration: configuration)
    }

    var counters: RadioCounters {
        var counters = link.counters
        counters.dropped += assembler.dropped
        return counters
    }

    var nextDeadline: Duration? {
        switch phase {
        case .off: nil
        case .asking, .settingUp: link.nextDeadline
        case .up:
            // While the controller owes a reply, nothing else is due.
            if link.isIdle {
                [link.nextDeadline, activity.nextTurn, activity.nextFrame, probeTime].compactMap(\.self).min()
            } else {
                link.nextDeadline
            }
        case .ending(let until, _): until
        }
    }

    /// It is up, and scans.
    var listens: Bool {
        if case .up = phase { activity.isScanning } else { false }
    }

    /// The strongest level, and whether anything was nothing that a game could want.
    struct Heard: Equatable {
        var level: Int8
        var isStranger: Bool
    }

    /// What was received since the last call; nil for nothing.
    mutating func takeHeard() -> Heard? {
        defer { received = nil }
        return received
    }

    /// Switches scanning off and on.
    mutating func rescan(now: Duration) -> [Output] {
        guard case .up = phase else { return [] }
        activity.rescan()
        return proceed(now: now)
    }

    /// Silenced already, or about to be.
    var isEnding: Bool {
        if case .ending = phase { true } else { false }
    }

    /// Resets the controller, whatever it was doing, and sets it up from scratch.
    ///
    /// - Parameter adapter: the name of a device that was just opened; nil if it has been open all along.
    mutating func bringUp(adapter: String? = nil, now: Duration) -> [Output] {
        if let adapter {
            self.adapter = adapter
            link.restart()
        }
        phase = .asking
        capabilities = Capabilities()
        isDisturbed = false
        return submit(Capabilities.questions, now: now)
    }

    /// From now on do this.
    mutating func pursue(_ goal: RadioGoal, now: Duration) -> [Output] {
        self.goal = goal
        activity.goal = goal
        guard case .up = phase else { return [] }
        return proceed(now: now)
    }

    /// One packet from the controller.
    mutating func receive(_ packet: [UInt8], now: Duration) -> [Output] {
        if case .off = phase { return [] }
        let outputs = follow(link.receive(packet, now: now), now: now)
        return outputs + follow(link.pump(now: now), now: now)
    }

    /// What is due by now; harmless when nothing is.
    mutating func expire(now: Duration) -> [Output] {
        switch phase {
        case .off:
            return []
        case .asking, .settingUp:
            return follow(link.expire(now: now), now: now)
        case .up:
            var outputs = follow(link.expire(now: now), now: now)
            guard case .up = phase else { return outputs }
            if let probeTime, now >= probeTime { outputs += submit([.readAddress], now: now) }
            activity.advance(now: now)
            return outputs + proceed(now: now)
        case .ending(let until, let isReset):
            guard now >= until else { return [] }
            if isReset { return over(.ended) }
            link.restart()
            return submit([.reset], now: now)
        }
    }

    /// Silences the controller: it would go on advertising after we are gone. Ends in 700 ms at the latest.
    mutating func end(now: Duration) -> [Output] {
        switch phase {
        case .off:
            return [.ended]
        case .ending:
            return []
        case .asking, .settingUp, .up:
            link.forgetWaiting()
            guard !link.isAwaiting(.reset) else {
                phase = .ending(until: now + Self.lastReset, isReset: true)
                return []
            }
            phase = .ending(until: now + Self.lastCommand, isReset: false)
            return submit([.reset], now: now)
        }
    }

    /// The device is gone.
    mutating func abandon() {
        _ = over(.ended)
    }

    // MARK: Replies

    private mutating func submit(_ commands: [Command], now: Duration) -> [Output] {
        let steps = commands.flatMap { link.submit($0, now: now) }
        return follow(steps, now: now)
    }

    private mutating func follow(_ steps: [Link.Output], now: Duration) -> [Output] {
        var outputs: [Output] = []
        var isNews = false
        for step in steps {
            switch step {
            case .send(let command):
                if command.opcode == .reset { sendsReset(now: now) }
                outputs.append(.send(command.packet))
            case .completed(let command, let status, let returned):
                if let end = completed(command, status, returned) { return outputs + over(end) }
                isNews = true
            case .stranger(let opcode):
                isDisturbed = isDisturbed || opcode.changesTheAir
                isNews = true
            case .reports(let reports):
                outputs += heard(reports, now: now)
            case .hardwareError(let code):
                if let end = broken(by: code) { return outputs + over(end) }
            case .unanswered:
                return outputs + over(.failed(.notAnswering))
            case .connected:
                // A Reset ends the connection, and nobody is let in again.
                (isDisturbed, filterHolds) = (true, false)
                isNews = true
            case .advertisingEnded(let status):
                guard case .up = phase else { break }
                return outputs + over(refused(.leSetExtendedAdvertisingEnable, status))
            }
        }
        return isNews ? outputs + proceed(now: now) : outputs
    }

    private mutating func over(_ end: Output) -> [Output] {
        phase = .off
        link.forgetCommands()
        return [end]
    }

    private mutating func sendsReset(now: Duration) {
        link.counters.resets += 1
        if case .ending = phase { phase = .ending(until: now + Self.lastReset, isReset: true) }
    }

    /// The failure or the end that a reply amounts to; nil if things go on.
    private mutating func completed(_ command: Command, _ status: StatusCode, _ returned: [UInt8]) -> Output?
    {
        switch phase {
        case .off:
            return nil
        case .asking:
            learn(command, status, returned)
            return command.opcode == .reset && status != .success ? refused(command.opcode, status) : nil
        case .settingUp:
            learn(command, status, returned)
            // A controller without BR/EDR does not know the host support bit, and needs no telling.
            let mayFail: [Opcode] = [.leReadSupportedStates, .writeLEHostSupported]
            return status == .success || mayFail.contains(command.opcode)
                ? nil : refused(command.opcode, status)
        case .up:
            // Any answer to a probe is a sign of life.
            guard command != .readAddress else { return nil }
            return activity.ended(command, status) ? nil : refused(command.opcode, status)
        case .ending:
            return command.opcode == .reset ? .ended : nil
        }
    }

    private func refused(_ opcode: Opcode, _ status: StatusCode) -> Output {
        .failed(.refused(opcode: opcode.rawValue, status: status.rawValue))
    }

    private mutating func learn(_ command: Command, _ status: StatusCode, _ returned: [UInt8]) {
        guard status == .success else { return }
        do {
            try capabilities.learn(command.opcode, returned)
        } catch {
            link.counters.malformed += 1
        }
    }

    /// After a hardware error all state is lost. While a Reset is on its way that is nothing new.
    private func broken(by code: UInt8) -> Output? {
        if case .ending = phase { return nil }
        return link.isAwaiting(.reset) ? nil : .failed(.hardwareError(code))
    }

    private mutating func heard(_ reports: [Advertisement], now: Duration) -> [Output] {
        guard case .up = phase, goal.scans else { return [] }
        for report in reports {
            received = Heard(
                level: max(received?.level ?? .min, report.rssi ?? 0),
                isStranger: received?.isStranger == true || !configuration.reports(report))
        }
        return reports.compactMap { assembler.add($0) }
            .map { batteries.annotated($0, now: now) }
            .filter { configuration.reports($0) }
            .map { .heard($0) }
    }

    // MARK: The next step

    /// Goes on when all commands so far are done.
    private mutating func proceed(now: Duration) -> [Output] {
        guard link.isIdle else { return [] }
        switch phase {
        case .off, .ending:
            return []
        case .asking:
            phase = .settingUp
            return submit(capabilities.settings(for: configuration), now: now)
        case .settingUp:
            phase = .up
            activity = AirActivity(
                dialect: capabilities.dialect(for: configuration),
                interval: capabilities.advertisingInterval(for: configuration),
                quick: capabilities.quickParameters(for: configuration, filterHolds: filterHolds),
                configuration: configuration)
            activity.goal = goal
            return proceed(now: now)
        case .up:
            if isDisturbed { return bringUp(now: now) }
            activity.advance(now: now)
            guard let command = activity.nextCommand else { return [.settled(description)] }
            return submit([command], now: now)
        }
    }

    /// When to ask whether the controller is still there.
    private var probeTime: Duration? {
        link.isIdle ? link.lastEvent.map { $0 + Self.silence } : nil
    }

    var description: ControllerDescription {
        ControllerDescription(
            adapter: adapter, address: capabilities.address, hciVersion: capabilities.hciVersion,
            extended: activity.dialect == .extended, timeSliced: activity.takesTurns,
            advertisingInterval: activity.turnInterval, claimsBoth: capabilities.claimsBoth)
    }
}
