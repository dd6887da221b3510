import Simulation

/// Reads `custom.toml`, the form that Raspberry Pi OS bookworm takes (raspberrypi-sys-mods' `init_config`),
/// and `rpi-preseed.toml`, which the newest Raspberry Pi Imager writes and which has the same sections.
///
/// The statements are those of our own settings file: a line that cannot be read costs itself, or the network
/// that it belongs to.
struct CustomTOML {
    private var wishes: BootWishes
    private var section: String?
    private var network = BootWishes.Network(line: 1)
    private var keys: [(text: String, line: Int)] = []
    private var sshIsOn = true

    static func read(_ text: String, file: String) -> BootWishes {
        var reader = CustomTOML(wishes: BootWishes(file: file))
        for statement in SettingsStatements(text) { reader.take(statement) }
        return reader.end()
    }

    private init(wishes: BootWishes) {
        self.wishes = wishes
    }

    private mutating func take(_ statement: SettingsStatement) {
        switch statement.content {
        case .section(let path): section = path.joined(separator: ".")
        case .element(let name): section = name
        case .value(let path, let value):
            let name = ([section].compactMap(\.self) + path).joined(separator: ".")
            take(name, value, line: statement.line)
        case .broken(let reason, _, let isHeader):
            if isHeader { section = nil } else if section == "wlan" { network.isSpoiled = true }
            wishes.report(
                statement.line,
                "not TOML: \(SettingsStatement.discreet(reason)). The line is not used"
                    + (section == "wlan" ? ", and nor is the network." : "."))
        }
    }

    private mutating func take(_ name: String, _ value: SettingsValue, line: Int) {
        switch (name, value) {
        case ("system.hostname", .text(let text)): wishes.take(hostName: text, line: line)
        case ("wlan.country", .text(let text)): wishes.take(country: text, line: line)
        case ("wlan.ssid", .text(let text)):
            network.line = line
            network.name = Array(text.utf8)
        // A name that is no text, as the newest Imager writes it.
        case ("wlan.ssid_hex", .text(let text)):
            network.line = line
            network.name = Hexadecimal.bytes(text) ?? []
        case ("wlan.password", .text(let text)): network.password = text.isEmpty ? nil : text
        case ("wlan.hidden", .flag(let flag)): network.isHidden = flag
        case ("ssh.enabled", .flag(let flag)): sshIsOn = flag
        case ("ssh.authorized_keys", .texts(let texts)): keys += texts.map { ($0, line) }
        // The form of a password shows whether it is encrypted.
        case ("config_version", _), ("wlan.password_encrypted", _): break
        case ("system.hostname", _) where value.isBare, ("wlan.country", _) where value.isBare:
            wishes.report(line, "\(name) \(Self.quoting(name)). It is not used.")
        case ("wlan.ssid", _) where value.isBare, ("wlan.password", _) where value.isBare:
            network.isSpoiled = true
            wishes.report(line, "\(name) \(Self.quoting(name)). The network is left out.")
        case ("system.hostname", _), ("wlan.country", _), ("ssh.enabled", _), ("ssh.authorized_keys", _):
            wishes.report(line, "\(name) is not what it has to be. It is not used.")
        case ("wlan.ssid", _), ("wlan.ssid_hex", _), ("wlan.password", _), ("wlan.hidden", _):
            network.isSpoiled = true
            wishes.report(line, "\(name) is not what it has to be. The network is left out.")
        default: wishes.passOver(name)
        }
    }

    private static func quoting(_ name: String) -> String {
        SettingsStatement.quoting(name.split(separator: ".").last.map(String.init) ?? name)
    }

    private mutating func end() -> BootWishes {
        if network.name != nil || network.password != nil { wishes.take(network) }
        if sshIsOn {
            for key in keys { wishes.take(key: key.text, line: key.line) }
        } else if !keys.isEmpty {
            wishes.passOver("ssh.authorized_keys (ssh.enabled is false)")
        }
        return wishes
    }
}

/// Bytes as pairs of hexadecimal digits.
enum Hexadecimal {
    /// Nil for anything else, and for nothing.
    static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        let digits = text.utf8.compactMap(digit)
        guard !digits.isEmpty, digits.count == text.utf8.count, digits.count % 2 == 0 else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
