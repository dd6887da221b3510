/// Whether each part works, as a word: `works`, or what is wrong.
package struct PartStates: Encodable, Equatable, Sendable {
    package var radio: String
    package var button: String
    package var speaker: String
    package var network: String
    package var power: String

    package static let works = "works"

    /// Those that do not, with what is wrong.
    package var broken: [String] {
        [
            ("radio", radio), ("button", button), ("speaker", speaker), ("network", network),
            ("power", power),
        ].filter { $0.1 != Self.works }.map { "\($0.0) \($0.1)" }
    }
}
