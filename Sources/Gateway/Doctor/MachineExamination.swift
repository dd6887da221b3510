import GPIO
import Game
import Runtime
import Speech

/// What can be known of the machine without opening anything.
extension Examination {
    /// The parts that nobody has for himself; nil for the others, which `examine` opens. Reads files: not for
    /// a loop that must not wait.
    ///
    /// - Parameter isPlaying: asked by the station itself.
    func examineAtRest(_ part: Part, isPlaying: Bool = false) -> Diagnosis? {
        switch part {
        case .settings: settingsFile()
        case .state:
            Self.state(in: settings.station.stateDirectory, isPlaying: isPlaying)
        case .voice: voice()
        case .clock: Self.clock(settings, minute: WallClock.minuteOfDay())
        case .power: Self.power(isWeak: PowerSupply.isWeak())
        case .service: Self.service(isPlaying: isPlaying)
        case .versions: Diagnosis(isWell: true, sentence: BugReport.versions + ".")
        case .radio, .button, .sound, .network, .broker: nil
        }
    }

    private func settingsFile() -> Diagnosis {
        guard problems.isEmpty else {
            return Diagnosis(
                isWell: false, sentence: problems.map(\.description).joined(separator: "\n      "))
        }
        return Diagnosis(
            isWell: true, sentence: "\(path) holds nothing wrong (a missing file means defaults).")
    }

    /// A full disk may be entered and looks writable, so it is written to; a station that plays has its own
    /// writes to tell by.
    static func state(in directory: String, isPlaying: Bool = false) -> Diagnosis {
        var store = StateStore(directory: directory)
        if !isPlaying { store.probe() }
        return Diagnosis(isWell: store.trouble == nil, sentence: store.trouble ?? "kept in \(directory).")
    }

    private func voice() -> Diagnosis {
        let name = Assembly.voiceName(settings)
        let (voice, complaint) = Assembly.voice(name, settings)
        if let complaint { return Diagnosis(isWell: false, sentence: complaint) }
        let damaged = VoiceFolder.damaged(
            name, in: settings.audio.voicesDirectory, state: settings.station.stateDirectory)
        guard let first = damaged.first else {
            return Diagnosis(isWell: true, sentence: "complete in \(voice.folder).")
        }
        return Diagnosis(
            isWell: false,
            sentence:
                "\(damaged.count) clips of \(voice.folder) cannot be read, or are no WAV files (first: "
                + "\(first).wav): `hotcold voice check` lists them and says what to do.")
    }

    /// - Parameter minute: of the day; nil when the clock cannot be believed.
    static func clock(
        _ settings: Settings, minute: Int?, knows: (String) -> Bool = WallClock.knows(zone:)
    ) -> Diagnosis {
        if let zone = settings.station.timeZone, !knows(zone) {
            return Diagnosis(
                isWell: false,
                sentence: "there is no time zone \"\(zone)\": write one of `timedatectl list-timezones` into "
                    + "station.time_zone; if it lists none, install tzdata.")
        }
        let zone = settings.station.timeZone.map { " (\($0))" } ?? ""
        guard let minute else {
            // Games do without; only quiet hours go by it.
            guard settings.audio.quietHours != nil else {
                let needs =
                    settings.things.isOn
                    ? "people's things take the day from the page's browser." : "nothing here needs it."
                return Diagnosis(isWell: true, sentence: "not set by anybody; \(needs)")
            }
            return Diagnosis(
                isWell: false,
                sentence:
                    "nobody has set it, so that the quiet hours last all day: give this machine a network "
                    + "with internet once after each start, or a clock module.")
        }
        let padded = minute % 60 < 10 ? "0" : ""
        let time = "\(minute / 60):\(padded)\(minute % 60)\(zone)"
        guard let quiet = settings.audio.quietHours else {
            return Diagnosis(isWell: true, sentence: "it is \(time).")
        }
        let isQuiet = quiet.isQuiet(at: minute) ? "it is quiet now" : "it is not quiet now"
        return Diagnosis(isWell: true, sentence: "it is \(time); \(isQuiet).")
    }

    /// - Parameter isWeak: nil where nothing can be known of it.
    static func power(isWeak: Bool?) -> Diagnosis {
        switch isWeak {
        case nil: Diagnosis(isWell: true, sentence: "this machine does not say how its power supply does.")
        case false?: Diagnosis(isWell: true, sentence: "no undervoltage since the machine was switched on.")
        case true?:
            Diagnosis(
                isWell: false,
                sentence: "there was too little of it since the machine was switched on: use the board's own "
                    + "power supply and a short, thick cable.")
        }
    }

    /// Whether the service has the parts that are examined here.
    static func service(
        isPlaying: Bool = false,
        _ ask: ([String]) -> (ending: Companion.Ending, says: String) = { words in
            var says = ""
            let ending = Companion(words).run { says = $0 }
            return (ending, says)
        }
    ) -> Diagnosis {
        let (ending, says) = ask(["/usr/bin/systemctl", "is-active", "hotcold.service"])
        switch (ending, says) {
        case (.notStarted, _):
            return Diagnosis(isWell: true, sentence: "this machine has no systemd; none is needed.")
        case (_, "active"), (_, "activating"):
            guard !isPlaying else {
                return Diagnosis(isWell: true, sentence: "hotcold.service is running.")
            }
            return Diagnosis(
                isWell: true,
                sentence: "hotcold.service is running, and has what is taken above: `systemctl stop hotcold` "
                    + "before examining the rest.")
        case (_, "failed"):
            return Diagnosis(
                isWell: false,
                sentence:
                    "hotcold.service has failed: `journalctl -u hotcold -b` says why, `systemctl restart "
                    + "hotcold` tries again.")
        default: return Diagnosis(isWell: true, sentence: "hotcold.service is not running.")
        }
    }
}
