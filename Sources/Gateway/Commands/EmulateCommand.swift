import ArgumentParser
import Dispatch
import Glibc
import HCI
import Runtime
import Simulation

struct EmulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "emulate",
        abstract: "Give this kernel Bluetooth controllers that hear each other (needs hci_vhci or hci_uart).",
        discussion: """
            For developers without a radio. The distance between the first controller and the others \
            follows --walk, lines of seconds,metres. Lines written to --control change things: mute N, \
            unmute N, unplug N, plug N, cut N (its power, for a moment), wedge N \
            (silent until plugged in again), fail N CODE, deaf N \
            rescan|reset|reopen|power (answers, and hears nobody until that is done to it), hearing N, \
            stale N, with N counted from 0; distance METRES SECONDS: go there in that time, whatever the walk.

            With --serial --chip they are the chips of a Raspberry Pi from their power-on: the host has to \
            give them firmware and may change their speed. The kernel's own driver is given the other end \
            where it takes a line without flow control; with --host none anything may open it (btattach, \
            hciattach), and with --line a chip speaks on a line that is there, as of an emulated machine.
            """)

    enum Profile: String, CaseIterable {
        case legacy42, slow42, cyw43455, extended52, refusesBoth, refusesNewData, keepsOldData

        var controller: ControllerProfile {
            switch self {
            case .legacy42: .legacy42
            case .slow42: .slow42
            case .cyw43455: .cyw43455
            case .extended52: .extended52
            case .refusesBoth: .refusesBoth
            case .refusesNewData: .cyw43455.with(.refused)
            case .keepsOldData: .cyw43455.with(.kept)
            }
        }
    }

    /// "cyw43455", or one for each controller in turn: "cyw43455,legacy42".
    struct Profiles: ExpressibleByArgument {
        var profiles: [Profile]

        init(_ profiles: [Profile]) {
            self.profiles = profiles
        }

        init?(argument: String) {
            let named = argument.split(separator: ",").map { Profile(rawValue: String($0)) }
            guard !named.isEmpty, !named.contains(nil) else { return nil }
            profiles = named.compactMap(\.self)
        }

        var defaultValueDescription: String { profiles.map(\.rawValue).joined(separator: ",") }
    }

    @Option(help: "How many controllers, 1 to \(Emulation.controllersAtMost).")
    var controllers = 2

    @Flag(help: "On serial lines, as on a Raspberry Pi, where the kernel has no /dev/vhci.")
    var serial = false

    @Option(
        help: ArgumentHelp(
            "With --serial: the chip at the end of each line, instead of --profile: \(Self.chips).",
            valueName: "chip"))
    var chip: BroadcomChip.Model?

    @Option(
        help: ArgumentHelp(
            """
            With --serial: who has the other end: h4 or bcm (drivers of this kernel), or none. By default \
            h4, or bcm with --chip.
            """, valueName: "host"))
    var host: SerialHCI.Host?

    @Option(
        help: "Habits of a board, from the file that `hotcold doctor --first-pi` wrote there.",
        completion: .file(extensions: ["json"]))
    var like: String?

    @Option(help: "With --serial: speak on this line, one for each controller.", completion: .file())
    var line: [String] = []

    @Option(
        help: """
            What they are and can do: \(Profile.allCases.map(\.rawValue).joined(separator: ", ")); or \
            several, in turn, with commas between.
            """)
    var profile = Profiles([.cyw43455])

    @Option(help: "A file with the script of distances.", completion: .file(extensions: ["csv"]))
    var walk: String?

    @Option(help: "A named pipe to read commands from.", completion: .file())
    var control: String?

    @Option(help: "Advertisements of strangers a second.")
    var flood = 0

    @Option(help: "How far furniture changes a level from place to place, in dB: 3.5 in a furnished house.")
    var shadow = 0.0

    @Option(help: "The seed of fading and delays.")
    var seed: UInt64 = 1

    @OptionGroup var logOption: LogOption

    private static let chips = BroadcomChip.Model.allCases.map(\.rawValue).joined(separator: ", ")

    func validate() throws {
        if chip != nil || host != nil || !line.isEmpty, !serial {
            throw ValidationError("--chip, --host and --line need --serial.")
        }
        guard like == nil || chip == nil else {
            throw ValidationError("--like and --chip: give one of them.")
        }
        guard line.isEmpty || line.count == controllers, line.isEmpty || host == nil else {
            throw ValidationError(
                "--line: give one for each of the \(controllers) controllers (--controllers), and no --host.")
        }
        guard (1...Emulation.controllersAtMost).contains(controllers) else {
            throw ValidationError("--controllers \(controllers): give 1 to \(Emulation.controllersAtMost).")
        }
        guard (0...10_000).contains(flood) else {
            throw ValidationError("--flood \(flood): give 0 to 10000.")
        }
        guard (0...20).contains(shadow) else {
            throw ValidationError("--shadow \(shadow): give 0 to 20 dB.")
        }
    }

    mutating func run() async throws {
        let logger = logOption.start()
        let emulation = Emulation(
            controllers: controllers,
            profiles: try profiles(),
            walk: try readWalk(),
            shadow: shadow,
            flood: flood, seed: seed, now: MonotonicClock.now())
        let service = EmulationService(
            emulation: emulation, place: place, control: try control.map { try ControlPipe(path: $0) },
            logger: logger)
        do {
            try await Lifetime.run(service)
        } catch let trouble as RadioTrouble {
            Complaint.write("no virtual controller: \(advice(trouble))")
            throw ExitCode.failure
        }
    }

    private var place: EmulationService.Place {
        if !serial { return .kernel }
        return line.isEmpty ? .lines(host ?? (chip == nil ? .h4 : .bcm)) : .given(line)
    }

    /// Where it is the kernel that lacks something.
    private func advice(_ trouble: RadioTrouble) -> String {
        switch trouble {
        case .failed(_, EINVAL) where serial, .failed(_, EPROTONOSUPPORT) where serial:
            "This kernel has no Bluetooth over serial lines: load the module hci_uart."
        case .failed(_, EOPNOTSUPP) where serial:
            "This kernel's driver for the chip wants a line with flow control: give one with --line, or "
                + "--host none and attach it with hciattach."
        case .failed(let doing, let code) where !line.isEmpty:
            "\(doing): \(unsafe String(cString: strerror(code)))."
        case .failed(_, ENOENT) where !serial, .failed(_, ENODEV) where !serial:
            "This kernel has no /dev/vhci: load the module hci_vhci, or use --serial."
        default: trouble.advice
        }
    }

    private func profiles() throws -> [ControllerProfile] {
        if let chip { return [chip.profile] }
        guard let like else { return profile.profiles.map(\.controller) }
        guard let bytes = try? BoundedFile.read(like, atMost: FirstPi.bytesAtMost),
            let profile = FirstPi(bytes: bytes)?.controller.profile
        else {
            Complaint.write(
                "\(like): that is no file of `hotcold doctor --first-pi` with a chip that answered.")
            throw ExitCode.failure
        }
        return [profile]
    }

    private func readWalk() throws -> Walk {
        guard let path = walk else { return .still }
        do {
            let bytes = try BoundedFile.read(path, atMost: 1_000_000)
            return try Walk(csv: String(decoding: bytes, as: UTF8.self))
        } catch {
            Complaint.write("\(path): \(error)")
            throw ExitCode.failure
        }
    }
}

/// A named pipe that is read line by line, however often its writers come and go.
struct ControlPipe: Sendable {
    private static let lineAtMost = 200
    private let descriptor: Int32

    init(path: String) throws {
        // Opened both ways, so that opening does not wait for a writer and the last writer's leaving is no
        // end of file.
        descriptor = unsafe open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw ValidationError(
                "--control \(path): make it with mkfifo, readable and writable for this user.")
        }
    }

    func read(_ deliver: @escaping @Sendable (String) -> Void) -> any DispatchSourceRead {
        let descriptor = descriptor
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
        source.setEventHandler {
            var buffer = [UInt8](repeating: 0, count: 4_096)
            let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return }
            for line in buffer.prefix(count).split(separator: UInt8(ascii: "\n"))
            where line.count <= Self.lineAtMost {
                deliver(String(decoding: line, as: UTF8.self))
            }
        }
        source.setCancelHandler { close(descriptor) }
        source.activate()
        return source
    }
}

extension BroadcomChip.Model: ExpressibleByArgument {}
extension SerialHCI.Host: ExpressibleByArgument {}
