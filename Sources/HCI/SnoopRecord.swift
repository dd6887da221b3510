/// What the records of a btsnoop file hold: its datalink type.
package enum SnoopLink: UInt32, Sendable, CaseIterable {
    /// HCI packets without the H4 type byte; the flags tell what they are.
    case h1 = 1001
    /// HCI packets with the H4 type byte, as Android, Wireshark and this program write them.
    case h4 = 1002
    /// What the Linux kernel shows its monitors, as `btmon -w` writes it: the flags hold an opcode and the
    /// number of the adapter.
    case monitor = 2001
}

/// Which way a packet went.
package enum SnoopDirection: Sendable, Equatable {
    /// From the host to the controller.
    case sent
    /// From the controller to the host.
    case received
}

/// One record of a btsnoop file, as it stands there.
package struct SnoopRecord: Sendable, Equatable {
    /// Counted from 1.
    package var number: Int
    /// Where it begins, in bytes from the beginning of the file.
    package var offset: Int
    /// Direction and kind, as the link defines them.
    package var flags: UInt32
    /// Packets that were lost before this one, since the capture began.
    package var drops: UInt32
    /// Microseconds since 1970 on the wall clock of the machine that wrote it, which may have been set
    /// meanwhile.
    package var time: Int64
    /// Whether the packet was longer than what was kept of it.
    package var isCut: Bool
    /// The packet, as far as it was recorded.
    package var bytes: [UInt8]

    /// The HCI event in it, with its H4 type byte; nil if it is anything else.
    package func event(_ link: SnoopLink) -> [UInt8]? {
        switch link {
        case .h1: flags & 0b11 == 0b11 ? [HCIEvent.packetType] + bytes : nil
        case .h4: bytes.first == HCIEvent.packetType ? bytes : nil
        case .monitor: flags & 0xFFFF == Self.monitorEvent ? [HCIEvent.packetType] + bytes : nil
        }
    }

    /// The adapter it came through; only a monitor tells them apart.
    package func adapter(_ link: SnoopLink) -> UInt16 {
        link == .monitor ? UInt16(truncatingIfNeeded: flags >> 16) : 0
    }

    /// The monitor's opcode of an HCI event.
    static let monitorEvent: UInt32 = 3

    /// The H4 type of a command.
    static let commandType: UInt8 = 0x01

    /// Microseconds from midnight of January 1st of the year 0, where the format counts from, to 1970.
    static let epoch: Int64 = 0x00DC_DDB3_0F2F_8000
    static let magic = Array("btsnoop\0".utf8)
    static let version: UInt32 = 1
    /// The longest HCI packet there is: 65535 bytes of ACL data, its header, its H4 type byte. A record that
    /// claims to be longer is none.
    static let bytesAtMost = 65_535 + 4 + 1
}

/// A place in a btsnoop file that could not be read, and why.
package struct SnoopDamage: Error, Equatable, Sendable, CustomStringConvertible {
    /// Of the record, from 1.
    package var number: Int
    /// Of the record, in bytes from the beginning of the file.
    package var offset: Int
    /// What is wrong with it.
    package var why: String

    /// A record that could not be read.
    package init(number: Int, offset: Int, why: String) {
        (self.number, self.offset, self.why) = (number, offset, why)
    }

    package var description: String { "record \(number) at byte \(offset): \(why)" }
}
