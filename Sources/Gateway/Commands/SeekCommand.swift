import ArgumentParser
import Glibc
import HCI
import Logging
import Runtime
import Synchronization

struct SeekCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seek",
        abstract: "Show the distance to every beacon, live, until Ctrl-C.",
        discussion: """
            On a terminal the table is redrawn; elsewhere it is printed once a second. With --json every \
            beacon is one line a second, for programs. The truth lies in the interval behind a distance \
            four times in five; `hotcold calibrate` makes it narrower. The battery is shown of beacons \
            that tell.
            """)

    @Flag(help: "One JSON object a line instead of a table.")
    var json = false

    @Option(help: "End after this many seconds.")
    var seconds: Int?

    @Option(help: "Only beacons with this proximity UUID; may be given several times.")
    var uuid: [String] = []

    @OptionGroup var radio: RadioOptions
    @OptionGroup var settingsOption: SettingsOption
    @OptionGroup var logOption: LogOption

    func validate() throws {
        if let wrong = uuid.first(where: { ProximityUUID($0) == nil }) {
            throw ValidationError(
                "--uuid \(wrong): give 32 hexadecimal digits, as in \(ProximityUUID.hotCold).")
        }
        if let seconds, !(1...10_000_000).contains(seconds) {
            throw ValidationError("--seconds \(seconds): give 1 to 10000000.")
        }
    }

    mutating func run() async throws {
        let logger = logOption.start()
        let settings = try radio.apply(to: settingsOption.read(logger: logger).settings)
        let wanted = Set(uuid.compactMap { ProximityUUID($0) })
        let table = LiveTable(BeaconTable(only: wanted, ranging: Assembly.ranging(settings, logger: logger)))
        let service = RadioService(
            settings: settings, goal: RadioGoal(beacon: nil, scans: true), logger: logger,
            limit: seconds.map { .seconds($0) }
        ) { advertisement, at in
            guard let beacon = advertisement.beacon, let rssi = advertisement.rssi else { return }
            table.rows.withLock { $0.heard(beacon, rssi: rssi, battery: advertisement.battery, at: at) }
        }
        let began = MonotonicClock.now()
        let style: BeaconTable.Style = json ? .json : isatty(STDOUT_FILENO) == 1 ? .screen : .lines
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await service.runUntilSignal() }
            group.addTask {
                while !Task.isCancelled {
                    guard (try? await Task.sleep(for: .seconds(1))) != nil else { return }
                    let now = MonotonicClock.now()
                    let text = table.rows.withLock { $0.text(style, now: now, since: began) }
                    guard Output.write(text) else { return }
                }
            }
            try await group.next()
            group.cancelAll()
        }
    }
}

/// Filled by the radio's thread, read once a second.
private final class LiveTable: Sendable {
    let rows: Mutex<BeaconTable>

    init(_ table: BeaconTable) {
        rows = Mutex(table)
    }
}
