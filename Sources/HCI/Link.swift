import Wire

/// The command flow to one controller: a queue, one command outstanding, credits, timeouts.
///
/// The user channel passes everything straight through, so the rules of Core 5.3 Vol 4 Part E 4.4 are kept
/// here. They allow several commands at once; one at a time is what every controller is tested with, and
/// makes replies unambiguous.
struct Link: Sendable {
    /// What a call leads to, in order.
    enum Output: Sendable, Equatable {
        case send(Command)
        /// The controller is done with a command of ours; `returned` is what follows the status.
        case completed(Command, StatusCode, returned: [UInt8])
        /// Somebody else's command succeeded: other programs may write to the device beside us.
        case stranger(Opcode)
        case reports([Advertisement])
        case hardwareError(UInt8)
        /// No answer, and the commands that were waiting are dropped.
        case unanswered(Command)
        /// Advertising that was to go on for ever is over; only extended advertising says so.
        case advertisingEnded(StatusCode)
        /// Somebody has connected, which ends advertising.
        case connected
    }

    private struct Outstanding {
        var command: Command
        var deadline: Duration
        var isRepeated = false
        /// Something else has come from the controller since.
        var controllerIsAlive = false
    }

    /// How long a command may take: what Linux allows as well.
    static let timeout: Duration = .seconds(2)
    /// Commands that may wait; the longest script has six.
    static let capacity = 16

    var counters = RadioCounters()
    /// When the last well-formed event came.
    private(set) var lastEvent: Duration?
    private var outstanding: Outstanding?
    private var waiting: [Command] = []
    /// What the controller last said it would take; one after opening.
    private var credits: UInt8 = 1
    /// Until when to wait for a credit.
    private var starvation: Duration?
    /// A command that was given up or sent twice: one reply to it is not a stranger's. Reset is not among
    /// them, because a Reset that is done late undoes what came after it.
    private var late: Opcode?

    /// Nothing outstanding, nothing waiting.
    var isIdle: Bool { outstanding == nil && waiting.isEmpty }

    func isAwaiting(_ opcode: Opcode) -> Bool { outstanding?.command.opcode == opcode }

    var nextDeadline: Duration? { outstanding?.deadline ?? starvation }

    /// Forgets everything about the controller but the counters, as if just opened.
    mutating func restart() {
        forgetCommands()
        credits = 1
    }

    /// Forgets all commands, also the outstanding one.
    mutating func forgetCommands() {
        if let command = outstanding?.command, command.isRepeatable { late = command.opcode }
        outstanding = nil
        forgetWaiting()
    }

    /// Forgets the commands that were not sent yet.
    mutating func forgetWaiting() {
        waiting = []
        starvation = nil
    }

    /// Sends a command as soon as all before it are done.
    mutating func submit(_ command: Command, now: Duration) -> [Output] {
        precondition(waiting.count < Self.capacity, "more commands than any script has")
        waiting.append(command)
        return pump(now: now)
    }

    /// One packet from the controller. Sends nothing: what is waiting may be pointless after this, so its
    /// owner calls `pump` when it has seen the outputs.
    mutating func receive(_ packet: [UInt8], now: Duration) -> [Output] {
        guard packet.first == HCIEvent.packetType else {
            counters.dropped += 1
            return []
        }
        do {
            let outputs = try take(try HCIEvent(packet: packet))
            lastEvent = now
            outstanding?.controllerIsAlive = true
            return outputs
        } catch {
            counters.malformed += 1
            return []
        }
    }

    /// Sends the next command if one is waiting and it may be sent.
    mutating func pump(now: Duration) -> [Output] {
        guard outstanding == nil, let command = waiting.first else { return [] }
        guard credits > 0 else {
            starvation = starvation ?? now + Self.timeout
            return []
        }
        starvation = nil
        credits -= 1
        waiting.removeFirst()
        outstanding = Outstanding(command: command, deadline: now + Self.timeout)
        return [.send(command)]
    }

    /// Gives up on what took too long; harmless when nothing has.
    mutating func expire(now: Duration) -> [Output] {
        if let late = outstanding, now >= late.deadline {
            return giveUp(on: late, now: now)
        }
        if let limit = starvation, now >= limit {
            // The event with the credit was lost, or the controller is dead; the command will tell.
            credits = 1
            return pump(now: now)
        }
        return []
    }

    /// Silence while other events flow means that the reply was lost on the way (the kernel drops what does
    /// not fit into our receive buffer), so the command is sent once more. Silence on all sides means a
    /// dead controller.
    private mutating func giveUp(on late: Outstanding, now: Duration) -> [Output] {
        counters.timeouts += 1
        guard late.controllerIsAlive, late.command.isRepeatable, !late.isRepeated else {
            restart()
            return [.unanswered(late.command)]
        }
        self.late = late.command.opcode
        outstanding = Outstanding(command: late.command, deadline: now + Self.timeout, isRepeated: true)
        return [.send(late.command)]
    }

    private mutating func take(_ event: HCIEvent) throws(Malformed) -> [Output] {
        switch event {
        case .commandComplete(let credits, let opcode, let returned):
            return try complete(opcode, returned, credits: credits)
        case .commandStatus(let status, let credits, let opcode):
            self.credits = credits
            // Success means begun: the Command Complete is still to come.
            if opcode == .none || status == .success && isAwaiting(opcode) { return [] }
            return end(opcode, status, returned: [])
        case .hardwareError(let code):
            counters.hardwareErrors += 1
            // Whatever it promised before, a broken controller must take a Reset.
            credits = 1
            return [.hardwareError(code)]
        case .reports(let reports, let malformed):
            counters.malformed += UInt64(malformed)
            counters.reports += UInt64(reports.count)
            return reports.isEmpty ? [] : [.reports(reports)]
        case .advertisingSetTerminated(let status):
            return [.advertisingEnded(status)]
        case .connected:
            return [.connected]
        case .other:
            counters.dropped += 1
            return []
        }
    }

    private mutating func complete(
        _ opcode: Opcode, _ returned: [UInt8], credits: UInt8
    ) throws(Malformed) -> [Output] {
        guard opcode != .none else {
            self.credits = credits
            return []
        }
        guard let status = returned.first else { throw Malformed("no status", at: 6) }
        self.credits = credits
        return end(opcode, StatusCode(rawValue: status), returned: Array(returned.dropFirst()))
    }

    /// Only the opcode tells whose command this was.
    private mutating func end(_ opcode: Opcode, _ status: StatusCode, returned: [UInt8]) -> [Output] {
        guard let command = outstanding?.command, command.opcode == opcode else {
            if opcode == late {
                late = nil
                return []
            }
            counters.strangers += 1
            return status == .success ? [.stranger(opcode)] : []
        }
        outstanding = nil
        return [.completed(command, status, returned: returned)]
    }
}
