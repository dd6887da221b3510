import Glibc
import Support
import Testing

@testable import Gateway
@testable import Runtime

/// `hotcold provision` as the image starts it.
struct ProvisionCommandTests {
    private static func mode(_ path: String) -> UInt32? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    private static func text(_ path: String) -> String? {
        (try? BoundedFile.read(path, atMost: 65_536)).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func itWritesWhatTheBootPartitionSays() throws {
        let (boot, run) = (try TemporaryFolder(), try TemporaryFolder())
        for (source, text) in BootFiles.all {
            try BoundedFile.write(Array(text.utf8), as: source.rawValue, in: boot.path)
        }
        let arguments = ["provision", "--boot", boot.path, "--run", run.path]
        let ending = try HotcoldProgram.run(arguments)
        #expect(ending.code == 0)
        #expect(ending.errors.isEmpty)
        #expect(ending.output.contains("Wi-Fi 3 is \"Bär\\\"; x\", with a password (network-config).\n"))
        for secret in BootFiles.secrets { #expect(!ending.output.contains(secret)) }

        let connections = run.path + "/NetworkManager/system-connections"
        #expect(Folder.names(connections) == (1...3).map { "hotcold-\($0).nmconnection" })
        #expect(Self.mode(connections + "/hotcold-1.nmconnection") == 0o600)
        #expect(Self.mode(run.path + "/hotcold-boot") == 0o755)
        for name in ["hostname", "country", "authorized_keys"] {
            #expect(Self.mode(run.path + "/hotcold-boot/" + name) == 0o644)
        }
        #expect(Folder.names(run.path + "/hotcold-boot") == ["authorized_keys", "country", "hostname"])
        #expect(Self.text(run.path + "/hotcold-boot/hostname") == "kitchen\n")

        // Again: the same. And with less: what was ours is gone, what was not is not touched.
        #expect(try HotcoldProgram.run(arguments) == ending)
        try BoundedFile.write(Array("x".utf8), as: "other.nmconnection", in: connections)
        for (source, _) in BootFiles.all { unsafe unlink(boot.path + "/" + source.rawValue) }
        try BoundedFile.write(
            Array("[machine]\nhostname = \"hall\"\n".utf8), as: "hotcold.toml", in: boot.path)
        #expect(try HotcoldProgram.run(arguments).output == "The host name is hall (hotcold.toml).\n")
        #expect(Folder.names(connections) == ["other.nmconnection"])
        #expect(Folder.names(run.path + "/hotcold-boot") == ["hostname"])
    }

    @Test func anEmptyPartitionIsNoTrouble() throws {
        let (boot, run) = (try TemporaryFolder(), try TemporaryFolder())
        let ending = try HotcoldProgram.run(["provision", "--boot", boot.path, "--run", run.path])
        #expect(
            ending
                == HotcoldProgram.Ending(
                    code: 0,
                    output:
                        "Nothing is set up: no file of the boot partition names a network, host name or "
                        + "key.\n",
                    errors: ""))
        #expect(Folder.names(run.path).isEmpty)
    }

    @Test func namesThatWindowsMadeAreTold() throws {
        let (boot, run) = (try TemporaryFolder(), try TemporaryFolder())
        try BoundedFile.write(Array(BootFiles.ours.utf8), as: "hotcold.toml.txt", in: boot.path)
        let ending = try HotcoldProgram.run(["provision", "--boot", boot.path, "--run", run.path])
        #expect(
            ending.output.hasSuffix("\nhotcold.toml.txt: its name has to be hotcold.toml: take .txt away.\n"))
    }

    @Test func whatCannotBeWrittenFails() throws {
        let boot = try TemporaryFolder()
        try BoundedFile.write(Array(BootFiles.ours.utf8), as: "hotcold.toml", in: boot.path)
        let ending = try HotcoldProgram.run(["provision", "--boot", boot.path, "--run", "/proc"])
        #expect(ending.code == 1)
        #expect(ending.errors.hasPrefix("hotcold: /proc/"))
        for secret in BootFiles.secrets { #expect(!ending.errors.contains(secret)) }
    }

    /// What the image says at its start is what the station says of the same file.
    @Test func theStationReadsTheSameFile() {
        let (settings, problems) = Settings.parse(text: BootFiles.ours, file: "h.toml")
        #expect(problems.isEmpty)
        #expect(settings.lobby.crewWord == "tall giraffe")
        var expected = Settings()
        expected.lobby.crewWord = "tall giraffe"
        expected.wifi = settings.wifi
        expected.machine = settings.machine
        #expect(settings == expected)
        let broken = Settings.parse(text: "[wifi]\nname = 7\n", file: "h.toml").1
        #expect(broken.map(\.line) == [2])
    }

    @Test func nothingOfItGetsIntoAReport() {
        let report = BugReport(
            findings: ["FAIL  settings: h.toml:4: wifi.password x"], settings: BootFiles.ours)
        for secret in BootFiles.secrets + ["Our home", "School", "anna@laptop", "kitchen"] {
            #expect(!report.text.contains(secret), "\(secret)")
        }
        #expect(report.text.contains("[lobby]\ncrew_word = (left out)"))
        let inline = BugReport(
            findings: [], settings: "wifi = { name = \"Home\", password = \"hunter2222\" }\nbutton.line = 6")
        #expect(!inline.text.contains("Home") && !inline.text.contains("hunter"))
        #expect(inline.text.contains("button.line = 6"))
    }
}
