package import Wire

extension ControlPacket {
    /// One whole packet.
    ///
    /// - Throws: `Malformed` for all that 3.1.1 forbids, and for "exactly once", which nobody asks for.
    package init(decoding packet: ArraySlice<UInt8>) throws(Malformed) {
        var reader = PacketReader(packet)
        let first = try reader.u8()
        let length = try RemainingLength.read(&reader)
        guard length == reader.remaining else { throw Malformed("length of packet", at: 1) }
        try self.init(first, &reader)
    }

    /// - Parameters:
    ///   - first: the first byte of the packet.
    ///   - reader: at what follows the length, and no further than its end.
    private init(_ first: UInt8, _ reader: inout PacketReader) throws(Malformed) {
        let flags = first & 0x0F
        guard let kind = Kind(rawValue: first >> 4) else { throw Malformed("type of packet", at: 0) }
        let wanted: UInt8? =
            switch kind {
            case .publish: nil
            case .subscribe, .unsubscribe: 2
            case .connect, .connectAcknowledgement, .publishAcknowledgement, .subscribeAcknowledgement,
                .unsubscribeAcknowledgement, .pingRequest, .pingResponse, .disconnect:
                0
            }
        guard wanted == nil || flags == wanted else { throw Malformed("flags of packet", at: 0) }
        switch kind {
        case .connect: self = .connect(try Connect(&reader))
        case .connectAcknowledgement: self = try Self.connectAcknowledgement(&reader)
        case .publish: self = .publish(try Publish(flags: flags, &reader))
        case .publishAcknowledgement: self = .publishAcknowledgement(try Self.packetID(&reader))
        case .subscribe: self = try Self.subscribe(&reader)
        case .subscribeAcknowledgement: self = try Self.subscribeAcknowledgement(&reader)
        case .unsubscribe: self = try Self.unsubscribe(&reader)
        case .unsubscribeAcknowledgement: self = .unsubscribeAcknowledgement(try Self.packetID(&reader))
        case .pingRequest: self = .pingRequest
        case .pingResponse: self = .pingResponse
        case .disconnect: self = .disconnect
        }
        try reader.end()
    }

    /// How hard a PUBLISH is tried, by its first byte; nil for another packet.
    static func qualityOfPublish(_ first: UInt8) throws(Malformed) -> QualityOfService? {
        guard Kind(rawValue: first >> 4) == .publish else { return nil }
        guard let quality = QualityOfService(rawValue: first >> Publish.Flag.quality & 3) else {
            throw Malformed("quality of service", at: 0)
        }
        return quality
    }

    private static func connectAcknowledgement(_ reader: inout PacketReader) throws(Malformed) -> Self {
        let flags = try reader.u8()
        guard flags & 0xFE == 0, let code = ConnectReturnCode(rawValue: try reader.u8()) else {
            throw Malformed("answer to CONNECT", at: reader.offset)
        }
        return .connectAcknowledgement(sessionPresent: flags == 1, code)
    }

    private static func subscribe(_ reader: inout PacketReader) throws(Malformed) -> Self {
        let id = try packetID(&reader)
        var subscriptions: [Subscription] = []
        repeat {
            let filter = try filter(&reader)
            guard let quality = QualityOfService(rawValue: try reader.u8()) else {
                throw Malformed("quality of service", at: reader.offset)
            }
            subscriptions.append(Subscription(filter, quality))
        } while reader.remaining > 0
        return .subscribe(id, subscriptions)
    }

    private static func unsubscribe(_ reader: inout PacketReader) throws(Malformed) -> Self {
        let id = try packetID(&reader)
        var filters: [String] = []
        repeat { filters.append(try filter(&reader)) } while reader.remaining > 0
        return .unsubscribe(id, filters)
    }

    private static func subscribeAcknowledgement(_ reader: inout PacketReader) throws(Malformed) -> Self {
        let id = try packetID(&reader)
        var codes: [SubscribeReturnCode] = []
        repeat {
            guard let code = SubscribeReturnCode(rawValue: try reader.u8()) else {
                throw Malformed("answer to SUBSCRIBE", at: reader.offset)
            }
            codes.append(code)
        } while reader.remaining > 0
        return .subscribeAcknowledgement(id, codes)
    }

    private static func filter(_ reader: inout PacketReader) throws(Malformed) -> String {
        let filter = try text(&reader)
        guard Topic.isFilter(filter) else { throw Malformed("topic filter", at: reader.offset) }
        return filter
    }

    /// Never zero (2.3.1).
    static func packetID(_ reader: inout PacketReader) throws(Malformed) -> UInt16 {
        let id = try reader.u16be()
        guard id != 0 else { throw Malformed("packet identifier", at: reader.offset) }
        return id
    }

    static func field(_ reader: inout PacketReader) throws(Malformed) -> [UInt8] {
        try reader.bytes(Int(try reader.u16be()))
    }

    /// UTF-8, and no zero in it (1.5.3).
    static func text(_ reader: inout PacketReader) throws(Malformed) -> String {
        let offset = reader.offset
        let bytes = try field(&reader)
        guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
            throw Malformed("text", at: offset)
        }
        return text
    }
}

extension ControlPacket.Connect {
    fileprivate init(_ reader: inout PacketReader) throws(Malformed) {
        guard try ControlPacket.text(&reader) == Self.protocolName, try reader.u8() == Self.protocolLevel
        else { throw Malformed("protocol", at: reader.offset) }
        let flags = try reader.u8()
        let quality = flags >> Flag.willQuality & 3
        let hasWill = flags & Flag.will != 0
        guard flags & 1 == 0, hasWill || flags & (Flag.willRetain | 3 << Flag.willQuality) == 0,
            flags & Flag.userName != 0 || flags & Flag.password == 0,
            let quality = QualityOfService(rawValue: quality)
        else { throw Malformed("flags of CONNECT", at: reader.offset) }
        keepAlive = try reader.u16be()
        cleanSession = flags & Flag.cleanSession != 0
        clientID = try ControlPacket.text(&reader)
        if hasWill {
            let topic = try ControlPacket.text(&reader)
            guard Topic.isName(topic) else { throw Malformed("topic of a will", at: reader.offset) }
            will = ApplicationMessage(
                topic: topic, payload: try ControlPacket.field(&reader), quality: quality,
                isRetained: flags & Flag.willRetain != 0)
        } else {
            will = nil
        }
        user = flags & Flag.userName != 0 ? try ControlPacket.text(&reader) : nil
        password = flags & Flag.password != 0 ? try ControlPacket.field(&reader) : nil
    }
}

extension ControlPacket.Publish {
    fileprivate init(flags: UInt8, _ reader: inout PacketReader) throws(Malformed) {
        guard let quality = QualityOfService(rawValue: flags >> Flag.quality & 3) else {
            throw Malformed("quality of service", at: 0)
        }
        isDuplicate = flags & Flag.duplicate != 0
        guard quality != .atMostOnce || !isDuplicate else { throw Malformed("flags of PUBLISH", at: 0) }
        let topic = try ControlPacket.text(&reader)
        // Ours are short; others may publish longer ones, and they are none of ours.
        guard Topic.isName(topic, bytesAtMost: Topic.bytesOfProtocol) else {
            throw Malformed("topic", at: reader.offset)
        }
        packetID = quality == .atMostOnce ? nil : try ControlPacket.packetID(&reader)
        message = ApplicationMessage(
            topic: topic, payload: reader.rest(), quality: quality, isRetained: flags & Flag.retain != 0)
    }
}
