import ArgumentParser
import Glibc
import HCI
import Logging
import Recordings
import Runtime

struct RecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Listen, and write every packet of the radio to a file, until Ctrl-C.",
        discussion: """
            The file is btsnoop, which `hotcold replay`, btmon and Wireshark open. When it is full it \
            becomes FILE.1, the one before it FILE.2, and so on; the oldest is lost. \
            docs/recordings.md says more.
            """)

    @Argument(help: "The file to write; an old one is overwritten.", completion: .file())
    var file: String

    @Option(help: "End after this many seconds.")
    var seconds: Int?

    @Option(help: "How large a file gets, 1 to 4096.")
    var megabytes = 16

    @Option(help: "How many files there are at most, 1 to 1000.")
    var files = 4

    @OptionGroup var radio: RadioOptions
    @OptionGroup var settingsOption: SettingsOption
    @OptionGroup var logOption: LogOption

    func validate() throws {
        if let seconds, !(1...10_000_000).contains(seconds) {
            throw ValidationError("--seconds \(seconds): give 1 to 10000000.")
        }
        guard (1...4_096).contains(megabytes) else {
            throw ValidationError("--megabytes \(megabytes): give 1 to 4096.")
        }
        guard (1...1_000).contains(files) else {
            throw ValidationError("--files \(files): give 1 to 1000.")
        }
    }

    mutating func run() async throws {
        let logger = logOption.start()
        let settings = try radio.apply(to: settingsOption.read(logger: logger).settings)
        let (troubles, teller) = AsyncStream.makeStream(of: FileTrouble.self)
        let log = try openLog { teller.yield($0) }
        let service = RadioService(
            settings: settings, goal: RadioGoal(beacon: nil, scans: true), logger: logger,
            limit: seconds.map { .seconds($0) },
            open: { selector throws(RadioTrouble) in
                SnoopTransport(try UserChannel.open(selector)) { log.add($0, $1, at: $2) }
            }
        ) { _, _ in }
        var (failure, trouble): (ExitCode?, FileTrouble?)
        do {
            trouble = try await run(service, until: troubles)
        } catch let code as ExitCode {
            failure = code
        }
        let tally = await log.finish()
        teller.finish()
        trouble = tally.trouble ?? trouble
        Output.write(summary(tally) + "\n")
        if let trouble { throw complaint(trouble) }
        if let failure { throw failure }
    }

    /// Until it ends by itself, or the disk fails.
    private func run(
        _ service: RadioService, until troubles: AsyncStream<FileTrouble>
    ) async throws -> FileTrouble? {
        try await withThrowingTaskGroup(of: FileTrouble?.self) { group in
            group.addTask {
                try await service.runUntilSignal()
                return nil
            }
            group.addTask {
                for await trouble in troubles { return trouble }
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }

    private func openLog(_ failed: @escaping @Sendable (FileTrouble) -> Void) throws -> SnoopLog {
        do throws(FileTrouble) {
            return try SnoopLog(
                file, bytesPerFile: megabytes * 1_000_000, files: files, boot: Self.boot(), failed: failed)
        } catch {
            throw complaint(error)
        }
    }

    private func complaint(_ trouble: FileTrouble) -> ExitCode {
        Complaint.write("\(file): \(Output.reason(trouble))")
        return .failure
    }

    private func summary(_ tally: SnoopLog.Tally) -> String {
        guard tally.files > 0 else { return "nothing was written to \(file)" }
        let older = min(tally.files, files) - 1
        let places = older > 1 ? " and \(file).1 to .\(older)" : older == 1 ? " and \(file).1" : ""
        let isPart = tally.files > files
        let lost = tally.drops > 0 ? "; \(tally.drops) more could not be written" : ""
        return "\(tally.packets) packets, \(tally.bytes) bytes\(isPart ? ", the newest of them" : "") in "
            + file + places + lost
    }

    /// When this computer was started, in microseconds since 1970, by the wall clock as it is now.
    private static func boot() -> Int64 {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        let up = MonotonicClock.now() / .microseconds(1)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000 - Int64(up)
    }
}
