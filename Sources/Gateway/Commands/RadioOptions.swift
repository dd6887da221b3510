import ArgumentParser
import HCI

/// Which radio a command uses, and how.
struct RadioOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The Bluetooth adapter: \"any\", its address, or a part of its path below /sys (\"usb\").",
            valueName: "any|address|path"))
    var adapter: String?

    @Flag(help: "Use the commands of Bluetooth 4 even where the controller offers those of 5.")
    var forceLegacy = false

    /// The settings with what was said on the command line put over them.
    func apply(to settings: Settings) throws -> Settings {
        var settings = settings
        if let adapter {
            guard AdapterSelector(adapter) != nil else {
                throw ValidationError(
                    "--adapter \(adapter): give \"any\", an address or a part of a /sys path."
                )
            }
            settings.radio.adapter = adapter
        }
        if forceLegacy { settings.radio.forceLegacy = true }
        return settings
    }
}
