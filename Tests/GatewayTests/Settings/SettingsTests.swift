import Determinism
import Testing

@testable import Game
@testable import Gateway
@testable import PeerNetwork
@testable import Things

/// What the settings file says, and what is said about its mistakes.
struct SettingsTests {
    private func parse(_ text: String) -> (Settings, [SettingsProblem]) {
        Settings.parse(text: text, file: "h.toml")
    }

    @Test func anEmptyFileMeansTheDefaults() {
        let (settings, problems) = parse("")
        #expect(settings == Settings())
        #expect(problems.isEmpty)
    }

    /// What a key was called before is understood, and the same key.
    @Test func aFormerNameIsUnderstood() {
        let (settings, problems) = parse("[audio]\ntime_zone = \"Europe/Berlin\"\n")
        #expect(settings.station.timeZone == "Europe/Berlin")
        #expect(problems.isEmpty)
        let (first, twice) = parse(
            "[audio]\ntime_zone = \"Europe/Berlin\"\n[station]\ntime_zone = \"Asia/Tokyo\"\n")
        #expect(first.station.timeZone == "Europe/Berlin")
        #expect(
            twice.map(\.advice) == ["station.time_zone is set a second time; the value of line 2 counts."])
    }

    @Test func timesOfThingsFollowEachOther() {
        let (settings, problems) = parse("[things]\nreminder = \"22:00\"\non = true\n")
        #expect(settings.things == Settings.Things(isOn: true))
        #expect(problems.map(\.line) == [2])
        let (other, none) = parse("[things]\nmorning = \"5:30\"\nreminder = \"16:00\"\nevening = \"20:15\"\n")
        #expect(none.isEmpty)
        #expect(other.things.hours?.morning == 330)
        #expect(other.things.hours?.reminder == 960)
        #expect(other.things.hours?.evening == 1_215)
        #expect(other.things.hours?.isWanted == false)
    }

    @Test func everyKindOfValueArrives() {
        let (settings, problems) = parse(
            """
            [station]
            role = "hide"
            name = "red fox"
            [radio]
            force_legacy = true
            advertising_interval_ms = 152.5
            measured_power_dbm = -64
            [button]
            line = 17
            led_line = 27
            [audio]
            volume = 1
            voices_directory = "/srv/voices"
            [lobby]
            interface = "wlan0"
            capacity = 3
            pairing = "chosen"
            partner = "Blue Otter"
            crew_word = "rubber  Duck"
            [round]
            limit_minutes = 2.5
            """)
        var expected = Settings()
        expected.station.role = .hide
        expected.station.name = StationName("Red Fox")
        expected.radio.forceLegacy = true
        expected.radio.advertisingInterval = .microseconds(152_500)
        expected.radio.measuredPower = -64
        expected.button.line = 17
        expected.button.ledLine = 27
        expected.audio.volume = 1
        expected.audio.voicesDirectory = "/srv/voices"
        expected.lobby.interface = "wlan0"
        expected.lobby.capacity = 3
        expected.lobby.pairing = .chosen
        expected.lobby.partner = StationName("Blue Otter")
        expected.lobby.crewWord = "rubber  Duck"
        expected.round.limit = .seconds(150)
        #expect(problems.isEmpty)
        #expect(settings == expected)
    }

    /// Each line of the left column is bad; the sentence on the right, or its beginning, says why.
    static let mistakes: [(line: String, sentence: String)] = [
        (
            "line = 700",
            "button.line has to be a whole number from 0 to 511, not 700; the default, 5, is used."
        ),
        ("line = -1", "button.line has to be a whole number from 0 to 511, not -1; the default, 5, is used."),
        (
            "line = \"5\"",
            "button.line has to be a whole number from 0 to 511, not \"5\"; the default, 5, is used."
        ),
        (
            "line = 5.0",
            "button.line has to be a whole number from 0 to 511, not 5.0; the default, 5, is used."
        ),
        ("line = [5]", "button.line has to be a whole number from 0 to 511, not this array;"),
        ("pull_up = 1", "button.pull_up has to be true or false, not 1; the default, true, is used."),
        ("hold_ms = nan", "button.hold_ms has to be a number of milliseconds from 300 to 5000, not nan;"),
        ("hold_ms = inf", "button.hold_ms has to be a number of milliseconds from 300 to 5000, not inf;"),
        ("chip = \"\"", "button.chip has to be \"auto\", or a GPIO chip's label, name or path, not \"\";"),
        (
            "led_line = \"red\"",
            "button.led_line has to be a whole number from 0 to 511, or \"none\" (no light), not"
        ),
        ("holdms = 900", "there is no setting button.holdms; did you mean hold_ms? The line is not used."),
        ("pul_up = true", "there is no setting button.pul_up; did you mean pull_up? The line is not used."),
        (
            "volume = 1",
            "there is no setting button.volume; volume belongs below [audio]. The line is not used."
        ),
        ("volumee = 1", "there is no setting button.volumee; did you mean volume, below [audio]?"),
        ("xyzzy_plugh = 1", "there is no setting button.xyzzy_plugh; it has chip, line, active_low,"),
        ("a.b.c = 1", "there is no setting button.a.b.c;"),
    ]

    @Test(arguments: mistakes)
    func aMistakeNamesFileLineAndKeyAndCostsOnlyItself(_ mistake: (line: String, sentence: String)) throws {
        let (settings, problems) = parse(
            "[button]\nactive_low = false\n\(mistake.line)\n[lobby]\ncapacity = 4\n")
        var expected = Settings()
        expected.button.activeLow = false
        expected.lobby.capacity = 4
        #expect(settings == expected)
        #expect(problems.count == 1)
        let problem = try #require(problems.first)
        #expect(problem.description.hasPrefix("h.toml:3: " + mistake.sentence), "\(problem)")
        let name = try #require(mistake.line.split(separator: " ").first)
        #expect(problem.key == "button.\(name)")
    }

    @Test func everyKeyRefusesEveryTypeThatItIsNotAndKeepsItsDefault() {
        let strangers: [SettingsValue] = [
            .other("array"), .flag(true), .text("\u{7}"), .integer(.max), .integer(.min), .number(.nan),
            .number(.infinity), .number(-0.5),
        ]
        for key in SettingsTable.keys {
            for stranger in strangers {
                if case .flag = stranger, case .flag = key.get(Settings()) { continue }
                var settings = Settings()
                #expect(!key.set(&settings, stranger), "\(key.section).\(key.name) took \(stranger)")
                #expect(settings == Settings())
            }
        }
    }

    @Test func aLineThatIsNotTOMLNamesItsColumnAndCostsOnlyItself() throws {
        let (settings, problems) = parse("[button]\nline 6\nactive_low = false\n")
        #expect(settings.button.activeLow == false)
        #expect(settings.button.line == 5)
        #expect(problems.count == 1)
        let problem = try #require(problems.first)
        #expect(problem.line == 2)
        #expect(try #require(problem.column) > 1)
        #expect(problem.description.hasPrefix("h.toml:2:"))
        #expect(problem.description.hasSuffix("The line is not used."))
    }

    @Test func belowABrokenOrUnknownHeaderNothingIsGuessed() {
        let (settings, problems) = parse(
            "[button]\nline = 6\n[lobby\nport = 5000\n[raido]\nadapter = \"usb\"\n")
        #expect(settings.button.line == 6)
        #expect(settings.lobby.port == 41_475)
        #expect(settings.radio.adapter == "any")
        #expect(problems.map(\.line) == [3, 5])
        #expect(
            problems.last?.advice
                == "there is no section [raido]; did you mean [radio]? The keys below it are not used.")
    }

    /// toml++ ends the program at some of these, if they get that far.
    @Test(arguments: [
        "[ä]", "[[ä]]", "[.a]", "[*]", "[[*]]", "[", "[[", "[ ", "[[ ", "[]", "[[]]", "[ []]", "[\u{A0}a]",
        "[[\u{2003}]]", "\u{A0}[a]", "[a.ä]", "[a.", "[[a.[b]]", "[\"", "['", "[#a]", "[=]", "[a", "[[a]",
    ])
    func aHeaderThatIsNoneIsNamed(header: String) {
        let (settings, problems) = parse("\(header)\nport = 5000\n[lobby]\ncapacity = 4\n")
        var expected = Settings()
        expected.lobby.capacity = 4
        #expect(settings == expected)
        #expect(problems.first?.line == 1)
    }

    /// ... and at these.
    @Test(arguments: [
        "x = [}", "x = [1, }", "x = {a = [}}", "x = 1979-05-27t:", "x = 1979-05-27 07", "x = 1979-05-27Tx",
        "x = ]", "x = [1979-05-27t]", "\u{FEFF}[ä]", "\u{A0}[*]", "x = [ # ]\n}",
    ])
    func aValueThatIsNoneIsNamed(line: String) {
        let (settings, problems) = parse("[lobby]\n\(line)\n\n[round]\nreach_metres = 3\n")
        var expected = Settings()
        expected.round.reach = 3
        #expect(settings == expected)
        #expect(problems.first?.line == 2)
    }

    @Test(arguments: [
        "device = \"}]\"", "device = '}]'", "device = \"\"\"}]\"\"\"", "device = \"1979-05-27t\"",
        "volume = 1 # }]", "device = \"\\\"}]\\\"\"", "device = '''it's } ]'''", "device = '''x'}]''''",
    ])
    func whatStandsInATextIsNobodysBusiness(line: String) {
        #expect(parse("[audio]\n\(line)\n").1 == [])
    }

    /// Whatever the pieces of TOML are put together to, the parser comes back.
    @Test func noNonsenseStopsTheProgram() {
        var random = SeededGenerator(seed: 1)
        let pieces = [
            "[", "]", "{", "}", ".", "=", ",", "#", "'", "\"", "\\", " ", "\t", "\n", "\r\n", "a", "b", "t",
            "u",
            "x", "Z", ":", "-", "+", "_", "0", "1", "9", "e", "ä", "\u{A0}", "\u{FEFF}", "\u{FFFD}", "🐻",
            "\"\"\"", "'''", "true", "inf", "nan", "0x", "1979-05-27", "07:32:00", "a = ", "[a]", "[[a]]",
            "{a=",
            "= [", "\\u",
        ]
        for _ in 0..<5_000 {
            let count = Int.random(in: 1...14, using: &random)
            _ = parse((0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined())
        }
    }

    @Test func aKeySetTwiceKeepsItsFirstValue() {
        let (settings, problems) = parse("[lobby]\nport = 5000\n[radio]\n[lobby]\nport = 6000\n")
        #expect(settings.lobby.port == 5_000)
        #expect(
            problems.map(\.description) == [
                "h.toml:5: lobby.port is set a second time; the value of line 2 counts."
            ])
    }

    @Test func allOfTOMLIsUnderstoodAndLinesAreStillRight() {
        let (settings, problems) = parse(
            """
            lobby.port = 5000           # dotted
            button = { line = 6, hold_ms = 1 }
            [audio]
            device = \"\"\"
            hw:\\
              1\"\"\"
            "volume" = 2
            """)
        #expect(settings.lobby.port == 5_000)
        #expect(settings.button.line == 6)
        #expect(settings.audio.device == "hw:1")
        #expect(problems.map(\.line) == [2, 7])
        #expect(problems.map(\.key) == ["button.hold_ms", "audio.volume"])
    }

    @Test func windowsLineEndsAndAByteOrderMarkAreNoMistakes() {
        let (settings, problems) = parse("\u{FEFF}[lobby]\r\nport = 5000\r\n\r\nprot = 1\r\n")
        #expect(settings.lobby.port == 5_000)
        #expect(problems.map(\.line) == [4])
    }

    @Test func aScanWindowLongerThanItsIntervalIsCut() {
        let (settings, problems) = parse("[radio]\nscan_interval_ms = 20\nscan_window_ms = 21\n")
        #expect(settings.radio.scanWindow == .milliseconds(20))
        #expect(problems.map(\.key) == ["radio.scan_window_ms"])
        #expect(problems.map(\.line) == [3])
    }

    @Test func whatIsNoSettingsFileAtAllIsGivenUpOn() {
        let (settings, problems) = parse(String(repeating: "<p>[\u{1}\n", count: 20_000))
        #expect(settings == Settings())
        #expect(problems.count == SettingsParser.problemsAtMost + 1)
    }

    /// Every text of up to 60 characters cut out of a good file, at every place, is survived with known keys
    /// only.
    @Test func everyTruncationIsSurvived() {
        let good = "[radio]\nadapter = \"usb\" # note\nscan_window_ms = 10\n[button]\nled_line = 27\n"
        for end in good.indices {
            let (settings, problems) = parse(String(good[..<end]))
            #expect(problems.count <= 1)
            #expect(settings.button.line == 5)
            if end > good.index(good.startIndex, offsetBy: 25) { #expect(settings.radio.adapter == "usb") }
        }
    }

    @Test func suggestionsAreForSlipsOnly() {
        #expect(Suggestion.distance("volume", "volmue") == 1)
        #expect(Suggestion.distance("Volume", "volume") == 0)
        #expect(Suggestion.distance("", "abc") == 3)
        #expect(Suggestion.nearest(to: "advertise", in: ["adapter", "force_legacy"]) == nil)
        #expect(Suggestion.nearest(to: "adaptr", in: ["adapter", "force_legacy"]) == "adapter")
        #expect(Suggestion.nearest(to: String(repeating: "a", count: 100_000), in: ["adapter"]) == nil)
    }
}
