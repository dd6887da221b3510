import Testing
import Things

@testable import Game
@testable import Speech

/// How a station speaks of people's things.
struct ThingsSentenceTests {
    private static let items = [
        ThingsPhrase.Item("oil change", place: 1), ThingsPhrase.Item("call Tim", place: 3),
    ]

    static let said: [(ThingsPhrase, String, String)] = [
        (.ask, "What are your three things today?", "Welche drei Dinge hast du heute vor?"),
        (.again(items[0]), "Oil change. Again? Press.", "Oil change. Noch einmal? Drück."),
        (.isDone(items[1]), "Call Tim. Done? Press.", "Call Tim. Erledigt? Drück."),
        (.left(nil, items), "2 left: oil change, call Tim.", "Noch 2: oil change, call Tim."),
        (
            .reminder("Anna", [items[1]]), "Don't forget. Anna: 1 left: call Tim.",
            "Nicht vergessen. Anna: noch 1: call Tim."
        ),
        (.left(nil, []), "Everything is done.", "Alles ist erledigt."),
        (.nothingWritten(nil), "Nothing is written down for today.", "Für heute ist nichts aufgeschrieben."),
        (.star(nil, 1), "Gold star!", "Goldener Stern!"),
        (.star(nil, 5), "Gold star! 5 days in a row!", "Goldener Stern! 5 Tage hintereinander!"),
        (
            .star("Anna", 120), "Anna: Gold star! more than 99 days in a row!",
            "Anna: Goldener Stern! mehr als 99 Tage hintereinander!"
        ),
        (
            .broken(nil, longest: 12), "The chain is broken. That happens. Your longest chain was 12.",
            "Die Kette ist gerissen. Das kommt vor. Deine längste Kette war 12."
        ),
        (.whichDay, "I don't know what day it is.", "Ich weiß nicht, welcher Tag heute ist."),
    ]

    /// Every way in which a station can speak of them.
    static let phrases: [Phrase] =
        said.map { .things($0.0) } + (1...8).map { .things(.again(ThingsPhrase.Item("x", place: $0))) }
        + [
            .things(.takenAgain), .things(.done), .things(.allDone(nil)), .things(.allDone("Anna")),
            .things(.broken(nil, longest: 120)),
        ]

    @Test(arguments: said.indices)
    func aThingHasItsSentence(index: Int) throws {
        let (phrase, english, german) = Self.said[index]
        #expect(Sentence(.things(phrase)).text == english)
        #expect(Sentence(.things(phrase), in: try #require(Language.builtIn["de"])).text == german)
    }

    /// Without a synthesiser it is the first and the third.
    @Test func whatNobodyRecordedIsCounted() {
        let sentence = Sentence(.things(.left(nil, Self.items)))
        #expect(sentence.clips == ["number-2", "things-left-over", "ordinal-1", "ordinal-3"])
        #expect(sentence.pieces.contains(.free("oil change", spelled: ["ordinal-1"])))
    }

    @Test func onlyWhatPeopleWroteIsPrivate() {
        #expect(Phrase.things(.left(nil, Self.items)).isPrivate)
        #expect(Phrase.things(.star("Anna", 1)).isPrivate)
        #expect(!Phrase.things(.star(nil, 1)).isPrivate)
        #expect(!Phrase.searching.isPrivate)
    }
}
