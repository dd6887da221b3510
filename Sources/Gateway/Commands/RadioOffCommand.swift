import ArgumentParser
import HCI

struct RadioOffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "radio-off",
        abstract: "Silence the radio after a crash.",
        discussion: """
            A program that is killed leaves the controller advertising: nothing in the kernel stops it. \
            This resets every matching adapter that no other program holds.
            """)

    @Option(
        help: "The Bluetooth adapter: \"any\" (all of them), its address, or a part of its path below /sys.")
    var adapter = "any"

    mutating func run() throws {
        guard let selector = AdapterSelector(adapter) else {
            throw ValidationError(
                "--adapter \(adapter): give \"any\", an address, or a part of a path below /sys.")
        }
        do throws(RadioTrouble) {
            let silenced = try UserChannel.radioOff(selector)
            print("silent: \(silenced.joined(separator: ", "))")
        } catch {
            Complaint.write(error.advice)
            throw ExitCode.failure
        }
    }
}
