import FoundationEssentials
package import Game
import PeerNetwork

/// A station as JSON, in the middle of whatever it is doing, and back.
///
/// Numbers survive to the last bit: JSON carries a double with as many digits as tell it from its neighbours,
/// and integers as they are.
package enum StationSnapshot {
    /// One line, keys in order; nil if the station holds what JSON cannot say, which none does.
    package static func encode(_ station: Station) -> [UInt8]? {
        try? encoded(station)
    }

    package static func encode(_ configuration: Station.Configuration) -> [UInt8]? {
        try? encoded(configuration)
    }

    package static func encode(_ adjustment: Adjustment) -> [UInt8]? {
        try? encoded(adjustment)
    }

    package static func encode(_ adjustments: Adjustments) -> [UInt8]? {
        try? encoded(adjustments)
    }

    /// Nil when they are none.
    package static func adjustments(_ json: some Collection<UInt8>) -> Adjustments? {
        try? decoder.decode(Adjustments.self, from: Data(json))
    }

    /// Nil when it is none.
    static func adjustment(_ json: some Collection<UInt8>) -> Adjustment? {
        try? decoder.decode(Adjustment.self, from: Data(json))
    }

    /// - Throws: `DecodingError` when the station was built by a version whose stations are different.
    static func station(_ json: some Collection<UInt8>) throws -> Station {
        try decoder.decode(Station.self, from: Data(json))
    }

    /// What a later version has added counts as its own default, so that a journal from the start of the
    /// program can be replayed by the versions that follow.
    static func configuration(_ json: some Collection<UInt8>) throws -> Station.Configuration {
        let defaults = Station.Configuration(
            id: StationID(value: 0), name: StationName(StationID(value: 0)), role: .seek, boot: 0, seed: 0)
        var tree = try decoder.decode(JSONTree.self, from: Data(try encoded(defaults)))
        tree.take(try decoder.decode(JSONTree.self, from: Data(json)))
        return try decoder.decode(Station.Configuration.self, from: Data(try encoded(tree)))
    }

    private static func encoded(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return Array(try encoder.encode(value))
    }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return decoder
    }
}

/// JSON whose meaning nobody knows.
enum JSONTree: Codable, Equatable {
    case null
    case flag(Bool)
    case integer(Int64)
    case large(UInt64)
    case number(Double)
    case text(String)
    case list([JSONTree])
    case object([String: JSONTree])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let integer = try? container.decode(Int64.self) {
            self = .integer(integer)
        } else if let large = try? container.decode(UInt64.self) {
            self = .large(large)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([JSONTree].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: JSONTree].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .flag(let flag): try container.encode(flag)
        case .integer(let integer): try container.encode(integer)
        case .large(let large): try container.encode(large)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .list(let list): try container.encode(list)
        case .object(let object): try container.encode(object)
        }
    }

    /// Takes over everything that `other` says; keeps what it does not mention.
    mutating func take(_ other: JSONTree) {
        guard case .object(var mine) = self, case .object(let theirs) = other else {
            self = other
            return
        }
        for (key, value) in theirs {
            if var had = mine[key] {
                had.take(value)
                mine[key] = had
            } else {
                mine[key] = value
            }
        }
        self = .object(mine)
    }
}
