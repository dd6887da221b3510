import Support
import Testing

@testable import Recordings
@testable import Runtime

/// `hotcold replay` as people and scripts meet it.
struct ReplayCommandTests {
    private static let walk = (0..<100).map { "\(Double($0) / 10),b1,\(-80 + $0 / 5)\n" }.joined()
    private static let damaged = "0,b1,-60\nsoon,b1,-61\n1,b1\n2,b1,-62\n"

    private static func replay(_ text: String, _ arguments: String...) throws -> HotcoldProgram.Ending {
        try HotcoldProgram.run(["replay", "-"] + arguments, input: Array(text.utf8))
    }

    /// Another process writes the same bytes.
    @Test func theLinesAreThoseOfTheReplay() throws {
        var recording = Recording(only: [])
        var reader = CSVRecording()
        try reader.feed(Array(Self.walk.utf8)[...], into: &recording)
        try reader.finish(into: &recording)
        let writer = ReplayJSON(beacons: recording.beacons, explains: true)
        var bytes: [UInt8] = []
        Replay.play(recording) { writer.write($0, to: &bytes) }
        let ending = try Self.replay(Self.walk, "--json", "--explain")
        #expect(ending.code == 0)
        #expect(ending.errors.isEmpty)
        #expect(ending.output == String(decoding: bytes, as: UTF8.self))
        #expect(bytes.count > 10_000)
    }

    @Test func whatCannotBeReadIsNamedAndPassedOver() throws {
        let ending = try Self.replay(Self.damaged, "--json")
        #expect(ending.code == 0)
        #expect(ending.output.split(separator: "\n").count { $0.contains(#""range""#) } == 2)
        #expect(
            ending.errors == """
                hotcold: standard input: line 2: t_seconds is "soon", not a number of seconds
                hotcold: standard input: line 3: only 2 columns

                """)
    }

    @Test func strictEndsAtTheFirstOfThem() throws {
        let ending = try Self.replay(Self.damaged, "--json", "--strict")
        #expect(
            ending
                == HotcoldProgram.Ending(
                    code: 1, output: "",
                    errors:
                        "hotcold: standard input: line 2: t_seconds is \"soon\", not a number of seconds\n"))
        #expect(try Self.replay(Self.walk, "--json", "--strict").code == 0)
    }

    @Test func manyAreCounted() throws {
        let ending = try Self.replay("0,b1,-60\n" + String(repeating: "?\n", count: 30), "--json")
        let lines = ending.errors.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.last == "hotcold: standard input: and 29 more")
    }

    @Test func aPictureAndASummary() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/walk.svg"
        let ending = try Self.replay(Self.walk, "--svg", path)
        #expect(ending.code == 0)
        #expect(ending.output.hasPrefix("beacon  sightings"))
        let svg = String(decoding: try BoundedFile.read(path, atMost: 1_000_000), as: UTF8.self)
        #expect(svg.contains(">standard input<") && svg.contains(">b1<"))
        let nowhere = try Self.replay(Self.walk, "--svg", folder.path + "/no/walk.svg")
        #expect(nowhere.code == 1)
        #expect(nowhere.errors.contains("/no/walk.svg"))
    }

    @Test func thePictureNeverTakesThePlaceOfTheRecording() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/walk.csv"
        try BoundedFile.write(Array(Self.walk.utf8), as: "walk.csv", in: folder.path)
        let same = try HotcoldProgram.run(["replay", path, "--svg", folder.path + "/./walk.csv"])
        #expect(same.code == 1 && same.output.isEmpty)
        #expect(same.errors.contains("would take the place of the recording"))
        #expect(try BoundedFile.read(path, atMost: 1_000_000) == Array(Self.walk.utf8))
    }

    @Test func anOldPictureStaysUntilThereIsANewOne() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/walk.svg"
        try BoundedFile.write([1, 2, 3], as: "walk.svg", in: folder.path)
        let full = try HotcoldProgram.run(
            ["replay", "-", "--svg", path], input: Array(Self.walk.utf8), diskIsFull: true)
        #expect(full.code == 1 && full.errors.contains("walk.svg: could not write it"))
        #expect(try BoundedFile.read(path, atMost: 1_000_000) == [1, 2, 3])
        #expect(folder.names == ["walk.svg"])
        // What is no file is still written to.
        #expect(try Self.replay(Self.walk, "--svg", "/dev/null").code == 0)
        #expect(try Self.replay(Self.walk, "--svg", "/dev/stdout").output.hasSuffix("</svg>\n"))
        let device = try Self.replay(Self.walk, "--svg", "/dev/full")
        #expect(device.code == 1 && device.errors.contains("/dev/full: the disk is full."))
        #expect(try Self.replay(Self.walk, "--svg", path).code == 0)
        #expect(try BoundedFile.read(path, atMost: 1_000_000).count > 1_000)
    }

    @Test func mistakesHaveASentenceAndACode() throws {
        let folder = try TemporaryFolder()
        let missing = try HotcoldProgram.run(["replay", folder.path + "/walk.csv"])
        #expect(missing.code == 1)
        #expect(missing.errors == "hotcold: \(folder.path)/walk.csv: there is no such file\n")
        #expect(try HotcoldProgram.run(["replay", folder.path]).code == 1)
        #expect(try HotcoldProgram.run(["replay", "-", "--format", "wav"]).code == 64)
        #expect(try HotcoldProgram.run(["replay"]).code == 64)
        let none = try Self.replay(Self.walk, "--beacon", "b2")
        #expect(none.code == 1)
        #expect(none.errors.contains("none of its 100 sightings"))
        #expect(
            try Self.replay("", "--json").errors == "hotcold: standard input: there is no sighting in it\n")
        let pcapng = try HotcoldProgram.run(["replay", "-"], input: [0x0A, 0x0D, 0x0D, 0x0A, 0, 0, 0, 0])
        #expect(pcapng.code == 1)
        #expect(pcapng.errors.contains("pcapng") && pcapng.errors.contains("editcap -F btsnoop"))
        let forced = try Self.replay(Self.walk, "--format", "btsnoop")
        #expect(forced.code == 1)
        #expect(forced.errors == "hotcold: standard input: it does not begin as a btsnoop file does\n")
    }
}
