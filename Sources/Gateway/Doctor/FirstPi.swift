import AirCarrier
import FoundationEssentials
import Game
import Glibc
import HCI
import PeerNetwork
import Runtime
import StationNode

/// What the first to hold a new board finds out of it in a minute: `hotcold doctor --first-pi`
/// (docs/first-pi.md). Nothing in it names a person, a device or a network.
struct FirstPi: Codable, Equatable {
    /// Of this form.
    var version = 1
    /// As the device tree has it, such as "Raspberry Pi 4 Model B Rev 1.4"; nil where there is none.
    var board: String?
    var kernel: String
    /// As /etc/os-release has it.
    var system: String?
    var program: String
    /// Whether Wi-Fi used the antenna meanwhile: "elsewhere" or "shared"; nil where the kernel does not say.
    var wifi: String?
    /// Undervoltage, now or since the start; nil where nobody knows.
    var isPowerWeak: Bool?
    var controller: ControllerFindings
    /// The chip was gone and came back when its power was asked to be cut; nil where it was not tried.
    var losesPower: Bool?
    /// What the station has measured by the way; nil where it has not run yet.
    var station: StationMeasures?
    /// The chip went on advertising after the program that had it was gone without a word, as after SIGKILL;
    /// nil where that could not be told.
    var advertisesWhenKilled: Bool?

    /// - Parameter controller: what the survey found.
    init(_ controller: ControllerFindings) {
        self.controller = controller
        board = Self.line("/proc/device-tree/model")
        kernel = BugReport.kernel
        system = Self.line("/etc/os-release", after: "PRETTY_NAME=")
        program = Program.version
        wifi = WirelessNetworks.use()?.rawValue
        isPowerWeak = PowerSupply.isWeak()
    }

    /// The file, with its keys in order and ends of lines between them.
    var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return ((try? encoder.encode(self)).map { Array($0) } ?? []) + [UInt8(ascii: "\n")]
    }

    /// Longer than any that is true.
    static let bytesAtMost = 65_536

    /// Nil for what is no such file.
    init?(bytes: [UInt8]) {
        guard let found = try? JSONDecoder().decode(FirstPi.self, from: Data(bytes)), found.version == 1
        else {
            return nil
        }
        self = found
    }

    /// The first line that begins so, without what it begins with, quotes and zeros.
    private static func line(_ path: String, after prefix: String = "") -> String? {
        guard let bytes = try? BoundedFile.read(path, atMost: 4_096) else { return nil }
        let lines = String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self).split(separator: "\n")
        return lines.first { $0.hasPrefix(prefix) }.map { $0.dropFirst(prefix.count).filter { $0 != "\"" } }
    }
}

extension FirstPi {
    /// Runs a survey on a controller that is open. Ends with it, or with the controller, and closes it
    /// without another word, as the kernel does for a program that is killed.
    ///
    /// - Parameter name: what it calls meanwhile.
    static func survey(
        _ transport: any Transport, name: StationName, part: ControllerSurvey.Part = .everything
    ) async -> ControllerSurvey {
        let (packets, mailbox) = AsyncStream.makeStream(
            of: (packets: [[UInt8]], at: Duration)?.self, bufferingPolicy: .bufferingOldest(1_024))
        transport.receive({ mailbox.yield(($0, $1)) }, ended: { _ in mailbox.finish() })
        defer { transport.close() }
        var survey = ControllerSurvey(
            part, address: DeviceAddress.randomStatic(seed: Array(name.description.utf8)),
            beacon: Earshot.beacon(name, measuredPower: -59))
        func send(_ packet: [UInt8]?) { if let packet { try? transport.send(packet) } }
        send(survey.begin(now: MonotonicClock.now()))
        let clock = Task {
            while (try? await Task.sleep(for: .milliseconds(20))) != nil { mailbox.yield(nil) }
        }
        defer { clock.cancel() }
        for await letter in packets {
            for packet in letter?.packets ?? [] {
                send(survey.received(packet, isOurs: isOfStation, now: letter?.at ?? .zero))
            }
            send(survey.advance(now: MonotonicClock.now()))
            if survey.isOver { break }
        }
        return survey
    }

    /// A beacon of a station, or a part of what stations say to each other by radio.
    static func isOfStation(_ advertisement: Advertisement) -> Bool {
        if let beacon = advertisement.beacon { return beacon.proximityUUID == .hotCold }
        guard let data = advertisement.manufacturerData(of: AirFrame.company) else { return false }
        return (try? AirFrame(data)) != nil
    }

    /// Leaves a controller advertising, and comes back to it.
    ///
    /// - Parameter open: takes the controller; nil if it cannot be had.
    /// - Returns: whether it advertised still; nil where it did not begin to, or was not to be had again.
    static func advertisesWhenKilled(
        name: StationName, open: () -> (any Transport)?
    ) async -> Bool? {
        guard let first = open() else { return nil }
        let left = await survey(first, name: name, part: .leaving)
        guard let again = open() else { return nil }
        // Whatever it did: it is silent after this.
        let found = await survey(again, name: name, part: .returning).foundAdvertising
        return left.findings.advertisingIntervals.first?.isAccepted == true ? found : nil
    }
}
