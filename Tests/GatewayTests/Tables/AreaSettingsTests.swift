import Support
import Testing

@testable import Game
@testable import Gateway
@testable import HCI
@testable import Ranging
@testable import Runtime

/// The areas of the settings file.
struct AreaSettingsTests {
    private static let uuid = "B9407F30-F5F8-466E-AFF9-25556B57FE6D"

    @Test func aBeaconIsReadAsItIsPrinted() {
        let beacon = BeaconIdentity(uuid: .hotCold, major: 1, minor: 65_535)
        #expect(BeaconIdentity(beacon.description) == beacon)
        #expect(BeaconIdentity("hotcold,1,65535") == beacon)
        for bad in ["", "hotcold", "hotcold/1", "hotcold/1/2/3", "hotcold/1/65536"] {
            #expect(BeaconIdentity(bad) == nil)
        }
    }

    private func parse(_ text: String) -> (Settings, [SettingsProblem]) {
        Settings.parse(text: text, file: "h.toml")
    }

    @Test func everyTableIsAnArea() throws {
        let (settings, problems) = parse(
            """
            [[area]]
            name = "kitchen"
            uuid = "\(Self.uuid)"
            major = 7
            minor = 12
            within_metres = 2.5
            [radio]
            adapter = "usb"
            [[area]]
            name = "hall"
            uuid = "hotcold"
            within_metres = 0
            """)
        #expect(problems.isEmpty)
        #expect(settings.radio.adapter == "usb")
        #expect(
            settings.areas == [
                Area(
                    name: try #require(AreaName("kitchen")), region: try #require(Region("estimote,7,12")),
                    withinMetres: 2.5),
                Area(name: try #require(AreaName("hall")), region: Region(uuid: .hotCold)),
            ])
    }

    /// Each text stands in an area between two good ones; it costs that area, or nothing, and is named.
    @Test(arguments: [
        (
            "name = \"x\"\nuuid = \"zzz\"", 5,
            "area.uuid has to be 32 hexadecimal digits, or \"estimote\" or \"hotcold\", not \"zzz\";"
        ),
        ("name = \"\"\nuuid = \"hotcold\"", 4, "area.name has to be 1 to 32 readable characters, not \"\";"),
        (
            "name = \"x\"\nuuid = \"hotcold\"\nmajor = 65536", 6,
            "area.major has to be a whole number from 0 to 65535, not 65536; the area is left out."
        ),
        ("name = \"x\"\nuuid = \"hotcold\"\nwithin_metres = nan", 6, "area.within_metres has to be a number"),
        ("name = \"x\"\nuuid = \"hotcold\"\nwithin_metres = 0.2", 6, "area.within_metres has to be a number"),
        ("uuid = \"hotcold\"", 3, "this area has no name: add name = \"kitchen\". The area is left out."),
        ("name = \"x\"", 3, "the area \"x\" has no beacon: add uuid ="),
        ("name = \"x\"\nuuid = \"hotcold\"\nminor = 3", 3, "the area \"x\" has a minor number and no major"),
        ("name = \"FIRST\"\nuuid = \"hotcold\"", 3, "there is an area \"FIRST\" already:"),
        (
            "name = \"x\"\nuid = \"hotcold\"\nuuid = \"hotcold\"", 5,
            "there is no setting area.uid; did you mean uuid? The line is not used."
        ),
        (
            "name = \"x\"\nname = \"y\"\nuuid = \"hotcold\"", 5,
            "area.name is set a second time; the value of line 5 counts."
        ),
    ])
    func aMistakeNamesItsLineAndCostsOnlyItsArea(table: String, line: Int, sentence: String) throws {
        func good(_ name: String) -> String { "name = \"\(name)\"\nuuid = \"estimote\"\n" }
        let (settings, problems) = parse(
            "[[area]]\n\(good("first"))[[area]]\n\(table)\n[[area]]\n\(good("last"))")
        #expect(problems.count == 1)
        #expect(problems.first?.line == line + 1)
        #expect(problems.first?.advice.hasPrefix(sentence) == true, "\(problems)")
        let names = settings.areas.map(\.name.description)
        #expect(names.first == "first" && names.last == "last")
        #expect(names.count == (sentence.contains("no setting") || sentence.contains("second time") ? 3 : 2))
    }

    @Test func bracketsAreExplained() {
        let single = parse("[area]\nname = \"x\"\n")
        #expect(single.0.areas.isEmpty)
        #expect(single.1.map(\.line) == [1])
        #expect(single.1.first?.advice.contains("[[area]]") == true)
        let double = parse("[[radio]]\nadapter = \"usb\"\n")
        #expect(double.0.radio.adapter == "any")
        #expect(double.1.first?.advice.hasPrefix("a section is written with one pair") == true)
        let other = parse("[[room]]\nname = \"x\"\n[button]\nline = 6\n")
        #expect(other.1.count == 1)
        #expect(other.0.button.line == 6)
    }

    @Test func thereIsAnEndOfAreas() {
        let tables = (0..<(Area.atMost + 2)).map { "[[area]]\nname = \"a\($0)\"\nuuid = \"hotcold\"\n" }
        let (settings, problems) = parse(tables.joined())
        #expect(settings.areas.count == Area.atMost)
        #expect(problems.count == 2)
    }

    /// The example in the shipped file is one that works, and shows and explains every key.
    @Test func theShippedExampleIsRight() throws {
        let bytes = try BoundedFile.read(Checkout.path + "/deploy/hotcold.toml", atMost: Settings.bytesAtMost)
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        let example = lines.filter { $0.hasPrefix("#     ") }.map { $0.dropFirst(6) }
        let (settings, problems) = parse(example.joined(separator: "\n"))
        #expect(problems.isEmpty)
        #expect(settings.areas.first?.withinMetres == 3)
        for key in AreaTable.keys {
            #expect(example.contains { $0.hasPrefix(key.name + " = ") }, "\(key.name)")
            #expect(lines.filter { $0.contains(key.name) }.count > 1, "\(key.name) is not explained")
        }
    }

    @Test func everyTruncationIsSurvived() {
        let first = "[[area]]\nname = \"k\"\nuuid = \"estimote\"\nmajor = 7\n"
        let good = first + "[[area]]\nname = \"l\"\nuuid = \"hotcold\"\n"
        for end in good.indices {
            let (settings, problems) = parse(String(good[..<end]))
            #expect(settings.areas.count <= 2 && problems.count <= 2)
        }
    }
}
