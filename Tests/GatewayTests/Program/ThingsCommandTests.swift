import Support
import Testing

@testable import Gateway
@testable import Runtime
@testable import Things

/// `hotcold things` in a process of its own, and what a station makes of what it has brought.
struct ThingsCommandTests {
    private static let around = ThingsDesk.Circumstances(
        isFree: true, isHeard: true, others: [], hasCrew: false, isSlow: false)
    private static let day = CivilDay(number: 20_784)

    /// A state directory, as a station has left it, and the settings that name it.
    private struct Home {
        let folder: TemporaryFolder
        var settings: String { "\(folder.path)/hotcold.toml" }

        init(_ texts: [String]) throws {
            folder = try TemporaryFolder()
            var desk = ThingsDesk(ThingsBook(), ThingsMarks(), author: 7, hours: ThingsDesk.Hours())
            desk.clock(LocalTime(day: day, minute: 600))
            var outputs = texts.flatMap { desk.order(.write($0, of: ""), around, now: .zero) }
            if let id = desk.book.items(of: "", on: day).first?.id {
                outputs += desk.order(.tick(id, true), around, now: .zero)
            }
            for case .save(let name, let bytes) in outputs {
                try BoundedFile.write(bytes, as: name, in: folder.path)
            }
            let text = "[station]\nstate_directory = \"\(folder.path)\"\n"
            try BoundedFile.write(Array(text.utf8), as: "hotcold.toml", in: folder.path)
        }

        func run(_ arguments: [String], input: [UInt8] = []) throws -> HotcoldProgram.Ending {
            try HotcoldProgram.run(["things"] + arguments + ["--settings", settings], input: input)
        }

        /// What a station would be given of what was brought.
        func brought() -> [ThingsRecord]? {
            var settings = Settings()
            settings.station.stateDirectory = folder.path
            return Assembly.broughtThings(settings) { _ in }()
        }
    }

    @Test func theListIsShown() throws {
        let ending = try Home(["oil change", "call Tim"]).run([])
        #expect(ending.code == 0 && ending.errors.isEmpty)
        #expect(ending.output == "2026-11-27\n  [x] oil change\n  [ ] call Tim\n")
        #expect(try Home([]).run([]).output == "Nothing is written down.\n")
    }

    /// Out of one station and into another: the same book, and no second time.
    @Test(arguments: ["--json", "--ics"])
    func whatGoesOutComesIn(format: String) throws {
        let (from, to) = (try Home(["oil change", "call Tim"]), try Home([]))
        let out = try from.run([format])
        #expect(out.code == 0 && out.errors.isEmpty)
        let bringing = try to.run(["--import", "-"], input: Array(out.output.utf8))
        #expect(bringing.code == 0)
        #expect(bringing.output.hasPrefix("2 things: the station takes them"))
        var book = ThingsBook()
        for record in try #require(to.brought()) { _ = book.merge(record) }
        #expect(book.entries.map(\.text) == ["oil change", "call Tim"])
        #expect(book.entries.map(\.isDone) == [true, false])
        // It was taken.
        #expect(to.brought() == nil)
    }

    /// What was laid down and not taken yet is not lost by what comes next.
    @Test func twoFilesBeforeTheStationLooksAreBothTaken() throws {
        let home = try Home([])
        for text in ["one", "two"] {
            let json =
                #"{"days": [{"day": "2026-11-27", "lists": [{"person": "", "things": [{"text": ""# + text
                + #"", "isDone": false}]}]}]}"#
            #expect(try home.run(["--import", "-"], input: Array(json.utf8)).code == 0)
        }
        var book = ThingsBook()
        for record in try #require(home.brought()) { _ = book.merge(record) }
        #expect(book.entries.map(\.text).sorted() == ["one", "two"])
    }

    @Test func aNameThatIsNoneCostsItselfAlone() throws {
        let home = try Home([])
        let json =
            #"{"days": [], "people": [{"person": " ", "stars": ["2020-02-29"]}, "#
            + #"{"person": "Anna", "stars": ["2020-02-29"]}]}"#
        #expect(try home.run(["--import", "-"], input: Array(json.utf8)).code == 0)
        #expect(home.brought()?.count == 1)
    }

    @Test func starsOfLongAgoComeWithJSON() throws {
        let home = try Home([])
        let json = #"{"days": [], "people": [{"person": "Anna", "stars": ["2020-02-29", "2020-03-01"]}]}"#
        let ending = try home.run(["--import", "-"], input: Array(json.utf8))
        #expect(ending.code == 0)
        var book = ThingsBook()
        for record in try #require(home.brought()) { _ = book.merge(record) }
        #expect(book.allStars("Anna").map(\.description) == ["2020-02-29", "2020-03-01"])
        #expect(book.longestChain("Anna", upTo: Self.day) == 2)
    }

    @Test(arguments: [
        ("rubbish", "neither what --json writes nor a calendar"), ("", "neither what --json writes"),
        (#"{"days": []}"#, "has nothing with a day and words in it"),
        (
            #"{"days": [{"day": "never", "lists": [{"person": "", "things": []}]}]}"#,
            "has nothing with a day and words in it"
        ),
    ])
    func whatCannotBeBroughtChangesNothing(text: String, sentence: String) throws {
        let home = try Home(["oil change"])
        let ending = try home.run(["--import", "-"], input: Array(text.utf8))
        #expect(ending.code == 1 && ending.errors.contains(sentence))
        #expect(home.brought() == nil)
    }

    @Test func whatIsMissingIsSaidInASentence() throws {
        let home = try Home([])
        let missing = try home.run(["--import", "\(home.folder.path)/none.json"])
        #expect(missing.code == 1 && missing.errors.contains("none.json: "))
        let settings = "[station]\nstate_directory = \"\(home.folder.path)/never\"\n"
        try BoundedFile.write(Array(settings.utf8), as: "hotcold.toml", in: home.folder.path)
        let never = try home.run([])
        #expect(never.code == 1 && never.errors.contains("never started"))
        #expect(try home.run(["--json", "--ics"]).errors.contains("Give one of"))
    }
}
