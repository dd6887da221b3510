/// One table [[wifi.network]] of the settings file, while it is being read.
///
/// A network with a line that cannot be used is left out whole: without its password it would be an open one,
/// and a station would join any network of that name.
struct WiFiTable: Sendable {
    static let section = "wifi.network"

    /// One key: what it may be, and how it gets into the table; false if the value may not be that.
    struct Key: Sendable {
        let name: String
        /// To be read after "has to be".
        let allowed: String
        /// It may be a text that somebody made up, and nothing else.
        var isText = true
        let set: @Sendable (inout WiFiTable, SettingsValue) -> Bool
    }

    static let keys: [Key] = [
        Key(name: "name", allowed: "1 to \(NetworkName.bytesAtMost) characters") {
            guard case .text(let text) = $1 else { return false }
            $0.name = NetworkName(text)
            return $0.name != nil
        },
        Key(name: "password", allowed: "\(WiFiPassword.allowed), or \"\" (an open network)") {
            guard case .text(let text) = $1 else { return false }
            $0.password = WiFiPassword(text)
            return $0.password != nil || text.isEmpty
        },
        Key(name: "hidden", allowed: "true or false", isText: false) {
            guard case .flag(let flag) = $1 else { return false }
            $0.isHidden = flag
            return true
        },
    ]

    /// Where the table begins, counted from 1.
    let line: Int
    private var name: NetworkName?
    private var password: WiFiPassword?
    private var isHidden = false
    /// The line on which each key was set.
    private var lines: [String: Int] = [:]
    private var isSpoiled = false

    init(line: Int) {
        self.line = line
    }

    /// A line of it could not be read at all.
    mutating func spoil() {
        isSpoiled = true
    }

    /// Takes in one key; what is wrong with it, if anything is, without the value, which may be a password.
    mutating func set(_ name: String, to value: SettingsValue, line: Int) -> String? {
        guard let key = Self.keys.first(where: { $0.name == name }) else {
            isSpoiled = true
            let names = Self.keys.map(\.name)
            let hint =
                Suggestion.nearest(to: name, in: names).map { "did you mean \($0)?" }
                ?? "it has \(names.joined(separator: ", "))."
            return "there is no setting \(Self.section).\(Suggestion.shown(name)); \(hint) "
                + "The network is left out."
        }
        if let first = lines[name] {
            return "\(Self.section).\(name) is set a second time; the value of line \(first) counts."
        }
        lines[name] = line
        guard key.set(&self, value) else {
            isSpoiled = true
            let demand =
                key.isText && value.isBare ? SettingsStatement.quoting(name) : "has to be \(key.allowed)"
            return "\(Self.section).\(name) \(demand); the network is left out."
        }
        return nil
    }

    /// The finished network, or why there is none; one whose trouble has been told has none to tell here.
    func network(beside others: [WiFiNetwork]) -> Result<WiFiNetwork, WiFiTrouble>? {
        if isSpoiled { return nil }
        guard let name else {
            return .failure(WiFiTrouble(advice: "this network has no name: add name = \"…\"."))
        }
        guard lines["password"] != nil else { return .failure(.noPassword) }
        let network = WiFiNetwork(name: name, password: password, isHidden: isHidden)
        return WiFiTrouble.check(network, beside: others).map { .failure($0) } ?? .success(network)
    }
}

/// Why a network cannot be joined, as a sentence without its place.
struct WiFiTrouble: Error, Equatable {
    var advice: String

    /// A line that was forgotten must not make an open network of one with a password.
    static let noPassword = WiFiTrouble(
        advice: "this network has no password: take the # away in front of its line, or write "
            + "password = \"\" for an open network. It is left out.")

    /// Nil when it can.
    static func check(_ network: WiFiNetwork, beside others: [WiFiNetwork]) -> WiFiTrouble? {
        if others.contains(where: { $0.name == network.name }) {
            return WiFiTrouble(
                advice: "a network of this name is there already: take one of the two away.")
        }
        guard others.count < WiFiNetwork.atMost else {
            return WiFiTrouble(
                advice: "there are \(WiFiNetwork.atMost) networks already, and no more are joined.")
        }
        return nil
    }
}
