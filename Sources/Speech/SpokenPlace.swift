package import Game

/// How the name of an area is said: as a place that voices know, with a number if it has one ("the kitchen",
/// "the classroom twelve"), or else by a synthesiser, or letter by letter.
package enum SpokenPlace: Equatable, Sendable {
    case known(clip: String, number: Int?)
    case free(String, spelled: [String])

    /// Places that every voice can say, as people write them in the settings.
    static let known = Language.english.clipNames.filter { $0.hasPrefix("place-") }
        .map(Language.words(ofPlace:))
    /// Letters and digits that are spelled; listeners have forgotten the first by then.
    static let spelledAtMost = 12
    /// What stands for a name that has no letter a voice knows.
    static let unspeakable = "another-place"

    package init(_ area: AreaName, in language: Language) {
        let words = area.description.split(separator: " ")
        let number = words.count > 1 ? words.last.flatMap { Int($0) }.flatMap(Self.sayable) : nil
        let place = words.dropLast(number == nil ? 0 : 1).joined(separator: " ")
        if let clip = language.place(place) {
            self = .known(clip: clip, number: number)
        } else {
            self = .free(area.description, spelled: Self.spelled(area.description))
        }
    }

    private static func sayable(_ number: Int) -> Int? {
        (0...Wording.highestNumber).contains(number) ? number : nil
    }

    /// Letters and digits one by one; other characters are for the eye.
    static func spelled(_ name: String) -> [String] {
        let clips = name.lowercased().unicodeScalars.compactMap { scalar -> String? in
            switch scalar {
            case "a"..."z": "letter-\(scalar)"
            case "0"..."9": "number-\(scalar)"
            default: nil
            }
        }
        return clips.isEmpty ? [unspeakable] : Array(clips.prefix(spelledAtMost))
    }
}
