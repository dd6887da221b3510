import Glibc
import Support
import Testing

@testable import Gateway
@testable import PeerNetwork
@testable import Runtime

/// The file itself: found or missing, and the annotated one that we ship.
struct SettingsFileTests {
    private static let shipped =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
        .joined(separator: "/") + "/deploy/hotcold.toml"

    private func shippedText() throws -> String {
        String(decoding: try BoundedFile.read(Self.shipped, atMost: Settings.bytesAtMost), as: UTF8.self)
    }

    /// "#key = value" is a setting that is commented out; "# text" is a remark.
    private func uncommented(_ line: Substring) -> Substring? {
        line.hasPrefix("#") && !line.hasPrefix("# ") && line != "#" ? line.dropFirst() : nil
    }

    @Test func theShippedFileChangesNothing() throws {
        let (settings, problems) = Settings.parse(text: try shippedText(), file: Self.shipped)
        #expect(settings == Settings())
        #expect(problems.isEmpty)
    }

    @Test func theShippedFileListsEveryKeyInOrderWithItsDefault() throws {
        var section = ""
        var listed: [String] = []
        for line in try shippedText().split(separator: "\n") {
            if line.hasPrefix("[") { section = String(line.dropFirst().dropLast()) }
            guard let setting = uncommented(line) else { continue }
            let name = String(setting.prefix { $0 != " " })
            listed.append("\(section).\(name)")
            let key = try #require(SettingsTable.key(section, name), "\(section).\(name) is not a setting")
            #expect(setting == "\(name) = \(key.get(Settings()).literal)")
        }
        #expect(listed == SettingsTable.keys.map { "\($0.section).\($0.name)" })
    }

    @Test func theShippedFileTellsWhatEachKeyMayBe() throws {
        var ranges: [String] = []
        for line in try shippedText().split(separator: "\n") where line.hasPrefix("# May be: ") {
            ranges.append(String(line.dropFirst(10)))
        }
        #expect(ranges == SettingsTable.keys.map(\.allowed))
    }

    @Test func theShippedFileNamesEveryWordOfANameAStationCanHave() throws {
        let words = try shippedText().split { !$0.isLetter }.map(String.init)
        #expect(Set(words).isSuperset(of: StationName.colours + StationName.animals))
    }

    @Test func theShippedFileWithoutItsCommentsIsTheDefaults() throws {
        let lines = try shippedText().split(separator: "\n", omittingEmptySubsequences: false)
        let text = lines.map { uncommented($0) ?? $0 }.joined(separator: "\n")
        let (settings, problems) = Settings.parse(text: text, file: Self.shipped)
        #expect(settings == Settings())
        #expect(problems.isEmpty)
    }

    /// Proves that the test above reads what it claims to: a key that differs from its default is seen.
    @Test func everyKeyIsReadFromItsUncommentedLine() throws {
        for key in SettingsTable.keys {
            let text = "[\(key.section)]\n\(key.name) = [1]\n"
            let (_, problems) = Settings.parse(text: text, file: "h.toml")
            #expect(problems.map(\.key) == ["\(key.section).\(key.name)"])
            #expect(problems.map(\.line) == [2])
        }
    }

    /// Whoever wires by the drawing needs no setting.
    @Test func theDrawingShowsTheButtonsOwnLine() throws {
        let drawing = try Document.text("docs/wiring.svg")
        #expect(Settings().button.line == 5 && drawing.contains("pin 29: BCM 5<"))
        #expect(drawing.contains("11: BCM 17<") && drawing.contains("led_line = 17 "))
    }

    @Test func aMissingFileIsAProblemOnlyIfSomebodyNamedIt() {
        let (settings, problems) = Settings.read("/nonexistent/h.toml")
        #expect(settings == Settings())
        #expect(
            problems.map(\.description) == [
                "/nonexistent/h.toml: there is no such file. The defaults are used."
            ])
    }

    private static let isBare = unsafe access(Settings.defaultPath, F_OK) != 0

    @Test(.enabled(if: isBare, "this computer has settings of its own"))
    func theDefaultFileMayBeMissing() {
        let (settings, problems) = Settings.read()
        #expect(settings == Settings())
        #expect(problems.isEmpty)
    }

    @Test func aFolderOrAnEndlessFileIsNotRead() {
        #expect(Settings.read("/").1.map(\.advice) == ["it is a folder, not a file. The defaults are used."])
        #expect(
            Settings.read("/dev/zero").1.map(\.advice)
                == ["the file is longer than 65536 bytes. The defaults are used."])
    }

    @Test func whatOtherEditorsSaveIsReadOrExplained() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/h.toml"
        try BoundedFile.write([0xFF, 0xFE] + [0x5B, 0x00], as: "h.toml", in: folder.path)
        #expect(
            Settings.read(path).1.map(\.advice) == [
                "the file is saved as UTF-16; save it as UTF-8. The defaults are used."
            ])

        // Latin 1 in one value: that line is named, the other counts.
        let latin = Array("[audio]\ndevice = \"Caf".utf8) + [0xE9] + Array("\"\nvolume = 0.5\n".utf8)
        try BoundedFile.write(latin, as: "h.toml", in: folder.path)
        let (settings, problems) = Settings.read(path)
        #expect(settings.audio.volume == 0.5)
        #expect(settings.audio.device == "auto")
        #expect(problems.map(\.line) == [2])
        #expect(problems.map(\.column) == [14])
    }
}
