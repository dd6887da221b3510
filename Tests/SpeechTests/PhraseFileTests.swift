import Testing

@testable import Determinism
@testable import Game
@testable import PeerNetwork
@testable import Ranging
@testable import Speech

/// The one file of words, held against everything the program can say.
struct PhraseFileTests {
    private static let areas =
        (Language.english.clipNames.filter { $0.hasPrefix("place-") }.map(Language.words(ofPlace:))
        + ["classroom 12", "ABCDEFGHIJ", "KLMNOPQRST", "UVWXYZ012345", "6789", "厨房"])
        .compactMap(AreaName.init)

    /// Everything that can be said, with whatever changes its words.
    static var phrases: [Phrase] {
        let colours = StationName.colours.indices.map { UInt8($0) }
        let animals = StationName.animals.indices.map { UInt8($0) }
        let names =
            colours.compactMap { StationName(colour: $0, animal: 0) }
            + animals.compactMap { StationName(colour: 0, animal: $0) }
        return SentenceTests.phrases + names.map { .met($0) } + areas.map { .enteredArea($0) }
            + areas.map { .landmark($0, isAgain: false) } + areas.map { .landmark($0, isAgain: true) }
            + areas.prefix(1).flatMap { [.leftArea($0), .batteryLow($0)] }
            + [
                .renamed(SentenceTests.name), .twoOfUs(SentenceTests.name), .goHide(seconds: 0),
                .role(.hide, chosen: .tooManyHiders),
                .role(.seek, chosen: .noHider),
            ] + ThingsSentenceTests.phrases
    }

    @Test func theBuiltInFileIsReadable() throws {
        let file = try PhraseFile(PackageResources.phrases_tsv)
        #expect(file.languages.starts(with: ["en", "de"]))
    }

    @Test(arguments: PhraseFile.builtIn.languages)
    func everyClipIsNeededAndEveryNeededClipIsThere(code: String) throws {
        let language = try #require(Language.builtIn[code])
        let needed = Set(Self.phrases.flatMap { Sentence($0, in: language).clips })
        #expect(needed.subtracting(language.clipNames).sorted() == [])
        #expect(Set(language.clipNames).subtracting(needed).sorted() == [])
    }

    @Test(arguments: PhraseFile.builtIn.languages)
    func everySentenceFillsItsSlots(code: String) throws {
        let language = try #require(Language.builtIn[code])
        for phrase in Self.phrases {
            let text = Sentence(phrase, in: language).text
            #expect(!text.isEmpty && !text.contains("{") && !text.contains("  ") && !text.contains(" ."))
        }
    }

    @Test func everySentenceOfTheFileIsSaid() {
        var said: Set<String> = []
        func visit(_ wording: Wording) {
            said.insert(wording.key)
            for filling in wording.slots.values {
                if case .wording(let inner) = filling { visit(inner) }
            }
        }
        Self.phrases.forEach { visit(Wording($0)) }
        let listed = Language.english.everySentence.map(\.key)
        #expect(listed.filter { !said.contains($0) } == [])
    }

    @Test func everyTextHasASoundAndEveryNameIsOneWord() throws {
        for row in PhraseFile.builtIn.rows {
            #expect(row.cells.contains { !$0.isEmpty }, "\(row.id) says nothing")
            #expect(row.id.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }, "\(row.id)")
        }
    }

    @Test(arguments: [
        ("", "line 1: no row names the columns"),
        ("hot\tHot!\n", "line 1: the first row must name the columns"),
        ("id\ten\nhot\tHot!\tHeiß!\n", "line 2: more than there is a column for"),
        ("id\ten\nhot\tHot!\n# again\nhot\tHot\n", "line 4: hot once more"),
    ])
    func aFileThatCannotBeMeantIsRefusedByItsLine(text: String, complaint: String) {
        #expect {
            try PhraseFile(Array(text.utf8))
        } throws: {
            "\($0)" == complaint
        }
    }

    @Test func aFileOfAnyBytesDoesNoHarm() {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<200 {
            var bytes = Array(PackageResources.phrases_tsv.prefix(4_000))
            for _ in 0..<20 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            }
            guard let file = try? PhraseFile(bytes) else { continue }
            let language = Language("en", of: file)
            #expect(!Sentence(.searching, in: language).clips.isEmpty)
        }
    }

    // MARK: - German, to prove that languages are data

    @Test func germanHasItsOwnOrderOfWords() throws {
        let german = try #require(Language.builtIn["de"])
        let name = try #require(StationName("Red Fox"))
        #expect(
            Sentence(.timeUp(hider: name), in: german).text
                == "Die Zeit ist um. Niemand hat Rot-Fuchs gefunden.")
        #expect(
            Sentence(.seekerAt(name, metres: 1, .closing), in: german).text
                == "Rot-Fuchs, ein Meter, kommt näher.")
        #expect(Sentence(.count(21), in: german).clips == ["number-21"])
        #expect(Sentence(.count(21)).clips == ["number-20", "number-1"])
        #expect(
            Sentence(.found(after: .seconds(61)), in: german).text
                == "Gefunden! Zeit: eine Minute und eine Sekunde!")
        let kitchen = try #require(AreaName("Küche"))
        #expect(Sentence(.enteredArea(kitchen), in: german).clips == ["you-just-entered", "place-kitchen"])
    }
}
