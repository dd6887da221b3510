import Simulation

/// Reads what Raspberry Pi Imager writes for cloud-init: `user-data` and `network-config`.
///
/// cloud-init itself is not in the image: it writes into a file system that is read-only here, and takes
/// longer than the station to start.
enum CloudInit {
    /// The host name and the keys; accounts, passwords and commands are told and passed over.
    static func userData(_ text: String, file: String) -> BootWishes {
        var wishes = BootWishes(file: file)
        for entry in PlainYAML(text) {
            switch (entry.path, entry.value) {
            case (["hostname"], .text(let bytes)):
                wishes.take(hostName: String(decoding: bytes, as: UTF8.self), line: entry.line)
            case (let path, .text(let bytes)) where isKeys(path.dropLast()) && path.last == "-":
                wishes.take(key: String(decoding: bytes, as: UTF8.self), line: entry.line)
            case (let path, let value):
                let isOurs = path == ["hostname"] || isKeys(path[...]) || isKeys(path.dropLast())
                if value == .unreadable, isOurs || path.isEmpty {
                    wishes.report(entry.line, unreadable)
                } else if isOurs, value != .none {
                    wishes.report(
                        entry.line, "keys stand on lines of their own, behind \"- \". It is not used.")
                } else if let name = path.first, !["hostname", "ssh_authorized_keys"].contains(name) {
                    passOver(path, in: &wishes)
                }
            }
        }
        return wishes
    }

    private static let unreadable =
        "this is more YAML than Raspberry Pi Imager writes. The line is not used."

    /// users: [- …: keys], user: keys, or keys at the top.
    private static func isKeys(_ path: ArraySlice<String>) -> Bool {
        path.last == "ssh_authorized_keys"
            && [["users", "-"], ["user"], []].contains(Array(path.dropLast()))
    }

    /// Of accounts, by what they have; of the rest, by their names.
    private static func passOver(_ path: [String], in wishes: inout BootWishes) {
        let isAccount = path.first == "users" || path.first == "user"
        if !isAccount {
            wishes.passOver(path[0])
        } else if path.last == "passwd" || path.last == "name" {
            wishes.passOver(path.last == "name" ? "an account" : "a password to log in with")
        }
    }

    /// The networks and the country, in netplan's form (netplan-yaml, "wifis").
    static func networkConfig(_ text: String, file: String) -> BootWishes {
        var reader = NetplanReader(wishes: BootWishes(file: file))
        for entry in PlainYAML(text) { reader.take(entry) }
        return reader.end()
    }

    private struct NetplanReader {
        var wishes: BootWishes
        var network: BootWishes.Network?
        /// What an interface does without being told: ask the network for its addresses, and be waited for by
        /// nobody.
        static let usual = ["dhcp4", "dhcp6", "optional"]
        /// Something says how to get in: nothing does where a line is missing, and then it is left out.
        var hasWayIn = false

        mutating func take(_ entry: PlainYAML.Entry) {
            var path = entry.path[...]
            if path.first == "network" { path = path.dropFirst() }
            guard path.first == "wifis" else {
                if entry.value == .unreadable {
                    wishes.report(entry.line, CloudInit.unreadable)
                    network?.isSpoiled = true
                } else if let name = path.dropFirst(2).first, !Self.usual.contains(name) {
                    wishes.passOver("\(path.first ?? ""): \(name)")
                }
                return
            }
            // wifis, the interface, and what is said of it.
            let inside = path.dropFirst(2)
            guard inside.first == "access-points" else { return takeOfInterface(inside, entry) }
            switch inside.count {
            case 1:
                if entry.value != .none { wishes.report(entry.line, CloudInit.unreadable) }
            case 2: begin(entry)
            default: takeOfNetwork(Array(inside.dropFirst(2)), entry)
            }
        }

        private mutating func takeOfInterface(_ path: ArraySlice<String>, _ entry: PlainYAML.Entry) {
            switch (path.first, entry.value) {
            case ("regulatory-domain", .text(let bytes)):
                wishes.take(country: String(decoding: bytes, as: UTF8.self), line: entry.line)
            case (_, .unreadable):
                wishes.report(entry.line, CloudInit.unreadable)
                network?.isSpoiled = true
            case (nil, _): break
            case (let name?, _): if !Self.usual.contains(name) { wishes.passOver("wifis: \(name)") }
            }
        }

        private mutating func begin(_ entry: PlainYAML.Entry) {
            endNetwork()
            network = BootWishes.Network(line: entry.line, name: entry.key)
            switch entry.value {
            case .none: hasWayIn = false
            case .flow("{}"): hasWayIn = true
            case .text, .flow, .unreadable: spoil(entry.line)
            }
        }

        private mutating func takeOfNetwork(_ path: [String], _ entry: PlainYAML.Entry) {
            switch (path, entry.value) {
            case (["password"], .text(let bytes)), (["auth", "password"], .text(let bytes)):
                // Imager has written "" for a network without.
                network?.password = bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
                hasWayIn = true
            case (["auth", "key-management"], .text(let bytes)):
                let method = String(decoding: bytes, as: UTF8.self)
                if method == "none" { hasWayIn = true }
                if !["none", "psk", "sae"].contains(method) { spoil(entry.line) }
            case (["hidden"], .text(let bytes)): network?.isHidden = bytes == Array("true".utf8)
            case (["auth"], .none): break
            case (["password"], _), (_, .unreadable), (_, .flow): spoil(entry.line)
            default: wishes.passOver(path.joined(separator: "."))
            }
        }

        private mutating func spoil(_ line: Int) {
            if network?.isSpoiled == false {
                wishes.report(line, CloudInit.unreadable + " Its network is left out.")
            }
            network?.isSpoiled = true
        }

        private mutating func endNetwork() {
            guard var ended = network else { return }
            if !hasWayIn, !ended.isSpoiled {
                ended.isSpoiled = true
                wishes.report(ended.line, "this network has no password. It is left out.")
            }
            wishes.take(ended)
            network = nil
        }

        mutating func end() -> BootWishes {
            endNetwork()
            return wishes
        }
    }
}
