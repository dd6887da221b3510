/// What a simulated controller answers where nothing changes by it: questions about itself, and the
/// settings a kernel or bluetoothd makes at power-on that have no effect here.
struct SimulatedAnswers {
    let profile: ControllerProfile
    let address: DeviceAddress

    /// The return parameters after the status; nil for a command that is not one of these. What a setting
    /// sets is not looked into.
    func returned(by opcode: Opcode) -> [UInt8]? {
        informational(opcode) ?? buffers(opcode) ?? setting(opcode)
            ?? (profile.hasBREDR ? classic(opcode) : nil)
    }

    /// The local name, in 248 bytes padded with zeros.
    static func localName(_ name: String) -> [UInt8] {
        Array((Array(name.utf8) + Array(repeating: 0, count: 248)).prefix(248))
    }

    private func informational(_ opcode: Opcode) -> [UInt8]? {
        switch opcode.rawValue {
        // Version, revision, LMP version, manufacturer (0xFFFF: none yet), LMP revision.
        case 0x1001: [profile.hciVersion, 0x00, 0x00, profile.hciVersion, 0xFF, 0xFF, 0x00, 0x00]
        case 0x1002: profile.commandBitmap
        case 0x1003: profile.lmpFeatures
        case 0x1009: address.littleEndian
        case 0x0C14: Self.localName(profile.name)
        case 0x2003: profile.leFeatures
        case 0x201C: profile.leStates
        default: nil
        }
    }

    /// What a kernel asks and sets where there is BR/EDR, whatever else is supported (hci_sync.c of Linux
    /// 6.1).
    private func classic(_ opcode: Opcode) -> [UInt8]? {
        switch opcode.rawValue {
        // Inquiry access codes: one, the general one.
        case 0x0C38: [0x01]
        case 0x0C39: [0x01, 0x33, 0x8B, 0x9E]
        // How loud inquiries are answered, in dBm.
        case 0x0C58: [0x00]
        // Stored link keys: none of none.
        case 0x0C0D: [0x00, 0x00, 0x00, 0x00]
        // No further page of features.
        case 0x1004: [0x00, 0x00] + profile.lmpFeatures
        // Event filter, scan enable, authentication, inquiry mode, extended response, simple pairing, link
        // policy.
        case 0x0C05, 0x0C1A, 0x0C1B, 0x0C20, 0x0C45, 0x0C46, 0x0C47, 0x0C52, 0x0C56, 0x080F: []
        default: nil
        }
    }

    private func buffers(_ opcode: Opcode) -> [UInt8]? {
        switch opcode.rawValue {
        // Class of device, which an LE-only controller has not, and voice settings: what hciconfig shows.
        case 0x0C23: [0x00, 0x00, 0x00]
        case 0x0C25: [0x00, 0x00]
        // ACL: 27 bytes, one packet; no synchronous link.
        case 0x1005: [0x1B, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00]
        case 0x2002: [0x1B, 0x00, 0x01]
        // Suggested and greatest data length: 27 bytes in 328 µs, in both directions.
        case 0x2023: [0x1B, 0x00, 0x48, 0x01]
        case 0x202F: [0x1B, 0x00, 0x48, 0x01, 0x1B, 0x00, 0x48, 0x01]
        // Filter accept list and resolving list: how many entries.
        case 0x200F: [0x08]
        case 0x202A: [0x00]
        default: nil
        }
    }

    private func setting(_ opcode: Opcode) -> [UInt8]? {
        switch opcode.rawValue {
        // LE Host Supported exists where there is BR/EDR beside it.
        case 0x0C6D: profile.hasBREDR ? [] : nil
        // Host: local name, class, timeouts, second event mask. LE: accept list, suggested data length,
        // default PHYs, resolving list and its timeout.
        case 0x0C13, 0x0C16, 0x0C18, 0x0C24, 0x0C63: []
        case 0x2010, 0x2011, 0x2012, 0x2024, 0x2031, 0x2029, 0x202D, 0x202E: []
        default: nil
        }
    }
}
