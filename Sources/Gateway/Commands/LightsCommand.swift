import ArgumentParser
import Game

struct LightsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lights",
        abstract: "Show what a station's light says: every pattern, three seconds of it.",
        discussion:
            "A block is a twentieth of a second that is lit, a pale one one that is lit in part, a dot dark.")

    func run() {
        for line in LightTable.lines { Output.tell(line) }
    }
}
