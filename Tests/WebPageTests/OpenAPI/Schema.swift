/// A JSON schema, as OpenAPI 3.1 has them.
struct Schema {
    let json: JSONText

    private init(_ fields: [(String, JSONText)]) { json = .object(fields) }

    static let text = Schema([("type", .string("string"))])
    static let number = Schema([("type", .string("number"))])
    static let bool = Schema([("type", .string("boolean"))])
    static let count = Schema([("type", .string("integer")), ("minimum", .number(0))])
    static let id = text(matching: "^[0-9a-f]{16}$")
    static let uuid = text(matching: "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$")
    static let word = integer(0...65_535)

    static func text(matching pattern: String) -> Schema {
        Schema([("type", .string("string")), ("pattern", .string(pattern))])
    }

    static func text(atLeast least: Int? = nil, atMost most: Int, _ description: String? = nil) -> Schema {
        Schema(
            [("type", .string("string"))] + (description.map { [("description", .string($0))] } ?? [])
                + (least.map { [("minLength", .number(Double($0)))] } ?? [])
                + [("maxLength", .number(Double(most)))])
    }

    static func format(_ format: String) -> Schema {
        Schema([("type", .string("string")), ("format", .string(format))])
    }

    static func one(of words: [String]) -> Schema {
        Schema([("type", .string("string")), ("enum", .list(words.map(JSONText.string)))])
    }

    static func integer(_ range: ClosedRange<Int>) -> Schema {
        Schema([
            ("type", .string("integer")), ("minimum", .number(Double(range.lowerBound))),
            ("maximum", .number(Double(range.upperBound))),
        ])
    }

    static func number(_ range: ClosedRange<Double>) -> Schema {
        Schema([
            ("type", .string("number")), ("minimum", .number(range.lowerBound)),
            ("maximum", .number(range.upperBound)),
        ])
    }

    static func list(of item: Schema, atLeast least: Int? = nil, atMost most: Int) -> Schema {
        Schema(
            [("type", .string("array"))] + (least.map { [("minItems", .number(Double($0)))] } ?? [])
                + [("maxItems", .number(Double(most))), ("items", item.json)])
    }

    /// One of those that have a name.
    static func named(_ name: String) -> Schema {
        Schema([("$ref", .string("#/components/schemas/\(name)"))])
    }

    /// What the station says: every key is there, and no other one.
    static func said(_ properties: KeyValuePairs<String, Schema>) -> Schema {
        object(properties, required: properties.map(\.key), isClosed: true)
    }

    /// What it is told. Keys that it does not know are passed over. What can be left out can be null as well,
    /// as `decodeIfPresent` has it.
    static func told(
        _ properties: KeyValuePairs<String, Schema>, optional: KeyValuePairs<String, Schema> = [:]
    ) -> Schema {
        object(properties, optional, required: properties.map(\.key), isClosed: false)
    }

    private static func object(
        _ properties: KeyValuePairs<String, Schema>, _ optional: KeyValuePairs<String, Schema> = [:],
        required: [String], isClosed: Bool
    ) -> Schema {
        Schema(
            [("type", .string("object"))] + (isClosed ? [("additionalProperties", .bool(false))] : []) + [
                ("required", .list(required.sorted().map(JSONText.string))),
                (
                    "properties",
                    .object(
                        properties.map { ($0.key, $0.value.json) }
                            + optional.map { ($0.key, $0.value.orNull.json) })
                ),
            ])
    }

    /// Or null.
    var orNull: Schema {
        Schema([("oneOf", .list([json, Schema([("type", .string("null"))]).json]))])
    }
}
