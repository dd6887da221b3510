import Audio
import GPIO
import Game
import HCI
import PeerNetwork
import Runtime
import Speech
import Synchronization
import UDPCarrier

/// Opens one part after the other the way `hotcold run` does, and waits for its first word.
struct Examination {
    enum Part: String, CaseIterable, Sendable {
        case settings, state, voice, radio, button, sound, network, broker, clock, power, service, versions
    }

    /// Those that there are by these settings.
    var parts: [Part] { Part.allCases.filter { $0 != .broker || settings.mqtt.host != nil } }

    /// A part that has said nothing by then has hung, and that is the finding. An adapter that is taken is
    /// asked for ten times before the radio says so, which takes two seconds.
    static let patience = Duration.seconds(6)
    /// How long somebody has for pressing the button.
    private static let pressWithin = Duration.seconds(10)
    /// How long the radio is listened to; at most as long the chime and the lobby. On top of the patience.
    static let listens = Duration.seconds(2)

    let settings: Settings
    let problems: [SettingsProblem]
    let path: String
    private let waitsForPress: Bool

    init(path: String, waitsForPress: Bool = false) {
        self.path = path
        self.waitsForPress = waitsForPress
        (settings, problems) = Settings.read(path)
    }

    /// Nil only for a part that is not looked at, of which there is none.
    func examine(_ part: Part) async -> Diagnosis? {
        switch part {
        case .radio: await radio()
        case .button: await button()
        case .sound: await sound()
        case .network: await network()
        case .broker: await broker()
        case .settings, .state, .voice, .clock, .power, .service, .versions: examineAtRest(part)
        }
    }

