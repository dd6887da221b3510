import ArgumentParser
import Audio
import Glibc
import Logging
import Runtime
import Simulation
import Speech
import WebPage

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Play a whole round on this computer, without any hardware.",
        discussion: """
            One station hides and the others seek, carried through a simulated house by players who go \
            by what they hear. Everything a real station runs is run: only controllers, pins and \
            loudspeakers are simulated. Prints what the stations say as they say it, and leaves a \
            recording of a seeker's loudspeaker (seeker.wav), a picture of the walk (walk.svg) and that \
            seeker's journal (seeker.journal) behind.
            """)

    /// The longest a demonstration may take on the wall clock; what is left after that is not waited for.
    private static let budget = Duration.seconds(50)
    private static let frame = Duration.milliseconds(20)
    private static let usualPort = 8_080
    private static let portsTried = 1_000

    @Option(help: "Which evening, 0 or more: another number is another house and another game.")
    var seed: UInt64 = 8

    @Option(
        help: """
            How many times faster than life, 0.01 to 1000; 0 for as fast as possible. Without it 5, and less \
            than a minute in all.
            """)
    var speed: Double?

    @Option(help: "How many seekers, 1 to 7.")
    var seekers = 2

    @Option(help: "The voice of all stations: en, robot, alien, deep, human or de; `make demo` makes it.")
    var voice = "en"

    @Option(help: "Where to leave the recording, the picture and the journal.", completion: .directory)
    var out = "demo"

    @Flag(help: "Without any network: stations find each other, and play, by Bluetooth alone.")
    var noNetwork = false

    @Flag(help: "Play the first seeker's loudspeaker on this computer's, in real time.")
    var listen = false

    @Flag(help: "Serve each station's page, in real time, one evening after the other until Ctrl-C.")
    var page = false

    @Flag(help: "With --page: people walk, and their buttons are pressed by the pages alone.")
    var byHand = false

    @Option(
        help: """
            The port of the first station's page; the others have the next ones. Without it 8080, or the \
            next that are free.
            """)
    var pagePort: Int?

    func validate() throws {
        if let pagePort, !(1_024...65_000).contains(pagePort) {
            throw ValidationError("--page-port \(pagePort): give 1024 to 65000.")
        }
        guard !page || !listen else {
            throw ValidationError("--listen plays a round without pages: leave --page or --listen out.")
        }
        guard !page || speed != 0 else {
            throw ValidationError("--page is for people: give a --speed of 0.01 to 1000, or none.")
        }
        guard page || !byHand else { throw ValidationError("--by-hand is for pages: add --page.") }
        guard (1...7).contains(seekers) else { throw ValidationError("--seekers \(seekers): give 1 to 7.") }
        if let speed, speed != 0, !(0.01...1_000).contains(speed) {
            throw ValidationError("--speed \(speed): give 0, or 0.01 to 1000.")
        }
        if listen, let speed, speed != 1 {
            throw ValidationError("--listen plays in real time: leave --speed out.")
        }
    }

    mutating func run() async throws {
        let (voice, complaint) = VoiceFolder.load(try voiceName(), in: nil)
        if let complaint { Complaint.write(complaint) }
        if page { return try await servePages(voice) }
        try prepare()
        let interruption = Interruption()
        defer { interruption.end() }
        var evening = Evening(seed: seed, seekers: seekers, voice: voice, hasNetwork: !noNetwork)
        Output.write(evening.introduction)
        if listen {
            let speaker = Speaker()
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    await speaker.run { event in
                        if case .trouble(let trouble) = event { Complaint.write(trouble.advice) }
                    }
                }
                let speechQueue = SpeechQueue(speaker, voice: ChosenVoice(voice))
                await play(&evening, speed: 1, budget: nil, through: speechQueue, until: interruption)
                group.cancelAll()
            }
        } else {
            let budget = speed == nil ? Self.budget : nil
            await play(&evening, speed: speed ?? 5, budget: budget, through: nil, until: interruption)
        }
        try leave(&evening)
        if interruption.hasHappened { throw Interruption.exitCode }
    }

    /// The voice's folder.
    private func voiceName() throws -> String {
        // Where there are no voices at all the demonstration goes on with captions.
        if let name = VoiceFolder.name(voice, in: nil) ?? (voice == "en" ? voice : nil) { return name }
        Complaint.write(
            "There is no voice \"\(voice)\" here; `hotcold voice list` shows which there are. In a clone, "
                + "make demo DEMO_ARGS=\"--voice robot\" makes one.")
        throw ExitCode.failure
    }

    /// Plays the evening, as fast as `speed` says, until it is over or `budget` of wall time has passed; then
    /// the rest without waiting.
    private func play(
        _ evening: inout Evening, speed: Double, budget: Duration?, through speechQueue: SpeechQueue?,
        pages: DemoPages? = nil, until interruption: Interruption? = nil
    ) async {
        let began = MonotonicClock.now()
        while !evening.isOver, !Task.isCancelled, interruption?.hasHappened != true {
            for (station, wish) in pages?.takeWishes() ?? [] { evening.pass(wish, to: station) }
            let happenings = evening.advance(by: Self.frame)
            pages?.show(evening, after: happenings)
            for happening in happenings {
                if let line = evening.caption(happening) { Output.write(line) }
                if happening.station == Evening.listener { speechQueue?.utter(happening.effect) }
            }
            let elapsed = MonotonicClock.now() - began
            guard speed > 0, elapsed < budget ?? .seconds(86_400) else { continue }
            let ahead = evening.elapsed / speed - elapsed
            if ahead > Self.frame { try? await Task.sleep(for: ahead) }
        }
    }

    /// Evenings in real time, with a page for each station.
    ///
    /// - Throws: an exit code of failure where a port that was asked for is taken.
    private func servePages(_ voice: Voice) async throws {
        let first = try await firstPort()
        let pages = DemoPages(stations: seekers + 1, voice: voice)
        var logger = Logger(label: "page")
        logger.logLevel = .error
        await withTaskGroup(of: Void.self) { group in
            for (number, service) in pages.services.enumerated() {
                let server = PageServer(
                    service: service, port: first + number, logger: logger, address: "127.0.0.1")
                group.addTask { await server.run() }
                Output.write("The page of station \(number + 1): http://127.0.0.1:\(server.port)/\n")
            }
            for number in 0... {
                var evening = Evening(
                    seed: seed &+ UInt64(number), seekers: seekers, voice: voice, isByHand: byHand,
                    hasNetwork: !noNetwork)
                pages.restart()
                Output.write("\n\(evening.introduction)")
                await play(&evening, speed: speed ?? 1, budget: nil, through: nil, pages: pages)
                if Task.isCancelled { break }
            }
            group.cancelAll()
        }
    }

    /// Of as many ports as there are pages, one after the other and free.
    private func firstPort() async throws -> Int {
        var first = pagePort ?? Self.usualPort
        var isTaken: Int?
        var port = first
        while port <= first + seekers {
            guard await !PageServer.isFree(port) else {
                port += 1
                continue
            }
            isTaken = isTaken ?? port
            guard pagePort == nil, port < Self.usualPort + Self.portsTried else {
                Complaint.write("Port \(port) is taken by another program: give others with --page-port.")
                throw ExitCode.failure
            }
            port += 1
            first = port
        }
        if let isTaken {
            Output.write("Port \(isTaken) is taken by another program: the pages begin at \(first).\n")
        }
        return first
    }

    /// Makes the folder, and tries it: if you wait for a whole round you want it to be kept.
    private func prepare() throws {
        do throws(FileTrouble) {
            let isNew = unsafe mkdir(out, 0o777) == 0
            guard isNew || errno == EEXIST else { throw .failed(operation: "write", code: errno) }
            do throws(FileTrouble) {
                try BoundedFile.probe(out)
            } catch {
                if isNew { unsafe rmdir(out) }
                throw error
            }
        } catch {
            Complaint.write("\(out): \(Output.reason(error)). Give another folder with --out.")
            throw ExitCode.failure
        }
    }

    private func leave(_ evening: inout Evening) throws {
        let files = [
            ("seeker.wav", evening.recording), ("walk.svg", Array(evening.picture.utf8)),
            ("seeker.journal", evening.takeJournal()),
        ]
        for (name, bytes) in files {
            try Output.save(bytes, to: "\(out)/\(name)", or: "Give another folder with --out.")
        }
        Output.write(
            """

            \(evening.result)
            The seeker's loudspeaker: \(out)/seeker.wav   The walk: \(out)/walk.svg
            What its station was told: \(out)/seeker.journal (try: hotcold replay \(out)/seeker.journal)

            """)
    }
}
