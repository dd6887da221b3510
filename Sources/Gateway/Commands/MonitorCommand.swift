import ArgumentParser
import Game
import HCI
import Logging
import Ranging
import Recordings
import Runtime
import Synchronization

struct MonitorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monitor",
        abstract: "Say which areas this station enters and leaves, until Ctrl-C.",
        discussion: """
            One line for every crossing: an area is entered when one of its beacons is heard (or is nearer \
            than the settings say), and left after 30 seconds of silence. Of several, the nearest is the one \
            this station is in, unless they may overlap. Areas are those of the settings \
            file and of --area; where there are none, everything that our own and Estimote's beacons send. \
            With --json every crossing is one object, and at the end there is one for every area that was \
            entered. docs/areas.md says more.
            """)

    @Flag(help: "One JSON object a line.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "An area to watch besides those of the settings; may be given several times. UUID may be "
                + "\"estimote\" or \"hotcold\".", valueName: "name=uuid[,major[,minor]]"))
    var area: [String] = []

    @Flag(help: "The areas given by --area may overlap: each is entered and left by itself.")
    var overlap = false

    @Option(help: "Watch every beacon with this proximity UUID, as an area; may be given several times.")
    var uuid: [String] = []

    @Option(help: "End after this many seconds.")
    var seconds: Int?

    @Option(
        help: "Watch what was recorded in this file (btsnoop, or a table) instead of the radio.",
        completion: .file())
    var replay: String?

    @OptionGroup var radio: RadioOptions
    @OptionGroup var settingsOption: SettingsOption
    @OptionGroup var logOption: LogOption

    func validate() throws {
        if let wrong = area.first(where: { Area($0) == nil }) {
            throw ValidationError(
                "--area \(wrong): write a name, = and a proximity UUID, and after commas a major and a minor "
                    + "number if you like, as in kitchen=estimote,7,12.")
        }
        if let wrong = uuid.first(where: { ProximityUUID(familiar: $0) == nil }) {
            throw ValidationError(
                "--uuid \(wrong): give 32 hexadecimal digits, as in \(ProximityUUID.hotCold).")
        }
        if let seconds, !(1...10_000_000).contains(seconds) {
            throw ValidationError("--seconds \(seconds): give 1 to 10000000.")
        }
        _ = try areas(besides: [])
    }

    mutating func run() async throws {
        let logger = logOption.start()
        let settings = try radio.apply(to: settingsOption.read(logger: logger).settings)
        let areas = try areas(besides: settings.areas)
        if let replay { return try play(replay, in: areas) }
        for area in areas { logger.info("watching \(area.name): \(area.region)") }
        let began = MonotonicClock.now()
        let patrol = Patrol(
            AreaRounds(areas, since: began, json: json, ranging: Assembly.ranging(settings, logger: logger)))
        let service = RadioService(
            settings: settings, goal: RadioGoal(beacon: nil, scans: true), logger: logger,
            limit: seconds.map { .seconds($0) },
            listen: { works in patrol.rounds.withLock { $0.radio(works: works, at: MonotonicClock.now()) } }
        ) { advertisement, at in
            guard let beacon = advertisement.beacon, let rssi = advertisement.rssi else { return }
            patrol.rounds.withLock {
                $0.heard(beacon, rssi: rssi, battery: advertisement.battery, at: at)
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await service.runUntilSignal() }
            group.addTask {
                while !Task.isCancelled {
                    guard (try? await Task.sleep(for: .milliseconds(100))) != nil else { return }
                    let lines = patrol.rounds.withLock { $0.lines(now: MonotonicClock.now()) }
                    guard Output.write(lines) else { return }
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
        Output.write(patrol.rounds.withLock { $0.end(now: MonotonicClock.now()) })
    }

    /// The same, of what was heard some other time: as fast as it can be read.
    private func play(_ path: String, in areas: [Area]) throws {
        func complain(_ why: some CustomStringConvertible) -> ExitCode {
            Complaint.write("\(path): \(why)")
            return .failure
        }
        var recording = Recording()
        do {
            var source = try RecordedFile(path)
            var reader: RecordingReader
            switch try RecordingFormat.detect(source.head) {
            case .csv: reader = .csv(CSVRecording())
            case .btsnoop: reader = .btsnoop(SnoopRecording())
            case .journal: throw complain("a journal holds no bare sightings")
            }
            while let piece = try source.next() { try reader.feed(piece, into: &recording) }
            try reader.finish(into: &recording)
        } catch let trouble as FileTrouble {
            throw complain(trouble)
        } catch let trouble as RecordingTrouble {
            throw complain(trouble)
        }
        if recording.entries.isEmpty { throw complain(recording.emptiness) }
        for named in recording.unreadable.named { Complaint.write("\(path): \(named)") }
        if recording.unreadable.more > 0 { Complaint.write("\(path): and \(recording.unreadable.more) more") }
        if !recording.beacons.contains(where: { BeaconIdentity($0) != nil }),
            let first = recording.beacons.first
        {
            throw complain(
                "its beacons have names as \(String(quoting: first.utf8)), and areas go by UUID/major/minor: "
                    + "use those as names (docs/areas.md), or `hotcold replay`")
        }
        recording.sort()
        AreaRounds.play(recording, in: areas, json: json) { Output.write($0) }
    }

    /// What to watch: the settings' areas, then those of the command line, or the familiar ones.
    private func areas(besides settled: [Area]) throws -> [Area] {
        let named = area.compactMap { Area($0) }.map { area in
            var area = area
            area.overlaps = overlap
            return area
        }
        var areas = settled + named
        for uuid in uuid.compactMap({ ProximityUUID(familiar: $0) }) {
            let word = ProximityUUID.familiar.first { $0.value == uuid }?.key
            guard let name = AreaName(word ?? uuid.description.filter { $0 != "-" }) else { continue }
            areas.append(Area(name: name, region: Region(uuid: uuid), overlaps: true))
        }
        if areas.isEmpty { areas = Area.familiar }
        if let twice = areas.first(where: { area in areas.filter { $0.name == area.name }.count > 1 }) {
            throw ValidationError("there are two areas \"\(twice.name)\": give one of them another name.")
        }
        guard areas.count <= Area.atMost else {
            throw ValidationError("\(areas.count) areas are too many: \(Area.atMost) can be watched.")
        }
        return areas
    }
}

/// Fed by the radio's thread, read ten times a second.
private final class Patrol: Sendable {
    let rounds: Mutex<AreaRounds>

    init(_ rounds: AreaRounds) {
        self.rounds = Mutex(rounds)
    }
}
