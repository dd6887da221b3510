import HCI
import PeerNetwork

extension Settings {
    /// Reads what `text` says; `file` is only what the problems call it. Bad lines keep their defaults, the
    /// others count.
    static func parse(text: String, file: String) -> (Settings, [SettingsProblem]) {
        var parser = SettingsParser(file: file)
        for statement in SettingsStatements(text) {
            parser.take(statement)
            if parser.isFull { break }
        }
        parser.checkTogether()
        return (parser.settings, parser.problems)
    }
}

/// Fills in `Settings` from statements and collects what could not be used.
struct SettingsParser {
    /// After so many problems the file is not a settings file, and the rest of it is not looked at.
    static let problemsAtMost = 50

    private let file: String
    private(set) var settings = Settings()
    private(set) var problems: [SettingsProblem] = []
    private(set) var isFull = false
    /// The section that the next keys belong to; nil below one that is not known, whose keys are passed over.
    private var section: [String]? = []
    /// The area that the next keys belong to, instead of a section.
    private var area: AreaTable?
    /// The network that the next keys belong to, instead of a section.
    private var network: WiFiTable?
    /// A line below [wifi] could not be used: what is left of its network may not be what was meant.
    private var spoilsWiFi = false
    /// The line on which each key was set, by "section.name".
    private var lines: [String: Int] = [:]

    init(file: String) {
        self.file = file
    }

    mutating func take(_ statement: SettingsStatement) {
        switch statement.content {
        case .section(let path):
            endTable()
            enter(path, line: statement.line)
        case .element(let name):
            endTable()
            begin(name, line: statement.line)
        case .value(let path, let value):
            if area != nil || network != nil { return setInTable(path, to: value, line: statement.line) }
            guard let section else { return }
            set(section + path, to: value, line: statement.line)
        case .broken(let reason, let column, let isHeader):
            // The parser's reason may quote the line.
            let isSecret = statement.mentionsSecret || network != nil || section == ["wifi"]
            let why = isSecret ? SettingsStatement.discreet(reason) : reason
            if !isHeader {
                network?.spoil()
                if section == ["wifi"] { spoilsWiFi = true }
            } else {
                endTable()
                section = nil
            }
            let loss =
                isHeader
                ? "The keys below it are not used."
                : network == nil ? "The line is not used." : "The network is left out."
            report(statement.line, column: column, nil, "not TOML: \(why). \(loss)")
        }
    }

    /// What can be wrong only between keys.
    mutating func checkTogether() {
        endTable()
        checkWiFi()
        checkKeys()
        checkQuietHours()
        checkThings()
        guard let window = settings.radio.scanWindow, window > settings.radio.scanInterval else { return }
        settings.radio.scanWindow = settings.radio.scanInterval
        let line = lines["radio.scan_window_ms"] ?? lines["radio.scan_interval_ms"]
        report(
            line, "radio.scan_window_ms",
            "radio.scan_window_ms is longer than radio.scan_interval_ms; all of the interval is used instead."
        )
    }

    /// A network is what all of its lines say, or none; the tables behind it have been checked beside it.
    private mutating func checkWiFi() {
        let wifi = settings.wifi
        if spoilsWiFi, wifi.name != nil {
            report(
                lines["wifi.name"], "wifi.name",
                "the network is left out, because another line below [wifi] could not be used.")
            settings.wifi.name = nil
        } else if wifi.name != nil, lines["wifi.password"] == nil {
            report(lines["wifi.name"], "wifi.name", WiFiTrouble.noPassword.advice)
            settings.wifi.name = nil
        } else if wifi.name == nil, wifi.password != nil, let line = lines["wifi.password"] {
            report(line, "wifi.name", "the network has no name: add name = \"…\" below [wifi].")
        }
        guard settings.wifi.name != nil, let first = settings.wifi.networks.first else { return }
        if let trouble = WiFiTrouble.check(first, beside: wifi.more) {
            report(lines["wifi.name"], "wifi.name", trouble.advice)
            settings.wifi.name = nil
        }
    }

    /// A key that cannot be used costs itself only.
    private mutating func checkKeys() {
        var kept: [String] = []
        for (index, text) in settings.machine.sshKeys.enumerated() {
            do throws(SSHKey.Refusal) {
                kept.append(try SSHKey(text).line)
            } catch {
                report(
                    lines["machine.ssh_keys"], "machine.ssh_keys",
                    "key \(index + 1) of machine.ssh_keys is \(error). It is left out.")
            }
        }
        settings.machine.sshKeys = kept
    }

    private mutating func checkQuietHours() {
        let audio = settings.audio
        guard audio.quietFrom != nil || audio.quietUntil != nil, audio.quietHours == nil else { return }
        let key = audio.quietUntil == nil ? "audio.quiet_from" : "audio.quiet_until"
        report(
            lines[key], key,
            "quiet hours take both audio.quiet_from and audio.quiet_until, at two different times; without, "
                + "there are none.")
    }

    private mutating func checkThings() {
        guard settings.things.hours == nil else { return }
        let usual = Settings.Things()
        let key = ["things.evening", "things.reminder", "things.morning"].first { lines[$0] != nil }
        let things = settings.things
        settings.things = Settings.Things(isOn: things.isOn)
        report(
            key.flatMap { lines[$0] }, key,
            "things.morning, things.reminder and things.evening have to follow each other within one day; "
                + "the defaults, \(usual.morning), \(usual.reminder) and \(usual.evening), are used.")
    }

