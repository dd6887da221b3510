/// The name of a Wi-Fi network (SSID): 1 to 32 bytes, which need not be text (IEEE 802.11-2020, 9.4.2.2).
struct NetworkName: Hashable, Sendable, CustomStringConvertible {
    static let bytesAtMost = 32

    let bytes: [UInt8]

    /// What a person has typed: readable text only.
    init?(_ text: String) {
        guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else { return nil }
        self.init(bytes: Array(text.utf8))
    }

    init?(bytes: [UInt8]) {
        guard (1...Self.bytesAtMost).contains(bytes.count) else { return nil }
        self.bytes = bytes
    }

    /// For people: what is not readable is shown as "�", so that a name can neither break a line of the log
    /// nor steer a terminal.
    var description: String {
        let text = String(decoding: bytes, as: UTF8.self).unicodeScalars.map {
            let isControl = $0.value < 0x20 || (0x7F...0x9F).contains($0.value)
            return isControl ? "\u{FFFD}" : Character($0)
        }
        return "\"" + String(text) + "\""
    }
}

/// What opens a Wi-Fi network: a passphrase of 8 to 63 bytes, or the 64 hexadecimal digits that are made from
/// one (IEEE 802.11-2020, J.4).
///
/// It shows itself to nobody: neither interpolation nor reflection brings it into a log.
struct WiFiPassword: Equatable, Sendable, CustomStringConvertible, CustomReflectable {
    /// To be read after "has to be".
    static let allowed = "8 to 63 characters, or 64 hexadecimal digits"

    /// For the file that NetworkManager reads, and nothing else.
    let secret: String

    init?(_ text: String) {
        let bytes = Array(text.utf8)
        switch bytes.count {
        // wpa_supplicant takes every byte that is no control character, so that "grün" is a password, too.
        case 8...63: guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
        case 64: guard text.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
        default: return nil
        }
        secret = text
    }

    var description: String { "(left out)" }
    var customMirror: Mirror { Mirror(self, children: []) }
}

/// A network to join.
struct WiFiNetwork: Equatable, Sendable {
    static let atMost = 8

    var name: NetworkName
    /// Nil for an open network.
    var password: WiFiPassword?
    /// It does not say its name, and has to be asked for.
    var isHidden = false
}
