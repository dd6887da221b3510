import Game
import PeerNetwork
import WebPage

/// The one list of every setting. The parser, the annotated file and the tests are all held to it.
enum SettingsTable {
    static let keys: [SettingsKey] =
        wifi + machine + station + radio + button + audio + lobby + round + page + things + mqtt

    /// The sections in the order of the file.
    static let sections: [String] = keys.reduce(into: []) { sections, key in
        if sections.last != key.section { sections.append(key.section) }
    }

    /// What keys were called before, and are still understood by.
    static let formerNames = ["audio.time_zone": "station.time_zone"]

    static func key(_ section: String, _ name: String) -> SettingsKey? {
        keys.first { $0.section == section && $0.name == name }
    }

    /// Whether a line of a settings file names something that is shown to nobody.
    static func mentionsSecret(_ line: some StringProtocol) -> Bool {
        secrets.contains { line.contains($0) }
    }

    /// The names of the keys that are shown to nobody, in whatever section or table they stand.
    static let secrets: [String] = keys.filter(\.isSecret).map(\.name)

    private static let wifi: [SettingsKey] = [
        .value("wifi.country", \.wifi.country, CountryCode.allowed, orEmpty: "not told") { CountryCode($0) },
        .value(
            "wifi.name", \.wifi.name, "1 to \(NetworkName.bytesAtMost) characters", orEmpty: "no network"
        ) { NetworkName($0) },
        .value(
            "wifi.password", \.wifi.password, WiFiPassword.allowed, orEmpty: "an open network"
        ) { WiFiPassword($0) }.secret,
        .flag("wifi.hidden", \.wifi.isHidden),
    ]

    private static let machine: [SettingsKey] = [
        .value("machine.hostname", \.machine.hostName, HostName.allowed, orEmpty: "the image's own") {
            HostName($0)
        },
        .keys("machine.ssh_keys", \.machine.sshKeys, atMost: SSHKey.atMost),
    ]

    private static let station: [SettingsKey] = [
        .choice("station.role", \.station.role, ["seek": .seek, "hide": .hide]),
        .stationName("station.name", \.station.name, orEmpty: "the station's own name"),
        .choice(
            "station.identity", \.station.identity,
            ["kept": .kept, "round": .round, "evening": .evening]),
        .text("station.state_directory", \.station.stateDirectory, .folder),
        .flag("station.introduces", \.station.introduces),
        .flag("station.journal", \.station.journal),
        .text("station.time_zone", \.station.timeZone, .timeZone, orEmpty: "the machine's own"),
    ]

    private static let radio: [SettingsKey] = [
        .text(
            "radio.adapter", \.radio.adapter,
            .selector(
                "\"any\", an adapter's address, or a part of its path below /sys (\"usb\", \"serial0\")"
            )),
        .flag("radio.force_legacy", \.radio.forceLegacy),
        // 0x0020…0x4000 units of 0.625 ms (Core 5.3 Vol 4 Part E 7.8.5); whole milliseconds, so from 20 to
        // 10240.
        .duration(
            "radio.advertising_interval_ms", \.radio.advertisingInterval, in: .milliseconds, 20...10_240,
            orZero: "as fast as the controller's version allows"),
        // 0x0004…0x4000 units of 0.625 ms, which is from 2.5 ms (Core 5.3 Vol 4 Part E 7.8.10).
        .duration("radio.scan_interval_ms", \.radio.scanInterval, in: .milliseconds, 3...10_240),
        .duration(
            "radio.scan_window_ms", \.radio.scanWindow, in: .milliseconds, 3...10_240,
            orZero: "as much as Wi-Fi allows"),
        .integer("radio.measured_power_dbm", \.radio.measuredPower, -100 ... -20),
    ]

    private static let button: [SettingsKey] = [
        .text("button.chip", \.button.chip, .selector("\"auto\", or a GPIO chip's label, name or path")),
        .integer("button.line", \.button.line, 0...511),
        .flag("button.active_low", \.button.activeLow),
        .flag("button.pull_up", \.button.pullUp),
        .duration("button.hold_ms", \.button.hold, in: .milliseconds, 300...5_000),
        .integer("button.led_line", \.button.ledLine, 0...511, or: .text("none"), meaning: "no light"),
        .flag("button.switches_off", \.button.switchesOff),
    ]

