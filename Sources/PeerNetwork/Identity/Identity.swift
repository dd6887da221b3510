import Determinism
import Wire

/// The permanent identity of a station: the first 64 bits of the hash of its public key (`Security`), so that
/// nobody can say to be somebody else.
package struct StationID: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let value: UInt64

    package init(
        value: UInt64
    ) {
        self.value = value
    }

    package static func < (left: StationID, right: StationID) -> Bool {
        left.value < right.value
    }

    /// Sixteen hexadecimal digits, for logs and programs. People hear the name instead.
    package var description: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// Kept as its sixteen digits, also where it is the key of a dictionary, so that a snapshot of a station
/// reads like its log.
extension StationID: Codable, CodingKeyRepresentable {
    package init?(digits: String) {
        // A number may also begin with a sign.
        guard digits.utf8.count == 16, digits.utf8.first != UInt8(ascii: "+"),
            let value = UInt64(digits, radix: 16)
        else { return nil }
        self.init(value: value)
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = StationID(digits: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not sixteen digits")
        }
        self = id
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    package var codingKey: any CodingKey { description.codingKey }

    package init?(codingKey: some CodingKey) {
        self.init(digits: codingKey.stringValue)
    }
}

/// What a station is called aloud: a colour and an animal, made from its identity, so that there is nothing
/// to type.
///
/// 2,048 names: two of eight stations would share one in about one house of seventy, and then one of them
/// draws again. The words are chosen to be told apart by ear, and no pair of them means anything rude; their
/// order is part of the lobby's language.
package struct StationName: Hashable, Sendable, CustomStringConvertible {
    package static let colours = [
        "red", "blue", "green", "yellow", "orange", "purple", "pink", "brown", "black", "white", "silver",
        "golden", "amber", "violet", "scarlet", "crimson", "turquoise", "indigo", "emerald", "sapphire",
        "ruby", "coral", "ivory", "copper", "lavender", "chocolate", "lemon", "cherry", "olive", "magenta",
        "tangerine", "rainbow",
    ]
    package static let animals = [
        "otter", "fox", "bear", "wolf", "owl", "eagle", "lion", "tiger", "panda", "koala", "rabbit",
        "badger", "dolphin", "whale", "shark", "penguin", "toucan", "turtle", "lizard", "zebra",
        "camel", "donkey", "pony", "kitten", "puppy", "hamster", "squirrel", "raccoon", "giraffe",
        "elephant", "kangaroo", "hedgehog", "octopus", "crocodile", "butterfly", "ladybird",
        "flamingo", "ostrich", "walrus", "buffalo", "rhino", "hippo", "leopard", "jaguar", "gecko",
        "chameleon", "scorpion", "mammoth", "jellyfish", "seahorse", "antelope", "reindeer",
        "meerkat", "lemur", "armadillo", "alpaca", "swan", "moose", "manatee", "caterpillar",
        "bumblebee", "grasshopper", "salamander", "dinosaur",
    ]

    /// Indices into the two lists; always in range.
    package let colour: UInt8
    package let animal: UInt8

    /// The first byte of an announcement's body.
    package static let announcementKind: UInt8 = 1

    /// The name in an announcement's body (docs/lobby.md, "Announcement"); nil for another kind of body.
    package init?(announcement body: ArraySlice<UInt8>) {
        let head = Array(body.prefix(3))
        guard head.count == 3, head[0] == Self.announcementKind else { return nil }
        self.init(colour: head[1], animal: head[2])
    }

    /// The name that belongs to an identity.
    ///
    /// - Parameter draw: 0 for the first name, 1 for the one it goes by when that is taken, and so on.
    package init(_ id: StationID, draw: Int = 0) {
        // The identity may come from a weak source one day, so its bits are mixed before some of them are
        // used.
        var mixed = SeededGenerator(seed: id.value)
        for _ in 0..<draw { _ = mixed.next() }
        let drawn = mixed.next()
        colour = UInt8(drawn % UInt64(Self.colours.count))
        animal = UInt8((drawn >> 32) % UInt64(Self.animals.count))
    }

    /// Any name, each as likely as every other.
    package static func drawn(from random: inout some RandomNumberGenerator) -> StationName {
        StationName(StationID(value: random.next()))
    }

    /// The name to go by from now on, when another station in the lobby goes by this one; nil if no name is
    /// free.
    ///
    /// - Parameter others: the names that everybody else in the lobby goes by.
    package func redrawn(_ own: StationID, others: [StationName]) -> StationName? {
        let taken = Set(others + [self])
        // A lobby has 64 stations at most, so one of twice as many draws is free, or all are alike.
        return (1...128).lazy.map { StationName(own, draw: $0) }.first { !taken.contains($0) }
    }

    /// A name from the wire; nil when this version does not know the words.
    package init?(colour: UInt8, animal: UInt8) {
        guard Int(colour) < Self.colours.count, Int(animal) < Self.animals.count else { return nil }
        self.colour = colour
        self.animal = animal
    }

    /// A name a person has typed, such as "Red Fox"; nil unless both words can be spoken.
    package init?(_ text: String) {
        let words = text.split(separator: " ").map { $0.lowercased() }
        guard words.count == 2,
            let colour = Self.colours.firstIndex(of: words[0]),
            let animal = Self.animals.firstIndex(of: words[1])
        else { return nil }
        self.colour = UInt8(colour)
        self.animal = UInt8(animal)
    }

    package var colourWord: String { Self.colours[Int(colour)] }
    package var animalWord: String { Self.animals[Int(animal)] }

    package var description: String {
        Self.capitalised(colourWord) + " " + Self.capitalised(animalWord)
    }

    private static func capitalised(_ word: String) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }
}

/// Kept as it is spoken, "Red Fox".
extension StationName: TextCodable {
    package static var refusal: String { "no such name" }
}

/// What a station does in a round.
package enum Role: UInt8, Codable, Sendable, CaseIterable {
    case seek = 0
    case hide = 1
}
