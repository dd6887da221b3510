/// How the name of an area is said: as a place that voices know, with a number if it has one ("the kitchen",
/// "the classroom twelve"), or else letter by letter.
struct SpokenPlace: Equatable, Sendable {
    /// Places that every voice can say. The clip of "living room" is `place-living-room`, and says "the
    /// living room".
    static let known = [
        "kitchen", "living room", "dining room", "bedroom", "bathroom", "nursery",
        "playroom", "hall", "corridor", "stairs", "cellar", "basement",
        "attic", "roof", "balcony", "terrace", "porch", "garden",
        "yard", "playground", "shed", "garage", "pool", "laundry",
        "pantry", "office", "meeting room", "reception", "classroom", "library",
        "workshop", "laboratory", "studio", "gym", "canteen", "cafe",
        "shop", "cloakroom", "entrance", "exit", "lift", "museum",
        "gallery", "exhibition", "theatre", "tower", "castle", "dungeon",
        "cave", "treasure chamber",
    ]
    /// Other words for the same.
    private static let same = [
        "lab": "laboratory", "elevator": "lift", "hallway": "hall", "theater": "theatre",
    ]
    /// Letters and digits that are spelled; who listens has forgotten the first by then.
    static let spelledAtMost = 12

    /// What stands for a name that has no letter a voice knows.
    static let unspeakable = "another-place"

    /// Names of clips of the voice, in order.
    let clips: [String]
    /// For the caption.
    let text: String

    init(_ area: AreaName) {
        let words = area.description.lowercased().split(separator: " ").map(String.init)
        let hasArticle = words.first == "the"
        if let clips = Self.place(words.dropFirst(hasArticle ? 1 : 0)) {
            self.clips = clips
            text = hasArticle ? area.description : "the \(area)"
        } else {
            clips = Self.spelled(area.description)
            text = area.description
        }
    }

    /// The clips of a known place and the number after it; nil for anything else.
    private static func place(_ words: ArraySlice<String>) -> [String]? {
        let number = words.last.flatMap { Int($0) }.flatMap { (0...99).contains($0) ? $0 : nil }
        let place = words.dropLast(number == nil ? 0 : 1).joined(separator: " ")
        let name = same[place] ?? place
        guard known.contains(name) else { return nil }
        let clip = "place-" + name.split(separator: " ").joined(separator: "-")
        return [clip] + (number?.asClips ?? [])
    }

    /// Letters and digits one by one; other characters are for the eye.
    private static func spelled(_ name: String) -> [String] {
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
