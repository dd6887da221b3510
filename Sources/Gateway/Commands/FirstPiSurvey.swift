import ArgumentParser
import Game
import Glibc
import HCI
import PeerNetwork
import Runtime

/// `hotcold doctor --first-pi`: asks, looks, and writes one file.
struct FirstPiSurvey {
    private static let explanation = """
        This asks the Bluetooth chip of this machine what it is and what it accepts, and listens for half a
        minute. The file has the board, the kernel, the system, the chip's numbers, how many advertisements it
        heard, how loud other stations of this game were, and how long the station on this machine takes for
        its first word, for a sound after a press, and in a hunt. It has no address, no name of a person, a
        machine or a network. Nothing is sent anywhere.
        """
    /// How long a chip whose power was cut may take: its firmware is loaded anew.
    private static let returnsWithin = Duration.seconds(30)

    let settings: Settings
    let path: String
    let isAgreed: Bool

    /// - Throws: an exit code, after it has said why.
    func run() async throws {
        guard isAgreed || agrees() else {
            Complaint.write("Nothing was looked at: say yes, or give --yes.")
            throw ExitCode.failure
        }
        let transport: any Transport
        do throws(RadioTrouble) {
            transport = try UserChannel.open(AdapterSelector(settings.radio.adapter) ?? .any)
        } catch .owned {
            Complaint.write("The station has the radio: stop it first (sudo systemctl stop hotcold).")
            throw ExitCode.failure
        } catch {
            Complaint.write("radio: \(error.advice)")
            throw ExitCode.failure
        }
        let adapter = transport.adapter
        Output.tell("Looking at \(adapter); that takes three quarters of a minute.")
        var found = FirstPi(await FirstPi.survey(transport, name: name).findings)
        found.station = measures
        found.advertisesWhenKilled = await advertisesWhenKilled(adapter)
        found.losesPower = await losesPower(adapter)
        try write(found)
        Output.tell("\(path) is written. Read it, and send it (docs/first-pi.md says where).")
        guard found.controller.profile == nil else { return }
        Complaint.write("The chip did not answer what every chip has to; the file says so, too.")
        throw ExitCode.failure
    }

    private var name: StationName { settings.station.name ?? StationName(StationID(value: 0)) }

    /// What the station that runs on this machine has noticed.
    private var measures: StationMeasures? {
        let file = "\(settings.station.stateDirectory)/\(StationMeasures.fileName)"
        let bytes = try? BoundedFile.read(file, atMost: StationMeasures.bytesAtMost)
        return bytes.flatMap(StationMeasures.init)
    }

    /// Nil where that could not be told.
    private func advertisesWhenKilled(_ adapter: String) async -> Bool? {
        guard let selector = AdapterSelector(adapter) else { return nil }
        return await FirstPi.advertisesWhenKilled(name: name) { try? UserChannel.open(selector) }
    }

    private func agrees() -> Bool {
        Output.tell(Self.explanation)
        guard isatty(STDIN_FILENO) == 1 else { return false }
        Output.tell("Type yes and Enter to go on.")
        return readLine() == "yes"
    }

    /// Nil where nobody cuts it: without the package, or not as root.
    private func losesPower(_ adapter: String) async -> Bool? {
        guard PowerSwitch.cut(adapter) == nil else { return nil }
        Output.tell("Its power is being cut; half a minute.")
        let end = MonotonicClock.now() + Self.returnsWithin
        var wasGone = false
        while MonotonicClock.now() < end {
            let isThere = unsafe access("/sys/class/bluetooth/\(adapter)", F_OK) == 0
            if wasGone, isThere { return true }
            wasGone = wasGone || !isThere
            guard (try? await Task.sleep(for: .milliseconds(50))) != nil else { return nil }
        }
        // Take the request away before it is cut.
        return unsafe unlink(PowerSwitch.folder + "/" + PowerSwitch.name) == 0 ? nil : false
    }

    private func write(_ found: FirstPi) throws {
        let (folder, name) = Folder.parts(of: path)
        do throws(FileTrouble) {
            try BoundedFile.write(found.bytes, as: name, in: folder)
        } catch {
            // Three quarters of a minute are not to be lost.
            Output.write(found.bytes)
            Complaint.write(
                "\(path): \(error). What was found stands above: copy it, or name another file (--out)."
            )
            throw ExitCode.failure
        }
    }
}
