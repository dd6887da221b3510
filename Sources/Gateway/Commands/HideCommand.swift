import ArgumentParser
import HCI
import Logging

struct HideCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hide",
        abstract: "Be a beacon, until Ctrl-C: no lobby, no button.",
        discussion:
            "`hotcold seek` and any tool that shows iBeacons see it. With --seconds it ends by itself.")

    @Option(help: "The proximity UUID.")
    var uuid: String = ProximityUUID.hotCold.description

    @Option(help: "The major number, 0 to 65535.")
    var major: UInt16 = 0

    @Option(help: "The minor number, 0 to 65535.")
    var minor: UInt16 = 0

    // A level is below zero, and what begins with - would otherwise be the next option.
    @Option(parsing: .unconditional, help: "What the beacon is heard at from one metre, in dBm (-127 to -1).")
    var measuredPower: Int8?

    @Option(help: "End after this many seconds.")
    var seconds: Int?

    @OptionGroup var radio: RadioOptions
    @OptionGroup var settingsOption: SettingsOption
    @OptionGroup var logOption: LogOption

    func validate() throws {
        if ProximityUUID(uuid) == nil {
            throw ValidationError(
                "--uuid \(uuid): give 32 hexadecimal digits, as in \(ProximityUUID.hotCold).")
        }
        if let measuredPower, measuredPower >= 0 || measuredPower == -128 {
            throw ValidationError("--measured-power \(measuredPower): give a value from -127 to -1.")
        }
        if let seconds, !(1...10_000_000).contains(seconds) {
            throw ValidationError("--seconds \(seconds): give 1 to 10000000.")
        }
    }

    mutating func run() async throws {
        let logger = logOption.start()
        let settings = try radio.apply(to: settingsOption.read(logger: logger).settings)
        guard let uuid = ProximityUUID(uuid) else { return }
        let beacon = IBeacon(
            proximityUUID: uuid, major: major, minor: minor,
            measuredPower: measuredPower ?? settings.radio.measuredPower)
        logger.info("hiding as \(uuid) \(major) \(minor)")
        let service = RadioService(
            settings: settings, goal: RadioGoal(beacon: beacon, scans: false), logger: logger,
            limit: seconds.map { .seconds($0) }
        ) { _, _ in }
        try await service.runUntilSignal()
    }
}
