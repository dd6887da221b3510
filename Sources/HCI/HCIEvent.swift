import Wire

/// One HCI event (Core 5.3 Vol 4 Part E 7.7).
enum HCIEvent: Sendable, Equatable {
    /// The end of a command, or with the opcode 0 only new credits. `returned` begins with the status.
    case commandComplete(credits: UInt8, opcode: Opcode, returned: [UInt8])
    /// A command was refused, or has begun and another event will end it.
    case commandStatus(StatusCode, credits: UInt8, opcode: Opcode)
    case hardwareError(UInt8)
    /// The good reports of one event, and how many of it were not.
    case reports([Advertisement], malformed: Int)
    /// Extended advertising came to an end that nobody asked for.
    case advertisingSetTerminated(StatusCode)
    /// Somebody has connected to us.
    case connected
    /// Well-formed and of no use to us.
    case other(code: UInt8)

    /// One packet, with the H4 type byte in front.
    ///
    /// The kernel passes on what the controller or a noisy UART made of it, so nothing about it is certain:
    /// its length byte must agree with the length of the datagram.
    init(packet: [UInt8]) throws(Malformed) {
        var reader = PacketReader(packet)
        guard try reader.u8() == Self.packetType else { throw Malformed("not an event", at: 0) }
        let code = try reader.u8()
        let length = Int(try reader.u8())
        guard length == reader.remaining else { throw Malformed("event length", at: 2) }
        self = try HCIEvent(code: code, parameters: &reader)
    }

    /// The H4 type of an event.
    static let packetType: UInt8 = 0x04

    private init(code: UInt8, parameters reader: inout PacketReader) throws(Malformed) {
        switch code {
        case 0x0E:
            let credits = try reader.u8()
            let opcode = Opcode(try reader.u16le())
            self = .commandComplete(credits: credits, opcode: opcode, returned: reader.rest())
        case 0x0F:
            let status = StatusCode(rawValue: try reader.u8())
            let credits = try reader.u8()
            let opcode = Opcode(try reader.u16le())
            try reader.end()
            self = .commandStatus(status, credits: credits, opcode: opcode)
        case 0x10:
            let code = try reader.u8()
            try reader.end()
            self = .hardwareError(code)
        case 0x3E:
            self = try HCIEvent(subevent: try reader.u8(), parameters: &reader)
        default:
            self = .other(code: code)
        }
    }

    /// LE Meta.
    private init(subevent: UInt8, parameters reader: inout PacketReader) throws(Malformed) {
        switch subevent {
        case 0x01:
            let status = StatusCode(rawValue: try reader.u8())
            try reader.skip(17)  // handle, role, peer, interval, latency, timeout, clock accuracy
            try reader.end()
            self = status == .success ? .connected : .other(code: 0x3E)
        case 0x02: self = try Self.reports(of: &reader, EventReport.legacy)
        case 0x0D: self = try Self.reports(of: &reader, EventReport.extended)
        case 0x12:
            let status = StatusCode(rawValue: try reader.u8())
            try reader.skip(4)  // advertising handle, connection handle, number of events
            try reader.end()
            self = .advertisingSetTerminated(status)
        default: self = .other(code: 0x3E)
        }
    }

    /// Reports stand one after the other. One with impossible content is left out and the next is read;
    /// after one that does not fit, nobody knows where the next begins.
    private static func reports(
        of reader: inout PacketReader, _ read: (inout PacketReader) throws(Malformed) -> Advertisement?
    ) throws(Malformed) -> HCIEvent {
        let count = Int(try reader.u8())
        guard count > 0 else { throw Malformed("no reports", at: reader.offset - 1) }
        var good: [Advertisement] = []
        var malformed = 0
        for _ in 0..<count {
            do {
                if let report = try read(&reader) {
                    good.append(report)
                } else {
                    malformed += 1
                }
            } catch {
                malformed += 1
                break
            }
        }
        return .reports(good, malformed: malformed)
    }
}
