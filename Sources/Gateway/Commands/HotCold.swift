import ArgumentParser
import Runtime

@main
struct HotCold: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hotcold",
        abstract: "Hide-and-seek by ear: hear HOT! and COLD! as you come closer to the station that hides.",
        discussion: """
            Two Raspberry Pis, a button and a loudspeaker on each: press and hold both buttons, and \
            play. `hotcold demo` plays a whole round on any computer.
            """,
        version: Program.version,
        subcommands: [
            RunCommand.self, DoctorCommand.self, DemoCommand.self, HideCommand.self, SeekCommand.self,
            MonitorCommand.self, LobbyCommand.self, CalibrateCommand.self, RecordCommand.self,
            ReplayCommand.self, VoiceCommand.self, LightsCommand.self,
            RadioOffCommand.self, UpdateCommand.self, ProvisionCommand.self, SimulateCommand.self,
            EmulateCommand.self, ThingsCommand.self, VenueCommand.self, BenchVenueCommand.self,
            BenchLobbyCommand.self,
        ])

    static func main() async {
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            await main(try ArgumentCheck.checked(arguments, for: Self.self))
        } catch {
            exit(withError: error)
        }
        // A file that a full disk has cut short is told by the code.
        if Output.isLost { exit(withError: ExitCode.failure) }
    }
}
