import ArgumentParser
import Audio
import GPIO
import HCI
import Logging

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Open every part in turn; say what is wrong and how to fix it.",
        discussion:
            "Exits with 0 when everything works and with 1 when not. Takes at most half a minute."
    )

    @OptionGroup var settingsOption: SettingsOption

    mutating func run() async throws {
        LineLog.start(level: .critical)
        let examination = Examination(path: settingsOption.path)
        var ailing = 0
        for part in Examination.Part.allCases {
            let finding = await examination.examine(part)
            if !finding.isWell { ailing += 1 }
            let mark = finding.isWell ? "ok  " : "FAIL"
            print("\(mark)  \(part.rawValue): \(finding.sentence)")
        }
        if ailing > 0 {
            print("\(ailing) of \(Examination.Part.allCases.count) parts need attention.")
            throw ExitCode.failure
        }
        print("Everything works.")
    }
}

/// Opens one part after the other the way `hotcold run` does, and waits for its first word.
struct Examination {
    enum Part: String, CaseIterable {
        case settings, state, voice, radio, button, sound, network
    }

    struct Finding: Equatable {
        var isWell: Bool
        var sentence: String
    }

    /// A part that has said nothing by then has hung, and that is the finding. An adapter that is taken is
    /// asked for ten times before the radio says so, which takes two seconds.
    private static let patience = Duration.seconds(6)

    private let settings: Settings
    private let problems: [SettingsProblem]
    private let path: String

    init(path: String) {
        self.path = path
        (settings, problems) = Settings.read(path)
    }

    func examine(_ part: Part) async -> Finding {
        switch part {
        case .settings:
            guard problems.isEmpty else {
                return Finding(
                    isWell: false, sentence: problems.map(\.description).joined(separator: "\n      "))
            }
            return Finding(
                isWell: true, sentence: "\(path) holds nothing wrong (a missing file means defaults).")
        case .state:
            let store = StateStore(directory: settings.station.stateDirectory)
            return Finding(
                isWell: store.trouble == nil, sentence: store.trouble ?? "kept in \(store.directory).")
        case .voice:
            return voice()
        case .radio: return await radio()
        case .button: return await button()
        case .sound: return await sound()
        case .network: return await network()
        }
    }

    private func voice() -> Finding {
        let (voice, complaint) = Assembly.voice(settings)
        if let complaint { return Finding(isWell: false, sentence: complaint) }
        let damaged = VoiceFolder.damaged(
            settings.audio.voice, in: settings.audio.voicesDirectory, state: settings.station.stateDirectory)
        guard let first = damaged.first else {
            return Finding(isWell: true, sentence: "complete in \(voice.folder).")
        }
        return Finding(
            isWell: false,
            sentence:
                "\(damaged.count) clips of \(voice.folder) are no WAV files (first: \(first).wav): "
                + "`hotcold voice check` lists them and says what to do.")
    }

    private func radio() async -> Finding {
        let storage = Storage(StateStore(directory: settings.station.stateDirectory)) { _ in }
        let radio = Radio(configuration: Assembly.radio(settings, id: Assembly.identity(storage))) {
            selector throws(RadioTrouble) in try UserChannel.open(selector)
        }
        let (goals, goal) = AsyncStream.makeStream(of: RadioGoal.self, bufferingPolicy: .bufferingNewest(1))
        goal.yield(RadioGoal(beacon: nil, scans: true))
        defer { goal.finish() }
        return await first { find in
            await radio.run(goals: goals) { event in
                switch event {
                case .status(.ready(let controller)):
                    find(Finding(isWell: true, sentence: controller.summary + "."))
                case .status(.trouble(let trouble)): find(Finding(isWell: false, sentence: trouble.advice))
                case .status, .heard: break
                }
            }
        }
    }

    private func button() async -> Finding {
        let lines = Lines(configuration: Assembly.lines(settings)) { configuration throws(LineTrouble) in
            try GPIOChip.open(configuration)
        }
        let (light, switching) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(1))
        defer { switching.finish() }
        return await first { find in
            await lines.run(led: light) { event in
                switch event {
                case .ready(let chip, let led):
                    let also = led ? " and the light" : ""
                    find(
                        Finding(
                            isWell: true, sentence: "line \(settings.button.line) of \(chip) is ours\(also).")
                    )
                case .trouble(let trouble): find(Finding(isWell: false, sentence: trouble.advice))
                case .button: break
                }
            }
        }
    }

    private func sound() async -> Finding {
        let speaker = Speaker(configuration: Assembly.speaker(settings))
        return await first { find in
            await speaker.run { event in
                switch event {
                case .ready(let device): find(Finding(isWell: true, sentence: "\(device) plays."))
                case .trouble(let trouble): find(Finding(isWell: false, sentence: trouble.advice))
                }
            }
        }
    }

    private func network() async -> Finding {
        let datagrams = Datagrams(
            port: settings.lobby.port, group: settings.lobby.group, interface: settings.lobby.interface)
        let (outgoing, sending) = AsyncStream.makeStream(
            of: OutgoingDatagram.self, bufferingPolicy: .bufferingNewest(1))
        defer { sending.finish() }
        return await first { find in
            do {
                try await datagrams.run(outgoing: outgoing) { event in
                    switch event {
                    case .ready(let interfaces):
                        let names = interfaces.joined(separator: ", ")
                        find(
                            Finding(
                                isWell: true,
                                sentence: "the lobby is open on \(names), port \(settings.lobby.port)."))
                    case .trouble(let trouble): find(Finding(isWell: false, sentence: trouble.advice))
                    case .received: break
                    }
                }
            } catch {
                find(Finding(isWell: false, sentence: "The network could not be opened: \(error)."))
            }
        }
    }

    /// Runs a part until it has said how it is; then stops it.
    private func first(
        _ run: @escaping @Sendable (_ find: @escaping @Sendable (Finding) -> Void) async -> Void
    ) async -> Finding {
        let (findings, found) = AsyncStream.makeStream(
            of: Finding.self, bufferingPolicy: .bufferingOldest(1))
        let (endings, ended) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingOldest(1))
        // Not children of this task: a part that hangs in the kernel must not keep the doctor from going on.
        let part = Task {
            await run { found.yield($0) }
            ended.finish()
        }
        let clock = Task {
            try await Task.sleep(for: Self.patience)
            found.yield(
                Finding(isWell: false, sentence: "it did not answer; restart the machine and try again."))
        }
        let finding = await findings.first { _ in true }
        clock.cancel()
        part.cancel()
        // A radio is reset before it is closed: most parts end within half a second.
        let limit = Task {
            try await Task.sleep(for: .seconds(2))
            ended.finish()
        }
        for await _ in endings {}
        limit.cancel()
        return finding ?? Finding(isWell: false, sentence: "it ended without a word.")
    }
}
