/// The number of an HCI command: six bits of group, ten bits of command (Core 5.3 Vol 4 Part E 5.4.1).
package struct Opcode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// Group in the upper six bits, command in the other ten.
    package var rawValue: UInt16

    /// The command with that number, whether or not it has a name here.
    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The same.
    package init(_ rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Not a command: a Command Complete with it only brings new credits.
    package static let none = Opcode(0x0000)

    package static let setEventMask = Opcode(0x0C01)
    package static let reset = Opcode(0x0C03)
    package static let writeLEHostSupported = Opcode(0x0C6D)
    package static let readLocalVersion = Opcode(0x1001)
    package static let readLocalCommands = Opcode(0x1002)
    package static let readLocalFeatures = Opcode(0x1003)
    package static let readAddress = Opcode(0x1009)

    package static let leSetEventMask = Opcode(0x2001)
    package static let leReadLocalFeatures = Opcode(0x2003)
    package static let leSetRandomAddress = Opcode(0x2005)
    package static let leSetAdvertisingParameters = Opcode(0x2006)
    package static let leSetAdvertisingData = Opcode(0x2008)
    package static let leSetAdvertisingEnable = Opcode(0x200A)
    package static let leSetScanParameters = Opcode(0x200B)
    package static let leSetScanEnable = Opcode(0x200C)
    package static let leReadSupportedStates = Opcode(0x201C)

    package static let leSetAdvertisingSetRandomAddress = Opcode(0x2035)
    package static let leSetExtendedAdvertisingParameters = Opcode(0x2036)
    package static let leSetExtendedAdvertisingData = Opcode(0x2037)
    package static let leSetExtendedAdvertisingEnable = Opcode(0x2039)
    package static let leClearAdvertisingSets = Opcode(0x203D)
    package static let leSetExtendedScanParameters = Opcode(0x2041)
    package static let leSetExtendedScanEnable = Opcode(0x2042)

    /// Whether this command, sent by another program, undoes what we set up.
    var changesTheAir: Bool { Self.settings.contains(self) }

    private static let settings: Set<Opcode> = [
        .reset, .setEventMask, .leSetEventMask, .leSetRandomAddress,
        .leSetAdvertisingParameters, .leSetAdvertisingData, .leSetAdvertisingEnable,
        .leSetScanParameters, .leSetScanEnable,
        .leSetAdvertisingSetRandomAddress, .leSetExtendedAdvertisingParameters,
        .leSetExtendedAdvertisingData, .leSetExtendedAdvertisingEnable, .leClearAdvertisingSets,
        .leSetExtendedScanParameters, .leSetExtendedScanEnable,
    ]

    /// The name the specification gives the command, or its number.
    package var description: String {
        Self.names[self]
            ?? "command 0x\(hexadecimal(UInt8(rawValue >> 8)))\(hexadecimal(UInt8(rawValue & 0xFF)))"
    }

    private static let names: [Opcode: String] = [
        .none: "NOP", .setEventMask: "Set Event Mask", .reset: "Reset",
        .writeLEHostSupported: "Write LE Host Supported", .readLocalVersion: "Read Local Version",
        .readLocalCommands: "Read Local Supported Commands",
        .readLocalFeatures: "Read Local Supported Features",
        .readAddress: "Read BD_ADDR", .leSetEventMask: "LE Set Event Mask",
        .leReadLocalFeatures: "LE Read Local Supported Features",
        .leSetRandomAddress: "LE Set Random Address",
        .leSetAdvertisingParameters: "LE Set Advertising Parameters",
        .leSetAdvertisingData: "LE Set Advertising Data",
        .leSetAdvertisingEnable: "LE Set Advertising Enable",
        .leSetScanParameters: "LE Set Scan Parameters", .leSetScanEnable: "LE Set Scan Enable",
        .leReadSupportedStates: "LE Read Supported States",
        .leSetAdvertisingSetRandomAddress: "LE Set Advertising Set Random Address",
        .leSetExtendedAdvertisingParameters: "LE Set Extended Advertising Parameters",
        .leSetExtendedAdvertisingData: "LE Set Extended Advertising Data",
        .leSetExtendedAdvertisingEnable: "LE Set Extended Advertising Enable",
        .leClearAdvertisingSets: "LE Clear Advertising Sets",
        .leSetExtendedScanParameters: "LE Set Extended Scan Parameters",
        .leSetExtendedScanEnable: "LE Set Extended Scan Enable",
    ]
}
