import Logging
import Support
import Testing
import WebClient

@testable import Audio
@testable import GPIO
@testable import Game
@testable import Gateway
@testable import HCI
@testable import Journaling
@testable import PeerNetwork
@testable import Runtime
@testable import Speech
@testable import StationNode
@testable import UDPCarrier
@testable import WebPage

/// The loop with every edge replaced by its twin but the network, which is the loopback.
struct ConductorTests {
    /// Hands every line of the log to a stream.
    private struct LogTap: LogHandler {
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.debug
        let lines: AsyncStream<String>.Continuation

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            lines.yield("\(event.message)")
        }
    }

    private struct Rig {
        let adapter: SimulatedAdapter
        let pin = SimulatedLines()
        let sink = MemorySink()
        let lines: AsyncStream<String>
        let conductor: Conductor

        init() {
            let (lines, tap) = AsyncStream.makeStream(of: String.self)
            self.lines = lines
            let logger = Logger(label: "test") { _ in LogTap(lines: tap) }
            let controller = SimulatedController(
                profile: .cyw43455, address: DeviceAddress(littleEndian: [1, 2, 3, 4, 5, 6]))
            let adapter = SimulatedAdapter(controller) { MonotonicClock.now() }
            self.adapter = adapter
            let pin = pin
            let sink = sink
            let id = StationID(value: 0x1234)
            conductor = Conductor(
                node: StationNode(
                    Station(
                        Station.Configuration(id: id, name: StationName(id), role: .hide, boot: 1, seed: 1)),
                    Gatekeeper(
                        Gatekeeper.Configuration(
                            identity: IdentityKey(seed: [UInt8](repeating: 1, count: 32)), boot: 1,
                            seed: [UInt8](repeating: 2, count: 32))),
                    settings: EdgeSettings(
                        levels: VolumeLevels(
                            usual: 1, startUp: 1, quiet: 1, floor: 0, ceiling: 1, isMuted: false))),
                radio: Radio(configuration: RadioConfiguration(ownAddress: .randomStatic(seed: [1, 2, 3]))) {
                    selector throws(RadioTrouble) in try adapter.open(selector)
                },
                lines: Lines(configuration: LinesConfiguration()) { configuration throws(LineTrouble) in
                    try pin.open(configuration)
                },
                speaker: Speaker { (_) throws(SpeakerTrouble) in sink },
                datagrams: Datagrams(port: 41_476, group: "239.255.72.67", interface: "lo"),
                voice: ChosenVoice(.silent),
                storage: Storage(StateStore(directory: "/nonexistent/hotcold")) { _ in },
                logger: logger,
                surroundings: Surroundings(minuteOfDay: { nil }, isPowerWeak: { nil }, wifi: { nil }),
                captions: logger)
        }

        /// Waits for a line of the log that contains all of `texts`, in any order, one after the other.
        func expect(_ texts: [String]) async -> [String] {
            var left = texts
            for await line in lines {
                left.removeAll { line.contains($0) }
                if left.isEmpty { break }
            }
            return left
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func everyEdgeIsJoinedAndEverythingStops() async throws {
        let rig = Rig()
        let folder = try TemporaryFolder()
        let shelf = JournalShelf(folder: folder.path, name: "all") { Issue.record("\($0)") }
        var conductor = rig.conductor
        conductor.journal = JournalKeeper(Scribe(.everything), on: shelf)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [conductor] in try? await conductor.run() }
            let name = StationName(StationID(value: 0x1234))
            var missing = await rig.expect([
                "Hello, I am \(name). I hide.", "radio: hci0 ready", "button: ready", "speaker: ready",
            ])
            #expect(missing.isEmpty, "never said: \(missing)")
            rig.pin.move { $0.move(to: true, at: MonotonicClock.now()) }
            // On a busy machine the hold is there before its tone would begin.
            missing = await rig.expect(["♪ tick", "♪ locked", "Waiting for somebody."])
            #expect(missing.isEmpty, "never said: \(missing)")
            rig.adapter.unplug()
            missing = await rig.expect(["My radio was unplugged."])
            #expect(missing.isEmpty, "never said: \(missing)")
            group.cancelAll()
        }
        #expect(!rig.adapter.isOpen)
        #expect(!rig.pin.isOpen)
        // The same loop, lived through again.
        shelf.flush()
        let journal = try BoundedFile.read(folder.path + "/all-000001.journal", atMost: 1_000_000)
        var replay = try JournalReplay(journal)
        let verdict = replay.run { _, _ in }
        #expect(verdict.isSame, "\(verdict)")
        #expect(verdict.ending == Journal.Ending.programEnded.rawValue)
        #expect(verdict.said > 2)
    }

    /// At once, in its own language, and the page shows it.
    @Test(.timeLimit(.minutes(10)))
    func theVoiceThatThePageChoosesSpeaks() async throws {
        let rig = Rig()
        var conductor = rig.conductor
        let listening = AsyncStream.makeStream(of: Int.self)
        let spoken = AsyncStream.makeStream(of: String.self)
        let german = try #require(Language.builtIn["de"])
        conductor.voice = ChosenVoice(.silent, choices: [VoiceChoice(name: "de", language: german)]) { name in
            Voice(folder: name, language: german) { clip in
                spoken.continuation.yield("\(name)/\(clip)")
                return nil
            }
        }
        let lock = PageLock(.open, pin: [4, 0, 7, 9])
        var page = PageOffer(
            port: 0, desk: PageRouter(PageAssets(["index.html": [1]]), lock: lock),
            listens: { listening.continuation.yield($0) })
        page.shelf.voice = conductor.voice
        page.setting.voices = [PageSetting.Voice(name: "de", language: "de")]
        conductor.page = page
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [conductor] in try? await conductor.run() }
            var ports = listening.stream.makeAsyncIterator()
            let port = try #require(await ports.next())
            typealias Web = WebClient
            let none = try await Web.talk(port, Web.post("/api/voice", #"{"voice": "grandma"}"#))
            #expect(none.hasPrefix("HTTP/1.1 409"))
            let taken = try await Web.talk(port, Web.post("/api/voice", #"{"voice": "de"}"#))
            #expect(taken.hasPrefix("HTTP/1.1 204"))
            let missing = await rig.expect(["Hallo, ich bin"])
            #expect(missing.isEmpty, "never said: \(missing)")
            for await clip in spoken.stream where clip == "de/hello-i-am" { break }
            let state = try await Web.talk(port, Web.get("/api/state"))
            #expect(state.contains(#""voice":"de""#) && state.contains(#""language":"de""#))
            group.cancelAll()
        }
    }

    /// Who stands beside the station, and asked for it at the page, hears the PIN; it is written nowhere.
    @Test(.timeLimit(.minutes(10)))
    func thePINIsSpokenAtAPressAndOpensThePage() async throws {
        let rig = Rig()
        var conductor = rig.conductor
        let lock = PageLock(.pin, pin: [4, 0, 7, 9])
        let listening = AsyncStream.makeStream(of: Int.self)
        let spoken = AsyncStream.makeStream(of: String.self)
        conductor.voice = ChosenVoice(
            Voice(folder: "") { clip in
                spoken.continuation.yield(clip)
                return nil
            })
        conductor.page = PageOffer(
            port: 0, desk: PageRouter(PageAssets(["index.html": [1]]), lock: lock),
            listens: { listening.continuation.yield($0) })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [conductor] in try? await conductor.run() }
            var ports = listening.stream.makeAsyncIterator()
            let port = try #require(await ports.next())
            typealias Web = WebClient
            #expect(try await Web.talk(port, Web.post("/api/press")).hasPrefix("HTTP/1.1 401"))
            #expect(try await Web.talk(port, Web.post("/api/pin")).hasPrefix("HTTP/1.1 204"))
            rig.pin.move { $0.move(to: true, at: MonotonicClock.now()) }
            let missing = await rig.expect(["♪ tick"])
            #expect(missing.isEmpty, "never said: \(missing)")
            rig.pin.move { $0.move(to: false, at: MonotonicClock.now()) }
            var clips: [String] = []
            for await clip in spoken.stream {
                if clip == "the-pin-is" || !clips.isEmpty { clips.append(clip) }
                if clips.count == 5 { break }
            }
            #expect(clips == ["the-pin-is", "number-4", "number-0", "number-7", "number-9"])
            let pin = "X-HotCold-PIN: 4079\r\n"
            let set = try await Web.talk(port, Web.post("/api/volume", #"{"volume": 0.25}"#, pin))
            #expect(set.hasPrefix("HTTP/1.1 204"))
            #expect(try await Web.talk(port, Web.get("/api/state")).contains("\"volume\":0.25"))
            #expect(conductor.speaker.volume.level == 0.25, "it was set before it was shown")
            group.cancelAll()
        }
    }
}
