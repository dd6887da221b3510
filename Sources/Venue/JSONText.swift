import FoundationEssentials

/// JSON (RFC 8259), in one line, with sorted keys: the same value is the same bytes.
enum JSONText {
    /// More is no message of ours.
    static let bytesAtMost = 65_536

    /// Empty if it cannot be written, which no value of ours leads to.
    static func bytes(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map(Array.init) ?? []
    }

    /// Nil for what does not say what is wanted.
    static func value<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) -> Value? {
        guard bytes.count <= bytesAtMost else { return nil }
        return try? JSONDecoder().decode(type, from: Data(bytes))
    }
}

/// A value of JSON whose keys are not known before.
enum JSONValue: Encodable, Equatable, Sendable {
    case text(String)
    case number(Double)
    case flag(Bool)
    case list([JSONValue])
    case object([String: JSONValue])

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        case .list(let list): try container.encode(list)
        case .object(let object): try container.encode(object)
        }
    }
}