    /// The settings file as it is; nil when it cannot be read.
    var settingsText: String? {
        (try? BoundedFile.read(path, atMost: Settings.bytesAtMost)).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    /// Has the light flash while it is at it.
    private func button() async -> Diagnosis {
        let lines = Lines(configuration: Assembly.lines(settings)) { configuration throws(LineTrouble) in
            try GPIOChip.open(configuration)
        }
        let (light, switching) = AsyncStream.makeStream(
            of: [Lamp: Rhythm].self, bufferingPolicy: .bufferingNewest(1))
        defer { switching.finish() }
        switching.yield(.init(uniqueKeysWithValues: Lamp.allCases.map { ($0, LightPattern.found.rhythm) }))
        let line = settings.button.line
        let notes = Notes()
        return await first(within: waitsForPress ? Self.pressWithin : Self.patience) { find in
            await lines.run(light: light) { event in
                switch event {
                case .ready(let chip, let lamps):
                    let also = lamps.isEmpty ? "" : " and the light"
                    let sentence = "line \(line) of \(chip) is ours\(also)"
                    notes.opened.withLock { $0 = sentence }
                    if !waitsForPress { find(Diagnosis(isWell: true, sentence: sentence + ".")) }
                case .trouble(let trouble): find(Diagnosis(isWell: false, sentence: trouble.advice))
                case .button(.down, _):
                    let sentence = notes.opened.withLock(\.self)
                    find(Diagnosis(isWell: true, sentence: sentence + ", and somebody pressed."))
                case .button: break
                }
            }
        } orElse: {
            let sentence = notes.opened.withLock(\.self)
            guard waitsForPress, !sentence.isEmpty else { return nil }
            return Diagnosis(
                isWell: false,
                sentence: sentence + ", but nobody pressed within ten seconds: press again, or check the "
                    + "wires and button.line.")
        }
    }

    /// Plays the chime, so that you hear that it plays; and so do the microphones.
    private func sound() async -> Diagnosis {
        let speaker = Speaker(configuration: Assembly.speaker(settings))
        let (voice, _) = Assembly.voice(Assembly.voiceName(settings), settings)
        let chime = voice.utterance(.chime)
        let isMuted = settings.audio.isMuted
        return await first(within: Self.patience + Self.listens) { find in
            await speaker.run { event in
                switch event {
                case .ready(let device):
                    Task {
                        guard !isMuted else {
                            return find(
                                Diagnosis(
                                    isWell: true, sentence: "\(device) plays, and is muted by audio.mute."))
                        }
                        let verdict = await Self.heard(chime.clips.first) { speaker.play(chime) }
                        find(
                            Diagnosis(isWell: true, sentence: "\(device) plays; that was a chime\(verdict)"))
                    }
                case .trouble(let trouble): find(Diagnosis(isWell: false, sentence: trouble.advice))
                }
            }
        }
    }

    /// Plays while the microphones listen, and says what they heard; takes at least a second.
    private static func heard(_ sound: Clip?, play: @Sendable () -> Void) async -> String {
        await withTaskGroup(of: (microphone: Microphone, recording: Clip?).self) { group in
            for microphone in Microphone.all() {
                group.addTask { (microphone, await microphone.listen()) }
            }
            // A device takes a moment to open.
            try? await Task.sleep(for: .milliseconds(300))
            play()
            try? await Task.sleep(for: .seconds(1))
            return Microphone.verdict(sound, heard: await group.reduce(into: []) { $0.append($1) })
        }
    }

    /// Opens the lobby, calls into it, and listens for two and a half seconds whether the call comes back,
    /// who else is there, and who answers: three times what an announcement takes.
    private func network() async -> Diagnosis {
        var datagrams = Datagrams(
            port: settings.lobby.port, group: settings.lobby.group, interface: settings.lobby.interface)
        datagrams.deliversOwn = true
        let (outgoing, sending) = AsyncStream.makeStream(
            of: OutgoingDatagram.self, bufferingPolicy: .bufferingOldest(LobbyHearing.questionsAtMost))
        defer { sending.finish() }
        let port = settings.lobby.port
        let notes = Notes()
        let begun = MonotonicClock.now()
        let since: @Sendable () -> Duration = { MonotonicClock.now() - begun }
        return await first(within: Self.patience + Self.listens) { [datagrams] find in
            do {
                try await datagrams.run(outgoing: outgoing) { event in
                    switch event {
                    case .ready(let interfaces):
                        let call = notes.lobby.withLock(\.call)
                        sending.yield(OutgoingDatagram(bytes: call, destination: .everybody))
                        Task {
                            try? await Task.sleep(for: .milliseconds(2_500))
                            find(
                                notes.lobby.withLock {
                                    $0.diagnosis(on: interfaces, port: port, now: since())
                                })
                        }
                    case .trouble(let trouble): find(Diagnosis(isWell: false, sentence: trouble.advice))
                    case .received(let bytes, let endpoint):
                        let question = notes.lobby.withLock { $0.take(bytes, from: endpoint, now: since()) }
                        if let question {
                            sending.yield(OutgoingDatagram(bytes: question, destination: .one(endpoint)))
                        }
                    }
                }
            } catch {
                find(Diagnosis(isWell: false, sentence: "The network could not be opened: \(error)."))
            }
        }
    }

    /// Runs a part until it has said how it is; then stops it.
    ///
    /// - Parameter orElse: what it means that it said nothing; nil for that it hangs.
    func first(
        within patience: Duration = patience,
        _ run: @escaping @Sendable (_ find: @escaping @Sendable (Diagnosis) -> Void) async -> Void,
        orElse: @escaping @Sendable () -> Diagnosis? = { nil }
    ) async -> Diagnosis {
        let (findings, found) = AsyncStream.makeStream(
            of: Diagnosis.self, bufferingPolicy: .bufferingOldest(1))
        let (endings, ended) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingOldest(1))
        // Not children of this task: a part that hangs in the kernel must not keep the doctor from going on.
        let part = Task {
            await run { found.yield($0) }
            ended.finish()
        }
        let clock = Task {
            try await Task.sleep(for: patience)
            found.yield(
                orElse()
                    ?? Diagnosis(
                        isWell: false, sentence: "it did not answer; restart the machine and try again."))
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
        return finding ?? Diagnosis(isWell: false, sentence: "it ended without a word.")
    }
}

/// What an examination has seen so far, on whichever thread.
private final class Notes: Sendable {
    let opened = Mutex("")
    let lobby = Mutex(LobbyHearing())
}
