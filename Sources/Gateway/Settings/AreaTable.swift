import Game
import HCI
import Ranging

/// One table [[area]] of the settings file, while it is being read.
///
/// It holds keys of its own, because there may be many of it, and a default makes no sense for any: an area
/// whose name or beacon cannot be used is left out, and the others hold.
struct AreaTable: Sendable {
    static let section = "area"

    /// Something that cannot be used, as a sentence without its place.
    struct Trouble: Error, Equatable {
        var key: String
        var advice: String
    }

    /// One key: what it may be, and how it gets into the table; false if the value may not be that.
    struct Key: Sendable {
        let name: String
        /// To be read after "has to be".
        let allowed: String
        let set: @Sendable (inout AreaTable, SettingsValue) -> Bool
    }

    static let keys: [Key] = [
        Key(name: "name", allowed: "1 to \(AreaName.charactersAtMost) readable characters") {
            guard case .text(let text) = $1 else { return false }
            $0.name = AreaName(text)
            return $0.name != nil
        },
        Key(name: "uuid", allowed: "32 hexadecimal digits, or \"estimote\" or \"hotcold\"") {
            guard case .text(let text) = $1 else { return false }
            $0.uuid = ProximityUUID(familiar: text)
            return $0.uuid != nil
        },
        Key(name: "major", allowed: "a whole number from 0 to 65535") {
            $0.major = number($1)
            return $0.major != nil
        },
        Key(name: "minor", allowed: "a whole number from 0 to 65535") {
            $0.minor = number($1)
            return $0.minor != nil
        },
        Key(
            name: "within_metres",
            allowed: "a number from \(Area.distances.lowerBound) to \(Area.distances.upperBound), or 0 "
                + "(wherever its beacon is heard)"
        ) {
            guard let metres = $1.asNumber, metres == 0 || Area.distances.contains(metres) else {
                return false
            }
            $0.withinMetres = metres == 0 ? nil : metres
            return true
        },
        Key(name: "overlap", allowed: "true or false") {
            guard case .flag(let overlaps) = $1 else { return false }
            $0.overlaps = overlaps
            return true
        },
    ]

    /// Where the table begins, counted from 1.
    let line: Int
    private var name: AreaName?
    private var uuid: ProximityUUID?
    private var major: UInt16?
    private var minor: UInt16?
    private var withinMetres: Double?
    private var overlaps = false
    /// The line on which each key was set.
    private var lines: [String: Int] = [:]
    private var isSpoiled = false

    init(line: Int) {
        self.line = line
    }

    private static func number(_ value: SettingsValue) -> UInt16? {
        guard case .integer(let integer) = value else { return nil }
        return UInt16(exactly: integer)
    }

    /// Takes in one key; what is wrong with it, if anything is.
    mutating func set(_ name: String, to value: SettingsValue, line: Int) -> String? {
        guard let key = Self.keys.first(where: { $0.name == name }) else {
            let names = Self.keys.map(\.name)
            let hint =
                Suggestion.nearest(to: name, in: names).map { "did you mean \($0)?" }
                ?? "it has \(names.joined(separator: ", "))."
            return
                "there is no setting \(Self.section).\(Suggestion.shown(name)); \(hint) The line is not used."
        }
        if let first = lines[name] {
            return "\(Self.section).\(name) is set a second time; the value of line \(first) counts."
        }
        lines[name] = line
        guard key.set(&self, value) else {
            // Without a number that was meant to be there, the area would be another one.
            isSpoiled = true
            return
                "\(Self.section).\(name) has to be \(key.allowed), not \(Suggestion.shown(value.literal)); "
                + "the area is left out."
        }
        return nil
    }

    /// The finished area, or why there is none; an area whose trouble has been told has none to tell here.
    func area(beside others: [Area]) -> Result<Area, Trouble>? {
        if isSpoiled { return nil }
        func failure(_ key: String, _ advice: String) -> Result<Area, Trouble> {
            .failure(Trouble(key: "\(Self.section).\(key)", advice: advice + " The area is left out."))
        }
        guard let name else { return failure("name", "this area has no name: add name = \"kitchen\".") }
        guard let uuid else {
            return failure("uuid", "the area \"\(name)\" has no beacon: add uuid = \"…\".")
        }
        guard let region = Region(uuid: uuid, major: major, minor: minor) else {
            return failure("minor", "the area \"\(name)\" has a minor number and no major one.")
        }
        if others.contains(where: { $0.name == name }) {
            return failure("name", "there is an area \"\(name)\" already: give this one another name.")
        }
        guard others.count < Area.atMost else {
            return failure("name", "there are \(Area.atMost) areas already, and no more are watched.")
        }
        return .success(
            Area(name: name, region: region, withinMetres: withinMetres, overlaps: overlaps))
    }
}
