import ArgumentParser
import HCI
import Recordings
import Simulation

struct BenchLobbyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench-lobby",
        abstract: "Measure how quickly and how well stations come together, in virtual time.",
        discussion: """
            Up to eight stations hold at the same time, in a room with the others on one network that \
            loses some datagrams and delays the rest by up to 200 ms. With --air, 2 to 8 stations in a \
            house without a network, or with --hall two that play among up to 64 that only lie there. The \
            same numbers again every time.
            """,
        shouldDisplay: false)

    @Option(parsing: .upToNextOption, help: "How many stations are in the room, 2 to 1000.")
    var stations = [2, 8, 64, 512]

    @Option(parsing: .upToNextOption, help: "Datagrams lost, in per cent.")
    var loss = [0, 5, 20, 40]

    @Option(help: "Trials of each room with up to 16 stations; larger ones have fewer.")
    var trials = 100

    @Option(help: "Datagrams are delayed by up to so many milliseconds.")
    var jitter = 200

    @Flag(help: "By radio alone; --loss is of advertisements, beside those that distance and walls take.")
    var air = false

    @Option(
        parsing: .upToNextOption,
        help: "With --air: so many other stations within reach play without a network as well, 0 to 1000.")
    var beside = [0]

    @Flag(help: "With --air: all are in one hall, two of them hold, and what they advertise collides.")
    var hall = false

    @Flag(help: "With --air: Wi-Fi at 2.4 GHz leaves the radios half of the time to listen.")
    var halfWindow = false

    @Option(help: "Write a chart there, as SVG.", completion: .file())
    var chart: String?

    func validate() throws {
        guard stations.allSatisfy((2...1_000).contains), loss.allSatisfy((0...90).contains),
            (1...10_000).contains(trials), (0...1_000).contains(jitter)
        else { throw ValidationError("give 2 to 1000 stations, 0 to 90 % of loss, 1 to 10000 trials.") }
        guard beside.allSatisfy((0...1_000).contains), air || beside == [0] else {
            throw ValidationError("give --beside 0 to 1000, and --air with it.")
        }
        guard air || !halfWindow else {
            throw ValidationError("only by radio somebody listens: give --air with --half-window.")
        }
        guard air || !hall else { throw ValidationError("a hall is by radio: give --air with --hall.") }
        if air, stations.contains(where: { $0 > (hall ? 64 : 8) }) {
            throw ValidationError(
                hall
                    ? "a hall has at most 64 stations: give --stations 2 to 64."
                    : "by radio at most 8 stations are in a house: give --stations 2 to 8, or --hall.")
        }
        guard !hall || beside == [0] else {
            throw ValidationError("in a hall the others are among --stations: leave --beside out.")
        }
    }

    mutating func run() throws {
        let lines = air ? roomsByAir() : rooms()
        guard let chart else { return }
        try Output.save(
            Array(LobbyBenchChart(lines: lines).document.utf8), to: chart,
            or: "Give another file with --chart.")
    }

    /// With controllers that advertise every 20 ms, and, in a house, with those that do every 100 ms.
    private func roomsByAir() -> [LobbyBenchLine] {
        Output.write(
            """
            | stations | loss | others leave | trials | names known | p50, s | p95, s | locked | p50, s \
            | p95, s | skew p99, ms | found | p50, s | p95, s |
            |---|---|---|---|---|---|---|---|---|---|---|---|---|---|

            """)
        var lines: [LobbyBenchLine] = []
        let quick = [(ControllerProfile.cyw43455, 20)]
        for (profile, interval) in hall ? quick : quick + [(.legacy42, 20), (.slow42, 100)] {
            for stations in stations {
                for loss in loss {
                    for others in beside {
                        var room =
                            hall
                            ? LobbyBench.Room.hall(
                                stations: stations, loss: Double(loss) / 100, profile: profile)
                            : LobbyBench.Room.byAir(
                                stations: stations, loss: Double(loss) / 100, others: others,
                                interval: .milliseconds(interval), profiles: [profile])
                        room.sharesAntenna = halfWindow
                        let line = LobbyBenchLine(
                            room, (1...UInt64(trials)).map { LobbyBench.trial(room, seed: $0) })
                        lines.append(line)
                        Output.write(Self.rowByAir(line))
                    }
                }
            }
        }
        return lines
    }

    private static func rowByAir(_ line: LobbyBenchLine) -> String {
        let numbers = [
            line.namesMedian, line.namesHigh, line.lockMedian, line.lockHigh, line.skewHigh, line.foundMedian,
            line.foundHigh,
        ].map { $0.isFinite ? Drawing.short($0) : "-" }
        let lost = Int((line.room.loss * 100).rounded())
        var cells = [line.room.description, "\(lost) %"]
        cells += ["\(Int((line.room.survival * 100).rounded())) %", "\(line.trials)", "\(line.named)"]
        cells += numbers[0...1]
        cells.append("\(line.locked)")
        cells += numbers[2...4]
        cells.append("\(line.found)")
        cells += numbers[5...6]
        return "| " + cells.joined(separator: " | ") + " |\n"
    }

    private func rooms() -> [LobbyBenchLine] {
        Output.write(
            """
            | stations | loss | trials | locked | time to lock p50, s | p95, s | skew p99, ms | idle, B/s \
            | playing, B/s |
            |---|---|---|---|---|---|---|---|---|

            """)
        var lines: [LobbyBenchLine] = []
        for stations in stations {
            for loss in loss {
                let room = LobbyBench.Room(
                    stations: stations, loss: Double(loss) / 100, jitter: .milliseconds(jitter))
                // A room of 512 has a quarter of a million pairs: fewer trials say as much, and last longer.
                let count = max(2, min(trials, trials * 16 / stations))
                let seeds = 1...UInt64(count)
                let line = LobbyBenchLine(room, seeds.map { LobbyBench.trial(room, seed: $0) })
                lines.append(line)
                Output.write(Self.row(line))
            }
        }
        return lines
    }

    private static func row(_ line: LobbyBenchLine) -> String {
        let cells = [
            "\(line.room.stations)", "\(Int((line.room.loss * 100).rounded())) %", "\(line.trials)",
            "\(line.locked)", Drawing.short(line.lockMedian), Drawing.short(line.lockHigh),
            Drawing.short(line.skewHigh), "\(Int(line.idle.rounded()))",
            line.playing.isFinite ? "\(Int(line.playing.rounded()))" : "-",
        ]
        return "| " + cells.joined(separator: " | ") + " |\n"
    }
}
