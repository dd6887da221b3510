/// A value that is kept as its text: what is written down is what people read and write.
///
/// Decoding with an `init?(_:)` that refuses gives an error, never a value that the type itself would not
/// make.
package protocol TextCodable: Codable, LosslessStringConvertible {
    /// What the text should have been, for who reads the error: "not UUID,major,minor".
    static var refusal: String { get }
}

extension TextCodable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: Self.refusal)
        }
        self = value
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
