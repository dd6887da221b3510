package import HCI
import Ranging
import Wire

/// A place with a name, and the beacons that stand in it.
package struct Area: Equatable, Codable, Sendable {
    /// More places than any house has rooms, and as many as a museum's floor.
    package static let atMost = 64
    /// What a distance may be, in metres: nearer than an arm is a matter of luck, and beyond a house no radio
    /// can tell.
    package static let distances = 0.3...50.0

    package var name: AreaName
    package var region: Region
    /// How near one of its beacons has to be, in metres; nil when hearing it is enough.
    package var withinMetres: Double?
    /// You may be in another one at the same time.
    package var overlaps: Bool

    package init(name: AreaName, region: Region, withinMetres: Double? = nil, overlaps: Bool = false) {
        self.name = name
        self.region = region
        self.withinMetres = withinMetres
        self.overlaps = overlaps
    }

    /// What was kept before there was a choice says nothing of it.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        name = try values.decode(AreaName.self, forKey: .name)
        region = try values.decode(Region.self, forKey: .region)
        withinMetres = try values.decodeIfPresent(Double.self, forKey: .withinMetres)
        overlaps = try values.decodeIfPresent(Bool.self, forKey: .overlaps) ?? false
    }

    /// "kitchen=UUID,MAJOR,MINOR", as people write it on the command line; major and minor may be left out.
    package init?(_ text: String) {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, let name = AreaName(String(parts[0])), let region = Region(String(parts[1]))
        else { return nil }
        self.init(name: name, region: region)
    }

    /// What is watched when nobody has named an area: everything of the makers that are known by name.
    package static let familiar: [Area] = ProximityUUID.familiar.compactMap { word, uuid in
        AreaName(word).map { Area(name: $0, region: Region(uuid: uuid), overlaps: true) }
    }
}

/// What people call an area: 1 to 32 printable characters. Two that differ in capitals only are the same.
package struct AreaName: Hashable, Sendable, CustomStringConvertible {
    package static let charactersAtMost = 32

    package let description: String

    /// White space around the name is dropped; nil when nothing readable is left, or too much.
    package init?(_ text: String) {
        let isSpace = { (character: Character) in character.isWhitespace }
        let trimmed = text.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        let name = String(trimmed)
        // A character may be made of many scalars, and 32 of those could be a page.
        guard (1...Self.charactersAtMost).contains(name.count), name.utf8.count <= 256,
            name.unicodeScalars.allSatisfy(Self.isPrintable)
        else { return nil }
        description = name
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .surrogate, .unassigned, .privateUse, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }

    package static func == (left: AreaName, right: AreaName) -> Bool {
        left.description.lowercased() == right.description.lowercased()
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(description.lowercased())
    }
}

extension AreaName: TextCodable {
    package static var refusal: String { "not a name of an area" }
}

/// A set of beacons: all of one proximity UUID, those of one major number among them, or a single one.
package struct Region: Hashable, Sendable, CustomStringConvertible {
    package let uuid: ProximityUUID
    package let major: UInt16?
    /// Only together with a major number: minors mean something within their group.
    package let minor: UInt16?

    package init(uuid: ProximityUUID) {
        self.uuid = uuid
        major = nil
        minor = nil
    }

    /// Nil for a minor number without a major one.
    package init?(uuid: ProximityUUID, major: UInt16?, minor: UInt16?) {
        guard major != nil || minor == nil else { return nil }
        self.uuid = uuid
        self.major = major
        self.minor = minor
    }

    /// "UUID[,MAJOR[,MINOR]]", where the UUID may be one of the familiar words.
    package init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.dropFirst().compactMap { UInt16($0) }
        guard (1...3).contains(parts.count), numbers.count == parts.count - 1,
            let uuid = ProximityUUID(familiar: String(parts[0]))
        else { return nil }
        self.init(uuid: uuid, major: numbers.first, minor: numbers.dropFirst().first)
    }

    package var description: String {
        ([uuid.description] + [major, minor].compactMap { $0.map(String.init) }).joined(separator: ",")
    }

    /// How many numbers it names besides the proximity UUID, 0 to 2.
    var detail: Int { [major, minor].count { $0 != nil } }

    func contains(_ beacon: BeaconIdentity) -> Bool {
        beacon.uuid == uuid && (major ?? beacon.major) == beacon.major
            && (minor ?? beacon.minor) == beacon.minor
    }
}

extension Region: TextCodable {
    package static var refusal: String { "not UUID,major,minor" }
}
