import Testing

@testable import HCI

/// Watches both directions of the wire: never a second command while one is outstanding, never one without
/// a credit.
///
/// A command is over when it is answered, when its 2 s have passed, after a hardware error, and at the end,
/// when the last Reset may not wait for it longer than 200 ms.
struct FlowCheck {
    private var outstanding: (opcode: Opcode, since: Duration)?
    private var credits = 1
    private var creditsSince = Duration.zero
    private(set) var commands = 0
    var isStopping = false

    mutating func opened(now: Duration) {
        outstanding = nil
        credits = 1
        creditsSince = now
    }

    mutating func sent(_ packet: [UInt8], now: Duration) {
        guard let opcode = opcode(of: packet), packet.count == 4 + Int(packet[3]) else {
            Issue.record("not a command: \(packet)")
            return
        }
        commands += 1
        let patience: Duration = isStopping ? .milliseconds(200) : .seconds(2)
        if let outstanding, now - outstanding.since < patience {
            Issue.record("\(opcode) while \(outstanding.opcode) is outstanding")
        }
        if credits == 0, outstanding == nil, now - creditsSince < patience {
            Issue.record("\(opcode) without a credit")
        }
        outstanding = (opcode, now)
        credits = 0
        creditsSince = now
    }

    mutating func received(_ packet: [UInt8], now: Duration) {
        switch try? HCIEvent(packet: packet) {
        case .commandComplete(let credits, let opcode, let returned):
            guard opcode == .none || !returned.isEmpty else { return }
            given(credits, now)
            if opcode == outstanding?.opcode { outstanding = nil }
        case .commandStatus(let status, let credits, let opcode):
            given(credits, now)
            if opcode == outstanding?.opcode, status != .success { outstanding = nil }
        case .hardwareError:
            outstanding = nil
            credits = 1
        default:
            break
        }
    }

    private mutating func given(_ credits: UInt8, _ now: Duration) {
        self.credits = Int(credits)
        creditsSince = now
    }
}
