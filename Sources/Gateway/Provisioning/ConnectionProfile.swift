/// A network as NetworkManager reads it from a file (nm-settings-keyfile(5)).
struct ConnectionProfile: Equatable, Sendable {
    let network: WiFiNetwork
    /// From 1; the lower, the sooner it is tried.
    let number: Int

    var fileName: String { "hotcold-\(number).nmconnection" }

    var text: String {
        let digit = String(number, radix: 16)
        var lines = [
            "# Made anew at every start by `hotcold provision`, from the boot partition.",
            "[connection]", "id=hotcold-\(number)",
            // Has to differ between the connections of one machine only (version 8, RFC 9562).
            "uuid=686f7463-6f6c-8064-8000-\(String(repeating: "0", count: 12 - digit.count))\(digit)",
            "type=wifi", "autoconnect-priority=\(100 - number)",
            // The network may be switched on after the station, and somebody waits for it: never give up.
            "autoconnect-retries=0",
            "", "[wifi]", "mode=infrastructure", "ssid=\(name)",
        ]
        if network.isHidden { lines.append("hidden=true") }
        if let password = network.password {
            // Means WPA2, and WPA3 where the driver can do it: a Pi's own radio cannot.
            lines += ["", "[wifi-security]", "key-mgmt=wpa-psk", "psk=\(Self.escaped(password.secret))"]
        }
        lines += ["", "[ipv4]", "method=auto", "", "[ipv6]", "method=auto"]
        return lines.joined(separator: "\n") + "\n"
    }

    /// The name as a list of bytes, which is how NetworkManager itself writes one that is not plain ASCII. It
    /// needs no escaping, and "49;50;" cannot be taken for such a list.
    private var name: String {
        network.name.bytes.map { "\($0);" }.joined()
    }

    /// A value as GLib's key files have it: a backslash begins an escape, and blanks in front would be
    /// dropped.
    static func escaped(_ value: String) -> String {
        let escaped = value.unicodeScalars.map { scalar in
            switch scalar {
            case "\\": "\\\\"
            case "\t": "\\t"
            case "\n": "\\n"
            case "\r": "\\r"
            default: String(scalar)
            }
        }.joined()
        let blanks = escaped.prefix { $0 == " " }.count
        return String(repeating: "\\s", count: blanks) + escaped.dropFirst(blanks)
    }
}
