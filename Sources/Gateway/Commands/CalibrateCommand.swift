import ArgumentParser
import HCI
import Logging
import PeerNetwork
import Ranging
import Runtime
import Simulation
import Synchronization

struct CalibrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate",
        abstract: "Find out how this station hears, one metre from a beacon.",
        discussion: """
            Start `hotcold hide` on another station (any other iBeacon will do), hold this one a metre away \
            with nobody between them, and turn it slowly while it listens. What it finds is kept and makes \
            distances truer from then on; HOT and COLD do not depend on it. docs/boards.md says more.
            """)

    @Option(help: "How long to listen, 5 to 120 seconds.")
    var seconds = 10

    @Option(help: "How far the beacon is, 0.5 to 3 metres.")
    var distance = 1.0

    @Option(
        help: ArgumentHelp(
            "The beacon to listen to, if several are near; the UUID may be \"estimote\" or \"hotcold\".",
            valueName: "uuid,major,minor"))
    var beacon: String?

    @Flag(help: "Say what is found and do not keep it.")
    var dryRun = false

    @Flag(help: "One JSON object instead of words.")
    var json = false

    @OptionGroup var radio: RadioOptions
    @OptionGroup var settingsOption: SettingsOption
    @OptionGroup var logOption: LogOption

    /// The radio may take so long until it listens.
    private static let patience = 20

    func validate() throws {
        guard (5...120).contains(seconds) else {
            throw ValidationError("--seconds \(seconds): give 5 to 120.")
        }
        guard (0.5...3).contains(distance) else {
            throw ValidationError("--distance \(distance): give 0.5 to 3 metres.")
        }
        if let beacon, BeaconIdentity(beacon) == nil {
            throw ValidationError(
                "--beacon \(beacon): give a proximity UUID, a major and a minor number with commas between "
                    + "them, as in hotcold,0,0.")
        }
    }

    mutating func run() async throws {
        let logger = logOption.start()
        let settings = try radio.apply(to: settingsOption.read(logger: logger).settings)
        let finding: CalibrationTrial.Finding
        do {
            finding = try await listen(settings, logger: logger).finding()
        } catch let refusal as CalibrationTrial.Refusal {
            Complaint.write(refusal.description)
            throw ExitCode.failure
        }
        let path = dryRun ? nil : keep(finding.calibration, settings)
        let report = CalibrationReport(finding: finding, keptIn: path)
        Output.write(json ? report.json : report.text)
        guard dryRun || path != nil else {
            Complaint.write(
                "\(settings.station.stateDirectory) cannot be written, so it is not kept: run it with sudo, "
                    + "or set state_directory in the settings to a folder of yours.")
            throw ExitCode.failure
        }
    }

    /// Everything heard from the radio's first moment on, for as long as was asked.
    private func listen(_ settings: Settings, logger: Logger) async throws -> CalibrationTrial {
        let bench = Bench(
            CalibrationTrial(
                wanted: beacon.flatMap { BeaconIdentity($0) }, distance: distance,
                ranging: RangingParameters()))
        let length = Duration.seconds(seconds)
        let service = RadioService(
            settings: settings, goal: RadioGoal(beacon: nil, scans: true), logger: logger,
            limit: length + .seconds(Self.patience),
            listen: { works in
                guard works else { return }
                bench.began(MonotonicClock.now())
            }
        ) { advertisement, at in
            guard let beacon = advertisement.beacon, let rssi = advertisement.rssi else { return }
            bench.trial.withLock { $0.heard(beacon, rssi: rssi, at: at) }
        }
        logger.info("listening for \(seconds) s: keep the distance, and turn this station slowly")
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await service.runUntilSignal() }
            group.addTask {
                while !Task.isCancelled, !bench.isOver(after: length, now: MonotonicClock.now()) {
                    try? await Task.sleep(for: .milliseconds(100))
                }
            }
            try await group.next()
        }
        // If you stop it half-way you have moved already.
        guard bench.isOver(after: length, now: MonotonicClock.now()) else {
            Complaint.write(
                "stopped before \(seconds) s were heard: nothing was found out, nothing was kept.")
            throw ExitCode.failure
        }
        return bench.trial.withLock { $0 }
    }

    /// - Returns: where it is kept; nil if it cannot be.
    private func keep(_ calibration: Calibration, _ settings: Settings) -> String? {
        let directory = settings.station.stateDirectory
        var store = StateStore(directory: directory)
        store.write(Calibration.fileName, calibration.encoded())
        return store.trouble == nil ? directory + "/" + Calibration.fileName : nil
    }
}

/// Fed by the radio's thread, looked at ten times a second.
private final class Bench: Sendable {
    let trial: Mutex<CalibrationTrial>
    private let beginning = Mutex<Duration?>(nil)

    init(_ trial: CalibrationTrial) {
        self.trial = Mutex(trial)
    }

    /// The radio listens. After an interruption the time goes on: what was heard before counts.
    func began(_ now: Duration) {
        beginning.withLock { $0 = $0 ?? now }
    }

    func isOver(after length: Duration, now: Duration) -> Bool {
        beginning.withLock { $0.map { now - $0 >= length } ?? false }
    }
}
