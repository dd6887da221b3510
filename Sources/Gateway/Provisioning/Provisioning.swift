/// What the machine of a station is to be, decided from the files of the boot partition.
///
/// A value: texts in, files and sentences out. `BootFolder` reads and `RunFolder` writes.
struct Provisioning: Equatable, Sendable {
    /// A file below the run folder.
    struct File: Equatable, Sendable {
        /// From the run folder, such as "hotcold-boot".
        let folder: String
        let name: String
        let mode: UInt32
        let text: String
    }

    /// Our own, and what Raspberry Pi Imager writes, in the order in which one wins over the next: its newest
    /// forms first.
    enum Source: String, CaseIterable, Sendable {
        case ours = "hotcold.toml"
        case networkConfig = "network-config"
        case userData = "user-data"
        case preseed = "rpi-preseed.toml"
        case custom = "custom.toml"
        case firstRun = "firstrun.sh"
        case supplicant = "wpa_supplicant.conf"
    }

    static let connections = "NetworkManager/system-connections"
    static let boot = "hotcold-boot"
    /// Longer than any of these files.
    static let bytesAtMost = Settings.bytesAtMost

    private(set) var files: [File] = []
    /// What is set up, one sentence each.
    private(set) var told: [String] = []
    private(set) var problems: [SettingsProblem] = []

    /// - Parameter files: the bytes of those that are there.
    init(_ files: [Source: [UInt8]]) {
        let wishes = Source.allCases.compactMap { source in files[source].map { Self.read(source, $0) } }
        problems = wishes.flatMap(\.problems)
        takeHostName(wishes)
        takeNetworks(wishes)
        takeKeys(wishes)
        for wish in wishes where !wish.passedOver.isEmpty {
            told.append("Passed over in \(wish.file): \(wish.passedOver.joined(separator: ", ")).")
        }
        if self.files.isEmpty, problems.isEmpty {
            told.append("Nothing is set up: no file of the boot partition names a network, host name or key.")
        }
    }

    private static func read(_ source: Source, _ bytes: [UInt8]) -> BootWishes {
        let file = source.rawValue
        if bytes.count > bytesAtMost {
            return failed(file, "the file is longer than \(bytesAtMost) bytes. It is not read.")
        }
        if Settings.isUTF16(bytes) { return failed(file, Settings.utf16Advice + " It is not read.") }
        let text = String(decoding: bytes, as: UTF8.self)
        switch source {
        case .ours:
            let (settings, problems) = Settings.parse(text: text, file: file)
            return BootWishes(file: file, settings: settings, problems: problems)
        case .networkConfig: return CloudInit.networkConfig(text, file: file)
        case .userData: return CloudInit.userData(text, file: file)
        case .preseed, .custom: return CustomTOML.read(text, file: file)
        case .firstRun: return FirstRunScript.read(text, file: file)
        case .supplicant: return SupplicantFile.read(text, file: file)
        }
    }

    private static func failed(_ file: String, _ advice: String) -> BootWishes {
        var wishes = BootWishes(file: file)
        wishes.report(nil, advice)
        return wishes
    }

    private mutating func takeHostName(_ wishes: [BootWishes]) {
        guard let wish = wishes.first(where: { $0.hostName != nil }), let name = wish.hostName else { return }
        add(Self.boot, "hostname", 0o644, "\(name)\n")
        told.append("The host name is \(name) (\(wish.file)).")
    }

    /// All networks that anybody names, because one may be home and the other school; ours first. Of two with
    /// the same name the first counts.
    private mutating func takeNetworks(_ wishes: [BootWishes]) {
        var joined: [WiFiNetwork] = []
        for wish in wishes {
            for network in wish.networks where !joined.contains(where: { $0.name == network.name }) {
                guard joined.count < WiFiNetwork.atMost else {
                    problems.append(
                        SettingsProblem(
                            file: wish.file,
                            advice:
                                "there are \(WiFiNetwork.atMost) networks already; \(network.name) is left "
                                + "out."))
                    continue
                }
                joined.append(network)
                let profile = ConnectionProfile(network: network, number: joined.count)
                add(Self.connections, profile.fileName, 0o600, profile.text)
                let kind = network.password == nil ? "open" : "with a password"
                told.append("Wi-Fi \(joined.count) is \(network.name), \(kind) (\(wish.file)).")
            }
        }
        if let wish = wishes.first(where: { $0.country != nil }), let country = wish.country {
            add(Self.boot, "country", 0o644, "\(country)\n")
            told.append("The Wi-Fi country is \(country) (\(wish.file)).")
        } else if !joined.isEmpty {
            told.append("No Wi-Fi country is set: some networks may not be seen. Add country below [wifi].")
        }
    }

    /// Those of one file only: a key that you take out of ours must not be let in by an old one of
    /// Imager's.
    private mutating func takeKeys(_ wishes: [BootWishes]) {
        guard let wish = wishes.first(where: { !$0.keys.isEmpty }) else { return }
        add(Self.boot, "authorized_keys", 0o644, wish.keys.map { $0 + "\n" }.joined())
        told.append(
            wish.keys.count == 1
                ? "1 SSH key may log in (\(wish.file))."
                : "\(wish.keys.count) SSH keys may log in (\(wish.file)).")
    }

    private mutating func add(_ folder: String, _ name: String, _ mode: UInt32, _ text: String) {
        files.append(File(folder: folder, name: name, mode: mode, text: text))
    }
}
