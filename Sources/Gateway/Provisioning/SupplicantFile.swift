import Simulation

/// Reads `wpa_supplicant.conf`, which people put on the boot partition of Raspberry Pi OS before bookworm.
///
/// Its form is that of wpa_supplicant.conf(5): a text between the first and the last quotation mark of a line
/// is taken as it is, without escapes; a name without quotation marks is hexadecimal.
struct SupplicantFile {
    private var wishes: BootWishes
    private var network: BootWishes.Network?
    private var hasNoKey = false

    static func read(_ text: String, file: String) -> BootWishes {
        var reader = SupplicantFile(wishes: BootWishes(file: file))
        var last = 1
        for line in BootLines(text) {
            reader.take(line.text.trimmed, line: line.number)
            last = line.number
        }
        if reader.network?.isSpoiled == false {
            reader.wishes.report(last, "the last network does not end: add a }. It is left out.")
        }
        return reader.wishes
    }

    private init(wishes: BootWishes) {
        self.wishes = wishes
    }

    private mutating func take(_ line: String, line number: Int) {
        if line.isEmpty || line.hasPrefix("#") { return }
        if line == "}" { return end(number) }
        guard let equals = line.firstIndex(of: "=") else {
            network?.isSpoiled = true
            return wishes.report(number, "there is no = in it. The line is not used.")
        }
        let name = line[..<equals].trimmed
        let value = line[line.index(after: equals)...].trimmed
        if name == "network", value == "{" {
            if network != nil { wishes.report(number, "a network begins inside another: add a } before it.") }
            (network, hasNoKey) = (BootWishes.Network(line: number), false)
        } else if network != nil {
            takeInNetwork(name, value, line: number)
        } else if name == "country" {
            wishes.take(country: value, line: number)
        } else if !["ctrl_interface", "update_config", "ap_scan"].contains(name) {
            wishes.passOver(name)
        }
    }

    private mutating func takeInNetwork(_ name: String, _ value: String, line: Int) {
        switch name {
        case "ssid":
            network?.line = line
            network?.name = Self.quoted(value).map { Array($0.utf8) } ?? Hexadecimal.bytes(value)
            if network?.name == nil { spoil(line, "a network's name stands in \"quotes\".") }
        case "psk", "sae_password":
            network?.password = Self.quoted(value) ?? value
            if Self.quoted(value) == nil, Hexadecimal.bytes(value)?.count != 32 {
                spoil(line, "a password stands in \"quotes\"; without them it has 64 hexadecimal digits.")
            }
        case "scan_ssid": network?.isHidden = value == "1"
        case "key_mgmt":
            let words = Set(value.split(separator: " ").map(String.init))
            hasNoKey = words == ["NONE"]
            guard !hasNoKey, words.isDisjoint(with: ["WPA-PSK", "WPA-PSK-SHA256", "SAE"]) else { return }
            spoil(line, "only networks with a password, or open ones, can be joined.")
        case "disabled":
            if value != "0" { network?.isSpoiled = true }
        case "wep_key0", "wep_key1", "wep_key2", "wep_key3", "password", "eap", "identity":
            spoil(line, "only networks with a WPA password, or open ones, can be joined.")
        default: break
        }
    }

    private mutating func spoil(_ line: Int, _ advice: String) {
        if network?.isSpoiled == false { wishes.report(line, advice + " The network is left out.") }
        network?.isSpoiled = true
    }

    private mutating func end(_ line: Int) {
        guard var ended = network else { return wishes.report(line, "a } without a network in front of it.") }
        network = nil
        if hasNoKey {
            ended.password = nil
        } else if ended.password == nil, !ended.isSpoiled {
            // wpa_supplicant would ask for a password there, and so it is not open.
            ended.isSpoiled = true
            wishes.report(
                ended.line,
                "this network has no psk: add one, or key_mgmt=NONE for an open one. It is left out.")
        }
        wishes.take(ended)
    }

    private static func quoted(_ value: String) -> String? {
        guard value.utf8.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") else { return nil }
        return String(value.dropFirst().dropLast())
    }
}
