import Wire

/// Writes HCI packets as a btsnoop file that btmon, tshark and Wireshark open: datalink H4.
package enum SnoopWriter {
    /// How the file begins.
    package static var header: [UInt8] {
        var writer = PacketWriter()
        writer.append(SnoopRecord.magic)
        writer.u32be(SnoopRecord.version)
        writer.u32be(SnoopLink.h4.rawValue)
        return writer.bytes
    }

    /// One packet, whole.
    ///
    /// - Parameters:
    ///   - packet: with its H4 type byte.
    ///   - time: microseconds since 1970.
    ///   - drops: packets that were lost before this one, since the capture began.
    package static func record(
        _ packet: [UInt8], _ direction: SnoopDirection, at time: Int64, drops: UInt32 = 0
    ) -> [UInt8] {
        var writer = PacketWriter()
        writer.u32be(UInt32(clamping: packet.count))
        writer.u32be(UInt32(clamping: packet.count))
        // Bit 0: from the controller. Bit 1: a command or an event, and no data.
        let isControl = packet.first == SnoopRecord.commandType || packet.first == HCIEvent.packetType
        writer.u32be((direction == .received ? 1 : 0) | (isControl ? 2 : 0))
        writer.u32be(drops)
        writer.u64be(UInt64(bitPattern: time &+ SnoopRecord.epoch))
        writer.append(packet)
        return writer.bytes
    }
}
