import ArgumentParser
import HCI

struct RadioOffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "radio-off",
        abstract: "Silence the radio after a crash.",
        discussion: """
            A program that is killed leaves the controller advertising: nothing in the kernel stops it. \
            This resets every matching adapter that no other program holds. The service does it whenever it \
            stops, and leaves the adapters alone that the settings do not mean.
            """)

    @OptionGroup var settingsOption: SettingsOption

    @Option(
        help: ArgumentHelp(
            "The Bluetooth adapter: \"any\" (all of them), its address, or a part of its path below /sys; "
                + "otherwise the one of the settings.",
            valueName: "any|address|path"))
    var adapter: String?

    mutating func run() throws {
        // A crash is no time to insist on a settings file: the radio is silenced in any case.
        let adapter = self.adapter ?? settingsOption.readAloud().radio.adapter
        guard let selector = AdapterSelector(adapter) else {
            throw ValidationError(
                "--adapter \(adapter): give \"any\", an address, or a part of a path below /sys.")
        }
        do throws(RadioTrouble) {
            let silenced = try UserChannel.radioOff(selector)
            Output.tell("silent: \(silenced.joined(separator: ", "))")
        } catch {
            Complaint.write(error.advice)
            throw ExitCode.failure
        }
    }
}