    private static let audio: [SettingsKey] = [
        .text("audio.device", \.audio.device, .selector("\"auto\", or the name of an ALSA device")),
        .duration("audio.latency_ms", \.audio.latency, in: .milliseconds, 20...500),
        .number("audio.volume", \.audio.volume, 0...1),
        .number("audio.ceiling", \.audio.ceiling, 0...1),
        .number("audio.floor", \.audio.floor, 0...1),
        .number("audio.start_up_volume", \.audio.startUpVolume, 0...1),
        .number("audio.quiet_volume", \.audio.quietVolume, 0...1),
        .text("audio.quiet_from", \.audio.quietFrom, .timeOfDay, orEmpty: "never"),
        .text("audio.quiet_until", \.audio.quietUntil, .timeOfDay, orEmpty: "never"),
        .flag("audio.mute", \.audio.isMuted),
        .flag("audio.card_volume", \.audio.usesCardVolume),
        .text("audio.voice", \.audio.voice, .voiceName),
        .text(
            "audio.voices_directory", \.audio.voicesDirectory, .folder, orEmpty: "the one that is installed"),
    ]

    private static let lobby: [SettingsKey] = [
        .integer("lobby.port", \.lobby.port, 1_024...65_535),
        .text("lobby.group", \.lobby.group, .multicastGroup),
        .text("lobby.interface", \.lobby.interface, .networkInterface, orEmpty: "all of them"),
        .flag("lobby.announce", \.lobby.announce),
        .flag("lobby.air", \.lobby.air),
        .integer("lobby.capacity", \.lobby.capacity, 2...8),
        .flag("lobby.everybody", \.lobby.everybody),
        .choice(
            "lobby.pairing", \.lobby.pairing,
            ["together": .together, "random": .random, "chosen": .chosen]),
        .stationName("lobby.partner", \.lobby.partner, orEmpty: "anybody"),
        .text("lobby.crew_word", \.lobby.crewWord, .crewWord, orEmpty: "none").secret,
    ]

    private static let round: [SettingsKey] = [
        .duration(
            "round.head_start_seconds", \.round.headStart, in: .seconds, 0...Session.headStartSecondsAtMost),
        .duration("round.limit_minutes", \.round.limit, in: .minutes, 1...Session.limitMinutesAtMost),
        .duration("round.taunts_after_minutes", \.round.tauntsAfter, in: .minutes, 0...120),
        .duration("round.chirps_after_minutes", \.round.chirpsAfter, in: .minutes, 0...120),
        .number("round.reach_metres", \.round.reach, 0.3...10),
        .flag("round.remarks", \.round.remarks),
    ]

    private static let page: [SettingsKey] = [
        .integer("page.port", \.page.port, 1...65_535, or: .integer(0), meaning: "no page"),
        .choice("page.acting", \.page.acting, ["open": .open, "pin": .pin, "off": .off]),
    ]

    private static let things: [SettingsKey] = [
        .flag("things.on", \.things.isOn),
        .text("things.morning", \.things.morning, .timeOfDay),
        .text("things.reminder", \.things.reminder, .timeOfDay),
        .text("things.evening", \.things.evening, .timeOfDay),
    ]

    private static let mqtt: [SettingsKey] = [
        .text("mqtt.host", \.mqtt.host, .host, orEmpty: "no broker"),
        .integer("mqtt.port", \.mqtt.port, 1...65_535, or: .integer(0), meaning: "1883, or 8883 with TLS"),
        .flag("mqtt.tls", \.mqtt.usesTLS),
        .text("mqtt.ca", \.mqtt.authority, .file, orEmpty: "whom the machine trusts"),
        .value(
            "mqtt.certificate_sha256", \.mqtt.certificate, CertificateDigest.allowed,
            orEmpty: "any that is signed"
        ) { CertificateDigest($0) },
        .text("mqtt.user", \.mqtt.user, .credential, orEmpty: "none"),
        .text("mqtt.password", \.mqtt.password, .credential, orEmpty: "none").secret,
        .text("mqtt.password_file", \.mqtt.passwordFile, .file, orEmpty: "none"),
        .text("mqtt.prefix", \.mqtt.prefix, .topicPrefix),
        .flag("mqtt.words", \.mqtt.words),
        .flag("mqtt.discovery", \.mqtt.discovery),
        .flag("mqtt.presence", \.mqtt.presence),
        .text("mqtt.room", \.mqtt.room, .room, orEmpty: "the station's name"),
        .flag("mqtt.orders", \.mqtt.orders),
    ]
}
