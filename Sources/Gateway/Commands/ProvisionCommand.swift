import ArgumentParser

struct ProvisionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "provision",
        abstract:
            "Set up the machine as the boot partition says: what the SD card's image does at each start.",
        discussion: """
            Reads hotcold.toml there and what Raspberry Pi Imager writes, and leaves, in memory only, \
            Wi-Fi networks for NetworkManager, and the host name, the country and the public keys for the \
            image. What cannot be understood is told, one line each, and costs itself only. Passwords are \
            never shown. See docs/boot-file.md.
            """)

    @Option(help: "The boot partition.", completion: .directory)
    var boot = "/boot/firmware"

    @Option(
        name: .customLong("run"),
        help: "Where to write: NetworkManager/system-connections and hotcold-boot are made there.",
        completion: .directory)
    var runFolder = "/run"

    /// - Throws: `ExitCode` 64 where there is no boot partition.
    mutating func run() throws {
        let folder = BootFolder(path: boot)
        guard folder.isThere else {
            Complaint.write("There is no folder \(boot): name the boot partition with --boot.")
            throw ExitCode.validationFailure
        }
        let (files, unread) = folder.read()
        let provisioning = Provisioning(files)
        do throws(RunFolder.Failure) {
            try RunFolder(path: runFolder).write(provisioning.files)
        } catch {
            Complaint.write("\(error); run this as root, with a --run folder that may be written.")
            throw ExitCode.failure
        }
        for sentence in provisioning.told { Output.tell(sentence) }
        for problem in unread + provisioning.problems { Output.tell(problem.sentence) }
    }
}
