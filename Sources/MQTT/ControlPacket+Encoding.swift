import Wire

extension ControlPacket {
    /// As it goes over the wire.
    package var encoded: [UInt8] {
        switch self {
        case .connect(let connect): Self.frame(.connect, flags: 0, connect.body)
        case .connectAcknowledgement(let sessionPresent, let code):
            Self.frame(.connectAcknowledgement, flags: 0, [sessionPresent ? 1 : 0, code.rawValue])
        case .publish(let publish): Self.frame(.publish, flags: publish.flags, publish.body)
        case .publishAcknowledgement(let id):
            Self.frame(.publishAcknowledgement, flags: 0, id.bigEndianBytes)
        case .subscribe(let id, let subscriptions):
            Self.frame(.subscribe, flags: 2, Self.body(id, subscriptions))
        case .subscribeAcknowledgement(let id, let codes):
            Self.frame(.subscribeAcknowledgement, flags: 0, id.bigEndianBytes + codes.map(\.rawValue))
        case .unsubscribe(let id, let filters):
            Self.frame(
                .unsubscribe, flags: 2, filters.reduce(into: id.bigEndianBytes) { $0 += Self.text($1) })
        case .unsubscribeAcknowledgement(let id):
            Self.frame(.unsubscribeAcknowledgement, flags: 0, id.bigEndianBytes)
        case .pingRequest: Self.frame(.pingRequest, flags: 0, [])
        case .pingResponse: Self.frame(.pingResponse, flags: 0, [])
        case .disconnect: Self.frame(.disconnect, flags: 0, [])
        }
    }

    /// The types of control packets (2.2.1).
    enum Kind: UInt8, CaseIterable {
        case connect = 1
        case connectAcknowledgement, publish, publishAcknowledgement
        case subscribe = 8
        case subscribeAcknowledgement, unsubscribe, unsubscribeAcknowledgement, pingRequest, pingResponse
        case disconnect
    }

    private static func frame(_ kind: Kind, flags: UInt8, _ body: [UInt8]) -> [UInt8] {
        var writer = PacketWriter(reserving: body.count + 5)
        writer.u8(kind.rawValue << 4 | flags)
        writer.append(RemainingLength.encoded(body.count))
        writer.append(body)
        return writer.bytes
    }

    private static func body(_ id: UInt16, _ subscriptions: [Subscription]) -> [UInt8] {
        subscriptions.reduce(into: id.bigEndianBytes) { bytes, subscription in
            bytes += text(subscription.filter) + [subscription.quality.rawValue]
        }
    }

    /// A string with its length before it (1.5.3). Longer ones than fit are cut: no text of ours is.
    static func text(_ text: String) -> [UInt8] { field(Array(text.utf8)) }

    static func field(_ bytes: [UInt8]) -> [UInt8] {
        let bytes = bytes.prefix(Int(UInt16.max))
        return UInt16(bytes.count).bigEndianBytes + bytes
    }
}

extension ControlPacket.Connect {
    static let protocolName = "MQTT"
    /// 3.1.1.
    static let protocolLevel: UInt8 = 4

    /// The bits of the flags (3.1.2.3).
    enum Flag {
        static let cleanSession: UInt8 = 1 << 1
        static let will: UInt8 = 1 << 2
        static let willQuality: UInt8 = 3
        static let willRetain: UInt8 = 1 << 5
        static let password: UInt8 = 1 << 6
        static let userName: UInt8 = 1 << 7
    }

    fileprivate var body: [UInt8] {
        var flags: UInt8 = cleanSession ? Flag.cleanSession : 0
        if let will {
            flags |= Flag.will | will.quality.rawValue << Flag.willQuality
            if will.isRetained { flags |= Flag.willRetain }
        }
        if user != nil { flags |= Flag.userName }
        // A password without a name is not allowed (3.1.2.9).
        let password = user == nil ? nil : password
        if password != nil { flags |= Flag.password }
        var bytes = ControlPacket.text(Self.protocolName) + [Self.protocolLevel, flags]
        bytes += keepAlive.bigEndianBytes + ControlPacket.text(clientID)
        if let will { bytes += ControlPacket.text(will.topic) + ControlPacket.field(will.payload) }
        if let user { bytes += ControlPacket.text(user) }
        if let password { bytes += ControlPacket.field(password) }
        return bytes
    }
}

extension ControlPacket.Publish {
    /// The bits beside the type (3.3.1).
    enum Flag {
        static let retain: UInt8 = 1
        static let quality: UInt8 = 1
        static let duplicate: UInt8 = 1 << 3
    }

    fileprivate var flags: UInt8 {
        (message.isRetained ? Flag.retain : 0) | message.quality.rawValue << Flag.quality
            | (isDuplicate ? Flag.duplicate : 0)
    }

    fileprivate var body: [UInt8] {
        var bytes = ControlPacket.text(message.topic)
        if message.quality != .atMostOnce { bytes += (packetID ?? 1).bigEndianBytes }
        return bytes + message.payload
    }
}
