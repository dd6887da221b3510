import Simulation

/// Reads `firstrun.sh`, which Raspberry Pi Imager writes for what it takes for bookworm or older, and never
/// runs it: it is a program for another system, and its last act is to edit files that are not here.
///
/// Only the lines that call Raspberry Pi OS' `imager_custom` are looked at, and only words that a shell takes
/// as they are: plain ones, quoted ones, and a variable that the script has set to such a word.
struct FirstRunScript {
    private static let tool = "/usr/lib/raspberrypi-sys-mods/imager_custom"
    private static let strange = "this is not as Raspberry Pi Imager writes it. The line is not used."

    private var wishes: BootWishes
    private var variables: [String: String] = [:]

    static func read(_ text: String, file: String) -> BootWishes {
        var reader = FirstRunScript(wishes: BootWishes(file: file))
        for line in BootLines(text) { reader.take(line.text.trimmed, line: line.number) }
        return reader.wishes
    }

    private init(wishes: BootWishes) {
        self.wishes = wishes
    }

    private mutating func take(_ line: String, line number: Int) {
        if line.hasPrefix("IMAGER_"), let equals = line.firstIndex(of: "=") {
            let words = ShellWords.split(line[line.index(after: equals)...], variables: [:])
            if words?.count == 1 { variables[String(line[..<equals])] = words?.first }
            return
        }
        guard line.hasPrefix(Self.tool + " ") else { return }
        guard let words = ShellWords.split(line.dropFirst(Self.tool.count), variables: variables),
            let order = words.first
        else {
            return wishes.report(number, Self.strange)
        }
        let flags = ["-h", "--hidden", "-p", "--plain", "--pass-auth", "-k", "--key-only"]
        let values = words.dropFirst().filter { !flags.contains($0) }
        switch order {
        case "set_hostname": if let name = values.first { wishes.take(hostName: name, line: number) }
        case "enable_ssh":
            for key in values { wishes.take(key: key, line: number) }
            if values.isEmpty { wishes.passOver("logging in with a password") }
        case "set_wlan_country": if let code = values.first { wishes.take(country: code, line: number) }
        case "set_wlan":
            takeNetwork(Array(values), isHidden: words.contains { ["-h", "--hidden"].contains($0) }, number)
        default: wishes.passOver(order)
        }
    }

    /// SSID PASS COUNTRY: Imager writes all three, and '' for one that there is not. With less, a password
    /// may have been lost, and the network is no open one.
    private mutating func takeNetwork(_ values: [String], isHidden: Bool, _ line: Int) {
        guard values.count == 3 else { return wishes.report(line, Self.strange) }
        let (name, password, country) = (values[0], values[1], values[2])
        wishes.take(
            BootWishes.Network(
                line: line, name: Array(name.utf8), password: password.isEmpty ? nil : password,
                isHidden: isHidden))
        if !country.isEmpty { wishes.take(country: country, line: line) }
    }
}

/// The words of a line as a shell would see them, where that takes no shell.
enum ShellWords {
    /// Nil where anything would be expanded, substituted, redirected or continued.
    static func split(_ line: some StringProtocol, variables: [String: String]) -> [String]? {
        var words: [String] = []
        var word: String?
        var rest = line[...]
        while let first = rest.first {
            rest = rest.dropFirst()
            switch first {
            case " ", "\t":
                if let ended = word { words.append(ended) }
                word = nil
            case "'", "\"":
                guard let end = rest.firstIndex(of: first) else { return nil }
                guard let text = first == "'" ? String(rest[..<end]) : plain(rest[..<end], variables) else {
                    return nil
                }
                word = (word ?? "") + text
                rest = rest[rest.index(after: end)...]
            case _ where first.isLetter || first.isNumber || "_-./:@%+=,".contains(first):
                word = (word ?? "") + String(first)
            default: return nil
            }
        }
        if let ended = word { words.append(ended) }
        return words
    }

    /// What stands between double quotation marks: one variable, or nothing that a shell would change.
    private static func plain(_ text: some StringProtocol, _ variables: [String: String]) -> String? {
        if text.hasPrefix("$") { return variables[String(text.dropFirst())] }
        return text.contains { "$`\\!".contains($0) } ? nil : String(text)
    }
}