    private mutating func enter(_ path: [String], line: Int) {
        let name = path.joined(separator: ".")
        if name == AreaTable.section || name == WiFiTable.section {
            section = nil
            let what = name == AreaTable.section ? "an area" : "a further network"
            report(
                line, name,
                "\(what) is written with two pairs of brackets, [[\(name)]], because there may be several; "
                    + "the keys below it are not used.")
            return
        }
        guard path.count == 1, SettingsTable.sections.contains(name) else {
            section = nil
            let hint =
                Suggestion.nearest(to: name, in: SettingsTable.sections).map { "did you mean [\($0)]?" }
                ?? "the sections are \(SettingsTable.sections.joined(separator: ", "))."
            report(
                line, name,
                "there is no section [\(Suggestion.shown(name))]; \(hint) The keys below it are not used.")
            return
        }
        section = path
    }

    /// A header with two pairs of brackets.
    private mutating func begin(_ name: String, line: Int) {
        section = nil
        if name == AreaTable.section {
            area = AreaTable(line: line)
        } else if name == WiFiTable.section {
            network = WiFiTable(line: line)
        } else if SettingsTable.sections.contains(name) {
            report(
                line, name,
                "a section is written with one pair of brackets, [\(name)]; the keys below it are not used.")
        } else {
            report(
                line, name,
                "only [[\(AreaTable.section)]] and [[\(WiFiTable.section)]] may be there several times, not "
                    + "[[\(Suggestion.shown(name))]]; the keys below it are not used.")
        }
    }

    private mutating func setInTable(_ path: [String], to value: SettingsValue, line: Int) {
        let name = path.joined(separator: ".")
        if let advice = area?.set(name, to: value, line: line) {
            report(line, "\(AreaTable.section).\(name)", advice)
        } else if let advice = network?.set(name, to: value, line: line) {
            report(line, "\(WiFiTable.section).\(name)", advice)
        }
    }

    /// The keys of an area, or of a network, are all there.
    private mutating func endTable() {
        if let ended = area { end(ended) }
        if let ended = network { end(ended) }
        (area, network) = (nil, nil)
    }

    private mutating func end(_ ended: WiFiTable) {
        switch ended.network(beside: settings.wifi.networks) {
        case .success(let network)?: settings.wifi.more.append(network)
        case .failure(let trouble)?: report(ended.line, WiFiTable.section, trouble.advice)
        case nil: break
        }
    }

    private mutating func end(_ ended: AreaTable) {
        switch ended.area(beside: settings.areas) {
        case .success(let area)?: settings.areas.append(area)
        case .failure(let trouble)?: report(ended.line, trouble.key, trouble.advice)
        case nil: break
        }
    }

    private mutating func set(_ path: [String], to value: SettingsValue, line: Int) {
        let written = path.joined(separator: ".")
        let name = SettingsTable.formerNames[written] ?? written
        let path = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard path.count == 2, let key = SettingsTable.key(path[0], path[1]) else {
            if path.first == "wifi" { spoilsWiFi = true }
            report(
                line, name,
                "there is no setting \(Suggestion.shown(name)); \(hint(path)) The line is not used.")
            return
        }
        if let first = lines[name] {
            report(line, name, "\(name) is set a second time; the value of line \(first) counts.")
            return
        }
        lines[name] = line
        guard !key.set(&settings, value) else { return }
        if path[0] == "wifi", path[1] != "country" { spoilsWiFi = true }
        let demand =
            key.isText && value.isBare
            ? SettingsStatement.quoting(key.name) : "has to be \(key.allowed)"
        let shown = key.isSecret ? "" : ", not \(Suggestion.shown(value.literal))"
        // Nobody means the default of a password, which is none.
        let loss =
            key.isSecret ? "the line is not used." : "the default, \(key.get(settings).literal), is used."
        report(line, name, "\(name) \(demand)\(shown); \(loss)")
    }

    /// What was probably meant by a key that does not exist.
    private func hint(_ path: [String]) -> String {
        let name = path.last ?? ""
        let siblings = SettingsTable.keys.filter { path.count == 2 && $0.section == path[0] }.map(\.name)
        if let near = Suggestion.nearest(to: name, in: siblings) {
            return "did you mean \(near)?"
        }
        if let other = SettingsTable.keys.first(where: { $0.name == name }) {
            return "\(name) belongs below [\(other.section)]."
        }
        if let near = Suggestion.nearest(to: name, in: SettingsTable.keys.map(\.name)),
            let key = SettingsTable.keys.first(where: { $0.name == near })
        {
            return "did you mean \(near), below [\(key.section)]?"
        }
        return siblings.isEmpty
            ? "every key stands below its [section]." : "it has \(siblings.joined(separator: ", "))."
    }

    private mutating func report(_ line: Int?, column: Int? = nil, _ key: String?, _ advice: String) {
        guard problems.count < Self.problemsAtMost else {
            if !isFull {
                let advice = "this is problem \(Self.problemsAtMost + 1); the file is not read any further."
                problems.append(SettingsProblem(file: file, line: line, advice: advice))
            }
            isFull = true
            return
        }
        problems.append(SettingsProblem(file: file, line: line, column: column, key: key, advice: advice))
    }
}
