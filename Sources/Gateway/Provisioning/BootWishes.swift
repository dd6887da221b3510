import HCI
import PeerNetwork
import Simulation

/// What one file of the boot partition asks for, and what of it could not be understood.
///
/// The readers of Raspberry Pi Imager's files fill it in; each value is checked here, once for all of them.
struct BootWishes: Equatable, Sendable {
    /// After so many problems the file is not what its name says, and no more of them are told.
    static let problemsAtMost = 20
    static let passedOverAtMost = 12

    /// What it is called in sentences.
    let file: String
    private(set) var hostName: HostName?
    private(set) var country: CountryCode?
    private(set) var networks: [WiFiNetwork] = []
    /// Lines that `SSHKey` has accepted.
    private(set) var keys: [String] = []
    private(set) var problems: [SettingsProblem] = []
    /// What it asks for besides, and no station does, such as "timezone".
    private(set) var passedOver: [String] = []

    init(file: String) {
        self.file = file
    }

    /// Our own file, which has been read and checked already.
    init(file: String, settings: Settings, problems: [SettingsProblem]) {
        self.file = file
        hostName = settings.machine.hostName
        country = settings.wifi.country
        networks = settings.wifi.networks
        keys = settings.machine.sshKeys
        self.problems = problems
    }

    /// A network of which anything is missing or wrong is left out, and never becomes an open one.
    struct Network: Equatable, Sendable {
        /// Where it begins, counted from 1.
        var line: Int
        var name: [UInt8]?
        /// Nil for an open network; it may still be no password at all.
        var password: String?
        var isHidden = false
        /// Something about it was told already.
        var isSpoiled = false
    }

    mutating func take(hostName text: String, line: Int) {
        guard let name = HostName(text) else {
            return report(line, "the host name has to be \(HostName.allowed). It is not used.")
        }
        hostName = name
    }

    mutating func take(country text: String, line: Int) {
        guard let code = CountryCode(text) else {
            return report(line, "the country has to be \(CountryCode.allowed). It is not used.")
        }
        country = code
    }

    mutating func take(key text: String, line: Int) {
        guard keys.count < SSHKey.atMost else {
            return report(line, "there are \(SSHKey.atMost) keys already, and no more are taken.")
        }
        do throws(SSHKey.Refusal) {
            keys.append(try SSHKey(text).line)
        } catch {
            report(line, "this key is \(error). It is left out.")
        }
    }

    mutating func take(_ network: Network) {
        if network.isSpoiled { return }
        guard let name = network.name.flatMap(NetworkName.init(bytes:)) else {
            return report(
                network.line,
                "a network's name has to be 1 to \(NetworkName.bytesAtMost) characters. It is left out.")
        }
        var password: WiFiPassword?
        if let text = network.password {
            password = WiFiPassword(text)
            guard password != nil else {
                return report(
                    network.line,
                    "the password of \(name) has to be \(WiFiPassword.allowed). The network is left out.")
            }
        }
        let joined = WiFiNetwork(name: name, password: password, isHidden: network.isHidden)
        if let trouble = WiFiTrouble.check(joined, beside: networks) {
            return report(network.line, trouble.advice)
        }
        networks.append(joined)
    }

    /// Something that no station does; told once, with the others.
    mutating func passOver(_ name: String) {
        guard passedOver.count < Self.passedOverAtMost, !passedOver.contains(name) else { return }
        passedOver.append(Suggestion.shown(name))
    }

    mutating func report(_ line: Int?, _ advice: String) {
        guard problems.count < Self.problemsAtMost else { return }
        problems.append(SettingsProblem(file: file, line: line, advice: advice))
    }
}
